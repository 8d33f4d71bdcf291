/// Finds the comments of YAML and TOML that belong to a value: behind it, and in the lines above it.
///
/// Only the parts of a file between its texts are looked at. So a `#` within a text is never taken for a comment.
struct NumberSignComments {
    private let file: [UInt8]
    /// Where the line begins that was asked for last.
    private var lineStart = 0
    /// How far the file was searched for lines.
    private var searched = 0
    /// The comments above that line, once they were asked for: many values may stand in one line.
    private var commentsAbove: [String]?

    /// Lines of comments that a value takes. The nearest ones count.
    private static let linesAbove = 16

    init(_ file: [UInt8]) { self.file = file }

    /// The comment behind a value that ends at an offset: in the same line, after nothing but closing brackets and commas.
    func behind(_ end: Int) -> [String] {
        var offset = end
        while let byte = file[safely: offset], byte.isBlank || Self.isCloser(byte) { offset += 1 }
        return comment(at: offset)
    }

    /// The comment in the rest of a line, after whatever stands between two offsets, such as `: &anchor`.
    func between(_ lower: Int, _ upper: Int) -> [String] {
        var offset = max(lower, 0)
        while offset < min(upper, file.count), !file[offset].isLineBreak {
            if file[offset] == .numberSign, file.isBlank(at: offset - 1) { return comment(at: offset) }
            offset += 1
        }
        return []
    }

    /// The comments in the lines directly above the line of a value, from the top.
    ///
    /// - Parameters:
    ///   - offset: Where the value stands, or its key. Callers ask in the order of the file.
    ///   - limit: The end of the text before it. A line that begins before holds no comment for this value.
    mutating func above(_ offset: Int, notBefore limit: Int) -> [String] {
        guard offset >= lineStart else { return [] }
        while searched < min(offset, file.count) {
            if file[searched].isLineBreak {
                lineStart = searched + 1
                commentsAbove = nil
            }
            searched += 1
        }
        if let commentsAbove { return commentsAbove }
        let found = commentLines(endingAt: lineStart, notBefore: limit)
        commentsAbove = found
        return found
    }

    private func commentLines(endingAt end: Int, notBefore limit: Int) -> [String] {
        var comments: [String] = []
        var end = end
        while comments.count < Self.linesAbove, let line = line(before: end), line.lowerBound >= limit {
            let sign = signAfterIndicators(line.lowerBound)
            let found = comment(at: sign.offset)
            if found.isEmpty { break }
            comments += found
            end = line.lowerBound
            // `- # comment` begins an item. What stands above it is above another line.
            if sign.isAfterIndicator { break }
        }
        return comments.reversed()
    }

    private static func isCloser(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ",")
    }

    private static func isIndicator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ":")
    }

    /// The line whose break ends at an offset, without its break.
    private func line(before offset: Int) -> Range<Int>? {
        guard offset > 0, offset <= file.count else { return nil }
        var end = offset - 1
        if file[end] == .lineFeed, end > 0, file[end - 1] == .carriageReturn { end -= 1 }
        var start = end
        while start > 0, !file[start - 1].isLineBreak { start -= 1 }
        return start..<end
    }

    /// Where a comment may begin in a line: after blanks and indicators of YAML.
    private func signAfterIndicators(_ lineStart: Int) -> (offset: Int, isAfterIndicator: Bool) {
        // The first line may have a byte order mark.
        var offset = file.skippingBlanks(from: lineStart == 0 ? file.byteOrderMarkCount : lineStart)
        var isAfterIndicator = false
        while let byte = file[safely: offset], Self.isIndicator(byte), file.isBlank(at: offset + 1) {
            offset = file.skippingBlanks(from: offset + 1)
            isAfterIndicator = true
        }
        return (offset, isAfterIndicator)
    }

    /// The text of a comment that begins at an offset; none where no number sign stands.
    private func comment(at start: Int) -> [String] {
        guard file[safely: start] == .numberSign else { return [] }
        var lower = start
        while file[safely: lower] == .numberSign || file.isBlank(at: lower) { lower += 1 }
        var upper = lower
        while upper < file.count, !file[upper].isLineBreak { upper += 1 }
        while upper > lower, file.isBlank(at: upper - 1) { upper -= 1 }
        return [String(decoding: file[lower..<upper], as: UTF8.self)]
    }
}
