/// Walks over the parts of a core program, without recursion.
package enum CoreParts {
    /// A predicate or an expression, with its level.
    enum Node {
        case predicate(CorePredicate, Int)
        case expression(CoreExpression, Int)
    }

    /// Whether a second evaluation of a predicate over the same values, in one run, gives the same answer: the
    /// predicate uses no random numbers and calls no function whose result may vary.
    package static func areRepeatable(_ predicate: CorePredicate) -> Bool {
        var isRepeatable = true
        forEach(.predicate(predicate, 1)) { node in
            switch node {
            // `now()` is one instant for a whole run (D101).
            case .expression(.call(let function, _), _): isRepeatable = function.isPure || function == .now
            case .expression(.registered(let function, _), _): isRepeatable = function.isPure
            default: break
            }
            return isRepeatable
        }
        return isRepeatable
    }

    /// Calls a function for a node and everything in it, until it returns false.
    static func forEach(_ root: Node, _ body: (Node) -> Bool) {
        // Parts are appended one by one, because an array of them would be allocated for each node.
        var pending = [root]
        while let node = pending.popLast() {
            guard body(node) else { return }
            switch node {
            case .predicate(let predicate, let level): addParts(of: predicate, level + 1, to: &pending)
            case .expression(let expression, let level): addParts(of: expression, level + 1, to: &pending)
            }
        }
    }

    private static func addParts(of predicate: CorePredicate, _ level: Int, to pending: inout [Node]) {
        switch predicate {
        case .constant: break
        case .and(let parts), .or(let parts): for part in parts { pending.append(.predicate(part, level)) }
        case .not(let part), .counted(_, let part): pending.append(.predicate(part, level))
        case .scoped(let assignments, let body):
            for assignment in assignments { pending.append(.expression(assignment.value, level)) }
            pending.append(.predicate(body, level))
        case .equal(let a, let b, _), .ordered(_, let a, let b, _), .betweenList(let a, let b),
            .text(_, let a, let b, _), .custom(_, let a, let b, _):
            pending.append(.expression(a, level))
            pending.append(.expression(b, level))
        case .between(let a, let b, let c):
            pending.append(.expression(a, level))
            pending.append(.expression(b, level))
            pending.append(.expression(c, level))
        case .quantified(_, let over, _, let expansion, let body):
            pending.append(.expression(over, level))
            pending.append(.predicate(body, level))
            if case .shallowIfList(let other) = expansion { pending.append(.expression(other, level)) }
        }
    }

    private static func addParts(of expression: CoreExpression, _ level: Int, to pending: inout [Node]) {
        switch expression {
        case .constant, .record, .input, .slot, .variable: break
        case .member(let base, _), .read(let base, _), .first(let base), .last(let base), .size(let base),
            .complement(let base), .cast(let base, _), .once(_, let base), .compared(let base, _),
            .counted(_, let base):
            pending.append(.expression(base, level))
        case .dynamicMember(let a, let b), .index(let a, let b), .arithmetic(_, let a, let b), .set(_, let a, let b):
            pending.append(.expression(a, level))
            pending.append(.expression(b, level))
        case .collection(_, let base, _, let path):
            pending.append(.expression(base, level))
            if let path { pending.append(.expression(path, level)) }
        case .subquery(let base, _, let predicate):
            pending.append(.expression(base, level))
            pending.append(.predicate(predicate, level))
        case .aggregate(let parts), .call(_, let parts), .registered(_, let parts):
            for part in parts { pending.append(.expression(part, level)) }
        case .ternary(let condition, let a, let b):
            pending.append(.predicate(condition, level))
            pending.append(.expression(a, level))
            pending.append(.expression(b, level))
        }
    }
}
