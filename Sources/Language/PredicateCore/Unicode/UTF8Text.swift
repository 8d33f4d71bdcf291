/// Reading and writing UTF-8 without going through `Character` or `String`, whose equality is canonical equivalence
/// and so never ours.
package enum UTF8Text {
    /// Calls `body` with the bytes of a string, copying them only if the string is not UTF-8 in memory.
    @inlinable
    package static func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = text
        return copy.withUTF8(body)
    }

    /// A code point and how many bytes it takes.
    package struct Decoded {
        package var code: UInt32
        package var length: Int
    }

    /// The code point at `index`, or nil if the bytes are not UTF-8: a stray or missing continuation byte, an
    /// overlong form, a surrogate, or a value past U+10FFFF.
    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Decoded? {
        let first = bytes[index]
        if first < 0x80 { return Decoded(code: UInt32(first), length: 1) }
        let length: Int
        var code: UInt32
        let smallest: UInt32
        switch first {
        case 0xC2...0xDF: (length, code, smallest) = (2, UInt32(first & 0x1F), 0x80)
        case 0xE0...0xEF: (length, code, smallest) = (3, UInt32(first & 0x0F), 0x800)
        case 0xF0...0xF4: (length, code, smallest) = (4, UInt32(first & 0x07), 0x10000)
        default: return nil
        }
        guard bytes.count - index >= length else { return nil }
        for offset in 1..<length {
            let byte = bytes[index + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            code = code << 6 | UInt32(byte & 0x3F)
        }
        guard code >= smallest, code <= 0x10FFFF, code & 0xFFFF_F800 != 0xD800 else { return nil }
        return Decoded(code: code, length: length)
    }

    /// Appends a code point in UTF-8.
    package static func append(_ code: UInt32, to bytes: inout [UInt8]) {
        if code < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: code))
            return
        }
        if code < 0x800 {
            bytes.append(UInt8(truncatingIfNeeded: 0xC0 | code >> 6))
        } else {
            if code < 0x10000 {
                bytes.append(UInt8(truncatingIfNeeded: 0xE0 | code >> 12))
            } else {
                bytes.append(UInt8(truncatingIfNeeded: 0xF0 | code >> 18))
                bytes.append(UInt8(truncatingIfNeeded: 0x80 | code >> 12 & 0x3F))
            }
            bytes.append(UInt8(truncatingIfNeeded: 0x80 | code >> 6 & 0x3F))
        }
        bytes.append(UInt8(truncatingIfNeeded: 0x80 | code & 0x3F))
    }

    /// Whether a byte begins a code point.
    static func isLead(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

    /// Whether all bytes are ASCII.
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        while index < raw.count {
            if raw[index] >= 0x80 { return false }
            index += 1
        }
        return true
    }
}

/// Whether two strings are the same code points (Swift's `==` also equates canonically equivalent ones).
@inline(__always)
package func sameCodePoints(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count && sameBytes(a, b)
}

/// Whether two strings of one length are the same bytes.
@inline(never)
private func sameBytes(_ a: String, _ b: String) -> Bool {
    UTF8Text.withBytes(a) { a in UTF8Text.withBytes(b) { b in TextComparison.compareBytes(a, b) == 0 } }
}
