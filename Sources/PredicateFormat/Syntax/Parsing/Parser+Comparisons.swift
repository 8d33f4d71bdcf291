extension Parser {
    /// comparison ::= quantifier? expression comparator expression
    ///
    /// Without a comparator it is the expression or predicate that its left side is; who called decides whether that fits.
    mutating func parseComparison(quantifier: (kind: Quantifier, range: SourceRange)?) -> SyntaxNode {
        let left = parseExpression()
        guard !stopped else { return left }
        let start = quantifier?.range.lowerBound ?? left.range.lowerBound
        if left.shape == .expression { noteEnd(.comparator(left, quantifier?.kind)) }
        guard let comparator = parseComparator(afterOperand: left, startingAt: start) else {
            if let result = withoutComparator(left) { return result }
            if let quantifier { return quantifierWithoutComparison(quantifier.range, left) }
            return left
        }
        requireExpression(left)
        let comparison = parseRest(of: comparator, left, quantifier)
        return parseChain(after: comparison, startingAt: start)
    }

    /// The options and the right side of a comparison.
    mutating func parseRest(
        of comparator: ParsedComparator, _ left: SyntaxNode, _ quantifier: (kind: Quantifier, range: SourceRange)? = nil
    ) -> SyntaxComparison {
        let options = parseOptions(of: comparator)
        var comparator = comparator
        comparator.options = options?.range
        if quantifier == nil, !comparator.isWhole, current.code == .word,
            let turned = parseQuantifiedRightSide(of: comparator, left)
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
        let start = quantifier?.range.lowerBound ?? left.range.lowerBound
        // A bound is nothing that another value could stand beside.
        lastComparison =
            comparator.isBetween
            ? nil
            : LastComparison(
                left: SourceRange(start, left.range.upperBound),
                upToRight: SourceRange(start, right.range.lowerBound),
                mended: comparator.message == nil || comparator.isWhole ? nil : comparator.written)
        return SyntaxComparison(
            quantifier: quantifier, comparator: comparator.kind, comparatorRange: comparator.range,
            options: options?.value ?? [], optionsRange: options?.range, left: left, right: right)
    }

    mutating func node(_ comparison: consuming SyntaxComparison, startingAt start: Int) -> SyntaxNode {
        // The left side of a foreign operator may be the end of the text.
        let end = max(comparison.left.range.upperBound, comparison.right.range.upperBound)
        let range = SourceRange(
            min(start, comparison.right.range.lowerBound), max(end, comparison.comparatorRange.upperBound))
        let height = max(comparison.left.height, comparison.right.height) + 1
        return isAdmitted(range, height: height)
            ? ComparisonNode(comparison, range, height: height) : missing(at: range)
    }

    /// A value that another one follows, or something that could not be read: says so once, and passes over the rest of
    /// the condition. Nil when it is just a value.
    private mutating func withoutComparator(_ left: SyntaxNode) -> SyntaxNode? {
        guard left.shape != .predicate else { return nil }
        if current.code == .invalid {
            skipToConnective()
            return missing(at: left.range)
        }
        guard left.shape == .expression, beginsCondition, keyword != .not, !isAt(.exclamation) else { return nil }
        report(ParserMessages.missingComparator(at: current.range))
        skipToConnective()
        return missing(at: left.range)
    }

    private mutating func quantifierWithoutComparison(_ range: SourceRange, _ left: SyntaxNode) -> SyntaxNode {
        if left.shape == .expression {
            report(
                ParserMessages.missingComparison(excerpt(left.range), .unknown, at: left.range))
        } else {
            requireExpression(left)
        }
        return missing(at: range.union(left.range))
    }

    struct ParsedComparator {
        var kind: SyntaxComparator
        var range: SourceRange
        var spelling: String
        /// Whether the words hold the right side too, as `ISNULL` does.
        var isWhole = false
        /// The language of the pattern that a foreign operator takes.
        var pattern: ForeignPattern?
        /// The index of the message about a foreign operator.
        var message: Int?
        /// The replacement for a foreign operator.
        var written = ""
        /// The range of its options in brackets.
        var options: SourceRange?

        var isBetween: Bool {
            if case .known(.between) = kind { return true }
            return false
        }
    }

    /// Whether an operand can begin here, which tells an unknown operator from an unrelated word.
    func canBeginOperand(_ token: Token) -> Bool {
        switch token.code {
        case .word:
            switch token.keyword {
            case nil, .self, .subquery, .null, .nil, .true, .yes, .false, .no, .cast, .ternary, .function, .anyKey: true
            default: false
            }
        case .number, .integerMinimumMagnitude, .string, .variable, .hashWord, .atWord, .selector, .argument, .invalid:
            true
        case .punctuation:
            switch token.sign {
            case .openParenthesis, .openBrace, .minus, .tilde, .openBracket: true
            default: false
            }
        default: false
        }
    }

    /// comparator ::= ( relation | textOperator | customOperator ) options? | 'BETWEEN' | Selector
    mutating func parseComparator(afterOperand left: SyntaxNode, startingAt start: Int) -> ParsedComparator? {
        if let foreign = parseForeignOperator(startingAt: start) { return foreign }
        let token = current
        let known: ComparisonOperator?
        switch token.code {
        case .punctuation: known = token.sign.flatMap { ComparisonOperator.relation($0) }
        case .word:
            guard let keyword = token.keyword else { return parseOperatorWord(text(of: token), token) }
            known = ComparisonOperator.textOperator(keyword)
            if known == nil, keyword == .tokenMatches {
                advance()
                return ParsedComparator(
                    kind: .unavailable("TOKENMATCHES"), range: token.range, spelling: "TOKENMATCHES")
            }
        case .hyphenatedOperator:
            let name = text(of: token)
            known = .custom(library.operators[name]?.name ?? name)
        case .selector:
            let name = text(of: token)
            advance()
            return ParsedComparator(kind: .unavailable(name), range: token.range, spelling: name)
        default: known = nil
        }
        guard let known else { return nil }
        advance()
        return ParsedComparator(kind: .known(known), range: token.range, spelling: known.spelling)
    }

    /// A word that is not reserved where an operator may stand: one that the program registered, or a mistake.
    private mutating func parseOperatorWord(_ word: String, _ token: Token) -> ParsedComparator? {
        if let registered = library.operators[asciiUppercased(word)] {
            advance()
            return ParsedComparator(
                kind: .known(.custom(registered.name)), range: token.range, spelling: registered.name)
        }
        guard canBeginOperand(next) else { return nil }
        if let identifier = parseTypeIdentifierOperator(word) { return identifier }
        let suggestion = ForeignOperators.near(word, library: library)
        report(ParserMessages.unknownOperator(word, suggestion: suggestion, at: token.range))
        advance()
        return ParsedComparator(kind: .invalid, range: token.range, spelling: word)
    }

    /// options ::= '[' OptionLetters ']'
    private mutating func parseOptions(of comparator: ParsedComparator) -> (value: StringOptions, range: SourceRange)? {
        guard isAt(.openBracket) else { return parseBareOptions(of: comparator) }
        let open = current.range
        if trace != nil, next.isEnd, !comparator.isBetween { trace?.note(.options) }
        if next.sign == .closeBracket {
            let range = open.union(next.range)
            advance()
            advance()
            report(ParserMessages.emptyOptions(removing: .removing(range, from: source)))
            return ([], range)
        }
        if let options = parseForeignOptions(of: comparator) { return options }
        guard next.code == .word else { return nil }
        let letters = text(of: next)
        let lettersRange = next.range
        let isClosed = tokens[min(position + 2, tokens.count - 1)].sign == .closeBracket
        // `IN [a, b]` is a list in the wrong brackets; `==[c 'x'` lacks the closing one.
        guard isClosed || letters.unicodeScalars.allSatisfy({ "cdnlCDNL".unicodeScalars.contains($0) }) else {
            return nil
        }
        // `IN [adult]` is a list; four letters are the most that options make.
        if isClosed, letters.unicodeScalars.count > 4, case .known(.in) = comparator.kind { return nil }
        advance()
        advance()
        let range = isClosed ? open.union(current.range) : open.union(lettersRange)
        if isClosed {
            advance()
        } else {
            report(
                ParserMessages.unclosedBracket(.openBracket, at: open, end: SourceRange(at: lettersRange.upperBound)))
        }
        if case .known(.between) = comparator.kind {
            report(ParserMessages.misplacedOptions("BETWEEN", removing: .removing(range, from: source)))
            return nil
        }
        if case .unavailable(let name) = comparator.kind, name.hasSuffix(":") {
            report(ParserMessages.misplacedOptions("`\(name)`", removing: .removing(range, from: source)))
            return nil
        }
        return (readOptions(letters, at: lettersRange.lowerBound), range)
    }

    /// The options that letters stand for; says which of them stand for none.
    mutating func readOptions(_ letters: String, at start: Int) -> StringOptions {
        var options: StringOptions = []
        var offset = start
        for letter in letters.unicodeScalars {
            let width = UTF8.width(letter)
            switch letter {
            case "c", "C": options.insert(.caseInsensitive)
            case "d", "D": options.insert(.diacriticInsensitive)
            case "n", "N": options.insert(.normalized)
            case "l", "L": options.insert(.localized)
            default:
                // `[i]` of regular expressions, `[ci]` of who reads it as "case-insensitive".
                let isCase = letter == "i" || letter == "I"
                let mended = isCase ? (options.contains(.caseInsensitive) ? "" : "c") : nil
                report(
                    ParserMessages.unknownOption(
                        String(letter), mended: mended, at: SourceRange(offset, offset + width)))
            }
            offset += width
        }
        return options
    }

    private mutating func parseRightSide(of comparator: ParsedComparator) -> SyntaxNode {
        if !comparator.isBetween, next.isEnd || isConnectiveToken(next), let literal = parseLiteral() { return literal }
        if let text = parseUnquotedText(of: comparator) { return text }
        if isAt(.openBracket) { return parseListInBrackets(isBetween: comparator.isBetween) }
        let right = parseExpression()
        requireExpression(right)
        guard !stopped else { return right }
        if let words = parseUnquotedWords(after: right) { return words }
        passOverUnit(behind: right)
        if case .known(.in) = comparator.kind {
            if let list = parseListWithoutBraces(right) ?? elementInParentheses(right, of: comparator) { return list }
        }
        if isAt(.range), let bounds = parseRange(after: right, of: comparator) { return bounds }
        if comparator.isBetween, let bounds = parseForeignBounds(right) { return bounds }
        return right
    }
}
