#if Command && Files
import ArgumentParser
import PredicateFiles
import PredicateFormat

/// How the problems of files are written.
enum LintFormat: String, ExpressibleByArgument, CaseIterable {
    /// Snippets for people.
    case text
    /// One array for programs.
    case json
    /// SARIF 2.1.0.
    case sarif
    /// Commands that annotate files in a GitHub workflow.
    case github
    /// A test for each predicate.
    case junit

    /// Whether a report names all predicates, and not only those with problems.
    var namesPredicates: Bool { self == .junit }

    /// Whether a report is JSON.
    var isJSON: Bool { self == .json || self == .sarif }
}

/// What a report is made for.
struct LintReportContext {
    var width = 80
    var colour = false
    /// The version of the command.
    var version = ""
    /// Whether warnings count as failures.
    var failsOnWarnings = false
    /// The page about a message; nil if it has none.
    var rule: (String) -> LintRule? = { _ in nil }
}

/// The page about a message.
struct LintRule {
    /// A few words.
    let title: String
    /// A few sentences, with code between backticks.
    let explanation: String
}

/// A path that cannot be read, with the reason.
struct LintFailure {
    let path: String
    let reason: String
}

/// Writes the problems of files.
protocol LintReport {
    /// What is written of a file at once. Empty if nothing is, or if the report is written at the end.
    mutating func text(of file: LintedFile) -> String
    /// What is written at the end.
    func end(_ failures: [LintFailure]) -> String
}

extension LintFormat {
    /// A report without files.
    func report(_ context: LintReportContext) -> any LintReport {
        switch self {
        case .text: TextReport(context: context)
        case .json: JSONReport()
        case .sarif: SARIFReport(context)
        case .github: GitHubReport()
        case .junit: JUnitReport(context: context)
        }
    }
}

/// Snippets for people.
private struct TextReport: LintReport {
    let context: LintReportContext

    func text(of file: LintedFile) -> String {
        file.findings.isEmpty ? "" : file.snippets(file.findings, SourceLines(file.source), context)
    }

    func end(_ failures: [LintFailure]) -> String { "" }
}

extension LintedFile {
    /// Findings with the lines that they are about.
    ///
    /// - Parameter lines: those of the file.
    func snippets(_ findings: [LintFinding], _ lines: SourceLines, _ context: LintReportContext) -> String {
        guard !findings.isEmpty else { return "" }
        let renderer = DiagnosticRenderer(width: context.width, colour: context.colour, fileName: path)
        if !source.isEmpty || findings.contains(where: { $0.predicate == nil }) {
            return renderer.render(findings.map(\.diagnostic), in: lines) + "\n"
        }
        // A binary file has no lines: the predicate itself is shown.
        var texts = PredicateLines()
        return findings.map { finding in
            let name = finding.predicate.map { path + ": " + $0.context } ?? path
            let renderer = DiagnosticRenderer(width: context.width, colour: context.colour, fileName: name)
            return renderer.render([finding.diagnostic], in: texts.lines(of: finding)) + "\n"
        }.joined()
    }
}

/// The lines of predicates, for findings that follow one another: those of a long text are found once.
private struct PredicateLines {
    private var last: (text: String, lines: SourceLines)?

    /// The lines of the predicate of a finding.
    mutating func lines(of finding: LintFinding) -> SourceLines {
        let text = finding.predicate?.text.text ?? ""
        if let last, sameCodePoints(last.text, text) { return last.lines }
        let lines = SourceLines(text)
        last = (text, lines)
        return lines
    }
}

/// Commands of a GitHub workflow: `::error file=…,line=…::message`.
private struct GitHubReport: LintReport {
    func text(of file: LintedFile) -> String {
        guard !file.findings.isEmpty else { return "" }
        let lines = SourceLines(file.source)
        let path = Self.escaped(SafeText.plain(file.programPath), isProperty: true)
        return file.findings.map { finding in
            let diagnostic = finding.diagnostic
            let (start, end) = lines.ends(of: diagnostic.range)
            let place =
                file.source.isEmpty
                ? "" : ",line=\(start.line),col=\(start.column),endLine=\(end.line),endColumn=\(end.column)"
            return "::\(diagnostic.severity.rawValue) file=\(path)\(place),"
                + "title=\(Self.escaped(diagnostic.code.rawValue, isProperty: true))::"
                + Self.escaped(SafeText.lines(finding.fullSentence), isProperty: false) + "\n"
        }.joined()
    }

    func end(_ failures: [LintFailure]) -> String { "" }

    private static func escaped(_ text: String, isProperty: Bool) -> String {
        let escaped = text.escaping(["%": "%25", "\r": "%0D", "\n": "%0A"])
        return isProperty ? escaped.escaping([":": "%3A", ",": "%2C"]) : escaped
    }
}

/// The shape of `--diagnostics json`, with the file and the predicate.
private struct JSONReport: LintReport {
    private typealias Member = JSONNode.Member
    private var nodes: [JSONNode] = []

    init() {}

    mutating func text(of file: LintedFile) -> String {
        guard !file.findings.isEmpty else { return "" }
        let writer = DiagnosticJSON(file.source)
        var texts = PredicateLines()
        for finding in file.findings {
            // In a binary file a range is that of the predicate.
            let writer = file.source.isEmpty ? DiagnosticJSON(texts.lines(of: finding)) : writer
            var members = [Member("file", .string(file.path))]
            if let predicate = finding.predicate {
                members.append(Member("profile", .string(predicate.profile)))
                members.append(Member("context", .string(predicate.context)))
            }
            if case .object(let others) = writer.node(finding.diagnostic) { members += others }
            nodes.append(.object(members))
        }
        return ""
    }

    func end(_ failures: [LintFailure]) -> String { JSONNode.array(nodes).text(pretty: true) + "\n" }
}
#endif
