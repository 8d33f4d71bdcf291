import PredicateCore

/// A string that is put together from pieces of a file, with the locations of its bytes; in source code with what is
/// pasted in while the program runs.
struct SourceText {
    /// A part of the text that only the running program knows.
    struct Hole {
        /// Where it is in the text.
        let offset: Int
        let kind: SourceInjection.Kind
        /// The interpolation, or the operand of `+`.
        let range: Range<Int>
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
    mutating func appendUnit(_ unit: some Collection<UInt8>, for range: Range<Int>) {
        bytes += unit
        map.appendUnit(unit.count, for: range)
    }

    /// Adds the character that an escape stands for.
    mutating func appendUnit(_ meaning: Unicode.Scalar, for range: Range<Int>) {
        appendUnit(UTF8.encode(meaning).map(Array.init) ?? [], for: range)
    }

    /// Adds a string of the same file.
    mutating func append(_ text: LocatedText) {
        if bytes.isEmpty, map.count == 0 { map = TextMap(at: text.fileRange.lowerBound) }
        append(Array(text.text.utf8), text.map)
    }

    /// Adds a character that the file writes as an escape; false if there is no such character.
    @discardableResult
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
        append(other.bytes, other.map)
        for hole in other.holes {
            holes.append(Hole(offset: count + hole.offset, kind: hole.kind, range: hole.range))
        }
    }

    /// A part of the text without its holes.
    func part(_ range: Range<Int>) -> SourceText {
        var part = SourceText(at: map.location(of: range.lowerBound))
        part.append(
            Array(bytes[range.clamped(to: 0..<bytes.count)]), map.part(SourceRange(range)))
        return part
    }

    /// The text of a file that is known to be UTF-8.
    func text(_ style: TextStyle) -> LocatedText { LocatedText(String(decoding: bytes, as: UTF8.self), map, style) }

    /// The text with its locations; nil if its bytes are not UTF-8.
    func located(_ style: TextStyle) -> LocatedText? {
        let text = String(decoding: bytes, as: UTF8.self)
        // What had to be repaired has other bytes, and no location would hold.
        return text.utf8.elementsEqual(bytes) ? LocatedText(text, map, style) : nil
    }
}

/// The number that up to `limit` digits from an offset write, and the offset after them; nil if there is no digit.
func number(
    in file: [UInt8], at offset: Int, before end: Int, radix: UInt32, limit: Int
) -> (value: UInt32, end: Int)? {
    var value: UInt32 = 0
    var position = offset
    while position < min(end, file.count), position - offset < limit, let digit = file[position].hexadecimalValue,
        digit < radix
    {
        // Eight hexadecimal digits fit; the callers ask for no more.
        value = value &* radix &+ digit
        position += 1
    }
    return position > offset ? (value, position) : nil
}

/// What the letters and signs after a backslash of C stand for.
private let escapesOfC: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "e"): 27, UInt8(ascii: "E"): 27, UInt8(ascii: "f"): 12,
    UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
    .backslash: .backslash, .apostrophe: .apostrophe, .quote: .quote, UInt8(ascii: "?"): UInt8(ascii: "?"),
]

/// Adds the character of an escape of C at a backslash; gives the offset after it, or nil if it is not an escape.
///
/// Objective-C and the quotes `$'…'` of shells share them. `\ooo` and `\xhh` are bytes, and several of them may make a character.
func appendEscapeOfC(
    in file: [UInt8], at offset: Int, before end: Int, hexadecimalDigits: Int, to text: inout SourceText
) -> Int? {
    guard offset + 1 < end, end <= file.count else { return nil }
    if let simple = escapesOfC[file[offset + 1]] {
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
