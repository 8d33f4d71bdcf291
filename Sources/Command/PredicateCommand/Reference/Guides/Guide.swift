import PredicateFormat
import PredicateRecords

/// A page for users of another language, with conditions in both languages.
struct Guide: Sendable {
    /// A condition in both languages, with the records that it finds.
    struct Pair: Sendable {
        /// The condition in the other language.
        var theirs: String
        /// The condition here.
        var ours: String
        /// The numbers of the records that it finds here.
        var found: [Int]
        /// The records that the other language finds, if they differ.
        var foundThere: [Int]?
        /// A remark.
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
        /// Examples only in our language.
        var examples: [LanguageExample] = []
    }

    /// The other language.
    var language: String
    /// The name of the page's file.
    var file: String
    /// The introduction: paragraphs with an empty line between them.
    var introduction: String
    /// Whether the page shows the records of `GuideData`, which the pairs use.
    var showsData = true
    var sections: [Section]

    /// All guides.
    static let all = [Guide.nsPredicate, Guide.sql, Guide.jq]

    /// Every pair of the page.
    var pairs: [Pair] { sections.flatMap(\.pairs) }
}

/// The records for the pairs of the guides.
enum GuideData {
    /// The records, one per line.
    static let records = """
        {"id": 1, "name": "Ann Lee", "age": 31, "city": "Rome", "joined": "2024-03-01T09:00:00Z", "active": true, "tags": ["admin", "staff"], "orders": [{"total": 120, "paid": true}, {"total": 30, "paid": false}]}
        {"id": 2, "name": "bob", "age": 25, "city": null, "joined": "2025-01-15T00:00:00Z", "active": false, "tags": [], "orders": []}
        {"id": 3, "name": "Zoë", "age": null, "city": "Oslo", "joined": "2023-07-01T12:30:00Z", "active": true, "tags": ["staff"], "orders": [{"total": 300, "paid": false}]}
        {"id": 4, "name": "Anna", "age": 42, "city": "rome", "joined": "2026-01-31T12:00:00Z", "active": false, "tags": ["guest"], "orders": [{"total": 80, "paid": true}]}
        {"id": 5, "name": "50% off", "age": 18, "city": "Oslo", "joined": "2025-12-24T00:00:00Z", "active": true, "tags": ["admin"], "orders": [{"total": 5, "paid": true}, {"total": 150, "paid": true}]}
        """

    /// Their schema.
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

/// The pages for users of other languages.
enum GuidePages {
    static var all: [ReferencePage] { Guide.all.map(page) }

    private static func page(_ guide: Guide) -> ReferencePage {
        var page = MarkdownPage(generatedFrom: "PredicateCommand/Reference/Guides/Guide+*.swift")
        page.heading(1, "Coming from \(guide.language)")
        add(guide.introduction, to: &page)
        if guide.showsData {
            page.paragraph(
                """
                The numbers after the conditions are the matching records of the list below. The tests run both sides.
                `joined` is declared as a date; the types of the other fields are visible in the records.
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
