/// Well-formed UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing past U+10FFFF.
package enum UTF8Sequence {
    /// The length of the sequence at the start of a text; nil if it is malformed or cut off.
    @inline(__always)
    static func length(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = text.baseAddress else { return nil }
        let length = length(at: base, available: text.count)
        return length == 0 ? nil : length
    }

    /// The length of the sequence at `bytes`; 0 if it is malformed. At most `available` bytes are read.
    @inline(__always)
    package static func length(at bytes: UnsafePointer<UInt8>, available: Int) -> Int {
        guard available > 0 else { return 0 }
        let first = bytes[0]
        if first < 0x80 { return 1 }
        if first < 0xC2 || first > 0xF4 || available < 2 { return 0 }
        let second = bytes[1]
        guard second & 0xC0 == 0x80 else { return 0 }
        if first < 0xE0 { return 2 }
        guard available >= 3, bytes[2] & 0xC0 == 0x80 else { return 0 }
        if first < 0xF0 {
            if first == 0xE0 && second < 0xA0 { return 0 }
            if first == 0xED && second > 0x9F { return 0 }
            return 3
        }
        guard available >= 4, bytes[3] & 0xC0 == 0x80 else { return 0 }
        if first == 0xF0 && second < 0x90 { return 0 }
        if first == 0xF4 && second > 0x8F { return 0 }
        return 4
    }
}
