import PredicateCore

/// Words of a shell's line.
package enum ShellWord {
    /// A word that a shell reads as the text.
    package static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "/", ":", "@", "%", "+", ",": true
            default: false
            }
        }
        if text.unicodeScalars.contains(where: FileName.isByte) { return escaped(FileName.bytes(text)) }
        let text = SafeText.plain(text)
        return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    /// The command of DuckDB that writes the rows of a query as lines of JSON.
    static func duckDB(_ query: String) -> String {
        // Within double quotes a name could run a command.
        let isPlain = !query.contains { "\"$`\\!".contains($0) } && SafeText.plain(query) == query
        return "duckdb -jsonlines -c " + (isPlain ? "\"\(query)\"" : quoted(query))
    }

    /// The form of bash, ksh and zsh for bytes that are no text.
    private static func escaped(_ bytes: [UInt8]) -> String {
        bytes.reduce(into: "$'") { word, byte in
            let isPlain = byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\")
            word += isPlain ? String(Unicode.Scalar(byte)) : "\\x" + byte.hexadecimal(digits: 2)
        } + "'"
    }
}
