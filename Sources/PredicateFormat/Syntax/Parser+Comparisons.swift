extension Parser {
    /// comparison ::= quantifier? expression comparator expression
    ///
    /// Without a comparator it is the expression or predicate that its left side is; who called decides whether that fits.
    mutating func parseComparison(quantifier: (kind: Quantifier, range: SourceRange)?) -> SyntaxNode {
        let left = parseExpression()
        guard !stopped else { return left }
        guard let comparator = parseComparator(afterOperand: left) else {
            if let result = withoutComparator(left) { return result }
            if let quantifier { return quantifierWithoutComparison(quantifier.range, left) }
            return left
        }
        requireExpression(left)
        let options = parseOptions(of: comparator)
        let right = parseRightSide(of: comparator)
        let start = quantifier?.range.lowerBound ?? left.range.lowerBound
        let comparison = SyntaxComparison(
            quantifier: quantifier, comparator: comparator.kind, comparatorRange: comparator.range,
            options: options?.value ?? [], optionsRange: options?.range, left: left, right: right)
        let result = node(
            .comparison(comparison), SourceRange(start, max(right.range.upperBound, comparator.range.upperBound)),
            over: [left, right])
        reportChain(first: comparator.range, isWhole: right.shape == .expression)
        return result
    }

    /// A value that another one follows, or something that could not be read: says so once, and passes over the rest of
    /// the condition. Nil when it is just a value.
    private mutating func withoutComparator(_ left: SyntaxNode) -> SyntaxNode? {
        guard left.shape != .predicate else { return nil }
        if current.kind == .invalid {
            skipToConnective()
            return missing(at: left.range)
        }
        guard left.shape == .expression, beginsCondition, keyword != .not, !isAt(.exclamation) else { return nil }
        report(SyntaxMessages.missingComparator(at: current.range))
        skipToConnective()
        return missing(at: left.range)
    }

    private mutating func quantifierWithoutComparison(_ range: SourceRange, _ left: SyntaxNode) -> SyntaxNode {
        if left.shape == .expression {
            report(
                SyntaxMessages.missingComparison(excerpt(left.range), canBeBoolean: false, at: left.range))
        } else {
            requireExpression(left)
        }
        return missing(at: range.union(left.range))
    }

    struct ParsedComparator {
        var kind: SyntaxComparator
        var range: SourceRange
        var spelling: String
    }

    /// Whether an operand can begin here, which tells an unknown operator from an unrelated word.
    private func canBeginOperand(_ token: Token) -> Bool {
        switch token.kind {
        case .word(_, let keyword):
            switch keyword {
            case nil, .self, .subquery, .null, .nil, .true, .yes, .false, .no, .cast, .ternary, .function, .anyKey: true
            default: false
            }
        case .number, .integerMinimumMagnitude, .string, .variable, .hashWord, .atWord, .selector, .argument, .invalid:
            true
        case .punctuation(let sign):
            switch sign {
            case .openParenthesis, .openBrace, .minus, .tilde, .openBracket: true
            default: false
            }
        default: false
        }
    }

    /// comparator ::= ( relation | textOperator | customOperator ) options? | 'BETWEEN' | Selector
    private mutating func parseComparator(afterOperand left: SyntaxNode) -> ParsedComparator? {
        let token = current
        let known: ComparisonOperator?
        switch token.kind {
        case .punctuation(let sign):
            if sign == .equalEqual || sign == .notEqual, next.kind == .punctuation(.equal),
                next.range.lowerBound == token.range.upperBound
            {
                // JavaScript's === and !==.
                let range = token.range.union(next.range)
                report(SyntaxMessages.unknownOperator(text(range), suggestion: sign.rawValue, at: range))
                advance()
                advance()
                return ParsedComparator(kind: .invalid, range: range, spelling: sign.rawValue)
            }
            known = Self.relations[sign]
        case .word(let word, let keyword):
            if keyword == nil { return parseOperatorWord(word, token) }
            known = keyword.flatMap { Self.textOperators[$0] }
            if known == nil, keyword == .tokenMatches {
                advance()
                return ParsedComparator(
                    kind: .unavailable("TOKENMATCHES"), range: token.range, spelling: "TOKENMATCHES")
            }
            if keyword == .not { return parseNegatedOperator(token) }
        case .hyphenatedOperator(let name): known = .custom(library.operators[name]?.name ?? name)
        case .selector(let name):
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
        let suggestion = OperatorSuggestions.suggestion(for: word, library: library)
        report(SyntaxMessages.unknownOperator(word, suggestion: suggestion, at: token.range))
        advance()
        return ParsedComparator(kind: .invalid, range: token.range, spelling: word)
    }

    /// `x NOT IN {…}`, SQL's order of words.
    private mutating func parseNegatedOperator(_ token: Token) -> ParsedComparator? {
        guard case .word(let word, let keyword?) = next.kind, Self.textOperators[keyword] != nil else { return nil }
        let range = token.range.union(next.range)
        report(SyntaxMessages.negatedOperator(word, at: range))
        advance()
        advance()
        return ParsedComparator(kind: .invalid, range: range, spelling: word)
    }

    static let relations: [Punctuation: ComparisonOperator] = [
        .equal: .equal, .equalEqual: .equal, .notEqual: .notEqual, .lessGreater: .notEqual, .less: .less,
        .lessEqual: .lessOrEqual, .equalLess: .lessOrEqual, .greater: .greater, .greaterEqual: .greaterOrEqual,
        .equalGreater: .greaterOrEqual,
    ]

    static let textOperators: [Keyword: ComparisonOperator] = [
        .in: .in, .contains: .contains, .beginsWith: .beginsWith, .endsWith: .endsWith, .like: .like,
        .matches: .matches, .between: .between,
    ]

    /// options ::= '[' OptionLetters ']'
    private mutating func parseOptions(of comparator: ParsedComparator) -> (value: StringOptions, range: SourceRange)? {
        guard isAt(.openBracket) else { return nil }
        let open = current.range
        if next.kind == .punctuation(.closeBracket) {
            let range = open.union(next.range)
            advance()
            advance()
            report(SyntaxMessages.emptyOptions(at: range))
            return ([], range)
        }
        guard case .word(let letters, _) = next.kind else { return nil }
        let lettersRange = next.range
        let isClosed = tokens[min(position + 2, tokens.count - 1)].kind == .punctuation(.closeBracket)
        // `IN [a, b]` is a list in the wrong brackets; `==[c 'x'` lacks the closing one.
        guard isClosed || letters.unicodeScalars.allSatisfy({ "cdnlCDNL".unicodeScalars.contains($0) }) else {
            return nil
        }
        advance()
        advance()
        let range = isClosed ? open.union(current.range) : open.union(lettersRange)
        if isClosed {
            advance()
        } else {
            report(
                SyntaxMessages.unclosedBracket(.openBracket, at: open, end: SourceRange(at: lettersRange.upperBound)))
        }
        if case .known(.between) = comparator.kind {
            report(SyntaxMessages.misplacedOptions("BETWEEN", at: range))
            return nil
        }
        if case .unavailable(let name) = comparator.kind, name.hasSuffix(":") {
            report(SyntaxMessages.misplacedOptions("`\(name)`", at: range))
            return nil
        }
        var options: StringOptions = []
        var offset = lettersRange.lowerBound
        for letter in letters.unicodeScalars {
            let width = UTF8.width(letter)
            switch letter {
            case "c", "C": options.insert(.caseInsensitive)
            case "d", "D": options.insert(.diacriticInsensitive)
            case "n", "N": options.insert(.normalized)
            case "l", "L": options.insert(.localized)
            default:
                report(SyntaxMessages.unknownOption(String(letter), at: SourceRange(offset, offset + width)))
            }
            offset += width
        }
        return (options, range)
    }

    private mutating func parseRightSide(of comparator: ParsedComparator) -> SyntaxNode {
        if isAt(.openBracket) { return parseListInBrackets() }
        let right = parseExpression()
        requireExpression(right)
        return right
    }

    /// `x IN ['a', 'b']`: reads it as the list that it is meant to be.
    mutating func parseListInBrackets() -> SyntaxNode {
        let open = current.range
        advance()
        let elements = parseList(until: .closeBracket)
        let close = isAt(.closeBracket) ? current.range : nil
        report(SyntaxMessages.listInBrackets(open, close: close))
        if close != nil { advance() }
        return node(.aggregate(elements), SourceRange(open.lowerBound, previousEnd), over: elements)
    }

    /// `1 < x < 5`: says so, and leaves the rest of the chain unread.
    private mutating func reportChain(first: SourceRange, isWhole: Bool) {
        guard !stopped else { return }
        switch current.kind {
        case .punctuation(let sign) where Self.relations[sign] != nil: break
        case .word(_, let keyword?) where Self.textOperators[keyword] != nil: break
        default: return
        }
        // Where the right side is missing, the second operator is not a second comparison.
        if isWhole { report(SyntaxMessages.chainedComparison(at: current.range, first: first)) }
        skipToConnective()
    }
}

/// What was meant by a word where an operator should stand.
enum OperatorSuggestions {
    /// What people of other languages write, with the operator that it is here.
    private static let habits: [String: String] = [
        "STARTSWITH": "BEGINSWITH", "STARTS": "BEGINSWITH", "HASPREFIX": "BEGINSWITH", "BEGINS": "BEGINSWITH",
        "ENDS": "ENDSWITH", "HASSUFFIX": "ENDSWITH", "INCLUDES": "CONTAINS", "HAS": "CONTAINS", "CONTAIN": "CONTAINS",
        "IS": "==", "EQ": "==", "EQUALS": "==", "NE": "!=", "NEQ": "!=", "LT": "<", "LTE": "<=", "LE": "<=", "GT": ">",
        "GTE": ">=", "GE": ">=", "REGEX": "MATCHES", "REGEXP": "MATCHES", "RLIKE": "MATCHES", "MATCH": "MATCHES",
        "ILIKE": "LIKE[c]", "WITHIN": "BETWEEN",
    ]

    static func suggestion(for word: String, library: PredicateLibrary) -> String? {
        let upper = asciiUppercased(word)
        if let habit = habits[upper] { return habit }
        let names =
            ComparisonOperator.builtIn.map(\.spelling).filter { $0.first?.isLetter == true }
            + library.operators.values.map(\.name)
        return Suggestions.nearest(to: upper, among: names)
    }
}
