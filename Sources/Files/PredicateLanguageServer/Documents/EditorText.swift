import PredicateCore
import PredicateFiles

/// The text of a document, with the offsets of its lines. Lines end with LF, CR or both.
package struct EditorText: Sendable {
    /// The text as UTF-8.
    package private(set) var bytes: [UInt8]
    /// The offset of the first byte of each line; at least one.
    private(set) var lineStarts: [Int]

    /// A document's text, which must be UTF-8.
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

    /// The index of the first line that starts at an offset or after it.
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

    /// The offset of a position. A character after the end of its line counts as that end, a line after the last one as
    /// the end of the text.
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

/// A replacement of bytes of a document.
package struct DocumentChange: Sendable {
    /// The replaced bytes, in the text before the change.
    package let range: Range<Int>
    /// The new bytes.
    package let text: [UInt8]

    package init(_ range: Range<Int>, _ text: [UInt8]) {
        self.range = range
        self.text = text
    }

    /// The difference of two versions of the text: all that lies between their common start and their common end.
    package init(from old: [UInt8], to new: [UInt8]) {
        let edit = FileFixer.edit(from: old, to: new)
        (range, text) = (edit.range.offsetRange, Array(edit.text.utf8))
    }
}

/// The unit in which a client counts the characters of a line.
package enum PositionEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// The units of the bytes of a string.
    func units(_ bytes: ArraySlice<UInt8>) -> Int {
        if self == .utf8 { return bytes.count }
        let countsPairs = self == .utf16
        return bytes.withUnsafeBufferPointer { bytes in
            var count = 0
            for byte in bytes {
                if byte & 0xC0 != 0x80 { count += 1 }
                // A code point of four bytes is a pair in UTF-16.
                if countsPairs, byte >= 0xF0 { count += 1 }
            }
            return count
        }
    }

    /// The bytes of so many units at the start of a string, at most all. A unit within a code point counts as its
    /// start.
    func bytes(of units: Int, in bytes: ArraySlice<UInt8>) -> Int {
        guard units > 0 else { return 0 }
        var left = units
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let lead = bytes[index]
            let width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            let size =
                switch self {
                case .utf8: width
                case .utf16: width == 4 ? 2 : 1
                case .utf32: 1
                }
            if size > left { break }
            left -= size
            index += width
            if left == 0 { break }
        }
        return min(index, bytes.endIndex) - bytes.startIndex
    }
}

/// A place in a document as clients write it: the line and the character, both from 0.
package struct DocumentPosition: Hashable, Comparable, Sendable {
    package let line: Int
    package let character: Int

    package static func < (a: DocumentPosition, b: DocumentPosition) -> Bool {
        (a.line, a.character) < (b.line, b.character)
    }
}

extension LocatedText {
    /// The text after a change of its file that the reader of the file could not follow. The new bytes count as they
    /// are, without escapes. Nil if the change removes a bound of the text.
    func following(_ change: DocumentChange) -> LocatedText? {
        let place = fileRange
        let shift = change.text.count - change.range.count
        if change.range.upperBound < place.lowerBound
            || change.range.upperBound == place.lowerBound && change.range.lowerBound < place.lowerBound
        {
            return LocatedText(text, map.moved(by: shift), style)
        }
        if change.range.lowerBound > place.upperBound { return self }
        guard change.range.lowerBound >= place.lowerBound, change.range.upperBound <= place.upperBound,
            let lower = map.offset(of: change.range.lowerBound), let upper = map.offset(of: change.range.upperBound)
        else { return change.range.lowerBound == place.upperBound ? self : nil }
        let count = text.utf8.count
        let before = part(SourceRange(0, lower))
        let behind = part(SourceRange(max(lower, upper), count))
        var newMap = TextMap(at: min(place.lowerBound, change.range.lowerBound))
        newMap.append(before.map)
        newMap.appendVerbatim(change.text.count, at: change.range.lowerBound)
        newMap.append(behind.map.moved(by: shift))
        return LocatedText(before.text + String(decoding: change.text, as: UTF8.self) + behind.text, newMap, style)
    }
}

extension TextMap {
    /// The map of the same text in a file with more or fewer bytes before it.
    func moved(by shift: Int) -> TextMap {
        if shift == 0 { return self }
        var moved = TextMap(at: fileRange.lowerBound + shift)
        for run in runs {
            if run.isVerbatim {
                moved.appendVerbatim(run.textCount, at: run.file + shift)
            } else {
                moved.appendUnit(run.textCount, for: (run.file + shift)..<(run.file + run.fileCount + shift))
            }
        }
        return moved
    }
}
