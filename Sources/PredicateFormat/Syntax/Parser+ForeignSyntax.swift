/// What people write who come from SQL, JavaScript, Python or Swift, where the parser can tell what they mean.
///
/// Each is reported with the edits that mend it, and read as what it means, so that names and types behind it are still
/// looked at and nothing is reported twice.
extension Parser {
    // MARK: Operators

    /// An operator as another language writes it: `IS NOT`, `NOT IN`, `STARTS WITH`, `===`.
    mutating func parseForeignOperator(startingAt start: Int) -> ParsedComparator? {
        switch current.kind {
        case .punctuation(let sign): parseForeignSigns(sign, startingAt: start)
        case .word: parsePhrase(startingAt: start)
        default: nil
        }
    }

    private mutating func parseForeignSigns(_ first: Punctuation, startingAt start: Int) -> ParsedComparator? {
        let range = current.range
        if first == .assign {
            return accept(ForeignOperators.Meaning(operation: .equal), tokens: 1, range, startingAt: start)
        }
        let areAdjacent = next.range.lowerBound == range.upperBound
        if first == .exclamation, case .word(_, let keyword?) = next.kind, let operation = Self.textOperators[keyword] {
            let meaning = ForeignOperators.Meaning(operation: operation, isNegated: true)
            return accept(meaning, tokens: 2, range.union(next.range), startingAt: start)
        }
        guard case .punctuation(let second) = next.kind,
            var meaning = ForeignOperators.signs(first, second, areAdjacent: areAdjacent)
        else { return nil }
        // `mask =~5` is an equation with a complement.
        if first == .equal, second == .tilde {
            switch token(after: 2).kind {
            case .string, .punctuation(.slash): break
            default: return nil
            }
        }
        // `name ~* 'x'`, as PostgreSQL has it.
        // An operator that a space has come into.
        if !areAdjacent { meaning.written = first.rawValue + second.rawValue }
        return accept(meaning, tokens: 2, range.union(next.range), startingAt: start)
    }

    /// Words that are one operator elsewhere; the longest row of them counts.
    private mutating func parsePhrase(startingAt start: Int) -> ParsedComparator? {
        guard let phrase = phrase() else { return nil }
        var range = current.range
        for index in 1..<max(2, phrase.count) where phrase.count > 1 { range = range.union(token(after: index).range) }
        return accept(phrase.meaning, tokens: phrase.count, range, startingAt: start)
    }

    private func phrase() -> (meaning: ForeignOperators.Meaning, count: Int)? {
        var words: [String] = []
        var found: (ForeignOperators.Meaning, Int)?
        for index in 0..<ForeignOperators.longest {
            let token = token(after: index)
            guard case .word(let word, let keyword) = token.kind else {
                // `age NOT > 5`
                if index == 1, words == ["NOT"], case .punctuation(let sign) = token.kind,
                    let relation = Self.relations[sign]
                {
                    found = (ForeignOperators.Meaning(operation: relation, isNegated: true), 2)
                }
                break
            }
            // A word that the program registered, or the language has, is no foreign one.
            if index == 0, keyword != nil, keyword != .not { return nil }
            if index == 0, library.operators[asciiUppercased(word)] != nil { return nil }
            words.append(asciiUppercased(word))
            if let meaning = ForeignOperators.phrases[words.joined(separator: " ")] { found = (meaning, index + 1) }
        }
        guard let (meaning, count) = found else { return nil }
        // `name IS` may be two fields side by side; with an operand behind it is an operator.
        let next = token(after: count)
        if count == 1, !meaning.isWhole {
            if case .word("None", _) = next.kind { return (meaning, count) }
            if !canBeginOperand(next), next.kind != .punctuation(.openBracket) { return nil }
        }
        return (meaning, count)
    }

    private mutating func accept(
        _ meaning: ForeignOperators.Meaning, tokens count: Int, _ range: SourceRange, startingAt start: Int
    ) -> ParsedComparator {
        var meaning = meaning
        // A word of the language stays as it is written.
        if case .word(let last, _) = token(after: count - 1).kind, asciiUppercased(last) == meaning.spelling {
            meaning.written = last
        }
        report(
            ParserMessages.foreignOperator(
                text(range), meaning.spelling, isNegated: meaning.isNegated, startingAt: start, at: range))
        for _ in 0..<count { advance() }
        return ParsedComparator(
            kind: .known(meaning.operation), range: range, spelling: meaning.operation.spelling,
            isWhole: meaning.isWhole)
    }

    /// `CONFORMS-TO "public.image"`, `UTI CONFORMS TO`: the operator of type identifiers.
    mutating func parseTypeIdentifierOperator(_ word: String) -> ParsedComparator? {
        let name = "UTI-CONFORMS-TO"
        guard let registered = library.operators[name] else { return nil }
        var words: [String] = []
        var count = 0
        var range = current.range
        while count < 5 {
            let token = token(after: count)
            if case .word(let word, nil) = token.kind {
                words.append(asciiUppercased(word))
            } else if token.kind != .punctuation(.minus) {
                break
            }
            range = range.union(token.range)
            count += 1
            if words.last == "TO" { break }
        }
        guard ["CONFORMS TO", "UTI CONFORMS TO", "CONFORMSTO", "UTI_CONFORMS_TO"].contains(words.joined(separator: " "))
        else { return nil }
        report(ParserMessages.unknownOperator(text(range), suggestion: registered.name, at: range))
        for _ in 0..<count { advance() }
        return ParsedComparator(kind: .known(.custom(registered.name)), range: range, spelling: registered.name)
    }

    func token(after count: Int) -> Token { tokens[min(position + count, tokens.count - 1)] }

    func isName(_ token: Token) -> Bool {
        if case .word(_, nil) = token.kind { return true }
        return false
    }

    /// `CONTAINS[c, d]`, with signs between the letters.
    mutating func parseForeignOptions(of comparator: ParsedComparator) -> (value: StringOptions, range: SourceRange)? {
        guard case .word(let first, nil) = next.kind, isOptionLetters(first), token(after: 2).kind == .punctuation(.comma),
            case .word(let second, nil) = token(after: 3).kind, isOptionLetters(second),
            token(after: 4).kind == .punctuation(.closeBracket)
        else { return nil }
        let range = current.range.union(token(after: 4).range)
        let between = SourceRange(next.range.upperBound, token(after: 3).range.lowerBound)
        report(ParserMessages.unknownOption(",", mended: "", at: token(after: 2).range, replacing: between))
        for _ in 0..<5 { advance() }
        let letters = (first + second).lowercased()
        var options: StringOptions = []
        if letters.contains("c") { options.insert(.caseInsensitive) }
        if letters.contains("d") { options.insert(.diacriticInsensitive) }
        if letters.contains("n") { options.insert(.normalized) }
        if letters.contains("l") { options.insert(.localized) }
        return (options, range)
    }

    /// Spotlight's `name == "x"cd`: options behind the right side.
    mutating func passOverMisplacedOptions(behind string: SourceRange) {
        guard let operation = rightSideOf, case .word(let word, nil) = current.kind,
            current.range.lowerBound == string.upperBound, word.utf8.allSatisfy({ "cdw".utf8.contains($0) })
        else { return }
        report(
            ParserMessages.misplacedOptions(
                word.filter { $0 != "w" }, behind: operation.upperBound, at: current.range, removing: current.range))
        advance()
    }

    private func isOperator(_ token: Token) -> Bool {
        switch token.kind {
        case .punctuation(let sign): Self.relations[sign] != nil
        case .word(_, let keyword?): Self.textOperators[keyword] != nil
        default: false
        }
    }

    private func isOptionLetters(_ word: String) -> Bool {
        word.utf8.count <= 2 && word.utf8.allSatisfy { "cdnlCDNL".utf8.contains($0) }
    }

    // MARK: Chains

    /// `1 < x < 5`, `a = b = c`, `a == 1 & b == 2`: says what is wrong with it, and reads the parts as what they mean.
    mutating func parseChain(after comparison: SyntaxComparison, startingAt start: Int) -> SyntaxNode {
        var first = comparison
        var parts: [SyntaxNode] = []
        var start = start
        while !stopped, isAtOperator {
            guard first.right.shape == .expression else {
                // Where the right side is missing, the second operator is not a second comparison.
                skipToConnective()
                break
            }
            var left = first.right
            if case .arithmetic(let symbol, let a, let b, let sign) = left.kind, symbol == .bitAnd || symbol == .bitOr {
                report(ParserMessages.bitwiseConnective(text(sign), at: sign))
                first.right = a
                left = b
            } else if passOverBooleanEnd(of: first) {
                continue
            } else {
                report(
                    ParserMessages.chainedComparison(
                        at: current.range, first: first.comparatorRange, repeated: repeatedOperand(of: first)))
            }
            parts.append(node(first, startingAt: start))
            start = left.range.lowerBound
            guard let comparator = parseComparator(afterOperand: left, startingAt: start) else {
                skipToConnective()
                break
            }
            first = parseRest(of: comparator, left)
        }
        let last = node(first, startingAt: start)
        guard !parts.isEmpty else { return last }
        parts.append(last)
        return node(.and(parts, operators: []), parts[0].range.union(last.range), over: parts)
    }

    private var isAtOperator: Bool {
        isOperator(current)
    }

    /// `(a > 5) == TRUE`, written without the parentheses: what stands behind the comparison is needless.
    private mutating func passOverBooleanEnd(of comparison: SyntaxComparison) -> Bool {
        guard case .word(_, let keyword?) = next.kind, case .punctuation(let sign) = current.kind,
            let isTrue = [Keyword.true: true, .yes: true, .false: false, .no: false][keyword],
            let relation = Self.relations[sign], relation == .equal || relation == .notEqual
        else { return false }
        report(
            ParserMessages.comparedComparison(
                at: current.range, first: comparison.comparatorRange,
                removing: isTrue == (relation == .equal)
                    ? SourceRange(comparison.right.range.upperBound, next.range.upperBound) : nil))
        advance()
        advance()
        return true
    }

    /// The text of the operand that a chain leaves out the second time.
    private func repeatedOperand(of comparison: SyntaxComparison) -> String? {
        var operand = comparison.right
        var isText = false
        if case .word = current.kind { isText = true }
        if case .literal = operand.kind, isText || !isLiteral(comparison.left) { operand = comparison.left }
        let written = text(operand.range)
        return written.utf8.count <= 60 && !written.utf8.contains(UInt8(ascii: "%")) ? written : nil
    }

    private func isLiteral(_ node: SyntaxNode) -> Bool {
        switch node.unparenthesized.kind {
        case .literal: true
        case .negative(let inner): isLiteral(inner)
        default: false
        }
    }

    /// The edit for a missing operand: the left side that `age > 5 AND < 10` leaves out, or nothing in place of AND AND.
    var mendOfMissingOperand: [PredicateDiagnostic.Edit] {
        guard !atEnd else { return [] }
        let isBehindConnective: Bool
        switch position > 0 ? tokens[position - 1].kind : .end {
        case .word(_, .and?), .word(_, .or?), .punctuation(.ampersandAmpersand), .punctuation(.barBar):
            isBehindConnective = true
        default: isBehindConnective = false
        }
        // `name == == 'x'`, `{1,,2}`
        if position > 0, isOperator(tokens[position - 1]) && isOperator(current) || isAt(.comma) {
            return [.init(replacing: SourceRange(current.range.lowerBound, next.range.lowerBound), with: "")]
        }
        if isBehindConnective, isAtOperator, let lastComparison {
            let written = text(lastComparison.left)
            guard written.utf8.count <= 60, !written.utf8.contains(UInt8(ascii: "%")) else { return [] }
            return [.init(replacing: SourceRange(at: current.range.lowerBound), with: written + " ")]
        }
        if isAtConnective, isBehindConnective || position == 0 {
            return [.init(replacing: SourceRange(current.range.lowerBound, next.range.lowerBound), with: "")]
        }
        return []
    }

    // MARK: Connectives

    /// `a == 1 ADN b == 2`, `a == 1, b == 2`: what was meant for AND or OR, and the condition behind it.
    mutating func parseAfterForeignConnective(_ left: SyntaxNode, allowsComma: Bool) -> SyntaxNode? {
        switch current.kind {
        case .word(let word, nil):
            guard let meant = ForeignOperators.connective(word), canBeginOperand(next) || isNegation(next) else {
                return nil
            }
            report(ParserMessages.unknownOperator(word, suggestion: meant, at: current.range))
        case .punctuation(.comma) where allowsComma:
            guard canBeginOperand(next), isCondition(from: 1) else { return nil }
            report(ParserMessages.commaForAnd(at: current.range))
        case .punctuation(.ampersand), .punctuation(.bar):
            guard canBeginOperand(next) else { return nil }
            report(ParserMessages.bitwiseConnective(text(current.range), at: current.range))
        default: return nil
        }
        advance()
        return predicate(parseDisjunction())
    }

    private func isNegation(_ token: Token) -> Bool {
        if case .word(_, .not?) = token.kind { return true }
        return token.kind == .punctuation(.exclamation)
    }

    /// Whether the tokens from one on look like the beginning of a condition: a name or value, and an operator.
    private func isCondition(from first: Int) -> Bool {
        for index in (first + 1)...(first + 4) {
            switch token(after: index).kind {
            case .punctuation(let sign) where Self.relations[sign] != nil: return true
            case .punctuation(.dot): continue
            case .word(_, let keyword?) where Self.textOperators[keyword] != nil: return true
            case .word(_, nil): continue
            default: return false
            }
        }
        return false
    }

    /// `population > 1,000`: digits in groups.
    mutating func passOverGroupedDigits() -> Bool {
        guard isAt(.comma), position > 0, case .number = tokens[position - 1].kind, case .number = next.kind,
            next.range.lowerBound == current.range.upperBound, current.range.lowerBound == previousEnd,
            next.range.upperBound - next.range.lowerBound == 3
        else { return false }
        let start = tokens[position - 1].range.lowerBound
        var end = next.range.upperBound
        advance()
        advance()
        while isAt(.comma), case .number = next.kind, next.range.upperBound - next.range.lowerBound == 3, next.range.lowerBound == end + 1 {
            end = next.range.upperBound
            advance()
            advance()
        }
        let range = SourceRange(start, end)
        report(ParserMessages.groupedDigits(text(range), at: range))
        return true
    }

    // MARK: Queries

    /// `SELECT * FROM people WHERE age > 30`, `if age > 30`: passes over what stands before the condition.
    mutating func passOverQueryHead() {
        switch current.kind {
        case .punctuation(.minus): return passOverOption()
        case .punctuation(let sign) where Self.relations[sign] != nil: return passOverQuoteMark()
        case .selector(let label): return passOverLabel(label)
        case .word(let word, nil): passOverQueryHead(asciiUppercased(word))
        default: return
        }
    }

    private mutating func passOverQueryHead(_ first: String) {
        let isShort = first == "IF" || first == "WHEN" || first == "WHERE"
        guard isShort || ["SELECT", "FROM", "DELETE", "UPDATE"].contains(first) else { return }
        // A field of that name is compared with something.
        guard canBeginOperand(next) || next.kind == .punctuation(.star) || isNegation(next) else { return }
        let start = position
        while !atEnd {
            let isWhere: Bool
            if case .word(let word, nil) = current.kind { isWhere = asciiUppercased(word) == "WHERE" } else { isWhere = false }
            if isWhere || position == start && isShort {
                let range = SourceRange(tokens[start].range.lowerBound, current.range.upperBound)
                advance()
                report(
                    ParserMessages.queryHead(
                        at: range, removing: SourceRange(range.lowerBound, current.range.lowerBound)))
                return
            }
            advance()
        }
        position = start
    }

    /// `--predicate age > 30`: an option that was copied along.
    private mutating func passOverOption() {
        guard next.kind == .punctuation(.minus), next.range.lowerBound == current.range.upperBound,
            isName(token(after: 2)), token(after: 2).range.lowerBound == next.range.upperBound, isCondition(from: 3)
        else { return }
        let range = current.range.union(token(after: 2).range)
        for _ in 0..<3 { advance() }
        report(ParserMessages.copiedAlong(text(range), at: range, upTo: current.range.lowerBound))
    }

    /// `> age > 30`: the mark of a quotation in mail.
    private mutating func passOverQuoteMark() {
        guard isCondition(from: 1), position == 0 else { return }
        let range = current.range
        advance()
        report(ParserMessages.copiedAlong(text(range), at: range, upTo: current.range.lowerBound))
    }

    /// `Predicate: age > 30`: a label that was copied along.
    private mutating func passOverLabel(_ label: String) {
        guard position == 0, label.utf8.last == UInt8(ascii: ":"), isCondition(from: 1),
            next.range.lowerBound > current.range.upperBound
        else { return }
        let range = current.range
        advance()
        report(ParserMessages.copiedAlong(label, at: range, upTo: current.range.lowerBound))
    }

    /// `age > 30 ORDER BY name`: passes over what stands behind the condition.
    mutating func passOverQueryTail() -> Bool {
        guard let what = queryClause(at: 0) else { return false }
        let range = SourceRange(current.range.lowerBound, source.utf8.count)
        report(ParserMessages.queryTail(what, at: range, removing: SourceRange(previousEnd, range.upperBound)))
        while !atEnd { advance() }
        return true
    }

    /// The words of a query's clause that begins at a token.
    private func queryClause(at index: Int) -> String? {
        guard case .word(let word, nil) = token(after: index).kind else { return nil }
        let first = asciiUppercased(word)
        switch (first, token(after: index + 1).kind) {
        case ("ORDER", .word(let by, nil)), ("GROUP", .word(let by, nil)), ("SORT", .word(let by, nil)):
            return asciiUppercased(by) == "BY" ? first + " BY" : nil
        case ("LIMIT", .number), ("OFFSET", .number): return first
        case ("HAVING", .word): return first
        default: return nil
        }
    }

    // MARK: Lists and bounds

    /// `x IN ['a', 'b']`: reads it as the list that it is meant to be.
    mutating func parseListInBrackets(isBetween: Bool = false) -> SyntaxNode {
        let open = current.range
        advance()
        let elements = parseList(until: .closeBracket)
        let close = isAt(.closeBracket) ? current.range : nil
        if close != nil { advance() }
        let range = SourceRange(open.lowerBound, max(previousEnd, open.upperBound))
        report(ParserMessages.listInBrackets(open, close: close, bounds: isBetween ? range : nil))
        return node(.aggregate(elements), range, over: elements)
    }

    /// `x IN ('a', 'b')`: goes on behind the first element.
    mutating func parseListInParentheses(_ first: SyntaxNode, openedAt open: SourceRange) -> SyntaxNode {
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
        report(ParserMessages.listInBrackets(open, close: close, bounds: isBetween ? range : nil))
        return node(.aggregate(elements), range, over: elements)
    }

    private func isBehindBetween(_ open: SourceRange) -> Bool {
        // The list is what was read last; BETWEEN stands before its bracket.
        guard let index = tokens[..<min(position, tokens.count)].lastIndex(where: { $0.range == open }), index > 0 else {
            return false
        }
        if case .word(_, .between?) = tokens[index - 1].kind { return true }
        return false
    }

    /// `x IN 'a', 'b'`: literals with commas between them.
    mutating func parseListWithoutBraces(_ first: SyntaxNode) -> SyntaxNode? {
        guard isLiteral(first), isAt(.comma), !isBeforeComma, isLiteralToken(next) else { return nil }
        var elements = [first]
        while isAt(.comma), isLiteralToken(next), !stopped {
            advance()
            let element = parseExpression()
            requireExpression(element)
            elements.append(element)
        }
        let range = first.range.union(elements[elements.count - 1].range)
        report(ParserMessages.listWithoutBraces(at: range))
        return node(.aggregate(elements), range, over: elements)
    }

    private func isLiteralToken(_ token: Token) -> Bool {
        switch token.kind {
        case .string, .number: true
        default: false
        }
    }

    /// `x IN ("a")`: parentheses make no list of one. A list where nothing else can be meant.
    mutating func elementInParentheses(_ right: SyntaxNode) -> SyntaxNode? {
        guard case .parenthesized(let inner) = right.kind, case .literal(let value) = inner.kind else { return nil }
        switch value {
        case .null: return nil
        case .string:
            report(ParserMessages.parenthesizedList(text(inner.range), at: right.range))
            return nil
        default:
            let open = SourceRange(right.range.lowerBound, right.range.lowerBound + 1)
            let close = SourceRange(right.range.upperBound - 1, right.range.upperBound)
            report(ParserMessages.listInBrackets(open, close: close, bounds: nil))
            return node(.aggregate([inner]), right.range, over: [inner])
        }
    }

    /// `{18..30}`: a range where a list should stand.
    mutating func parseRange(in open: SourceRange, after elements: [SyntaxNode]) -> SyntaxNode? {
        guard elements.count == 1, let low = elements.first, case .number = next.kind else { return nil }
        advance()
        let high = parseExpression()
        let range = SourceRange(open.lowerBound, isAt(.closeBrace) ? current.range.upperBound : high.range.upperBound)
        report(
            ParserMessages.range(
                at: range, edits: [.init(replacing: SourceRange(low.range.upperBound, high.range.lowerBound), with: ", ")]))
        close(.closeBrace, openedBy: .openBrace, at: open)
        return node(.aggregate([low, high]), SourceRange(open.lowerBound, previousEnd), over: [low, high])
    }

    /// `age BETWEEN 18...30`, `age IN 18..30`
    mutating func parseRange(after low: SyntaxNode, of comparator: ParsedComparator) -> SyntaxNode? {
        guard case .number = next.kind else { return nil }
        advance()
        let high = parseExpression()
        let range = low.range.union(high.range)
        var edits: [PredicateDiagnostic.Edit] = [
            .init(replacing: SourceRange(at: low.range.lowerBound), with: "{"),
            .init(replacing: SourceRange(low.range.upperBound, high.range.lowerBound), with: ", "),
            .init(replacing: SourceRange(at: high.range.upperBound), with: "}"),
        ]
        if !comparator.isBetween { edits.insert(.init(replacing: comparator.range, with: "BETWEEN"), at: 0) }
        report(ParserMessages.range(at: range, edits: edits))
        // What is compared with a range is reported as such; the bounds are looked at as a list.
        return node(.aggregate([low, high]), range, over: [low, high])
    }

    /// `{1 2 3}`: whether the next element stands there without a comma.
    var isMissingComma: Bool {
        switch current.kind {
        case .string, .number: !stopped && !isBehindReported
        case .word(_, nil): next.kind == .punctuation(.comma) || next.kind == .punctuation(.closeBrace)
        default: false
        }
    }

    /// `x BETWEEN 1 AND 5`, `x BETWEEN 1, 5`
    mutating func parseForeignBounds(_ low: SyntaxNode) -> SyntaxNode? {
        if case .aggregate = low.unparenthesized.kind { return nil }
        // A field or variable may hold both bounds, and then AND joins conditions; but one operand is no condition.
        let isSQL = isAtConnectiveAnd && isSingleOperand(from: 1)
        guard isSQL || isAt(.comma) && !isBeforeComma && isLiteral(low) else { return nil }
        advance()
        let high = parseExpression()
        requireExpression(high)
        let range = low.range.union(high.range)
        report(
            ParserMessages.foreignBounds(
                low: low.range, high: high.range, isWhole: high.shape == .expression, at: range))
        return node(.aggregate([low, high]), range, over: [low, high])
    }

    private var isAtConnectiveAnd: Bool { keyword == .and || isAt(.ampersandAmpersand) }

    /// Whether one operand stands behind a token and then the condition ends.
    private func isSingleOperand(from index: Int) -> Bool {
        var index = index
        if token(after: index).kind == .punctuation(.minus) { index += 1 }
        guard canBeginOperand(token(after: index)) else { return false }
        while isName(token(after: index)), token(after: index + 1).kind == .punctuation(.dot),
            isName(token(after: index + 2)), index < 5
        {
            index += 2
        }
        switch token(after: index + 1).kind {
        case .end, .punctuation(.closeParenthesis), .word(_, .and?), .word(_, .or?): return true
        default: return false
        }
    }

    // MARK: Text without quotes

    /// `name == John Smith`: words that stand side by side behind an operator.
    mutating func parseUnquotedWords(after right: SyntaxNode) -> SyntaxNode? {
        guard case .path(nil, let components) = right.kind,
            components.allSatisfy({ if case .key = $0.kind { true } else { false } }),
            isUnquoted(right), isWord(current)
        else { return nil }
        var count = 1
        while count < 5, isWord(token(after: count)) { count += 1 }
        for index in 0..<count where queryClause(at: index) != nil { return nil }
        if case .word(let word, nil) = current.kind, ForeignOperators.connective(word) != nil { return nil }
        switch token(after: count).kind {
        case .end, .word(_, .and?), .word(_, .or?), .punctuation(.ampersandAmpersand), .punctuation(.barBar),
            .punctuation(.closeParenthesis):
            break
        default: return nil
        }
        let range = right.range.union(token(after: count - 1).range)
        for _ in 0..<count { advance() }
        return unquoted(range)
    }

    private func isUnquoted(_ node: SyntaxNode) -> Bool {
        !text(node.range).utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "#") }
    }

    private func isWord(_ token: Token) -> Bool {
        switch token.kind {
        case .word(let word, nil): library.operators[asciiUppercased(word)] == nil
        case .number: true
        default: false
        }
    }

    private mutating func unquoted(_ range: SourceRange) -> SyntaxNode {
        let content = text(range)
        report(LexerMessages.unquotedString(content, at: range))
        return node(.literal(.string(content)), range)
    }

    /// A path, an address or a pattern that lacks its quotes: `/Applications/Safari.app`, `https://example.com`,
    /// `ada@example.com`, `LIKE Jo*`, `MATCHES ^Jo.*$`.
    mutating func parseUnquotedText(isPattern: Bool) -> SyntaxNode? {
        let start = current.range.lowerBound
        guard !atEnd, let end = UnquotedText.end(in: lexer.bytes, at: start, isPattern: isPattern) else {
            return nil
        }
        while !atEnd, current.range.lowerBound < end { advance() }
        // What the lexer made of the signs in it is no mistake of its own.
        lexer.diagnostics.removeAll { $0.range.lowerBound >= start && $0.range.lowerBound < end }
        let range = SourceRange(start, end)
        let written = text(range)
        // A regular expression between slashes.
        if isPattern, written.hasPrefix("/"), let end = written.lastIndex(of: "/"), end != written.startIndex {
            let flags = written[written.index(after: end)...]
            if flags.utf8.count <= 3, flags.allSatisfy(\.isLetter) {
                let content = String(written[..<end].dropFirst())
                report(ParserMessages.slashedPattern(content, flags: String(flags), at: range))
                return node(.literal(.string(content)), range)
            }
        }
        return unquoted(range)
    }

    /// `MATCHES r"\\d+"`, `name == u'Jo'`, `name == N'Jo'`: a letter before the quote.
    mutating func passOverStringPrefix(_ word: String, _ range: SourceRange) -> Bool {
        guard case .string = current.kind, current.range.lowerBound == range.upperBound, word.utf8.count <= 2,
            word.lowercased().utf8.allSatisfy({ "rbfuln".utf8.contains($0) })
        else { return false }
        report(ParserMessages.stringPrefix(word, at: range))
        return true
    }

    // MARK: Methods

    /// What an expression means where a predicate is needed, where another language has it so.
    mutating func foreignPredicate(_ node: SyntaxNode) -> SyntaxNode? {
        switch node.kind {
        case .arithmetic(let symbol, let a, let b, let sign) where symbol == .bitAnd || symbol == .bitOr:
            report(ParserMessages.bitwiseConnective(text(sign), at: sign))
            return self.node(.and([a, b], operators: []), node.range, over: [a, b])
        case .path(let base, let components):
            // Whether something is empty depends on what it is, which the checker knows.
            if components.count > 1, let last = components.last, case .key(let name) = last.kind,
                ForeignOperators.emptiness.contains(name)
            {
                return node
            }
            return methodCall(base, components, node.range)
        default: return nil
        }
    }

    /// `name.includes('x')`, `{'a', 'b'}.contains(name)`
    private mutating func methodCall(_ base: SyntaxNode?, _ components: [SyntaxComponent], _ range: SourceRange)
        -> SyntaxNode?
    {
        guard let last = components.last, case .dynamic(let node) = last.kind, case .call(let call) = node.kind,
            call.arguments.count == 1, let argument = call.arguments.first,
            let meaning = ForeignOperators.methods[call.name] ?? ForeignOperators.methods[call.name.lowercased()]
        else { return nil }
        let operation = meaning.operation
        let rest = Array(components.dropLast())
        guard let receiver = rest.isEmpty ? base : path(base, rest, rangeOf(base, rest)) else { return nil }
        var comparison = SyntaxComparison(
            quantifier: nil, comparator: .known(operation), comparatorRange: call.nameRange, options: [],
            optionsRange: nil, left: receiver, right: argument)
        if case .aggregate = receiver.unparenthesized.kind, operation == .contains {
            comparison.comparator = .known(.in)
            (comparison.left, comparison.right) = (argument, receiver)
            // The brackets of the list are a part of the same mistake.
            var brackets: [PredicateDiagnostic.Edit] = []
            if let last = diagnostics.last, last.code == "list-brackets", receiver.range.contains(last.range) {
                brackets = last.edits
                diagnostics.removeLast()
            }
            report(
                ParserMessages.methodCall(
                    call.name, "IN", at: call.nameRange,
                    edits: [
                        .init(replacing: SourceRange(at: receiver.range.lowerBound), with: text(argument.range) + " IN "),
                        .init(replacing: SourceRange(receiver.range.upperBound, range.upperBound), with: ""),
                    ] + brackets))
        } else {
            report(
                ParserMessages.methodCall(
                    call.name, meaning.spelling, at: call.nameRange,
                    edits: [
                        .init(
                            replacing: SourceRange(receiver.range.upperBound, argument.range.lowerBound),
                            with: " \(meaning.spelling) "),
                        .init(replacing: SourceRange(argument.range.upperBound, range.upperBound), with: ""),
                    ]))
        }
        return self.node(.comparison(comparison), range, over: [comparison.left, comparison.right])
    }

    /// `select(.age > 18)`, `filter(age > 18)`: a function of a condition, which is the condition.
    mutating func parseConditionFunction(_ name: String, _ range: SourceRange) -> SyntaxNode? {
        guard ["select", "filter", "where", "find", "all", "any"].contains(name),
            library.functions[name + ":"] == nil, isCondition(from: 2) || token(after: 2).kind == .punctuation(.dot)
        else { return nil }
        report(ParserMessages.conditionFunction(name, at: range))
        advance()
        return nested { $0.parsePrimary() }
    }

    /// `new Date()`
    mutating func parseConstructor(_ word: String, _ range: SourceRange) -> SyntaxNode? {
        guard word == "new", case .word(let name, nil) = next.kind, token(after: 2).kind == .punctuation(.openParenthesis)
        else { return nil }
        let nameRange = next.range
        let isNow = name == "Date" && token(after: 3).kind == .punctuation(.closeParenthesis)
        report(
            ParserMessages.constructor(
                name, at: nameRange,
                edits: isNow ? [.init(replacing: range.union(nameRange), with: "now")] : []))
        advance()
        let call = parseCall(name)
        return missing(at: range.union(call.range))
    }

    /// Whether the arguments of a call begin with a closure: `t => …`, `where: { … }`, `{ $0 … }`, `lambda t: …`.
    var isAtClosure: Bool {
        switch current.kind {
        case .word("lambda", nil): true
        case .word(_, nil): next.kind == .punctuation(.equalGreater) && current.range.upperBound < next.range.lowerBound
        case .selector(let label): label == "where:"
        default: false
        }
    }

    /// `name:Ann`, `age:>30`: the language of search fields.
    mutating func parseSearchTerm() -> SyntaxNode? {
        guard case .selector(let selector) = current.kind, next.kind != .punctuation(.openParenthesis),
            let colon = selector.utf8.firstIndex(of: UInt8(ascii: ":")),
            selector.utf8.index(after: colon) == selector.utf8.endIndex || next.kind == .end || isConnectiveToken(next)
        else { return nil }
        let range = current.range
        let name = String(selector[..<colon])
        let key = SourceRange(range.lowerBound, range.lowerBound + name.utf8.count)
        let value = SourceRange(key.upperBound + 1, range.upperBound)
        let left = path(nil, [SyntaxComponent(kind: .key(name), range: key)], key)
        let sign = SourceRange(key.upperBound, key.upperBound + 1)
        advance()
        if !value.isEmpty {
            // The value is a part of the same token.
            let content = text(value)
            report(
                ParserMessages.searchTerm(
                    at: sign,
                    edits: [
                        .init(replacing: sign, with: " == "),
                        .init(replacing: value, with: PredicatePrinter.quoted(content)),
                    ]))
            return comparison(left, .equal, node(.literal(.string(content)), value), sign)
        }
        if case .punctuation(let relation) = current.kind, let operation = Self.relations[relation] {
            let whole = SourceRange(sign.lowerBound, current.range.upperBound)
            let written = current.range
            advance()
            report(
                ParserMessages.searchTerm(
                    at: whole,
                    edits: [
                        .init(
                            replacing: SourceRange(sign.lowerBound, current.range.lowerBound),
                            with: " \(text(written)) ")
                    ]))
            return comparison(left, operation, parseExpression(), whole)
        }
        guard canBeginOperand(current) else { return nil }
        var edits = [
            PredicateDiagnostic.Edit(replacing: SourceRange(sign.lowerBound, current.range.lowerBound), with: " == ")
        ]
        var right: SyntaxNode?
        if case .word(let word, nil) = current.kind, next.kind == .end || isConnectiveToken(next) {
            edits.append(.init(replacing: current.range, with: PredicatePrinter.quoted(word)))
            right = node(.literal(.string(word)), current.range)
            advance()
        }
        report(ParserMessages.searchTerm(at: sign, edits: edits))
        return comparison(left, .equal, right ?? parseExpression(), sign)
    }

    private func isConnectiveToken(_ token: Token) -> Bool {
        switch token.kind {
        case .word(_, .and?), .word(_, .or?), .punctuation(.ampersandAmpersand), .punctuation(.barBar),
            .punctuation(.closeParenthesis):
            true
        default: false
        }
    }

    private mutating func comparison(
        _ left: SyntaxNode, _ operation: ComparisonOperator, _ right: SyntaxNode, _ sign: SourceRange
    ) -> SyntaxNode {
        node(
            SyntaxComparison(
                quantifier: nil, comparator: .known(operation), comparatorRange: sign, options: [], optionsRange: nil,
                left: left, right: right), startingAt: left.range.lowerBound)
    }

    /// `ANY OF tags == 'x'`, `age > 3 AND THEN active == YES`
    mutating func passOverFillWord(_ words: Set<String>) {
        guard case .word(let word, nil) = current.kind, words.contains(asciiUppercased(word)), isName(next) else {
            return
        }
        let range = current.range
        advance()
        report(ParserMessages.copiedAlong(word, at: range, upTo: current.range.lowerBound))
    }

    /// `CAST(x AS 'NSDate')`
    mutating func passOverWordForComma() -> Bool {
        guard case .word(let word, nil) = current.kind, asciiUppercased(word) == "AS" else {
            guard !stopped, !atEnd, canBeginOperand(current) else { return false }
            if case .invalid = current.kind { return false }
            report(
                ParserMessages.missingComma(
                    at: SourceRange(at: current.range.lowerBound),
                    filling: SourceRange(previousEnd, current.range.lowerBound)))
            return true
        }
        let range = current.range
        let before = previousEnd
        advance()
        report(
            ParserMessages.wordForComma(word, at: range, replacing: SourceRange(before, current.range.lowerBound)))
        return true
    }

    /// `.name == 'x'`, as jq has it, and `state == .open`, as Swift does.
    mutating func parseBehindDot() -> SyntaxNode? {
        guard case .word(let name, let keyword) = next.kind, keyword == nil || keyword == .self,
            next.range.lowerBound == current.range.upperBound
        else { return nil }
        let dot = current.range
        if rightSideOf != nil, case .end = token(after: 2).kind {
        } else if rightSideOf == nil || token(after: 2).kind == .punctuation(.dot) {
            report(ParserMessages.leadingDot(at: dot))
            advance()
            return parseExpression(binding: 100)
        }
        let range = dot.union(next.range)
        advance()
        advance()
        report(LexerMessages.unquotedString(name, at: range))
        return node(.literal(.string(name)), range)
    }

    /// `age // 10`: the second slash of Python's division.
    mutating func passOverSecondSlash(_ first: SourceRange) {
        guard isAt(.slash), text(first) == "/", current.range.lowerBound == first.upperBound else { return }
        let range = first.union(current.range)
        report(ParserMessages.foreignOperator("//", "/", isNegated: false, startingAt: first.lowerBound, at: range))
        advance()
    }

    /// Whether a name is a slip of a word that opens a condition: `NTO name == 'x'`.
    func isMisspelt(_ keyword: Keyword) -> Bool {
        guard case .word(let word, nil) = current.kind, isName(next), isCondition(from: 1) else { return false }
        return ForeignOperators.openings[asciiUppercased(word)] == keyword
    }

    mutating func reportMisspelt(_ meant: String) {
        report(ParserMessages.unknownOperator(text(current.range), suggestion: meant, at: current.range))
    }

    /// The words that are read as calls: `cast.@count` is a field of that name.
    func isCallWord(_ keyword: Keyword) -> Bool {
        switch keyword {
        case .cast, .ternary, .function, .fetch, .subquery: true
        default: false
        }
    }

    /// Whether a call can go on with a token, if only by mistake.
    func isCall(_ next: Token) -> Bool {
        switch next.kind {
        case .punctuation(let sign): Self.relations[sign] == nil && sign != .dot && sign != .openBracket
        case .word(_, let keyword?): Self.textOperators[keyword] == nil
        default: true
        }
    }

    /// `SUBQEURY(items, $x, …)`: a slip in the name of a form that is read in its own way.
    mutating func parseMisspeltForm(_ name: String) -> SyntaxNode? {
        guard name.utf8.count >= 6, library.functions[name + ":"] == nil,
            let meant = Suggestions.nearest(to: name, among: ["SUBQUERY", "TERNARY"])
        else { return nil }
        report(
            ParserMessages.misspeltForm(name, meant, at: current.range))
        return nested { meant == "SUBQUERY" ? $0.parseSubquery() : $0.parseTernary() }
    }

    /// `contains(name, 'x')`: an operator that is called like a function.
    mutating func parseOperatorCall(_ word: String, _ keyword: Keyword) -> SyntaxNode? {
        guard next.kind == .punctuation(.openParenthesis), let operation = Self.textOperators[keyword] else { return nil }
        let place = current.range
        let start = position
        let call = parseCall(word)
        guard case .call(let made) = call.kind, made.arguments.count == 2 else {
            position = start
            return nil
        }
        let (left, right) = (made.arguments[0], made.arguments[1])
        report(
            ParserMessages.operatorCall(
                word, at: place,
                edits: [
                    .init(replacing: SourceRange(place.lowerBound, left.range.lowerBound), with: ""),
                    .init(
                        replacing: SourceRange(left.range.upperBound, right.range.lowerBound),
                        with: " \(operation.spelling) "),
                    .init(replacing: SourceRange(right.range.upperBound, call.range.upperBound), with: ""),
                ]))
        return comparison(left, operation, right, place)
    }

    /// `{1, 2)`: a bracket of another kind where one should close. One that closes something further out stays.
    mutating func closeByForeignSign(_ sign: Punctuation, openedBy open: Punctuation, at range: SourceRange) -> Bool {
        let openings: [Punctuation: Punctuation] = [
            .closeParenthesis: .openParenthesis, .closeBracket: .openBracket, .closeBrace: .openBrace,
        ]
        guard case .punctuation(let found) = current.kind, let opening = openings[found], found != sign else {
            return false
        }
        var depth = 0
        for token in tokens[..<position] where token.range != range {
            if token.kind == .punctuation(opening) { depth += 1 }
            if token.kind == .punctuation(found) { depth -= 1 }
        }
        guard depth <= 0 else { return false }
        report(
            ParserMessages.unclosedBracket(
                open, at: range, end: SourceRange(at: current.range.lowerBound), replacing: current.range))
        advance()
        return true
    }

    /// Whether the text ends as a sentence does: `active == YES.`
    var isSentence: Bool { atEnd && position >= 2 && tokens[position - 2].kind == .word("YES", .yes) }

    /// `~(age > 30)`: signs of numbers before a condition.
    mutating func foreignNegation(_ signs: [(range: SourceRange, isMinus: Bool)], _ condition: SyntaxNode) -> SyntaxNode {
        report(
            ParserMessages.conditionAsOperand(
                at: condition.range,
                edits: signs.allSatisfy { !$0.isMinus } ? signs.map { .init(replacing: $0.range, with: "!") } : []))
        return node(.not(condition), condition.range, over: [condition])
    }

    private func rangeOf(_ base: SyntaxNode?, _ components: [SyntaxComponent]) -> SourceRange {
        let start = base?.range.lowerBound ?? components.first?.range.lowerBound ?? 0
        return SourceRange(start, components.last?.range.upperBound ?? start)
    }
}

extension Parser.ParsedComparator {
    /// Whether the right side is a pattern or a part of a text, in which signs may stand.
    var takesPattern: Bool {
        switch kind {
        case .known(.like), .known(.matches), .known(.beginsWith), .known(.endsWith), .known(.contains): true
        default: false
        }
    }
}

/// Text that lacks its quotes and cannot be read as anything else.
enum UnquotedText {
    /// Nobody leaves the quotes out of a longer text.
    private static let longest = 256

    /// The end of such a text that begins at an index; nil where none does.
    static func end(in bytes: [UInt8], at start: Int, isPattern: Bool) -> Int? {
        guard start < bytes.count else { return nil }
        let first = bytes[start]
        guard isLetter(first) || "/~*^.?".utf8.contains(first) else { return nil }
        var end = start
        var open = 0
        scan: while end < bytes.count {
            guard end - start < longest else { return nil }
            switch bytes[end] {
            case 0x20, 0x09...0x0D, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: ";"): break scan
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"): return nil
            case UInt8(ascii: "("):
                if !isPattern { return nil }
                open += 1
            case UInt8(ascii: ")"):
                if open == 0 { break scan }
                open -= 1
            default: break
            }
            end += 1
        }
        let text = bytes[start..<end]
        guard text.count > 1, let last = text.last else { return nil }
        if first == UInt8(ascii: "/") || first == UInt8(ascii: "~") && text.dropFirst().first == UInt8(ascii: "/") {
            return end
        }
        if isPattern, open == 0 {
            let isBegun = "*^?".utf8.contains(first) || first == UInt8(ascii: ".") && !isDigit(text[start + 1])
            if isBegun { return end }
            // `LIKE Jo*`: where an operand follows, the sign is an operator.
            if isLetter(first), "*?^$".utf8.contains(last), endsCondition(bytes, at: end) { return end }
        }
        guard isLetter(first) else { return nil }
        return isAddress(text) || isHyphenated(text, in: bytes) ? end : nil
    }

    /// Whether nothing but the end of a condition stands behind an index.
    static func endsCondition(_ bytes: [UInt8], at index: Int) -> Bool {
        let rest = bytes[index...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = rest.first else { return true }
        if ")},;".utf8.contains(first) { return true }
        let word = rest.prefix { isLetter($0) }
        switch Keyword(word: String(decoding: word, as: UTF8.self)) {
        case .and, .or: return true
        default: return false
        }
    }

    /// `Mac-27AD2F918AE68F61`, `lab-`, `com.apple.`: what no subtraction and no path can be.
    private static func isHyphenated(_ text: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool {
        guard text.allSatisfy({ isLetter($0) || isDigit($0) || "_.-".utf8.contains($0) }) else { return false }
        if text.last == UInt8(ascii: "-") { return endsCondition(bytes, at: text.endIndex) }
        if text.last == UInt8(ascii: ".") {
            // `com.apple.`; a single word with a point is the end of a sentence.
            return text.dropLast().contains(UInt8(ascii: ".")) && endsCondition(bytes, at: text.endIndex)
        }
        return text.split(separator: UInt8(ascii: "-")).dropFirst().contains { part in
            guard let first = part.first, isDigit(first) else { return false }
            // Neither `0x1F` nor `1e5`.
            let rest = part.drop(while: isDigit)
            guard let letter = rest.first(where: isLetter) else { return false }
            let isRadix = first == 0x30 && rest.startIndex == part.startIndex + 1 && "xXoObB".utf8.contains(letter)
            let isExponent = letter | 0x20 == UInt8(ascii: "e") && rest.dropFirst().allSatisfy(isDigit)
            return !isRadix && !isExponent
        }
    }

    /// `scheme://…`, `name@host`
    private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.prefix { isLetter($0) || isDigit($0) || "._+-".utf8.contains($0) }
        let rest = text[name.endIndex...]
        if rest.starts(with: "://".utf8) { return true }
        guard rest.first == UInt8(ascii: "@"), let before = name.last, before != UInt8(ascii: "."),
            let after = rest.dropFirst().first
        else { return false }
        return isLetter(after) || isDigit(after)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
