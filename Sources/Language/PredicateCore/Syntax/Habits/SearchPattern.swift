/// A regular expression for a search, and its conversion for the whole text, which MATCHES compares: `.*` is added at
/// each end, or the anchor there removed.
package struct SearchPattern {
    /// The number of bytes to remove at each end.
    private(set) var leading = 0
    private(set) var trailing = 0
    /// The text to insert at each end.
    private(set) var prefix = ".*"
    private(set) var suffix = ".*"
    /// The pattern itself.
    package let pattern: String

    /// - Parameter written: the pattern between its quotes as written, where a backslash may be lost.
    package init(_ pattern: String, written: String? = nil) {
        self.pattern = pattern
        let bytes = Array(pattern.utf8)
        if Self.hasAlternatives(bytes) {
            // An anchor applies only to its own alternative.
            prefix = ".*(?:"
            suffix = ").*"
            return
        }
        if bytes.first == UInt8(ascii: "^") {
            leading = 1
            prefix = ""
        } else if bytes.starts(with: ".*".utf8) {
            prefix = ""
        }
        var isEscaped = Self.isEscaped(bytes)
        if let written, !isEscaped { isEscaped = Self.isEscaped(Array(written.utf8)) && !Self.endsInPair(written) }
        if bytes.count > leading, bytes.last == UInt8(ascii: "$"), !isEscaped {
            trailing = 1
            suffix = ""
        } else if bytes.count >= 2, bytes.suffix(2).elementsEqual(".*".utf8), !Self.isEscaped(Array(bytes.dropLast())) {
            suffix = ""
        }
    }

    /// Whether the pattern is not one for the whole text already, with `.*` at both ends.
    package var isSearch: Bool { leading > 0 || trailing > 0 || !prefix.isEmpty || !suffix.isEmpty }

    /// A pattern for a whole text, equivalent to a search for this one.
    ///
    /// - Parameter any: the pattern for any text. `.` matches no line terminator.
    package func whole(any: String = ".*") -> String {
        let changed = applied(to: pattern)
        guard any != ".*" else { return changed }
        let inner = changed.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return prefix.replacing(".*", with: any) + String(decoding: inner, as: UTF8.self)
            + suffix.replacing(".*", with: any)
    }

    /// Makes the change in a string that is the pattern, or is written for it.
    func applied(to pattern: String) -> String {
        prefix + String(decoding: pattern.utf8.dropFirst(leading).dropLast(trailing), as: UTF8.self) + suffix
    }

    /// A pattern that matches every text with a part that matches this one.
    package var anywhere: String { "(?s:.*)(?:\(pattern))(?s:.*)" }

    /// Whether an odd number of backslashes precedes the last byte.
    private static func isEscaped(_ bytes: [UInt8]) -> Bool {
        bytes.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
    }

    /// Whether an even number of backslashes precedes the last byte. A string literal halves them.
    private static func endsInPair(_ written: String) -> Bool {
        let count = written.utf8.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        return count > 0 && count % 2 == 0
    }

    /// Whether `|` occurs outside brackets.
    private static func hasAlternatives(_ bytes: [UInt8]) -> Bool {
        var depth = 0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): index = endOfSet(bytes, from: index)
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case UInt8(ascii: "|") where depth == 0: return true
            default: break
            }
            index += 1
        }
        return false
    }

    /// The index of the `]` that closes a set. A `]` at the start, or after `^`, is a member of the set.
    private static func endOfSet(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "^") { index += 1 }
        if index < bytes.count, bytes[index] == UInt8(ascii: "]") { index += 1 }
        while index < bytes.count, bytes[index] != UInt8(ascii: "]") {
            // A class such as `[:alpha:]` has its own brackets.
            if bytes[index] == UInt8(ascii: "["), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: ":"),
                let end = bytes[(index + 2)...].firstIndex(of: UInt8(ascii: "]")), bytes[end - 1] == UInt8(ascii: ":")
            {
                index = end
            } else if bytes[index] == UInt8(ascii: "\\") {
                index += 1
            }
            index += 1
        }
        return index
    }
}

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

    /// Translates JavaScript's literal of a pattern, `/l/`; nil with flags, and for the empty pattern.
    static func slashed(_ written: String, at range: SourceRange) -> Translation? {
        guard written.utf8.count > 2, written.utf8.first == UInt8(ascii: "/"), written.utf8.last == UInt8(ascii: "/")
        else { return nil }
        let pattern = whole(String(written.dropFirst().dropLast()))
        let text = SourceSpelling.quoted(pattern)
        return Translation(value: pattern, edits: [.init(replacing: range, with: text)], text: text)
    }

    /// Translates a quoted literal; nil for other strings, and for the empty pattern.
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
