/// The size of records up to which a program cannot exceed its budget, so that nobody has to count.
///
/// An engine that does not count steps evaluates records up to this size, and hands larger ones to an evaluator that does.
package struct EvaluationBound: Sendable {
    /// The largest record, in bytes of its text; 0 where no record is small enough.
    package let recordBytes: Int

    /// No record is too large for a program.
    package var isUnlimited: Bool { recordBytes == .max }

    /// The bound of a predicate in a context.
    package init(_ program: CoreProgram, context: EvaluationContext) {
        let program = CoreInvariants.marked(program)
        self.init(context) { CoreCost.most(program, $0) }
    }

    /// The bound of an expression in a context.
    package init(_ program: CoreExpressionProgram, context: EvaluationContext) {
        let program = CoreInvariants.marked(program)
        self.init(context) { CoreCost.most(program, $0) }
    }

    private init(_ context: EvaluationContext, _ most: (CoreCost.Sizes) -> (steps: Double, bytes: Double)) {
        func isSafe(_ size: Int) -> Bool {
            let bytes = Double(size)
            let sizes = CoreCost.Sizes(
                record: bytes, bindings: context.bindings, limits: context.limits)
            let budget = context.limits.budget(forRecordOf: size)
            let most = most(sizes)
            return most.steps <= Double(budget.steps) && most.bytes <= Double(budget.bytes)
        }
        // Up to `ordinaryRecord` the budget is the same and the cost grows; from there on the budget is linear and the cost a
        // sum of powers: where both ends are safe, so is all between them.
        let ordinary = PredicateLimits.ordinaryRecord
        let largest = 1 << 40
        var safe = 0
        var unsafe = ordinary
        if isSafe(ordinary) {
            if isSafe(largest) {
                recordBytes = .max
                return
            }
            (safe, unsafe) = (ordinary, largest)
        }
        // By powers, since it may be anywhere, and then to an eighth: each step goes over the whole program.
        while unsafe - safe > max(64, safe / 8) {
            let next = unsafe > 8 * max(64, safe) ? unsafe / 8 : safe + (unsafe - safe) / 2
            if isSafe(next) { safe = next } else { unsafe = next }
        }
        recordBytes = safe
    }
}
