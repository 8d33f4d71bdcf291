/// An amount inside nested loops, linear in the sizes of the current elements: a constant, plus a factor for each
/// loop, outermost first.
///
/// Only the sum of the element sizes is known: the size of the collection. Multiplying the number of elements by the
/// largest size would make every loop look quadratic.
struct CostForm {
    var constant: Double
    /// The factor of the size of an element, by the depth of its loop.
    var factors: [Double] = []

    static let zero = CostForm(0)

    init(_ constant: Double) { self.constant = constant }

    /// The size of an element of the loop at a depth.
    init(elementAtDepth depth: Int) {
        constant = 0
        factors = Array(repeating: 0, count: depth) + [1]
    }

    static func + (a: CostForm, b: CostForm) -> CostForm { a.combined(b, +) }

    /// A form that is at least as large as either.
    static func max(_ a: CostForm, _ b: CostForm) -> CostForm { a.combined(b, Swift.max) }

    static func * (factor: Double, form: CostForm) -> CostForm {
        // Zero times infinity is zero here.
        func product(_ number: Double) -> Double { factor == 0 || number == 0 ? 0 : factor * number }
        var form = form
        form.constant = product(form.constant)
        for index in form.factors.indices { form.factors[index] = product(form.factors[index]) }
        return form
    }

    static func += (a: inout CostForm, b: CostForm) { a = a + b }

    private func combined(_ other: CostForm, _ combine: (Double, Double) -> Double) -> CostForm {
        var result = CostForm(combine(constant, other.constant))
        let depth = Swift.max(factors.count, other.factors.count)
        for index in 0..<depth { result.factors.append(combine(factor(index), other.factor(index))) }
        return result
    }

    private func factor(_ index: Int) -> Double { factors.indices.contains(index) ? factors[index] : 0 }

    /// The largest value.
    ///
    /// - Parameter largest: the largest size of an element, by the depth of its loop.
    func most(_ largest: [Double]) -> Double {
        var sum = constant
        for (factor, size) in zip(factors, largest) where factor != 0 && size != 0 { sum += factor * size }
        return sum
    }

    /// The product of two forms. The form with fewer loops counts with its largest value.
    func times(_ other: CostForm, _ largest: [Double]) -> CostForm {
        factors.count >= other.factors.count ? other.most(largest) * self : most(largest) * other
    }

    /// The total of a loop whose body costs this amount for each element.
    ///
    /// - Parameters:
    ///   - depth: the depth of the loop.
    ///   - count: how many elements there are.
    ///   - size: the size of all of them.
    ///   - largest: the largest size of an element of each loop.
    func summed(depth: Int, count: CostForm, size: CostForm, _ largest: [Double]) -> CostForm {
        var outside = self
        let own = factor(depth)
        if outside.factors.count > depth { outside.factors.removeSubrange(depth...) }
        return count.times(outside, largest) + own * size
    }
}

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
