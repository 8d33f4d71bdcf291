import PredicateCore

/// `@{name}` in files of named predicates, as far as tools need it to read the text around it.
///
/// A reference stands for a condition, so the text with a condition in its place is a predicate of the language. Whether the names exist
/// is checked with the whole file.
enum ReferenceNotation {
    /// The text with a condition in place of each reference.
    static func translation(of text: LocatedText) -> PredicateNotation.Translation {
        var result = TranslatedText(text)
        for reference in NamedReference.references(in: text.text) where reference.isClosed {
            result.replace(reference.range, with: "TRUEPREDICATE")
        }
        return PredicateNotation.Translation(text: result.finish(), problems: [])
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && !"@{}\"'".utf8.contains(byte) || byte == 0x09
    }

    /// The name of the reference around an offset of a predicate as the file has it; nil if there is none.
    static func name(in text: String, at offset: Int) -> String? {
        NamedReference.references(in: text).first {
            $0.isClosed && $0.range.lowerBound <= offset && offset < $0.range.upperBound
        }?.name
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

/// `@{name}` in the text of a predicate: another predicate of the file.
struct NamedReference {
    let name: String
    /// The range in the text, with `@{` and `}`.
    let range: SourceRange
    /// The range of the name in the text.
    let nameRange: SourceRange

    /// The references of a predicate, in their order. A reference that is not closed has no name.
    static func references(in text: String) -> [NamedReference] {
        let bytes = Array(text.utf8)
        var found: [NamedReference] = []
        var scan = OutsideQuotes(bytes)
        while let offset = scan.next(UInt8(ascii: "@")) {
            guard offset + 1 < bytes.count, bytes[offset + 1] == UInt8(ascii: "{") else { continue }
            let reference = reference(bytes, at: offset)
            found.append(reference)
            scan.skip(to: reference.range.upperBound)
        }
        return found
    }

    /// Whether the bracket is closed.
    var isClosed: Bool { range.upperBound > nameRange.upperBound }

    private static func reference(_ bytes: [UInt8], at offset: Int) -> NamedReference {
        let start = offset + 2
        // A name has no quotes and is on one line, so a bracket that is forgotten takes no more than that.
        let end =
            bytes[start...].firstIndex {
                $0 == UInt8(ascii: "}") || $0 == 0x0A || $0 == 0x0D || $0 == UInt8(ascii: "\"")
                    || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "@")
            } ?? bytes.count
        let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: "}")
        var (lower, upper) = (start, end)
        while lower < upper, bytes[lower].isBlank { lower += 1 }
        while upper > lower, bytes[upper - 1].isBlank { upper -= 1 }
        // What follows an open bracket up to a blank is probably the name.
        if !isClosed { upper = bytes[lower..<upper].firstIndex(where: \.isBlank) ?? upper }
        return NamedReference(
            name: String(decoding: bytes[lower..<upper], as: UTF8.self),
            range: SourceRange(offset, isClosed ? end + 1 : upper), nameRange: SourceRange(lower, upper))
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

    /// The predicate that a reference around an offset of a predicate names; nil if there is none.
    package func reference(in text: String, at offset: Int) -> Name? {
        ReferenceNotation.name(in: text, at: offset).flatMap { name in
            names.first { sameCodePoints($0.name, name) }
        }
    }

    /// The predicates that a reference before an offset can name, and the range that their references replace; nil where none is typed.
    ///
    /// - Parameter isName: whether `@{` comes before the range, so that only the name and `}` are missing.
    package func completions(in text: String, at offset: Int) -> (range: SourceRange, isName: Bool, names: [Name])? {
        guard let (range, isName) = ReferenceNotation.typed(in: text, at: offset) else { return nil }
        let typed = isName ? range.text(in: text) : ""
        return (range, isName, names.filter { $0.name.utf8.starts(with: typed.utf8) })
    }
}
