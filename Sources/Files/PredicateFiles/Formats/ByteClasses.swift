import PredicateCore

/// What the readers of text formats ask of the bytes of a file.
extension [UInt8] {
    /// The byte at an offset; nil outside of the file.
    subscript(safely offset: Int) -> UInt8? { indices.contains(offset) ? self[offset] : nil }

    /// Whether there is a space or a tab.
    func isBlank(at offset: Int) -> Bool { self[safely: offset].map(\.isBlank) ?? false }

    /// The offset of the first byte from `start` that is neither a space nor a tab.
    func skippingBlanks(from start: Int) -> Int {
        var offset = start
        while isBlank(at: offset) { offset += 1 }
        return offset
    }

    /// Whether a line ends with the byte at an offset: LF, CR, or both.
    func endsLine(at offset: Int) -> Bool {
        self[offset] == .lineFeed || self[offset] == .carriageReturn && self[safely: offset + 1] != .lineFeed
    }

    /// The value of so many hexadecimal digits; nil if there are other bytes.
    package func hexadecimal(_ digits: Int, at start: Int) -> UInt32? {
        guard digits <= 8 else { return nil }
        var value: UInt32 = 0
        for offset in start..<(start + digits) {
            guard let digit = self[safely: offset]?.hexadecimalValue else { return nil }
            value = value << 4 | digit
        }
        return value
    }

    /// The offset of the first byte that is not UTF-8; nil if there is none.
    var firstInvalidUTF8: Int? {
        withUnsafeBufferPointer { bytes in
            var offset = 0
            while offset < bytes.count {
                if bytes[offset] < 0x80 {
                    offset += 1
                } else if let decoded = UTF8Text.decode(bytes, at: offset) {
                    offset += decoded.length
                } else {
                    return offset
                }
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
    package var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether this is a line feed or a carriage return.
    var isLineBreak: Bool { self == .lineFeed || self == .carriageReturn }

    /// Whether this is a decimal digit.
    var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt32? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}

/// Whether a string matches a pattern: a star matches any part of it, and another piece one of its elements.
func fitsStars<Piece, Text: RandomAccessCollection>(
    _ pattern: [Piece], _ text: Text, isStar: (Piece) -> Bool, accepts: (Piece, Text.Element) -> Bool
) -> Bool {
    var place = 0
    var position = text.startIndex
    // Where the last star ends, and where its part of the text may end next.
    var retry: (place: Int, position: Text.Index)?
    while position < text.endIndex {
        if place < pattern.count, isStar(pattern[place]) {
            place += 1
            retry = (place, position)
        } else if place < pattern.count, accepts(pattern[place], text[position]) {
            place += 1
            text.formIndex(after: &position)
        } else if let last = retry {
            position = text.index(after: last.position)
            place = last.place
            retry = (place, position)
        } else {
            return false
        }
    }
    return pattern[place...].allSatisfy(isStar)
}
