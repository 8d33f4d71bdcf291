import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("The budget of an evaluation")
struct BudgetTests {
    private let library = PredicateLibrary.standard.using(patterns: ToyEngine())

    private func spent(_ run: EvaluationRun) -> [Int] {
        let (steps, bytes) = run.context.limits.budget(forRecordOf: run.recordBytes)
        return [steps - run.work.left.steps, bytes - run.work.left.bytes]
    }

    /// The value with JSON types only. The estimate from a record's size does not cover sets, dates and similar
    /// types.
    private func asJSON(_ value: PredicateValue) -> PredicateValue {
        switch value {
        case .null, .boolean, .integer, .double, .string: value
        // Numbers of JSON are decimals only in fields that are declared so, and then the program reads them (D55).
        case .decimal(let decimal): .double(ExactNumber.decimal(decimal).asDouble)
        case .list(let elements), .set(let elements): .list(elements.map(asJSON))
        case .object(let record):
            .object(PredicateObject(record.keys.map { ($0, asJSON(record.value(forKey: $0))) }))
        case .date, .uuid, .data, .url: .string("2024-03-05T00:00:00Z")
        }
    }

    /// The approximate size of the value's JSON text in bytes.
    private func size(_ value: PredicateValue) -> Double {
        switch value {
        case .null, .boolean, .integer, .double, .decimal, .date, .uuid, .data: 4
        case .string(let text), .url(let text): Double(2 + text.utf8.count)
        case .list(let elements), .set(let elements): elements.reduce(2) { $0 + 1 + size($1) }
        case .object(let record):
            record.keys.reduce(2) { $0 + 4 + Double($1.utf8.count) + size(record.value(forKey: $1)) }
        }
    }

    @Test("Both evaluators charge the same steps and bytes, and no more than estimated", arguments: 0..<8)
    func charges(_ part: Int) {
        let reference = ReferenceEvaluator(library: library)
        var charged = 0
        for seed in 0..<500 {
            var generator = CoreGenerator(seed: UInt64(5_000_000 + part * 500 + seed))
            let program = generator.program()
            let compiled = CompiledPredicate(program, library: library)
            var context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 1))
            for name in CoreGenerator.variables { context.bindings[name] = asJSON(generator.value()) }
            for _ in 0..<4 {
                let record = asJSON(generator.record())
                var slow = EvaluationRun(context: context, slotCount: program.slotCount)
                var fast = compiled.makeRun(context: context)
                let expected = reference.evaluate(program, on: record, in: &slow)
                let found = compiled.evaluate(on: record, in: &fast)
                #expect(found == expected && spent(fast) == spent(slow), "seed \(part * 500 + seed)")
                let bytes = size(record)
                let most = CoreCost.most(
                    program,
                    CoreCost.Sizes(
                        record: bytes, bindings: context.bindings, limits: context.limits))
                #expect(
                    slow.work.isBeyondEstimate || Double(spent(slow)[0]) <= most.steps,
                    "seed \(part * 500 + seed): \(spent(slow)[0]) > \(most.steps) \(program.predicate) \(record)")
                #expect(Double(spent(slow)[1]) <= most.bytes, "seed \(part * 500 + seed)")
                if spent(slow)[0] > 0 { charged += 1 }
            }
        }
        #expect(charged > 300, "\(charged)")
    }

    @Test("At the end of the budget, both evaluators answer false and warn once", arguments: 0..<4)
    func limits(_ part: Int) {
        let reference = ReferenceEvaluator(library: library)
        var limited = 0
        for seed in 0..<500 {
            var generator = CoreGenerator(seed: UInt64(6_000_000 + part * 500 + seed))
            let program = generator.program()
            let compiled = CompiledPredicate(program, library: library)
            let record = generator.record()
            var run = EvaluationRun(context: EvaluationContext(), slotCount: program.slotCount)
            _ = reference.evaluate(program, on: record, in: &run)
            let spent = spent(run)
            for (steps, bytes) in [(spent[0] / 2, Int.max), (Int.max, spent[1] / 2), (0, 0)] {
                let told = Locked<[EvaluationWarning]>([])
                var context = EvaluationContext(warn: { warning in
                    if warning == .stepLimit || warning == .byteLimit { told.withLock { $0.append(warning) } }
                })
                context.limits.evaluationSteps = steps
                context.limits.evaluationBytes = bytes
                let expected = reference.evaluate(program, on: record, context: context)
                let warned = told.withLock { $0 }
                #expect(warned.count <= 1 && !(expected && warned.count == 1), "seed \(part * 500 + seed)")
                #expect(compiled.evaluate(on: record, context: context) == expected, "seed \(part * 500 + seed)")
                #expect(told.withLock { $0 } == warned + warned, "seed \(part * 500 + seed)")
                limited += warned.count
            }
        }
        #expect(limited > 100, "\(limited)")
    }

    /// A predicate, a record, and the number of charged steps.
    static let costs: [(String, PredicateValue, Int)] = [
        ("a == 1 AND b > 2 AND name BEGINSWITH 'x'", ["a": 1, "b": 3, "name": "xyz"], 0),
        ("ANY l == 3", ["l": [1, 2, 3, 4]], 27),
        ("ANY l.a == 3", ["l": [["a": 1], ["a": 2]]], 36),
        ("ANY l IN k", ["l": [1, 2], "k": [5, 6, 7]], 56),
        ("SUBQUERY(l, $x, $x > 1).@count == 2", ["l": [1, 2, 3]], 33),
        ("uppercase(s) == 'AB'", ["s": "ab"], 8),
        ("s IN {'a', 'b', 'c', 'd'}", ["s": "d"], 0),
        ("s MATCHES 'a'", ["s": "a"], 51),
    ]

    @Test("The charged steps", arguments: costs.indices)
    func cost(index: Int) throws {
        let (text, record, steps) = Self.costs[index]
        let checked = try ParsedPredicate(parsing: text, library: library).checked()
        var run = checked.compiled.makeRun(context: EvaluationContext())
        _ = checked.compiled.evaluate(on: record, in: &run)
        #expect(spent(run)[0] == steps)
    }

    @Test("Assigned values are charged alike, even where the evaluators store them differently")
    func assignments() throws {
        let text =
            "NOT (($v0 := o) != nil AND ($v1 := {$v0, l}) != nil AND ($v2 := {$v1, l}) != nil AND "
            + "($v3 := $v2 UNION $v2) != nil AND ($v4 := $v3 UNION $v3) != nil AND l BETWEEN {l, l})"
        let program = try ParsedPredicate(parsing: text).checked().program
        let record: PredicateValue = ["l": 117, "o": ["p": ["n": "8", "m": nil], "a": 117]]
        var slow = EvaluationRun(context: EvaluationContext(), slotCount: program.slotCount)
        _ = ReferenceEvaluator().evaluate(program, on: record, in: &slow)
        let compiled = CompiledPredicate(program)
        var fast = compiled.makeRun(context: EvaluationContext())
        _ = compiled.evaluate(on: record, in: &fast)
        #expect(spent(fast) == spent(slow))
    }

    @Test("The budget grows with the record beyond a mebibyte")
    func growth() {
        let limits = PredicateLimits.standard
        #expect(limits.budget(forRecordOf: 0) == limits.budget(forRecordOf: 1 << 20))
        #expect(limits.budget(forRecordOf: 10 << 20).steps == 10 * limits.evaluationSteps)
        #expect(limits.budget(forRecordOf: .max).bytes == .max)
        var large = limits
        large.evaluationSteps = .max
        #expect(large.budget(forRecordOf: 5 << 20).steps == .max)
    }

    /// Predicates, and a range for the largest record that needs no counting, in bytes.
    static let bounds: [(String, ClosedRange<Int>)] = [
        ("a == 1", .max ... .max), ("a == 1 AND ANY l.name == 'x'", 300_000 ... .max), ("1 == 1", .max ... .max),
        ("ANY l IN k", 5_000...500_000), ("ANY l IN[c] k", 400...5_000),
        ("SUBQUERY(l, $x, SUBQUERY($x.m, $y, $y.n == 'a').@count > 1).@count == 0", 100_000 ... .max),
        ("SUBQUERY(l, $x, SUBQUERY(l, $y, $y == $x).@count > 1).@count == 0", 500...5_000),
        ("(l UNION k).@count == 1", 300...5_000),
        ("SUBQUERY(l, $x, $x.name CONTAINS[cd] 'é').@count == 1", 100_000 ... .max),
        ("SUBQUERY(a, $x, SUBQUERY(a, $y, SUBQUERY(a, $z, $x == $y).@count == 1).@count == 1).@count == 1", 64...400),
        ("s LIKE[c] '*a*' OR s MATCHES 'a.*' OR s CONTAINS 'b'", 500_000 ... .max),
    ]

    @Test("The largest record that needs no counting", arguments: bounds.indices)
    func bound(index: Int) throws {
        let (text, wanted) = Self.bounds[index]
        let program = try ParsedPredicate(parsing: text, library: library).checked().program
        let bound = EvaluationBound(program, context: EvaluationContext()).recordBytes
        #expect(wanted.contains(bound), "\(text): \(bound)")
    }
}
