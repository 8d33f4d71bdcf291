import PredicateFormat

/// The grammar of predicates, made of the tables that the lexer and the parser read.
extension TextMateGrammar {
    /// Predicates as they stand in a file of their own, one on each line.
    static let language = TextMateGrammar(
        name: "Predicate", scope: LanguageRules.scope, fileTypes: ["predicates", "predicate"],
        patterns: [
            .match("^#.*$", LanguageRules.scoped("comment.line.number-sign")), .include("#lineStrings"),
            .include("#code"),
        ],
        repository: [
            ("code", LanguageRules.code), ("lineStrings", LanguageRules.lineStrings),
            ("strings", LanguageRules.strings),
        ])
}

/// The rules of the grammar of predicates.
enum LanguageRules {
    static let scope = "source.predicate"

    // The start and the continuation of names are XID_Start and XID_Continue by general categories, which all engines know.
    private static let start = #"[\p{L}\p{Nl}_]"#
    private static let more = #"[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]"#
    private static let word = start + more + "*"
    private static let noWordBefore = "(?<!\(more))"
    private static let noWordBehind = "(?!\(more))"

    /// Everything but strings, which other files write in other ways.
    static let code: [TextMateRule] =
        paths + [numbers, options] + words + [knownFunctions, otherFunctions] + signs
        + [.match(word, scoped("variable.other.field"))]

    /// A scope of this language.
    static func scoped(_ name: String) -> String { name + ".predicate" }

    // MARK: Strings

    /// Strings as the language has them.
    static let strings = [
        string(#"""#, "double", escape: escape), string("'", "single", escape: escape),
    ]

    /// Strings where a predicate ends with its line, so that an open one colours no other predicate.
    static let lineStrings = [
        string(#"""#, "double", escape: escape, stop: "$"), string("'", "single", escape: escape, stop: "$"),
    ]

    /// A string.
    ///
    /// - Parameters:
    ///   - quote: the pattern of its quotation marks.
    ///   - stop: a pattern that ends the predicate within the string, because the file ends it there.
    static func string(_ quote: String, _ kind: String, escape: TextMateRule, stop: String? = nil) -> TextMateRule {
        TextMateRule(
            name: scoped("string.quoted.\(kind)"), begin: quote,
            end: stop.map { "\(quote)|(?=\($0))" } ?? quote,
            beginCaptures: [0: scoped("punctuation.definition.string.begin")],
            endCaptures: [0: scoped("punctuation.definition.string.end")], patterns: [escape])
    }

    /// A backslash and what it stands for.
    static let escape = TextMateRule.match(
        #"\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^xu0-7])"#, scoped("constant.character.escape"))

    // MARK: Names

    private static let paths: [TextMateRule] = [
        // No word is reserved behind a dot.
        .match(
            #"(\.)[ \t]*(\#(word))"#,
            captures: [1: scoped("punctuation.accessor"), 2: scoped("variable.other.member")]),
        .match("#" + word, scoped("variable.other.field")),
        .match(
            noAlternativesBehind(CollectionOperator.allCases.flatMap { [$0.rawValue] + $0.otherSpellings }),
            scoped("support.function.collection")),
        .match("@" + word, scoped("variable.other.field")),
        .match(#"\$#?"# + word, scoped("variable.parameter")),
        .match("%K" + noWordBehind, scoped("variable.parameter.key-path")),
        .match(
            #"%(?:@|(?:[cs]|(?:hh|h|ll|l|q|z|t|j)?[dDiuUxXoO]|[lL]?[eEfFgGaA])\#(noWordBehind))"#,
            scoped("constant.other.placeholder")),
    ]

    private static let numbers = TextMateRule.match(
        noWordBefore
            + #"(?:0[xX][0-9A-Fa-f]+|0[oO][0-7]+|0[bB][01]+|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+|ms|[smhdw])?)"#
            + noWordBehind, scoped("constant.numeric"))

    private static let knownFunctions = TextMateRule.match(
        noWordBefore + "(?:"
            + sorted(BuiltInFunction.allCases.map(\.rawValue)).map { selector in
                // A selector with one colon may leave it out.
                selector.utf8.filter { $0 == UInt8(ascii: ":") }.count == 1 ? selector + "?" : selector
            }.joined(separator: "|") + #")(?=[ \t]*\()"#, scoped("support.function"))

    private static let otherFunctions = TextMateRule.match(
        noWordBefore + #"(?:(?:\#(word):(?!=))+|\#(word)(?=[ \t]*\())"#, scoped("entity.name.function"))

    // MARK: Words and signs

    /// A comparison with options in brackets.
    private static let options = TextMateRule.match(
        "(" + words(comparisonWords) + "|" + signs(comparisonSigns) + #")[ \t]*(\[)(["#
            + StringOptionLetter.allCases.map { $0.rawValue + $0.rawValue.uppercased() }.joined() + #"]+)(\])"#,
        captures: [
            1: scoped("keyword.operator.comparison"), 2: scoped("punctuation.section.brackets"),
            3: scoped("storage.modifier.option"), 4: scoped("punctuation.section.brackets"),
        ])

    private static let comparisonWords = spellings(.comparison) + customOperators
    private static let comparisonSigns = signSpellings(.comparison)
    private static let customOperators = PredicateLibrary.standard.operators.values.map(\.name)

    private static let words: [TextMateRule] =
        [
            .match(words(comparisonWords), scoped(WordKind.comparison.rawValue)),
            .match(
                #"(?<=\[)[ \t]*(?i:"# + IndexWord.allCases.map(\.rawValue).joined(separator: "|") + #")[ \t]*(?=\])"#,
                scoped("constant.language.index")),
        ] + WordKind.allCases.filter { $0 != .comparison }.map { .match(words(spellings($0)), scoped($0.rawValue)) }

    /// Longer signs stand before those that they begin with.
    private static let signs: [TextMateRule] = [2, 1].flatMap { length in
        SignKind.allCases.compactMap { kind in
            let spellings = signSpellings(kind).filter { $0.utf8.count == length }
            return spellings.isEmpty ? nil : .match(signs(spellings), scoped(kind.rawValue))
        }
    }

    /// A pattern of whole words in any case.
    private static func words(_ words: [String]) -> String {
        noWordBefore + "(?i:" + sorted(words).joined(separator: "|") + ")" + noWordBehind
    }

    private static func signs(_ signs: [String]) -> String {
        sorted(signs).map { $0.map { ".*+|^()[]{}".contains($0) ? "\\\($0)" : "\($0)" }.joined() }.joined(
            separator: "|")
    }

    private static func noAlternativesBehind(_ words: [String]) -> String {
        "(?:" + sorted(words).joined(separator: "|") + ")" + noWordBehind
    }

    /// The longest first, because the first alternative that fits is taken.
    private static func sorted(_ words: [String]) -> [String] {
        words.sorted { $0.utf8.count == $1.utf8.count ? $0 < $1 : $0.utf8.count > $1.utf8.count }
    }

    private static func spellings(_ kind: WordKind) -> [String] {
        Keyword.allCases.filter { WordKind($0) == kind }.map(\.spelling)
    }

    private static func signSpellings(_ kind: SignKind) -> [String] {
        Punctuation.allCases.filter { SignKind($0) == kind }.map(\.spelling)
    }
}

/// The scope of a reserved word.
enum WordKind: String, CaseIterable {
    case logical = "keyword.operator.logical"
    case comparison = "keyword.operator.comparison"
    case quantifier = "keyword.operator.quantifier"
    case set = "keyword.operator.set"
    case form = "keyword.control"
    case boolean = "constant.language.boolean"
    case null = "constant.language.nil"
    case condition = "constant.language.condition"
    case record = "variable.language"
    /// Words without a meaning of their own that no field may have without `#`.
    case reserved = "keyword.other.reserved"

    init(_ keyword: Keyword) {
        self =
            switch keyword.role {
            case .logical: .logical
            case .comparison: .comparison
            case .quantifier: .quantifier
            case .set: .set
            case .form: .form
            case .boolean: .boolean
            case .null: .null
            case .condition: .condition
            case .record: .record
            case .reserved: .reserved
            }
    }
}

/// The scope of a sign.
enum SignKind: String, CaseIterable {
    case comparison = "keyword.operator.comparison"
    case assignment = "keyword.operator.assignment"
    case logical = "keyword.operator.logical"
    case arithmetic = "keyword.operator.arithmetic"
    case separator = "punctuation.separator"
    case accessor = "punctuation.accessor"
    case bracket = "punctuation.section.brackets"

    /// Nil for signs that the language has only to report them.
    init?(_ sign: Punctuation) {
        switch sign {
        case .equal, .equalEqual, .notEqual, .lessGreater, .less, .lessEqual, .equalLess, .greater, .greaterEqual,
            .equalGreater:
            self = .comparison
        case .assign: self = .assignment
        case .ampersandAmpersand, .barBar, .exclamation: self = .logical
        case .plus, .minus, .star, .starStar, .slash, .ampersand, .bar, .caret, .shiftLeft, .shiftRight, .tilde:
            self = .arithmetic
        case .comma: self = .separator
        case .dot: self = .accessor
        case .openParenthesis, .closeParenthesis, .openBracket, .closeBracket, .openBrace, .closeBrace: self = .bracket
        case .percent, .range: return nil
        }
    }
}
