#if Command && Files
import PredicateFiles
import PredicateFormat

/// A test suite for each file, and a test for each predicate. A predicate with an error fails.
struct JUnitReport: LintReport {
    let context: LintReportContext
    private var suites = ""
    private var tests = 0
    private var failures = 0
    private var errors = 0

    init(context: LintReportContext) {
        var context = context
        context.width = 80
        context.colour = false
        self.context = context
    }

    /// What tells the predicates of a file apart.
    private struct Place: Hashable {
        let start: Int
        let end: Int
        let context: String

        init(_ predicate: FoundPredicate) {
            start = predicate.text.fileRange.lowerBound
            end = predicate.text.fileRange.upperBound
            context = predicate.context
        }
    }

    mutating func text(of file: LintedFile) -> String {
        guard !file.findings.isEmpty || !file.predicates.isEmpty else { return "" }
        let lines = SourceLines(file.source)
        let name = XMLText.attribute(file.programPath)
        var cases = ""
        let (failuresBefore, errorsBefore) = (failures, errors)
        var count = 0
        let ofFile = file.findings.filter { $0.predicate == nil }
        if !ofFile.isEmpty {
            // The file itself cannot be read.
            count += 1
            errors += 1
            cases +=
                Self.opening("file", name) + Self.element("error", ofFile, file.snippets(ofFile, lines, context))
            cases += "    </testcase>\n"
        }
        var findings: [Place: [LintFinding]] = [:]
        for finding in file.findings {
            if let predicate = finding.predicate { findings[Place(predicate), default: []].append(finding) }
        }
        var written: Set<Place> = []
        for predicate in file.predicates + file.findings.compactMap(\.predicate) {
            let place = Place(predicate)
            guard written.insert(place).inserted else { continue }
            count += 1
            let line = lines.position(of: place.start).line
            let title = file.source.isEmpty ? predicate.context : "\(predicate.context) (line \(line))"
            let found = findings[place] ?? []
            let failing = found.filter { $0.diagnostic.severity == .error || context.failsOnWarnings }
            let doubts = found.filter { $0.diagnostic.severity != .error && !context.failsOnWarnings }
            let opening = Self.opening(title, name)
            if found.isEmpty {
                cases += opening.dropLast(2) + "/>\n"
                continue
            }
            cases += opening
            if !failing.isEmpty {
                failures += 1
                cases += Self.element("failure", failing, file.snippets(failing, lines, context))
            }
            if !doubts.isEmpty {
                cases +=
                    "      <system-out>" + XMLText.content(file.snippets(doubts, lines, context))
                    + "</system-out>\n"
            }
            cases += "    </testcase>\n"
        }
        tests += count
        suites +=
            "  <testsuite name=\"\(name)\" tests=\"\(count)\" failures=\"\(failures - failuresBefore)\" "
            + "errors=\"\(errors - errorsBefore)\">\n" + cases + "  </testsuite>\n"
        return ""
    }

    func end(_ unreadable: [LintFailure]) -> String {
        var all = suites
        for failure in unreadable {
            let name = XMLText.attribute(FilePath.normal(failure.path))
            all +=
                "  <testsuite name=\"\(name)\" tests=\"1\" failures=\"0\" errors=\"1\">\n" + Self.opening("file", name)
                + "      <error message=\"\(XMLText.attribute(failure.reason))\"/>\n    </testcase>\n  </testsuite>\n"
        }
        return XMLText.declaration
            + "<testsuites name=\"predicate lint\" tests=\"\(tests + unreadable.count)\" failures=\"\(failures)\" "
            + "errors=\"\(errors + unreadable.count)\">\n" + all + "</testsuites>\n"
    }

    /// The opening tag of a test, with its line feed.
    private static func opening(_ name: String, _ suite: String) -> String {
        "    <testcase classname=\"\(suite)\" name=\"\(XMLText.attribute(name))\">\n"
    }

    /// What a test found: programs expect one element at most.
    private static func element(_ kind: String, _ findings: [LintFinding], _ snippets: String) -> String {
        guard let first = findings.first else { return "" }
        let more = findings.count == 1 ? "" : " (and \(findings.count - 1) more)"
        let type = XMLText.attribute(first.diagnostic.code.rawValue)
        return "      <\(kind) message=\"\(XMLText.attribute(first.sentence + more))\" type=\"\(type)\">"
            + XMLText.content(snippets) + "</\(kind)>\n"
    }
}
#endif
