/// The unit in which a client counts the characters of a line.
package enum PositionEncoding: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case utf32 = "utf-32"

    /// The units of the bytes of a text.
    func units(_ bytes: ArraySlice<UInt8>) -> Int {
        if self == .utf8 { return bytes.count }
        let countsPairs = self == .utf16
        return bytes.withUnsafeBufferPointer { bytes in
            var count = 0
            for byte in bytes {
                if byte & 0xC0 != 0x80 { count += 1 }
                // A code point of four bytes is a pair in UTF-16.
                if countsPairs, byte >= 0xF0 { count += 1 }
            }
            return count
        }
    }

    /// The bytes that so many units take at the start of a text, at most all. A unit within a code point counts as its start.
    func bytes(of units: Int, in bytes: ArraySlice<UInt8>) -> Int {
        guard units > 0 else { return 0 }
        var left = units
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let lead = bytes[index]
            let width = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            let size =
                switch self {
                case .utf8: width
                case .utf16: width == 4 ? 2 : 1
                case .utf32: 1
                }
            if size > left { break }
            left -= size
            index += width
            if left == 0 { break }
        }
        return min(index, bytes.endIndex) - bytes.startIndex
    }
}

/// A place in a document as clients write it: the line and the character, both from 0.
package struct DocumentPosition: Hashable, Comparable, Sendable {
    package let line: Int
    package let character: Int

    package init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    package static func < (a: DocumentPosition, b: DocumentPosition) -> Bool {
        (a.line, a.character) < (b.line, b.character)
    }
}
