/// A programming language that tests are written in, as far as it takes to find the literals of its files.
///
/// A language is data: its comments, its quotes, and the letters that may stand before a quote.
package struct CodeLanguage: Sendable {
    /// Signs that begin and end a comment.
    struct Comment {
        let open: String
        let close: String
        var nests = false
    }

    /// The beginnings of comments that end with their line.
    let lineComments: [String]
    let blockComment: Comment?
    /// The kinds of literals, longer delimiters first.
    let quotes: [CodeLiteralKind]
    /// The letters before a quote, in lower case.
    var prefixes: [String: CodeLiteralKind.Prefix] = [:]
    /// Whether single quotes hold a character.
    var hasCharacters = false
    /// Whether there are regular expressions between slashes.
    var hasExpressions = false
    /// Whether a name behind a colon is a symbol.
    var hasSymbols = false
    /// Whether literals beside each other are joined.
    var joinsNeighbours = false

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
        lineComments: ["//"], blockComment: Comment(open: "/*", close: "*/"),
        quotes: [CodeLiteralKind("\"\"\"", isMultiline: true), CodeLiteralKind("\"")], hasCharacters: true)

    package static let kotlin = CodeLanguage(
        lineComments: ["//"], blockComment: Comment(open: "/*", close: "*/", nests: true),
        quotes: [
            CodeLiteralKind("\"\"\"", isMultiline: true, hasEscapes: false, interpolation: .dollar),
            CodeLiteralKind("\"", interpolation: .dollar),
        ], hasCharacters: true)

    package static let javaScript = CodeLanguage(
        lineComments: ["//"], blockComment: Comment(open: "/*", close: "*/"),
        quotes: [
            CodeLiteralKind("\""), CodeLiteralKind("'"),
            CodeLiteralKind("`", isMultiline: true, interpolation: .dollarBraces),
        ], hasExpressions: true)

    package static let ruby = CodeLanguage(
        lineComments: ["#"], blockComment: Comment(open: "\n=begin", close: "\n=end"),
        quotes: [CodeLiteralKind("\"", interpolation: .numberSignBraces), CodeLiteralKind("'", fewEscapes: true)],
        hasExpressions: true, hasSymbols: true, joinsNeighbours: true)

    package static let cSharp = CodeLanguage(
        lineComments: ["//"], blockComment: Comment(open: "/*", close: "*/"),
        quotes: [CodeLiteralKind("\"\"\"", isMultiline: true, hasEscapes: false), CodeLiteralKind("\"")],
        prefixes: [
            "@": CodeLiteralKind.Prefix(isRaw: true, doublesQuotes: true, isMultiline: true),
            "$": CodeLiteralKind.Prefix(interpolation: .braces),
            "$@": CodeLiteralKind.Prefix(isRaw: true, doublesQuotes: true, isMultiline: true, interpolation: .braces),
            "@$": CodeLiteralKind.Prefix(isRaw: true, doublesQuotes: true, isMultiline: true, interpolation: .braces),
        ], hasCharacters: true)
}
