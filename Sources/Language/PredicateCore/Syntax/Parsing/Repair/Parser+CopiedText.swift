/// Text around a predicate that was copied with it.
extension Parser {
    /// `SELECT * FROM people WHERE age > 30`, `--predicate age > 30`: skips the text before the predicate.
    mutating func repairStart() {
        if let sign = current.sign {
            if sign == .minus { return skipCopiedOption() }
            if sign == .dot { return skipProgramHead() }
            return ComparisonOperator.relation(sign) == nil ? () : skipQuotationMark()
        }
        if current.code == .selector { return skipCopiedLabel(text(of: current)) }
        guard current.isName else { return }
        let word = current
        switch asciiUppercased(lexer.byte(at: word.range.lowerBound)) {
        case UInt8(ascii: "I"), UInt8(ascii: "W"), UInt8(ascii: "S"), UInt8(ascii: "F"), UInt8(ascii: "D"),
            UInt8(ascii: "U"):
            break
        default: return
        }
        let isShort = lexer.spells(word, "IF") || lexer.spells(word, "WHEN") || lexer.spells(word, "WHERE")
        if isShort || lexer.spells(word, "SELECT") || lexer.spells(word, "FROM") || lexer.spells(word, "DELETE")
            || lexer.spells(word, "UPDATE")
        {
            skipQueryHead(isShort: isShort)
        }
    }

    /// `SELECT * FROM people WHERE age > 30`, `if age > 30`
    private mutating func skipQueryHead(isShort: Bool) {
        // A field of that name is compared with something, or something is taken from it.
        guard canBeginOperand(next) || next.sign == .star || isNegation(next), !isSubtraction(from: current) else {
            return
        }
        // `if(active, 1, 0) == 1` is a value.
        if isShort, next.sign == .openParenthesis, isAtChoice { return }
        let start = position
        while !atEnd {
            let isWhere = current.isName && lexer.spells(current, "WHERE")
            if isWhere || position == start && isShort {
                let range = SourceRange(tokens[start].range.lowerBound, current.range.upperBound)
                advance()
                report(
                    .queryHead, .queryHead(at: range, removing: SourceRange(range.lowerBound, current.range.lowerBound))
                )
                return
            }
            advance()
        }
        position = start
    }

    /// `.[] | select(.age > 30)`, `.people[] | select(.age > 30)`: the list that a program of jq takes its elements from.
    private mutating func skipProgramHead() {
        var count = 0
        while count < 12, token(after: count).sign != .bar { count += 1 }
        guard token(after: max(0, count - 1)).sign == .closeBracket,
            lexer.spells(token(after: count + 1), "SELECT"), token(after: count + 2).sign == .openParenthesis
        else { return }
        let range = current.range.union(token(after: count).range)
        let pointer = text(current.range.union(token(after: count - 1).range)).dropLast(2).replacing(".", with: "/")
        for _ in 0...count { advance() }
        var message = PredicateDiagnostic.copiedAlong(text(range), at: range, upTo: current.range.lowerBound)
        let isPlain = pointer.allSatisfy { $0 == "/" || $0 == "_" || $0.isLetter || $0.isNumber }
        // The elements of the whole input are the records.
        message.isForeignSpelling = pointer == "/"
        if pointer != "/", isPlain { message.hint = "remove it; with `--at \(pointer)` these elements are the records" }
        report(.queryHead, message)
    }

    /// `{"age": {"$gt": 30}}`: a query of MongoDB. Nil for other lists.
    mutating func repairDocumentQuery() -> SyntaxNode? {
        let isPair =
            next.code == .selector
            ? token(after: 2).sign == .openBrace : next.code == .string && text(token(after: 2).range) == ":"
        guard isAt(.openBrace), isPair else { return nil }
        let whole = SourceRange(current.range.lowerBound, source.utf8.count)
        lexer.fill(to: .max)
        while !atEnd { advance() }
        lexer.withdrawDiagnostics(startingIn: whole)
        report(.queryHead, .documentQuery(at: whole))
        return missing(at: whole)
    }

    /// `--predicate age > 30`: an option that was copied along.
    private mutating func skipCopiedOption() {
        guard next.sign == .minus, next.range.lowerBound == current.range.upperBound,
            isName(token(after: 2)), token(after: 2).range.lowerBound == next.range.upperBound, isCondition(from: 3)
        else { return }
        let range = current.range.union(token(after: 2).range)
        for _ in 0..<3 { advance() }
        report(.copiedOption, .copiedAlong(text(range), at: range, upTo: current.range.lowerBound))
    }

    /// `> age > 30`: the mark of a quotation in mail.
    private mutating func skipQuotationMark() {
        guard isCondition(from: 1), position == 0 else { return }
        let range = current.range
        advance()
        report(.quotationMark, .copiedAlong(text(range), at: range, upTo: current.range.lowerBound))
    }

    /// `Predicate: age > 30`: a label that was copied along.
    private mutating func skipCopiedLabel(_ label: String) {
        guard position == 0, label.utf8.last == UInt8(ascii: ":"), isCondition(from: 1),
            next.range.lowerBound > current.range.upperBound
        else { return }
        let range = current.range
        advance()
        report(.copiedLabel, .copiedAlong(label, at: range, upTo: current.range.lowerBound))
    }

    /// `age > 30 ORDER BY name`: skips the text after the predicate.
    mutating func skipQueryTail() -> Bool {
        if skipTrailingWord() { return true }
        guard let what = queryClause(at: 0) else { return false }
        let range = SourceRange(current.range.lowerBound, source.utf8.count)
        report(.queryTail, .queryTail(what, at: range, removing: SourceRange(previousEnd, range.upperBound)))
        while !atEnd { advance() }
        return true
    }

    /// `if age > 30 then`: a word of a program that was copied along.
    private mutating func skipTrailingWord() -> Bool {
        guard current.isName, next.isEnd || next.sign == .openBrace else { return false }
        let word = text(of: current)
        guard ["THEN", "DO", "BEGIN"].contains(asciiUppercased(word)) else { return false }
        let range = current.range
        let tail = SourceRange(previousEnd, source.utf8.count)
        while !atEnd { advance() }
        report(.trailingWord, .trailingWord(word, at: range, removing: tail))
        return true
    }

    /// The words of a query's clause that begins at a token.
    func queryClause(at index: Int) -> String? {
        guard token(after: index).isName else { return nil }
        let word = text(of: token(after: index))
        let first = asciiUppercased(word)
        switch (first, kind(of: token(after: index + 1))) {
        case ("ORDER", .word(let by, nil)), ("GROUP", .word(let by, nil)), ("SORT", .word(let by, nil)):
            return asciiUppercased(by) == "BY" ? first + " BY" : nil
        case ("SORT", .punctuation(.openParenthesis)), ("DISTINCT", .punctuation(.openParenthesis)),
            ("LIMIT", .punctuation(.openParenthesis)):
            return first
        case ("LIMIT", .number), ("OFFSET", .number): return first
        case ("HAVING", .word): return first
        default: return nil
        }
    }

    /// `population > 1,000`: digits in groups.
    mutating func skipGroupedDigits() -> Bool {
        guard isAt(.comma), position > 0, case .number = kind(of: tokens[position - 1]), case .number = kind(of: next),
            next.range.lowerBound == current.range.upperBound, current.range.lowerBound == previousEnd,
            next.range.upperBound - next.range.lowerBound == 3
        else { return false }
        let start = tokens[position - 1].range.lowerBound
        var end = next.range.upperBound
        advance()
        advance()
        while isAt(.comma), case .number = kind(of: next), next.range.upperBound - next.range.lowerBound == 3,
            next.range.lowerBound == end + 1
        {
            end = next.range.upperBound
            advance()
            advance()
        }
        let range = SourceRange(start, end)
        report(.groupedDigits, .groupedDigits(text(range), at: range))
        return true
    }
}
