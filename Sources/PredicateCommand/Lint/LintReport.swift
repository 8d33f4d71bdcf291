import ArgumentParser
import PredicateConfiguration
import PredicateFormat

/// How the problems of files are written.
enum LintFormat: String, ExpressibleByArgument, CaseIterable {
    /// Snippets for people.
    case text
    /// One array for programs.
    case json
    /// Commands that annotate files in a GitHub workflow.
    case github
    /// SARIF 2.1.0.
    case sarif
}

/// The problems of one file.
struct LintedFile {
    let path: String
    /// The text of the file; empty for a binary one.
    let source: String
    let findings: [LintFinding]
}

/// Writes the problems of files.
struct LintReport {
    let format: LintFormat
    let width: Int
    let colour: Bool
    /// The version of the command.
    let version: String

    /// What is written of a file at once; nil if the format writes all files together.
    func text(of file: LintedFile) -> String? {
        switch format {
        case .text:
            guard !file.findings.isEmpty else { return nil }
            let renderer = DiagnosticRenderer(width: width, colour: colour, fileName: file.path)
            if !file.source.isEmpty {
                return renderer.render(
                    PredicateDiagnostics(source: file.source, diagnostics: file.findings.map(\.diagnostic))) + "\n"
            }
            // A binary file has no lines: the predicate itself is shown.
            return file.findings.map { finding in
                let context = finding.predicate.map { file.path + ": " + $0.context } ?? file.path
                let renderer = DiagnosticRenderer(width: width, colour: colour, fileName: context)
                return renderer.render(finding.diagnostic, source: finding.predicate?.text.text ?? "") + "\n"
            }.joined()
        case .github: return file.findings.map { annotation($0, file) }.joined()
        case .json, .sarif: return nil
        }
    }

    /// What is written at the end.
    func text(of files: [LintedFile]) -> String? {
        switch format {
        case .text, .github: nil
        case .json: JSONNode.array(files.flatMap(Self.nodes)).text(pretty: true) + "\n"
        case .sarif: sarif(files).text(pretty: true) + "\n"
        }
    }

    /// A command of a GitHub workflow: `::error file=…,line=…::message`.
    private func annotation(_ finding: LintFinding, _ file: LintedFile) -> String {
        let place = SourcePlaces(file.source).place(of: finding.diagnostic.range)
        let diagnostic = finding.diagnostic
        let message = ([diagnostic.message, diagnostic.hint].compactMap { $0 } + diagnostic.notes).joined(
            separator: "; ")
        return "::\(diagnostic.severity.rawValue) file=\(Self.escaped(file.path, isProperty: true)),line=\(place.line),"
            + "col=\(place.column),endLine=\(place.endLine),endColumn=\(place.endColumn),"
            + "title=\(Self.escaped(diagnostic.code.rawValue, isProperty: true))::"
            + Self.escaped(message, isProperty: false) + "\n"
    }

    private static func escaped(_ text: String, isProperty: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where isProperty: result += "%3A"
            case "," where isProperty: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    // MARK: JSON

    private typealias Member = JSONNode.Member

    private static func nodes(_ file: LintedFile) -> [JSONNode] {
        let writer = DiagnosticJSON(file.source)
        return file.findings.map { finding in
            // In a binary file a range is that of the predicate.
            let writer = file.source.isEmpty ? DiagnosticJSON(finding.predicate?.text.text ?? "") : writer
            var members = [Member("file", .string(file.path))]
            if let predicate = finding.predicate {
                members.append(Member("profile", .string(predicate.profile)))
                members.append(Member("context", .string(predicate.context)))
            }
            if case .object(let others) = writer.node(finding.diagnostic) { members += others }
            return .object(members)
        }
    }

    // MARK: SARIF

    private func sarif(_ files: [LintedFile]) -> JSONNode {
        var codes: [String] = []
        for finding in files.flatMap(\.findings) where !codes.contains(finding.diagnostic.code.rawValue) {
            codes.append(finding.diagnostic.code.rawValue)
        }
        let rules = codes.map { JSONNode.object([Member("id", .string($0))]) }
        let driver = JSONNode.object([
            Member("name", .string("predicate lint")), Member("version", .string(version)),
            Member("rules", .array(rules)),
        ])
        let run = JSONNode.object([
            Member("tool", .object([Member("driver", driver)])),
            // Columns are counted in code points.
            Member("columnKind", .string("unicodeCodePoints")),
            Member("results", .array(files.flatMap { Self.results($0, codes) })),
        ])
        return .object([
            Member("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
            Member("version", .string("2.1.0")), Member("runs", .array([run])),
        ])
    }

    private static func results(_ file: LintedFile, _ codes: [String]) -> [JSONNode] {
        let places = SourcePlaces(file.source)
        let artifact = JSONNode.object([Member("uri", .string(uri(file.path)))])
        return file.findings.map { finding in
            let diagnostic = finding.diagnostic
            var location = [Member("artifactLocation", artifact)]
            if !file.source.isEmpty { location.append(Member("region", region(places, diagnostic.range))) }
            let message = [diagnostic.message, diagnostic.hint].compactMap { $0 }.joined(separator: "; ")
            var result = [
                Member("ruleId", .string(diagnostic.code.rawValue)),
                Member("ruleIndex", .number("\(codes.firstIndex(of: diagnostic.code.rawValue) ?? 0)")),
                Member("level", .string(diagnostic.severity.rawValue)),
                Member("message", .object([Member("text", .string(message))])),
                Member("locations", .array([.object([Member("physicalLocation", .object(location))])])),
            ]
            if !diagnostic.edits.isEmpty, diagnostic.areEditsApplicable {
                let replacements = diagnostic.edits.map { edit in
                    JSONNode.object([
                        Member("deletedRegion", region(places, edit.range)),
                        Member("insertedContent", .object([Member("text", .string(edit.text))])),
                    ])
                }
                let change = JSONNode.object([
                    Member("artifactLocation", artifact), Member("replacements", .array(replacements)),
                ])
                result.append(Member("fixes", .array([.object([Member("artifactChanges", .array([change]))])])))
            }
            return .object(result)
        }
    }

    private static func region(_ places: SourcePlaces, _ range: SourceRange) -> JSONNode {
        let place = places.place(of: range)
        return .object([
            Member("startLine", .number("\(place.line)")), Member("startColumn", .number("\(place.column)")),
            Member("endLine", .number("\(place.endLine)")), Member("endColumn", .number("\(place.endColumn)")),
        ])
    }

    /// A path as a relative reference of a URI.
    private static func uri(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return result
    }
}

/// Lines and columns of ranges of a file, counted from 1, columns in code points.
struct SourcePlaces {
    struct Place {
        let line: Int
        let column: Int
        let endLine: Int
        let endColumn: Int
    }

    private let lines: SourceLines

    init(_ source: String) { lines = SourceLines(source) }

    func place(of range: SourceRange) -> Place {
        let start = lines.position(of: range.lowerBound)
        let end = lines.position(of: range.upperBound)
        return Place(line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
    }
}
