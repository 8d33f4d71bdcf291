/// Signs, by their spellings.
package enum Punctuation: String, Hashable, Sendable, CaseIterable {
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
    /// The remainder operator of other languages, which the parser replaces.
    case percent = "%"
    /// No sign of the language: the ranges of other ones.
    case range = ".."

    /// The spelling of the sign.
    package var spelling: String { rawValue }

    /// The change of the depth in brackets after the sign.
    package var nesting: Int {
        switch self {
        case .openParenthesis, .openBrace, .openBracket: 1
        case .closeParenthesis, .closeBrace, .closeBracket: -1
        default: 0
        }
    }
}
