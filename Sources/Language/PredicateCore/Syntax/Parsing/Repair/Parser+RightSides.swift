/// Text on the right of an operator that is not an expression.
extension Parser {
    /// A right side that no expression can be.
    mutating func repairRightSide(of comparator: ParsedComparator) -> SyntaxNode? {
        if isAtSelection { return repairSelection() }
        if let text = repairUnquotedText(of: comparator) { return text }
        return isAt(.openBracket) ? repairListInBrackets(isBetween: comparator.isBetween) : nil
    }

    /// Whether `(SELECT id` is here, or `(SELECT * FROM`. `(select)` and `(select * 2)` are values.
    private var isAtSelection: Bool {
        guard isAt(.openParenthesis), next.isName, lexer.spells(next, "SELECT") else { return false }
        return token(after: 2).isName
            || token(after: 2).sign == .star && token(after: 3).isName && lexer.spells(token(after: 3), "FROM")
    }

    /// `IN (SELECT id FROM users WHERE …)`: records of another file or table, which a predicate does not have.
    private mutating func repairSelection() -> SyntaxNode {
        let start = current.range
        var depth = 0
        while !atEnd {
            if isAt(.openParenthesis) { depth += 1 }
            if isAt(.closeParenthesis) { depth -= 1 }
            advance()
            if depth == 0 { break }
        }
        let range = SourceRange(start.lowerBound, previousEnd)
        lexer.withdrawDiagnostics(startingIn: range)
        report(.selection, .selection(at: range))
        return missing(at: range)
    }

    /// A right side that ends too early, or has another meaning: `'a', 'b'` after IN, `1 AND 5` after BETWEEN.
    mutating func repairRightSide(_ right: SyntaxNode, of comparator: ParsedComparator) -> SyntaxNode {
        if let words = repairUnquotedWords(after: right) { return words }
        skipUnit(behind: right)
        if case .known(.in) = comparator.kind,
            let list = repairListWithoutBraces(right) ?? repairElementInParentheses(right, of: comparator)
        {
            return list
        }
        if isAt(.range), let bounds = repairRange(behind: right, of: comparator) { return bounds }
        if comparator.isBetween, let bounds = repairBounds(right) { return bounds }
        return right
    }

    /// `name == John Smith`: adjacent words after an operator.
    private mutating func repairUnquotedWords(after right: SyntaxNode) -> SyntaxNode? {
        guard isWord(current), !isAtCaseWord, case .path(nil, let components) = right.kind,
            components.allSatisfy({ if case .key = $0.kind { true } else { false } }),
            isUnquoted(right)
        else { return nil }
        var count = 1
        while count < 5, isWord(token(after: count)) { count += 1 }
        for index in 0..<count where queryClause(at: index) != nil { return nil }
        if case .word(let word, nil) = kind(of: current), OperatorHabits.connective(word) != nil { return nil }
        switch kind(of: token(after: count)) {
        case .end, .word(_, .and?), .word(_, .or?), .punctuation(.ampersandAmpersand), .punctuation(.barBar),
            .punctuation(.closeParenthesis):
            break
        default: return nil
        }
        let range = right.range.union(token(after: count - 1).range)
        for _ in 0..<count { advance() }
        return unquoted(.unquotedWords, range)
    }

    private func isUnquoted(_ node: SyntaxNode) -> Bool {
        !text(node.range).utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "#")
        }
    }

    private mutating func unquoted(_ rule: RepairRule, _ range: SourceRange) -> SyntaxNode {
        let content = text(range)
        report(rule, .unquotedString(content, at: range))
        return node(.literal(.string(content)), range)
    }

    /// A path, an address or a pattern that lacks its quotes: `/Applications/Safari.app`, `https://example.com`,
    /// `ada@example.com`, `LIKE Jo*`, `MATCHES ^Jo.*$`.
    mutating func repairUnquotedText(of comparator: ParsedComparator?) -> SyntaxNode? {
        let isPattern = comparator?.takesPattern ?? false
        let start = current.range.lowerBound
        guard !atEnd, let end = UnquotedText.end(in: lexer.bytes, at: start, isPattern: isPattern) else {
            return nil
        }
        while !atEnd, current.range.lowerBound < end { advance() }
        let range = SourceRange(start, end)
        lexer.withdrawDiagnostics(startingIn: range)
        let written = text(range)
        // A regular expression between slashes.
        if let comparator, written.utf8.first == UInt8(ascii: "/"), let end = written.lastIndex(of: "/"),
            end != written.startIndex
        {
            let flags = written[written.index(after: end)...]
            if flags.utf8.count <= 3, flags.allSatisfy(\.isLetter) {
                let content = String(written[..<end].dropFirst())
                if isPattern { return repairSlashedPattern(content, flags: String(flags), at: range, of: comparator) }
                if let node = repairSlashedText(content, flags: String(flags), at: range, of: comparator) {
                    return node
                }
            }
        }
        return unquoted(.unquotedText, range)
    }

    /// `distance > 5 km`
    private mutating func skipUnit(behind number: SyntaxNode) {
        guard isName(current), case .literal(let value) = number.kind, value.isNumber,
            case .word(let word, nil) = kind(of: current),
            LexerMessages.units.contains(word.lowercased()), queryClause(at: 0) == nil,
            next.isEnd || isConnectiveToken(next)
        else { return }
        let range = current.range
        report(
            .unitBehindNumber,
            .unitBehindNumber(word, at: range, removing: SourceRange(number.range.upperBound, range.upperBound)))
        advance()
    }

    /// `3 < ANY scores`, `5 = ANY(scores)`: reads the comparison with its sides exchanged. Returns nil if the right
    /// side has no quantifier.
    mutating func repairQuantifiedRightSide(of comparator: ParsedComparator, _ left: SyntaxNode) -> SyntaxComparison? {
        guard let kind = quantifier(of: current), canBeginOperand(next), text(of: current) != "None" else { return nil }
        let range = current.range
        let word = text(range)
        advance()
        let outer = rightSideOf
        rightSideOf = comparator.range
        defer { rightSideOf = outer }
        let right = parseExpression()
        requireExpression(right)
        var turned = SyntaxComparison(
            quantifier: (kind, range), comparator: .invalid, comparatorRange: comparator.range, options: [],
            optionsRange: nil, left: right, right: left)
        guard case .known(let operation) = comparator.kind, right.shape == .expression, comparator.options == nil else {
            report(.quantifierOnTheRight, .quantifierOnTheRight(word, hint: nil, at: range, edits: []))
            return turned
        }
        if operation == .in {
            report(
                .quantifierOnTheRight,
                .quantifierOnTheRight(
                    word, hint: "remove it", at: range,
                    edits: [.remove(SourceRange(range.lowerBound, right.range.lowerBound))]))
            (turned.left, turned.right, turned.quantifier) = (left, right, nil)
            turned.comparator = comparator.kind
            return turned
        }
        let (a, b) = (text(left.range), text(right.range))
        // Exchanging the sides would change the order of format arguments.
        guard let mirrored = operation.mirrored,
            !a.utf8.contains(UInt8(ascii: "%")) || !b.utf8.contains(UInt8(ascii: "%"))
        else {
            report(.quantifierOnTheRight, .quantifierOnTheRight(word, hint: nil, at: range, edits: []))
            return turned
        }
        turned.comparator = .known(mirrored)
        let hint = "\(word) \(excerpt(right.range)) \(mirrored.spelling) \(excerpt(left.range))"
        report(
            .quantifierOnTheRight,
            .quantifierOnTheRight(
                word, hint: "write `\(hint)`", at: range,
                edits: [
                    .init(replacing: left.range, with: word + " " + b),
                    .init(replacing: comparator.range, with: mirrored.spelling),
                    .init(replacing: SourceRange(range.lowerBound, right.range.upperBound), with: a),
                ]))
        return turned
    }

    /// The quantifier of a token.
    func quantifier(of token: Token) -> Quantifier? {
        switch token.keyword {
        case .any, .someOf: .any
        case .all: .all
        case .noneOf: Quantifier.none
        default: nil
        }
    }
}

extension PredicateValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .double: true
        default: false
        }
    }
}
