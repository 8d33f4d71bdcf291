import PredicateFormat

/// Finds where each byte of a scalar of YAML stands, from the bytes of the file.
///
/// The parser says where a scalar begins and ends and what it means. Its map is ours: the scalar is read again here, and where the
/// result is not what the parser read, the whole scalar is one unit of the map. So no location is ever wrong.
struct YAMLScalar {
    let file: [UInt8]
    let style: YAMLScalarStyle
    /// From the first sign of the scalar, such as its quote, to its end.
    let range: Range<Int>
    /// The text, with its locations.
    let text: LocatedText

    /// A scalar of a file.
    ///
    /// - Parameters:
    ///   - event: The range of the scalar with its properties, as the parser gives it.
    ///   - meaning: The text that the parser read.
    init(_ file: [UInt8], _ event: Range<Int>, _ style: YAMLScalarStyle, meaning: String) {
        self.file = file
        self.style = style
        let event = event.clamped(to: 0..<file.count)
        let start = Self.skippingProperties(of: file, event)
        let scan: (builder: SourceText, end: Int)? =
            switch style {
            case .plain: Self.plain(file, start..<event.upperBound)
            case .singleQuoted, .doubleQuoted: Self.quoted(file, start..<event.upperBound, style)
            case .literal, .folded:
                YAMLBlockScalar(
                    file, start..<event.upperBound, isFolded: style == .folded, meaning: Array(meaning.utf8)
                )
                .scan()
            }
        let textStyle: TextStyle =
            switch style {
            case .plain: .yamlPlain
            case .singleQuoted: .yamlSingleQuoted
            case .doubleQuoted: .yamlDoubleQuoted
            case .literal, .folded: .yamlBlock
            }
        if let scan, scan.builder.bytes.elementsEqual(meaning.utf8) {
            range = start..<max(start, scan.end)
            text = LocatedText(meaning, scan.builder.map, textStyle)
        } else {
            range = start..<event.upperBound
            var map = TextMap(at: start)
            map.appendUnit(meaning.utf8.count, for: range)
            text = LocatedText(meaning, map, textStyle)
        }
    }

    /// Where a node begins behind its properties: `&anchor`, `!tag`, blanks, line breaks and comments between them.
    static func skippingProperties(of file: [UInt8], _ event: Range<Int>) -> Int {
        var offset = event.lowerBound
        var hasProperties = false
        while offset < event.upperBound, offset < file.count {
            let byte = file[offset]
            if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
                hasProperties = true
                while offset < event.upperBound, !file[offset].isBlank, YAMLLineBreak(file, offset) == nil {
                    offset += 1
                }
            } else if !hasProperties {
                return offset
            } else if byte.isBlank {
                offset += 1
            } else if let lineBreak = YAMLLineBreak(file, offset) {
                offset += lineBreak.count
            } else if byte == .numberSign {
                while offset < event.upperBound, YAMLLineBreak(file, offset) == nil { offset += 1 }
            } else {
                return offset
            }
        }
        return min(offset, event.upperBound)
    }

    /// A scalar without quotes. Its end is known, so that only its line breaks are signs.
    private static func plain(_ file: [UInt8], _ range: Range<Int>) -> (builder: SourceText, end: Int) {
        var builder = SourceText(at: range.lowerBound)
        var offset = range.lowerBound
        var runStart = offset
        while offset < range.upperBound {
            guard isSpace(file, offset) else {
                offset += 1
                continue
            }
            let space = YAMLSpace(file, from: offset, to: range.upperBound)
            if !space.breaks.isEmpty {
                builder.appendVerbatim(runStart..<offset, of: file)
                builder.appendUnit(space.folded, for: offset..<space.end)
                runStart = space.end
            }
            offset = space.end
        }
        builder.appendVerbatim(runStart..<range.upperBound, of: file)
        return (builder, range.upperBound)
    }

    /// A scalar in quotes; nil where the quotes are not where they should be.
    private static func quoted(
        _ file: [UInt8], _ range: Range<Int>, _ style: YAMLScalarStyle
    ) -> (builder: SourceText, end: Int)? {
        let quote = style == .singleQuoted ? UInt8.apostrophe : .quote
        guard range.count >= 2, file[range.lowerBound] == quote, file[range.upperBound - 1] == quote else { return nil }
        let end = range.upperBound - 1
        var offset = range.lowerBound + 1
        var builder = SourceText(at: offset)
        var runStart = offset
        while offset < end {
            let byte = file[offset]
            if style == .singleQuoted, byte == .apostrophe {
                guard offset + 1 < end, file[offset + 1] == .apostrophe else { return nil }
                builder.appendVerbatim(runStart..<offset, of: file)
                builder.appendUnit(CollectionOfOne(UInt8.apostrophe), for: offset..<(offset + 2))
                offset += 2
                runStart = offset
            } else if style == .doubleQuoted, byte == .backslash {
                builder.appendVerbatim(runStart..<offset, of: file)
                if let lineBreak = YAMLLineBreak(file, offset + 1) {
                    // An escaped line break is nothing. What empty lines follow are breaks of the text.
                    let space = YAMLSpace(file, from: offset + 1 + lineBreak.count, to: end)
                    builder.appendUnit(space.all, for: offset..<space.end)
                    offset = space.end
                } else {
                    guard let escape = YAMLEscape(file, offset), offset + escape.count <= end else { return nil }
                    builder.appendUnit(escape.meaning, for: offset..<(offset + escape.count))
                    offset += escape.count
                }
                runStart = offset
            } else if isSpace(file, offset) {
                let space = YAMLSpace(file, from: offset, to: end)
                if !space.breaks.isEmpty {
                    builder.appendVerbatim(runStart..<offset, of: file)
                    builder.appendUnit(space.folded, for: offset..<space.end)
                    runStart = space.end
                }
                offset = space.end
            } else {
                offset += 1
            }
        }
        builder.appendVerbatim(runStart..<end, of: file)
        return (builder, range.upperBound)
    }

    private static func isSpace(_ file: [UInt8], _ offset: Int) -> Bool {
        file[offset].isBlank || YAMLLineBreak(file, offset) != nil
    }
}

/// A line break as YAML 1.1 knows them: LF, CR, CRLF, NEL and the separators of Unicode.
struct YAMLLineBreak {
    /// Bytes of the file.
    let count: Int
    /// What it means in a text.
    let meaning: Unicode.Scalar
    /// Whether the file has the same bytes as the text.
    let isVerbatim: Bool

    /// The line break at an offset; nil if none begins there.
    init?(_ file: [UInt8], _ offset: Int) {
        guard let byte = file[safely: offset], byte < 0x20 || byte >= 0x80 else { return nil }
        switch byte {
        case .lineFeed: (count, meaning, isVerbatim) = (1, "\n", true)
        case .carriageReturn:
            (count, meaning, isVerbatim) = (file[safely: offset + 1] == .lineFeed ? 2 : 1, "\n", false)
        case 0xC2 where file[safely: offset + 1] == 0x85: (count, meaning, isVerbatim) = (2, "\n", false)
        case 0xE2 where file[safely: offset + 1] == 0x80:
            switch file[safely: offset + 2] {
            case 0xA8: (count, meaning, isVerbatim) = (3, "\u{2028}", true)
            case 0xA9: (count, meaning, isVerbatim) = (3, "\u{2029}", true)
            default: return nil
            }
        default: return nil
        }
    }

    /// Whether it is folded into a space: the separators of Unicode stay.
    var isFolded: Bool { meaning == "\n" }
}

/// Blanks and line breaks within a plain or a quoted scalar.
private struct YAMLSpace {
    private(set) var breaks: [YAMLLineBreak] = []
    private(set) var end: Int

    /// All blanks and line breaks from an offset.
    init(_ file: [UInt8], from start: Int, to limit: Int) {
        end = start
        while end < limit {
            if file[end].isBlank {
                end += 1
            } else if let lineBreak = YAMLLineBreak(file, end) {
                breaks.append(lineBreak)
                end += lineBreak.count
            } else {
                break
            }
        }
        end = min(end, limit)
    }

    /// What the lines mean: a space for one break, and the breaks of the empty lines for more.
    var folded: [UInt8] {
        guard let first = breaks.first, first.isFolded else { return all }
        return breaks.count == 1 ? [0x20] : breaks.dropFirst().map(\.meaning).utf8
    }

    /// All breaks, as they are in a text.
    var all: [UInt8] { breaks.map(\.meaning).utf8 }
}

extension [Unicode.Scalar] {
    /// The bytes of these characters.
    fileprivate var utf8: [UInt8] { flatMap { UTF8.encode($0).map(Array<UInt8>.init) ?? [] } }
}

/// An escape of a scalar in double quotes.
private struct YAMLEscape {
    let meaning: Unicode.Scalar
    /// Bytes of the file, with the backslash.
    let count: Int

    /// The escape whose backslash stands at an offset; nil if it is none.
    init?(_ file: [UInt8], _ offset: Int) {
        guard let sign = file[safely: offset + 1] else { return nil }
        let digits: Int
        switch sign {
        case UInt8(ascii: "x"): digits = 2
        case UInt8(ascii: "u"): digits = 4
        case UInt8(ascii: "U"): digits = 8
        default:
            guard let meaning = Self.short(sign) else { return nil }
            self.meaning = meaning
            count = 2
            return
        }
        guard let value = file.hexadecimal(digits, at: offset + 2), let meaning = Unicode.Scalar(value) else {
            return nil
        }
        self.meaning = meaning
        count = 2 + digits
    }

    /// What a backslash and a sign mean.
    private static func short(_ sign: UInt8) -> Unicode.Scalar? {
        switch sign {
        case UInt8(ascii: "0"): "\0"
        case UInt8(ascii: "a"): "\u{7}"
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "t"), 0x09: "\t"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "v"): "\u{B}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "e"): "\u{1B}"
        case UInt8(ascii: " "), .quote, UInt8(ascii: "/"), .backslash: Unicode.Scalar(sign)
        case UInt8(ascii: "N"): "\u{85}"
        case UInt8(ascii: "_"): "\u{A0}"
        case UInt8(ascii: "L"): "\u{2028}"
        case UInt8(ascii: "P"): "\u{2029}"
        default: nil
        }
    }
}
