/// Comments, which the language does not have, and strings without an opening quote.
extension Lexer {
    // MARK: Comments

    /// Skips a comment at the offset: `age > 30 // adults`, `age > 30 # adults`, `name == "x" -- only this one`, `/*
    /// adults */ age > 30`. Returns false if the characters may mean something else.
    mutating func lexComment() -> Bool {
        let start = offset
        guard start == 0 || isBlank(bytes[start - 1]), !isValueDue else { return false }
        let content: Int
        var end: Int
        switch (bytes[start], byte(at: start + 1)) {
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
            guard let close = closeOfComment(from: start + 2) else { return false }
            (content, end) = (close, close)
        case (UInt8(ascii: "/"), UInt8(ascii: "/")):
            (content, end) = (start + 2, endOfLine(from: start))
            guard isProse(content, end) else { return false }
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            (content, end) = (start + 2, endOfLine(from: start))
            // An operand may follow two minus signs, but two words are never adjacent.
            guard content < end, isBlank(bytes[content]), isBehindOperand, areWords(content, end) else { return false }
        case (UInt8(ascii: "#"), let next) where next == UInt8(ascii: "#") || isBlank(next) || start + 1 == bytes.count:
            (content, end) = (start + 1, endOfLine(from: start))
        default: return false
        }
        while end > content, isBlank(bytes[end - 1]) { end -= 1 }
        let range = SourceRange(start, end)
        diagnostics.append(.comment(at: range, removing: withBlanks(range)))
        offset = end
        return true
    }

    /// A comment with the white space before it at the end of a line, or after it at the start of the text.
    private func withBlanks(_ range: SourceRange) -> SourceRange {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        if tokens.isEmpty {
            while upper < bytes.count, isBlank(bytes[upper]) { upper += 1 }
        } else if endOfLine(from: upper) == upper {
            while lower > 0, bytes[lower - 1] == 0x20 || bytes[lower - 1] == 0x09 { lower -= 1 }
        }
        return SourceRange(lower, upper)
    }

    private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private func endOfLine(from start: Int) -> Int {
        bytes[min(start, bytes.count)...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    private func closeOfComment(from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") { return index + 2 }
            index += 1
        }
        return nil
    }

    /// Whether the text after `//` is a comment, and not the divisor of Python's `//`.
    private func isProse(_ start: Int, _ end: Int) -> Bool {
        guard let next = bytes[start..<end].first(where: { !isBlank($0) }) else { return true }
        if isConditionDue { return true }
        return !Self.isDigit(next) && !"($.-\"'".utf8.contains(next) && hasComparison
    }

    /// Whether the range begins with two words that are not in the language.
    private func areWords(_ start: Int, _ end: Int) -> Bool {
        let words = bytes[start..<end].split(maxSplits: 2, omittingEmptySubsequences: true, whereSeparator: isBlank)
            .prefix(2)
        return words.count == 2
            && words.allSatisfy { bytes in
                let word = String(decoding: bytes, as: UTF8.self)
                return bytes.allSatisfy(Self.isLetter) && Keyword(word: word) == nil
                    && OperatorHabits.phrases[asciiUppercased(word)] == nil
                    && library.registeredOperator(word) == nil
            }
    }

    /// Whether a condition begins at the offset.
    private var isConditionDue: Bool {
        guard let last = tokens.last else { return true }
        return isConnective(last)
    }

    /// Whether the condition before the offset has its operator.
    private var hasComparison: Bool {
        for token in tokens.suffix(64).reversed() {
            if isConnective(token) { return false }
            if isComparator(token) { return true }
        }
        return false
    }

    private func isConnective(_ token: Token) -> Bool {
        switch token.sign {
        case .ampersandAmpersand, .barBar, .exclamation: true
        case nil: token.keyword == .and || token.keyword == .or || token.keyword == .not
        default: false
        }
    }

    private func isComparator(_ token: Token) -> Bool {
        if let sign = token.sign { return ComparisonOperator.relation(sign) != nil }
        return token.code == .hyphenatedOperator
            || token.keyword.map { ComparisonOperator.textOperator($0) != nil } ?? false
    }

    // MARK: Strings without an opening quote

    /// Whether a value has to follow. It may be unquoted text.
    private var isValueDue: Bool {
        tokens.last.map { isComparator($0) || $0.sign == .comma || $0.sign == .openBrace } ?? false
    }

    /// Whether a string may follow the last token.
    var mayStringStand: Bool {
        guard let last = tokens.last, !isConnective(last) else { return false }
        switch last.code {
        case .number, .string: return false
        case .punctuation: return last.sign != .closeParenthesis && last.sign != .closeBrace
        default: return true
        }
    }

    /// The end of an unclosed string. It excludes closing brackets at the end of the text that match brackets before
    /// the string, as in `name IN {'Ann', 'Bob}`.
    func endOfUnclosedString(from start: Int) -> Int {
        var end = bytes.count
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        var open: [UInt8] = []
        for token in tokens.suffix(1000) {
            switch token.sign {
            case .openParenthesis: open.append(UInt8(ascii: ")"))
            case .openBrace: open.append(UInt8(ascii: "}"))
            case .openBracket: open.append(UInt8(ascii: "]"))
            case .closeParenthesis, .closeBrace, .closeBracket: _ = open.popLast()
            default: break
            }
        }
        let last = end
        for close in open where end > start + 1 && bytes[end - 1] == close { end -= 1 }
        return end < last ? end : bytes.count
    }

    /// Reads words after an operator that end in a closing quote only: `name == Ann"`, `name == Ann Smith" AND age >
    /// 3`.
    ///
    /// - Parameters:
    ///   - quote: the quote that should open the string.
    ///   - length: the length in bytes of the closing quote.
    mutating func lexUnopenedString(_ quote: UInt8, length: Int = 1) -> Bool {
        let end = offset
        guard let last = tokens.last, last.range.upperBound == end, isTextPart(last),
            UnquotedText.endsCondition(bytes, at: end + length)
        else { return false }
        var count = 1
        // The parser has not yet read the last few tokens.
        while count < 4, count < tokens.count, isTextPart(tokens[tokens.count - 1 - count]) { count += 1 }
        guard count < tokens.count else { return false }
        let before = tokens[tokens.count - 1 - count]
        guard isComparator(before) || before.sign == .comma || before.sign == .openBrace else { return false }
        let start = tokens[tokens.count - count].range.lowerBound
        diagnostics.append(
            .unopenedString(
                text(start, end), quote: Character(Unicode.Scalar(quote)), at: SourceRange(end, end + length),
                from: start, isHabit: length > 1))
        replaceLast(
            count, by: Token(.string, range: SourceRange(start, end + length), detail: .trimmed(0, UInt8(length))))
        return true
    }

    /// Whether a token may be part of an unquoted text.
    private func isTextPart(_ token: Token) -> Bool {
        switch token.code {
        case .word: token.keyword == nil
        case .number: true
        case .punctuation: token.sign == .dot || token.sign == .minus
        default: false
        }
    }
}
