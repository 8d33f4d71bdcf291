/// A location in a string as people count: lines and columns from 1.
public struct SourcePosition: Hashable, Sendable {
    /// The line.
    public var line: Int
    /// The column, in code points.
    public var column: Int

    /// A location.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The location of a UTF-8 offset. An offset outside of the text counts as the nearest end, an offset within a code point as its
    /// beginning.
    public init(of offset: Int, in source: String) {
        self = SourceLines(source).position(of: offset)
    }
}

extension SourceRange {
    /// The line and column of the start of the range.
    public func position(in source: String) -> SourcePosition { SourcePosition(of: lowerBound, in: source) }
}

/// A string cut into lines, which LF, CR or both end.
package struct SourceLines {
    package let bytes: [UInt8]
    /// The bytes of each line without its line break; at least one line.
    let lines: [Range<Int>]
    /// The code points that begin before each multiple of `step`, so that a column in a long line is found in constant time.
    private let leads: [Int]
    private static let step = 256

    package init(_ source: String) {
        let bytes = Array(source.utf8)
        leads = Self.leads(of: bytes)
        var lines: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A || byte == 0x0D {
                lines.append(start..<index)
                if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
                start = index + 1
            }
            index += 1
        }
        lines.append(start..<bytes.count)
        self.bytes = bytes
        self.lines = lines
    }

    private static func leads(of bytes: [UInt8]) -> [Int] {
        var leads: [Int] = []
        leads.reserveCapacity(bytes.count / step + 1)
        var count = 0
        bytes.withUnsafeBufferPointer { bytes in
            for start in stride(from: 0, through: bytes.count, by: step) {
                leads.append(count)
                for index in start..<min(bytes.count, start + step) where UTF8Text.isLead(bytes[index]) { count += 1 }
            }
        }
        return leads
    }

    /// The code points that begin before an offset within the text.
    private func codePoints(before offset: Int) -> Int {
        let block = offset / Self.step
        return bytes[block * Self.step..<offset].reduce(leads[block]) { $0 + (UTF8Text.isLead($1) ? 1 : 0) }
    }

    /// An offset within the text and at the beginning of a code point.
    func clamped(_ offset: Int) -> Int {
        var offset = min(max(0, offset), bytes.count)
        while offset > 0, offset < bytes.count, !UTF8Text.isLead(bytes[offset]) { offset -= 1 }
        return offset
    }

    /// The index of the line that contains an offset; a line break belongs to the line that it ends.
    func line(of offset: Int) -> Int {
        max(1, lines.partitioningIndex { $0.lowerBound > offset }) - 1
    }

    package func position(of offset: Int) -> SourcePosition {
        let offset = clamped(offset)
        let index = line(of: offset)
        let line = lines[index]
        // Editors do not count a byte order mark.
        let start = index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, offset) : line.lowerBound
        let end = max(start, min(offset, line.upperBound))
        return SourcePosition(line: index + 1, column: 1 + codePoints(before: end) - codePoints(before: start))
    }
}

/// A half-open range of UTF-8 offsets in the text of a predicate.
///
/// Every node keeps its range through the whole pipeline, so that any stage can point at the text.
public struct SourceRange: Hashable, Sendable {
    /// The offset of the first byte.
    public var lowerBound: Int
    /// The offset after the last byte.
    public var upperBound: Int

    /// The range from `lowerBound` up to, and without, `upperBound`.
    public init(_ lowerBound: Int, _ upperBound: Int) {
        self.lowerBound = lowerBound
        self.upperBound = max(lowerBound, upperBound)
    }

    /// An empty range: a location between two bytes.
    public init(at offset: Int) { self.init(offset, offset) }

    /// The range of some offsets.
    package init(_ offsets: Range<Int>) { self.init(offsets.lowerBound, offsets.upperBound) }

    /// The offsets of its bytes.
    package var offsetRange: Range<Int> { lowerBound..<upperBound }

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
    /// The range in a string, clipped to the text: for views and editors that mark it.
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
