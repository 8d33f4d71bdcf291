/// A name that equals another one where their code points are equal (LANGUAGE D113).
///
/// Swift's `String` equates canonically equivalent texts: `é` as one code point and as two. In JSON these are two keys, and
/// two names in the language. So whatever finds something by a name, or holds names to one another, goes by this type.
package struct ExactName: Hashable, Sendable {
    /// The name.
    package let text: String

    /// The name of a text.
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
    /// Whether a name is among these, by its code points.
    package func containsName(_ name: String) -> Bool { contains { sameCodePoints($0, name) } }
}

extension [String] {
    /// Whether two paths are of the same names, by their code points.
    package func isSamePath(as other: [String]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { sameCodePoints($0, $1) }
    }
}

extension Dictionary where Key == String {
    /// The value of a name, by its code points: the dictionary itself also finds the one of a canonically equivalent name.
    package func value(ofName name: String) -> Value? {
        guard let place = index(forKey: name), sameCodePoints(self[place].key, name) else { return nil }
        return self[place].value
    }
}

extension String {
    /// Whether the text begins with the code points of another. `hasPrefix` goes by whole characters: it does not find a quote
    /// that a combining mark follows.
    package func startsExactly(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    /// The text up to the first of a code point, and what stands behind it; nil where there is none.
    package func split(atFirst scalar: Unicode.Scalar) -> (before: String, behind: String)? {
        guard let place = unicodeScalars.firstIndex(of: scalar) else { return nil }
        let behind = unicodeScalars.index(after: place)
        return (String(unicodeScalars[..<place]), String(unicodeScalars[behind...]))
    }

    /// The lines, each without its line feed and a carriage return before that. The other signs that Unicode counts as ends of
    /// lines may stand in a literal.
    package var textLines: [String] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        }
    }
}
