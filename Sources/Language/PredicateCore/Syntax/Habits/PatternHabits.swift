/// A pattern that belongs to an operator of another language, and its translation.
enum PatternHabit {
    /// A regular expression that is searched for. MATCHES compares the whole text.
    case search
    /// SQL's wildcards, `%` and `_`. `isCertain` is true if only SQL has the operator.
    case wildcards(isCertain: Bool)
    /// SQL's wildcards within a regular expression for the whole text, as after SIMILAR TO.
    case wildcardExpression

    /// The translation of a literal.
    struct Translation {
        var value: String
        var edits: [PredicateDiagnostic.Edit]
        /// The new literal.
        var text: String
    }

    /// Translates a quoted literal; nil for other texts, and for the empty pattern.
    func translation(of value: String, written: String, at range: SourceRange) -> Translation? {
        guard let quote = written.utf8.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
            written.utf8.count > 2, written.utf8.last == quote, !value.isEmpty
        else { return nil }
        switch self {
        case .search:
            let content = String(decoding: written.utf8.dropFirst().dropLast(), as: UTF8.self)
            let change = SearchPattern(value, written: content)
            let start = range.lowerBound + 1
            let end = range.upperBound - 1
            return Translation(
                value: change.applied(to: value),
                edits: [
                    .init(replacing: SourceRange(start, start + change.leading), with: change.prefix),
                    .init(replacing: SourceRange(end - change.trailing, end), with: change.suffix),
                ].filter { !$0.range.isEmpty || !$0.text.isEmpty },
                text: String(decoding: [quote], as: UTF8.self) + change.applied(to: content)
                    + String(decoding: [quote], as: UTF8.self))
        case .wildcardExpression:
            guard value.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "_") }) else { return nil }
            let text = Self.expression(written)
            return Translation(
                value: Self.expression(value), edits: [.init(replacing: range, with: text)], text: text)
        case .wildcards(let isCertain):
            let isHabit =
                isCertain
                ? value.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "_") }
                : (value.startsExactly(with: "%") || value.endsExactly(with: "%"))
                    && !value.utf8.contains(UInt8(ascii: "*"))
            guard isHabit else { return nil }
            let like = Self.like(value)
            // A pattern that needs no escapes keeps its quotes.
            let isPlain = !written.utf8.contains { $0 == UInt8(ascii: "\\") } && !like.utf8.contains(UInt8(ascii: "\\"))
            let text = isPlain ? Self.like(written) : SourceSpelling.quoted(like)
            return Translation(value: like, edits: [.init(replacing: range, with: text)], text: text)
        }
    }

    private static func expression(_ pattern: String) -> String {
        pattern.replacing("%", with: ".*").replacing("_", with: ".")
    }

    /// Translates a pattern of SQL's LIKE.
    private static func like(_ pattern: String) -> String {
        var result = ""
        for scalar in pattern.unicodeScalars {
            switch scalar {
            case "%": result += "*"
            case "_": result += "?"
            case "*", "?": result += "\\" + String(Character(scalar))
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A pattern for a whole text, equivalent to a search for the given pattern.
    static func whole(_ pattern: String) -> String {
        pattern.isEmpty ? pattern : SearchPattern(pattern).whole()
    }
}
