import PredicatePlatform

/// The text form of UUIDs.
package enum PredicateUUID {
    /// The UUID that a string is: 32 hexadecimal digits in any case, hyphens after the 8th, 12th, 16th and 20th; nil
    /// for everything else.
    package static func parse(_ text: String) -> UUID? {
        guard text.utf8.count == 36 else { return nil }
        return UTF8Text.withBytes(text, parse)
    }

    private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (position, byte) in text.enumerated() {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == 0x2D else { return nil }
                continue
            }
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            default: return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        let bytes = [high, low].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
        }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    /// Negative, zero or positive as the bytes of `a` come before, are, or come after those of `b`.
    static func compare(_ a: UUID, _ b: UUID) -> Int {
        withUnsafeBytes(of: a.uuid) { a in
            withUnsafeBytes(of: b.uuid) { b in
                for (x, y) in zip(a, b) where x != y { return x < y ? -1 : 1 }
                return 0
            }
        }
    }
}

/// A URL as it compares: scheme and host without case, the rest exactly (D59).
package struct CanonicalURL: Hashable, Sendable {
    /// The text with scheme and host in lower case. Only the letters of ASCII have a case here.
    package let text: String

    /// The canonical form of any text; text without a scheme stays the same.
    package init(_ url: String) {
        var bytes = Array(url.utf8)
        guard let schemeEnd = Self.schemeEnd(bytes) else {
            text = url
            return
        }
        Self.lowercase(&bytes, 0..<schemeEnd)
        let authority = schemeEnd + 3
        if bytes.count >= authority, bytes[schemeEnd + 1] == 0x2F, bytes[schemeEnd + 2] == 0x2F {
            let rest = bytes[authority...]
            let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
            let host = rest[..<end].lastIndex(of: 0x40).map { $0 + 1 } ?? authority
            Self.lowercase(&bytes, host..<end)
        }
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The position of the colon after a scheme: a letter, then letters, digits, `+`, `-` and `.`.
    static func schemeEnd(_ bytes: [UInt8]) -> Int? {
        for (position, byte) in bytes.enumerated() {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: continue
            case 0x30...0x39, 0x2B, 0x2D, 0x2E: if position == 0 { return nil }
            case 0x3A: return position == 0 ? nil : position
            default: return nil
            }
        }
        return nil
    }

    private static func lowercase(_ bytes: inout [UInt8], _ range: Range<Int>) {
        for position in range where bytes[position] >= 0x41 && bytes[position] <= 0x5A { bytes[position] |= 0x20 }
    }

    /// Code points decide, as everywhere.
    package static func == (a: CanonicalURL, b: CanonicalURL) -> Bool { sameCodePoints(a.text, b.text) }

    /// A hash of the code points.
    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
