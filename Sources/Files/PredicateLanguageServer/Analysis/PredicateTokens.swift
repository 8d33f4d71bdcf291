import PredicateCore
import PredicateFiles

/// A word or a sign of a predicate, with what it is.
struct PredicateToken: Sendable {
    /// What a token is to an editor. The order is that of the legend of semantic tokens.
    enum Kind: String, Sendable, CaseIterable {
        case keyword
        case `operator`
        case string
        case number
        case variable
        /// A component of a key path.
        case property
        /// A function, or an operator such as `@count`.
        case function
        /// A format argument.
        case parameter
        /// The options of an operator: `[cd]`.
        case modifier
        /// Brackets, commas and dots.
        case punctuation
    }

    let kind: Kind
    let range: SourceRange
    /// The bytes of the token.
    let text: String

    /// The tokens of a predicate. Predicates longer than a limit have none.
    static func tokens(of text: String, _ library: PredicateLibrary) -> [PredicateToken] {
        guard text.utf8.count <= longestText else { return [] }
        var lexer = Lexer(text, library: library)
        lexer.fill(to: .max)
        let tokens = lexer.tokens.filter { !$0.isEnd }
        return tokens.indices.map { index in
            PredicateToken(
                kind: kind(tokens, index, lexer), range: tokens[index].range,
                text: String(
                    decoding: lexer.bytes[tokens[index].range.lowerBound..<tokens[index].range.upperBound],
                    as: UTF8.self))
        }
    }

    /// Bytes of a predicate that is cut into tokens.
    private static let longestText = 1 << 20

    private static func kind(_ tokens: [Token], _ index: Int, _ lexer: Lexer) -> Kind {
        let token = tokens[index]
        func sign(_ offset: Int) -> Punctuation? {
            tokens.indices.contains(index + offset) ? tokens[index + offset].sign : nil
        }
        switch token.code {
        case .string: return .string
        case .number: return .number
        case .variable: return .variable
        case .argument: return .parameter
        case .hyphenatedOperator: return .keyword
        case .atWord, .selector: return .function
        case .hashWord: return .property
        case .punctuation: return token.sign.map(isOperator) ?? false ? .operator : .punctuation
        case .invalid, .end: return .punctuation
        case .word:
            // After a dot every word is a name.
            if sign(-1) == .dot { return .property }
            if sign(-1) == .openBracket, sign(1) == .closeBracket {
                if isBehindOperator(tokens, index) { return .modifier }
                let word = lexer.text(of: token).uppercased()
                if ["FIRST", "LAST", "SIZE"].contains(word) { return .keyword }
            }
            if token.keyword != nil { return .keyword }
            return sign(1) == .openParenthesis ? .function : .property
        }
    }

    /// Whether the bracket before a word belongs to an operator: `CONTAINS[cd]`, `==[c]`.
    private static func isBehindOperator(_ tokens: [Token], _ index: Int) -> Bool {
        guard index >= 2 else { return false }
        let before = tokens[index - 2]
        if before.code == .hyphenatedOperator { return true }
        if let sign = before.sign { return isOperator(sign) }
        return before.keyword?.role == .comparison
    }

    private static func isOperator(_ sign: Punctuation) -> Bool {
        switch sign {
        case .openParenthesis, .closeParenthesis, .openBracket, .closeBracket, .openBrace, .closeBrace, .comma, .dot:
            false
        default: true
        }
    }
}
