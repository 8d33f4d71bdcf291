#if Files
import PredicateFiles
import PredicateFormat

/// SARIF 2.1.0: one run, with a rule for each message that occurs.
struct SARIFReport: LintReport {
    private typealias Member = JSONNode.Member

    private let context: LintReportContext
    /// The codes of messages in the order of their first appearance, with the worst level that occurs.
    private var rules: [(code: String, level: PredicateDiagnostic.Severity)] = []
    private var indexes: [String: Int] = [:]
    private var results: [JSONNode] = []

    init(_ context: LintReportContext) { self.context = context }

    mutating func text(of file: LintedFile) -> String {
        guard !file.findings.isEmpty else { return "" }
        let places = SourcePlaces(file.source)
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
            var result = [
                Member("ruleId", .string(code)), Member("ruleIndex", .number("\(index)")),
                Member("level", .string(diagnostic.severity.rawValue)),
                Member("message", .object([Member("text", .string(finding.fullSentence))])),
                Member("locations", .array([Self.location(of: finding, in: file, artifact, places)])),
                Member("partialFingerprints", .object([Member("predicate/v1", .string(fingerprint))])),
            ]
            let related = diagnostic.labels.map { label in
                JSONNode.object([
                    Member(
                        "physicalLocation",
                        .object([
                            Member("artifactLocation", artifact), Member("region", Self.region(places, label.range)),
                        ])), Member("message", .object([Member("text", .string(label.message))])),
                ])
            }
            if !related.isEmpty, !file.source.isEmpty { result.append(Member("relatedLocations", .array(related))) }
            if !file.source.isEmpty, !diagnostic.edits.isEmpty, diagnostic.areEditsApplicable {
                result.append(Member("fixes", .array([Self.fix(diagnostic, artifact, places)])))
            }
            results.append(.object(result))
        }
        return ""
    }

    func end(_ failures: [LintFailure]) -> String {
        let driver = JSONNode.object([
            Member("name", .string("predicate lint")), Member("version", .string(context.version)),
            Member("semanticVersion", .string(context.version)), Member("rules", .array(rules.map(rule))),
        ])
        var invocation = [Member("executionSuccessful", .boolean(failures.isEmpty))]
        let notifications = failures.map { failure in
            JSONNode.object([
                Member("level", .string("error")),
                Member("message", .object([Member("text", .string("\(failure.path): \(failure.reason)"))])),
            ])
        }
        if !notifications.isEmpty { invocation.append(Member("toolExecutionNotifications", .array(notifications))) }
        let base = "file://" + Self.encoded(FilePath.currentFolder) + "/"
        let run = JSONNode.object([
            Member("tool", .object([Member("driver", driver)])),
            // Columns are counted in code points.
            Member("columnKind", .string("unicodeCodePoints")),
            Member(
                "originalUriBaseIds",
                .object([Member(Self.baseName, .object([Member("uri", .string(base))]))])),
            Member("invocations", .array([.object(invocation)])), Member("results", .array(results)),
        ])
        return JSONNode.object([
            Member("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
            Member("version", .string("2.1.0")), Member("runs", .array([run])),
        ]).text(pretty: true) + "\n"
    }

    // MARK: Parts

    private func rule(_ rule: (code: String, level: PredicateDiagnostic.Severity)) -> JSONNode {
        var members = [Member("id", .string(rule.code))]
        if let page = context.rule(rule.code) {
            let help = "\(page.explanation)\n\n`predicate message \(rule.code)` shows examples."
            members += [
                Member("shortDescription", .object([Member("text", .string(page.title))])),
                Member("fullDescription", .object([Member("text", .string(page.explanation))])),
                Member(
                    "help",
                    .object([
                        Member("text", .string(help)),
                        Member("markdown", .string("**\(page.title)**\n\n\(help)")),
                    ])),
            ]
        }
        members.append(
            Member("defaultConfiguration", .object([Member("level", .string(rule.level.rawValue))])))
        return .object(members)
    }

    private static func location(
        of finding: LintFinding, in file: LintedFile, _ artifact: JSONNode, _ places: SourcePlaces
    ) -> JSONNode {
        var physical = [Member("artifactLocation", artifact)]
        // A binary file has no lines.
        if !file.source.isEmpty { physical.append(Member("region", region(places, finding.diagnostic.range))) }
        var members = [Member("physicalLocation", .object(physical))]
        if let predicate = finding.predicate {
            let name = JSONNode.object([Member("fullyQualifiedName", .string(predicate.context))])
            members.append(Member("logicalLocations", .array([name])))
        }
        return .object(members)
    }

    private static func fix(
        _ diagnostic: PredicateDiagnostic, _ artifact: JSONNode, _ places: SourcePlaces
    ) -> JSONNode {
        let replacements = diagnostic.edits.map { edit in
            JSONNode.object([
                Member("deletedRegion", region(places, edit.range)),
                Member("insertedContent", .object([Member("text", .string(edit.text))])),
            ])
        }
        let change = JSONNode.object([
            Member("artifactLocation", artifact), Member("replacements", .array(replacements)),
        ])
        return .object([
            Member("description", .object([Member("text", .string(diagnostic.hint ?? "fix the predicate"))])),
            Member("artifactChanges", .array([change])),
        ])
    }

    private static func region(_ places: SourcePlaces, _ range: SourceRange) -> JSONNode {
        let place = places.place(of: range)
        return .object([
            Member("startLine", .number("\(place.line)")), Member("startColumn", .number("\(place.column)")),
            Member("endLine", .number("\(place.endLine)")), Member("endColumn", .number("\(place.endColumn)")),
        ])
    }

    // MARK: Addresses

    /// The name of the folder that relative addresses begin at.
    private static let baseName = "%SRCROOT%"

    private static func artifact(_ path: String) -> JSONNode {
        if path.utf8.first == UInt8(ascii: "/") {
            return .object([Member("uri", .string("file://" + encoded(path)))])
        }
        return .object([Member("uri", .string(encoded(path))), Member("uriBaseId", .string(baseName))])
    }

    /// A path in an address: all but letters, digits and four signs as `%` and two digits.
    private static func encoded(_ path: String) -> String {
        var result = ""
        for byte in FileName.bytes(path) {
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
#endif
