/// Text after a complete predicate, or between two conditions.
extension Parser {
    static let wordsBehindConnective: WordSet = ["THEN", "ALSO", "IF", "WHERE", "WHEN"]
    static let wordsBehindQuantifier: WordSet = ["OF"]

    /// The text after a complete predicate: reports it, and continues.
    mutating func repairRest(behind predicate: SyntaxNode) -> SyntaxNode {
        var root = predicate
        while !atEnd, !stopped {
            let before = position
            root = recover(after: root)
            // Recovery may stop at a comma, for example: every round must consume something.
            if position == before { advance() }
        }
        return root
    }

    /// The text has no tokens.
    mutating func repairEmptyPredicate() -> SyntaxNode {
        let range = SourceRange(0, source.utf8.count)
        if lexer.diagnostics.isEmpty { report(.emptyPredicate, .emptyPredicate(at: range)) }
        return missing(at: range)
    }

    /// The text after a complete expression.
    mutating func repairRestOfExpression() {
        report(.unexpectedToken, .unexpectedToken(text(current.range), at: current.range))
    }

    private mutating func recover(after root: SyntaxNode) -> SyntaxNode {
        if let sign = current.sign,
            sign == .closeParenthesis || sign == .closeBracket || sign == .closeBrace
        {
            report(
                .unmatchedBracket, .unmatchedBracket(sign.spelling, removing: .removing(current.range, from: source)))
            advance()
            guard !atEnd else { return root }
            return resume(after: root)
        }
        if isBehindReported {
            // Unreadable text has been reported; its neighbours are not another mistake.
            skipToConnective()
            return atEnd ? root : resume(after: root)
        }
        if skipQueryTail() { return root }
        if let right = repairConnective(root, allowsComma: true) { return joined(root, right) }
        // A value alone is not the next condition.
        if beginsCondition, !(isValueToken(current) && !isOperator(next)) {
            report(.missingConnective, .missingOperator(at: current.range))
            let right = requirePredicate(parsePredicate())
            return joined(root, right)
        }
        if skipGroupedDigits() { return root }
        report(.unexpectedToken, .unexpectedToken(text(current.range), at: current.range))
        // The text after a superfluous comma is not examined.
        while isAt(.comma), !stopped { advance() }
        skipToConnective()
        guard !atEnd else { return root }
        return resume(after: root)
    }

    /// Reads on at AND or OR.
    private mutating func resume(after root: SyntaxNode) -> SyntaxNode {
        guard isAtConnective else { return root }
        advance()
        return joined(root, requirePredicate(parsePredicate()))
    }

    /// Two adjacent conditions in brackets: reports that AND or OR is missing.
    mutating func repairRest(behind node: SyntaxNode, allowsComma: Bool) -> SyntaxNode {
        var result = node
        while !stopped, result.shape == .predicate {
            if let right = repairConnective(result, allowsComma: allowsComma) {
                result = joined(result, right)
            } else if beginsCondition {
                report(.missingConnective, .missingOperator(at: current.range))
                result = joined(result, requirePredicate(parsePredicate()))
            } else {
                break
            }
        }
        return result
    }

    /// `a == 1 ADN b == 2`, `a == 1, b == 2`: the word or sign in place of AND or OR, and the condition after it.
    mutating func repairConnective(_ left: SyntaxNode, allowsComma: Bool) -> SyntaxNode? {
        switch kind(of: current) {
        case .word(let word, nil):
            guard let meant = OperatorHabits.connective(word), canBeginOperand(next) || isNegation(next) else {
                return nil
            }
            report(.misspeltConnective, .unknownOperator(word, suggestion: meant, at: current.range))
        case .punctuation(.comma) where allowsComma:
            guard canBeginOperand(next), isCondition(from: 1) else { return nil }
            report(.commaForAnd, .commaForAnd(at: current.range))
        case .punctuation(.ampersand), .punctuation(.bar):
            guard canBeginOperand(next) else { return nil }
            report(.bitwiseConnective, .bitwiseConnective(text(current.range), at: current.range))
        default: return nil
        }
        advance()
        return requirePredicate(parsePredicate())
    }

    func joined(_ left: SyntaxNode, _ right: SyntaxNode) -> SyntaxNode {
        SyntaxNode.make(
            .and([left, right], isWritten: false), left.range.union(right.range),
            height: max(left.height, right.height) + 1)
    }

    /// `ANY OF tags == 'x'`, `age > 3 AND THEN active == YES`
    mutating func skipFillWord(_ words: WordSet) {
        guard isName(current), isName(next), case let word = text(of: current), words.contains(asciiUppercased(word))
        else { return }
        let range = current.range
        advance()
        report(.fillWord, .copiedAlong(word, at: range, upTo: current.range.lowerBound))
    }

    /// `(a == 1) & (b == 2)`, found after its right side.
    mutating func reportBitwiseConnective(at sign: SourceRange) {
        report(.bitwiseConnective, .bitwiseConnective(text(sign), at: sign))
    }

    /// `a == 1 AND b == 2 OR c == 3`: the reader may not know the precedence.
    mutating func warnOfMixing(_ children: [SyntaxNode], _ or: SourceRange) {
        for child in children where child.form == .conjunction {
            if case .and(_, true) = child.kind {
                report(.mixedAndOr, .mixedAndOr(child.range, or: or))
                return
            }
        }
    }

    /// Without the condition between AND and OR, their mixture cannot be judged.
    mutating func dropMixing() {
        guard diagnostics.contains(where: { $0.code == .mixedAndOr }) else { return }
        let errors = diagnostics.filter { $0.code == .missingOperand }.map(\.range)
        diagnostics.removeAll { warning in
            warning.code == .mixedAndOr
                && errors.contains {
                    warning.range.lowerBound <= $0.upperBound && $0.lowerBound <= warning.range.upperBound
                }
        }
    }

    /// Skips tokens up to AND, OR, or a closing bracket or comma of an open rule.
    mutating func skipToConnective() {
        var open = 0
        while !atEnd {
            if open == 0, isAtConnective { return }
            let nesting = current.sign?.nesting ?? 0
            if open == 0, nesting < 0 || current.sign == .comma { return }
            open += nesting
            advance()
        }
    }

    /// Whether the token before the current one could not be read, which has been reported.
    var isBehindReported: Bool {
        guard position > 0 else { return false }
        let token = tokens[position - 1]
        return token.code == .invalid || token.code == .number && lexer.number(of: token) == nil
    }

    var beginsCondition: Bool {
        switch current.code {
        case .word:
            switch keyword {
            case nil, .not, .any, .all, .someOf, .noneOf, .truePredicate, .falsePredicate, .self, .subquery, .null,
                .nil,
                .true, .yes, .false, .no, .cast, .ternary, .function:
                true
            default: false
            }
        case .number, .string, .variable, .hashWord, .atWord, .selector, .argument: true
        case .punctuation: isAt(.openParenthesis) || isAt(.openBrace) || isAt(.exclamation)
        default: false
        }
    }
}
