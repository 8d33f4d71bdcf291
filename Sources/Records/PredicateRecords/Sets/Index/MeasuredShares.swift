import CRecordScan
import PredicateCore

/// The shares of some records that pass tests.
///
/// A share is a mean of what was measured and of what is expected without records, because few records say little about a
/// condition that hardly any of them fulfils.
final class MeasuredShares {
    private let rows: [EventRow]
    private let samples: [EventSample]
    private let columns: [Column]
    /// The codes of each column, by record.
    private let codes: [[UInt32]]
    /// How many more times a part may be evaluated. The time to build an index must not grow with the work of rules.
    private var evaluationsLeft = 1 << 16
    /// The records that a part is evaluated for.
    private let evaluated: Int

    /// How many records the expectation counts for.
    private static let expectation = 4.0
    /// The steps that an evaluation may take.
    private static let steps = 1000

    init(_ samples: [EventSample], _ columns: [Column], _ fields: EventFields, ruleCount: Int) {
        self.samples = samples
        evaluated = min(16, max(2, evaluationsLeft / max(1, 2 * ruleCount)))
        self.columns = columns
        var numbers: [[String]: Int] = [:]
        var last: EventSample?
        rows = samples.map { sample in
            if !(last.map { $0.hasFields(of: sample) } ?? false) { numbers = sample.numbers }
            last = sample
            return sample.row(fields, numbers)
        }
        let rows = rows
        codes = columns.map { column in
            if case .elements = column.lookup { return rows.map { _ in Column.unknown } }
            return rows.map { column.code($0.slots[column.field]) }
        }
    }

    private func share(_ passed: Int, of known: Int, expected: Double) -> Double {
        (Double(passed) + Self.expectation * expected) / (Double(known) + Self.expectation)
    }

    /// The share of records with one of some codes.
    func share(ofCodes passes: (UInt32) -> Bool, column: Int, expected: Double) -> Double {
        var (passed, known) = (0, 0)
        for code in codes[column] where code != Column.unknown {
            known += 1
            if passes(code) { passed += 1 }
        }
        return share(passed, of: known, expected: expected)
    }

    /// The share of records whose text passes a test.
    func share(of test: TextTest, column: Int, expected: Double) -> Double {
        var (passed, known) = (0, 0)
        for (number, row) in rows.prefix(evaluated).enumerated() where codes[column][number] != Column.unknown {
            guard codes[column][number] == 1 else {
                known += 1
                continue
            }
            guard evaluationsLeft > 0 else { break }
            evaluationsLeft -= 1
            let text = row.slots[columns[column].field].text
            guard let passes = test.decide(text, patternSteps: Self.steps) else { continue }
            known += 1
            if passes { passed += 1 }
        }
        return share(passed, of: known, expected: expected)
    }

    /// The share of records whose string has the bytes of a need, wherever they must be.
    func share(of need: TextNeed, field: Int, expected: Double) -> Double {
        var (passed, known) = (0, 0)
        let part = PreparedText(String(decoding: need.bytes, as: UTF8.self), options: need.options)
        for row in rows.prefix(evaluated) where row.slots[field].kind != EventKind.mapped {
            guard evaluationsLeft > 0 else { break }
            evaluationsLeft -= 1
            known += 1
            if row.slots[field].isText, part.isContained(inUTF8: row.slots[field].text) { passed += 1 }
        }
        return share(passed, of: known, expected: expected)
    }

    /// The share of records for which a part holds.
    func share(of residual: Residual, expected: Double) -> Double {
        var (passed, known) = (0, 0)
        var limits = residual.limits
        limits.evaluationSteps = min(limits.evaluationSteps, Self.steps)
        limits.patternSteps = min(limits.patternSteps, Self.steps)
        let context = EvaluationContext(limits: limits)
        for row in rows.prefix(evaluated) {
            guard evaluationsLeft > 0 else { break }
            guard residual.fields.allSatisfy({ row.slots[$0].kind != EventKind.mapped }) else { continue }
            evaluationsLeft -= 1
            let compiled = residual.compiled
            var evaluation = compiled.makeRun(context: context)
            evaluation.row = row
            evaluation.isPreliminary = true
            row.begin(residual.fields)
            let holds = compiled.evaluate(on: .null, in: &evaluation)
            if row.isBroken || evaluation.work.isStopped || evaluation.work.isBeyondEstimate { continue }
            known += 1
            if holds { passed += 1 }
        }
        return share(passed, of: known, expected: expected)
    }
}
