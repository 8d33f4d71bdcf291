import PredicateCore
import PredicateFormat
import PredicatePlatform

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

/// A file of named predicates that cannot be used, with everything that is wrong with it, or a name or a value that does not fit
/// the file.
///
/// `description` shows each problem in the lines of the file:
///
///     rules.yaml:3:12: error: `cost` is not a field of City
///      3 │   coastal: cost == TRUE
///        │            ^^^^ did you mean `coast`?
public struct PredicateFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whose mistake it is.
    public enum Kind: String, Hashable, Sendable {
        /// The file cannot be read.
        case unreadable
        /// The file has errors.
        case invalid
        /// The program asks for a name that the file does not have, or gives values that do not fit.
        case refused
    }

    /// Whose mistake it is.
    public var kind: Kind { isRefused ? .refused : isUnreadable ? .unreadable : .invalid }
    /// The path of the file, as it was given.
    public let path: String
    /// All errors and warnings, in the order of the file. At least one is an error.
    public let problems: [PredicateFileProblem]
    /// The text of the file; empty for a binary file, and for one that cannot be opened.
    public let source: String
    /// The schema files that the file names, for whoever waits for a change.
    package let schemaPaths: [String]
    /// Whether the program gave what is wrong.
    private(set) var isRefused = false

    /// Whether the file itself cannot be read, so that nothing is known of its contents.
    public var isUnreadable: Bool {
        source.isEmpty && problems.allSatisfy { $0.diagnostic.code == .unreadableFile && $0.position == nil }
    }

    /// Every problem, one after the other. What the program gave has no place in the file, and is a sentence.
    public var description: String {
        guard isRefused, let first else { return rendered() }
        if let text = problems.first?.text, !text.isEmpty {
            return PredicateDiagnostics(source: text, diagnostics: problems.map(\.diagnostic)).description
        }
        if let hint { return SafeText.plain(message + "; " + hint) }
        return SafeText.plain(first.notes.first.map { message + ". " + $0 } ?? message)
    }

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
                let severity = problem.diagnostic.severity.rawValue
                // A file that cannot be opened has no lines, so its message has the form of all other files'.
                let start =
                    problem.diagnostic.code == .unreadableFile ? "\(severity): \(place)" : "\(place): \(severity)"
                texts.append(SafeText.plain("\(start): \(problem.diagnostic.message)\(hint)"))
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

/// A file that gives no predicate for a name and arguments.
@available(*, deprecated, renamed: "PredicateFileError")
public typealias NamedPredicateError = PredicateFileError

extension PredicateFileError {
    /// A file that cannot be opened.
    init(path: String, reason: String) {
        self.init(refusing: .unreadableFile(ConfigurationError(reason, at: 0)), in: path)
        isRefused = false
    }

    /// A name or a value that the program gave, and that does not fit.
    init(refusing diagnostic: PredicateDiagnostic, of keyPath: String = "", in path: String) {
        self.init(refusing: PredicateDiagnostics(source: "", diagnostics: [diagnostic]), of: keyPath, in: path)
    }

    /// Errors of the text of a predicate with the program's values, or for its type.
    init(refusing found: PredicateDiagnostics, of keyPath: String, in path: String) {
        let problems = found.diagnostics.map {
            PredicateFileProblem(path: path, diagnostic: $0, position: nil, keyPath: keyPath, text: found.source)
        }
        self.init(path: path, problems: problems, source: "", schemaPaths: [])
        isRefused = true
    }

    private var first: PredicateDiagnostic? {
        (problems.first { $0.diagnostic.severity == .error } ?? problems.first)?.diagnostic
    }

    /// The stable name of the first error's message, such as `unknown-predicate`.
    public var code: PredicateDiagnostic.Code { first?.code ?? .unreadableFile }
    /// The first error in one sentence, without its hint.
    public var message: String { first?.message ?? "" }
    /// What is probably meant, such as another name.
    public var hint: String? { first?.hint }
}

extension PredicateFileError: LocalizedError {
    /// The first error on one line, after the path of the file unless the program gave what is wrong. It is in English.
    public var errorDescription: String? {
        let found = PredicateDiagnostics(source: source, diagnostics: problems.map(\.diagnostic)).errorDescription
        return found.map { isRefused ? $0 : "\(path): \($0)" }
    }
}

extension PredicateFileError: Encodable {
    /// Writes an object that a server can send: `kind`; `message`, one sentence; `path`; and `diagnostics`, what
    /// `PredicateDiagnostics.json(pretty:)` writes of each problem, with its `keyPath`. A later version may add members and kinds.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        let node: JSONNode = [
            "kind": .string(kind.rawValue), "message": .string(errorDescription ?? ""), "path": .string(path),
            "diagnostics": .array(jsonNodes),
        ]
        try node.encode(to: encoder)
    }

    /// The problems as objects.
    package var jsonNodes: [JSONNode] {
        let file = DiagnosticJSON(source)
        return problems.map { problem in
            (problem.text.isEmpty ? file : DiagnosticJSON(problem.text))
                .node(problem.diagnostic, of: ("keyPath", problem.keyPath))
        }
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

    /// Reports something with ranges of a string of the file.
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
