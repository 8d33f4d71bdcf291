/// A name that is compared by its code points (D113).
///
/// Swift's `String` treats canonically equivalent strings as equal: `é` as one code point and as two. They are two keys
/// in JSON and two names in the language. Code that looks up or compares names therefore uses this type.
package struct ExactName: Hashable, Sendable {
    /// The name.
    package let text: String

    @inline(__always)
    package init(_ text: String) { self.text = text }

    /// Whether the code points are equal.
    @inline(__always)
    package static func == (a: ExactName, b: ExactName) -> Bool { sameCodePoints(a.text, b.text) }

    /// Hashes the code points.
    package func hash(into hasher: inout Hasher) {
        UTF8Text.withBytes(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Sequence<String> {
    /// Whether the sequence contains a name with the same code points.
    package func containsName(_ name: String) -> Bool { contains { sameCodePoints($0, name) } }
}

extension [String] {
    /// Whether two paths have the same names, compared by code points.
    package func isSamePath(as other: [String]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { sameCodePoints($0, $1) }
    }
}

extension Dictionary where Key == String {
    /// The value of a name, compared by code points. The dictionary itself also finds canonically equivalent names.
    package func value(ofName name: String) -> Value? {
        guard let location = index(forKey: name), sameCodePoints(self[location].key, name) else { return nil }
        return self[location].value
    }
}

extension String {
    /// Whether the text begins with the code points of another one. `hasPrefix` compares characters, so it misses a
    /// quote that a combining mark follows.
    package func startsExactly(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    /// Whether the text ends with the code points of another one.
    package func endsExactly(with suffix: String) -> Bool { utf8.reversed().starts(with: suffix.utf8.reversed()) }

    /// Whether the text contains the code points of another one, which is not empty. `contains` compares characters in
    /// canonical form, which takes quadratic time for a character with many combining marks.
    package func containsExactly(_ part: String) -> Bool {
        UTF8Text.withBytes(self) { text in
            UTF8Text.withBytes(part) { ByteSearch.firstIndex(of: $0, in: text) != nil }
        }
    }

    /// The text before and after the first occurrence of a code point; nil if there is none.
    package func split(atFirst scalar: Unicode.Scalar) -> (before: String, behind: String)? {
        guard let location = unicodeScalars.firstIndex(of: scalar) else { return nil }
        let behind = unicodeScalars.index(after: location)
        return (String(unicodeScalars[..<location]), String(unicodeScalars[behind...]))
    }

    /// The parts between occurrences of an ASCII character, which may be empty.
    package func parts(between separator: UInt8) -> [String] {
        utf8.split(separator: separator, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text without spaces and tabs at its ends.
    package var trimmingBlanks: String {
        let bytes = utf8.drop { $0 == 0x20 || $0 == 0x09 }
        let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }
        return end.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
    }

    /// The text with others in place of some of its code points.
    package func escaping(
        _ replacements: [Unicode.Scalar: String], others: (Unicode.Scalar) -> String? = { _ in nil }
    ) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let other = replacements[scalar] ?? others(scalar) {
                result += other
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The lines, without their line feeds and preceding carriage returns. Other characters that end a line in Unicode
    /// may occur in a literal.
    package var textLines: [String] {
        parts(between: UInt8(ascii: "\n")).map { line in
            line.utf8.last == UInt8(ascii: "\r") ? String(decoding: line.utf8.dropLast(), as: UTF8.self) : line
        }
    }
}
