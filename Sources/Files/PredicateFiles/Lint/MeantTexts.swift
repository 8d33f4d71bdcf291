import PredicateCore

/// Decides which diagnostics of a predicate do not help in its file, because the author meant what is written.
struct MeantTexts {
    private let predicate: FoundPredicate
    private let text: String
    /// Whether the file writes the text with placeholders.
    private let hasPlaceholders: Bool
    /// The functions of derived attributes in Core Data, which no other expression has.
    private static let derivations = ["canonical:"]

    init(_ text: String, _ predicate: FoundPredicate) {
        self.text = text
        self.predicate = predicate
        hasPlaceholders =
            predicate.notation == .placeholders && predicate.original.text.utf8.contains(UInt8(ascii: "%"))
    }

    /// Whether the text of a diagnostic is as it was meant.
    func isMeant(_ diagnostic: PredicateDiagnostic) -> Bool {
        switch diagnostic.code {
        // Both are about all predicates of a form rather than about a mistake: every `!=` of a field that may be missing, every AND
        // next to an OR without parentheses.
        case .nilSatisfies, .mixedAndOr: true
        case .alwaysTrue, .alwaysFalse: isConstant(diagnostic.range)
        case .unavailable: isForApple
        case .unknownFunction: isDerivation(diagnostic.range)
        case .unknownField: predicate.isOpen && (isLeftOfIn(diagnostic) || isOtherName(diagnostic))
        default: false
        }
    }

    /// Whether a comparison has the same answer on purpose: `1 == 1`, or `%FLAG% == TRUE` with the value that the file gives now.
    private func isConstant(_ range: SourceRange) -> Bool {
        if hasPlaceholders { return true }
        let signs = " =!<>.-"
        return range.text(in: text).utf8.allSatisfy { byte in
            byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || signs.utf8.contains(byte)
        }
    }

    /// Whether a program with Apple's frameworks takes the text: they have functions and operators that this library has not.
    private var isForApple: Bool {
        switch predicate.call?.api {
        case .predicate?, .expression?, .realm?: true
        default: false
        }
    }

    private func isDerivation(_ range: SourceRange) -> Bool {
        predicate.isExpression && predicate.call == nil
            && Self.derivations.contains { sameCodePoints($0, range.text(in: text)) }
    }

    /// Whether quotes are the only edit of an unknown name on the left of IN: a list on the right says what the field
    /// holds, not that the name is a string.
    private func isLeftOfIn(_ diagnostic: PredicateDiagnostic) -> Bool {
        guard let edit = diagnostic.edits.first, let quote = edit.text.utf8.first,
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { return false }
        let behind = text.utf8.dropFirst(edit.range.upperBound).drop {
            $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D
        }
        let word = behind.prefix(3)
        guard word.count == 3, let last = word.last else { return false }
        let isName = last >= 0x80 || last == UInt8(ascii: "_") || (last | 0x20 >= 0x61 && last | 0x20 <= 0x7A)
        return asciiUppercased(String(decoding: word.prefix(2), as: UTF8.self)) == "IN" && !isName
    }

    /// Whether the suggested name differs in more than a misspelling: `machine_name` is not a misspelt `machine_type`.
    private func isOtherName(_ diagnostic: PredicateDiagnostic) -> Bool {
        guard let edit = diagnostic.edits.first, edit.range == diagnostic.range,
            edit.text.utf8.first != UInt8(ascii: "\"")
        else { return false }
        let written = diagnostic.range.text(in: text)
        if Suggestions.areAlike(written, edit.text) { return false }
        // `os_version` for `os_vers`.
        if written.utf8.starts(with: edit.text.utf8) || edit.text.utf8.starts(with: written.utf8) { return false }
        return !Suggestions.isMisspelling(written, of: edit.text)
    }
}

/// The values that the parser reports where a condition is needed: `is_laptop AND os_vers_major > 13`.
///
/// An unknown name in such a place is the only message, because it explains more. Where records may have other fields,
/// the name is not a mistake, but a value without a comparison still is: no program can parse the string.
struct BareValues {
    private var diagnostics: [SourceRange: PredicateDiagnostic] = [:]

    /// No values.
    init() {}

    /// The values of a predicate that was parsed.
    init(_ text: ParsedText) {
        for diagnostic in text.diagnostics where diagnostic.code == .missingComparison {
            var diagnostic = diagnostic
            // Nothing is known of the field, so `== YES` is a guess.
            diagnostic.areEditsApplicable = false
            diagnostics[diagnostic.range] = diagnostic
        }
    }

    /// The message about a value where the schema may not have its field: its edits are suggestions if only the parser made it.
    func judged(_ diagnostic: PredicateDiagnostic) -> PredicateDiagnostic {
        guard diagnostic.code == .missingComparison, let known = diagnostics[diagnostic.range],
            sameCodePoints(known.message, diagnostic.message)
        else { return diagnostic }
        return known
    }

    /// The message that an unknown name hides; nil if there is none.
    func diagnostic(behind diagnostic: PredicateDiagnostic) -> PredicateDiagnostic? {
        diagnostic.code == .unknownField ? diagnostics[diagnostic.range] : nil
    }
}

/// Joins the messages about the elements of one list that lack their quotes: a program that generates a list forgets all of them.
enum UnquotedLists {
    /// The diagnostics of a predicate, with one for each list.
    static func joined(_ diagnostics: [PredicateDiagnostic], in text: String) -> [PredicateDiagnostic] {
        let bytes = Array(text.utf8)
        let elements = diagnostics.indices.filter { isUnquoted(diagnostics[$0], text) }
            .sorted { edit(diagnostics[$0]).lowerBound < edit(diagnostics[$1]).lowerBound }
        guard elements.count > 1 else { return diagnostics }
        var lists: [[Int]] = []
        for index in elements {
            if let last = lists.last?.last, areNeighbours(edit(diagnostics[last]), edit(diagnostics[index]), bytes) {
                lists[lists.count - 1].append(index)
            } else {
                lists.append([index])
            }
        }
        var joined = diagnostics.map(Optional.some)
        for list in lists where list.count > 1 {
            let members = list.map { diagnostics[$0] }
            for index in list { joined[index] = nil }
            joined[list.min() ?? list[0]] = .unquotedList(members)
        }
        return joined.compactMap { $0 }
    }

    private static func edit(_ diagnostic: PredicateDiagnostic) -> SourceRange {
        diagnostic.edits.first?.range ?? diagnostic.range
    }

    /// Whether a diagnostic puts quotes round a string, and nothing else.
    private static func isUnquoted(_ diagnostic: PredicateDiagnostic, _ text: String) -> Bool {
        guard diagnostic.code == .unknownField || diagnostic.code == .unquotedString, diagnostic.edits.count == 1,
            let edit = diagnostic.edits.first
        else { return false }
        return sameCodePoints(edit.text, SourceSpelling.quoted(edit.range.text(in: text)))
    }

    /// Whether nothing but a comma and elements in quotes are between two ranges.
    private static func areNeighbours(_ first: SourceRange, _ second: SourceRange, _ bytes: [UInt8]) -> Bool {
        var offset = first.upperBound
        var commas = 0
        while offset < min(second.lowerBound, bytes.count) {
            switch bytes[offset] {
            case UInt8(ascii: ","): commas += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = bytes[offset]
                offset += 1
                while offset < second.lowerBound, bytes[offset] != quote {
                    offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
                }
            case 0...0x20: break
            default: return false
            }
            offset += 1
        }
        return commas > 0
    }
}
