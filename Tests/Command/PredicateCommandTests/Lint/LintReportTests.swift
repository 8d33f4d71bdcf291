import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The reports of `predicate lint` for other programs, of files with hostile names and contents.
@Suite struct LintReportTests {
    let folder: TemporaryFolder

    private static let names = [
        "a b.yaml", "ü%20.yaml", "q\"<&>'.yaml", "tab\tname.yaml", "line\nbreak.yaml", "esc\u{1B}[31m.yaml",
        "-dash.yaml",
        "back\\slash.yaml", "x#y?z.yaml", "\u{202E}ltr.yaml", "::error.yaml",
    ]
    private static let text =
        "installable_condition: \"os_vers CONTAIN ']]>\\e\\x01&amp;\\uFFFE\\u202E' AND hostnme == 'x'\"\n"

    init() throws {
        folder = try TemporaryFolder()
        for name in Self.names { _ = try folder.file(name, Self.text) }
        _ = try folder.file("good.yaml", "installable_condition: os_vers_major == 14\n")
        let list = ["installable_condition": "os_vers CONTAIN '14'"]
        _ = try folder.file(
            "b.plist", try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
        _ = try folder.file("broken.json", "{")
    }

    /// A report of all files, one that is broken, and one that is not there.
    private func report(_ format: LintFormat) throws -> String {
        let result = try BuiltCommand.shell(
            "predicate lint --format \(format.rawValue) . broken.json none.yaml ./-dash.yaml", in: folder)
        #expect(result.status == 66, "\(format)")
        return result.output
    }

    private func json(_ format: LintFormat) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(try report(format).utf8))
    }

    /// The elements of XML with their attributes, in order.
    private final class Elements: NSObject, XMLParserDelegate {
        var found: [(name: String, attributes: [String: String])] = []
        var texts: [String: String] = [:]

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) { found.append((name, attributes)) }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if let last = found.last { texts[last.name, default: ""] += text }
        }
    }

    private func xml(_ format: LintFormat) throws -> Elements {
        let parser = XMLParser(data: Data(try report(format).utf8))
        let elements = Elements()
        parser.delegate = elements
        #expect(parser.parse(), "\(format): \(String(describing: parser.parserError))")
        return elements
    }

    @Test(arguments: LintFormat.allCases) func noControlCharacterIsWritten(format: LintFormat) throws {
        let output = try report(format)
        #expect(
            output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
        #expect(!output.unicodeScalars.contains("\u{202E}"))
    }

    @Test func fingerprintsDoNotDependOnLines() throws {
        func prints() throws -> [String] {
            let result = predicate(["lint", "--format", "sarif", folder.path("a b.yaml")])
            let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            let results = (document?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]]
            return results?.compactMap { ($0["partialFingerprints"] as? [String: String])?["predicate/v1"] } ?? []
        }
        let before = try prints()
        #expect(before.count == 2)
        _ = try folder.file("a b.yaml", "# moved\n\n" + Self.text)
        #expect(try prints() == before)
    }

    @Test func jUnitHasATestForEachPredicate() throws {
        let elements = try xml(.junit)
        let suites = elements.found.filter { $0.name == "testsuite" }
        #expect(suites.count == Self.names.count + 4)
        let cases = elements.found.filter { $0.name == "testcase" }
        #expect(cases.count == Self.names.count + 4)
        #expect(elements.found.first?.attributes["tests"] == "\(cases.count)")
        #expect(elements.found.first?.attributes["failures"] == "\(Self.names.count + 1)")
        #expect(elements.found.first?.attributes["errors"] == "2")
        #expect(elements.found.filter { $0.name == "failure" }.count == Self.names.count + 1)
        // Warnings are no failures, unless they are asked to be.
        #expect(elements.found.filter { $0.name == "system-out" }.count == Self.names.count)
        #expect(cases.contains { $0.attributes["name"] == "installable_condition (line 1)" })
        #expect(cases.contains { $0.attributes["name"] == "installable_condition" })
        #expect(elements.texts["failure"]?.contains("^^^^^^^ write `CONTAINS`") == true)
        let strict = predicate(["lint", "--format", "junit", "--fail-on-warnings", folder.path("a b.yaml")]).output
        #expect(strict.contains("(and 1 more)") && !strict.contains("system-out"))
        let good = predicate(["lint", "--format", "junit", folder.path("good.yaml")]).output
        #expect(good.contains("tests=\"1\" failures=\"0\"") && good.contains("(line 1)\"/>"))
    }

    @Test func sarifHasRulesFixesAndFingerprints() throws {
        let document = try #require(try json(.sarif) as? [String: Any])
        #expect(document["version"] as? String == "2.1.0")
        let run = try #require((document["runs"] as? [[String: Any]])?.first)
        let driver = try #require((run["tool"] as? [String: [String: Any]])?["driver"])
        let rules = try #require(driver["rules"] as? [[String: Any]])
        #expect(
            Set(rules.compactMap { $0["id"] as? String }) == ["unknown-operator", "unknown-field", "unreadable-file"])
        for rule in rules {
            for key in ["shortDescription", "fullDescription", "help"] {
                let text = (rule[key] as? [String: String])?["text"]
                #expect(text?.isEmpty == false, "\(key)")
            }
            #expect((rule["help"] as? [String: String])?["markdown"]?.contains("predicate message") == true)
            let level = (rule["defaultConfiguration"] as? [String: String])?["level"]
            #expect(level == (rule["id"] as? String == "unknown-field" ? "warning" : "error"))
        }
        let base = ((run["originalUriBaseIds"] as? [String: [String: String]])?["%SRCROOT%"])?["uri"]
        let root = try #require(base.flatMap { URL(string: $0) })
        let results = try #require(run["results"] as? [[String: Any]])
        var files: Set<String> = []
        for result in results {
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
            let location = (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
            let uri = (location?["artifactLocation"] as? [String: String])?["uri"]
            let url = try #require(uri.flatMap { URL(string: $0, relativeTo: root) })
            files.insert(url.path.split(separator: "/").last.map(String.init) ?? "")
            if result["ruleId"] as? String == "unknown-operator", url.path.hasSuffix(".yaml") {
                let change = ((result["fixes"] as? [[String: Any]])?.first?["artifactChanges"] as? [[String: Any]])?
                    .first
                let replacement = (change?["replacements"] as? [[String: Any]])?.first
                #expect((replacement?["insertedContent"] as? [String: String])?["text"] == "CONTAINS")
                #expect(
                    replacement?["deletedRegion"] as? [String: Int]
                        == ["startLine": 1, "startColumn": 33, "endLine": 1, "endColumn": 40])
            }
        }
        #expect(files == Set(Self.names + ["b.plist", "broken.json"]))
        let prints = results.compactMap { ($0["partialFingerprints"] as? [String: String])?["predicate/v1"] }
        #expect(Set(prints).count == results.count)
        let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
        #expect(invocation["executionSuccessful"] as? Bool == false)
        #expect((invocation["toolExecutionNotifications"] as? [Any])?.count == 1)
    }

    @Test func withoutFindingsReportsAreWhole() throws {
        let good = folder.path("good.yaml")
        func output(_ format: String) -> String { predicate(["lint", "--format", format, good]).output }
        #expect(output("text") == "" && output("github") == "")
        #expect(output("json") == "[]\n")
        #expect(output("sarif").contains("\"results\": []"))
    }
}
