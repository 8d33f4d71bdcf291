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

    /// A list with fewer elements is always searched. A longer one is hashed after `leastLookups` searches for strings
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
    }
}

/// Finds the parts of a program that consist of constants.
///
/// They are computed once and charged to no record. The reference evaluator asks here; the compiler folds the same
/// parts.
package enum CoreKnown {
    /// Whether an expression has a value before there is a record.
    package static func isKnown(_ expression: CoreExpression) -> Bool {
        switch expression {
        case .constant: true
        case .first(let base), .last(let base), .size(let base), .complement(let base), .cast(let base, _):
            isKnown(base)
        case .index(let a, let b), .arithmetic(_, let a, let b): isKnown(a) && isKnown(b)
        case .counted(_, let operation): isKnown(operation)
        case .aggregate(let parts): parts.allSatisfy(isKnown)
        case .call(let function, let arguments): isKnown(function) && arguments.allSatisfy(isKnown)
        case .record, .input, .slot, .variable, .member, .dynamicMember, .read, .collection, .compared, .subquery,
            .set, .registered, .ternary, .once:
            false
        }
    }

    /// Whether the result of a function of constants is computed without a charge.
    ///
    /// A pattern has the limits of the evaluation. `replace` can make a string that is much longer than the predicate.
    static func isKnown(_ function: BuiltInFunction) -> Bool {
        function.isPure && function != .finds && function != .replace
    }

    /// Whether a comparison has an answer before there is a record.
    package static func isKnown(_ predicate: CorePredicate) -> Bool {
        switch predicate {
        case .equal(let a, let b, _), .ordered(_, let a, let b, _), .betweenList(let a, let b):
            isKnown(a) && isKnown(b)
        case .between(let a, let b, let c): isKnown(a) && isKnown(b) && isKnown(c)
        case .text(.contains, let container, let element, _):
            switch container {
            case .constant, .aggregate: isKnown(container) && isKnown(element)
            default: false
            }
        // The cost of a pattern depends on the limits of the evaluation.
        case .text(let op, let a, let b, _): !op.hasPattern && isKnown(a) && isKnown(b)
        case .constant, .not, .and, .or, .scoped, .quantified, .custom, .counted: false
        }
    }
}

extension CoreExpression {
    /// The values of parts that are all constants; nil if one is not.
    package static func constants(_ parts: [CoreExpression]) -> [PredicateValue]? {
        var values: [PredicateValue] = []
        values.reserveCapacity(parts.count)
        for part in parts {
            guard case .constant(let value) = part else { return nil }
            values.append(value)
        }
        return values
    }
}
