/// A page of the reference, written from top to bottom.
struct MarkdownPage {
    /// The page so far.
    private(set) var text = ""
    /// The columns that a paragraph is wrapped at.
    static let columns = 120

    /// A page that says at its top that it is generated.
    init(generatedFrom source: String) {
        text = "<!-- Generated from \(source) by `make reference`; a change here would be overwritten. -->\n"
    }

    /// A heading; that of level 1 is the title.
    mutating func heading(_ level: Int, _ title: String) {
        text += "\n" + String(repeating: "#", count: level) + " " + title + "\n"
    }

    /// A location that links can lead to, before a heading whose signs make no name.
    mutating func anchor(_ name: String) { text += "\n<a id=\"\(name)\"></a>\n" }

    /// A paragraph.
    mutating func paragraph(_ sentences: String) {
        text += "\n" + WrappedText.lines(of: sentences, columns: Self.columns).joined(separator: "\n") + "\n"
    }

    /// A text that is shown as it stands.
    mutating func block(_ content: String, language: String = "text") {
        let fence = String(repeating: "`", count: max(3, Self.longestRun(of: "`", in: content) + 1))
        text += "\n\(fence)\(language)\n\(content)\(content.hasSuffix("\n") ? "" : "\n")\(fence)\n"
    }

    /// A table; its cells are Markdown.
    mutating func table(_ columns: [String], _ rows: [[String]]) {
        text += "\n" + Self.row(columns) + Self.row(columns.map { _ in "---" })
        for row in rows { text += Self.row(row) }
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }

    /// A text as code within a line.
    static func code(_ content: String) -> String {
        let fence = String(repeating: "`", count: longestRun(of: "`", in: content) + 1)
        let blank = fence.count > 1 || content.hasPrefix(" ") || content.isEmpty ? " " : ""
        return fence + blank + content + blank + fence
    }

    private static func longestRun(of sign: Character, in text: String) -> Int {
        var longest = 0
        var run = 0
        for character in text {
            run = character == sign ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}

/// Sentences in lines of a given width.
enum WrappedText {
    /// The words of a text in lines of at most so many characters, but for words that are longer. A line end of the text is
    /// a blank, and code in backticks is not taken apart.
    static func lines(of text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in words(of: text) {
            if line.isEmpty {
                line = word
            } else if line.count + 1 + word.count <= columns {
                line += " " + word
            } else {
                lines.append(line)
                line = word
            }
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isCode = false
        for character in text {
            if character == "`" { isCode.toggle() }
            if character.isNewline || (character == " " && !isCode) {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
