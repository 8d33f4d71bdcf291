/// Operators in the form of SQL, JavaScript and other languages.
///
/// Each is reported with the edits that fix it, and read with its meaning, so that later names and types are still
/// checked and nothing is reported twice.
extension Parser {
    /// An operator as another language writes it: `IS NOT`, `NOT IN`, `STARTS WITH`, `===`.
    mutating func repairComparator(startingAt start: Int) -> ParsedComparator? {
        if let sign = current.sign {
            // It needs a second sign, or a word after `!`.
            guard sign == .assign || next.sign != nil || sign == .exclamation else { return nil }
            return repairSigns(sign, startingAt: start)
        }
        guard current.code == .word, keyword == nil || keyword == .not else { return nil }
        return repairPhrase(startingAt: start)
    }

    private mutating func repairSigns(_ first: Punctuation, startingAt start: Int) -> ParsedComparator? {
        let range = current.range
        if first == .assign {
            return accept(
                .assignmentSign, OperatorHabits.Meaning(operation: .equal), tokens: 1, range, startingAt: start)
        }
        let areAdjacent = next.range.lowerBound == range.upperBound
        if first == .exclamation, case .word(_, let keyword?) = kind(of: next),
            let operation = ComparisonOperator.textOperator(keyword)
        {
            let meaning = OperatorHabits.Meaning(operation: operation, isNegated: true)
            return accept(.exclaimedOperator, meaning, tokens: 2, range.union(next.range), startingAt: start)
        }
        if isAtAssignment, let meaning = OperatorHabits.assignment(first, beside: token(after: 2).code == .string) {
            return accept(.compoundAssignment, meaning, tokens: 2, range.union(next.range), startingAt: start)
        }
        guard case .punctuation(let second) = kind(of: next),
            var meaning = OperatorHabits.signs(first, second, areAdjacent: areAdjacent)
        else { return nil }
        // `mask =~5` is an equation with a complement.
        if first == .equal, second == .tilde {
            switch kind(of: token(after: 2)) {
            case .string, .punctuation(.slash): break
            default: return nil
            }
        }
        // An operator that a space has come into.
        if !areAdjacent { meaning.written = first.spelling + second.spelling }
        return accept(.operatorSigns, meaning, tokens: 2, range.union(next.range), startingAt: start)
    }

    /// `name += "x"`: an arithmetic operator directly followed by `=`.
    var isAtAssignment: Bool { next.sign == .equal && current.range.upperBound == next.range.lowerBound }

    /// Words that are one operator elsewhere; the longest row of them counts.
    private mutating func repairPhrase(startingAt start: Int) -> ParsedComparator? {
        guard let phrase = phrase() else { return nil }
        var range = current.range
        for index in 1..<max(2, phrase.count) where phrase.count > 1 { range = range.union(token(after: index).range) }
        return accept(.operatorPhrase, phrase.meaning, tokens: phrase.count, range, startingAt: start)
    }

    private func phrase() -> (meaning: OperatorHabits.Meaning, count: Int)? {
        var words: [String] = []
        var found: (OperatorHabits.Meaning, Int)?
        for index in 0..<OperatorHabits.longest {
            let token = token(after: index)
            guard case .word(let word, let keyword) = kind(of: token), Self.mayBeHabit(word) else {
                // `age NOT > 5`
                if index == 1, words == ["NOT"], case .punctuation(let sign) = kind(of: token),
                    let relation = ComparisonOperator.relation(sign)
                {
                    found = (OperatorHabits.Meaning(operation: relation, isNegated: true), 2)
                }
                break
            }
            // A word of the program or the language is not a phrase.
            if index == 0, keyword != nil, keyword != .not { return nil }
            if index == 0, library.registeredOperator(word) != nil { return nil }
            words.append(asciiUppercased(word))
            if let meaning = OperatorHabits.phrases[words.joined(separator: " ")] { found = (meaning, index + 1) }
        }
        guard let (meaning, count) = found else { return nil }
        // `name IS` may be two adjacent fields; if an operand follows, it is an operator.
        let next = token(after: count)
        if count == 1, !meaning.isWhole {
            if case .word("None", _) = kind(of: next) { return (meaning, count) }
            if !canBeginOperand(next), next.sign != .openBracket { return nil }
        }
        return (meaning, count)
    }

    private mutating func accept(
        _ rule: RepairRule, _ meaning: OperatorHabits.Meaning, tokens count: Int, _ range: SourceRange,
        startingAt start: Int
    ) -> ParsedComparator {
        var meaning = meaning
        // `name -startsWith "x"` of PowerShell.
        let hyphen = range.lowerBound - 1
        let hasHyphen = rule == .operatorPhrase && hyphen >= previousEnd && lexer.byte(at: hyphen) == UInt8(ascii: "-")
        let range = hasHyphen ? SourceRange(hyphen, range.upperBound) : range
        // A word of the language keeps its case.
        if case .word(let last, _) = kind(of: token(after: count - 1)), asciiUppercased(last) == meaning.spelling {
            meaning.written = last
        }
        let index = diagnostics.count
        report(
            rule,
            .operatorHabit(
                text(range), meaning.spelling, replacement: apart(meaning.spelling, in: range),
                isNegated: meaning.isNegated, startingAt: start, at: range
            ).asForeignSpelling(meaning.isExact && (rule == .operatorSigns || rule == .operatorPhrase)))
        for _ in 0..<count { advance() }
        return ParsedComparator(
            kind: .known(meaning.operation), range: range, isWhole: meaning.isWhole, pattern: meaning.pattern,
            message: diagnostics.indices.contains(index) ? index : nil,
            written: (meaning.isNegated ? "NOT … " : "") + meaning.spelling)
    }

    /// A replacement for an operator, with the spaces that it needs: `name=~"x"` becomes `name MATCHES"x"`.
    private func apart(_ spelling: String, in range: SourceRange) -> String {
        func isName(_ byte: UInt8?) -> Bool { byte.map { $0 >= 0x80 || Lexer.isASCIINameByte($0) } ?? false }
        let before = range.lowerBound > 0 ? lexer.byte(at: range.lowerBound - 1) : 0
        return (isName(before) && isName(spelling.utf8.first) ? " " : "") + spelling
            + (isName(spelling.utf8.last) && isName(lexer.byte(at: range.upperBound)) ? " " : "")
    }

    /// Replaces the hint of a message that has been reported, and extends its edits.
    mutating func amend(_ message: Int, hint: String? = nil, edits: [PredicateDiagnostic.Edit]) {
        guard diagnostics.indices.contains(message) else { return }
        diagnostics[message].edits += edits
        if let hint, hint.utf8.count <= 80 { diagnostics[message].hint = "write `\(hint)`" }
    }

    /// `tags CONTIANS 'x'`: a word in place of an operator. Nil if nothing can follow it.
    mutating func repairUnknownOperator(_ token: Token) -> ParsedComparator? {
        guard canBeginOperand(next) else { return nil }
        let word = text(of: token)
        if let identifier = repairTypeIdentifierOperator() { return identifier }
        let suggestion = OperatorHabits.near(word, library: library)
        report(.unknownOperator, .unknownOperator(word, suggestion: suggestion, at: token.range))
        advance()
        return ParsedComparator(kind: .invalid, range: token.range)
    }

    /// `CONFORMS-TO "public.image"`, `UTI CONFORMS TO`: the operator of type identifiers.
    private mutating func repairTypeIdentifierOperator() -> ParsedComparator? {
        let name = "UTI-CONFORMS-TO"
        guard let registered = library.operators[name] else { return nil }
        var words: [String] = []
        var count = 0
        var range = current.range
        while count < 5 {
            let token = token(after: count)
            if case .word(let word, nil) = kind(of: token), Self.mayBeHabit(word) {
                words.append(asciiUppercased(word))
            } else if token.sign != .minus {
                break
            }
            range = range.union(token.range)
            count += 1
            if words.last == "TO" { break }
        }
        guard
            ["CONFORMS TO", "UTI CONFORMS TO", "CONFORMSTO", "UTI_CONFORMS_TO"].contains(words.joined(separator: " "))
        else { return nil }
        report(.typeIdentifierOperator, .unknownOperator(text(range), suggestion: registered.name, at: range))
        for _ in 0..<count { advance() }
        return ParsedComparator(kind: .known(.custom(registered.name)), range: range)
    }

    // MARK: Arithmetic

    /// `age % 2`, as other languages have it.
    mutating func repairRemainder(_ sign: SourceRange, _ left: SyntaxNode, _ right: SyntaxNode) -> SyntaxNode {
        let message = diagnostics.count
        report(.remainder, .remainder(sign, between: left.range, and: right.range))
        showResult(of: message, in: left.range.union(right.range))
        let call = SyntaxCall(name: "modulus:by:", nameRange: sign, arguments: [left, right])
        return node(.call(call), left.range.union(right.range), over: [left, right])
    }

    /// `+5`
    mutating func reportUnaryPlus() {
        report(.unaryPlus, .unaryPlus(removing: .removing(current.range, from: source)))
    }

    /// `age // 10`: the second slash of Python's division.
    mutating func skipSecondSlash(behind first: SourceRange) {
        guard isAt(.slash), text(first) == "/", current.range.lowerBound == first.upperBound else { return }
        let range = first.union(current.range)
        var message = PredicateDiagnostic.operatorHabit(
            "//", "/", isNegated: false, startingAt: first.lowerBound, at: range)
        message.hint = "write `/`, or `TERNARY(a != NULL, a, b)` for the first value that is not nil"
        report(.secondSlash, message)
        advance()
    }

    // MARK: Chains

    /// `1 < x < 5`, `a = b = c`, `a == 1 & b == 2`: reports it, and reads the parts with their meaning.
    mutating func repairChain(after comparison: consuming SyntaxComparison, startingAt start: Int) -> SyntaxNode {
        var first = comparison
        var parts: [SyntaxNode] = []
        var start = start
        while !stopped, isAtOperator {
            guard first.right.shape == .expression else {
                // If the right side is missing, the second operator is not a second comparison.
                skipToConnective()
                break
            }
            var left = first.right
            if case .arithmetic(let symbol, let a, let b, let sign) = left.kind, symbol == .bitAnd || symbol == .bitOr {
                report(.bitwiseConnective, .bitwiseConnective(text(sign), at: sign))
                first.right = a
                left = b
            } else if skipComparedTruth(of: first) {
                continue
            } else {
                report(
                    .chainedComparison,
                    .chainedComparison(
                        at: current.range, first: first.comparatorRange, repeated: repeatedOperand(of: first)))
            }
            parts.append(node(first, startingAt: start))
            // `age > 20 > 10`: both comparisons are of `age`, and none is of two numbers.
            if case .literal = left.kind, !isLiteral(first.left) { left = first.left }
            start = left.range.lowerBound
            guard let comparator = parseComparator(behind: left, startingAt: start) else {
                skipToConnective()
                break
            }
            first = parseRightSide(of: comparator, left)
        }
        let last = node(first, startingAt: start)
        guard !parts.isEmpty else { return last }
        parts.append(last)
        return node(.and(parts, isWritten: false), parts[0].range.union(last.range), over: parts)
    }

    var isAtOperator: Bool {
        isOperator(current)
    }

    /// `(a > 5) == TRUE`, written without the parentheses: the part after the comparison is superfluous.
    private mutating func skipComparedTruth(of comparison: SyntaxComparison) -> Bool {
        guard case .word(_, let keyword?) = kind(of: next), case .punctuation(let sign) = kind(of: current),
            let isTrue = [Keyword.true: true, .yes: true, .false: false, .no: false][keyword],
            let relation = ComparisonOperator.relation(sign), relation == .equal || relation == .notEqual
        else { return false }
        report(
            .comparedComparison,
            .comparedComparison(
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
        if current.code == .word { isText = true }
        if case .literal = operand.kind, isText || !isLiteral(comparison.left) { operand = comparison.left }
        let written = text(operand.range)
        return written.utf8.count <= 60 && !written.utf8.contains(UInt8(ascii: "%")) ? written : nil
    }

    /// Keeps a comparison for the next one, which may leave out its left side or its operator.
    mutating func remember(
        _ comparator: ParsedComparator, from start: Int, _ left: SyntaxNode, _ right: SyntaxNode
    ) {
        // A bound cannot be the start of another comparison.
        lastComparison =
            comparator.isBetween
            ? nil
            : LastComparison(
                left: SourceRange(start, left.range.upperBound),
                upToRight: SourceRange(start, right.range.lowerBound),
                fixed: comparator.message == nil || comparator.isWhole ? nil : comparator.written)
    }
}
