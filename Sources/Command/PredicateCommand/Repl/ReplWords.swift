/// The words of a command line in the REPL.
enum ReplWords {
    /// A word and its position.
    struct Word: Hashable {
        /// The word without its quotes.
        var text: String
        /// Its start, in bytes.
        var start: Int
    }

    /// The words of a string; spaces in quotes, or after a backslash, are part of a word.
    static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var current: Word?
        var quote: Unicode.Scalar?
        var isEscaped = false
        var offset = 0
        for scalar in text.unicodeScalars {
            defer { offset += UTF8.width(scalar) }
            if isEscaped {
                current?.text.unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\" {
                current = current ?? Word(text: "", start: offset)
                isEscaped = true
            } else if let open = quote {
                if scalar == open { quote = nil } else { current?.text.unicodeScalars.append(scalar) }
            } else if scalar == "\"" || scalar == "'" {
                current = current ?? Word(text: "", start: offset)
                quote = scalar
            } else if scalar.properties.isWhitespace {
                if let word = current { words.append(word) }
                current = nil
            } else {
                current = current ?? Word(text: "", start: offset)
                current?.text.unicodeScalars.append(scalar)
            }
        }
        if let current { words.append(current) }
        return words
    }

    /// A string as one word.
    static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            !(scalar.properties.isWhitespace || scalar == "\"" || scalar == "'" || scalar == "\\")
        }
        if isPlain { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(scalar)
        }
        quoted.unicodeScalars.append("\"")
        return quoted
    }
}

/// Whether a line ends inside a bracket or a quote, so that it continues on the next line.
///
/// It reads code points, like the lexer: Swift treats a quote and a following combining mark as one character.
struct ReplContinuation {
    private var depth = 0
    private var quote: Unicode.Scalar?
    private var isEscaped = false

    /// Whether a bracket or a quote is open.
    var isOpen: Bool { depth > 0 || quote != nil }

    /// Whether a quote is open.
    var isInQuotes: Bool { quote != nil }

    /// Advances by one code point.
    mutating func pass(_ scalar: Unicode.Scalar) {
        if isEscaped {
            isEscaped = false
            return
        }
        if let open = quote {
            if scalar == "\\" { isEscaped = true }
            if scalar == open { quote = nil }
            return
        }
        switch scalar {
        case "\"", "'": quote = scalar
        case "(", "{", "[": depth += 1
        case ")", "}", "]": depth = max(0, depth - 1)
        default: break
        }
    }
}
