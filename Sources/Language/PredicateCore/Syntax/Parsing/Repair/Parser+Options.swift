/// Options of operators: misspelt, misplaced, or without their brackets.
extension Parser {
    /// Brackets after an operator without valid options. Nil if they may be a list.
    mutating func repairOptions(of comparator: ParsedComparator) -> (value: StringOptions, range: SourceRange)? {
        let open = current.range
        if next.sign == .closeBracket {
            // `tags != []` compares with the empty list.
            let behind = token(after: 2)
            return behind.isEnd || isConnectiveToken(behind) ? nil : repairEmptyOptions()
        }
        if let options = repairSeparatedOptions() { return options }
        guard next.code == .word else { return nil }
        let letters = text(of: next)
        let lettersRange = next.range
        let isClosed = token(after: 2).sign == .closeBracket
        // `IN [a, b]` is a list in the wrong brackets; `==[c 'x'` lacks the closing one.
        guard isClosed || StringOptions(letters: letters.lowercased()) != nil else { return nil }
        // `IN [adult]` is a list; four letters are the most that options make.
        if isClosed, letters.unicodeScalars.count > 4, case .known(.in) = comparator.kind { return nil }
        advance()
        advance()
        let range = isClosed ? open.union(current.range) : open.union(lettersRange)
        if isClosed {
            advance()
        } else {
            report(
                .unclosedOptions,
                .unclosedBracket(.openBracket, at: open, end: SourceRange(at: lettersRange.upperBound)))
        }
        if !comparator.takesOptions {
            let name = comparator.isBetween ? "BETWEEN" : "`\(comparator.spelling)`"
            report(.optionsOfNone, .misplacedOptions(name, removing: .removing(range, from: source)))
            return nil
        }
        return (readOptions(letters, at: lettersRange.lowerBound), range)
    }

    /// `==[] 'x'`
    private mutating func repairEmptyOptions() -> (value: StringOptions, range: SourceRange) {
        let range = current.range.union(next.range)
        advance()
        advance()
        report(.emptyOptions, .emptyOptions(removing: .removing(range, from: source)))
        return ([], range)
    }

    /// The options of letters; reports unknown letters.
    private mutating func readOptions(_ letters: String, at start: Int) -> StringOptions {
        var options: StringOptions = []
        var offset = start
        for letter in letters.unicodeScalars {
            let width = UTF8.width(letter)
            if let option = StringOptions(letters: String(letter).lowercased()) {
                options.insert(option)
            } else {
                // `[i]` of regular expressions, `[ci]` for "case-insensitive".
                let isCase = letter == "i" || letter == "I"
                let fixed = isCase ? (options.contains(.caseInsensitive) ? "" : "c") : nil
                report(
                    .unknownOption,
                    .unknownOption(String(letter), fixed: fixed, at: SourceRange(offset, offset + width)))
            }
            offset += width
        }
        return options
    }

    /// `CONTAINS[c, d]`, with signs between the letters.
    private mutating func repairSeparatedOptions() -> (value: StringOptions, range: SourceRange)? {
        guard token(after: 2).sign == .comma, case .word(let first, nil) = kind(of: next), isOptionLetters(first),
            case .word(let second, nil) = kind(of: token(after: 3)), isOptionLetters(second),
            token(after: 4).sign == .closeBracket
        else { return nil }
        let range = current.range.union(token(after: 4).range)
        let between = SourceRange(next.range.upperBound, token(after: 3).range.lowerBound)
        report(.separatedOptions, .unknownOption(",", fixed: "", at: token(after: 2).range, replacing: between))
        for _ in 0..<5 { advance() }
        return (StringOptions(letters: (first + second).lowercased()) ?? [], range)
    }

    /// `name CONTAINS cd 'x'`, `name CONTAINS{cd} 'x'`: options without their brackets, or in others. Nil if there are none.
    mutating func repairBareOptions(of comparator: ParsedComparator) -> (value: StringOptions, range: SourceRange)? {
        guard !comparator.isBetween else { return nil }
        if let closing = Self.wrongBrackets(current.sign) { return repairBracketedOptions(of: comparator, closing) }
        guard next.code == .string, case .word(let letters, nil) = kind(of: current), isOptionLetters(letters),
            // `N'Ann'` is a letter before a string.
            next.range.lowerBound > current.range.upperBound
        else { return nil }
        let range = current.range
        reportBare(letters, at: range, behind: comparator)
        advance()
        return (readOptions(letters, at: range.lowerBound), range)
    }

    /// The sign that closes brackets that cannot contain options; nil for another sign.
    private static func wrongBrackets(_ sign: Punctuation?) -> Punctuation? {
        switch sign {
        case .openParenthesis: .closeParenthesis
        case .openBrace: .closeBrace
        case .less: .greater
        default: nil
        }
    }

    /// `name CONTAINS{cd} 'x'`, `name LIKE(c) %@`. Nil if the brackets are the right side: `tags CONTAINS (c)`, `code IN {c, d}`.
    private mutating func repairBracketedOptions(
        of comparator: ParsedComparator, _ closing: Punctuation
    ) -> (value: StringOptions, range: SourceRange)? {
        guard next.code == .word, token(after: 2).sign == closing else { return nil }
        let letters = text(of: next)
        // `[i]` of regular expressions is `[c]`.
        let meant = String(letters.unicodeScalars.map { $0 == "i" ? "c" : $0 == "I" ? "C" : Character($0) })
        guard letters.utf8.count <= 4, StringOptions(letters: meant.lowercased()) != nil,
            beginsRightSide(token(after: 3), behind: token(after: 2))
        else { return nil }
        let range = current.range.union(token(after: 2).range)
        let start = next.range.lowerBound
        reportBare(meant, at: range, behind: comparator)
        for _ in 0..<3 { advance() }
        return (readOptions(meant, at: start), range)
    }

    /// Whether a token after a bracket begins an operand, so that the brackets are none.
    private func beginsRightSide(_ token: Token, behind bracket: Token) -> Bool {
        switch token.code {
        case .string, .argument, .variable, .number, .hashWord: true
        case .word:
            token.keyword == nil && token.range.lowerBound > bracket.range.upperBound && !isConnectiveToken(token)
                && next.keyword == nil
        default: token.sign == .openBrace
        }
    }

    private mutating func reportBare(_ letters: String, at range: SourceRange, behind comparator: ParsedComparator) {
        report(
            .bareOptions,
            .bareOptions(letters, at: range, replacing: SourceRange(comparator.range.upperBound, range.upperBound)))
    }

    /// Spotlight's `name == "x"cd`: options after the right side.
    mutating func skipMisplacedOptions(behind string: SourceRange) {
        guard let operation = rightSideOf, current.range.lowerBound == string.upperBound,
            case .word(let word, nil) = kind(of: current), word.utf8.allSatisfy({ "cdw".utf8.contains($0) })
        else { return }
        report(
            .optionsBehindString,
            .misplacedOptions(
                word.filter { $0 != "w" }, behind: operation.upperBound, at: current.range, removing: current.range))
        advance()
    }

    private func isOptionLetters(_ word: String) -> Bool {
        word.utf8.count <= 2 && StringOptions(letters: word.lowercased()) != nil
    }
}

/// Patterns as regular expressions between slashes and SQL write them.
extension Parser {
    /// `name =~ "^x"`, `name ILIKE "%x%"`: translates the pattern as part of the message about the operator.
    mutating func translatePattern(_ right: SyntaxNode, of comparator: ParsedComparator) -> SyntaxNode {
        guard let pattern = comparator.pattern, let message = comparator.message, let literal = right.asLiteral,
            case .string(let value) = literal.value,
            let made = pattern.translation(of: value, written: text(right.range), at: right.range)
        else { return right }
        amend(message, hint: comparator.written + " " + made.text, edits: made.edits)
        // An escape makes a wildcard of SQL literal, which the translation does not see.
        if text(right.range).utf8.contains(UInt8(ascii: "\\")), diagnostics.indices.contains(message) {
            diagnostics[message].isForeignSpelling = false
        }
        return LiteralNode(.string(made.value), right.range)
    }

    /// `name =~ /x/i`, `name MATCHES /^Jo/`: a pattern between slashes is a search.
    mutating func repairSlashedPattern(
        _ content: String, flags: String, at range: SourceRange, of comparator: ParsedComparator
    ) -> SyntaxNode {
        guard case .known(.matches) = comparator.kind else {
            let written = flags.isEmpty ? SourceSpelling.quoted(content) : nil
            report(
                .slashedPattern,
                .slashedPattern(written, at: range, edits: written.map { [.init(replacing: range, with: $0)] } ?? []))
            return node(.literal(.string(content)), range)
        }
        let pattern = (flags.contains("s") ? "(?s)" : "") + PatternHabit.whole(content)
        let right = node(.literal(.string(pattern)), range)
        // No option corresponds to `m` and `x`.
        guard flags.allSatisfy({ "igus".contains($0) }) else {
            report(.slashedPattern, .slashedPattern(nil, at: range, edits: []))
            return right
        }
        let written = SourceSpelling.quoted(pattern)
        var edits = [PredicateDiagnostic.Edit(replacing: range, with: written)]
        var operation = comparator.written.isEmpty ? comparator.spelling : comparator.written
        if let options = comparator.options {
            operation += text(options.range)
        } else if flags.contains("i"), !operation.hasSuffix("[c]") {
            operation += "[c]"
            edits.append(.insert("[c]", at: comparator.range.upperBound))
        }
        if let message = comparator.message {
            amend(message, hint: operation + " " + written, edits: edits)
        } else {
            report(
                .slashedPattern,
                .slashedPattern(edits.count > 1 ? operation + " " + written : written, at: range, edits: edits))
        }
        return right
    }

    /// `name == /Jo/`: a pattern with an operator that takes none. Nil if the text may be a path such as `/usr/bin/`.
    mutating func repairSlashedText(
        _ content: String, flags: String, at range: SourceRange, of comparator: ParsedComparator
    ) -> SyntaxNode? {
        guard case .known(let operation) = comparator.kind, operation == .equal || operation == .notEqual,
            !content.isEmpty, !content.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        let options = flags.utf8.contains(UInt8(ascii: "i")) ? "[c]" : ""
        let pattern = SourceSpelling.quoted(PatternHabit.whole(content))
        let written = text(range)
        let isPattern = !flags.isEmpty || content.utf8.contains { "*+?|()[]^$\\".utf8.contains($0) }
        if isPattern, operation == .equal, comparator.options == nil, flags.allSatisfy({ "igu".contains($0) }) {
            report(
                .slashedPattern,
                .slashedPattern(
                    "MATCHES" + options + " " + pattern, at: range,
                    edits: [
                        .init(replacing: comparator.range, with: "MATCHES" + options),
                        .init(replacing: range, with: pattern),
                    ]))
        } else {
            report(.slashedText, .slashedText(SourceSpelling.quoted(written), pattern: pattern, at: range))
        }
        return node(.literal(.string(written)), range)
    }
}
