import PredicateCore

/// One error or warning about a file of named predicates.
public struct PredicateFileProblem: Error, Hashable, Sendable {
    /// The path of the file, as it was given.
    public let path: String
    /// What is wrong. Its ranges are bytes of the file; if `position` is nil, they are bytes of `text`.
    public let diagnostic: PredicateDiagnostic
    /// The line and the column of the problem; nil for a file without lines, such as a binary property list, and for one that cannot
    /// be opened.
    public let position: SourcePosition?
    /// The keys that lead to the value with the problem, such as `predicates.big-cities.cases[0].record`; empty for the whole file.
    public let keyPath: String
    /// The predicate that the ranges are bytes of, if the file has no lines; otherwise empty.
    public let text: String
}

/// A file of named predicates that cannot be used, with everything that is wrong with it.
///
/// `description` shows each problem in the lines of the file:
///
///     rules.yaml:3:12: error: `cost` is not a field of City
///      3 │   coastal: cost == TRUE
///        │            ^^^^ did you mean `coast`?
public struct PredicateFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file, as it was given.
    public let path: String
    /// All errors and warnings, in the order of the file. At least one is an error.
    public let problems: [PredicateFileProblem]
    /// The text of the file; empty for a binary file, and for one that cannot be opened.
    public let source: String
    /// The schema files that the file names, for whoever waits for a change.
    package let schemaPaths: [String]

    /// Whether the file itself cannot be read, so that nothing is known of its contents.
    public var isUnreadable: Bool {
        source.isEmpty && problems.allSatisfy { $0.diagnostic.code == .unreadableFile && $0.position == nil }
    }

    /// Every problem, one after the other.
    public var description: String { rendered() }

    /// Every problem with the lines of the file, one after the other, without a line break at the end.
    ///
    /// - Parameters:
    ///   - width: the columns of a snippet.
    ///   - colour: whether to use the colours of ANSI terminals.
    public func rendered(width: Int = 80, colour: Bool = false) -> String {
        Self.rendered(problems, source: source, width: width, colour: colour)
    }

    /// Problems of a file with its lines.
    package static func rendered(_ problems: [PredicateFileProblem], source: String, width: Int, colour: Bool) -> String
    {
        var texts: [String] = []
        var located: [PredicateDiagnostic] = []
        // The problems of a predicate follow one another, and the lines of a long text are found once.
        var last: (text: String, lines: SourceLines)?
        let path = problems.first?.path
        for problem in problems {
            if problem.position != nil {
                located.append(problem.diagnostic)
                continue
            }
            var place = problem.path
            if !problem.keyPath.isEmpty { place += ": " + problem.keyPath }
            if problem.text.isEmpty {
                let hint = problem.diagnostic.hint.map { "; " + $0 } ?? ""
                texts.append(
                    SafeText.plain(
                        "\(place): \(problem.diagnostic.severity.rawValue): \(problem.diagnostic.message)\(hint)"))
            } else {
                let renderer = DiagnosticRenderer(width: width, colour: colour, fileName: place)
                let known = last.flatMap { sameCodePoints($0.text, problem.text) ? $0.lines : nil }
                let lines = known ?? SourceLines(problem.text)
                last = (problem.text, lines)
                texts.append(renderer.render([problem.diagnostic], in: lines))
            }
        }
        if !located.isEmpty {
            let renderer = DiagnosticRenderer(width: width, colour: colour, fileName: path)
            texts.append(renderer.render(PredicateDiagnostics(source: source, diagnostics: located)))
        }
        return texts.joined(separator: "\n")
    }
}

/// Why a file gives no predicate for a name and arguments.
public struct NamedPredicateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the message, such as `unknown-predicate`.
    public let code: PredicateDiagnostic.Code
    /// One sentence.
    public let message: String
    /// A suggestion, such as a name that is meant.
    public let hint: String?
    /// A sentence about what is possible, such as the arguments that there are.
    public let note: String?
    /// What is wrong in the text of the predicate, if that is the reason.
    public let diagnostics: PredicateDiagnostics?

    init(_ diagnostic: PredicateDiagnostic) {
        code = diagnostic.code
        message = diagnostic.message
        hint = diagnostic.hint
        note = diagnostic.notes.first
        diagnostics = nil
    }

    init(_ diagnostics: PredicateDiagnostics) {
        let first = diagnostics.diagnostics.first { $0.severity == .error } ?? diagnostics.diagnostics.first
        code = first?.code ?? .predicateArgument
        message = first?.message ?? ""
        hint = first?.hint
        note = nil
        self.diagnostics = diagnostics
    }

    /// The message and the suggestion on one line, or the text of the predicate with its errors.
    public var description: String {
        if let diagnostics { return diagnostics.description }
        if let hint { return SafeText.plain(message + "; " + hint) }
        return SafeText.plain(note.map { message + ". " + $0 } ?? message)
    }
}

/// Collects what is wrong with a file.
final class NamedProblems {
    let path: String
    let isBinary: Bool
    private let lines: SourceLines?
    private var found: [PredicateFileProblem] = []
    /// How many errors there are.
    private(set) var errorCount = 0

    init(path: String, source: String, isBinary: Bool) {
        self.path = path
        self.isBinary = isBinary
        lines = isBinary ? nil : SourceLines(source)
    }

    /// Reports something with ranges of the file.
    func report(_ diagnostic: PredicateDiagnostic, in keyPath: String) {
        let position = lines?.position(of: diagnostic.range.lowerBound)
        add(
            PredicateFileProblem(
                path: path, diagnostic: diagnostic, position: position, keyPath: keyPath, text: ""))
    }

    /// Reports something with ranges of a text of the file.
    func report(_ diagnostic: PredicateDiagnostic, of text: LocatedText, in keyPath: String) {
        guard isBinary else { return report(diagnostic.located(in: text), in: keyPath) }
        var diagnostic = diagnostic
        diagnostic.edits = []
        add(
            PredicateFileProblem(
                path: path, diagnostic: diagnostic, position: nil, keyPath: keyPath, text: text.text))
    }

    /// All problems in the order of the file.
    var ordered: [PredicateFileProblem] {
        found.enumerated().sorted {
            let (a, b) = ($0.element.diagnostic.range, $1.element.diagnostic.range)
            return isBinary
                ? $0.offset < $1.offset
                : (a.lowerBound, a.upperBound, $0.offset) < (b.lowerBound, b.upperBound, $1.offset)
        }.map(\.element)
    }

    /// The line and the column of a range; nil in a file without lines.
    func position(of range: SourceRange) -> SourcePosition? { lines?.position(of: range.lowerBound) }

    func wrongKind(_ key: String, _ expected: String, _ node: ConfigurationNode, in path: String) {
        if case .alias = node.content {
            report(.alias(at: node.sourceRange), in: path)
        } else {
            report(.wrongKind(key, expected, at: node.start), in: path)
        }
    }

    /// Reports keys that are there twice.
    func checkRepeated(_ entries: [ConfigurationNode.Entry], in path: String) {
        var known: [ExactName: SourceRange] = [:]
        for entry in entries {
            let range = entry.key.sourceRange
            if let first = known.updateValue(range, forKey: ExactName(entry.key.text)) {
                report(.repeatedKey(entry.key.text, first: first, at: range), in: path)
            }
        }
    }

    private func add(_ problem: PredicateFileProblem) {
        found.append(problem)
        if problem.diagnostic.severity == .error { errorCount += 1 }
    }
}
