import PredicateFormat

extension SourceTokens {
    /// The text of a literal of Swift, with its interpolations as holes; nil if it is not well-formed.
    ///
    /// - Parameter known: the text of the expression that some tokens are, where the source tells it.
    func swiftText(of literal: SourceLiteral, known: (Range<Int>) -> [UInt8]? = { _ in nil }) -> SourceText? {
        guard literal.isClosed else { return nil }
        var reader = SwiftLiteralReader(self, literal, content(of: literal))
        return reader.read(known)
    }

    /// How a literal of Swift is written.
    func swiftStyle(of literal: SourceLiteral) -> TextStyle {
        .swift(numberSigns: literal.kind.numberSigns, isMultiline: literal.kind.isMultiline)
    }
}

/// Reads what a literal of Swift means.
private struct SwiftLiteralReader {
    private let file: [UInt8]
    private let literal: SourceLiteral
    private let source: SourceTokens
    private let signs: Int
    private var position: Int
    private var end: Int
    private var text: SourceText
    /// The bytes that every line of a multi-line literal begins with.
    private var indentation: Range<Int>
    private var nextInterpolation = 0

    init(_ source: SourceTokens, _ literal: SourceLiteral, _ content: Range<Int>) {
        self.source = source
        self.literal = literal
        file = source.file
        signs = literal.kind.numberSigns
        position = content.lowerBound
        end = content.upperBound
        text = SourceText(at: content.lowerBound)
        indentation = end..<end
    }

    private func byte(_ offset: Int) -> UInt8 { offset < end ? file[offset] : 0 }

    mutating func read(_ known: (Range<Int>) -> [UInt8]?) -> SourceText? {
        if literal.kind.isMultiline, !beginsAndEndsWithLines() { return nil }
        var verbatim = position
        while position < end {
            if nextInterpolation < literal.interpolations.count,
                literal.interpolations[nextInterpolation].range.lowerBound == position
            {
                text.appendVerbatim(verbatim..<position, of: file)
                append(literal.interpolations[nextInterpolation], known)
                nextInterpolation += 1
                verbatim = position
                continue
            }
            switch file[position] {
            case UInt8(ascii: "\\") where isEscape:
                text.appendVerbatim(verbatim..<position, of: file)
                guard escape() else { return nil }
                verbatim = position
            case 0x0A, 0x0D:
                guard literal.kind.isMultiline else { return nil }
                let start = position
                position += byte(position) == 0x0D && byte(position + 1) == 0x0A ? 2 : 1
                let lineEnd = position
                guard skipIndentation() else { return nil }
                if file[start] == 0x0A, position == lineEnd { continue }
                text.appendVerbatim(verbatim..<start, of: file)
                text.appendUnit([0x0A], for: start..<position)
                verbatim = position
            default: position += 1
            }
        }
        text.appendVerbatim(verbatim..<max(verbatim, end), of: file)
        return text
    }

    private var isEscape: Bool {
        var count = 0
        while count < signs, byte(position + 1 + count) == UInt8(ascii: "#") { count += 1 }
        return count == signs
    }

    /// Finds the indentation of a multi-line literal, and leaves out its first and its last line end.
    private mutating func beginsAndEndsWithLines() -> Bool {
        guard let first = lineEnd(at: position) else { return false }
        var last = end
        while last > position, file[last - 1] == 0x20 || file[last - 1] == 0x09 { last -= 1 }
        guard last > position, file[last - 1] == 0x0A || file[last - 1] == 0x0D else { return false }
        indentation = last..<end
        position = first
        if last == first {
            // The literal has no line.
            end = position
            return true
        }
        last -= file[last - 1] == 0x0A && file[last - 2] == 0x0D ? 2 : 1
        end = max(last, position)
        return skipIndentation()
    }

    /// The offset behind the line end at an offset.
    private func lineEnd(at offset: Int) -> Int? {
        switch byte(offset) {
        case 0x0A: offset + 1
        case 0x0D: byte(offset + 1) == 0x0A ? offset + 2 : offset + 1
        default: nil
        }
    }

    /// Goes over the indentation of a line. A line of white space alone may have less.
    private mutating func skipIndentation() -> Bool {
        var offset = indentation.lowerBound
        while offset < indentation.upperBound, position < end, file[position] == file[offset] {
            position += 1
            offset += 1
        }
        return offset == indentation.upperBound || position >= end || byte(position) == 0x0A || byte(position) == 0x0D
    }

    private mutating func append(_ interpolation: SourceLiteral.Interpolation, _ known: (Range<Int>) -> [UInt8]?) {
        position = interpolation.range.upperBound
        if let bytes = known(interpolation.tokens) {
            text.appendUnit(bytes, for: interpolation.range)
            return
        }
        text.holes.append(
            SourceText.Hole(offset: text.bytes.count, kind: .interpolation, range: interpolation.range))
    }

    /// Reads an escape; false if there is no such one.
    private mutating func escape() -> Bool {
        let start = position
        let sign = position + 1 + signs
        position = sign + 1
        let range = start..<min(position, end)
        switch byte(sign) {
        case UInt8(ascii: "0"): text.appendUnit([0], for: range)
        case UInt8(ascii: "\\"): text.appendUnit([UInt8(ascii: "\\")], for: range)
        case UInt8(ascii: "t"): text.appendUnit([0x09], for: range)
        case UInt8(ascii: "n"): text.appendUnit([0x0A], for: range)
        case UInt8(ascii: "r"): text.appendUnit([0x0D], for: range)
        case UInt8(ascii: "\""): text.appendUnit([UInt8(ascii: "\"")], for: range)
        case UInt8(ascii: "'"): text.appendUnit([UInt8(ascii: "'")], for: range)
        case UInt8(ascii: "u"):
            guard byte(position) == UInt8(ascii: "{"),
                let (value, after) = number(in: file, at: position + 1, before: end, radix: 16, limit: 8),
                byte(after) == UInt8(ascii: "}")
            else { return false }
            position = after + 1
            return text.appendScalar(value, for: start..<position)
        case 0x09, 0x0A, 0x0D, 0x20: return escapedLineEnd(from: sign)
        default: return false
        }
        return true
    }

    /// A backslash at the end of a line of a multi-line literal joins the next line to it.
    private mutating func escapedLineEnd(from offset: Int) -> Bool {
        guard literal.kind.isMultiline else { return false }
        position = offset
        while byte(position) == 0x20 || byte(position) == 0x09 { position += 1 }
        guard let after = lineEnd(at: position) else { return false }
        position = after
        return skipIndentation()
    }
}
