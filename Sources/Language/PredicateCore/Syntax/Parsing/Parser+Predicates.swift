// The productions of predicates, in the order of Grammar/PredicateFormat.ebnf and with its names.
//
// Each reads what its production derives. For other text it calls a function of `Repair/`.

extension Parser {
    /// predicate ::= conjunction ( ( 'OR' | '||' ) conjunction )*
    ///
    /// If parentheses also allow an expression, the result may be one.
    mutating func parsePredicate() -> SyntaxNode {
        let first = parseConjunction()
        guard isAtOr else { return first }
        var children: [SyntaxNode] = []
        children.reserveCapacity(4)
        children.append(requirePredicate(first))
        let operation = current.range
        while isAtOr {
            advance()
            skipFillWord(Self.wordsBehindConnective)
            children.append(requirePredicate(parseConjunction()))
        }
        warnOfMixing(children, operation)
        let last = children[children.count - 1]
        return node(.or(children), first.range.union(last.range), over: children)
    }

    private var isAtOr: Bool { keyword == .or || isAt(.barBar) }

    /// conjunction ::= negation ( ( 'AND' | '&&' ) negation )*
    private mutating func parseConjunction() -> SyntaxNode {
        let first = parseNegation()
        noteConnective(first)
        guard isAtAnd else { return first }
        var children: [SyntaxNode] = []
        children.reserveCapacity(4)
        children.append(requirePredicate(first))
        while isAtAnd {
            advance()
            skipFillWord(Self.wordsBehindConnective)
            children.append(requirePredicate(parseNegation()))
            noteConnective(children[children.count - 1])
        }
        let last = children[children.count - 1]
        return node(.and(children, isWritten: true), first.range.union(last.range), over: children)
    }

    private var isAtAnd: Bool { keyword == .and || isAt(.ampersandAmpersand) }

    /// Whether AND or OR is here, in either spelling.
    var isAtConnective: Bool { isAtAnd || isAtOr }

    /// If the text ends after a condition, AND or OR could follow.
    private mutating func noteConnective(_ condition: SyntaxNode) {
        if condition.shape == .predicate { noteEnd(.connective) }
    }

    /// negation ::= ( 'NOT' | '!' ) negation | condition
    ///
    /// A row of NOTs is read by a loop: it costs levels of the tree and no frames.
    private mutating func parseNegation() -> SyntaxNode {
        if isAtNegation || isAtMisspeltNegation { return parseNegations() }
        return stopped ? missing(at: current.range) : parseCondition()
    }

    private var isAtNegation: Bool { keyword == .not || isAt(.exclamation) }

    /// Apart, so that conditions without NOT do not pay for its frame at every level.
    private mutating func parseNegations() -> SyntaxNode {
        var starts: [Int] = []
        while isAtNegation || isAtMisspeltNegation {
            guard enter() else { break }
            if !isAtNegation { reportMisspeltNegation() }
            starts.append(current.range.lowerBound)
            advance()
        }
        var result = stopped ? missing(at: current.range) : parseCondition()
        if !starts.isEmpty { result = requirePredicate(result) }
        depth -= starts.count
        for start in starts.reversed() {
            result = node(.not(result), SourceRange(start, max(result.range.upperBound, start)), over: [result])
        }
        return result
    }

    /// condition ::= 'TRUEPREDICATE' | 'FALSEPREDICATE' | '(' predicate ')' | comparison
    ///
    /// Parentheses may also contain an expression. The comparison reads either; the shape shows which it was.
    private mutating func parseCondition() -> SyntaxNode {
        trace?.push(.condition)
        defer { trace?.pop() }
        switch keyword {
        case .truePredicate, .falsePredicate:
            let result = node(.truth(keyword == .truePredicate), current.range)
            advance()
            return result
        case nil: return repairCondition() ?? parseComparison()
        case .any, .someOf, .all, .noneOf: return repairListFunction() ?? parseComparison()
        default: return parseComparison()
        }
    }

    /// A call of a function whose result is a boolean is a condition on its own (D122): `has(email)` is
    /// `has(email) == TRUE`. It is read as an expression, which this makes a condition; nil for other expressions.
    func conditionCall(_ node: SyntaxNode) -> SyntaxNode? {
        guard case .call(let call) = node.kind else { return nil }
        let isCondition: Bool
        if let registered = library.functions.value(ofName: call.name + (call.arguments.isEmpty ? "" : ":"))
            ?? library.functions.value(ofName: call.name)
        {
            isCondition = registered.result == .boolean
        } else {
            isCondition = BuiltInFunction(rawValue: call.name)?.isCondition ?? false
        }
        guard isCondition else { return nil }
        let end = SourceRange(at: node.range.upperBound)
        return ComparisonNode(
            SyntaxComparison(
                quantifier: nil, comparator: .known(.equal), comparatorRange: end, options: [], optionsRange: nil,
                left: node, right: LiteralNode(.boolean(true), end)),
            node.range, height: node.height + 1)
    }

    /// comparison ::= quantifier? expression comparator expression
    ///
    /// Without a comparator the result is the expression or predicate on the left; the caller decides whether that fits.
    mutating func parseComparison() -> SyntaxNode {
        var quantifier = parseQuantifier()
        if let quantifier {
            if let condition = repairQuantifiedCondition(quantifier) { return condition }
            trace?.push(.quantified(quantifier.kind))
        }
        let isQuantified = quantifier != nil
        defer { if isQuantified { trace?.pop() } }
        let left = parseExpression()
        guard !stopped else { return left }
        if indexOfAll != nil { quantifier = quantifier ?? quantifierOfAll(before: left) }
        let start = quantifier?.range.lowerBound ?? left.range.lowerBound
        if left.shape == .expression { noteEnd(.comparator(left, quantifier?.kind)) }
        guard let comparator = parseComparator(behind: left, startingAt: start) else {
            return repairComparison(without: quantifier?.range, left)
        }
        requireExpression(left)
        let comparison = parseRightSide(of: comparator, left, quantifier)
        return isAtOperator && !stopped
            ? repairChain(after: comparison, startingAt: start) : node(comparison, startingAt: start)
    }

    /// The right side of a comparison.
    mutating func parseRightSide(
        of comparator: ParsedComparator, _ left: SyntaxNode, _ quantifier: (kind: Quantifier, range: SourceRange)? = nil
    ) -> SyntaxComparison {
        if quantifier == nil, !comparator.isWhole, current.code == .word,
            let turned = repairQuantifiedRightSide(of: comparator, left)
        {
            lastComparison = nil
            return turned
        }
        let outer = rightSideOf
        rightSideOf = comparator.range
        defer { rightSideOf = outer }
        let right: SyntaxNode
        if comparator.isWhole {
            right = node(.literal(.null), SourceRange(at: comparator.range.upperBound))
        } else {
            trace?.push(.rightSide(of: left, comparator.kind, quantifier?.kind))
            right = translatePattern(parseRightSide(of: comparator), of: comparator)
            trace?.pop()
        }
        remember(comparator, from: quantifier?.range.lowerBound ?? left.range.lowerBound, left, right)
        return SyntaxComparison(
            quantifier: quantifier, comparator: comparator.kind, comparatorRange: comparator.range,
            options: comparator.options?.value ?? [], optionsRange: comparator.options?.range, left: left, right: right)
    }

    private mutating func parseRightSide(of comparator: ParsedComparator) -> SyntaxNode {
        if !comparator.isBetween, next.isEnd || isConnectiveToken(next), let literal = parseLiteral() { return literal }
        if let repaired = repairRightSide(of: comparator) { return repaired }
        let right = parseExpression()
        requireExpression(right)
        return stopped ? right : repairRightSide(right, of: comparator)
    }

    mutating func node(_ comparison: consuming SyntaxComparison, startingAt start: Int) -> SyntaxNode {
        // The sides may have been exchanged.
        let end = max(comparison.left.range.upperBound, comparison.right.range.upperBound)
        let range = SourceRange(
            min(start, comparison.right.range.lowerBound), max(end, comparison.comparatorRange.upperBound))
        let height = max(comparison.left.height, comparison.right.height) + 1
        return isAdmitted(range, height: height)
            ? ComparisonNode(comparison, range, height: height) : missing(at: range)
    }

    /// quantifier ::= 'ANY' | 'SOME' | 'ALL' | 'NONE'
    private mutating func parseQuantifier() -> (kind: Quantifier, range: SourceRange)? {
        // `all == 1`: a field.
        guard !isOperator(next), let kind = quantifier(of: current) ?? repairQuantifier() else { return nil }
        let range = current.range
        advance()
        skipFillWord(Self.wordsBehindQuantifier)
        return (kind, range)
    }

    /// comparator ::= ( relation | textOperator | customOperator ) options? | 'BETWEEN' | Selector
    mutating func parseComparator(behind left: SyntaxNode, startingAt start: Int) -> ParsedComparator? {
        if isAtCaseWord { return nil }
        guard var comparator = repairComparator(startingAt: start) ?? parseComparatorWithoutOptions() else {
            return nil
        }
        comparator.options = parseOptions(of: comparator)
        return comparator
    }

    private mutating func parseComparatorWithoutOptions() -> ParsedComparator? {
        let token = current
        let kind: SyntaxComparator
        switch token.code {
        case .punctuation:
            guard let relation = relation(of: token) else { return nil }
            kind = .known(relation)
        case .word:
            guard let found = textOperator(of: token) ?? customOperator(of: token) else {
                return token.keyword == nil ? repairUnknownOperator(token) : nil
            }
            kind = found
        case .hyphenatedOperator:
            guard let found = customOperator(of: token) else { return nil }
            kind = found
        case .selector: kind = .unavailable(text(of: token))
        default: return nil
        }
        advance()
        return ParsedComparator(kind: kind, range: token.range)
    }

    /// relation ::= '=' | '==' | '!=' | '<>' | '<' | '<=' | '=<' | '>' | '>=' | '=>'
    private func relation(of token: Token) -> ComparisonOperator? {
        token.sign.flatMap { ComparisonOperator.relation($0) }
    }

    /// textOperator ::= 'IN' | 'CONTAINS' | 'BEGINSWITH' | 'ENDSWITH' | 'LIKE' | 'MATCHES' | 'TOKENMATCHES'
    ///
    /// BETWEEN is found here too, because it is among the words in the table of operators.
    private func textOperator(of token: Token) -> SyntaxComparator? {
        guard let keyword = token.keyword else { return nil }
        if keyword == .tokenMatches { return .unavailable("TOKENMATCHES") }
        return ComparisonOperator.textOperator(keyword).map { .known($0) }
    }

    /// customOperator ::= 'UTI-CONFORMS-TO' | 'UTI-EQUALS'
    ///
    /// Also all other operators that the program has registered. The lexer makes no other names with hyphens.
    private func customOperator(of token: Token) -> SyntaxComparator? {
        guard token.keyword == nil else { return nil }
        let name = text(of: token)
        if token.code == .hyphenatedOperator { return .known(.custom(library.registeredOperator(name)?.name ?? name)) }
        return library.registeredOperator(name).map { .known(.custom($0.name)) }
    }

    /// options ::= '[' OptionLetters ']'
    ///
    /// The brackets after IN and BETWEEN may be a list instead, which the right side handles.
    private mutating func parseOptions(of comparator: ParsedComparator) -> (value: StringOptions, range: SourceRange)? {
        guard isAt(.openBracket) else { return repairBareOptions(of: comparator) }
        if trace != nil, next.isEnd, !comparator.isBetween { trace?.note(.options) }
        guard next.code == .word, token(after: 2).sign == .closeBracket, comparator.takesOptions,
            let options = StringOptions(letters: text(of: next).lowercased())
        else { return repairOptions(of: comparator) }
        let range = current.range.union(token(after: 2).range)
        for _ in 0..<3 { advance() }
        return (options, range)
    }
}

/// An operator of comparison as it was read.
struct ParsedComparator {
    var kind: SyntaxComparator
    var range: SourceRange
    /// The options in brackets, with their range.
    var options: (value: StringOptions, range: SourceRange)?
    /// Whether the words include the right side, as in `ISNULL`.
    var isWhole = false
    /// The language of the pattern that an operator of another language takes.
    var pattern: PatternHabit?
    /// The index of the message about an operator of another language.
    var message: Int?
    /// The replacement for an operator of another language.
    var written = ""

    var isBetween: Bool {
        if case .known(.between) = kind { return true }
        return false
    }

    /// Whether options may follow: not after BETWEEN, nor after a selector.
    var takesOptions: Bool {
        switch kind {
        case .known(.between): false
        case .unavailable(let name): !name.hasSuffix(":")
        default: true
        }
    }

    /// The canonical spelling of the operator.
    var spelling: String {
        switch kind {
        case .known(let operation): operation.spelling
        case .unavailable(let name): name
        case .invalid: ""
        }
    }

    /// Whether the right side is a pattern or a part of a string, which may contain signs.
    var takesPattern: Bool {
        switch kind {
        case .known(let operation): operation.form.isOfText
        case .unavailable, .invalid: false
        }
    }
}
