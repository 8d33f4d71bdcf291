import PredicateFormat

/// The pages about the language: one for each chapter, and the index.
enum LanguagePages {
    /// All pages.
    static var all: [ReferencePage] { [index] + LanguageSection.allCases.map(page) }

    /// The name of the page of a chapter.
    static func name(of section: LanguageSection) -> String { "\(section.rawValue).md" }

    /// The link to an entry.
    static func link(to found: LanguageReference.Found) -> String {
        "\(name(of: found.section))#\(found.entry.subject.anchor)"
    }

    private static var index: ReferencePage {
        var page = MarkdownPage(generatedFrom: "PredicateCommand/Reference/Language/LanguageReference*.swift")
        page.heading(1, "The language")
        page.paragraph(
            """
            Every operator, option, function, collection operator and literal, with its meaning and examples.
            `predicate language TOPIC` shows the same on a terminal, and so does `:help TOPIC` at the prompt. [The
            language, in short](../language.md) summarises it on one page. [Messages](../messages/README.md) explains
            all errors and warnings. The [specification](../specification.md) defines the meaning of a predicate, and
            the [grammar](../../Grammar/README.md) its syntax.
            """)
        page.paragraph(
            """
            If you know another language, begin with [Coming from NSPredicate](../coming-from-nspredicate.md), [Coming
            from SQL](../coming-from-sql.md) or [Coming from jq](../coming-from-jq.md).
            """)
        page.heading(2, "How to read the examples")
        page.paragraph(
            """
            An expression is followed by its value. A predicate is followed by records, each after its answer.
            Texts print in double quotes, lists in braces, sets with the word SET, dates in UTC. Fields have no
            declared type unless a line declares one. `now()` is 2026-01-31T12:00:00Z. The tests run all examples with
            both evaluators; commands run in the folder of the package.
            """)
        page.block(
            LanguageExample.values([("7 / 2", "3")]).shown(width: 80) + "\n\n"
                + LanguageExample.of(
                    "age > 30", [(#"{"age": 31}"#, "true"), (#"{"age": 30}"#, "false"), (#"{"age": null}"#, "false")]
                ).shown(width: 80))
        for section in LanguageSection.allCases {
            page.heading(2, "[\(section.title)](\(name(of: section)))")
            page.paragraph(section.summary)
            page.table(
                ["", ""],
                section.entries.map { entry in
                    let also = entry.subject.otherSpellings.map(MarkdownPage.code)
                    let title = heading(of: entry)
                    let link = "[\(title)](\(name(of: section))#\(entry.subject.anchor))"
                    return [([link] + also).joined(separator: " "), entry.subject.help]
                })
        }
        return ReferencePage(name: "README.md", text: page.text)
    }

    private static func heading(of entry: LanguageEntry) -> String {
        let title = entry.subject.title
        if entry.subject.isCode || title.first?.isLetter == false { return MarkdownPage.code(title) }
        // nil is always in lower case.
        return title.hasPrefix("nil ") ? title : title.prefix(1).uppercased() + title.dropFirst()
    }

    private static func page(of section: LanguageSection) -> ReferencePage {
        var page = MarkdownPage(
            generatedFrom: "PredicateCommand/Reference/Language/LanguageReference+\(section.fileName).swift")
        page.heading(1, section.title)
        page.paragraph(section.summary)
        page.paragraph(
            section.entries.map { "[\(heading(of: $0))](#\($0.subject.anchor))" }.joined(separator: " · "))
        for entry in section.entries { add(entry, to: &page) }
        return ReferencePage(name: name(of: section), text: page.text)
    }

    /// The link to the message of a rejected text.
    private static func message(of example: LanguageExample) -> String? {
        guard case .refused(_, let code) = example.kind, let found = MessageReference.entries(for: code).first else {
            return nil
        }
        let page = MessagePages.name(of: found.stage)
        return "The message is [\(MarkdownPage.code(code))](../messages/\(page)#\(code))."
    }

    private static func add(_ entry: LanguageEntry, to page: inout MarkdownPage) {
        page.anchor(entry.subject.anchor)
        page.heading(2, heading(of: entry))
        page.paragraph("*\(entry.subject.help)*")
        if !entry.forms.isEmpty { page.block(entry.forms.joined(separator: "\n")) }
        let facts = entry.facts
        if !facts.isEmpty { page.paragraph(facts.joined(separator: " ")) }
        for paragraph in entry.paragraphs { page.paragraph(paragraph) }
        for example in entry.examples {
            if let note = example.note { page.paragraph(note) }
            page.block(example.shown(width: MessagePages.snippetWidth), language: example.language)
            if let message = message(of: example) { page.paragraph(message) }
        }
        if let apple = entry.apple { page.paragraph("**NSPredicate:** \(apple)") }
        let links = entry.seeAlso.compactMap { name in
            LanguageReference.entries(for: name).first.map { "[\(heading(of: $0.entry))](\(link(to: $0)))" }
        }
        if !links.isEmpty { page.paragraph("See also " + links.joined(separator: ", ") + ".") }
    }
}

extension LanguageSection {
    /// The name of the file with its entries, after the `+`.
    var fileName: String {
        rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension LanguageEntry {
    /// The paragraphs of the explanation.
    var paragraphs: [String] {
        explanation.split(separator: "\n\n").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// Further facts from the tables: other spellings, types of parameters, the result.
    var facts: [String] {
        var facts: [String] = []
        let others = subject.otherSpellings
        if case .function(let function) = subject {
            let signature = function.signature
            for parameter in signature.parameters {
                facts.append("`\(parameter.name)` is \(parameter.type.phrase).")
            }
            facts.append("The result is \(signature.resultPhrase).")
            if let full = others.first { facts.append("The full name is `\(full)`.") }
        } else {
            // Selectors are already among the forms.
            let unseen = others.filter { other in !forms.contains { $0.hasPrefix(other + "(") } }
            if !unseen.isEmpty { facts.append("Also written \(unseen.map { "`\($0)`" }.joined(separator: ", ")).") }
        }
        return facts
    }
}
