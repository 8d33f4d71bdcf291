/// How deep a program of the core is: how far an evaluator that walks it recurses.
package enum CoreDepth {
    /// What an evaluator recurses over on the thread it is called on. Deeper programs, which nobody writes by hand, are run
    /// on a stack of their own.
    package static let direct = 40

    /// The result of an evaluation of a program, on a stack that is deep enough for it.
    @inline(__always)
    package static func run<Result>(levels: Int, _ body: () -> Result) -> Result {
        levels <= direct ? body() : DeepStack.run(levels: levels, body)
    }

    private enum Node {
        case predicate(CorePredicate, Int)
        case expression(CoreExpression, Int)
    }

    /// The levels of a predicate, found without recursion.
    package static func of(_ predicate: CorePredicate) -> Int { depth(.predicate(predicate, 1)) }

    /// The levels of an expression, found without recursion.
    package static func of(_ expression: CoreExpression) -> Int { depth(.expression(expression, 1)) }

    private static func depth(_ root: Node) -> Int {
        var deepest = 0
        // Parts are added one by one: a list of them would be an allocation for each node.
        var pending = [root]
        while let node = pending.popLast() {
            switch node {
            case .predicate(let predicate, let level):
                deepest = max(deepest, level)
                addParts(of: predicate, level + 1, to: &pending)
            case .expression(let expression, let level):
                deepest = max(deepest, level)
                addParts(of: expression, level + 1, to: &pending)
            }
        }
        return deepest
    }

    private static func addParts(of predicate: CorePredicate, _ level: Int, to pending: inout [Node]) {
        switch predicate {
        case .constant: break
        case .and(let parts), .or(let parts): for part in parts { pending.append(.predicate(part, level)) }
        case .not(let part): pending.append(.predicate(part, level))
        case .scoped(let assignments, let body):
            for assignment in assignments { pending.append(.expression(assignment.value, level)) }
            pending.append(.predicate(body, level))
        case .equal(let a, let b, _), .ordered(_, let a, let b, _), .betweenList(let a, let b),
            .contains(let a, let b, _), .beginsWith(let a, let b, _), .endsWith(let a, let b, _),
            .like(let a, let b, _), .matches(let a, let b, _), .custom(_, let a, let b, _):
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
            .complement(let base), .cast(let base, _):
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
