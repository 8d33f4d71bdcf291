/// A shell that completes words by asking the command.
enum CompletionShellKind: String, CaseIterable {
    case bash, zsh, fish
}

/// A command line with a cursor, split into words by the rules of its shell.
struct ShellLine {
    /// A word.
    struct Word: Equatable {
        /// The word on the line, with quotes and backslashes.
        var raw = ""
        /// The word without quotes and backslashes.
        var content = ""
        /// The quote that is still open at the end of the word.
        var quote: Unicode.Scalar?
    }

    let shell: CompletionShellKind
    /// The contents of the words before the cursor's word. The first is the name of the command.
    private(set) var before: [String] = []
    /// The part of the cursor's word that is before the cursor.
    private(set) var current = Word()
    /// The contents of the words after the cursor's word.
    private(set) var behind: [String] = []

    /// Splits a line.
    ///
    /// - Parameters:
    ///   - head: the text before the cursor.
    ///   - tail: the text after the cursor.
    init(head: String, tail: String, shell: CompletionShellKind) {
        self.shell = shell
        var words = Self.words(of: head, shell)
        current = words.popLast() ?? Word()
        before = words.drop { Self.isAssignment($0.raw) }.map(\.content)
        behind = Self.words(of: rest(of: tail), shell).map(\.content).filter { !$0.isEmpty }
    }

    /// Whether a word is `NAME=value` before a command.
    private static func isAssignment(_ word: String) -> Bool {
        guard let name = word.split(atFirst: "=")?.before else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// The text after the cursor's word. A quote that is not closed ends at the cursor, so that files can be named
    /// before the predicate is complete.
    private func rest(of tail: String) -> String {
        var scalars = tail.unicodeScalars[...]
        if let quote = current.quote, let close = scalars.firstIndex(of: quote) {
            scalars = scalars[scalars.index(after: close)...]
        }
        return String(scalars.drop { $0 != " " && $0 != "\t" })
    }

    /// The words of a line. The last word contains the end of the text, and is empty after a blank.
    private static func words(of text: String, _ shell: CompletionShellKind) -> [Word] {
        var words: [Word] = []
        var raw = String.UnicodeScalarView()
        var content = String.UnicodeScalarView()
        var quote: Unicode.Scalar?
        var isEscaped = false
        func end() {
            if !raw.isEmpty { words.append(Word(raw: String(raw), content: String(content), quote: nil)) }
            raw = String.UnicodeScalarView()
            content = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
                // In quotes, a backslash before most characters is a plain backslash.
                if let quote, !escapable(in: quote, shell).contains(scalar) { content.append("\\") }
                content.append(scalar)
            } else if scalar == "\\", quote != "'" || shell == .fish {
                isEscaped = true
            } else if let open = quote {
                if scalar == open { quote = nil } else { content.append(scalar) }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
            } else if scalar == " " || scalar == "\t" || scalar == "\n" {
                end()
                continue
            } else {
                content.append(scalar)
            }
            raw.append(scalar)
        }
        words.append(Word(raw: String(raw), content: String(content), quote: quote))
        return words
    }

    /// The characters that a backslash escapes in quotes.
    private static func escapable(in quote: Unicode.Scalar, _ shell: CompletionShellKind) -> String.UnicodeScalarView {
        switch (quote, shell) {
        case ("'", _): "'\\".unicodeScalars
        case (_, .fish): "\"\\$\n".unicodeScalars
        default: "\"\\$`\n".unicodeScalars
        }
    }

    /// The text that replaces the cursor's word on a line of bash to give it another content. An open quote stays
    /// open.
    ///
    /// - Parameter opensQuote: whether a word without typed text begins with a quote.
    func raw(for content: String, opensQuote: Bool) -> String {
        if current.raw.isEmpty, opensQuote { return "'" + Self.escaped(content.unicodeScalars[...], in: "'") }
        let typed = current.content.unicodeScalars
        let wanted = content.unicodeScalars
        if wanted.starts(with: typed) {
            return current.raw + Self.escaped(wanted.dropFirst(typed.count), in: current.quote)
        }
        let opening = current.quote.map { String($0) } ?? ""
        return opening + Self.escaped(wanted[...], in: current.quote)
    }

    private static func needsQuote(_ character: Character) -> Bool {
        !(character.isLetter || character.isNumber || "_-./,:=@%+".contains(character))
    }

    private static func escaped(_ text: Substring.UnicodeScalarView, in quote: Unicode.Scalar?) -> String {
        var result = ""
        for scalar in text {
            switch (quote, scalar) {
            case ("'", "'"): result += "'\\''"
            case ("\"", "\""), ("\"", "\\"), ("\"", "$"), ("\"", "`"): result += "\\\(scalar)"
            case (nil, _) where scalar.isASCII && needsQuote(Character(scalar)): result += "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
