/// A piece of a format string that has a meaning of its own.
struct Token: Sendable {
    var kind: Kind
    var range: SourceRange

    enum Kind: Hashable, Sendable {
        /// A word, reserved or not; `keyword` tells which.
        case word(String, Keyword?)
        /// `#word`, without the `#`.
        case hashWord(String)
        /// `@word`, with the `@`.
        case atWord(String)
        /// `$name`, without the `$`.
        case variable(String)
        /// `add:to:`
        case selector(String)
        /// A hyphenated operator name, as registered: `UTI-CONFORMS-TO`.
        case hyphenatedOperator(String)
        /// A literal number; nil where the text was no number, which has been reported.
        case number(PredicateValue?)
        /// An integer of 2^63, which is a literal only behind a minus sign.
        case integerMinimumMagnitude
        /// A literal string, unescaped.
        case string(String)
        /// `%@`
        case argument(FormatSpecifier)
        case punctuation(Punctuation)
        /// Something that has been reported already; stands where an operand may stand.
        case invalid
        case end
    }
}

/// Signs, by their text.
enum Punctuation: String, Hashable, Sendable, CaseIterable {
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBracket = "["
    case closeBracket = "]"
    case openBrace = "{"
    case closeBrace = "}"
    case comma = ","
    case dot = "."
    case assign = ":="
    case equal = "="
    case equalEqual = "=="
    case notEqual = "!="
    case lessGreater = "<>"
    case less = "<"
    case lessEqual = "<="
    case equalLess = "=<"
    case greater = ">"
    case greaterEqual = ">="
    case equalGreater = "=>"
    case ampersandAmpersand = "&&"
    case barBar = "||"
    case exclamation = "!"
    case plus = "+"
    case minus = "-"
    case star = "*"
    case starStar = "**"
    case slash = "/"
    case ampersand = "&"
    case bar = "|"
    case caret = "^"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case tilde = "~"
    /// No sign of the language: the remainder of other ones, which the parser mends.
    case percent = "%"
    /// No sign of the language: the ranges of other ones.
    case range = ".."
}

/// The reserved words of the language (LANGUAGE D22). FIRST, LAST and SIZE are reserved only within the brackets of an
/// index, and so are not among them.
enum Keyword: String, Hashable, Sendable, CaseIterable {
    case and = "AND"
    case or = "OR"
    case `in` = "IN"
    case not = "NOT"
    case all = "ALL"
    case any = "ANY"
    case someOf = "SOME"
    case noneOf = "NONE"
    case like = "LIKE"
    case caseInsensitive = "CASEINSENSITIVE"
    case ci = "CI"
    case matches = "MATCHES"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case between = "BETWEEN"
    case null = "NULL"
    case `nil` = "NIL"
    case `self` = "SELF"
    case `true` = "TRUE"
    case yes = "YES"
    case `false` = "FALSE"
    case no = "NO"
    case anyKey = "ANYKEY"
    case subquery = "SUBQUERY"
    case fetch = "FETCH"
    case cast = "CAST"
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"
    case ternary = "TERNARY"
    case function = "FUNCTION"
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
    case tokenMatches = "TOKENMATCHES"

    /// The keyword that a word spells in any case of its letters.
    init?(word: String) {
        guard word.utf8.count <= Self.longest, let keyword = Self.byFoldedWord[asciiUppercased(word)] else {
            return nil
        }
        self = keyword
    }

    private static let longest = Keyword.allCases.map(\.rawValue.utf8.count).max() ?? 0
    private static let byFoldedWord = Dictionary(uniqueKeysWithValues: Keyword.allCases.map { ($0.rawValue, $0) })

    /// Words that print with `#` where they are the name of a field: the reserved ones and what Apple reserves beside them.
    static func printsEscaped(_ word: String) -> Bool {
        let folded = asciiUppercased(word)
        return byFoldedWord[folded] != nil || alsoEscaped.contains(folded)
    }

    private static let alsoEscaped: Set<String> = ["FIRST", "LAST", "SIZE", "APPLY", "INTERSECTION"]
}

/// ASCII letters in upper case and everything else as it stands: words of the language are ASCII, and no other letter
/// (such as the long s, whose upper case is S) spells them.
func asciiUppercased(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 >= 0x61 && $0 <= 0x7A ? $0 - 0x20 : $0 }, as: UTF8.self)
}
