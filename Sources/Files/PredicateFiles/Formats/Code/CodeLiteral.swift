import PredicateFormat

/// Reads the text of a literal, with what is interpolated into it.
struct CodeLiteral {
    private let source: SourceTokens
    private let literal: SourceLiteral
    private let kind: CodeLiteralKind
    private var text: SourceText
    private var position: Int
    private let end: Int
    private var verbatim: Int

    private init(_ source: SourceTokens, _ literal: SourceLiteral) {
        self.source = source
        self.literal = literal
        kind = literal.kind
        let content = source.content(of: literal)
        text = SourceText(at: content.lowerBound)
        position = content.lowerBound
        end = min(content.upperBound, source.file.count)
        verbatim = position
    }

    /// The text of a literal; nil if it is not closed or not well-formed.
    static func text(of literal: SourceLiteral, in source: SourceTokens) -> SourceText? {
        guard literal.isClosed else { return nil }
        var reader = CodeLiteral(source, literal)
        return reader.read() ? reader.text : nil
    }

    private func byte(_ offset: Int) -> UInt8 { source.file.indices.contains(offset) ? source.file[offset] : 0 }

    private mutating func copy() {
        text.appendVerbatim(verbatim..<max(verbatim, position), of: source.file)
    }

    private mutating func read() -> Bool {
        var interpolations = literal.interpolations[...]
        while position < end {
            if let next = interpolations.first, next.range.lowerBound == position {
                copy()
                text.holes.append(
                    SourceText.Hole(offset: text.bytes.count, kind: .interpolation, range: next.range))
                position = max(position + 1, next.range.upperBound)
                verbatim = position
                interpolations = interpolations.dropFirst()
                continue
            }
            let byte = source.file[position]
            let isDoubled = self.byte(position + 1) == byte && position + 1 < end
            if byte == UInt8(ascii: "\\"), kind.hasEscapes {
                copy()
                guard escape() else { return false }
                verbatim = position
            } else if isDoubled,
                kind.doublesQuotes && byte == UInt8(ascii: "\"")
                    || kind.interpolation == .braces && (byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}"))
            {
                copy()
                text.appendUnit([byte], for: position..<position + 2)
                position += 2
                verbatim = position
            } else {
                position += 1
            }
        }
        copy()
        return true
    }

    /// Reads an escape at a backslash; false if it has no meaning.
    private mutating func escape() -> Bool {
        let start = position
        let sign = byte(position + 1)
        guard position + 1 < end else { return false }
        if kind.fewEscapes {
            let isEscape = sign == UInt8(ascii: "\\") || sign == UInt8(ascii: "'")
            position += isEscape ? 2 : 1
            text.appendUnit([isEscape ? sign : UInt8(ascii: "\\")], for: start..<position)
            return true
        }
        switch sign {
        case UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "x"): return codePoint(sign)
        case 0x0A, 0x0D:
            // The line goes on in the next one.
            position += matches("\r\n", in: source.file, at: position + 1) ? 3 : 2
            return true
        case UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "`"), UInt8(ascii: "/"), UInt8(ascii: "s"):
            position += 2
            text.appendUnit([sign == UInt8(ascii: "s") ? 0x20 : sign], for: start..<position)
            return true
        default: break
        }
        if let after = appendEscapeOfC(in: source.file, at: position, before: end, hexadecimalDigits: 2, to: &text) {
            position = after
        } else {
            // Languages differ: some keep the backslash. Predicates have few of them, and none of these.
            return false
        }
        return true
    }

    /// `\u0041`, `\u{41}`, `\U00000041`, `\x41`
    private mutating func codePoint(_ sign: UInt8) -> Bool {
        let start = position
        let isBraced = byte(position + 2) == UInt8(ascii: "{")
        let limit = isBraced || sign == UInt8(ascii: "U") ? 8 : sign == UInt8(ascii: "x") ? 2 : 4
        guard
            let (value, after) = number(
                in: source.file, at: position + (isBraced ? 3 : 2), before: end, radix: 16, limit: limit)
        else { return false }
        position = after
        if isBraced {
            guard byte(after) == UInt8(ascii: "}") else { return false }
            position += 1
        }
        if value >= 0xD800, value < 0xDC00, matches("\\u", in: source.file, at: position),
            let (low, end) = number(in: source.file, at: position + 2, before: end, radix: 16, limit: 4),
            low >= 0xDC00, low < 0xE000
        {
            position = end
            return text.appendScalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00), for: start..<position)
        }
        return text.appendScalar(value, for: start..<position)
    }
}
