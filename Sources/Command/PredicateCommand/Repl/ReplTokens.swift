import PredicateFormat

/// What the tokens at the ends of a line say of the lines around it.
///
/// It is about words and signs, not about a grammar: a line that is continued is read as a whole later.
enum ReplTokens {
    /// The tokens of a line, without the one that marks its end.
    static func tokens(of text: String) -> [Token] {
        var lexer = Lexer(text, library: commandLibrary)
        // A line has at most one token for each byte, and one for its end.
        lexer.fill(to: text.utf8.count + 1)
        return lexer.tokens.filter { !$0.isEnd }
    }

    // MARK: The end

    /// Whether a line ends with AND, OR or an operator, so that its other operand is on the next line.
    ///
    /// - Parameter isAlone: whether nothing comes before the line. An operator alone then stands for itself, like the
    ///   `*` of `:select *`. AND alone joins the last predicate and the next line.
    static func endsWithOperator(_ line: String, isAlone: Bool) -> Bool {
        if isConnective(line) { return true }
        let tokens = withoutOptions(tokens(of: line)[...])
        guard let last = tokens.last, tokens.count > 1 || !isAlone else { return false }
        let before = tokens.dropLast().last
        // A keyword after a dot is the name of a field.
        if let keyword = last.keyword { return before?.sign != .dot && needsOperand(keyword) }
        guard let sign = last.sign else { return false }
        // In a list of columns, `*` stands for all of them.
        if sign == .star, before == nil || before?.sign == .comma { return false }
        return needsOperand(sign)
    }

    /// The tokens without the string options at the end: those of `CONTAINS[cd]`.
    private static func withoutOptions(_ tokens: ArraySlice<Token>) -> ArraySlice<Token> {
        guard tokens.count >= 4, tokens.last?.sign == .closeBracket else { return tokens }
        let end = tokens.endIndex
        guard tokens[end - 3].sign == .openBracket, tokens[end - 2].code == .word,
            let keyword = tokens[end - 4].keyword, needsOperand(keyword)
        else { return tokens }
        return tokens.dropLast(3)
    }

    private static func needsOperand(_ keyword: Keyword) -> Bool {
        switch keyword.role {
        case .logical, .comparison, .quantifier, .set: true
        case .form, .boolean, .null, .condition, .record, .reserved: false
        }
    }

    private static func needsOperand(_ sign: Punctuation) -> Bool {
        switch sign {
        case .comma, .assign, .equal, .equalEqual, .notEqual, .lessGreater, .less, .lessEqual, .equalLess, .greater,
            .greaterEqual, .equalGreater, .ampersandAmpersand, .barBar, .exclamation, .plus, .minus, .star, .starStar,
            .slash, .ampersand, .bar, .caret, .shiftLeft, .shiftRight:
            true
        default: false
        }
    }

    // MARK: The whole

    /// What is before and after the last place of a word between others; the whole line if it is not there.
    static func parts(of text: String, at word: String) -> [String] {
        let tokens = tokens(of: text)
        let place = tokens.indices.dropFirst().dropLast().last { index in
            tokens[index].code == .word && tokens[index - 1].sign != .dot
                && tokens[index].range.text(in: text).lowercased() == word
        }
        guard let place else { return [ReplSession.trimmed(text)] }
        return [text.utf8.prefix(tokens[place].range.lowerBound), text.utf8.dropFirst(tokens[place].range.upperBound)]
            .map { ReplSession.trimmed(String(decoding: $0, as: UTF8.self)) }
    }

    /// Whether a line is AND or OR alone.
    static func isConnective(_ text: String) -> Bool {
        let text = ReplSession.trimmed(text)
        return text.utf8.count <= 3 && ["&&", "||", "and", "or"].contains(text.lowercased())
    }

    /// Whether the bracket at the beginning of a line ends with the line.
    static func isInParentheses(_ text: String) -> Bool {
        let tokens = tokens(of: text)
        guard tokens.first?.sign == .openParenthesis else { return false }
        var depth = 0
        for (index, token) in tokens.enumerated() {
            depth += token.sign?.nesting ?? 0
            if depth == 0 { return index == tokens.count - 1 }
        }
        return false
    }

    // MARK: The beginning

    /// Whether a line begins with AND or OR, and something follows.
    static func beginsWithConnective(_ text: String) -> Bool {
        // Few lines begin with it. The others are not split into tokens.
        let word = String(decoding: text.utf8.prefix { ("a"..."z").contains(Unicode.Scalar($0 | 0x20)) }, as: UTF8.self)
        guard ["and", "or"].contains(word.lowercased()) || text.utf8.first.map("&|".utf8.contains) ?? false else {
            return false
        }
        let tokens = tokens(of: text)
        guard tokens.count > 1 else { return false }
        switch (tokens[0].keyword, tokens[0].sign) {
        case (.and, _), (.or, _), (_, .ampersandAmpersand), (_, .barBar): return true
        default: return false
        }
    }
}

/// Entries of other programs' prompts, as commands of this one.
enum ReplHabit {
    /// The number of bytes that no name has.
    private static let longestName = 16

    private static func isMark(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: ".") || byte == UInt8(ascii: "\\") }

    /// Whether a line asks for help about a word, which may be an operator: `help BEGINSWITH`.
    static func isHelp(_ entry: String) -> Bool {
        guard let command = command(for: entry, fields: []), command.startsExactly(with: ":help ") else { return false }
        return command.unicodeScalars.last.map { $0.properties.isAlphabetic } ?? false
    }

    /// Whether a line is a command of another prompt, such as `\! ls` or `.shell ls`.
    static func isMarked(_ entry: String) -> Bool {
        isMark(entry.utf8.first) && command(for: entry, fields: []) != nil
    }

    /// What is wrong with a line that is not in the language at all; nil if its errors say so themselves.
    static func failure(of entry: String) -> ReplFailure? {
        let text = ReplSession.trimmed(entry)
        if text.startsExactly(with: "{"), text.endsExactly(with: "}"), text.containsExactly("\":") {
            return ReplFailure("this is a record, not a predicate; `:load FILE` reads the records of a file")
        }
        guard text.lowercased().startsExactly(with: "select") else { return nil }
        let words = text.lowercased().unicodeScalars.split { $0.properties.isWhitespace }
        func has(_ word: String) -> Bool { words.contains { $0.elementsEqual(word.unicodeScalars) } }
        if words.first?.count == 6, has("from"), !has("where") {
            return ReplFailure(
                "this is a query of SQL; here a line is what follows WHERE, `:select` chooses columns, and `:count` counts"
            )
        }
        return nil
    }

    /// The command that a line means: `help`, `quit`, `exit`, `q`, `?`, and the same after `.` or `\`. Nil for a
    /// question about the records.
    ///
    /// - Parameter fields: the names of the fields, which these words never hide.
    static func command(for entry: String, fields: [String]) -> String? {
        var text = ReplSession.trimmed(entry)
        if text.endsExactly(with: ";") { text = ReplSession.trimmed(String(text.unicodeScalars.dropLast())) }
        // `help()`, but not `help count()`, which is about the function.
        if text.endsExactly(with: "()"), !text.utf8.contains(UInt8(ascii: " ")) {
            text = String(text.unicodeScalars.dropLast(2))
        }
        let (word, rest) = ReplSession.firstWord(of: text)
        let topic = ReplSession.trimmed(rest)
        var name = word
        let isMarked = isMark(name.utf8.first)
        if isMarked { name = String(name.unicodeScalars.dropFirst()) }
        guard name.utf8.count <= longestName else { return nil }
        if !isMarked, fields.contains(where: { sameCodePoints($0, name) }) { return nil }
        switch name.lowercased() {
        case "help", "?":
            // `help == 3` is about a field, which the records do not have.
            let isTopic = topic.isEmpty || !topic.unicodeScalars.contains { $0.properties.isWhitespace }
            return isTopic ? (topic.isEmpty ? ":help" : ":help " + topic) : nil
        case "quit", "exit", "q", "bye": return topic.isEmpty ? ":quit" : nil
        case "tables", "dt", "d", "schema", "load", "sort", "limit", "mode", "output", "o", "timing", "edit", "e", "sh",
            "shell", "system", "!", "source", "read", "i":
            // `\dt`, `\e`, `.schema` and `.shell` are those of databases.
            guard isMarked else { return nil }
            let known =
                [
                    "dt": "tables", "d": "schema", "o": "output", "e": "edit", "shell": "sh", "system": "sh", "!": "sh",
                    "read": "source", "i": "source",
                ][name] ?? name
            return topic.isEmpty ? ":" + known : ":" + known + " " + topic
        default: return nil
        }
    }
}
