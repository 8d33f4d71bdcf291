// Every message of the lexer, each with its stable code and an input that provokes it.
extension PredicateDiagnostic {
    // MARK: Strings

    /// `name == "Jo`
    static func unclosedString(at range: SourceRange, closedAt end: Int, quote: Character, mayStand: Bool) -> Self {
        // No edit is offered where no value is expected: a closed string would be wrong too.
        .error(
            .unclosedString, "the string is not closed", at: range, hint: "`\(quote)` is missing at the end",
            edits: mayStand ? [.insert(String(quote), at: end)] : [])
    }

    /// `name == Ann"`
    static func unopenedString(
        _ text: String, quote: Character, at range: SourceRange, from start: Int, isHabit: Bool = false
    ) -> Self {
        .error(
            .unclosedString, "unmatched `\(quote)`", at: range, hint: "write `\(quote)\(text)\(quote)`",
            edits: [.insert(String(quote), at: start)]
                + (isHabit ? [.init(replacing: range, with: String(quote))] : []))
    }

    /// `age > 30 // adults`, `age > 30 # adults`, `/* adults */ age > 30`
    static func comment(at range: SourceRange, removing whole: SourceRange) -> Self {
        .error(.unexpectedToken, "a predicate cannot contain comments", at: range, .remove, in: whole)
    }

    /// `name == "a\x4"`
    static func badEscape(_ text: String, _ expected: String, at range: SourceRange, isBackslash: Bool = false) -> Self
    {
        // `C:\users`: where no digit follows at all, a backslash was meant.
        .error(
            .badEscape, "`\(text)` is not an escape: \(expected)", at: range,
            hint: isBackslash ? "write a backslash as `\\\\`" : nil,
            edits: isBackslash ? [.insert("\\", at: range.lowerBound)] : [])
    }

    /// `name == '\u{1F600}'`
    static func bracedEscape(_ text: String, _ fixed: String, at range: SourceRange, replacing whole: SourceRange)
        -> Self
    {
        .error(
            .badEscape, "`\(text)` is not an escape: it needs 4 hexadecimal digits", at: range, .write(fixed), in: whole
        )
    }

    /// `name == 'O'Brien'`, `name == 'it''s'`
    static func unescapedQuote(_ quote: String, at range: SourceRange) -> Self {
        .error(
            .unescapedQuote, "this quote ends the string too early", at: range,
            .replace("\\" + quote, "write `\\\(quote)`"))
    }

    /// `name == “Jo”`, `name == &quot;Jo&quot;`: one mistake, whose edits are at both ends
    static func quoteHabit(_ sign: String, _ quote: String, at range: SourceRange, closing: SourceRange) -> Self {
        let isEntity = sign.utf8.count > 1 && sign.utf8.first == UInt8(ascii: "&")
        let plain = quote == "`" ? "'" : quote
        let message =
            isEntity
            ? "`\(sign)` is the HTML entity for a quote"
            : quote == "`"
                ? "a backtick does not open a string" : "`\(sign)` is a typographic quote, which does not open a string"
        return .error(
            isEntity ? .htmlEntity : .unexpectedCharacter, message, at: range, hint: "write `\(plain)`",
            edits: [.init(replacing: range, with: plain), .init(replacing: closing, with: plain)])
    }

    /// `name == ''Ann''`: two single quotes for a double one
    static func doubledQuotes(at range: SourceRange, closing: SourceRange) -> Self {
        .error(
            .unescapedQuote, "two single quotes are not a double quote", at: range, hint: "write `\"`",
            edits: [.init(replacing: range, with: "\""), .init(replacing: closing, with: "\"")])
    }

    /// `name == \"Ann\"`
    static func escapedQuotes(at range: SourceRange, closing: SourceRange) -> Self {
        .error(
            .unexpectedCharacter, "a backslash before an opening quote is not supported", at: range,
            hint: "remove `\\`",
            edits: [.remove(range), .remove(closing)])
    }

    /// A predicate between backticks
    static func fence(at range: SourceRange, opening: SourceRange, closing: SourceRange) -> Self {
        .error(
            .unexpectedCharacter, "backticks are not part of a predicate", at: range, hint: "remove them",
            edits: [.remove(opening), .remove(closing)])
    }

    /// `10.15.1`, `2024-01-31T12:00:00Z`, `name == John Smith`, `path == /Applications`
    static func unquotedString(_ text: String, at range: SourceRange) -> Self {
        .unquotedString(quoted: SourceSpelling.quoted(text), at: range)
    }

    // MARK: Numbers

    /// `age > 12abc`, `age > 0x`, `age > 1e`, `size > 1_000`, `a == 1and b == 2`, `seen > 1h30m`
    ///
    /// - Parameter isOperand: whether an operator of arithmetic comes before it.
    static func badNumber(_ text: String, isOperand: Bool = false, at range: SourceRange) -> Self {
        let digits = text.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: ".") }
        let rest = String(text.utf8.dropFirst(digits.count)) ?? ""
        var hint: String?
        var fixed: String?
        if text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "_") }) {
            fixed = text.replacing("_", with: "")
            hint = "digits are written without separators: write `\(fixed ?? "")`"
        } else if Keyword(word: rest) == .and || Keyword(word: rest) == .or {
            fixed = (String(digits) ?? "") + " " + rest
            hint = "put a space between `\(String(digits) ?? "")` and `\(rest)`"
        } else if let duration = DurationUnit.spelling(of: text) {
            fixed = duration.contains(" ") ? "(\(duration))" : duration
            hint = "write `\(fixed ?? "")`"
        } else if DurationUnit.isUnknown(rest) {
            hint = "there is no unit `\(rest)`: durations have \(DurationUnit.phrase)"
        } else if LexerMessages.units.contains(rest.lowercased()) {
            hint = "a number has no unit, except ms, s, m, h, d and w for seconds"
        } else if digits.count < text.utf8.count, !isPrefix(text), rest.utf8.count > 1 || rest.utf8.first != 0x65 {
            fixed = SourceSpelling.quoted(text)
            hint = "in quotes it is a string"
        }
        return .error(
            .badNumber, "`\(text)` is neither a number nor a name", at: range, hint: hint,
            edits: fixed.map { [.init(replacing: range, with: $0)] } ?? [])
    }

    /// `0x`, `0b2`: the beginning of a number that was not finished.
    private static func isPrefix(_ text: String) -> Bool {
        let prefix = text.lowercased().prefix(2)
        return prefix == "0x" || prefix == "0b" || prefix == "0o"
    }

    /// `mask == 0xFFFFFFFFFFFFFFFFF`
    static func numberTooLarge(_ text: String, at range: SourceRange) -> Self {
        .error(
            .numberTooLarge, "`\(text)` is too large; the largest integer in hexadecimal is 0x7FFFFFFFFFFFFFFF",
            at: range)
    }

    /// `size > 1e999`
    static func numberBeyondDouble(_ text: String, at range: SourceRange) -> Self {
        .error(.numberTooLarge, "`\(text)` is too large; the largest double is 1.7976931348623157e308", at: range)
    }

    /// `id == 1000000000000000000000000000000000000000`
    static func numberBeyondDecimal(_ text: String, at range: SourceRange) -> Self {
        .error(
            .numberTooLarge, "`\(text)` has more than \(NumberText.mostDigits) digits", at: range,
            hint: "with a point or an exponent it is a double")
    }

    // MARK: Arguments and variables

    /// `a %% b`, `%5d`, `%1$@`, `a LIKE %`
    static func badFormatArgument(_ text: String, at range: SourceRange) -> Self {
        // Width, precision and position have no meaning; what remains may be an argument.
        let bare = text.utf8.filter { !($0 >= 0x30 && $0 <= 0x39) && !".*#+-$'".utf8.contains($0) }
        let specifier = String(decoding: bare, as: UTF8.self)
        if text == "@%" {
            return .error(.badFormatArgument, "`@%` is not a format argument", at: range, .write("%@"))
        }
        let known = ["%@", "%K", "%d", "%i", "%u", "%f", "%ld", "%lld", "%lu", "%s"]
        let fixed = specifier != text && known.contains(specifier) ? specifier : nil
        return .error(
            .badFormatArgument, "`\(text)` is not a format argument", at: range,
            .write(fixed, else: "the arguments are %@ %K %d %u %f and the like, without width or precision"))
    }

    /// `age > ?`
    static func questionMarkPlaceholder(at range: SourceRange) -> Self {
        .error(.unexpectedCharacter, "`?` is not a format argument", at: range, .write("%@"))
    }

    /// `nickname ?? name`, and jq's `.nickname // "none"`
    static func nilCoalescing(_ sign: String = "??", at range: SourceRange) -> Self {
        .error(.unknownOperator, "`\(sign)` is not an operator", at: range, hint: "write `TERNARY(a != nil, a, b)`")
    }

    /// `age > :min`, `age > ${min}`
    static func namedPlaceholder(_ text: String, _ name: String, at range: SourceRange) -> Self {
        .error(.unexpectedToken, "`\(text)` is not a variable", at: range, .replace("$" + name, "write `$\(name)`"))
    }

    /// `$6650 == 1`, `$0.name == 'x'`, `name == $0`
    static func badVariable(_ text: String, isPath: Bool, isValue: Bool, at range: SourceRange) -> Self {
        if isValue, !isPath, text.utf8.count == 2 {
            return .error(
                .unexpectedToken, "`\(text)` is not a variable", at: range,
                .replace("%@", "write `%@`; an argument (`--arg`) gives its value"))
        }
        guard text == "$0" else {
            return .error(
                .unexpectedToken, "`\(text)` is not a variable: the name of one begins with a letter", at: range)
        }
        let removed = SourceRange(range.lowerBound, range.upperBound + (isPath ? 1 : 0))
        return .error(
            .unexpectedToken, "`$0` is not a variable", at: range, hint: isPath ? "remove `$0.`" : "write `SELF`",
            edits: [.init(replacing: removed, with: isPath ? "" : "SELF")])
    }

    // MARK: Characters

    /// A non-breaking space, `#!`, an arrow
    static func unexpectedCharacter(_ scalar: Unicode.Scalar, at range: SourceRange, written: String? = nil) -> Self {
        // A row of the same sign is named by one of them.
        let isRow = written?.unicodeScalars.allSatisfy { $0 == scalar } ?? true
        let shown = isRow ? String(Character(scalar)) : written ?? ""
        let code = scalar.value.hexadecimal(digits: 4, uppercase: true)
        if LexerMessages.isInvisible(scalar) {
            return .error(.unexpectedCharacter, "this character is invisible (U+\(code))", at: range, .remove)
        }
        if LexerMessages.isBlank(scalar) {
            return .error(
                .unexpectedCharacter, "this space is not an ordinary one: it is U+\(code)", at: range,
                .replace(" ", "write an ordinary space"))
        }
        let isControl = scalar.properties.generalCategory == .control
        let hint: String? =
            switch scalar {
            case "?": "to choose between two values, write TERNARY(condition, a, b)"
            case "\\": "a backslash is allowed only in strings"
            case ";": "a predicate is one condition"
            default: nil
            }
        return .error(
            .unexpectedCharacter,
            (isControl ? "the control character U+\(code)" : "`\(shown)`") + " has no meaning here", at: range,
            hint: hint)
    }

    /// What another language writes and has to go: `@"Jo"`, `\.name`, `address?.city`, `age > 5;`
    static func removable(
        _ text: String, _ message: String, at range: SourceRange, replacing removed: SourceRange? = nil
    ) -> Self {
        .error(.unexpectedCharacter, message, at: range, .replace("", "remove `\(text)`"), in: removed ?? range)
    }

    /// `share > 5%`. The field may contain 5 or 0.05, which is unknown here
    static func percentage(_ number: String, at range: SourceRange) -> Self {
        var diagnostic = removable("%", "a number is written without a percent sign", at: range).asSuggestion()
        if let fraction = Double(number + "e-2") { diagnostic.hint? += "; as a fraction it is `\(fraction)`" }
        return diagnostic
    }

    /// `address->city`
    static func arrow(at range: SourceRange) -> Self {
        .error(.unexpectedToken, "a dot joins the components of a path", at: range, .write("."))
    }

    /// `` `name` == 'x' ``
    static func backticks(_ name: String, at range: SourceRange, whole: SourceRange) -> Self {
        let plain = SourceSpelling.component(name)
        return .error(.unexpectedCharacter, "a name is written without backticks", at: range, .write(plain), in: whole)
    }

    /// `age ≥ 5`, `age － 1`, `age &gt; 5`
    static func signHabit(_ text: String, plain: String, isEntity: Bool, at range: SourceRange) -> Self {
        .error(
            isEntity ? .htmlEntity : .typographicSign,
            isEntity ? "`\(text)` is the HTML entity for `\(plain)`" : "`\(text)` is not a symbol of the language",
            at: range, .write(plain))
    }

    /// `a === b`, `name IS NULL`, `name NOT IN {'a'}`, `name STARTS WITH 'a'`
    static func operatorHabit(
        _ text: String, _ spelling: String, replacement: String? = nil, isNegated: Bool, startingAt start: Int,
        at range: SourceRange
    ) -> Self {
        var edits = [Edit(replacing: range, with: replacement ?? spelling)]
        if isNegated { edits.insert(.insert("NOT ", at: start), at: 0) }
        return .error(
            .unknownOperator, isNegated ? "NOT goes before the whole comparison" : "`\(text)` is not an operator",
            at: range, hint: isNegated ? "write `NOT … \(spelling) …`" : "write `\(spelling)`", edits: edits)
    }
}

/// Signs from elsewhere by their meaning here, and why something has to go.
enum LexerMessages {
    /// The quotes that word processors write, and what they stand for.
    static let straightQuotes: [Unicode.Scalar: String] = [
        "\u{201C}": "\"", "\u{201D}": "\"", "\u{201E}": "\"", "\u{201F}": "\"", "\u{2033}": "\"", "\u{00AB}": "\"",
        "\u{00BB}": "\"", "\u{FF02}": "\"", "\u{301D}": "\"", "\u{301E}": "\"", "\u{2018}": "'", "\u{2019}": "'",
        "\u{201A}": "'", "\u{201B}": "'", "\u{2032}": "'", "\u{2039}": "'", "\u{203A}": "'", "\u{00B4}": "'",
        "\u{FF07}": "'", "\u{300C}": "\"", "\u{300D}": "\"", "\u{300E}": "\"", "\u{300F}": "\"",
    ]

    /// Units of other languages after a number.
    static let units: Set<String> = [
        "ms", "s", "sec", "min", "m", "h", "d", "w", "y", "b", "k", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "px",
        "pt", "cm", "mm", "km", "kg", "g", "u", "l", "ul", "ll", "f",
    ]

    /// Why something has to go.
    enum Habit {
        static let objectiveCString = "a constant is written without `@`"
        static let forcedUnwrapping = "`!` after a value is not supported"
        static let lineContinuation = "a backslash at the end of a line is not supported"
        static let prompt = "this is a shell prompt"
        static let keyPath = "a field is written without a backslash"
        static let optionalChain = "`?` is not needed in a path: where a part is nil, so is the whole path"
        static let unit = "a number has no unit"
        static let semicolon = "a predicate does not end in a semicolon"
    }

    /// Signs by what they mean here.
    static let plainSigns: [Unicode.Scalar: String] = [
        "\u{2260}": "!=", "\u{2264}": "<=", "\u{2265}": ">=", "\u{2A7D}": "<=", "\u{2A7E}": ">=", "\u{2266}": "<=",
        "\u{2267}": ">=", "\u{00D7}": "*",
        "\u{2217}": "*", "\u{22C5}": "*", "\u{00F7}": "/", "\u{2215}": "/", "\u{2044}": "/", "\u{2212}": "-",
        "\u{2010}": "-", "\u{2011}": "-", "\u{2012}": "-", "\u{2013}": "-", "\u{2014}": "-", "\u{2227}": "AND",
        "\u{2228}": "OR", "\u{00AC}": "NOT", "\u{2208}": "IN", "\u{220B}": "CONTAINS",
        "\u{3001}": ",",
    ]

    /// The entities of HTML and XML that hold signs of the language.
    static let entities: [(entity: String, plain: String)] = [
        ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"),
        ("&#39;", "'"), ("&nbsp;", " "), ("&#160;", " "), ("&ge;", ">="), ("&le;", "<="), ("&ne;", "!="),
    ]

    /// Whether a scalar is a space that is none of the language's.
    static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || isInvisible(scalar) }

    /// Whether a scalar cannot be seen and takes no room.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00AD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
        default: false
        }
    }
}
