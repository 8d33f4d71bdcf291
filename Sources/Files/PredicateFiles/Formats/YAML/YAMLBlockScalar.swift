import PredicateFormat

/// Reads a literal (`|`) or folded (`>`) block of YAML again, to find where its bytes stand.
///
/// The indentation of a block depends on what stands around it. So it is taken from the text that the parser read: the first line with
/// a sign has so many spaces in the file, and so many in the text. The difference is the indentation.
struct YAMLBlockScalar {
    private let file: [UInt8]
    private let range: Range<Int>
    private let isFolded: Bool
    private let meaning: [UInt8]

    /// A block.
    ///
    /// - Parameters:
    ///   - range: From the indicator to the end, as the parser gives it: behind the last line break.
    ///   - meaning: The UTF-8 of the text that the parser read.
    init(_ file: [UInt8], _ range: Range<Int>, isFolded: Bool, meaning: [UInt8]) {
        self.file = file
        self.range = range
        self.isFolded = isFolded
        self.meaning = meaning
    }

    /// What happens to the line breaks at the end: `-` none stays, `+` all stay, otherwise one.
    private enum Chomping { case strip, clip, keep }

    /// The text and its end; nil where the file is not what was expected.
    func scan() -> (builder: SourceText, end: Int)? {
        guard let indicator = file[safely: range.lowerBound],
            indicator == UInt8(ascii: isFolded ? ">" : "|")
        else { return nil }
        var offset = range.lowerBound + 1
        var chomping = Chomping.clip
        while let byte = file[safely: offset] {
            if byte == UInt8(ascii: "-") {
                chomping = .strip
            } else if byte == UInt8(ascii: "+") {
                chomping = .keep
            } else if !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte) {
                break
            }
            offset += 1
        }
        let headerEnd = offset
        while offset < file.count, YAMLLineBreak(file, offset) == nil { offset += 1 }
        offset += YAMLLineBreak(file, offset)?.count ?? 0

        guard let indentation = indentation(from: offset) else { return nil }
        var builder = SourceText(at: min(offset, range.upperBound))
        var end = headerEnd
        var lastBreak: Break?
        var wasIndentedMore = false
        var (emptyLines, column) = skipEmptyLines(&offset, indentation)
        while offset < file.count, column == indentation {
            // Lines that begin with a blank are not folded, nor are their neighbours.
            let isIndentedMore = file.isBlank(at: offset)
            if let lineBreak = lastBreak {
                if isFolded, lineBreak.sign.isFolded, !wasIndentedMore, !isIndentedMore {
                    if emptyLines.isEmpty { builder.appendUnit(" ", for: lineBreak.offset..<offset) }
                } else {
                    append(lineBreak, to: &builder)
                }
            }
            for lineBreak in emptyLines { append(lineBreak, to: &builder) }
            wasIndentedMore = isIndentedMore
            let start = offset
            while offset < file.count, YAMLLineBreak(file, offset) == nil { offset += 1 }
            builder.appendVerbatim(start..<offset, of: file)
            end = offset
            lastBreak = skipBreak(&offset)
            (emptyLines, column) = skipEmptyLines(&offset, indentation)
        }
        if chomping != .strip, let lastBreak { append(lastBreak, to: &builder) }
        if chomping == .keep { for lineBreak in emptyLines { append(lineBreak, to: &builder) } }
        return (builder, max(end, builder.map.fileRange.upperBound))
    }

    /// A line break and where it stands.
    private typealias Break = (offset: Int, sign: YAMLLineBreak)

    private func append(_ lineBreak: Break, to builder: inout SourceText) {
        let range = lineBreak.offset..<(lineBreak.offset + lineBreak.sign.count)
        if lineBreak.sign.isVerbatim {
            builder.appendVerbatim(range, of: file)
        } else {
            builder.appendUnit(lineBreak.sign.meaning, for: range)
        }
    }

    /// Columns before the content; nil where that cannot be told. A text of nothing but line breaks has no content.
    private func indentation(from start: Int) -> Int? {
        guard let inText = meaning.firstIndex(where: { $0 != 0x20 && !$0.isLineBreak }) else {
            return indentationOfBlanks(from: start)
        }
        let spacesInText = meaning[..<inText].reversed().prefix { $0 == 0x20 }.count
        var offset = start
        var lineStart = start
        while offset < file.count {
            if file[offset] == 0x20 {
                offset += 1
            } else if let lineBreak = YAMLLineBreak(file, offset) {
                offset += lineBreak.count
                lineStart = offset
            } else {
                break
            }
        }
        let spacesInFile = offset - lineStart
        return spacesInFile >= spacesInText ? spacesInFile - spacesInText : nil
    }

    /// The same for a text of nothing but blanks: its longest line is the longest one of the file.
    private func indentationOfBlanks(from start: Int) -> Int? {
        let longestInText = Self.longestRunOfSpaces(meaning[...])
        guard longestInText > 0 else { return .max }
        let longestInFile = Self.longestRunOfSpaces(file[min(start, range.upperBound)..<range.upperBound])
        return longestInFile >= longestInText ? longestInFile - longestInText : nil
    }

    private static func longestRunOfSpaces(_ bytes: ArraySlice<UInt8>) -> Int {
        var longest = 0
        var run = 0
        for byte in bytes {
            run = byte == 0x20 ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// Skips lines without content, and the indentation of the next line. Gives the breaks of those lines, and the column.
    private func skipEmptyLines(_ offset: inout Int, _ indentation: Int) -> (breaks: [Break], column: Int) {
        var breaks: [Break] = []
        while true {
            let start = offset
            while offset - start < indentation, file[safely: offset] == 0x20 { offset += 1 }
            let column = offset - start
            guard let lineBreak = skipBreak(&offset) else { return (breaks, column) }
            breaks.append(lineBreak)
        }
    }

    private func skipBreak(_ offset: inout Int) -> Break? {
        guard let sign = YAMLLineBreak(file, offset) else { return nil }
        defer { offset += sign.count }
        return (offset, sign)
    }
}
