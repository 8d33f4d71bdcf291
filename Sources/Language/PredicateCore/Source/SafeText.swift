/// Makes text safe to write to a terminal. No other type decides which characters are unsafe.
///
/// Unsafe are control characters, C0 and C1; characters that change the writing direction; separators of lines and paragraphs; and
/// invisible characters with a meaning: annotations, the tags that repeat ASCII, and the bytes in names of files that are not UTF-8.
package enum SafeText {
    /// A string on one line: control characters become visible symbols, and so do characters that change the writing
    /// direction or have no width.
    package static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        return text.reduce(into: "") { $0 += shown($1) }
    }

    /// A string of several lines; safe characters stay the same.
    ///
    /// - Parameter allowingColour: whether to keep the colours of a snippet from `DiagnosticRenderer`, whose other characters are
    ///   already safe.
    package static func lines(_ text: String, allowingColour: Bool = false) -> String {
        var text = text
        if text.withUTF8({ isSafe($0) }) { return text }
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}", allowingColour, let end = endOfColour(rest) {
                result.append(scalar)
                result.append(contentsOf: rest[..<end])
                rest = rest[end...]
            } else {
                result.append(scalar == "\n" ? scalar : shown(scalar))
            }
        }
        return String(result)
    }

    /// JSON for a terminal: unsafe characters become escapes in strings, and spaces between values; nil if all of it is safe.
    package static func json(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if isSafe(bytes) { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar == "\n" || !isUnsafe(scalar) {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else if scalar.value < 0x20 {
                // The character is not in a string, so it is between values.
                result.append(0x20)
            } else {
                result += escape(scalar).utf8
            }
        }
        return result
    }

    /// A string whose unsafe characters are escaped as in strings of the language and of JSON.
    package static func escaped(_ text: String) -> String {
        if !text.unicodeScalars.contains(where: isUnsafe) { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isUnsafe(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
    }

    /// Whether a string of one line contains no unsafe character.
    package static func isSafe(_ text: String) -> Bool { !text.unicodeScalars.contains(where: isUnsafe) }

    /// Whether a character is unsafe for a terminal. A line feed is unsafe, except in text of several lines.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            true
        default: FileName.isByte(scalar)
        }
    }

    /// The same for text in UTF-8, ignoring its line feeds, without decoding it.
    private static func isSafe(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
        for index in bytes.indices {
            switch bytes[index] {
            case 0x0A, 0x20..<0x7F: continue
            case 0x00..<0x20, 0x7F: return false
            case 0xC2 where byte(index + 1) < 0xA0: return false
            case 0xD8 where byte(index + 1) == 0x9C: return false
            case 0xE2 where byte(index + 1) == 0x80:
                if [0x8E, 0x8F].contains(byte(index + 2)) || (0xA8...0xAE).contains(byte(index + 2)) { return false }
            case 0xE2 where byte(index + 1) == 0x81 && (0xA6...0xAF).contains(byte(index + 2)): return false
            case 0xEF where byte(index + 1) == 0xBF && (0xB9...0xBB).contains(byte(index + 2)): return false
            case 0xF3 where byte(index + 1) == 0xA0 && [0x80, 0x81].contains(byte(index + 2)): return false
            case 0xF4 where byte(index + 1) == 0x8F && [0xBA, 0xBB].contains(byte(index + 2)): return false
            default: continue
            }
        }
        return true
    }

    /// A grapheme cluster as it is shown. The caller handles tabs if it knows the column; otherwise a tab is a space.
    static func shown(_ cluster: Character) -> String {
        var result = ""
        for scalar in cluster.unicodeScalars { result.unicodeScalars.append(shown(scalar)) }
        if TextWidth.columns(of: result) > 0 { return result }
        // A combining mark without a letter is shown on a dotted circle; an invisible character gets a visible symbol.
        let isMark = cluster.unicodeScalars.first.map { $0.properties.generalCategory == .nonspacingMark } ?? false
        return isMark ? "\u{25CC}" + result : "\u{FFFD}"
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard isUnsafe(scalar) else { return scalar }
        switch scalar.value {
        case 0x09: return " "
        case 0x00..<0x20: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: return "\u{2421}"
        default: return "\u{FFFD}"
        }
    }

    /// The end of a sequence that sets a colour, after its first character.
    private static func endOfColour(_ text: Substring.UnicodeScalarView) -> String.Index? {
        guard text.first == "[" else { return nil }
        let code = text.dropFirst().prefix { $0 != "m" }
        return TextRow.colours.contains(String(code)) && code.endIndex < text.endIndex
            ? text.index(after: code.endIndex) : nil
    }

    /// The escape of a character in strings of the language and of JSON: `\n`, `\r`, `\t`, or `\u` and four digits for each unit
    /// of UTF-16.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default: break
        }
        return UTF16.encode(scalar).map { units in
            units.map { "\\u" + $0.hexadecimal(digits: 4, uppercase: true) }.joined()
        } ?? ""
    }
}

extension BinaryInteger {
    /// The number in base 16, with zeros before it up to a number of digits.
    package func hexadecimal(digits: Int, uppercase: Bool = false) -> String {
        let text = String(self, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

extension Sequence<UInt8> {
    /// A string with `%` and two digits for each byte that is not plain.
    package func percentEncoded(uppercase: Bool = true, isPlain: (UInt8) -> Bool) -> String {
        reduce(into: "") { text, byte in
            text +=
                isPlain(byte) ? String(Unicode.Scalar(byte)) : "%" + byte.hexadecimal(digits: 2, uppercase: uppercase)
        }
    }
}

extension UInt8 {
    /// Whether the byte is a letter or a digit of ASCII.
    package var isASCIIAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
