import PredicateFormat

/// The language reference on a terminal.
enum LanguageText {
    /// All entries with a name; nil if there is none.
    static func text(for topic: String, width: Int) -> String? {
        let found = LanguageReference.entries(for: topic)
        guard !found.isEmpty else { return nil }
        return found.map { text(of: $0.entry, width: width) }.joined(separator: "\n")
    }

    /// An entry.
    static func text(of entry: LanguageEntry, width: Int) -> String {
        let columns = max(40, min(width, 100))
        func wrapped(_ text: String) -> String {
            WrappedText.lines(of: withoutLinks(text), columns: columns).joined(separator: "\n")
        }
        var paragraphs = [wrapped("\(entry.subject.title): \(entry.subject.help)")]
        if !entry.forms.isEmpty { paragraphs.append(indented(entry.forms.joined(separator: "\n"))) }
        if !entry.facts.isEmpty { paragraphs.append(wrapped(entry.facts.joined(separator: " "))) }
        paragraphs += entry.paragraphs.map(wrapped)
        for example in entry.examples {
            if let note = example.note { paragraphs.append(wrapped(note)) }
            paragraphs.append(indented(example.shown(width: max(40, width - 2))))
            if case .refused(_, let code) = example.kind {
                paragraphs.append("`predicate message \(code)` explains this message.")
            }
        }
        if let apple = entry.apple { paragraphs.append(wrapped("NSPredicate: \(apple)")) }
        if !entry.seeAlso.isEmpty { paragraphs.append(wrapped("See also: \(entry.seeAlso.joined(separator: ", "))")) }
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    /// Replaces each link with its text and the path of its file.
    private static func withoutLinks(_ text: String) -> String {
        text.replacing(/\[([^\]]+)\]\(\.\.\/([^)]+)\)/) { "\($0.1) (Documentation/\($0.2))" }
    }

    /// The names of all entries, chapter by chapter.
    static func list(width: Int) -> String {
        let column = LanguageReference.all.map { name(of: $0.entry).count }.filter { $0 <= 24 }.max() ?? 0
        return LanguageSection.allCases.map { section in
            let rows = section.entries.map { entry in
                let name = name(of: entry)
                let indent = String(repeating: " ", count: column + 4)
                let pad = String(repeating: " ", count: max(0, column - name.count) + 2)
                let help = WrappedText.lines(of: entry.subject.help, columns: max(30, width - column - 4))
                return "  \(name)\(pad)" + help.joined(separator: "\n" + indent)
            }
            return section.title + "\n" + rows.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    /// The name, followed by symbols with the same meaning.
    private static func name(of entry: LanguageEntry) -> String {
        ([entry.subject.title] + entry.subject.otherSpellings.filter { $0.count < 5 && !$0.hasPrefix("%") })
            .joined(separator: "  ")
    }

    /// The message for an unknown topic, with suggestions.
    static func unknown(_ topic: String, listedBy command: String) -> String {
        let shown = SafeText.plain(ColumnText.cut(topic, to: 40))
        let suggestions = LanguageReference.suggestions(for: topic).map { "`\($0)`" }.joined(separator: ", ")
        let advice = suggestions.isEmpty ? "`\(command)` lists all topics" : "did you mean \(suggestions)?"
        return "there is no topic `\(shown)`; \(advice)"
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
    }
}
