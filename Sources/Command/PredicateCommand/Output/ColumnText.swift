import PredicateFormat

/// Text in columns of a terminal.
enum ColumnText {
    /// The text, cut with `…` if it exceeds a number of columns.
    static func cut(_ text: String, to columns: Int) -> String {
        // A text of that many bytes is cut without measuring it.
        let isHuge = text.utf8.count > 64 * (columns + 16)
        if !isHuge, TextWidth.columns(of: text) <= columns { return text }
        var kept = ""
        var used = 0
        for character in text {
            let next = TextWidth.columns(of: character)
            // Characters without width could continue forever.
            if used + next > columns - 1 || kept.utf8.count > 64 * (columns + 16) { break }
            kept.append(character)
            used += next
        }
        return columns > 0 ? kept + "…" : ""
    }

    /// The text, padded with spaces to a number of columns.
    static func pad(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - TextWidth.columns(of: text)))
    }
}

extension ColumnText {
    /// The text in lines of a maximum width, broken between words if possible; a longer word is cut.
    static func wrapped(_ text: String, to columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.parts(between: UInt8(ascii: " ")) {
            let word = cut(word, to: columns)
            let width = TextWidth.columns(of: word)
            if !line.isEmpty, used + 1 + width > columns {
                lines.append(line)
                line = ""
                used = 0
            }
            if !line.isEmpty {
                line += " "
                used += 1
            }
            line += word
            used += width
        }
        return lines + [line]
    }
}
