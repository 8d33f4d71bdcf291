/// Lists, bounds and ranges in the form of other languages, and mistakes in brackets and commas.
extension Parser {
    /// `x IN ['a', 'b']`: reads it as the intended list.
    mutating func repairListInBrackets(isBetween: Bool = false) -> SyntaxNode {
        let open = current.range
        advance()
        trace?.push(.element)
        let elements = parseList(until: .closeBracket)
        trace?.pop()
        let close = isAt(.closeBracket) ? current.range : nil
        if close != nil { advance() }
        let range = SourceRange(open.lowerBound, max(previousEnd, open.upperBound))
        report(.listInBrackets, .listInBrackets(open, close: close, bounds: isBetween ? range : nil))
        return node(.aggregate(elements), range, over: elements)
    }

    /// `x IN ('a', 'b')`: continues after the first element.
    mutating func repairListInParentheses(_ first: SyntaxNode, openedAt open: SourceRange) -> SyntaxNode {
        var elements = [first]
        var close: SourceRange?
        while isAt(.comma), !stopped {
            let comma = current.range
            advance()
            if isAt(.closeParenthesis) {
                // `('a',)` is a list of one in Python.
                close = comma.union(current.range)
                break
            }
            let element = parseExpression()
            requireExpression(element)
            elements.append(element)
        }
        if close == nil, isAt(.closeParenthesis) { close = current.range }
        if close != nil { advance() }
        let range = SourceRange(open.lowerBound, max(previousEnd, open.upperBound))
        let isBetween = isBehindBetween(open)
        report(.listInParentheses, .listInBrackets(open, close: close, bounds: isBetween ? range : nil))
        return node(.aggregate(elements), range, over: elements)
    }

    private func isBehindBetween(_ open: SourceRange) -> Bool {
        // The list was read last; BETWEEN precedes its bracket.
        guard let index = tokens[..<min(position, tokens.count)].lastIndex(where: { $0.range == open }), index > 0
        else {
            return false
        }
        return tokens[index - 1].keyword == .between
    }

    /// `x IN 'a', 'b'`: literals with commas between them.
    mutating func repairListWithoutBraces(_ first: SyntaxNode) -> SyntaxNode? {
        guard isLiteral(first), isAt(.comma), !isBeforeComma, isLiteralToken(next) else { return nil }
        var elements = [first]
        while isAt(.comma), isLiteralToken(next), !stopped {
            advance()
            let element = parseExpression()
            requireExpression(element)
            elements.append(element)
        }
        let range = first.range.union(elements[elements.count - 1].range)
        report(.listWithoutBraces, .listWithoutBraces(at: range))
        return node(.aggregate(elements), range, over: elements)
    }

    /// `x IN ("a")`: parentheses around one value do not make a list. It is a list if nothing else can be meant.
    mutating func repairElementInParentheses(_ right: SyntaxNode, of comparator: ParsedComparator) -> SyntaxNode? {
        guard case .parenthesized(let inner) = right.kind, case .literal(let value) = inner.kind,
            lexer.byte(at: right.range.upperBound - 1) == UInt8(ascii: ")")
        else { return nil }
        switch value {
        case .null: return nil
        case .string:
            if let message = comparator.message {
                // The list of SQL's NOT IN is part of the same mistake.
                amend(
                    message,
                    edits: [
                        .init(replacing: SourceRange(right.range.lowerBound, right.range.lowerBound + 1), with: "{"),
                        .init(replacing: SourceRange(right.range.upperBound - 1, right.range.upperBound), with: "}"),
                    ])
                return node(.aggregate([inner]), right.range, over: [inner])
            }
            report(.parenthesizedList, .parenthesizedList(text(inner.range), at: right.range))
            return nil
        default:
            let open = SourceRange(right.range.lowerBound, right.range.lowerBound + 1)
            let close = SourceRange(right.range.upperBound - 1, right.range.upperBound)
            report(.listInParentheses, .listInBrackets(open, close: close, bounds: nil))
            return node(.aggregate([inner]), right.range, over: [inner])
        }
    }

    /// `{18..30}`: a range in place of a list.
    mutating func repairRange(in open: SourceRange, behind elements: [SyntaxNode]) -> SyntaxNode? {
        guard elements.count == 1, let low = elements.first, next.code == .number else { return nil }
        advance()
        let high = parseExpression()
        let range = SourceRange(open.lowerBound, isAt(.closeBrace) ? current.range.upperBound : high.range.upperBound)
        report(
            .range,
            .range(
                at: range,
                edits: [.init(replacing: SourceRange(low.range.upperBound, high.range.lowerBound), with: ", ")]))
        close(.closeBrace, openedBy: .openBrace, at: open)
        return node(.aggregate([low, high]), SourceRange(open.lowerBound, previousEnd), over: [low, high])
    }

    /// `age BETWEEN 18...30`, `age IN 18..30`
    mutating func repairRange(behind low: SyntaxNode, of comparator: ParsedComparator) -> SyntaxNode? {
        guard next.code == .number else { return nil }
        advance()
        let high = parseExpression()
        let range = low.range.union(high.range)
        var edits = PredicateDiagnostic.Edit.list("{", low.range, high.range, "}")
        if !comparator.isBetween { edits.insert(.init(replacing: comparator.range, with: "BETWEEN"), at: 0) }
        report(.range, .range(at: range, edits: edits))
        // A comparison with a range is reported as such; the bounds become a list.
        return node(.aggregate([low, high]), range, over: [low, high])
    }

    /// `x BETWEEN 1 AND 5`, `x BETWEEN 1, 5`
    mutating func repairBounds(_ low: SyntaxNode) -> SyntaxNode? {
        if case .aggregate = low.unparenthesized.kind { return nil }
        // A field or variable may contain both bounds, and then AND joins conditions; but one operand is not a condition.
        let isSQL = isAtConnectiveAnd && isSingleOperand(from: 1)
        guard isSQL || isAt(.comma) && !isBeforeComma && isLiteral(low) else { return nil }
        advance()
        let high = parseExpression()
        requireExpression(high)
        let range = low.range.union(high.range)
        report(
            .boundsWithoutBraces,
            .boundsHabit(low: low.range, high: high.range, isWhole: high.shape == .expression, at: range))
        return node(.aggregate([low, high]), range, over: [low, high])
    }

    private var isAtConnectiveAnd: Bool { keyword == .and || isAt(.ampersandAmpersand) }

    // MARK: Commas

    /// `{1 2 3}`: whether the next element follows without a comma, which is reported.
    mutating func insertMissingComma() -> Bool {
        guard isMissingComma else { return false }
        let gap = SourceRange(previousEnd, current.range.lowerBound)
        report(.missingComma, .missingComma(at: SourceRange(at: current.range.lowerBound), filling: gap))
        return true
    }

    private var isMissingComma: Bool {
        switch current.code {
        case .string, .number: !stopped && !isBehindReported
        case .word where keyword == nil: next.sign == .comma || next.sign == .closeBrace
        default: false
        }
    }

    /// `{1, 2,}`
    mutating func reportTrailingComma(_ comma: SourceRange) {
        report(.trailingComma, .trailingComma(at: comma))
    }

    // MARK: Brackets

    /// Another token in place of a closing bracket: reports the open bracket, once for the whole string.
    mutating func repairClosingBracket(_ sign: Punctuation, openedBy open: Punctuation, at range: SourceRange) {
        if closeByOtherSign(sign, openedBy: open, at: range) { return }
        if atEnd {
            report(.unclosedBracket, .unclosedBracket(open, at: range, end: SourceRange(at: source.utf8.count)))
            hasUnclosedBracket = true
            return
        }
        report(.unexpectedToken, .unexpectedToken(text(current.range), at: current.range))
        // The rest of the brackets is skipped; AND and OR belong to the surrounding text only if the
        // closing bracket is missing too.
        let start = position
        var depth = 0
        while !atEnd {
            if depth == 0, isAt(sign) {
                advance()
                return
            }
            depth += current.sign?.nesting ?? 0
            if depth < 0 { break }
            advance()
        }
        position = start
        diagnostics.removeLast(diagnostics.last?.range == current.range ? 1 : 0)
        report(.unclosedBracket, .unclosedBracket(open, at: range, end: SourceRange(at: previousEnd)))
    }

    /// `{1, 2)`: a closing bracket of another kind. A bracket that closes an outer one stays.
    private mutating func closeByOtherSign(_ sign: Punctuation, openedBy open: Punctuation, at range: SourceRange)
        -> Bool
    {
        guard let found = current.sign, found != sign else { return false }
        let opening: Punctuation
        switch found {
        case .closeParenthesis: opening = .openParenthesis
        case .closeBracket: opening = .openBracket
        case .closeBrace: opening = .openBrace
        default: return false
        }
        var depth = 0
        for token in tokens[..<position] where token.range != range {
            if token.sign == opening { depth += 1 }
            if token.sign == found { depth -= 1 }
        }
        guard depth <= 0 else { return false }
        report(
            .bracketOfAnotherKind,
            .unclosedBracket(open, at: range, end: SourceRange(at: current.range.lowerBound), replacing: current.range))
        advance()
        return true
    }
}
