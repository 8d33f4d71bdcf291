import PredicateFormat

/// A text that is put together from literals, with the locations of its bytes and what is pasted in while the program runs.
struct SourceText {
    /// A part of the text that only the running program knows.
    struct Hole {
        /// Where it stands in the text.
        let offset: Int
        let kind: SourceInjection.Kind
        /// The interpolation, or the operand of `+`.
        let range: Range<Int>
        /// The expression in the file.
        let expression: Range<Int>
        /// What is replaced if the literals around it become one; nil if they cannot.
        var cut: Range<Int>?
        /// What has to stand before and behind the replacement then: quotes that the cut took away.
        var before: [UInt8] = []
        var after: [UInt8] = []
    }

    private(set) var bytes: [UInt8] = []
    private(set) var map: TextMap
    var holes: [Hole] = []

    init(at offset: Int) { map = TextMap(at: offset) }

    /// Adds bytes of the file as they are.
    mutating func appendVerbatim(_ range: Range<Int>, of file: [UInt8]) {
        let range = range.clamped(to: 0..<file.count)
        bytes += file[range]
        map.appendVerbatim(range.count, at: range.lowerBound)
    }

    /// Adds bytes that the file writes in another way.
    mutating func appendUnit(_ unit: [UInt8], for range: Range<Int>) {
        bytes += unit
        map.appendUnit(unit.count, for: range)
    }

    /// Adds a character that the file writes as an escape; false if there is no such character.
    mutating func appendScalar(_ value: UInt32, for range: Range<Int>) -> Bool {
        guard let scalar = Unicode.Scalar(value) else { return false }
        appendUnit(Array(String(Character(scalar)).utf8), for: range)
        return true
    }

    /// Adds bytes with their map.
    mutating func append(_ other: [UInt8], _ otherMap: TextMap) {
        bytes += other
        map.append(otherMap)
    }

    /// Adds another text with its holes.
    mutating func append(_ other: SourceText) {
        let count = bytes.count
        for run in other.map.runs {
            if run.isVerbatim {
                map.appendVerbatim(run.textCount, at: run.file)
            } else {
                map.appendUnit(run.textCount, for: run.file..<run.file + run.fileCount)
            }
        }
        bytes += other.bytes
        for hole in other.holes {
            holes.append(
                Hole(
                    offset: count + hole.offset, kind: hole.kind, range: hole.range, expression: hole.expression,
                    cut: hole.cut, before: hole.before, after: hole.after))
        }
    }

    /// The text with its locations; nil if its bytes are not UTF-8.
    func located(_ style: TextStyle) -> LocatedText? {
        let text = String(decoding: bytes, as: UTF8.self)
        // What had to be repaired has other bytes, and no location would hold.
        return text.utf8.elementsEqual(bytes) ? LocatedText(text, map, style) : nil
    }
}

/// The value of a hexadecimal digit.
func hexadecimalValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
}

/// The number that up to `limit` digits from an offset write, and the offset behind them; nil if there is no digit.
func number(
    in file: [UInt8], at offset: Int, before end: Int, radix: UInt32, limit: Int
) -> (value: UInt32, end: Int)? {
    var value: UInt32 = 0
    var position = offset
    while position < min(end, file.count), position - offset < limit, let digit = hexadecimalValue(file[position]),
        digit < radix
    {
        // Eight hexadecimal digits fit; the callers ask for no more.
        value = value &* radix &+ digit
        position += 1
    }
    return position > offset ? (value, position) : nil
}

/// Adds the character of an escape of C, at the backslash; gives the offset behind it, or nil if there is no such escape.
///
/// Objective-C and the quotes `$'…'` of shells share them. `\ooo` and `\xhh` are bytes, and several of them may make a character.
func appendEscapeOfC(
    in file: [UInt8], at offset: Int, before end: Int, hexadecimalDigits: Int, to text: inout SourceText
) -> Int? {
    guard offset + 1 < end, end <= file.count else { return nil }
    let simple: UInt8?
    switch file[offset + 1] {
    case UInt8(ascii: "a"): simple = 7
    case UInt8(ascii: "b"): simple = 8
    case UInt8(ascii: "e"), UInt8(ascii: "E"): simple = 27
    case UInt8(ascii: "f"): simple = 12
    case UInt8(ascii: "n"): simple = 10
    case UInt8(ascii: "r"): simple = 13
    case UInt8(ascii: "t"): simple = 9
    case UInt8(ascii: "v"): simple = 11
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "?"): simple = file[offset + 1]
    default: simple = nil
    }
    if let simple {
        text.appendUnit([simple], for: offset..<offset + 2)
        return offset + 2
    }
    switch file[offset + 1] {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
        guard let (value, after) = number(in: file, at: offset + 1, before: end, radix: 8, limit: 3), value < 256 else {
            return nil
        }
        text.appendUnit([UInt8(value)], for: offset..<after)
        return after
    case UInt8(ascii: "x"):
        guard
            let (value, after) = number(
                in: file, at: offset + 2, before: end, radix: 16, limit: min(8, hexadecimalDigits)),
            value < 256
        else { return nil }
        text.appendUnit([UInt8(value)], for: offset..<after)
        return after
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
        let limit = file[offset + 1] == UInt8(ascii: "u") ? 4 : 8
        guard let (value, after) = number(in: file, at: offset + 2, before: end, radix: 16, limit: limit),
            text.appendScalar(value, for: offset..<after)
        else { return nil }
        return after
    default: return nil
    }
}
