import PredicateFormat

/// Finds where each byte of a scalar of YAML is in the file.
///
/// The parser says where a scalar begins and ends and what it means. Its map is ours: file and meaning are walked through together,
/// and where they do not fit, the whole scalar is one unit of the map. So no location is ever wrong.
struct YAMLScalar {
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
        let event = event.clamped(to: 0..<file.count)
        let start = Self.skippingProperties(of: file, event)
        var walk = YAMLScalarWalk(file, start..<event.upperBound, style, Array(meaning.utf8))
        let textStyle: TextStyle =
            switch style {
            case .plain: .yamlPlain
            case .singleQuoted: .yamlSingleQuoted
            case .doubleQuoted: .yamlDoubleQuoted
            case .literal, .folded: .yamlBlock
            }
        if walk.fits() {
            // The parser's end of a block includes line breaks that are not part of the text.
            range = start..<(style.isBlock ? max(start, walk.text.map.fileRange.upperBound) : event.upperBound)
            text = LocatedText(meaning, walk.text.map, textStyle)
        } else {
            range = start..<event.upperBound
            var map = TextMap(at: start)
            map.appendUnit(meaning.utf8.count, for: range)
            text = LocatedText(meaning, map, textStyle)
        }
    }

    /// Where a node begins after its properties: `&anchor`, `!tag`, blanks, line breaks and comments between them.
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
}

/// The walk through the bytes of a scalar and its meaning.
private struct YAMLScalarWalk {
    private let file: [UInt8]
    private let style: YAMLScalarStyle
    private let meaning: [UInt8]
    /// The text so far.
    private(set) var text: SourceText
    private var offset: Int
    private var end: Int
    /// From where on the file is copied as it is.
    private var copied: Int

    init(_ file: [UInt8], _ range: Range<Int>, _ style: YAMLScalarStyle, _ meaning: [UInt8]) {
        self.file = file
        self.style = style
        self.meaning = meaning
        offset = range.lowerBound
        end = range.upperBound
        if style.isBlock {
            // The line of the indicator has no text.
            while offset < file.count, YAMLLineBreak(file, offset) == nil { offset += 1 }
            offset = min(offset + (YAMLLineBreak(file, offset)?.count ?? 0), end)
        } else if style != .plain {
            offset += 1
            end = max(offset, end - 1)
        }
        copied = offset
        text = SourceText(at: offset)
    }

    /// Whether the walk has found every byte of the meaning.
    mutating func fits() -> Bool {
        if style.isBlock { readBlock() } else { readFlow() }
        return text.bytes == meaning
    }

    /// Copies what has been passed.
    private mutating func copy() {
        text.appendVerbatim(copied..<offset, of: file)
        copied = offset
    }

    /// Copies what has been passed, and goes on to an offset with bytes that stand for what lies between.
    private mutating func replace(upTo next: Int, with unit: some Collection<UInt8>) {
        copy()
        text.appendUnit(unit, for: offset..<next)
        (offset, copied) = (next, next)
    }

    /// Skips bytes that mean nothing.
    private mutating func skip(to next: Int) {
        copy()
        (offset, copied) = (next, next)
    }

    // MARK: Plain and quoted scalars

    private mutating func readFlow() {
        while offset < end {
            switch file[offset] {
            case .apostrophe where style == .singleQuoted: replace(upTo: offset + 2, with: [UInt8.apostrophe])
            case .backslash where style == .doubleQuoted: readEscape()
            default:
                let space = YAMLSpace(file, from: offset, to: end)
                if !space.breaks.isEmpty {
                    replace(upTo: space.end, with: space.folded)
                } else {
                    offset = max(space.end, offset + 1)
                }
            }
        }
        copy()
    }

    /// An escape, of which only the length has to be known.
    private mutating func readEscape() {
        if let lineBreak = YAMLLineBreak(file, offset + 1) {
            // An escaped line break is nothing. What empty lines follow are breaks of the text.
            let space = YAMLSpace(file, from: offset + 1 + lineBreak.count, to: end)
            return replace(upTo: space.end, with: space.all)
        }
        let count =
            switch file[safely: offset + 1] {
            case UInt8(ascii: "x"): 4
            case UInt8(ascii: "u"): 6
            case UInt8(ascii: "U"): 10
            default: 2
            }
        copy()
        let rest = meaning.dropFirst(text.bytes.count)
        let length = 1 + rest.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count
        replace(upTo: min(offset + count, end), with: rest.prefix(length))
    }

    // MARK: Blocks

    /// The lines of a block, as far as they have a meaning.
    private mutating func readBlock() {
        while text.bytes.count < meaning.count {
            // The indentation is what a line has in the file and not in the meaning.
            let indentation = spaces(file, offset) - spaces(meaning, text.bytes.count)
            guard indentation >= 0 else { return }
            skip(to: offset + indentation)
            while offset < file.count, YAMLLineBreak(file, offset) == nil { offset += 1 }
            let isBlank = file[copied..<offset].allSatisfy(\.isBlank)
            copy()
            guard text.bytes.count < meaning.count, let lineBreak = YAMLLineBreak(file, offset) else { return }
            let next = offset + lineBreak.count
            if style == .folded, !isBlank, let hasSpace = isFolded() {
                // One break is a space, and the first of several is nothing.
                if hasSpace { replace(upTo: next + spaces(file, next), with: [0x20]) } else { skip(to: next) }
            } else if lineBreak.isVerbatim {
                offset = next
                copy()
            } else {
                replace(upTo: next, with: [lineBreak.meaning].utf8)
            }
        }
    }

    /// Whether the meaning lacks the line break at the offset, and has a space in place of it; nil if it has the break.
    private func isFolded() -> Bool? {
        let written = breaks(file, offset)
        let meant = breaks(meaning, text.bytes.count)
        // At the end of a block breaks are cut off, and not folded.
        guard meant.count < written.count, meant.end < meaning.count else { return nil }
        return meant.count == 0
    }

    private func spaces(_ bytes: [UInt8], _ start: Int) -> Int { bytes[start...].prefix { $0 == 0x20 }.count }

    /// How many line breaks are in the blank lines from an offset on, and where these lines end.
    private func breaks(_ bytes: [UInt8], _ start: Int) -> (count: Int, end: Int) {
        let space = YAMLSpace(bytes, from: start, to: bytes.count)
        return (space.breaks.count, space.end)
    }
}

/// A line break as YAML 1.1 knows them: LF, CR, CRLF, NEL and the separators of Unicode.
struct YAMLLineBreak {
    /// Bytes of the file.
    let count: Int
    /// What it means in a string.
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

    /// All breaks, as they are in a string.
    var all: [UInt8] { breaks.map(\.meaning).utf8 }
}

extension [Unicode.Scalar] {
    /// The bytes of these characters.
    fileprivate var utf8: [UInt8] { flatMap { UTF8.encode($0).map(Array<UInt8>.init) ?? [] } }
}
