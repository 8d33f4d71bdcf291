import PredicateFormat

/// One entry of the language reference: a section of a page of `Documentation/reference`.
///
/// The section begins with a sentence in italics, and a block with the syntax if it is about a word of the language. A
/// paragraph `Also written …` has other spellings, and `Also found as …` other words that lead to the entry. Blocks of
/// `text` after that are examples, which a test runs; `LanguageExample` describes them.
struct LanguageEntry: Sendable {
    /// The name in the heading; a topic begins with a small letter.
    var title: String
    /// Whether the entry is about a word or sign of the language, and not a topic.
    var isCode: Bool
    /// One sentence.
    var help: String
    /// The syntax, a line for each form.
    var forms: [String] = []
    /// The rest of the section.
    var blocks: ArraySlice<MarkdownPage.Block>

    /// Reads a section; nil if it does not begin as one.
    init?(_ section: MarkdownPage.Section) {
        guard case .paragraph(let first)? = section.blocks.first, let match = first.wholeMatch(of: /\*([\s\S]+)\*/)
        else {
            return nil
        }
        isCode = section.isCode
        title = section.isCode ? section.title : MarkdownPage.topic(section.title)
        help = String(match.1).replacing("\n", with: " ")
        blocks = section.blocks.dropFirst()
        if case .fence(_, let syntax)? = blocks.first {
            forms = syntax.split(separator: "\n").map(String.init)
            blocks = blocks.dropFirst()
        }
    }

    /// The paragraphs without those that only list names and types.
    var paragraphs: [String] {
        blocks.compactMap { block in
            if case .paragraph(let text) = block, !Self.isList(text) { text } else { nil }
        }
    }

    private static func isList(_ paragraph: String) -> Bool {
        paragraph.hasPrefix("Also written ") || paragraph.hasPrefix("Also found as ")
            || paragraph.contains("The result is ") && paragraph.hasPrefix("`")
    }

    /// Other spellings with the same meaning.
    var spellings: [String] { words(after: "Also written ") + words(after: "The full name is ") }

    /// All words that find the entry.
    var names: [String] {
        var names = [title] + spellings + words(after: "Also found as ")
        if title.hasPrefix("["), title.hasSuffix("]") { names.append(String(title.dropFirst().dropLast())) }
        // Selectors, such as `add:to:(a, b)`.
        names += forms.compactMap { $0.firstMatch(of: /^([A-Za-z]+:[A-Za-z:]*)\(/).map { String($0.1) } }
        return names.uniqued
    }

    /// The words in backquotes after a phrase, up to the end of its sentence.
    private func words(after phrase: String) -> [String] {
        for case .paragraph(let text) in blocks {
            guard let range = text.firstRange(of: phrase) else { continue }
            return text[range.upperBound...].prefixMatch(of: /(?:,?\s?`[^`]+`)+/)
                .map { $0.0.matches(of: /`([^`]+)`/).map { String($0.1) } } ?? []
        }
        return []
    }

    /// The section on a terminal.
    func text(width: Int) -> String {
        let syntax = forms.isEmpty ? [] : [MarkdownPage.Block.fence("text", text: forms.joined(separator: "\n"))]
        return ReferenceText.text(of: [.paragraph("\(title): \(help)")] + syntax + blocks, width: width)
    }

    /// A few lines of Markdown for an editor: the sentence, the syntax, the first paragraph, and the first example.
    var markup: String {
        var parts = [MarkdownPage.code(title) + ": " + help]
        if !forms.isEmpty { parts.append("```\n\(forms.joined(separator: "\n"))\n```") }
        if let first = paragraphs.first {
            parts.append(ReferenceText.withoutLinks(first, namesFiles: false).replacing("\n", with: " "))
        }
        for case .fence(_, let example) in blocks {
            parts.append("```\n\(example)\n```")
            break
        }
        return parts.joined(separator: "\n\n")
    }
}

/// Every operator, option, function and form of the language.
enum LanguageReference {
    /// A chapter.
    struct Page: Sendable {
        /// The name of its file, without `.md`.
        var name: String
        var title: String
        var entries: [LanguageEntry]
    }

    /// The chapters.
    static let pages: [Page] = MarkdownPage.embedded(in: "reference").map { page in
        Page(
            name: String(page.name.dropFirst("reference/".count)), title: page.title,
            entries: page.sections.compactMap(LanguageEntry.init))
    }

    /// All entries with their names, chapter by chapter.
    private static let all: [(names: [String], entry: LanguageEntry)] = pages.flatMap { page in
        page.entries.map { ($0.names, $0) }
    }

    /// The entries with a name: exactly, or else ignoring case.
    static func entries(for topic: String) -> [LanguageEntry] {
        let topic = withoutBrackets(topic)
        let exact = all.filter { $0.names.contains(topic) }
        let folded = topic.lowercased()
        let found = exact.isEmpty ? all.filter { $0.names.contains { $0.lowercased() == folded } } : exact
        return found.map(\.entry)
    }

    /// Removes the parentheses of `sum()` and `SUBQUERY(…)`.
    private static func withoutBrackets(_ topic: String) -> String {
        guard let open = topic.firstIndex(of: "("), open > topic.startIndex, topic.hasSuffix(")") else { return topic }
        return String(topic[..<open])
    }

    /// All names, each once, in the order of the entries.
    static let names: [String] = all.flatMap(\.names).uniqued

    /// Suggestions for an unknown word: names that begin with it, or else the nearest name, or names that contain it.
    static func suggestions(for word: String) -> [String] {
        let folded = word.lowercased()
        let beginning = folded.count > 1 ? names.filter { $0.lowercased().hasPrefix(folded) } : []
        if !beginning.isEmpty { return Array(beginning.prefix(5)) }
        if let near = Suggestions.nearest(to: word, among: names) { return [near] }
        guard folded.count > 1 else { return [] }
        return Array(names.filter { $0.lowercased().contains(folded) }.prefix(5))
    }

    // MARK: Showing

    /// All entries with a name on a terminal; nil if there is none.
    static func text(for topic: String, width: Int) -> String? {
        let found = entries(for: topic)
        return found.isEmpty ? nil : found.map { $0.text(width: width) }.joined(separator: "\n")
    }

    /// The entries with a name for an editor, without topics; nil if there is none.
    static func markup(for word: String) -> String? {
        let found = entries(for: word).filter(\.isCode)
        return found.isEmpty ? nil : found.map(\.markup).joined(separator: "\n\n")
    }

    /// The names of all entries, chapter by chapter.
    static func list(width: Int) -> String {
        let column = all.map { name(of: $0.entry).count }.filter { $0 <= 24 }.max() ?? 0
        let indent = String(repeating: " ", count: column + 4)
        return pages.map { page in
            let rows = page.entries.map { entry in
                let name = name(of: entry)
                let pad = String(repeating: " ", count: max(0, column - name.count) + 2)
                let help = MessageText.lines(of: entry.help, columns: max(30, width - column - 4))
                return "  \(name)\(pad)" + help.joined(separator: "\n" + indent)
            }
            return page.title + "\n" + rows.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    /// The name, followed by symbols with the same meaning.
    private static func name(of entry: LanguageEntry) -> String {
        ([entry.title] + entry.spellings.filter { $0.count < 5 && !$0.hasPrefix("%") }).joined(separator: "  ")
    }

    /// The message for an unknown topic, with suggestions.
    static func unknown(_ topic: String, listedBy command: String) -> String {
        let shown = SafeText.plain(ColumnText.cut(topic, to: 40))
        let suggestions = suggestions(for: topic).map { "`\($0)`" }.joined(separator: ", ")
        let advice = suggestions.isEmpty ? "`\(command)` lists all topics" : "did you mean \(suggestions)?"
        return "there is no topic `\(shown)`; \(advice)"
    }
}
