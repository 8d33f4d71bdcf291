/// Every message of the lexer and the parser, each with its stable code and an input that provokes it.
enum SyntaxMessages {
    // MARK: Limits

    /// A text longer than the limit.
    static func sourceTooLong(_ bytes: Int, limit: Int) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "source-too-long", .error, "the predicate has \(bytes) bytes; the limit (sourceBytes) is \(limit)",
            at: SourceRange(limit, bytes))
    }

    /// Ten thousand opening parentheses.
    static func tooDeep(limit: Int, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "too-deep", .error, "the predicate is nested deeper than \(limit) levels, which is the limit (depth)",
            at: range,
            notes: ["AND, OR and lists of any length are one level; brackets, NOT and arithmetic are a level each."])
    }

    /// A list of a million numbers.
    static func tooManyNodes(limit: Int, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "too-many-nodes", .error, "the predicate has more than \(limit) parts, which is the limit (nodes)",
            at: range)
    }

    // MARK: Tokens

    /// `name == "Jo`
    static func unclosedString(at range: SourceRange, quote: Character) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "unclosed-string", .error, "the string is not closed", at: range, hint: "`\(quote)` is missing at the end",
            edits: [.init(replacing: SourceRange(at: range.upperBound), with: String(quote))])
    }

    /// `name == "a\x4"`
    static func badEscape(_ text: String, _ expected: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic("bad-escape", .error, "`\(text)` is not an escape: \(expected)", at: range)
    }

    /// `age > 12abc`, `age > 0x`, `age > 1e`
    static func badNumber(_ text: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic("bad-number", .error, "`\(text)` is neither a number nor a name", at: range)
    }

    /// `mask == 0xFFFFFFFFFFFFFFFFF`
    static func numberTooLarge(_ text: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic("number-too-large", .error, "`\(text)` does not fit a 64-bit signed integer", at: range)
    }

    /// `size > 1e999`
    static func numberBeyondDouble(_ text: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "number-too-large", .error, "`\(text)` is larger than any number the language has", at: range)
    }

    /// `id == 99999999999999999999`
    static func inexactNumber(_ text: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "inexact-number", .warning, "`\(text)` does not fit a 64-bit integer and is read as a double", at: range,
            hint: "digits beyond the sixteenth are lost")
    }

    /// `a %% b`, `%5d`, `a % b`
    static func badFormatArgument(_ text: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "bad-format-argument", .error, "`\(text)` is not a format argument", at: range,
            hint: "the arguments are %@ %K %d %u %f and their kin, without width or precision",
            notes: ["The remainder of a division is `modulus:by:(a, b)`."])
    }

    /// A non-breaking space, a curly quote, `;`
    static func unexpectedCharacter(_ scalar: Unicode.Scalar, at range: SourceRange) -> PredicateDiagnostic {
        if let quote = straightQuotes[scalar] {
            return PredicateDiagnostic(
                "unexpected-character", .error, "`\(scalar)` is a typographic quote, which does not open a string",
                at: range,
                hint: "write `\(quote)`", edits: [.init(replacing: range, with: quote)])
        }
        if scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{FEFF}" {
            return PredicateDiagnostic(
                "unexpected-character", .error, "there is an unusual space (U+\(hex(scalar))) here", at: range,
                hint: "write an ordinary space", edits: [.init(replacing: range, with: " ")])
        }
        let shown =
            scalar.properties.generalCategory == .control ? "the control character U+\(hex(scalar))" : "`\(scalar)`"
        return PredicateDiagnostic("unexpected-character", .error, "\(shown) has no meaning here", at: range)
    }

    static let straightQuotes: [Unicode.Scalar: String] = [
        "\u{201C}": "\"", "\u{201D}": "\"", "\u{201E}": "\"", "\u{00AB}": "\"", "\u{00BB}": "\"", "\u{2018}": "'",
        "\u{2019}": "'", "\u{201A}": "'", "\u{2039}": "'", "\u{203A}": "'", "`": "'",
    ]

    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// `$6650 == 1`
    static func badVariable(_ text: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "unexpected-token", .error, "the name of a variable begins with a letter, not as in `\(text)`", at: range)
    }

    // MARK: Structure

    /// The empty text.
    static func emptyPredicate(at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "empty-predicate", .error, "there is no predicate", at: range, hint: "TRUEPREDICATE is true of everything")
    }

    /// `(age > 1`, `tags[0`, `{1, 2`
    static func unclosedBracket(_ open: Punctuation, at range: SourceRange, end: SourceRange) -> PredicateDiagnostic {
        let close = closing(open)
        return PredicateDiagnostic(
            "unclosed-bracket", .error, "`\(open.rawValue)` is not closed", at: range,
            hint: "its `\(close)` is missing",
            edits: [.init(replacing: SourceRange(at: end.lowerBound), with: close)])
    }

    static func closing(_ open: Punctuation) -> String {
        switch open {
        case .openBracket: "]"
        case .openBrace: "}"
        default: ")"
        }
    }

    /// `age > 1)`
    static func unmatchedBracket(_ close: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "unmatched-bracket", .error, "nothing is open that `\(close)` could close", at: range,
            edits: [.init(replacing: range, with: "")])
    }

    /// `age >`, `AND x == 1`
    static func missingOperand(_ what: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic("missing-operand", .error, "\(what) is missing here", at: range)
    }

    /// `a == 1 b == 2`
    static func missingOperator(at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "missing-operator", .error, "AND or OR is missing between two conditions",
            at: SourceRange(at: range.lowerBound),
            edits: [.init(replacing: SourceRange(at: range.lowerBound), with: "AND ")])
    }

    /// `age 30`
    static func missingComparator(at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "missing-operator", .error, "an operator is missing between two values",
            at: SourceRange(at: range.lowerBound), hint: "such as ==, < or CONTAINS")
    }

    /// `star AND age > 3`: the text of the expression, and whether it could be a boolean
    static func missingComparison(_ text: String, canBeBoolean: Bool, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "missing-comparison", .error, "`\(text)` is a value, not a condition", at: range,
            hint: canBeBoolean ? "did you mean `\(text) == YES`?" : "compare it with something",
            edits: canBeBoolean ? [.init(replacing: SourceRange(at: range.upperBound), with: " == YES")] : [])
    }

    /// `1 < x < 5`
    static func chainedComparison(at range: SourceRange, first: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "chained-comparison", .error, "comparisons do not chain", at: range, hint: "join two comparisons with AND",
            labels: [.init("the first comparison", at: first)])
    }

    /// `a == 1 ]`
    static func unexpectedToken(_ text: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic("unexpected-token", .error, "`\(text)` does not belong here", at: range)
    }

    /// `like == 'x'`
    static func reservedWord(_ word: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "reserved-word", .error, "`\(word)` is a word of the language and not a name here", at: range,
            hint: "write `#\(word)` for a field of that name",
            edits: [.init(replacing: SourceRange(at: range.lowerBound), with: "#")])
    }

    /// `name CONTAIN 'x'`, `a === b`
    static func unknownOperator(_ word: String, suggestion: String?, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "unknown-operator", .error, "`\(word)` is not an operator", at: range,
            hint: suggestion.map { "did you mean `\($0)`?" },
            edits: suggestion.map { [.init(replacing: range, with: $0)] } ?? [])
    }

    /// `name NOT IN {'a'}`
    static func negatedOperator(_ word: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "unknown-operator", .error, "NOT stands before the whole comparison", at: range,
            hint: "write `NOT a \(asciiUppercased(word)) b`")
    }

    /// `name CONTAINS[x] 'a'`
    static func unknownOption(_ letter: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "unknown-option", .error, "`\(letter)` is not a string option", at: range,
            hint: "the options are c (case), d (diacritics), n (as they stand) and l (locale)")
    }

    /// `name CONTAINS[] 'a'`
    static func emptyOptions(at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "empty-options", .error, "there is no option in the brackets", at: range,
            edits: [.init(replacing: range, with: "")])
    }

    /// `name BETWEEN[c] {'a', 'b'}`
    static func misplacedOptions(_ comparator: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "misplaced-options", .error, "\(comparator) takes no options", at: range,
            edits: [.init(replacing: range, with: "")])
    }

    /// `x IN ['a', 'b']`, and lists in brackets elsewhere
    static func listInBrackets(_ range: SourceRange, close: SourceRange?) -> PredicateDiagnostic {
        var edits = [PredicateDiagnostic.Edit(replacing: range, with: "{")]
        if let close { edits.append(.init(replacing: close, with: "}")) }
        return PredicateDiagnostic(
            "unexpected-token", .error, "a list is written in braces: {1, 2, 3}", at: range, edits: edits)
    }

    /// `{1, 2,}`
    static func trailingComma(at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "trailing-comma", .error, "nothing follows the comma", at: range, edits: [.init(replacing: range, with: "")]
        )
    }

    /// `+1 == a`
    static func unaryPlus(at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "unary-plus", .error, "there is no sign `+`", at: range, edits: [.init(replacing: range, with: "")])
    }

    /// `(a == 1) == (b == 2)`, `sum((a == 1))`
    static func conditionAsOperand(at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "condition-as-operand", .error, "a condition is not a value", at: range,
            hint: "TERNARY(condition, YES, NO) makes a value of it")
    }

    /// `'%@'`
    static func quotedArgument(_ specifier: String, at range: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "quoted-argument", .warning, "`\(specifier)` within quotes is text, not an argument", at: range,
            hint: "leave the quotes out", edits: [.init(replacing: range, with: specifier)])
    }

    /// `a == 1 OR b == 2 AND c == 3`
    static func mixedAndOr(_ and: SourceRange, or: SourceRange) -> PredicateDiagnostic {
        PredicateDiagnostic(
            "mixed-and-or", .warning, "AND binds tighter than OR", at: and,
            hint: "parentheses round the AND would say so",
            labels: [.init("the OR beside it", at: or)],
            edits: [
                .init(replacing: SourceRange(at: and.lowerBound), with: "("),
                .init(replacing: SourceRange(at: and.upperBound), with: ")"),
            ])
    }
}
