/// What surrounds a predicate where it was copied from, and text that lacks its quotes.
extension Parser {
    // MARK: Queries

    /// `SELECT * FROM people WHERE age > 30`, `if age > 30`: passes over what stands before the condition.
    mutating func passOverQueryHead() {
        if let sign = current.sign {
            if sign == .minus { return passOverOption() }
            return ComparisonOperator.relation(sign) == nil ? () : passOverQuoteMark()
        }
        if current.code == .selector { return passOverLabel(text(of: current)) }
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
            passOverQueryHead(isShort: isShort)
        }
    }

    private mutating func passOverQueryHead(isShort: Bool) {
        // A field of that name is compared with something, or something is taken from it.
        guard canBeginOperand(next) || next.sign == .star || isNegation(next), !isSubtraction(from: current) else {
            return
        }
        let start = position
        while !atEnd {
            let isWhere = current.isName && lexer.spells(current, "WHERE")
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
        guard next.sign == .minus, next.range.lowerBound == current.range.upperBound,
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
        if passOverTrailingWord() { return true }
        guard let what = queryClause(at: 0) else { return false }
        let range = SourceRange(current.range.lowerBound, source.utf8.count)
        report(ParserMessages.queryTail(what, at: range, removing: SourceRange(previousEnd, range.upperBound)))
        while !atEnd { advance() }
        return true
    }

    /// `if age > 30 then`: a word of a program that was copied along.
    private mutating func passOverTrailingWord() -> Bool {
        guard current.isName, next.isEnd || next.sign == .openBrace else { return false }
        let word = text(of: current)
        guard ["THEN", "DO", "BEGIN"].contains(asciiUppercased(word)) else { return false }
        let range = current.range
        let tail = SourceRange(previousEnd, source.utf8.count)
        while !atEnd { advance() }
        report(ParserMessages.trailingWord(word, at: range, removing: tail))
        return true
    }

    /// The words of a query's clause that begins at a token.
    private func queryClause(at index: Int) -> String? {
        guard token(after: index).isName else { return nil }
        let word = text(of: token(after: index))
        let first = asciiUppercased(word)
        switch (first, kind(of: token(after: index + 1))) {
        case ("ORDER", .word(let by, nil)), ("GROUP", .word(let by, nil)), ("SORT", .word(let by, nil)):
            return asciiUppercased(by) == "BY" ? first + " BY" : nil
        case ("LIMIT", .number), ("OFFSET", .number): return first
        case ("HAVING", .word): return first
        default: return nil
        }
    }

    // MARK: Text without quotes

    /// `name == John Smith`: words that stand side by side behind an operator.
    mutating func parseUnquotedWords(after right: SyntaxNode) -> SyntaxNode? {
        guard isWord(current), case .path(nil, let components) = right.kind,
            components.allSatisfy({ if case .key = $0.kind { true } else { false } }),
            isUnquoted(right)
        else { return nil }
        var count = 1
        while count < 5, isWord(token(after: count)) { count += 1 }
        for index in 0..<count where queryClause(at: index) != nil { return nil }
        if case .word(let word, nil) = kind(of: current), ForeignOperators.connective(word) != nil { return nil }
        switch kind(of: token(after: count)) {
        case .end, .word(_, .and?), .word(_, .or?), .punctuation(.ampersandAmpersand), .punctuation(.barBar),
            .punctuation(.closeParenthesis):
            break
        default: return nil
        }
        let range = right.range.union(token(after: count - 1).range)
        for _ in 0..<count { advance() }
        return unquoted(range)
    }

    /// `distance > 5 km`
    mutating func passOverUnit(behind number: SyntaxNode) {
        guard isName(current), case .literal(let value) = number.kind, value.isNumber,
            case .word(let word, nil) = kind(of: current),
            LexerMessages.units.contains(word.lowercased()), queryClause(at: 0) == nil,
            next.isEnd || isConnectiveToken(next)
        else { return }
        let range = current.range
        report(
            ParserMessages.unitBehindNumber(
                word, at: range, removing: SourceRange(number.range.upperBound, range.upperBound)))
        advance()
    }

    private func isUnquoted(_ node: SyntaxNode) -> Bool {
        !text(node.range).utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "#")
        }
    }

    private mutating func unquoted(_ range: SourceRange) -> SyntaxNode {
        let content = text(range)
        report(LexerMessages.unquotedString(content, at: range))
        return node(.literal(.string(content)), range)
    }

    /// A path, an address or a pattern that lacks its quotes: `/Applications/Safari.app`, `https://example.com`,
    /// `ada@example.com`, `LIKE Jo*`, `MATCHES ^Jo.*$`.
    mutating func parseUnquotedText(of comparator: ParsedComparator?) -> SyntaxNode? {
        let isPattern = comparator?.takesPattern ?? false
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
        if let comparator, written.utf8.first == UInt8(ascii: "/"), let end = written.lastIndex(of: "/"),
            end != written.startIndex
        {
            let flags = written[written.index(after: end)...]
            if flags.utf8.count <= 3, flags.allSatisfy(\.isLetter) {
                let content = String(written[..<end].dropFirst())
                if isPattern { return parseSlashedPattern(content, flags: String(flags), at: range, of: comparator) }
                if let node = parseSlashedText(content, flags: String(flags), at: range, of: comparator) { return node }
            }
        }
        return unquoted(range)
    }

    /// `name == /Jo/`: a pattern beside an operator that takes none. Nil if the text may be a path such as `/usr/bin/`.
    private mutating func parseSlashedText(
        _ content: String, flags: String, at range: SourceRange, of comparator: ParsedComparator
    ) -> SyntaxNode? {
        guard case .known(let operation) = comparator.kind, operation == .equal || operation == .notEqual,
            !content.isEmpty, !content.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        let options = flags.utf8.contains(UInt8(ascii: "i")) ? "[c]" : ""
        let pattern = SourceSpelling.quoted(ForeignPattern.whole(content))
        let written = text(range)
        let isPattern = !flags.isEmpty || content.utf8.contains { "*+?|()[]^$\\".utf8.contains($0) }
        if isPattern, operation == .equal, comparator.options == nil, flags.allSatisfy({ "igu".contains($0) }) {
            report(
                ParserMessages.slashedPattern(
                    "MATCHES" + options + " " + pattern, at: range,
                    edits: [
                        .init(replacing: comparator.range, with: "MATCHES" + options),
                        .init(replacing: range, with: pattern),
                    ]))
        } else {
            report(ParserMessages.slashedText(SourceSpelling.quoted(written), pattern: pattern, at: range))
        }
        return node(.literal(.string(written)), range)
    }

    /// `MATCHES r"\\d+"`, `name == u'Jo'`, `name == N'Jo'`: a letter before the quote.
    mutating func passOverStringPrefix(_ word: String, _ range: SourceRange) -> Bool {
        guard current.code == .string, current.range.lowerBound == range.upperBound, word.utf8.count <= 2,
            word.lowercased().utf8.allSatisfy({ "rbfuln".utf8.contains($0) })
        else { return false }
        var diagnostic = ParserMessages.stringPrefix(word, at: range)
        if word.lowercased().utf8.contains(UInt8(ascii: "r")) {
            // A backslash in a raw string is an ordinary character.
            let string = current.range
            for (index, byte) in text(string).utf8.enumerated() where byte == UInt8(ascii: "\\") {
                diagnostic.edits.append(.init(replacing: SourceRange(at: string.lowerBound + index), with: "\\"))
            }
        }
        report(diagnostic)
        return true
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

extension Parser.ParsedComparator {
    /// Whether the right side is a pattern or a part of a text, in which signs may stand.
    var takesPattern: Bool {
        switch kind {
        case .known(.like), .known(.matches), .known(.beginsWith), .known(.endsWith), .known(.contains): true
        default: false
        }
    }
}
