/// Markdown for a page of the reference, written from top to bottom.
struct MarkdownPage {
    /// The page so far.
    private(set) var text = ""
    /// The width of a paragraph in columns.
    static let columns = 120

    /// A page with a note at the top that it is generated.
    init(generatedFrom source: String) {
        text = "<!-- Generated from \(source) by `make reference`; a change here would be overwritten. -->\n"
    }

    /// A heading; level 1 is the title.
    mutating func heading(_ level: Int, _ title: String) {
        text += "\n" + String(repeating: "#", count: level) + " " + title + "\n"
    }

    /// An anchor for a heading whose characters do not form a name.
    mutating func anchor(_ name: String) { text += "\n<a id=\"\(name)\"></a>\n" }

    /// A paragraph.
    mutating func paragraph(_ sentences: String) {
        text += "\n" + WrappedText.lines(of: sentences, columns: Self.columns).joined(separator: "\n") + "\n"
    }

    /// A block of literal text.
    mutating func block(_ content: String, language: String = "text") {
        let fence = String(repeating: "`", count: max(3, Self.longestRun(of: "`", in: content) + 1))
        text += "\n\(fence)\(language)\n\(content)\(content.hasSuffix("\n") ? "" : "\n")\(fence)\n"
    }

    /// A table. Its cells are Markdown.
    mutating func table(_ columns: [String], _ rows: [[String]]) {
        text += "\n" + Self.row(columns) + Self.row(columns.map { _ in "---" })
        for row in rows { text += Self.row(row) }
    }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }

    /// Code within a line.
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

/// Wraps sentences to a width.
enum WrappedText {
    /// The words of a text in lines with a maximum width, except for longer words. A line end in the text counts as a
    /// blank, and code in backticks is not split.
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
