/// The depth of a program of the core: how far an evaluator that walks it recurses.
package enum CoreDepth {
    /// The largest depth that an evaluator handles on its caller's thread. Deeper programs run on a stack of their
    /// own.
    package static let direct = 40

    /// Runs an evaluation of a program with so many levels on a stack that is deep enough.
    @inline(__always)
    package static func run<Result>(levels: Int, _ body: () -> Result) -> Result {
        levels <= direct ? body() : DeepStack.run(levels: levels, body)
    }

    /// The levels of a predicate, found without recursion.
    package static func of(_ predicate: CorePredicate) -> Int { depth(.predicate(predicate, 1)) }

    /// The levels of an expression, found without recursion.
    package static func of(_ expression: CoreExpression) -> Int { depth(.expression(expression, 1)) }

    private static func depth(_ root: CoreParts.Node) -> Int {
        var deepest = 0
        CoreParts.forEach(root) { node in
            switch node {
            case .predicate(_, let level), .expression(_, let level): deepest = max(deepest, level)
            }
            return true
        }
        return deepest
    }
}
