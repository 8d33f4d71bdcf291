import PredicateFormat

/// The bytes of a text file. They are checked once to be UTF-8, so that no piece of them needs a check of its own.
package struct UTF8File: Sendable {
    /// All bytes, with a byte order mark if there is one.
    package let bytes: [UInt8]
    /// The offset behind the byte order mark; 0 if there is none.
    package let start: Int

    /// Checks the encoding and the size of a file.
    package init(_ file: [UInt8]) throws(ConfigurationError) {
        guard file.count <= ConfigurationLimits.fileBytes else {
            throw ConfigurationError("the file is larger than \(ConfigurationLimits.fileBytes >> 20) MiB", at: 0)
        }
        if let other = Self.otherEncoding(of: file) {
            throw ConfigurationError("the file is \(other); only UTF-8 can be read", at: 0)
        }
        if let offset = file.firstInvalidUTF8 {
            throw ConfigurationError("the file is not UTF-8", at: offset)
        }
        bytes = file
        start = file.byteOrderMarkCount
    }

    /// Bytes of the file.
    package var count: Int { bytes.count }

    /// The byte at an offset; nil outside of the file.
    package subscript(_ offset: Int) -> UInt8? { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }

    /// The text of a range, clipped to the file.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self)
    }

    /// Whether the bytes of a word stand at an offset.
    package func has(_ word: StaticString, at offset: Int) -> Bool {
        guard word.hasPointerRepresentation, offset >= 0, word.utf8CodeUnitCount <= bytes.count - offset else {
            return false
        }
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        return bytes[offset..<offset + expected.count].elementsEqual(expected)
    }

    /// The code point at an offset, and its bytes; nil behind the end and within a code point.
    package func codePoint(at offset: Int) -> (code: UInt32, length: Int)? {
        guard let byte = self[offset] else { return nil }
        if byte < 0x80 { return (UInt32(byte), 1) }
        return bytes.withUnsafeBufferPointer { UTF8Text.decode($0, at: offset) }.map { ($0.code, $0.length) }
    }

    /// The name of the encoding of a file that is not UTF-8 by its first bytes; nil if it may be UTF-8.
    ///
    /// Formats of text begin with an ASCII character, so a zero beside the first one shows UTF-16 without a byte order mark.
    private static func otherEncoding(of file: [UInt8]) -> String? {
        let first = Array(file.prefix(4))
        if first == [0, 0, 0xFE, 0xFF] || first == [0xFF, 0xFE, 0, 0] { return "UTF-32" }
        if first.starts(with: [0xFE, 0xFF]) || first.starts(with: [0xFF, 0xFE]) { return "UTF-16" }
        guard first.count == 4 else { return nil }
        let zeros = first.map { $0 == 0 }
        switch zeros {
        case [true, false, true, false], [false, true, false, true]: return "UTF-16"
        case [true, true, true, false], [false, true, true, true]: return "UTF-32"
        default: return nil
        }
    }
}
