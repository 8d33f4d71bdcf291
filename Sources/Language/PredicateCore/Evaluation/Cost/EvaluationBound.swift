/// The record size up to which a program cannot exceed its budget.
///
/// An engine that does not count steps evaluates records up to this size, and passes larger ones to an evaluator that
/// counts.
package struct EvaluationBound: Sendable {
    /// The largest record, in bytes of its text; 0 if no record is small enough.
    package let recordBytes: Int

    /// Whether no record is too large.
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
        // Up to `ordinaryRecord` the budget is constant and the cost grows. Above it, the budget is linear and the
        // cost a sum of powers. So if both ends of that range are safe, everything between them is.
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
        // Search by powers of eight first, then to within an eighth, because each test walks the whole program.
        while unsafe - safe > max(64, safe / 8) {
            let next = unsafe > 8 * max(64, safe) ? unsafe / 8 : safe + (unsafe - safe) / 2
            if isSafe(next) { safe = next } else { unsafe = next }
        }
        recordBytes = safe
    }
}
