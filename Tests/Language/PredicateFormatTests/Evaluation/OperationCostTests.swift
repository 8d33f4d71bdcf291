import PredicatePlatform
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// A step is about ten nanoseconds, whatever the operation. `make costs` measures that in a release build; these cases keep
/// what once cost next to nothing from doing so again.
@Suite("The steps of an operation")
struct OperationCostTests {
    private static func repeated(_ text: String, _ count: Int, _ separator: String) -> String {
        Array(repeating: text, count: count).joined(separator: separator)
    }

    private static let object: PredicateValue = ["a": 1, "b": "x"]
    private static let decimal = "CAST($x, \"NSDecimalNumber\")"

    /// A condition, the element, and the least steps for it: a tenth of the nanoseconds that the operation was measured to
    /// take.
    static let cases: [(String, PredicateValue, Int)] = [
        ("concat(\(repeated("$x", 8, ", "))) == \"q\"", 7, 60),
        ("concat(\(repeated("$x", 240, ", "))) == \"q\"", 7, 1_600),
        ("\(decimal) / 3 == 1", 7, 300),
        ("\(decimal)\(repeated("/7", 150, "")) == 1", 7, 38_000),
        ("\(decimal) / \(decimal) == 1", 7, 300),
        ("\(decimal) * 7 == 1", 7, 120), ("\(decimal) + 7 == 1", 7, 40), ("\(decimal) ** 7 == 1", 7, 500),
        ("\(decimal) == 1.5", 7, 20), ("CAST(\"0.1234567\", \"NSDecimalNumber\") / $x == 1.5", 7, 350),
        ("round(\(decimal) / 3, 2) == $x", 7, 800), ("sqrt(\(decimal) / 3) == $x", 7, 700),
        ("toString(\(decimal) / 3) == $x", 7, 700), ("round(1.23456 * $x, 2) == 1", 7, 40),
        ("toString(CAST($x, \"NSDate\")) == \"q\"", 7, 60),
        ("truncate(CAST($x, \"NSDate\"), \"week\", \"Asia/Tehran\") == nil", 7, 60),
        ("year(CAST($x, \"NSDate\"), \"Asia/Tehran\") == 7", 7, 30),
        ("random() == $x", 7, 20), ("replace($x, $x, $x) == \"q\"", "7", 40), ("finds($x, \"7\")", "7", 30),
        ("has(SELF[concat($x, $x)])", "7", 30), ("version($x) < version($x)", "1.0.3-rc.0.x+b", 380),
        ("SELF[concat($x, $x)] == 7", "7", 30), ("$x < $x", object, 25), ("$x BETWEEN {$x, $x}", object, 30),
        ("$x <[l] $x", object, 45), ("$x == \"2024-01-01T00:00:00Z\"", 7, 6), ("uppercase($x) == \"q\"", "7", 20),
        ("CAST($x, \"NSDate\") == \"2024-01-01T00:00:00Z\"", "2024-01-01T00:00:00Z", 12),
    ]

    @Test("An operation is charged what it takes", arguments: cases.indices)
    func least(index: Int) throws {
        let (condition, element, least) = Self.cases[index]
        let library = PredicateLibrary.standard.using(patterns: ToyEngine())
        let text = "SUBQUERY(l, $x, \(condition)).@count == -1"
        let checked = try ParsedPredicate(parsing: text, library: library).checked()
        var run = checked.compiled.makeRun(context: EvaluationContext())
        _ = checked.compiled.evaluate(on: ["l": .list([element])], in: &run)
        let steps = run.context.limits.evaluationSteps - run.work.left.steps
        #expect(steps >= least, "\(condition.prefix(80)): \(steps)")
    }

    @Test("Evaluations with an allowance share it")
    func allowance() throws {
        let checked = try ParsedPredicate(parsing: "ANY l == 3").checked()
        var run = checked.compiled.makeRun(context: EvaluationContext())
        run.allowance = 1_000
        let record: PredicateValue = ["l": .list((0..<100).map { .integer($0 + 10) })]
        var taken = 0
        while taken < 100, !run.isStopped {
            _ = checked.compiled.evaluate(on: record, in: &run)
            taken += 1
        }
        #expect((2...5).contains(taken))
        #expect((run.allowance ?? 1) <= 0)
    }

    @Test("The digits of a double are those of its shortest text")
    func digits() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<2_000 {
            let exponent = Double.random(in: -39..<15.9, using: &random)
            let double = (Bool.random(using: &random) ? 1 : -1) * RealFunctions.power(10, exponent)
            guard let digits = NumberText.digits(double) else {
                Issue.record("\(double)")
                continue
            }
            let text = String(decoding: digits, as: UTF8.self)
            #expect(Double(text) == double && !text.contains("e"), "\(double): \(text)")
        }
        #expect(NumberText.digits(0x1p53) == nil && NumberText.digits(.nan) == nil)
    }
}
