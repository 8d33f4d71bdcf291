/// How strings and names are spelled in a format string.
package enum SourceSpelling {
    /// A string literal: the double quote and the backslash are escaped (fact C3), and every character that is unsafe for a
    /// terminal (`SafeText`), so that a printed predicate can be shown and passed on.
    package static func quoted(_ text: String) -> String {
        "\"" + escaped(text, for: "\"") + "\""
    }

    /// The contents of a string literal.
    package static func escaped(_ text: String, for quote: Unicode.Scalar) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if SafeText.isUnsafe(scalar) {
                result += SafeText.escape(scalar)
                continue
            }
            if scalar == quote || scalar == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    /// Whether a string is a name that needs no quotes.
    package static func isWord(_ text: String) -> Bool {
        var scalars = text.unicodeScalars.makeIterator()
        guard let first = scalars.next(), IdentifierCharacters.isStart(first) else { return false }
        while let next = scalars.next() {
            guard IdentifierCharacters.isContinue(next) else { return false }
        }
        return true
    }

    /// A component of a path after a dot or at its beginning: with `#` if it is a reserved word.
    package static func component(_ name: String) -> String {
        isWord(name) ? (Keyword.printsEscaped(name) ? "#" + name : name) : quoted(name)
    }

    /// A component as somebody types it: with `#` only if this library needs it. Apple reserves more words, so a printed
    /// predicate has `#` before these too.
    package static func typedComponent(_ name: String) -> String {
        isWord(name) && Keyword(word: name) == nil ? name : component(name)
    }

    /// A variable: its name after `$`.
    package static func variable(_ name: String) -> String { "$" + (Keyword.printsEscaped(name) ? "#" + name : name) }
}
