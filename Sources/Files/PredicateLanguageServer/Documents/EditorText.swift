/// The text of a document, with the offsets of its lines. Lines end with LF, CR or both.
package struct EditorText: Sendable {
    /// The text as UTF-8.
    package private(set) var bytes: [UInt8]
    /// The offset of the first byte of each line; at least one.
    private(set) var lineStarts: [Int]

    /// A text, which must be UTF-8.
    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// The text of bytes, which must be UTF-8.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lineStarts = [0]
        appendLineStarts(from: 1, through: bytes.count, to: &lineStarts)
    }

    /// Replaces a range of bytes, which begins and ends at code points.
    package mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        bytes.replaceSubrange(range, with: text)
        let change = text.count - range.count
        // Whether a line starts at an offset depends on the byte before it and the byte at it.
        let kept = firstLine(startingAt: max(1, range.lowerBound))
        let moved = firstLine(startingAt: range.upperBound + 1)
        var starts: [Int] = []
        appendLineStarts(from: max(1, range.lowerBound), through: range.lowerBound + text.count, to: &starts)
        lineStarts.replaceSubrange(kept..<max(kept, moved), with: starts)
        guard change != 0 else { return }
        let first = kept + starts.count
        lineStarts.withUnsafeMutableBufferPointer { lineStarts in
            for index in first..<lineStarts.count { lineStarts[index] += change }
        }
    }

    private func appendLineStarts(from first: Int, through last: Int, to starts: inout [Int]) {
        guard first <= last else { return }
        bytes.withUnsafeBufferPointer { bytes in
            for offset in first...last {
                let before = bytes[offset - 1]
                if before == 0x0A || before == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A) {
                    starts.append(offset)
                }
            }
        }
    }

    /// The index of the first line that starts at an offset or behind it.
    private func firstLine(startingAt offset: Int) -> Int {
        lineStarts.partitioningIndex { $0 >= offset }
    }

    /// The bytes of a line without its line break; the end of the text for a line that does not exist.
    package func contents(ofLine line: Int) -> Range<Int> {
        guard line >= 0, line < lineStarts.count else { return bytes.count..<bytes.count }
        let start = lineStarts[line]
        var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
        if line + 1 < lineStarts.count, end > start {
            end -= 1
            if bytes[end] == 0x0A, end > start, bytes[end - 1] == 0x0D { end -= 1 }
        }
        return start..<end
    }

    /// The line that an offset is in. A line break belongs to the line that it ends.
    package func line(of offset: Int) -> Int { max(0, firstLine(startingAt: offset + 1) - 1) }

    /// The offset of a position. A character behind the end of its line counts as that end, a line behind the last one as the end of the
    /// text.
    package func offset(of position: DocumentPosition, _ encoding: PositionEncoding) -> Int {
        let line = contents(ofLine: position.line)
        return line.lowerBound + encoding.bytes(of: position.character, in: bytes[line])
    }

    /// The position of an offset. An offset within a code point counts as its start, one within a line break as the end of the line.
    package func position(of offset: Int, _ encoding: PositionEncoding) -> DocumentPosition {
        var cursor = PositionCursor(self, encoding)
        return cursor.position(of: offset)
    }

    /// An offset within the text, at the start of a code point.
    func clamped(_ offset: Int) -> Int {
        var offset = min(max(0, offset), bytes.count)
        while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
        return offset
    }
}

/// Finds the positions of many offsets, in any order, each in constant time even in a long line.
package struct PositionCursor {
    private let text: EditorText
    private let encoding: PositionEncoding
    /// The last position that was found, with its offset.
    private var last: (offset: Int, position: DocumentPosition)?
    /// A long line, with the characters before each multiple of `step` from its start.
    private var table: (line: Int, characters: [Int])?
    /// The bytes that are counted one by one.
    private static let step = 512

    package init(_ text: EditorText, _ encoding: PositionEncoding) {
        self.text = text
        self.encoding = encoding
    }

    package mutating func position(of offset: Int) -> DocumentPosition {
        let offset = text.clamped(offset)
        let line = text.line(of: offset)
        let contents = text.contents(ofLine: line)
        let end = max(contents.lowerBound, min(offset, contents.upperBound))
        var start = contents.lowerBound
        var character = 0
        if let last, last.position.line == line, last.offset <= end, end - last.offset <= Self.step {
            start = last.offset
            character = last.position.character
        } else if end - start > Self.step, encoding != .utf8 {
            let block = (end - start) / Self.step
            character = characters(ofLine: line, contents)[block]
            start += block * Self.step
        }
        character += encoding.units(text.bytes[start..<end])
        let position = DocumentPosition(line: line, character: character)
        last = (end, position)
        return position
    }

    /// The characters before each multiple of `step` in a line.
    private mutating func characters(ofLine line: Int, _ contents: Range<Int>) -> [Int] {
        if let table, table.line == line { return table.characters }
        var characters: [Int] = []
        var count = 0
        for start in stride(from: contents.lowerBound, through: contents.upperBound, by: Self.step) {
            characters.append(count)
            count += encoding.units(text.bytes[start..<min(contents.upperBound, start + Self.step)])
        }
        table = (line, characters)
        return characters
    }
}
