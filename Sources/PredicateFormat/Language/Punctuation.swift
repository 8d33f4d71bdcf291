/// Signs. Numbered, so that what is known of them stands in tables.
package enum Punctuation: UInt8, Hashable, Sendable, CaseIterable {
    case openParenthesis
    case closeParenthesis
    case openBracket
    case closeBracket
    case openBrace
    case closeBrace
    case comma
    case dot
    case assign
    case equal
    case equalEqual
    case notEqual
    case lessGreater
    case less
    case lessEqual
    case equalLess
    case greater
    case greaterEqual
    case equalGreater
    case ampersandAmpersand
    case barBar
    case exclamation
    case plus
    case minus
    case star
    case starStar
    case slash
    case ampersand
    case bar
    case caret
    case shiftLeft
    case shiftRight
    case tilde
    /// No sign of the language: the remainder of other ones, which the parser fixes.
    case percent
    /// No sign of the language: the ranges of other ones.
    case range

    /// The sign as it is written.
    var spelling: String {
        switch self {
        case .openParenthesis: "("
        case .closeParenthesis: ")"
        case .openBracket: "["
        case .closeBracket: "]"
        case .openBrace: "{"
        case .closeBrace: "}"
        case .comma: ","
        case .dot: "."
        case .assign: ":="
        case .equal: "="
        case .equalEqual: "=="
        case .notEqual: "!="
        case .lessGreater: "<>"
        case .less: "<"
        case .lessEqual: "<="
        case .equalLess: "=<"
        case .greater: ">"
        case .greaterEqual: ">="
        case .equalGreater: "=>"
        case .ampersandAmpersand: "&&"
        case .barBar: "||"
        case .exclamation: "!"
        case .plus: "+"
        case .minus: "-"
        case .star: "*"
        case .starStar: "**"
        case .slash: "/"
        case .ampersand: "&"
        case .bar: "|"
        case .caret: "^"
        case .shiftLeft: "<<"
        case .shiftRight: ">>"
        case .tilde: "~"
        case .percent: "%"
        case .range: ".."
        }
    }
}
