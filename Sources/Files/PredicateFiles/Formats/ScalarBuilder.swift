import PredicateFormat

/// A text that is put together from the bytes of a file, with its map.
struct ScalarBuilder {
    private let file: [UInt8]
    /// The UTF-8 of the text so far.
    private(set) var bytes: [UInt8] = []
    private(set) var map: TextMap

    /// An empty text at an offset of a file.
    init(_ file: [UInt8], at start: Int) {
        self.file = file
        map = TextMap(at: start)
    }

    /// The text so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds bytes of the file as they are.
    mutating func appendVerbatim(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<file.count)
        bytes += file[range]
        map.appendVerbatim(range.count, at: range.lowerBound)
    }

    /// Adds bytes that the file writes in another way.
    mutating func appendUnit(_ meaning: some Collection<UInt8>, for range: Range<Int>) {
        bytes += meaning
        map.appendUnit(meaning.count, for: range)
    }

    /// Adds the character that an escape stands for.
    mutating func appendUnit(_ meaning: Unicode.Scalar, for range: Range<Int>) {
        appendUnit(UTF8.encode(meaning).map(Array.init) ?? [], for: range)
    }
}

/// What the readers of text formats ask of the bytes of a file.
extension [UInt8] {
    /// The byte at an offset; nil outside of the file.
    subscript(safely offset: Int) -> UInt8? { indices.contains(offset) ? self[offset] : nil }

    /// Whether a space or a tab stands there.
    func isBlank(at offset: Int) -> Bool { self[safely: offset].map(\.isBlank) ?? false }

    /// The offset of the first byte from `start` that is no space and no tab.
    func skippingBlanks(from start: Int) -> Int {
        var offset = start
        while isBlank(at: offset) { offset += 1 }
        return offset
    }

    /// The value of so many hexadecimal digits; nil where other bytes stand.
    func hexadecimal(_ digits: Int, at start: Int) -> UInt32? {
        guard digits <= 8 else { return nil }
        var value: UInt32 = 0
        for offset in start..<(start + digits) {
            guard let digit = self[safely: offset]?.hexadecimalValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// The offset of the first byte that is not UTF-8; nil if there is none.
    var firstInvalidUTF8: Int? {
        withUnsafeBufferPointer { bytes in
            var offset = 0
            while offset < bytes.count {
                let byte = bytes[offset]
                if byte < 0x80 {
                    offset += 1
                    continue
                }
                // The lowest and the highest byte that may follow: no overlong forms, no surrogates, nothing above U+10FFFF.
                let (length, low, high): (Int, UInt8, UInt8) =
                    switch byte {
                    case 0xC2...0xDF: (2, 0x80, 0xBF)
                    case 0xE0: (3, 0xA0, 0xBF)
                    case 0xED: (3, 0x80, 0x9F)
                    case 0xE1...0xEF: (3, 0x80, 0xBF)
                    case 0xF0: (4, 0x90, 0xBF)
                    case 0xF1...0xF3: (4, 0x80, 0xBF)
                    case 0xF4: (4, 0x80, 0x8F)
                    default: (0, 0, 0)
                    }
                guard length > 0, offset + length <= bytes.count, (low...high).contains(bytes[offset + 1]) else {
                    return offset
                }
                for follower in bytes[(offset + 2)..<(offset + length)] where follower & 0xC0 != 0x80 { return offset }
                offset += length
            }
            return nil
        }
    }

    /// Bytes of the byte order mark at the beginning: 3 or 0.
    var byteOrderMarkCount: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension String {
    /// The text as a message shows it: a long one is cut off.
    var inMessage: String {
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: 60, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return self }
        return String(scalars[..<end]) + "…"
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let numberSign = UInt8(ascii: "#")
    static let backslash = UInt8(ascii: "\\")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")

    /// Whether this is a space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether this is a line feed or a carriage return.
    var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
