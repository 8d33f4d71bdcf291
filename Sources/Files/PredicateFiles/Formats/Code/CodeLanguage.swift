/// A programming language, as far as it takes to find the literals, the calls and the comments of its files.
///
/// A language is data: its comments, its quotes, and the letters that may precede a quote.
package struct CodeLanguage: Sendable {
    /// Signs that begin and end a comment.
    struct Comment {
        let open: String
        let close: String
        var nests = false
    }

    /// Regular expressions between slashes.
    struct Expressions {
        /// The words after which one may begin. After others a slash divides.
        let words: [String]
        /// The signs after which a slash divides.
        var valueEnds = ")]}"
        /// Whether a slash between square brackets ends none.
        var hasClasses = true
        /// Whether a slash after a blank ends one.
        var endsBehindBlanks = true
    }

    /// The beginnings of comments that end with their line.
    var lineComments = ["//"]
    var blockComment: Comment? = Comment(open: "/*", close: "*/")
    /// The kinds of literals, longer delimiters first.
    let quotes: [CodeLiteralKind]
    /// The letters before a quote, in lower case.
    var prefixes: [String: CodeLiteralKind.Prefix] = [:]
    /// Whether single quotes hold a character.
    var hasCharacters = false
    var expressions: Expressions?
    /// Whether a name after a colon is a symbol.
    var hasSymbols = false
    /// Whether adjacent literals are joined.
    var joinsNeighbours = false
    /// Whether literals and regular expressions may be in number signs, and names in backquotes or after a number sign.
    var hasNumberSigns = false
    /// Whether there are directives of C, line ends that a backslash joins, and raw literals such as `R"x(…)x"`.
    var hasDirectives = false

    package static let swift = CodeLanguage(
        blockComment: Comment(open: "/*", close: "*/", nests: true),
        quotes: [
            CodeLiteralKind("\"\"\"", isMultiline: true, escapes: .swift, interpolation: .backslash),
            CodeLiteralKind("\"", escapes: .swift, interpolation: .backslash),
        ],
        expressions: Expressions(
            words: ["return", "in", "case", "try", "await", "else", "where"], valueEnds: ")]}.?!", hasClasses: false,
            endsBehindBlanks: false),
        hasNumberSigns: true)

    package static let objectiveC = CodeLanguage(
        quotes: [CodeLiteralKind("\"", escapes: .c)], prefixes: ["@": CodeLiteralKind.Prefix()], hasCharacters: true,
        hasDirectives: true)

    package static let python = CodeLanguage(
        lineComments: ["#"], blockComment: nil,
        quotes: [
            CodeLiteralKind("\"\"\"", isMultiline: true), CodeLiteralKind("'''", isMultiline: true),
            CodeLiteralKind("\""), CodeLiteralKind("'"),
        ],
        prefixes: [
            "r": CodeLiteralKind.Prefix(isRaw: true), "u": CodeLiteralKind.Prefix(), "b": CodeLiteralKind.Prefix(),
            "f": CodeLiteralKind.Prefix(interpolation: .braces),
            "br": CodeLiteralKind.Prefix(isRaw: true), "rb": CodeLiteralKind.Prefix(isRaw: true),
            "fr": CodeLiteralKind.Prefix(isRaw: true, interpolation: .braces),
            "rf": CodeLiteralKind.Prefix(isRaw: true, interpolation: .braces),
        ], joinsNeighbours: true)

    package static let java = CodeLanguage(
        quotes: [CodeLiteralKind("\"\"\"", isMultiline: true), CodeLiteralKind("\"")], hasCharacters: true)

    package static let kotlin = CodeLanguage(
        blockComment: Comment(open: "/*", close: "*/", nests: true),
        quotes: [
            CodeLiteralKind("\"\"\"", isMultiline: true, escapes: .none, interpolation: .dollar),
            CodeLiteralKind("\"", interpolation: .dollar),
        ], hasCharacters: true)

    private static let slashes = Expressions(
        words: ["return", "case", "typeof", "when", "if", "unless", "and", "or"])

    package static let javaScript = CodeLanguage(
        quotes: [
            CodeLiteralKind("\""), CodeLiteralKind("'"),
            CodeLiteralKind("`", isMultiline: true, interpolation: .dollarBraces),
        ], expressions: slashes)

    package static let ruby = CodeLanguage(
        lineComments: ["#"], blockComment: Comment(open: "\n=begin", close: "\n=end"),
        quotes: [CodeLiteralKind("\"", interpolation: .numberSignBraces), CodeLiteralKind("'", escapes: .few)],
        expressions: slashes, hasSymbols: true, joinsNeighbours: true)

    package static let cSharp = CodeLanguage(
        quotes: [CodeLiteralKind("\"\"\"", isMultiline: true, escapes: .none), CodeLiteralKind("\"")],
        prefixes: [
            "@": CodeLiteralKind.Prefix(isRaw: true, doublesQuotes: true, isMultiline: true),
            "$": CodeLiteralKind.Prefix(interpolation: .braces),
            "$@": CodeLiteralKind.Prefix(isRaw: true, doublesQuotes: true, isMultiline: true, interpolation: .braces),
            "@$": CodeLiteralKind.Prefix(isRaw: true, doublesQuotes: true, isMultiline: true, interpolation: .braces),
        ], hasCharacters: true)
}
