import PredicateFormat
import PredicateRecords

/// A page for who comes from another language: what is said there, and how it is said here.
struct Guide: Sendable {
    /// A condition in both languages, with the records that it finds.
    struct Pair: Sendable {
        /// As the other language says it.
        var theirs: String
        /// As it is said here.
        var ours: String
        /// The numbers of the records that it finds here.
        var found: [Int]
        /// Those that the other language finds, where they are others.
        var foundThere: [Int]?
        /// What is to be said of it.
        var note: String

        init(_ theirs: String, _ ours: String, _ found: [Int], there: [Int]? = nil, _ note: String = "") {
            self.theirs = theirs
            self.ours = ours
            self.found = found
            self.foundThere = there
            self.note = note
        }
    }

    /// A part of the page.
    struct Section: Sendable {
        var title: String
        /// Paragraphs with an empty line between them.
        var text: String
        /// A piece of Swift.
        var code: String?
        /// Conditions in both languages.
        var pairs: [Pair] = []
        /// Examples of this side alone.
        var examples: [LanguageExample] = []
    }

    /// The other language.
    var language: String
    /// The name of the page's file.
    var file: String
    /// What is to be known first: paragraphs with an empty line between them.
    var introduction: String
    /// Whether the records of `GuideData` are shown, which the pairs are about.
    var showsData = true
    var sections: [Section]

    /// All of them.
    static let all = [Guide.nsPredicate, Guide.sql, Guide.jq]

    /// Every pair of the page.
    var pairs: [Pair] { sections.flatMap(\.pairs) }
}

/// The records that the pairs of the guides are about.
enum GuideData {
    /// The records, one a line.
    static let records = """
        {"id": 1, "name": "Ann Lee", "age": 31, "city": "Rome", "joined": "2024-03-01T09:00:00Z", "active": true, "tags": ["admin", "staff"], "orders": [{"total": 120, "paid": true}, {"total": 30, "paid": false}]}
        {"id": 2, "name": "bob", "age": 25, "city": null, "joined": "2025-01-15T00:00:00Z", "active": false, "tags": [], "orders": []}
        {"id": 3, "name": "Zoë", "age": null, "city": "Oslo", "joined": "2023-07-01T12:30:00Z", "active": true, "tags": ["staff"], "orders": [{"total": 300, "paid": false}]}
        {"id": 4, "name": "Anna", "age": 42, "city": "rome", "joined": "2026-01-31T12:00:00Z", "active": false, "tags": ["guest"], "orders": [{"total": 80, "paid": true}]}
        {"id": 5, "name": "50% off", "age": 18, "city": "Oslo", "joined": "2025-12-24T00:00:00Z", "active": true, "tags": ["admin"], "orders": [{"total": 5, "paid": true}, {"total": 150, "paid": true}]}
        """

    /// What is declared of them.
    static let schema = #"""
        {"title": "Person", "type": "object", "properties": {
          "id": {"type": "integer"}, "name": {"type": "string"}, "age": {"type": ["integer", "null"]}, "city": {"type": ["string", "null"]},
          "joined": {"type": "string", "format": "date-time"}, "active": {"type": "boolean"}, "tags": {"type": "array", "items": {"type": "string"}},
          "orders": {"type": "array", "items": {"type": "object", "required": ["total", "paid"], "properties": {"total": {"type": "number"}, "paid": {"type": "boolean"}}}}
        }, "required": ["id", "name", "joined", "active", "tags", "orders"]}
        """#

    /// The numbers of the records that each evaluator finds.
    static func found(by predicate: String) throws -> [[Int]] {
        let schema = try JSONSchemaReader.read(schema).schema
        let checked = try CheckedPredicate(predicate, schema: schema, library: commandLibrary)
        let context = EvaluationContext(now: LanguageExample.now)
        let reference = ReferenceEvaluator(library: commandLibrary)
        var reader = JSONReader()
        var found: [[Int]] = [[], []]
        for (index, line) in records.split(separator: "\n").enumerated() {
            let record = try reader.read(String(line))
            if reference.evaluate(checked.program, on: record, context: context) { found[0].append(index + 1) }
            if checked.compiled.evaluate(on: record, context: context) { found[1].append(index + 1) }
        }
        return found
    }
}

/// The pages for who comes from another language.
enum GuidePages {
    static var all: [ReferencePage] { Guide.all.map(page) }

    private static func page(_ guide: Guide) -> ReferencePage {
        var page = MarkdownPage(generatedFrom: "Sources/PredicateCommand/Reference/Guides/Guide+*.swift")
        page.heading(1, "Coming from \(guide.language)")
        add(guide.introduction, to: &page)
        if guide.showsData {
            page.paragraph(
                """
                The numbers behind the conditions are those of the records below that they find. Both sides are run by
                the tests. `joined` is declared as a date; what the other fields are can be seen.
                """)
            page.block(GuideData.records, language: "json")
        }
        for section in guide.sections {
            page.heading(2, section.title)
            add(section.text, to: &page)
            if let code = section.code { page.block(code, language: "swift") }
            if !section.pairs.isEmpty {
                page.table(
                    [guide.language, "here", "finds", ""],
                    section.pairs.map { pair in
                        let there = pair.foundThere.map { "; \(guide.language): \(numbers($0))" } ?? ""
                        return [
                            MarkdownPage.code(pair.theirs), MarkdownPage.code(pair.ours), numbers(pair.found) + there,
                            pair.note,
                        ]
                    })
            }
            for example in section.examples {
                if let note = example.note { page.paragraph(note) }
                page.block(example.shown(width: MessagePages.snippetWidth), language: example.language)
            }
        }
        return ReferencePage(name: guide.file, text: page.text)
    }

    private static func numbers(_ numbers: [Int]) -> String {
        numbers.isEmpty ? "none" : numbers.map(String.init).joined(separator: ", ")
    }

    private static func add(_ text: String, to page: inout MarkdownPage) {
        for paragraph in text.split(separator: "\n\n") { page.paragraph(String(paragraph)) }
    }
}
