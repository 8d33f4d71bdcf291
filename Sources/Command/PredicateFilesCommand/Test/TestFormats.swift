#if Command && Files
import PredicateFiles
import PredicateFormat

/// The answers for cases in the Test Anything Protocol, version 14.
enum TestAnythingReport {
    static func text(of files: [TestedFile], _ refused: [PredicateFileError]) -> String {
        let count = files.reduce(refused.count) { $0 + $1.predicates.reduce(0) { $0 + max(1, $1.results.count) } }
        var lines = ["TAP version 14", "1..\(count)"]
        var number = 0
        func add(_ isFine: Bool, _ title: String, _ more: [(key: String, value: String)] = [], skip: String? = nil) {
            number += 1
            let directive = skip.map { " # SKIP \($0)" } ?? ""
            lines.append("\(isFine ? "ok" : "not ok") \(number) - \(escaped(title))\(directive)")
            if more.isEmpty { return }
            lines.append("  ---")
            for (key, value) in more { lines.append("  \(key): \(JSONNode.string(value).text(pretty: false))") }
            lines.append("  ...")
        }
        for error in refused {
            add(
                false, error.path,
                [("message", error.problems.first?.diagnostic.message ?? ""), ("errors", error.rendered())])
        }
        for file in files {
            if !file.warnings.isEmpty {
                for line in file.renderedWarnings().parts(between: UInt8(ascii: "\n")) {
                    lines.append(line.isEmpty ? "#" : "# " + line)
                }
            }
            for tested in file.predicates {
                let name = file.path + ": " + tested.predicate.name
                if tested.results.isEmpty { add(true, name, skip: "no cases") }
                for result in tested.results {
                    var more: [(key: String, value: String)] = []
                    if !result.passes {
                        more.append(("message", result.failure))
                        if let position = result.test.position {
                            more.append(("at", "\(file.path):\(position.line):\(position.column)"))
                        }
                        if let trace = result.trace(width: 80) { more.append(("why", trace)) }
                    }
                    add(result.passes, name + ": " + result.title, more)
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A title, in which `#` would begin a directive.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in SafeText.plain(text) {
            if character == "#" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return result
    }
}

/// The answers for cases as JUnit's XML, which build servers read.
enum JUnitTestReport {
    static func text(of files: [TestedFile], _ refused: [PredicateFileError]) -> String {
        var lines = ["<testsuites>"]
        for error in refused {
            let path = XMLText.attribute(error.path)
            lines += [
                "  <testsuite name=\"\(path)\" tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\">",
                "    <testcase classname=\"\(path)\" name=\"the file\">",
                "      <error message=\"\(XMLText.attribute(error.problems.first?.diagnostic.message ?? ""))\">"
                    + XMLText.content(error.rendered()) + "</error>",
                "    </testcase>", "  </testsuite>",
            ]
        }
        for file in files { lines += suite(file) }
        lines.append("</testsuites>")
        return XMLText.declaration + lines.joined(separator: "\n") + "\n"
    }

    private static func suite(_ file: TestedFile) -> [String] {
        let path = XMLText.attribute(file.path)
        let skipped = file.predicates.filter(\.results.isEmpty).count
        let count = file.predicates.reduce(skipped) { $0 + $1.results.count }
        let failed = file.predicates.reduce(0) { $0 + $1.failures.count }
        var lines = [
            "  <testsuite name=\"\(path)\" tests=\"\(count)\" failures=\"\(failed)\" errors=\"0\" skipped=\"\(skipped)\">"
        ]
        for tested in file.predicates {
            let name = XMLText.attribute(tested.predicate.name)
            if tested.results.isEmpty {
                lines.append(
                    "    <testcase classname=\"\(name)\" name=\"no cases\" file=\"\(path)\"><skipped/></testcase>")
            }
            for result in tested.results {
                var start =
                    "    <testcase classname=\"\(name)\" name=\"\(XMLText.attribute(result.title))\" file=\"\(path)\""
                if let line = result.test.position?.line { start += " line=\"\(line)\"" }
                if result.passes {
                    lines.append(start + "/>")
                    continue
                }
                lines += [
                    start + ">",
                    "      <failure message=\"\(XMLText.attribute(result.failure))\">"
                        + XMLText.content(result.trace(width: 80) ?? "") + "</failure>",
                    "    </testcase>",
                ]
            }
        }
        if !file.warnings.isEmpty {
            lines.append("    <system-err>" + XMLText.content(file.renderedWarnings()) + "</system-err>")
        }
        lines.append("  </testsuite>")
        return lines
    }
}

/// The answers for cases as text for people.
///
///     rules.yaml
///       ok      coastal     2 cases
///       failed  big-cities  1 of 3 cases
///       –       islands     no cases
///
/// It contains no control characters except line breaks.
struct TestReport {
    let width: Int
    /// Whether the clause coverage of every predicate is shown.
    let showsCoverage: Bool

    func text(of file: TestedFile) -> String {
        var lines = [SafeText.plain(file.path)]
        let widest = file.predicates.map { TextWidth.columns(of: $0.predicate.name) }.max() ?? 0
        for tested in file.predicates {
            let (mark, count) = Self.summary(of: tested)
            lines.append("  \(mark)  \(ColumnText.pad(tested.predicate.name, to: widest))  \(count)")
        }
        for tested in file.predicates {
            for result in tested.failures { lines += failure(result, of: tested, in: file) }
        }
        let untested = file.predicates.filter { !$0.untested.isEmpty }
        if !untested.isEmpty {
            lines += ["", "not tested by any case:"]
            for tested in untested {
                for clause in tested.untested {
                    let text = SafeText.plain(clause.text)
                    let name = "  \(tested.predicate.name): "
                    let room = max(20, width - TextWidth.columns(of: name) - clause.reason.count - 3)
                    lines.append("\(name)`\(ColumnText.cut(text, to: room))` \(clause.reason)")
                }
            }
        }
        if showsCoverage {
            for tested in file.predicates {
                guard let coverage = tested.coverage else { continue }
                lines += ["", tested.predicate.name + ":"]
                let table = CoverageText(coverage: coverage, width: width).text
                lines += table.parts(between: UInt8(ascii: "\n")).dropLast()
            }
        }
        return lines.joined(separator: "\n") + "\n\n"
    }

    /// The last line of a report.
    static func summary(of files: [TestedFile]) -> String {
        let predicates = files.flatMap(\.predicates)
        let cases = predicates.reduce(0) { $0 + $1.results.count }
        let failed = predicates.reduce(0) { $0 + $1.failures.count }
        let without = predicates.reduce(0) { $0 + ($1.results.isEmpty ? 1 : 0) }
        var text = Plural.of(predicates.count, "predicate") + ", " + Plural.of(cases, "case")
        let passed = cases - failed
        text +=
            failed == 0
            ? ": all pass"
            : ": \(passed) \(passed == 1 ? "passes" : "pass"), \(failed) \(failed == 1 ? "fails" : "fail")"
        if cases == 0 { text = Plural.of(predicates.count, "predicate") + ", no cases" }
        if without > 0, cases > 0 { text += "; \(Plural.of(without, "predicate")) without cases" }
        return text + "\n"
    }

    private static func summary(of tested: TestedPredicate) -> (mark: String, count: String) {
        let count = Plural.of(tested.results.count, "case")
        if tested.results.isEmpty { return ("–     ", "no cases") }
        if tested.failures.isEmpty { return ("ok    ", count) }
        return ("failed", "\(tested.failures.count) of \(count)")
    }

    private func failure(_ result: NamedPredicateResult, of tested: TestedPredicate, in file: TestedFile) -> [String] {
        let place = result.test.position.map { "\(file.path):\($0.line):\($0.column)" } ?? file.path
        var lines = ["", SafeText.plain("\(place): \(tested.predicate.name), \(result.title): \(result.failure)")]
        if let trace = result.trace(width: max(40, width - 2)) {
            lines += trace.parts(between: UInt8(ascii: "\n")).filter { !$0.isEmpty }.map { "  " + $0 }
        }
        return lines
    }
}
#endif
