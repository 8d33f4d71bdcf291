/// A half-open range of UTF-8 offsets in the text of a predicate.
///
/// Every node keeps its range through the whole pipeline, so that any stage can point at the text.
public struct SourceRange: Hashable, Sendable {
    /// Offset of the first byte.
    public var lowerBound: Int
    /// Offset after the last byte.
    public var upperBound: Int

    /// The range from `lowerBound` up to, and without, `upperBound`.
    public init(_ lowerBound: Int, _ upperBound: Int) {
        self.lowerBound = lowerBound
        self.upperBound = max(lowerBound, upperBound)
    }

    /// An empty range: a location between two bytes.
    public init(at offset: Int) { self.init(offset, offset) }

    /// Whether the range is a location rather than a piece of text.
    public var isEmpty: Bool { lowerBound == upperBound }

    /// The smallest range that contains both.
    public func union(_ other: SourceRange) -> SourceRange {
        SourceRange(min(lowerBound, other.lowerBound), max(upperBound, other.upperBound))
    }

    /// Whether the other range lies within this one.
    public func contains(_ other: SourceRange) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}

extension SourceRange {
    /// The range in a text, clipped to the text: for views and editors that mark it.
    ///
    /// The text is the one that the diagnostics are about (`PredicateDiagnostics.source`), or an equal one.
    public func indices(in source: String) -> Range<String.Index> {
        let utf8 = source.utf8
        let lower = utf8.index(utf8.startIndex, offsetBy: max(0, lowerBound), limitedBy: utf8.endIndex) ?? utf8.endIndex
        let upper = utf8.index(lower, offsetBy: max(0, upperBound - max(0, lowerBound)), limitedBy: utf8.endIndex)
        return lower..<(upper ?? utf8.endIndex)
    }

    /// The bytes of the text in the range, clipped to the text.
    public func text(in source: String) -> String { String(decoding: source.utf8[indices(in: source)], as: UTF8.self) }
}
