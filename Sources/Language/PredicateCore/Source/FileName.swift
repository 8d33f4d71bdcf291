/// Names of files as text. A system allows any bytes in a name, and text holds only UTF-8.
///
/// A byte that is not UTF-8 is a character of the last plane for private use, U+10FE00 plus the byte. The bytes of these characters
/// themselves are written in the same way, so that every name has one text, and every such text one name.
package enum FileName {
    private static let first: UInt32 = 0x10FE00

    /// Whether a character is a byte that is not UTF-8.
    package static func isByte(_ scalar: Unicode.Scalar) -> Bool { byte(scalar) != nil }

    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        (first + 0x80...first + 0xFF).contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    /// The text of a name.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        let whole = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces bytes that are not UTF-8.
        if !whole.unicodeScalars.contains(where: isByte), whole.utf8.elementsEqual(bytes) { return whole }
        var text = String.UnicodeScalarView()
        var rest = Array(bytes)[...]
        while let lead = rest.first {
            let count = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            let sequence = rest.prefix(count)
            let read = String(decoding: sequence, as: UTF8.self).unicodeScalars
            if let scalar = read.first, read.count == 1, !isByte(scalar), String(scalar).utf8.elementsEqual(sequence) {
                text.append(scalar)
                rest = rest.dropFirst(count)
            } else {
                text.append(Unicode.Scalar(first + UInt32(lead)) ?? "\u{FFFD}")
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }

    /// The text of what a user types, which may be a name or any other text: UTF-8 stays as it is.
    package static func text(ofTyped bytes: some Collection<UInt8>) -> String {
        let whole = String(decoding: bytes, as: UTF8.self)
        return whole.utf8.elementsEqual(bytes) ? whole : text(bytes)
    }

    /// The bytes of a name.
    package static func bytes(_ text: String) -> [UInt8] {
        // The characters of bytes begin with this one in UTF-8.
        guard text.utf8.contains(0xF4) else { return Array(text.utf8) }
        return text.unicodeScalars.reduce(into: []) { bytes, scalar in
            if let byte = byte(scalar) { bytes.append(byte) } else { bytes += String(scalar).utf8 }
        }
    }
}
