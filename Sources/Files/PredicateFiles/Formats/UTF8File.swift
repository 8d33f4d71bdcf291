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
        if let offset = Self.firstInvalid(in: file) {
            throw ConfigurationError("the file is not UTF-8", at: offset)
        }
        bytes = file
        start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
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

    /// The offset of the first byte that is not UTF-8.
    private static func firstInvalid(in file: [UInt8]) -> Int? {
        file.withUnsafeBufferPointer { bytes in
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
}

/// A text that is put together from pieces of a file.
struct LocatedTextBuilder {
    private var bytes: [UInt8] = []
    private var map: TextMap

    /// An empty text at an offset of the file.
    init(at start: Int) { map = TextMap(at: start) }

    /// Whether nothing was added.
    var isEmpty: Bool { bytes.isEmpty }

    /// Adds bytes of the file as they are.
    mutating func append(_ range: Range<Int>, of file: UTF8File) {
        let range = range.clamped(to: file.bytes.indices)
        bytes.append(contentsOf: file.bytes[range])
        map.appendVerbatim(range.count, at: range.lowerBound)
    }

    /// Adds a code point that the file writes in another way.
    mutating func append(_ code: UInt32, for range: Range<Int>) {
        let before = bytes.count
        UTF8Text.append(code, to: &bytes)
        map.appendUnit(bytes.count - before, for: range)
    }

    /// Adds a text of the same file.
    mutating func append(_ text: LocatedText) {
        if bytes.isEmpty, map.count == 0 { map = TextMap(at: text.fileRange.lowerBound) }
        bytes.append(contentsOf: text.text.utf8)
        for run in text.map.runs {
            if run.isVerbatim {
                map.appendVerbatim(run.textCount, at: run.file)
            } else {
                map.appendUnit(run.textCount, for: run.file..<run.file + run.fileCount)
            }
        }
    }

    /// The text.
    func text(_ style: TextStyle) -> LocatedText {
        LocatedText(String(decoding: bytes, as: UTF8.self), map, style)
    }
}
