/// The pages about messages: one for each stage, and the index.
enum MessagePages {
    /// The terminal width of snippets, in columns.
    static let snippetWidth = 80

    /// All pages.
    static let all: [ReferencePage] = [index] + MessageStage.allCases.map(page)

    /// The name of the page of a stage.
    static func name(of stage: MessageStage) -> String { "\(stage.rawValue).md" }

    private static var index: ReferencePage {
        var page = MarkdownPage(generatedFrom: "PredicateCommand/Reference/Messages/MessageReference*.swift")
        page.heading(1, "Messages")
        page.paragraph(
            """
            Every message has a code that stays the same when its words change: the field `code` of a diagnostic in
            Swift. `predicate message CODE` shows the same text on a terminal. An error means that the predicate, the schema
            or the record cannot be used. A warning means that it can be used, but probably does not mean what was intended. All
            errors of a text are reported at once, and no error is the consequence of another.
            """)
        page.paragraph(
            """
            The snippets are the output on a terminal of 80 columns. The snippets and the fixed texts below them come from
            running the examples when these pages are generated; a test fails if they are out of date.
            """)
        for stage in MessageStage.allCases {
            page.heading(2, stage.title)
            page.paragraph(stage.summary)
            page.table(
                ["code", "", "what is wrong"],
                stage.entries.map { entry in
                    [
                        "[\(MarkdownPage.code(entry.code))](\(name(of: stage))#\(entry.code))", entry.severity.rawValue,
                        entry.title,
                    ]
                })
        }
        page.heading(2, "The schema of the examples")
        page.paragraph(
            "The predicates of the examples are checked against this JSON Schema, unless they say otherwise.")
        page.block(ReferenceSchema.text, language: "json")
        return ReferencePage(name: "README.md", text: page.text)
    }

    private static func page(of stage: MessageStage) -> ReferencePage {
        var page = MarkdownPage(
            generatedFrom: "PredicateCommand/Reference/Messages/MessageReference+\(stage.fileName).swift")
        page.heading(1, stage.title)
        page.paragraph(stage.summary)
        if stage.hasPredicates {
            page.paragraph("The predicates are checked against [this schema](README.md#the-schema-of-the-examples).")
        }
        for entry in stage.entries { add(entry, to: &page) }
        return ReferencePage(name: name(of: stage), text: page.text)
    }

    private static func add(_ entry: MessageEntry, to page: inout MarkdownPage) {
        page.heading(2, MarkdownPage.code(entry.code))
        page.paragraph("*\(entry.severity.rawValue)*: \(entry.title)")
        page.paragraph(entry.explanation)
        for example in entry.examples {
            if let note = example.note { page.paragraph(note) }
            if let text = example.text { page.block(text, language: example.language) }
            let outcome = example.run(snippetWidth)
            page.block(outcome.snippet)
            if let fixed = outcome.fixed { page.paragraph("Fixed: \(MarkdownPage.code(fixed))") }
            if let suggested = outcome.suggested { page.paragraph("Suggested: \(MarkdownPage.code(suggested))") }
        }
        guard !entry.reasons.isEmpty else { return }
        page.paragraph("Similar cases:")
        page.table(["text", "message"], entry.reasons.map { [$0.shown, $0.run()?.text ?? ""] })
    }
}

extension MessageStage {
    /// Whether the examples are predicates that users write.
    var hasPredicates: Bool { [.lexer, .parser, .checker, .sample, .query].contains(self) }

    /// The name of the file with its entries, after the `+`.
    var fileName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
