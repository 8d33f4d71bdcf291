/// A shell that completes words by asking the command.
enum CompletionShellKind: String, CaseIterable {
    case bash, zsh, fish
}

/// A command line with a cursor, taken apart as its shell does.
struct ShellLine {
    /// A word.
    struct Word: Equatable {
        /// As it stands on the line, with quotes and backslashes.
        var raw = ""
        /// What it stands for.
        var content = ""
        /// The quote that is still open at its end.
        var quote: Unicode.Scalar?
    }

    let shell: CompletionShellKind
    /// What the words before the one with the cursor stand for; the first is the name of the command.
    private(set) var before: [String] = []
    /// The part before the cursor of the word that the cursor is in.
    private(set) var current = Word()
    /// What the words behind it stand for.
    private(set) var behind: [String] = []

    /// Takes a line apart.
    ///
    /// - Parameters:
    ///   - head: what stands before the cursor.
    ///   - tail: what stands behind it.
    init(head: String, tail: String, shell: CompletionShellKind) {
        self.shell = shell
        var words = Self.words(of: head, shell)
        current = words.popLast() ?? Word()
        before = words.drop { Self.isAssignment($0.raw) }.map(\.content)
        behind = Self.words(of: rest(of: tail), shell).map(\.content).filter { !$0.isEmpty }
    }

    /// `NAME=value` before a command.
    private static func isAssignment(_ word: String) -> Bool {
        guard let name = word.split(atFirst: "=")?.before else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// What stands behind the word with the cursor. A quote that nothing closes ends at the cursor, so that files can be named
    /// before the predicate is whole.
    private func rest(of tail: String) -> String {
        var scalars = tail.unicodeScalars[...]
        if let quote = current.quote, let close = scalars.firstIndex(of: quote) {
            scalars = scalars[scalars.index(after: close)...]
        }
        return String(scalars.drop { $0 != " " && $0 != "\t" })
    }

    /// The words of a text; the last is the one that its end is in, which is empty behind a blank.
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
                // In quotes a backslash stands for itself before most signs.
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

    /// The signs before which a backslash in quotes goes away.
    private static func escapable(in quote: Unicode.Scalar, _ shell: CompletionShellKind) -> String.UnicodeScalarView {
        switch (quote, shell) {
        case ("'", _): "'\\".unicodeScalars
        case (_, .fish): "\"\\$\n".unicodeScalars
        default: "\"\\$`\n".unicodeScalars
        }
    }

    /// The word with the cursor as it would have to stand on a line of bash so as to mean something else; a quote that is open
    /// stays open.
    ///
    /// - Parameter opensQuote: whether a word of which nothing has been typed begins with a quote.
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
