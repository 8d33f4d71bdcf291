import PredicateCore

/// Decides for one value at a time whether it satisfies a predicate, and counts what that cannot use.
package struct ValueDecision {
    private let predicate: CompiledPredicate
    /// One run for all values, so that `now()` is one instant (D101).
    private var run: EvaluationRun
    /// The input of the last record, and the number of its records so far.
    private var file: String?
    private var number = 0

    package init(_ predicate: CheckedPredicate, context: EvaluationContext) {
        self.predicate = predicate.compiled(for: context)
        run = self.predicate.makeRun(context: context)
    }

    /// Whether a value holds.
    ///
    /// - Parameters:
    ///   - byteCount: the size of its text, which its budget grows with.
    ///   - place: where it is.
    mutating func holds(_ value: PredicateValue, byteCount: Int, _ place: UnusableValues.Place) -> Bool {
        run.recordBytes = byteCount
        let holds = predicate.evaluate(on: value, in: &run)
        if let tally = run.tally, tally.needsPlace { tally.place(at: place) }
        return holds
    }

    /// Whether the value of the next record of an input holds.
    package mutating func holds(_ value: PredicateValue, of record: RawRecord) -> Bool {
        if record.file != file { (file, number) = (record.file, 0) }
        number += 1
        let place = UnusableValues.Place(
            file: file, record.isLine ? record.line : number, isLine: record.isLine)
        return holds(value, byteCount: record.count, place)
    }
}
