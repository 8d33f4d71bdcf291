import PredicateFormat
import PredicateRecords
import PredicateTesting

@testable import PredicateCommand

/// A page for users of another language, `Documentation/coming-from-….md`.
///
/// A table has conditions in both languages, the numbers of the records that they find, and a remark. If the other
/// language finds others, the page says so: `2; SQL: none`. Blocks of text are examples as in the reference.
struct Guide: Sendable {
    /// A condition in both languages, with the records that it finds.
    struct Pair: Sendable {
        var theirs: String
        var ours: String
        var found: [Int]
        /// The records that the other language finds, if they differ.
        var foundThere: [Int]?
    }

    /// The other language.
    var language: String
    var page: MarkdownPage

    private init(_ name: String, _ language: String) {
        self.language = language
        page = MarkdownPage((try? Repository.text(of: "Documentation/coming-from-\(name).md")) ?? "", name: name)
    }

    static let sql = Guide("sql", "SQL")
    static let jq = Guide("jq", "jq")
    static let all = [Guide("nspredicate", "NSPredicate"), sql, jq]

    /// Every pair of the page.
    var pairs: [Pair] {
        page.sections.flatMap(\.blocks).flatMap { block -> [Pair] in
            guard case .table(let rows) = block, rows.first?.count == 4 else { return [] }
            return rows.map { row in
                let found = row[2].split(separator: "; \(language): ").map { part in
                    part.split(separator: ", ").compactMap { Int($0) }
                }
                return Pair(
                    theirs: MarkdownPage.content(ofCode: row[0]), ours: MarkdownPage.content(ofCode: row[1]),
                    found: found[0], foundThere: found.count > 1 ? found[1] : nil)
            }
        }
    }
}

/// The records of the guides, as the guide for SQL shows them.
enum GuideData {
    static let records: String = {
        for case .fence("json", let records) in Guide.sql.page.introduction { return records }
        return ""
    }()

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
