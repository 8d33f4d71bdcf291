import PredicateFormat

/// The words of a command line at the prompt.
enum ReplWords {
    /// A word and where it begins.
    struct Word: Hashable {
        /// The word without its quotes.
        var text: String
        /// Where it begins, in bytes.
        var start: Int
    }

    /// The words of a text; blanks within quotes, and those behind a backslash, are part of a word.
    static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var current: Word?
        var quote: Character?
        var isEscaped = false
        var offset = 0
        for character in text {
            defer { offset += character.utf8.count }
            if isEscaped {
                current?.text.append(character)
                isEscaped = false
            } else if character == "\\" {
                current = current ?? Word(text: "", start: offset)
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { current?.text.append(character) }
            } else if character == "\"" || character == "'" {
                current = current ?? Word(text: "", start: offset)
                quote = character
            } else if character.isWhitespace {
                if let word = current { words.append(word) }
                current = nil
            } else {
                current = current ?? Word(text: "", start: offset)
                current?.text.append(character)
            }
        }
        if let current { words.append(current) }
        return words
    }

    /// A text as one word.
    static func quoted(_ text: String) -> String {
        guard text.contains(where: { $0.isWhitespace || $0 == "\"" || $0 == "'" || $0 == "\\" }) else { return text }
        return "\"" + text.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) } + "\""
    }

    /// The parts of a text between commas that stand in no bracket and no quotes, without blanks round them.
    static func parts(of text: String) -> [String] {
        var parts: [String] = []
        var current = ""
        var scan = ReplContinuation()
        for character in text {
            scan.pass(character)
            if character == ",", !scan.isOpen {
                parts.append(ReplSession.trimmed(current))
                current = ""
            } else {
                current.append(character)
            }
        }
        parts.append(ReplSession.trimmed(current))
        return parts
    }

    /// Whether a text can be the name of a variable or a saved predicate.
    static func isName(_ text: String) -> Bool {
        guard text.utf8.count <= 200, let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart
        else { return false }
        return text.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
    }
}

/// Whether a text ends within a bracket or a quote, so that it goes on in the next line.
struct ReplContinuation {
    private var depth = 0
    private var quote: Character?
    private var isEscaped = false

    /// Whether a bracket or a quote is open.
    var isOpen: Bool { depth > 0 || quote != nil }

    /// Whether a quote is open.
    var isInQuotes: Bool { quote != nil }

    /// Goes a character on.
    mutating func pass(_ character: Character) {
        if isEscaped {
            isEscaped = false
            return
        }
        if let open = quote {
            if character == "\\" { isEscaped = true }
            if character == open { quote = nil }
            return
        }
        switch character {
        case "\"", "'": quote = character
        case "(", "{", "[": depth += 1
        case ")", "}", "]": depth = max(0, depth - 1)
        default: break
        }
    }

    /// Whether an entry goes on in the next line. Only text of the language does: a file's name may hold an apostrophe.
    static func goesOn(_ entry: String) -> Bool {
        let entry = ReplSession.trimmed(entry)
        if ReplSession.isComment(entry) { return false }
        var text = entry
        if entry.hasPrefix(":") {
            let (name, argument) = ReplSession.command(entry)
            guard let row = ReplCommandTable.row(named: name), row.argument.isLanguage else { return false }
            text = argument
        }
        var scan = ReplContinuation()
        for character in text { scan.pass(character) }
        return scan.isOpen
    }
}
