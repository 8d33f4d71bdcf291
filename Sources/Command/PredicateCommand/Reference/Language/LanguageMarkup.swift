import PredicateFormat

/// The language reference for editors, which show a few lines of Markdown beside a word.
enum LanguageMarkup {
    /// The entries with a name; nil if there is none.
    static func text(for topic: String) -> String? {
        let found = LanguageReference.entries(for: topic).filter { found in
            if case .topic = found.entry.subject { false } else { true }
        }
        guard !found.isEmpty else { return nil }
        return found.map { text(of: $0.entry) }.joined(separator: "\n\n")
    }

    /// The name and its meaning, the syntax, the first paragraph, and the first example.
    private static func text(of entry: LanguageEntry) -> String {
        var paragraphs = [MarkdownPage.code(entry.subject.title) + ": " + entry.subject.help]
        if !entry.forms.isEmpty { paragraphs.append(block(entry.forms.joined(separator: "\n"))) }
        if let first = entry.paragraphs.first { paragraphs.append(withoutLinks(first)) }
        if let example = entry.examples.first { paragraphs.append(block(example.shown(width: 60))) }
        return paragraphs.joined(separator: "\n\n")
    }

    private static func block(_ text: String) -> String { "```\n" + text + "\n```" }

    /// Replaces each link with its text: the editor has no such pages.
    private static func withoutLinks(_ text: String) -> String {
        text.replacing(/\[([^\]]+)\]\([^)]+\)/) { "\($0.1)" }
    }
}
