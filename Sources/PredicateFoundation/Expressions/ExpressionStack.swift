import PredicatePlatform

import PredicateFormat

/// Runs a walk over an expression with enough stack.
///
/// A Foundation expression is one value, as large as all its parts together, and code that walks it has copies of it in its
/// frame. Its depth is not known in advance, so each level checks the stack.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
enum ExpressionStack {
    /// Up to this size in bytes, a frame is an ordinary one.
    private static let smallSize = 512
    /// How many levels go unasked.
    private static let stride = 16
    /// Levels of other frames that the copies in a frame are reckoned as, for each byte.
    private static let levels = 40

    /// The result of the body, which walks over an expression of a size at a depth, at least one level deeper.
    static func run<Result>(size: Int, depth: Int, _ body: () -> Result) -> Result {
        guard size > smallSize || depth % stride == stride - 1 else { return body() }
        return DeepStack.run(levels: levels + size / smallSize, body)
    }
}
