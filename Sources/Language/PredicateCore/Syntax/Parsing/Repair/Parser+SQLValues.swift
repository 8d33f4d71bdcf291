/// Durations, dates, parts of dates and choices as SQL writes them.
extension Parser {
    // MARK: Durations

    /// `now() - 1 day`: the word after a number. A letter alone may be the unit of something else, as in
    /// `distance > 5 m`, except in a sum.
    mutating func repairDurationUnit(behind number: Token) -> SyntaxNode? {
        let word = text(of: current)
        let sign = position > 1 ? tokens[position - 2].sign : nil
        let isTerm = sign == .minus || sign == .plus
        let unit = DurationUnit.meant(by: word) ?? (isTerm ? DurationUnit(rawValue: word.lowercased()) : nil)
        guard unit != nil || isTerm && DurationUnit.isUnknown(word), word != "M",
            library.registeredOperator(word) == nil, !isOperator(next), next.sign != .dot,
            next.sign != .openParenthesis
        else { return nil }
        let digits = text(number.range)
        let range = number.range.union(current.range)
        guard digits.utf8.allSatisfy({ Lexer.isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
        report(
            .durationUnit,
            .durationUnit(word, written: unit.map { digits + $0.rawValue }, at: current.range, replacing: range))
        advance()
        return node(.literal(unit?.value(of: digits) ?? .integer(1)), range)
    }

    /// `INTERVAL 1 DAY`, `INTERVAL '1 day'`, `DATE '2026-11-01'`: a literal after the name of its type.
    mutating func repairTypedLiteral(_ word: String, _ range: SourceRange) -> SyntaxNode? {
        switch asciiUppercased(word) {
        case "INTERVAL": repairInterval(word, range)
        case "DATE", "TIMESTAMP", "TIMESTAMPTZ", "DATETIME": next.code == .string ? repairTypedDate(range) : nil
        default: nil
        }
    }

    private mutating func repairInterval(_ word: String, _ range: SourceRange) -> SyntaxNode {
        advance()
        var content = current.code == .string ? text(of: current) : text(current.range)
        advance()
        if current.isName, content.utf8.allSatisfy({ Lexer.isDigit($0) || $0 == UInt8(ascii: ".") }) {
            content += text(of: current)
            advance()
        }
        let whole = SourceRange(range.lowerBound, previousEnd)
        let duration = DurationUnit.spelling(of: content)
        let written = duration.map { $0.utf8.contains(UInt8(ascii: "+")) ? "(\($0))" : $0 }
        report(.interval, .interval(word, written: written, at: range, replacing: whole))
        guard let duration, let unit = DurationUnit.allCases.last(where: { duration.hasSuffix($0.rawValue) }),
            !duration.utf8.contains(UInt8(ascii: "+"))
        else { return node(.literal(.integer(1)), whole) }
        return node(.literal(unit.value(of: String(duration.dropLast(unit.rawValue.count)))), whole)
    }

    private mutating func repairTypedDate(_ range: SourceRange) -> SyntaxNode {
        advance()
        let content = node(.literal(.string(text(of: current))), current.range)
        let whole = range.union(current.range)
        report(.typedDate, .typedDate(at: range, before: current.range))
        advance()
        let type = node(.literal(.string(CastTarget.date.rawValue)), SourceRange(at: whole.upperBound))
        return node(.cast(content, type: type), whole, over: [content, type])
    }

    // MARK: Parts of dates

    /// `extract(hour from t)`. The current token is the name.
    mutating func repairDatePart(_ name: String, _ range: SourceRange) -> SyntaxNode? {
        guard lexer.spells(token(after: 3), "FROM"), lexer.spells(current, "EXTRACT"),
            library.functions[name + ":"] == nil
        else { return nil }
        return nested { $0.readDatePart(name, range) }
    }

    private mutating func readDatePart(_ name: String, _ range: SourceRange) -> SyntaxNode {
        let function = DatePartHabits.function(text(of: token(after: 2)))?.rawValue
        let open = next.range
        for _ in 0..<4 { advance() }
        let date = parseExpression()
        requireExpression(date)
        report(.datePart, .datePart(name, function, at: range, before: date.range))
        close(.closeParenthesis, openedBy: .openParenthesis, at: open)
        let whole = SourceRange(range.lowerBound, previousEnd)
        guard let function else { return missing(at: whole) }
        return node(
            .call(SyntaxCall(name: function, nameRange: range, arguments: [date])), whole, over: [date])
    }

    // MARK: Choices

    /// Whether a word of the CASE that is being read is here, which ends an expression.
    var isAtCaseWord: Bool { isInCase && current.isName && Self.caseWords.contains(asciiUppercased(text(of: current))) }

    private static let caseWords: WordSet = ["WHEN", "THEN", "ELSE", "END"]

    /// `CASE WHEN a > 1 THEN 2 ELSE 3 END`. The current token is CASE.
    mutating func repairCase(_ range: SourceRange) -> SyntaxNode? {
        guard lexer.spells(current, "CASE") else { return nil }
        guard lexer.spells(next, "WHEN") else {
            // `CASE x WHEN 1 THEN 2 END` repeats its value, which an edit would have to write several times.
            guard next.isName, lexer.spells(token(after: 2), "WHEN") else { return nil }
            let message = diagnostics.count
            report(.caseExpression, .caseExpression(at: range))
            return abandonCase(range, diagnostics.count > message ? message : nil)
        }
        let outer = isInCase
        isInCase = true
        defer { isInCase = outer }
        return nested { $0.readCase(range) }
    }

    private mutating func readCase(_ range: SourceRange) -> SyntaxNode {
        let message = diagnostics.count
        report(.caseExpression, .caseExpression(at: range.union(next.range)))
        let isReported = diagnostics.count > message
        advance()
        var edits: [PredicateDiagnostic.Edit] = []
        var branches: [(condition: SyntaxNode, value: SyntaxNode)] = []
        while !stopped, isAtWord("WHEN") {
            replaceWord(by: branches.isEmpty ? "TERNARY(" : ", TERNARY(", &edits)
            let condition = requirePredicate(parsePredicate())
            guard isAtWord("THEN") else { return abandonCase(range, isReported ? message : nil) }
            replaceWord(by: ", ", &edits)
            let value = parseExpression()
            requireExpression(value)
            branches.append((condition, value))
        }
        var result: SyntaxNode
        if isAtWord("ELSE") {
            replaceWord(by: ", ", &edits)
            result = parseExpression()
            requireExpression(result)
        } else {
            edits.append(.insert(", NULL", at: previousEnd))
            result = node(.literal(.null), SourceRange(at: previousEnd))
        }
        guard isAtWord("END") else { return abandonCase(range, isReported ? message : nil) }
        let end = SourceRange(previousEnd, current.range.upperBound)
        edits.append(.init(replacing: end, with: String(repeating: ")", count: branches.count)))
        if let first = edits.first {
            edits[0] = .init(replacing: SourceRange(range.lowerBound, first.range.upperBound), with: first.text)
        }
        advance()
        if isReported { diagnostics[message].edits = edits }
        for branch in branches.reversed() {
            result = node(
                .ternary(branch.condition, branch.value, result), SourceRange(range.lowerBound, previousEnd),
                over: [branch.condition, branch.value, result])
        }
        return result
    }

    private func isAtWord(_ word: StaticString) -> Bool { current.isName && lexer.spells(current, word) }

    /// Skips a word of a CASE, with an edit that replaces it and the blanks around it.
    private mutating func replaceWord(by written: String, _ edits: inout [PredicateDiagnostic.Edit]) {
        let start = previousEnd
        advance()
        edits.append(.init(replacing: SourceRange(start, current.range.lowerBound), with: written))
    }

    /// Skips a CASE that has another form.
    private mutating func abandonCase(_ range: SourceRange, _ message: Int?) -> SyntaxNode {
        while !atEnd, !isAtWord("END") { advance() }
        if !atEnd { advance() }
        let whole = SourceRange(range.lowerBound, max(previousEnd, range.upperBound))
        if let message, diagnostics.count > message + 1 {
            diagnostics.removeLast(diagnostics.count - message - 1)
        }
        lexer.withdrawDiagnostics(startingIn: whole)
        return missing(at: whole)
    }

    // MARK: Patterns

    /// `name ~ /^x/`: a search for a pattern between slashes, without a blank in it.
    private mutating func repairSlashedSearch(behind left: SyntaxNode, _ sign: SourceRange) -> SyntaxNode? {
        guard next.sign == .slash else { return nil }
        let start = next.range
        let rest = Array(text(SourceRange(start.upperBound, source.utf8.count)).utf8)
        guard let length = rest.firstIndex(where: { $0 == UInt8(ascii: "/") || $0 <= 0x20 }), length > 0,
            rest[length] == UInt8(ascii: "/"),
            length + 1 == rest.count || rest[length + 1] <= 0x20 || rest[length + 1] == UInt8(ascii: ")")
        else { return nil }
        let pattern = SourceRange(start.lowerBound, start.upperBound + length + 1)
        let content = text(SourceRange(start.upperBound, pattern.upperBound - 1))
        var message = PredicateDiagnostic.searchSign(left.range, sign, pattern)
        message.edits.append(.init(replacing: pattern, with: SourceSpelling.quoted(content)))
        let count = diagnostics.count
        report(.searchSign, message)
        showResult(of: count, in: left.range.union(pattern))
        while !atEnd, current.range.lowerBound < pattern.upperBound { advance() }
        lexer.withdrawDiagnostics(startingIn: pattern)
        let literal = node(.literal(.string(content)), pattern)
        let call = node(
            .call(SyntaxCall(name: BuiltInFunction.finds.rawValue, nameRange: sign, arguments: [left, literal])),
            left.range.union(pattern), over: [left, literal])
        return conditionCall(call) ?? missing(at: call.range)
    }

    /// `name ~ 'x'`: a search for a pattern.
    mutating func repairSearchSign(behind left: SyntaxNode, isQuantified: Bool) -> SyntaxNode? {
        guard isAt(.tilde), left.shape == .expression else { return nil }
        let sign = current.range
        if let result = repairSlashedSearch(behind: left, sign) { return result }
        guard next.code == .string else { return nil }
        advance()
        let pattern = node(.literal(.string(text(of: current))), current.range)
        advance()
        var message = PredicateDiagnostic.searchSign(left.range, sign, pattern.range)
        // A function takes one text, not the elements of a list.
        if isQuantified { message.edits = [] }
        report(.searchSign, message)
        if isQuantified { return missing(at: left.range.union(pattern.range)) }
        let call = node(
            .call(SyntaxCall(name: BuiltInFunction.finds.rawValue, nameRange: sign, arguments: [left, pattern])),
            left.range.union(pattern.range), over: [left, pattern])
        return conditionCall(call) ?? missing(at: call.range)
    }
}
