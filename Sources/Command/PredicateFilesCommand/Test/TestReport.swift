#if Files
import PredicateFiles
import PredicateFormat

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
