import PredicatePlatform

import PredicateFormat

/// Runs a walk over an expression where there is stack for it.
///
/// An expression of Foundation's is one value, as large as all its parts together, and whoever takes it apart has copies of it in his
/// frame. How deep it is nobody knows before; each level asks for itself.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
enum ExpressionStack {
    /// Up to so many bytes a frame is like others.
    private static let smallSize = 512
    /// How many levels go unasked.
    private static let stride = 16
    /// Levels of other frames that the copies in a frame are reckoned as, for each byte.
    private static let levels = 40

    /// The result of the body, which walks over an expression of a size at a depth, and one level on at least.
    static func run<Result>(size: Int, depth: Int, _ body: () -> Result) -> Result {
        guard size > smallSize || depth % stride == stride - 1 else { return body() }
        return DeepStack.run(levels: levels + size / smallSize, body)
    }
}
