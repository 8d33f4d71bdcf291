/// Tests of the following tokens, which tell a rule what follows.
extension Parser {
    func token(after count: Int) -> Token { tokens[min(position + count, tokens.count - 1)] }

    func isName(_ token: Token) -> Bool { token.isName }

    func isWord(_ token: Token) -> Bool {
        switch token.code {
        case .word where token.keyword == nil: library.registeredOperator(text(of: token)) == nil
        case .number: true
        default: false
        }
    }

    func isLiteralToken(_ token: Token) -> Bool {
        token.code == .string || token.code == .number
    }

    func isLiteral(_ node: SyntaxNode) -> Bool {
        switch node.unparenthesized.kind {
        case .literal: true
        case .negative(let inner): isLiteral(inner)
        default: false
        }
    }

    func isOperator(_ token: Token) -> Bool {
        if let sign = token.sign { return ComparisonOperator.relation(sign) != nil }
        return token.keyword.map { ComparisonOperator.textOperator($0) != nil } ?? false
    }

    func isNegation(_ token: Token) -> Bool {
        token.keyword == .not || token.sign == .exclamation
    }

    /// Whether an operand can begin here, to distinguish an unknown operator from an unrelated word.
    func canBeginOperand(_ token: Token) -> Bool {
        switch token.code {
        case .word:
            switch token.keyword {
            case nil, .self, .subquery, .null, .nil, .true, .yes, .false, .no, .cast, .ternary, .function, .anyKey: true
            default: false
            }
        case .number, .string, .variable, .hashWord, .atWord, .selector, .argument, .invalid:
            true
        case .punctuation:
            switch token.sign {
            case .openParenthesis, .openBrace, .minus, .tilde, .openBracket: true
            default: false
            }
        default: false
        }
    }

    func canBeginCondition(_ token: Token) -> Bool {
        if canBeginOperand(token) || isNegation(token) { return true }
        switch token.keyword {
        case .any, .someOf, .all, .noneOf, .truePredicate, .falsePredicate: return true
        default: return false
        }
    }

    /// Whether a token is a complete value.
    func isValueToken(_ token: Token) -> Bool {
        switch token.keyword {
        case .null, .nil, .true, .yes, .false, .no: true
        default: isLiteralToken(token)
        }
    }

    /// Whether a minus sign after a name is a subtraction, as in `when - 5` and `when-5`. Before a value, as in
    /// `where -age > 3`, it is separate from the name and adjacent to the value.
    func isSubtraction(from name: Token) -> Bool {
        guard next.sign == .minus else { return false }
        return next.range.lowerBound == name.range.upperBound
            || next.range.upperBound < token(after: 2).range.lowerBound
    }

    func isConnectiveToken(_ token: Token) -> Bool {
        switch token.sign {
        case .ampersandAmpersand, .barBar, .closeParenthesis: true
        case nil: token.keyword == .and || token.keyword == .or
        default: false
        }
    }

    /// Whether the tokens from one on look like the beginning of a condition: a name, a path of up to four names or a value,
    /// and an operator.
    func isCondition(from first: Int) -> Bool {
        for index in (first + 1)...(first + 7) {
            let token = token(after: index)
            if isOperator(token) { return true }
            guard token.sign == .dot || token.isName else { return false }
        }
        return false
    }

    /// Whether one operand follows a token and then the condition ends.
    func isSingleOperand(from index: Int) -> Bool {
        var index = index
        if token(after: index).sign == .minus { index += 1 }
        guard canBeginOperand(token(after: index)) else { return false }
        while isName(token(after: index)), token(after: index + 1).sign == .dot,
            isName(token(after: index + 2)), index < 9
        {
            index += 2
        }
        let end = token(after: index + 1)
        return end.isEnd || isConnectiveToken(end)
    }

    /// The number of the first token at the level of the current one that a test holds for, inside the bracket that `open`
    /// is; nil if none is among the next tokens.
    func token(inside open: Int, where test: (Int, Token) -> Bool) -> Int? {
        var depth = 0
        for index in (open + 1)..<(open + Self.longestSearch) {
            let token = token(after: index)
            if token.isEnd { return nil }
            if depth == 0, test(index, token) { return index }
            depth += token.sign?.nesting ?? 0
            if depth < 0 { return nil }
        }
        return nil
    }

    /// The most tokens in which something is looked for.
    static var longestSearch: Int { 64 }

    /// Whether a call can go on with a token, if only by mistake.
    func isCall(_ next: Token) -> Bool {
        !isOperator(next) && next.sign != .dot && next.sign != .openBracket && !next.isEnd && !isConnectiveToken(next)
            && next.sign != .comma && next.sign != .closeParenthesis
    }
}
