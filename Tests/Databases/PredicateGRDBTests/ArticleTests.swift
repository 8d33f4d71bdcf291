#if SQLite
import Foundation
import GRDB
import PredicateFormat
import PredicateGRDB
import PredicatePatterns
import PredicateSQL
import PredicateTesting
import Testing

/// The predicates of `Examples/Databases/articles.json` as conditions of requests, with the mapping that the database gives.
struct ArticleTests {
    private struct Case: Decodable {
        var table: String
        var predicate: String
        var ids: [Int]
        var arguments: [String]?
        var variables: [String: String]?

        /// A value is a number if it reads as one, as on the command line.
        static func value(_ text: String) -> PredicateValue { Int64(text).map { .integer($0) } ?? .string(text) }
    }

    /// A column of an ordinary table can hold texts among its numbers, and our function takes no lists. The command reads
    /// the records of such a predicate.
    private static let untranslatable = [
        "purchases.@sum.amount < 2000", "purchases.@avg.amount == 120.0", "purchases.@min.amount == 20",
        "purchases.@max.amount >= 110.5", "billingInfo.payments.@avg.amount == 120.0",
    ]

    private static func example(_ name: String) throws -> Data {
        try Data(contentsOf: Repository.url("Examples/Databases/\(name)"))
    }

    @Test func requestsTakeTheRows() throws {
        let cases = try JSONDecoder().decode([Case].self, from: Self.example("articles.json"))
        #expect(cases.count >= 77)
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.installPredicateFunctions() }
        let queue = try DatabaseQueue(configuration: configuration)
        let script = String(decoding: try Self.example("notes.sql"), as: UTF8.self)
        try queue.write { try $0.execute(sql: script) }
        var refused: [String] = []
        try queue.read { db in
            for item in cases {
                let mapping = try db.predicateMapping(of: item.table)
                let template = try PredicateTemplate(
                    item.predicate, schema: mapping.recordSchema, arguments: (item.arguments ?? []).map(Case.value),
                    library: .standardWithPatterns)
                let predicate = try template.binding((item.variables ?? [:]).mapValues(Case.value))
                let condition: PredicateCondition
                do {
                    condition = try predicate.condition(for: mapping)
                } catch RequestError.untranslatable {
                    refused.append(item.predicate)
                    continue
                }
                let request = Table(item.table).all().filter(condition).select(Column("id"), as: Int.self)
                #expect(try request.order(Column("id")).fetchAll(db) == item.ids, "\(condition)")
            }
        }
        #expect(refused == Self.untranslatable)
    }
}
#endif
