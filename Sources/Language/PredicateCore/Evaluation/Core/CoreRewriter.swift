/// Rewrites a program part by part.
package protocol CoreRewriter {
    /// The replacement of a predicate.
    mutating func predicate(_ predicate: CorePredicate) -> CorePredicate
    /// The replacement of an expression.
    mutating func expression(_ expression: CoreExpression) -> CoreExpression
    /// Called after a slot is assigned, before the parts that may read it are rewritten.
    mutating func assigned(_ slot: Int)
    /// Rewrites a part that is evaluated for each element of a collection, with the element in a slot.
    mutating func loop<Part>(_ slot: Int, _ body: (inout Self) -> Part) -> Part
}

extension CoreRewriter {
    package mutating func assigned(_ slot: Int) {}

    package mutating func loop<Part>(_ slot: Int, _ body: (inout Self) -> Part) -> Part { body(&self) }

    /// A predicate with its parts rewritten.
    package mutating func rewriteParts(of predicate: CorePredicate) -> CorePredicate {
        switch predicate {
        case .constant: return predicate
        case .and(let parts): return .and(parts.map { self.predicate($0) })
        case .or(let parts): return .or(parts.map { self.predicate($0) })
        case .not(let part): return .not(self.predicate(part))
        case .counted(let site, let part): return .counted(site, self.predicate(part))
        case .scoped(let assignments, let body):
            var rewritten: [CoreAssignment] = []
            for assignment in assignments {
                rewritten.append(CoreAssignment(slot: assignment.slot, value: expression(assignment.value)))
                assigned(assignment.slot)
            }
            return .scoped(rewritten, self.predicate(body))
        case .quantified(let quantifier, let over, let slot, let expansion, let body):
            let over = expression(over)
            var opened = expansion
            if case .shallowIfList(let other) = expansion { opened = .shallowIfList(expression(other)) }
            return loop(slot) {
                .quantified(quantifier, over: over, slot: slot, expansion: opened, body: $0.predicate(body))
            }
        default: return rewriteParts(ofComparison: predicate)
        }
    }

    private mutating func rewriteParts(ofComparison predicate: CorePredicate) -> CorePredicate {
        switch predicate {
        case .equal(let a, let b, let options): .equal(expression(a), expression(b), options)
        case .ordered(let ordering, let a, let b, let options):
            .ordered(ordering, expression(a), expression(b), options)
        case .between(let a, let b, let c): .between(expression(a), expression(b), expression(c))
        case .betweenList(let a, let b): .betweenList(expression(a), expression(b))
        case .text(let op, let a, let b, let options): .text(op, expression(a), expression(b), options)
        case .custom(let registered, let a, let b, let options):
            .custom(registered, expression(a), expression(b), options)
        case .constant, .and, .or, .not, .scoped, .quantified, .counted: predicate
        }
    }

    /// An expression with its parts rewritten.
    package mutating func rewriteParts(of expression: CoreExpression) -> CoreExpression {
        switch expression {
        case .constant, .record, .input, .slot, .variable: return expression
        case .member(let base, let key): return .member(self.expression(base), key)
        case .dynamicMember(let a, let b): return .dynamicMember(self.expression(a), self.expression(b))
        case .read(let base, let reading): return .read(self.expression(base), as: reading)
        case .first(let base): return .first(self.expression(base))
        case .last(let base): return .last(self.expression(base))
        case .size(let base): return .size(self.expression(base))
        case .index(let a, let b): return .index(self.expression(a), self.expression(b))
        default: return rewriteParts(ofOperation: expression)
        }
    }

    private mutating func rewriteParts(ofOperation expression: CoreExpression) -> CoreExpression {
        switch expression {
        case .once(let location, let base): return .once(location, self.expression(base))
        case .counted(let site, let operation): return .counted(site, self.expression(operation))
        case .collection(let op, let base, let slot, let path):
            let base = self.expression(base)
            guard let path else { return .collection(op, base, slot: slot, path: nil) }
            return loop(slot) { .collection(op, base, slot: slot, path: $0.expression(path)) }
        // The operation stays one.
        case .compared(let operation, let reading): return .compared(rewriteParts(of: operation), as: reading)
        case .subquery(let base, let slot, let body):
            let base = self.expression(base)
            return loop(slot) { .subquery(base, slot: slot, $0.predicate(body)) }
        case .aggregate(let parts): return .aggregate(parts.map { self.expression($0) })
        case .arithmetic(let op, let a, let b): return .arithmetic(op, self.expression(a), self.expression(b))
        case .complement(let base): return .complement(self.expression(base))
        case .set(let op, let a, let b): return .set(op, self.expression(a), self.expression(b))
        case .call(let function, let arguments): return .call(function, arguments.map { self.expression($0) })
        case .registered(let function, let arguments):
            return .registered(function, arguments.map { self.expression($0) })
        case .cast(let base, let target): return .cast(self.expression(base), target)
        case .ternary(let condition, let a, let b):
            return .ternary(predicate(condition), self.expression(a), self.expression(b))
        case .constant, .record, .input, .slot, .variable, .member, .dynamicMember, .read, .first, .last, .size, .index:
            return expression
        }
    }
}

/// Takes the numbers of counted operations out of a program.
private struct Uncounted: CoreRewriter {
    /// Whether those inside loops stay.
    let keepsLoops: Bool
    private var depth = 0

    init(keepsLoops: Bool) { self.keepsLoops = keepsLoops }

    mutating func predicate(_ predicate: CorePredicate) -> CorePredicate {
        if depth == 0, case .counted(_, let part) = predicate { return self.predicate(part) }
        return rewriteParts(of: predicate)
    }

    mutating func expression(_ expression: CoreExpression) -> CoreExpression {
        if depth == 0, case .counted(_, let operation) = expression { return self.expression(operation) }
        return rewriteParts(of: expression)
    }

    mutating func loop<Part>(_ slot: Int, _ body: (inout Self) -> Part) -> Part {
        depth += keepsLoops ? 1 : 0
        defer { depth -= keepsLoops ? 1 : 0 }
        return body(&self)
    }
}

extension CorePredicate {
    /// The predicate without the numbers of counted operations.
    package var uncounted: CorePredicate {
        var uncounted = Uncounted(keepsLoops: false)
        return uncounted.predicate(self)
    }

    /// The predicate without the numbers of counted operations, except those of operations on elements.
    package var uncountedExceptElements: CorePredicate {
        var uncounted = Uncounted(keepsLoops: true)
        return uncounted.predicate(self)
    }
}

extension CoreExpression {
    /// The expression without the numbers of counted operations.
    package var uncounted: CoreExpression {
        var uncounted = Uncounted(keepsLoops: false)
        return uncounted.expression(self)
    }
}
