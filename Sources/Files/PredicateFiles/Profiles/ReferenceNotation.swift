import PredicateFormat

/// `@{name}` in files of named predicates, as far as tools need it to read the text around it.
///
/// A reference stands for a condition, so the text with a condition in its place is a predicate of the language. Whether the names exist
/// is checked with the whole file.
enum ReferenceNotation {
    /// The text with a condition in place of each reference.
    static func translation(of text: LocatedText) -> PredicateNotation.Translation {
        let references = ranges(in: text.text)
        if references.isEmpty { return PredicateNotation.Translation(text: text, problems: []) }
        var result = TranslatedText(text)
        for range in references { result.replace(range, with: "TRUEPREDICATE") }
        return PredicateNotation.Translation(text: result.finish(), problems: [])
    }

    /// The ranges of closed references, with `@{` and `}`.
    private static func ranges(in text: String) -> [Range<Int>] {
        let bytes = Array(text.utf8)
        var scan = OutsideQuotes(bytes)
        var found: [Range<Int>] = []
        while let offset = scan.next(UInt8(ascii: "@")) {
            guard offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "{") else { continue }
            var end = offset + 2
            while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
            guard end < bytes.count, bytes[end] == UInt8(ascii: "}") else { continue }
            found.append(offset..<end + 1)
            scan.skip(to: end + 1)
        }
        return found
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && !"@{}\"'".utf8.contains(byte) || byte == 0x09
    }

    /// The name of the reference around an offset of a text as the file has it; nil if there is none.
    static func name(in text: String, at offset: Int) -> String? {
        guard let range = ranges(in: text).first(where: { $0.contains(offset) }) else { return nil }
        let inner = Array(text.utf8)[(range.lowerBound + 2)..<(range.upperBound - 1)]
        return String(decoding: inner, as: UTF8.self).trimmingBlanks
    }

    /// What is typed of a reference before an offset: its name, or only `@`. Nil elsewhere.
    static func typed(in text: String, at offset: Int) -> (range: SourceRange, isName: Bool)? {
        let bytes = Array(text.utf8.prefix(max(0, offset)))
        var start = bytes.count
        if let last = bytes.last, last == UInt8(ascii: "@") {
            let isPart = bytes.dropLast().last.map { $0 == UInt8(ascii: ".") } ?? false
            return isPart || OutsideQuotes.isInQuotes(bytes) ? nil : (SourceRange(start - 1, start), false)
        }
        while start > 0, isNameByte(bytes[start - 1]), bytes[start - 1] > 0x20 { start -= 1 }
        guard start >= 2, bytes[start - 1] == UInt8(ascii: "{"), bytes[start - 2] == UInt8(ascii: "@"),
            !OutsideQuotes.isInQuotes(Array(bytes[..<(start - 2)]))
        else { return nil }
        return (SourceRange(start, bytes.count), true)
    }
}

/// What a predicate of a file of named predicates can use.
package struct NamedSurroundings: Sendable {
    /// A predicate of the file.
    package struct Name: Sendable {
        package let name: String
        package let text: String
        package let description: String?
    }

    /// The arguments that the predicate declares, with their types.
    package let arguments: NameTable<ValueType>
    /// The predicates of the file, in its order.
    package let names: [Name]

    /// The predicate that a reference around an offset of a text names; nil if there is none.
    package func reference(in text: String, at offset: Int) -> Name? {
        ReferenceNotation.name(in: text, at: offset).flatMap { name in
            names.first { sameCodePoints($0.name, name) }
        }
    }

    /// The predicates that a reference before an offset can name, and the range that their references replace; nil where none is typed.
    ///
    /// - Parameter isName: whether `@{` stands before the range, so that only the name and `}` are missing.
    package func completions(in text: String, at offset: Int) -> (range: SourceRange, isName: Bool, names: [Name])? {
        guard let (range, isName) = ReferenceNotation.typed(in: text, at: offset) else { return nil }
        let typed = isName ? range.text(in: text) : ""
        return (range, isName, names.filter { $0.name.utf8.starts(with: typed.utf8) })
    }
}
