import PredicateFormat

/// Reads the text of a literal, with what is interpolated into it as holes.
struct CodeLiteral {
    private let source: SourceTokens
    private let literal: SourceLiteral
    private let kind: CodeLiteralKind
    private var text: SourceText
    private var position: Int
    private var end: Int
    private var verbatim: Int
    /// The bytes that every line of a multi-line literal of Swift begins with.
    private var indentation: Range<Int>

    private init(_ source: SourceTokens, _ literal: SourceLiteral) {
        self.source = source
        self.literal = literal
        kind = literal.kind
        let content = source.content(of: literal)
        text = SourceText(at: content.lowerBound)
        position = content.lowerBound
        end = min(content.upperBound, source.file.count)
        verbatim = position
        indentation = end..<end
    }

    /// The text of a literal; nil if it is not closed or not well-formed.
    ///
    /// - Parameter known: the text of the expression that some tokens are, where the source tells it.
    static func text(
        of literal: SourceLiteral, in source: SourceTokens, known: (Range<Int>) -> [UInt8]? = { _ in nil }
    ) -> SourceText? {
        guard literal.isClosed else { return nil }
        var reader = CodeLiteral(source, literal)
        return reader.read(known) ? reader.text : nil
    }

    private func byte(_ offset: Int) -> UInt8 { offset < end ? source.file[offset] : 0 }

    private mutating func copy(upTo offset: Int) {
        text.appendVerbatim(verbatim..<max(verbatim, offset), of: source.file)
    }

    private mutating func read(_ known: (Range<Int>) -> [UInt8]?) -> Bool {
        let isIndented = kind.isMultiline && kind.escapes == .swift
        if isIndented, !beginsAndEndsWithLines() { return false }
        verbatim = position
        var interpolations = literal.interpolations[...]
        while position < end {
            if let next = interpolations.first, next.range.lowerBound == position {
                copy(upTo: position)
                append(next, known)
                interpolations = interpolations.dropFirst()
                continue
            }
            let byte = source.file[position]
            let isDoubled = self.byte(position + 1) == byte && position + 1 < end
            if byte == UInt8(ascii: "\\"), kind.hasEscapes, hasSigns {
                copy(upTo: position)
                guard escape() else { return false }
                verbatim = position
            } else if isDoubled,
                kind.doublesQuotes && byte == UInt8(ascii: "\"")
                    || kind.interpolation == .braces && (byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}"))
            {
                copy(upTo: position)
                text.appendUnit([byte], for: position..<position + 2)
                position += 2
                verbatim = position
            } else if isIndented, let after = lineEnd(at: position) {
                let start = position
                position = after
                guard skipIndentation() else { return false }
                if byte == 0x0A, position == after { continue }
                copy(upTo: start)
                text.appendUnit([0x0A], for: start..<position)
                verbatim = position
            } else {
                position += 1
            }
        }
        copy(upTo: end)
        return true
    }

    /// Whether the number signs of the literal follow the backslash here.
    private var hasSigns: Bool { (0..<kind.numberSigns).allSatisfy { byte(position + 1 + $0) == UInt8(ascii: "#") } }

    private mutating func append(_ interpolation: SourceLiteral.Interpolation, _ known: (Range<Int>) -> [UInt8]?) {
        position = max(position + 1, interpolation.range.upperBound)
        verbatim = position
        if let bytes = known(interpolation.tokens) {
            text.appendUnit(bytes, for: interpolation.range)
        } else {
            text.holes.append(
                SourceText.Hole(offset: text.bytes.count, kind: .interpolation, range: interpolation.range))
        }
    }

    /// Reads an escape at a backslash; false if it has no meaning.
    private mutating func escape() -> Bool {
        let start = position
        let sign = byte(position + 1)
        guard position + 1 < end else { return false }
        switch kind.escapes {
        case .swift: return escapeOfSwift()
        case .c: return lineEndOrEscapeOfC(hexadecimalDigits: 8)
        case .few:
            let isEscape = sign == UInt8(ascii: "\\") || sign == UInt8(ascii: "'")
            position += isEscape ? 2 : 1
            text.appendUnit([isEscape ? sign : UInt8(ascii: "\\")], for: start..<position)
            return true
        case .common, .none: break
        }
        switch sign {
        case UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "x"): return codePoint(sign)
        case UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "`"), UInt8(ascii: "/"), UInt8(ascii: "s"):
            position += 2
            text.appendUnit([sign == UInt8(ascii: "s") ? 0x20 : sign], for: start..<position)
            return true
        default: return lineEndOrEscapeOfC(hexadecimalDigits: 2)
        }
    }

    /// A line that goes on in the next one, or an escape of C.
    ///
    /// Languages differ in other escapes: some keep the backslash. Predicates have few of them, and none of these.
    private mutating func lineEndOrEscapeOfC(hexadecimalDigits: Int) -> Bool {
        let after =
            lineEnd(at: position + 1)
            ?? appendEscapeOfC(
                in: source.file, at: position, before: end, hexadecimalDigits: hexadecimalDigits, to: &text)
        position = after ?? position
        return after != nil
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

    // MARK: Swift

    private mutating func escapeOfSwift() -> Bool {
        let start = position
        let sign = position + 1 + kind.numberSigns
        position = sign + 1
        switch byte(sign) {
        case UInt8(ascii: "u"):
            guard byte(position) == UInt8(ascii: "{"),
                let (value, after) = number(in: source.file, at: position + 1, before: end, radix: 16, limit: 8),
                byte(after) == UInt8(ascii: "}")
            else { return false }
            position = after + 1
            return text.appendScalar(value, for: start..<position)
        case 0x09, 0x0A, 0x0D, 0x20: return escapedLineEnd(from: sign)
        case let letter:
            guard let meaning = Self.escapesOfSwift[letter] else { return false }
            text.appendUnit([meaning], for: start..<min(position, end))
            return true
        }
    }

    private static let escapesOfSwift: [UInt8: UInt8] = [
        UInt8(ascii: "0"): 0, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
        UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""),
        UInt8(ascii: "'"): UInt8(ascii: "'"),
    ]

    /// Finds the indentation of a multi-line literal, and leaves out its first and its last line end.
    private mutating func beginsAndEndsWithLines() -> Bool {
        guard let first = lineEnd(at: position) else { return false }
        var last = end
        while last > position, source.file[last - 1] == 0x20 || source.file[last - 1] == 0x09 { last -= 1 }
        guard last > position, source.file[last - 1] == 0x0A || source.file[last - 1] == 0x0D else { return false }
        indentation = last..<end
        position = first
        if last == first {
            // The literal has no line.
            end = position
            return true
        }
        last -= source.file[last - 1] == 0x0A && source.file[last - 2] == 0x0D ? 2 : 1
        end = max(last, position)
        return skipIndentation()
    }

    /// The offset after the line end at an offset.
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
        while offset < indentation.upperBound, position < end, source.file[position] == source.file[offset] {
            position += 1
            offset += 1
        }
        return offset == indentation.upperBound || position >= end || byte(position) == 0x0A || byte(position) == 0x0D
    }

    /// A backslash at the end of a line of a multi-line literal joins the next line to it.
    private mutating func escapedLineEnd(from offset: Int) -> Bool {
        guard kind.isMultiline else { return false }
        position = offset
        while byte(position) == 0x20 || byte(position) == 0x09 { position += 1 }
        guard let after = lineEnd(at: position) else { return false }
        position = after
        return skipIndentation()
    }
}
