/// Finds the parts of loops that are the same for all elements, so that they are evaluated once for a record.
///
/// In `SUBQUERY(items, $i, $i.size > limits.size)` the right side does not depend on the element. It is evaluated when
/// it is first needed, so a part that short-circuit evaluation skips is never evaluated. A list that is searched many
/// times is hashed (`EvaluationRun.contains`).
package struct CoreInvariants: CoreRewriter {
    /// The dependences of the part that is being rewritten.
    private struct Dependence {
        /// The loops whose elements it reads, and the loops in which slots that it reads were assigned.
        var loops: Set<Int> = []
        /// Whether a second evaluation may give another value.
        var varies = false

        mutating func formUnion(_ other: Dependence) {
            if !other.loops.isEmpty { loops.formUnion(other.loops) }
            varies = varies || other.varies
        }
    }

    /// A list with fewer elements is always searched. A longer one is hashed after `leastLookups` searches for texts
    /// and numbers.
    static let leastElements = 16
    static let leastLookups = 2

    /// The loops that are open, by the slots of their elements.
    private var open: [Int] = []
    /// The loop that a slot was assigned in.
    private var assignedIn: [Int: Int] = [:]
    private var found = Dependence()
    private var count = 0

    /// A program with its invariant parts marked.
    package static func marked(_ program: CoreProgram) -> CoreProgram {
        // Without slots there are no loops.
        guard program.slotCount > 0, !program.isMarked else { return program }
        return CoreDepth.run(levels: CoreDepth.of(program.predicate)) {
            var invariants = CoreInvariants()
            var program = program
            program.predicate = invariants.predicate(program.predicate)
            program.isMarked = true
            return program
        }
    }

    /// An expression program with its invariant parts marked.
    package static func marked(_ program: CoreExpressionProgram) -> CoreExpressionProgram {
        guard program.slotCount > 0, !program.isMarked else { return program }
        return CoreDepth.run(levels: CoreDepth.of(program.expression)) {
            var invariants = CoreInvariants()
            var program = program
            program.expression = invariants.expression(program.expression)
            program.isMarked = true
            return program
        }
    }

    package mutating func predicate(_ predicate: CorePredicate) -> CorePredicate {
        if !open.isEmpty, case .text(.contains, let container, let element, let options) = predicate,
            !CoreKnown.isKnown(container)
        {
            return .text(.contains, self.container(container), expression(element), options)
        }
        return rewriteParts(of: predicate)
    }

    /// Marks a container even if it costs nothing to evaluate, because the kept list may be hashed.
    private mutating func container(_ container: CoreExpression) -> CoreExpression {
        expression(container) { expression in
            if case .constant = expression { false } else { true }
        }
    }

    package mutating func expression(_ expression: CoreExpression) -> CoreExpression {
        self.expression(expression) { expression in
            switch expression {
            case .constant, .record, .slot, .variable: false
            default: !CoreKnown.isKnown(expression)
            }
        }
    }

    private mutating func expression(
        _ expression: CoreExpression, isWorthwhile: (CoreExpression) -> Bool
    ) -> CoreExpression {
        if case .once = expression { return expression }
        let outer = found
        found = Dependence()
        defer {
            found.formUnion(outer)
        }
        let rewritten = rewriteParts(of: expression)
        switch expression {
        case .slot(let slot):
            if open.contains(slot) { found.loops.insert(slot) }
            if let loop = assignedIn[slot] { found.loops.insert(loop) }
        case .call(let function, _): if !function.isPure, function != .now { found.varies = true }
        case .registered(let function, _): if !function.isPure { found.varies = true }
        default: break
        }
        guard !open.isEmpty, !found.varies, found.loops.isEmpty, isWorthwhile(expression) else { return rewritten }
        count += 1
        var unmarked = Unmarked()
        return .once(count - 1, unmarked.rewriteParts(of: rewritten))
    }

    package mutating func assigned(_ slot: Int) { assignedIn[slot] = open.last }

    package mutating func loop<Part>(_ slot: Int, _ body: (inout Self) -> Part) -> Part {
        open.append(slot)
        defer {
            open.removeLast()
            found.loops.remove(slot)
        }
        return body(&self)
    }

    /// Removes the marks inside a part that is marked as a whole. Marks inside loops stay.
    private struct Unmarked: CoreRewriter {
        mutating func predicate(_ predicate: CorePredicate) -> CorePredicate { predicate }

        mutating func expression(_ expression: CoreExpression) -> CoreExpression {
            if case .once(_, let base) = expression { base } else { expression }
        }

        mutating func assigned(_ slot: Int) {}

        mutating func loop<Part>(_ slot: Int, _ body: (inout Self) -> Part) -> Part { body(&self) }
    }
}
