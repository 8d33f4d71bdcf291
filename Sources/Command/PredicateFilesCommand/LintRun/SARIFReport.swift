#if Command && Files
import PredicateFiles
import PredicateFormat
import PredicateRecords

/// SARIF 2.1.0: one run, with a rule for each message that occurs.
struct SARIFReport: LintReport {
    private let context: LintReportContext
    /// The codes of messages in the order of their first appearance, with the worst level that occurs.
    private var rules: [(code: String, level: PredicateDiagnostic.Severity)] = []
    private var indexes: [String: Int] = [:]
    private var results: [JSONNode] = []

    init(_ context: LintReportContext) { self.context = context }

    mutating func text(of file: LintedFile) -> String {
        guard !file.findings.isEmpty else { return "" }
        let lines = SourceLines(file.source)
        let artifact = Self.artifact(file.programPath)
        for (finding, fingerprint) in zip(file.findings, file.fingerprints) {
            let diagnostic = finding.diagnostic
            let code = diagnostic.code.rawValue
            let index = indexes[code] ?? rules.count
            if index == rules.count {
                indexes[code] = index
                rules.append((code, diagnostic.severity))
            } else if diagnostic.severity == .error {
                rules[index].level = .error
            }
            let related = diagnostic.labels.map { label -> JSONNode in
                [
                    "physicalLocation": ["artifactLocation": artifact, "region": Self.region(lines, label.range)],
                    "message": ["text": .string(label.message)],
                ]
            }
            let isText = !file.source.isEmpty
            let isFixed = isText && !diagnostic.edits.isEmpty && diagnostic.areEditsApplicable
            results.append([
                "ruleId": .string(code), "ruleIndex": .number("\(index)"),
                "level": .string(diagnostic.severity.rawValue), "message": ["text": .string(finding.fullSentence)],
                "locations": [Self.location(of: finding, in: file, artifact, lines)],
                "partialFingerprints": ["predicate/v1": .string(fingerprint)],
                "relatedLocations": isText && !related.isEmpty ? .array(related) : nil,
                "fixes": isFixed ? [Self.fix(diagnostic, artifact, lines)] : nil,
            ])
        }
        return ""
    }

    func end(_ failures: [LintFailure]) -> String {
        let notifications = failures.map { failure -> JSONNode in
            ["level": "error", "message": ["text": .string("\(failure.path): \(failure.reason)")]]
        }
        let invocation: JSONNode = [
            "executionSuccessful": .boolean(failures.isEmpty),
            "toolExecutionNotifications": notifications.isEmpty ? nil : .array(notifications),
        ]
        let driver: JSONNode = [
            "name": "predicate lint", "version": .string(context.version), "semanticVersion": .string(context.version),
            "rules": .array(rules.map(rule)),
        ]
        let base = "file://" + Self.encoded(FileSystem.currentFolder) + "/"
        let run: JSONNode = [
            "tool": ["driver": driver],
            // Columns are counted in code points.
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": .object([JSONNode.Member(Self.baseName, ["uri": .string(base)])]),
            "invocations": [invocation], "results": .array(results),
        ]
        let log: JSONNode = [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
        ]
        return log.text(pretty: true) + "\n"
    }

    // MARK: Parts

    private func rule(_ rule: (code: String, level: PredicateDiagnostic.Severity)) -> JSONNode {
        let page = context.rule(rule.code)
        let help = page.map { "\($0.explanation)\n\n`predicate message \(rule.code)` shows examples." }
        return [
            "id": .string(rule.code),
            "shortDescription": page.map { ["text": .string($0.title)] },
            "fullDescription": page.map { ["text": .string($0.explanation)] },
            "help": page.map { page in
                ["text": .string(help ?? ""), "markdown": .string("**\(page.title)**\n\n\(help ?? "")")]
            },
            "defaultConfiguration": ["level": .string(rule.level.rawValue)],
        ]
    }

    private static func location(
        of finding: LintFinding, in file: LintedFile, _ artifact: JSONNode, _ lines: SourceLines
    ) -> JSONNode {
        [
            // A binary file has no lines.
            "physicalLocation": [
                "artifactLocation": artifact,
                "region": file.source.isEmpty ? nil : region(lines, finding.diagnostic.range),
            ],
            "logicalLocations": finding.predicate.map { [["fullyQualifiedName": .string($0.context)]] },
        ]
    }

    private static func fix(
        _ diagnostic: PredicateDiagnostic, _ artifact: JSONNode, _ lines: SourceLines
    ) -> JSONNode {
        let replacements = diagnostic.edits.map { edit -> JSONNode in
            ["deletedRegion": region(lines, edit.range), "insertedContent": ["text": .string(edit.text)]]
        }
        return [
            "description": ["text": .string(diagnostic.hint ?? "fix the predicate")],
            "artifactChanges": [["artifactLocation": artifact, "replacements": .array(replacements)]],
        ]
    }

    private static func region(_ lines: SourceLines, _ range: SourceRange) -> JSONNode {
        let (start, end) = lines.ends(of: range)
        return [
            "startLine": .number("\(start.line)"), "startColumn": .number("\(start.column)"),
            "endLine": .number("\(end.line)"), "endColumn": .number("\(end.column)"),
        ]
    }

    // MARK: Addresses

    /// The name of the folder that relative addresses begin at.
    private static let baseName = "%SRCROOT%"

    private static func artifact(_ path: String) -> JSONNode {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        return [
            "uri": .string((isAbsolute ? "file://" : "") + encoded(path)),
            "uriBaseId": isAbsolute ? nil : .string(baseName),
        ]
    }

    /// A path in an address: all but letters, digits and four signs as `%` and two digits.
    private static func encoded(_ path: String) -> String {
        FileName.bytes(path).percentEncoded { $0.isASCIIAlphanumeric || "-._~/".utf8.contains($0) }
    }
}
#endif
