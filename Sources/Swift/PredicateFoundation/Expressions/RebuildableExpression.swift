import PredicateCore
import PredicatePlatform

/// An expression that can be rebuilt with other variables, with the same type.
///
/// Every standard expression can. The closures of Foundation's quantifiers each get a new variable. A body that was
/// built once for a variable of the exporter is rebuilt for Foundation's variable in one walk.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
protocol RebuildableExpression: PredicateExpression {
    /// The expression with the replacements of the walk.
    func rebuilt(_ walk: inout Rebuilding) -> Self
}

/// An expression that has two others for its sides, and nothing else.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
protocol TwoSidedExpression: RebuildableExpression {
    associatedtype LHS: PredicateExpression
    associatedtype RHS: PredicateExpression
    var lhs: LHS { get }
    var rhs: RHS { get }
    init(lhs: LHS, rhs: RHS)
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension TwoSidedExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self { Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs)) }
}

/// A walk that rebuilds an expression.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct Rebuilding {
    /// The replacement of each variable by its key: another variable of the same type.
    private var variables: [PredicateExpressions.VariableID: Any] = [:]
    /// The first expression of an unknown type. If there is one, the result of the walk is not valid.
    private(set) var unknown: Any.Type?
    /// Whether expressions of this module count as unknown.
    var isStandardOnly = false

    /// Replaces a variable with another one.
    mutating func replace<T>(
        _ variable: PredicateExpressions.Variable<T>, with other: PredicateExpressions.Variable<T>
    ) {
        variables[variable.key] = other
    }

    /// The replacement of a variable, or the variable itself.
    func replacement<T>(for variable: PredicateExpressions.Variable<T>) -> PredicateExpressions.Variable<T> {
        variables[variable.key] as? PredicateExpressions.Variable<T> ?? variable
    }

    private var depth = 0
    /// The maximum depth. Deeper parts count as unknown.
    private static let maximumDepth = 1200

    /// The rebuilt expression.
    mutating func rebuild<E: PredicateExpression>(_ expression: E) -> E {
        guard unknown == nil, depth < Self.maximumDepth else {
            unknown = unknown ?? E.self
            return expression
        }
        depth += 1
        defer { depth -= 1 }
        // A copy is changed, because the closure may run on another thread.
        var walk = self
        let result = ExpressionStack.run(size: MemoryLayout<E>.size, depth: depth) { walk.rebuildHere(expression) }
        self = walk
        return result
    }

    /// The rebuilt body of a closure, with the variable of the new expression in place of the old one.
    mutating func rebuild<E: PredicateExpression, T>(
        _ body: E, replacing variable: PredicateExpressions.Variable<T>, with other: PredicateExpressions.Variable<T>
    ) -> E {
        replace(variable, with: other)
        return rebuild(body)
    }

    private mutating func rebuildHere<E: PredicateExpression>(_ expression: E) -> E {
        guard let known = expression as? any RebuildableExpression, !(isStandardOnly && known is any OwnExpression),
            let result = known.rebuilt(&self) as? E
        else {
            unknown = unknown ?? E.self
            return expression
        }
        return result
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpression {
    /// The expression with one variable replaced; nil if a part of it has an unknown type.
    func replacing<T>(
        _ variable: PredicateExpressions.Variable<T>, with other: PredicateExpressions.Variable<T>
    ) -> Self? {
        var walk = Rebuilding()
        walk.replace(variable, with: other)
        let result = walk.rebuild(self)
        return walk.unknown == nil ? result : nil
    }
}

/// Runs code that walks an expression with enough stack.
///
/// A Foundation expression is a single value that contains all its parts, and code that walks it has copies of it in
/// its frame. The depth is not known in advance, so the walk checks the stack as it descends.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
enum ExpressionStack {
    /// The size in bytes up to which a frame counts as ordinary.
    private static let smallSize = 512
    /// The stack is checked only at every 16th level, unless the expression is large.
    private static let stride = 16
    /// The minimum stack to reserve, in levels of a tree. Large expressions add levels by their size.
    private static let levels = 40

    /// Runs a body that walks an expression of a size at a depth, and descends at least one level.
    static func run<Result>(size: Int, depth: Int, _ body: () -> Result) -> Result {
        guard size > smallSize || depth % stride == stride - 1 else { return body() }
        return DeepStack.run(levels: levels + size / smallSize, body)
    }
}
