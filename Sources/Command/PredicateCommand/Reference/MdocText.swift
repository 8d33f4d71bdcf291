/// A manual page in the mdoc language, which man(1) reads.
struct MdocText {
    /// The text so far.
    private(set) var text = ""

    /// Starts a page.
    ///
    /// - Parameters:
    ///   - title: the name of the page, such as predicate-filter.
    ///   - date: a day in the form of mdoc, such as `January 1, 2030`.
    init(title: String, date: String) {
        line(".\\\" Made by `make install` from the help of the command.")
        line(".Dd \(date)")
        line(".Dt \(title.uppercased()) 1")
        line(".Os")
    }

    private mutating func line(_ line: String) { text += line + "\n" }

    /// A section.
    mutating func section(_ title: String) { line(".Sh \(title)") }

    /// A macro whose arguments are words without blanks or quotes, such as the names of commands and options.
    mutating func macro(_ name: String, _ arguments: String...) {
        line(([".\(name)"] + arguments.map(Self.argument)).joined(separator: " "))
    }

    /// A paragraph. Text in backticks is shown as code.
    mutating func paragraph(_ text: String, isFirst: Bool = false) {
        if !isFirst { line(".Pp") }
        prose(text)
    }

    /// Filled text. Every sentence begins on a new line, so that man(1) can find its end.
    mutating func prose(_ text: String) {
        var sentence: [Substring] = []
        for word in text.split(separator: " ") {
            sentence.append(word)
            if word.hasSuffix(".") || word.hasSuffix(".)") { end() }
        }
        end()
        func end() {
            for row in MessageText.lines(of: sentence.joined(separator: " "), columns: 78) {
                line(Self.protected(Self.inline(row)))
            }
            sentence = []
        }
    }

    /// Lines that are not filled.
    mutating func literal(_ lines: [String]) {
        line(".Bd -literal -offset indent")
        for row in lines { line(Self.protected(Self.escaped(row))) }
        line(".Ed")
    }

    /// A list of tags, each with a string.
    mutating func list(_ items: [(tag: String, text: String)], width: String = "Ds") {
        line(".Bl -tag -width \(width)")
        for item in items {
            line(".It \(item.tag)")
            prose(item.text)
        }
        line(".El")
    }

    /// The synopsis of a command, from the usage in its help: `predicate filter [<options>] <predicate>`.
    mutating func synopsis(_ usage: String) {
        let words = usage.split(separator: " ").map(String.init)
        guard let name = words.first else { return }
        line(".Nm \(name)")
        for word in words.dropFirst() {
            var word = Substring(word)
            while word.first == "[" {
                line(".Oo")
                word = word.dropFirst()
            }
            let closing = word.reversed().prefix { $0 == "]" }.count
            word = word.dropLast(closing)
            if word.hasPrefix("<") {
                line(".Ar \(Self.argument(String(word.dropFirst().prefix { $0 != ">" })))")
            } else if word.hasPrefix("-") {
                line(".Fl \(Self.argument(String(word.dropFirst())))")
            } else if word == "|" {
                line(".No \\&|")
            } else if word == "..." {
                line(".No ...")
            } else if !word.isEmpty {
                line(".Cm \(Self.argument(String(word)))")
            }
            for _ in 0..<closing { line(".Oc") }
        }
    }

    // MARK: Escapes

    /// A word as the argument of a macro.
    static func argument(_ word: String) -> String {
        let text = escaped(word)
        return text.contains(" ") || text.isEmpty ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
    }

    /// Text in which every character is literal, even those that man(1) would otherwise replace.
    static func escaped(_ text: String) -> String {
        text.escaping([
            "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
        ])
    }

    /// Text in which code in backticks is shown as code.
    private static func inline(_ text: String) -> String {
        var result = ""
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            result += index % 2 == 0 ? escaped(String(part)) : "\\fB\(escaped(String(part)))\\fP"
        }
        return result
    }

    /// A line of text that cannot be taken for a macro.
    private static func protected(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
}
