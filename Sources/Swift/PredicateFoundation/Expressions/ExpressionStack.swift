import PredicatePlatform

import PredicateFormat

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
