/// The pages on messages: one for each stage, and the index.
enum MessagePages {
    /// The columns of the terminal that snippets are made for.
    static let snippetWidth = 80

    /// All pages.
    static var all: [ReferencePage] { [index] + MessageStage.allCases.map(page) }

    /// The name of the page of a stage.
    static func name(of stage: MessageStage) -> String { "\(stage.rawValue).md" }

    private static var index: ReferencePage {
        var page = MarkdownPage(generatedFrom: "Sources/PredicateCommand/Reference/Messages/MessageReference*.swift")
        page.heading(1, "Messages")
        page.paragraph(
            """
            Every message has a code that stays the same when its words change: the field `code` of a diagnostic in
            Swift. `predicate message CODE` shows on a terminal what stands here. An error means that the predicate, the schema
            or the record cannot be used; a warning means that it can, and probably says something else than was meant. All errors of
            a text are reported at once, and none is the consequence of another.
            """)
        page.paragraph(
            """
            The snippets are what a terminal of 80 columns shows; they, and the fixed texts below them, are made by running
            the examples when these pages are written, and a test fails where they are no longer so.
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
            generatedFrom: "Sources/PredicateCommand/Reference/Messages/MessageReference+\(stage.fileName).swift")
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
            if let fixed = outcome.fixed { page.paragraph("Mended: \(MarkdownPage.code(fixed))") }
            if let suggested = outcome.suggested { page.paragraph("Suggested: \(MarkdownPage.code(suggested))") }
        }
        guard !entry.reasons.isEmpty else { return }
        page.paragraph("Others like it:")
        page.table(["what is written", "what is said"], entry.reasons.map { [$0.shown, $0.run()?.text ?? ""] })
    }
}

extension MessageStage {
    /// Whether its examples are predicates that a person has written.
    var hasPredicates: Bool { [.lexer, .parser, .checker, .sample, .query].contains(self) }

    /// How the file of its entries is called, behind the `+`.
    var fileName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
