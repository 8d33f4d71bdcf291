import PredicatePlatform

/// One error or warning about a predicate: what is wrong, where, and how to fix it.
public struct PredicateDiagnostic: Error, Hashable, Sendable {
    /// How bad it is.
    public enum Severity: String, Hashable, Sendable {
        /// The predicate cannot be used.
        case error
        /// The predicate can be used, but probably does not mean what was intended.
        case warning
    }

    /// The stable name of a message, such as `unknown-field`.
    public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name in the output of `--diagnostics json`.
        public let rawValue: String
        /// The code with a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The code with a name.
        public init(stringLiteral rawValue: String) { self.rawValue = rawValue }
    }

    /// A second location that helps to understand the message.
    public struct Label: Hashable, Sendable {
        /// The location.
        public var range: SourceRange
        /// The text for the range.
        public var message: String
        /// A label at a location.
        public init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// A replacement that fixes the text, or a part of one: all edits of a diagnostic belong together.
    public struct Edit: Hashable, Sendable {
        /// The range to replace; an empty range inserts.
        public var range: SourceRange
        /// The new text.
        public var text: String
        /// Replaces a range by a string.
        public init(replacing range: SourceRange, with text: String) {
            self.range = range
            self.text = text
        }

        /// Whether the ranges are equal, and the code points of the strings.
        public static func == (a: Edit, b: Edit) -> Bool { a.range == b.range && sameCodePoints(a.text, b.text) }

        /// Hashes the range. Few edits replace one range.
        public func hash(into hasher: inout Hasher) { hasher.combine(range) }
    }

    /// The stable name of the message.
    public var code: Code
    /// Error or warning.
    public var severity: Severity
    /// One sentence in the user's words.
    public var message: String
    /// The location in the text.
    public var range: SourceRange
    /// The text under the location, such as a suggestion.
    public var hint: String?
    /// Further locations.
    public var labels: [Label]
    /// The edits that fix the text, or change it to the probable intention (see `areEditsApplicable`).
    public var edits: [Edit]
    /// Whether the edits may be made without asking. This is true for errors, and for warnings whose edits do not change
    /// the answer of the predicate. Other edits are suggestions, which `fixed` never makes.
    public var areEditsApplicable: Bool
    /// Further sentences.
    public var notes: [String]
    /// Whether the text is right in another language, and the edits write what it means there. Misspellings do not count.
    package var isForeignSpelling = false

    /// A diagnostic from its parts.
    public init(
        _ code: Code, _ severity: Severity, _ message: String, at range: SourceRange, hint: String? = nil,
        labels: [Label] = [], edits: [Edit] = [], areEditsApplicable: Bool = true, notes: [String] = []
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.range = range
        self.hint = hint
        self.labels = labels
        self.edits = edits
        self.areEditsApplicable = areEditsApplicable
        self.notes = notes
    }
}

/// A string that cannot be used as a predicate, with all its errors and warnings.
///
/// This is the only error that parsing, checking and binding throw. `diagnostics` contains at least one error, may
/// also contain warnings, and is ordered by location.
public struct PredicateDiagnostics: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that the ranges refer to.
    public var source: String
    /// All errors and warnings.
    public var diagnostics: [PredicateDiagnostic]
    /// Diagnoses a fixed text; nil if only the diagnostics are known.
    package var rediagnosis: Rediagnosis?

    /// Diagnostics of a predicate.
    public init(source: String, diagnostics: [PredicateDiagnostic]) {
        self.source = source
        self.diagnostics = diagnostics
    }

    /// Diagnostics of a predicate that can be diagnosed again after edits.
    package init(
        source: String, diagnostics: [PredicateDiagnostic],
        rediagnosing diagnose: @escaping @Sendable (String) -> [PredicateDiagnostic]
    ) {
        self.init(source: source, diagnostics: diagnostics)
        rediagnosis = Rediagnosis(diagnose: diagnose)
    }

    /// The diagnostics as they are shown to a person, without colour.
    public var description: String { DiagnosticRenderer().render(self) }

    /// Whether one of them is an error.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Diagnoses another text as the original was diagnosed. All values are equal, since this does not describe the
/// diagnostics.
package struct Rediagnosis: Hashable, Sendable {
    package let diagnose: @Sendable (String) -> [PredicateDiagnostic]

    package static func == (_: Rediagnosis, _: Rediagnosis) -> Bool { true }
    package func hash(into _: inout Hasher) {}
}

extension PredicateDiagnostic {
    /// The diagnostic with all its locations moved.
    ///
    /// - Parameter spelled: how the new text of an edit is written there.
    package func moved(
        _ location: (SourceRange) -> SourceRange, spelled: (String) -> String = { $0 }
    ) -> PredicateDiagnostic {
        var moved = self
        moved.range = location(range)
        moved.labels = labels.map { Label($0.message, at: location($0.range)) }
        moved.edits = edits.map { Edit(replacing: location($0.range), with: spelled($0.text)) }
        return moved
    }

    /// A copy whose edits are a suggestion, because they may change the answer.
    package func asSuggestion() -> PredicateDiagnostic {
        var suggestion = self
        suggestion.areEditsApplicable = false
        return suggestion
    }

    /// A copy that says whether the text is right in another language.
    package func asForeignSpelling(_ isForeign: Bool = true) -> PredicateDiagnostic {
        var diagnostic = self
        diagnostic.isForeignSpelling = isForeign
        return diagnostic
    }

    // MARK: Errors, warnings, suggestions

    /// The text to write in place of a mistake, and the hint that says so.
    package struct Fix {
        let text: String?
        let hint: String?

        /// An edit with its own hint; without `text` only the hint.
        package static func replace(_ text: String?, _ hint: String? = nil) -> Fix { Fix(text: text, hint: hint) }

        /// "write `nil`". Without `text` there is another hint, and no edit.
        package static func write(_ text: String?, else hint: String? = nil) -> Fix {
            Fix(text: text, hint: text.map { "write `\($0)`" } ?? hint)
        }

        /// "did you mean `age`?" Without `text` there is another hint, and no edit.
        package static func meant(_ text: String?, else hint: String? = nil) -> Fix {
            Fix(text: text, hint: text.map { "did you mean `\($0)`?" } ?? hint)
        }

        /// "remove it"
        package static let remove = Fix(text: "", hint: "remove it")
    }

    /// An error with a fix of its range, or of another one.
    package static func error(
        _ code: Code, _ message: String, at range: SourceRange, _ fix: Fix, in edited: SourceRange? = nil,
        labels: [Label] = [], notes: [String] = []
    ) -> PredicateDiagnostic {
        .error(
            code, message, at: range, hint: fix.hint, labels: labels,
            edits: fix.text.map { [Edit(replacing: edited ?? range, with: $0)] } ?? [], notes: notes)
    }

    /// An error.
    package static func error(
        _ code: Code, _ message: String, at range: SourceRange, hint: String? = nil, labels: [Label] = [],
        edits: [Edit] = [], notes: [String] = []
    ) -> PredicateDiagnostic {
        PredicateDiagnostic(code, .error, message, at: range, hint: hint, labels: labels, edits: edits, notes: notes)
    }

    /// A warning with a fix that does not change the answer.
    package static func warning(
        _ code: Code, _ message: String, at range: SourceRange, _ fix: Fix, in edited: SourceRange? = nil,
        labels: [Label] = [], notes: [String] = []
    ) -> PredicateDiagnostic {
        var warning = error(code, message, at: range, fix, in: edited, labels: labels, notes: notes)
        warning.severity = .warning
        return warning
    }

    /// A warning whose edits do not change the answer.
    package static func warning(
        _ code: Code, _ message: String, at range: SourceRange, hint: String? = nil, labels: [Label] = [],
        edits: [Edit] = [], notes: [String] = []
    ) -> PredicateDiagnostic {
        PredicateDiagnostic(code, .warning, message, at: range, hint: hint, labels: labels, edits: edits, notes: notes)
    }

    /// A warning whose edit is a suggestion: a fix of its range, or of another one.
    package static func suggestion(
        _ code: Code, _ message: String, at range: SourceRange, _ fix: Fix, in edited: SourceRange? = nil,
        labels: [Label] = [], notes: [String] = []
    ) -> PredicateDiagnostic {
        warning(code, message, at: range, fix, in: edited, labels: labels, notes: notes).asSuggestion()
    }

    /// A warning whose edits are a suggestion.
    package static func suggestion(
        _ code: Code, _ message: String, at range: SourceRange, hint: String? = nil, labels: [Label] = [],
        edits: [Edit] = [], notes: [String] = []
    ) -> PredicateDiagnostic {
        warning(code, message, at: range, hint: hint, labels: labels, edits: edits, notes: notes).asSuggestion()
    }
}

extension PredicateDiagnostic.Edit {
    package static func insert(_ text: String, at offset: Int) -> Self {
        Self(replacing: SourceRange(at: offset), with: text)
    }

    /// Removes a range.
    package static func remove(_ range: SourceRange) -> Self { Self(replacing: range, with: "") }

    /// Puts strings before and after a range.
    package static func around(_ range: SourceRange, _ before: String, _ behind: String) -> [Self] {
        [.insert(before, at: range.lowerBound), .insert(behind, at: range.upperBound)]
    }

    /// Writes two operands as a list: `finds(a, b)`, `{1, 2}`.
    static func list(_ open: String, _ first: SourceRange, _ second: SourceRange, _ close: String = ")") -> [Self] {
        [
            .insert(open, at: first.lowerBound),
            Self(replacing: SourceRange(first.upperBound, second.lowerBound), with: ", "),
            .insert(close, at: second.upperBound),
        ]
    }

    /// Removes a range. The words on either side stay separate.
    static func removing(_ range: SourceRange, from source: String) -> Self {
        func isInWord(_ offset: Int) -> Bool {
            guard offset >= 0, let byte = SourceRange(offset, offset + 1).text(in: source).utf8.first else {
                return false
            }
            return byte >= 0x80 || IdentifierCharacters.isContinue(Unicode.Scalar(byte))
        }
        let joins = isInWord(range.lowerBound - 1) && isInWord(range.upperBound)
        return Self(replacing: range, with: joins ? " " : "")
    }

    /// Whether both change the same bytes. Insertions at one location do not: they follow one another.
    func overlaps(_ other: PredicateDiagnostic.Edit) -> Bool {
        if range.isEmpty && other.range.isEmpty { return false }
        if range == other.range { return true }
        return range.lowerBound < other.range.upperBound && other.range.lowerBound < range.upperBound
    }

    /// The text with edits applied that do not overlap. Ranges are clipped to the text.
    package static func apply(_ edits: [PredicateDiagnostic.Edit], to source: String) -> String {
        let bytes = Array(source.utf8)
        var fixed: [UInt8] = []
        var done = 0
        for edit in edits.inOrderOfLocation {
            let lower = min(max(done, edit.range.lowerBound), bytes.count)
            fixed += bytes[done..<lower]
            fixed += Array(edit.text.utf8)
            done = min(max(lower, edit.range.upperBound), bytes.count)
        }
        fixed += bytes[done...]
        return String(decoding: fixed, as: UTF8.self)
    }
}

extension SourceRange {
    /// The text of the range after edits, which are clipped to it.
    package func text(in source: String, after edits: [PredicateDiagnostic.Edit]) -> String {
        let moved = edits.map { edit in
            PredicateDiagnostic.Edit(
                replacing: SourceRange(
                    max(0, edit.range.lowerBound - lowerBound), max(0, edit.range.upperBound - lowerBound)),
                with: edit.text)
        }
        return PredicateDiagnostic.Edit.apply(moved, to: text(in: source))
    }
}

extension [PredicateDiagnostic.Edit] {
    /// In order of range; insertions at the same offset keep their order.
    package var inOrderOfLocation: [PredicateDiagnostic.Edit] {
        enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }.map(\.element)
    }

    /// Whether two of the edits overlap.
    package var haveOverlap: Bool {
        var reaching: PredicateDiagnostic.Edit?
        for edit in inOrderOfLocation {
            if let reaching, reaching.overlaps(edit) { return true }
            if edit.range.upperBound >= reaching?.range.upperBound ?? 0 { reaching = edit }
        }
        return false
    }
}

extension PredicateDiagnostic {
    /// The consequence of a warning.
    public enum Consequence: String, Hashable, Sendable, CaseIterable {
        /// The answer is certainly not the intended one, or a name could not be checked. Everyone who sees the answer must
        /// know it.
        case wrongAnswer
        /// The predicate may be right. The warning is for a user who examines it.
        case doubt
    }

    /// The consequence of a warning; nil for an error.
    public var consequence: Consequence? {
        guard severity == .warning else { return nil }
        return Self.doubts.contains(code) ? .doubt : .wrongAnswer
    }

    /// The warnings of doubt. Commands show all others with every answer (D79).
    package static let doubts: Set<Code> = [
        .ignoredOptions, .missingArgument, .mixedAndOr, .nilSatisfies, .parenthesizedList, .quotedArgument,
        .unboundVariable, .unknownCase, .unseenValue,
    ]
}

extension PredicateDiagnostics: LocalizedError {
    /// The first error in one line, for a log or an alert: its message, and the hint if there is one. It is in English.
    public var errorDescription: String? {
        guard let first = diagnostics.first(where: { $0.severity == .error }) ?? diagnostics.first else { return nil }
        let others = diagnostics.count { $0.severity == .error } - 1
        return first.message + (first.hint.map { " (\($0))" } ?? "") + (others > 0 ? ", and \(others) more" : "")
    }
}
