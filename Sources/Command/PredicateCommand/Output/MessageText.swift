/// Breaks sentences at blanks, where a terminal would break them within words.
enum MessageText {
    /// The beginnings of lines that are sentences. The others show a string and ranges in it.
    private static let leads = ["error: ", "warning: ", "note: ", "   = note: "]

    /// A message with lines that fit a terminal. Code in backticks is not broken.
    ///
    /// - Parameters:
    ///   - message: the message, which may have colours.
    ///   - width: the number of columns.
    static func wrapped(_ message: String, to width: Int) -> String {
        message.parts(between: UInt8(ascii: "\n")).map { wrapped(line: $0, to: width) }.joined(separator: "\n")
    }

    private static func wrapped(line: String, to width: Int) -> String {
        if line.utf8.count <= width || columns(of: line) <= width { return line }
        let plain = withoutColour(line)
        guard let lead = leads.first(where: { plain.startsExactly(with: $0) }) else { return line }
        // The text of a note stays below itself.
        let indentation = lead.hasPrefix(" ") ? lead.count : 2
        return lines(of: line, columns: width, indentation: indentation).joined(separator: "\n")
    }

    /// A string wrapped into lines of a maximum width, which only a longer word exceeds. A line break counts as a
    /// blank.
    ///
    /// - Parameters:
    ///   - indentation: the number of spaces before all lines but the first.
    ///   - keepsCode: whether code in backticks is kept in one line, however long it is.
    static func lines(
        of text: String, columns width: Int, indentation: Int = 0, keepsCode: Bool = true
    ) -> [String] {
        var lines = [""]
        var column = 0
        for (index, word) in words(of: text, keepsCode).enumerated() {
            let wide = columns(of: word)
            if column + 1 + wide > width, column > indentation {
                lines.append(String(repeating: " ", count: indentation))
                column = indentation
            } else if index > 0 {
                lines[lines.count - 1] += " "
                column += 1
            }
            lines[lines.count - 1] += word
            column += wide
        }
        return lines == [""] ? [] : lines
    }

    /// The words of a string, which line breaks and blanks separate. Blanks in backticks belong to a word.
    private static func words(of line: String, _ keepsCode: Bool) -> [String] {
        var words = [""]
        var isCode = false
        for scalar in line.unicodeScalars {
            if scalar == "`", keepsCode { isCode.toggle() }
            if scalar == "\n" || scalar == " " && !isCode {
                words.append("")
            } else {
                words[words.count - 1].unicodeScalars.append(scalar)
            }
        }
        return words
    }

    /// The columns of a string that may have colours.
    static func columns(of text: String) -> Int { TextWidth.columns(of: withoutColour(text)) }

    /// A string without the sequences that set colours, such as `ESC [ 31 m`.
    private static func withoutColour(_ text: String) -> String {
        guard text.utf8.contains(0x1B) else { return text }
        var isColour = false
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\u{1B}" { isColour = true }
            if !isColour { plain.append(scalar) }
            if scalar == "m" { isColour = false }
        }
        return String(plain)
    }
}

/// Numbers with their nouns.
enum Plural {
    /// "1 bad record was", "2 bad records were".
    static func records(_ count: Int, _ adjective: String) -> String {
        count == 1 ? "1 \(adjective) record was" : "\(count) \(adjective) records were"
    }

    /// "1 record", "2 records".
    static func of(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}

extension Sequence<String> {
    /// The nearest of the names, as the end of a sentence; other words if none is similar enough.
    func hint(for name: String, or other: String = "") -> String {
        Suggestions.nearest(to: name, among: self).map { "; did you mean `\(SafeText.plain($0))`?" } ?? other
    }
}

/// Text in XML.
enum XMLText {
    /// The first line of a document.
    static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    /// The value of an attribute, on one line. Control characters become visible symbols, because XML has no way to
    /// write most of them.
    static func attribute(_ text: String) -> String { escaped(SafeText.plain(text)) }

    /// Text between tags.
    static func content(_ text: String) -> String { escaped(SafeText.lines(text)) }

    private static func escaped(_ text: String) -> String {
        text.escaping([
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\u{FFFE}": "\u{FFFD}", "\u{FFFF}": "\u{FFFD}",
        ])
    }
}
