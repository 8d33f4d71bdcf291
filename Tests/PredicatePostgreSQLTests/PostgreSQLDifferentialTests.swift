#if PostgreSQL
import PredicatePatterns
import PredicatePostgreSQL
import PredicateSQL
import Testing

/// Generated predicates over generated rows: the server and this program agree, row by row.
///
/// `PREDICATE_SQL_CASES` is the number of predicates, `PREDICATE_SQL_ROWS` that of rows, `PREDICATE_SQL_SEED` the beginning.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct PostgreSQLDifferentialTests {
    private static func number(_ name: String, _ standard: Int) -> Int {
        Server.environment(name).flatMap { Int($0) } ?? standard
    }

    @Test func serverAndEvaluationAgree() throws {
        let cases = Self.number("PREDICATE_SQL_CASES", 400)
        let count = Self.number("PREDICATE_SQL_ROWS", cases > 400 ? 500 : 150)
        let seed = UInt64(Self.number("PREDICATE_SQL_SEED", 1))
        try Server.withSchema { connection, _ in
            for statement in GeneratedTables.statements(count, seed: seed) { try connection.execute(statement) }
            let table = try connection.table("item")
            let rows = try Self.records(of: table, on: connection)
            #expect(rows.count == count)
            var predicates = GeneratedPredicates(numbers: SeededNumbers(seed &* 31))
            var exactness: [SQLPlan.Exactness: Int] = [:]
            var reasons: [String: Int] = [:]
            var disagreements = 0
            var done = 0
            var tries = 0
            while done < cases, tries < 20 * cases {
                tries += 1
                let text = predicates.next()
                guard let predicate = try? CheckedPredicate(text, schema: table.schema, library: .standardWithPatterns)
                else { continue }
                done += 1
                let plan = predicate.plan(for: table.mapping, in: .postgresql)
                exactness[plan.exactness] = (exactness[plan.exactness] ?? 0) + 1
                for remainder in plan.remainders { reasons[remainder.reason] = (reasons[remainder.reason] ?? 0) + 1 }
                let expected = rows.filter { predicate.matches($0.value) }.map(\.id)
                let taken = Set(try Self.taken(by: plan, table, on: connection))
                let residual = plan.residual
                let found = rows.filter { row in taken.contains(row.id) && residual?.matches(row.value) ?? true }
                    .map(\.id)
                guard found != expected else { continue }
                disagreements += 1
                if disagreements <= 10 {
                    let wrong = Set(found).symmetricDifference(expected).sorted()
                    Issue.record("\(text)\n\(plan)\nrows that differ: \(wrong.prefix(10))")
                }
            }
            #expect(done == cases)
            #expect(disagreements == 0)
            report(done, count, disagreements, exactness, reasons)
        }
    }

    private func report(
        _ done: Int, _ count: Int, _ disagreements: Int, _ exactness: [SQLPlan.Exactness: Int], _ reasons: [String: Int]
    ) {
        let numbers = SQLPlan.Exactness.allCases.map { form in "\(form.rawValue) \(exactness[form] ?? 0)" }
        print(
            "PostgreSQL: \(done) predicates over \(count) rows, \(disagreements) in disagreement;",
            numbers.joined(separator: ", "))
        let sorted = reasons.sorted { a, b in a.value > b.value }
        for (reason, number) in sorted.prefix(25) { print("  \(number) because \(reason)") }
    }

    private struct Record {
        var id: Int64
        var value: PredicateValue
    }

    /// All rows with every field that a generated predicate may read.
    private static func records(of table: PostgreSQLTable, on connection: PostgreSQLConnection) throws -> [Record] {
        var fields = SQLFieldTree.allColumns
        for path in [
            "team", "team.country", "other", "other.team", "other.part", "part", "part.item", "nothing", "item",
            "item.team",
        ] {
            fields.add([FieldPath(path.split(separator: ".").map { .key(String($0)) })])
        }
        var records: [Record] = []
        try table.reading(fields, on: connection) {
            let rows = try table.rows(of: nil, fields: fields, on: connection)
            while let row = try rows.next() {
                guard case .integer(let id) = row.object.value(forKey: "id") else { continue }
                records.append(Record(id: id, value: .object(row.object)))
            }
        }
        return records
    }

    /// The rows that the condition of a plan takes.
    private static func taken(
        by plan: SQLPlan, _ table: PostgreSQLTable, on connection: PostgreSQLConnection
    ) throws -> [Int64] {
        var ids: [Int64] = []
        let fields = SQLFieldTree([FieldPath([.key("id")])])
        do {
            try table.reading(fields, on: connection) {
                let rows = try table.rows(of: plan, fields: fields, on: connection)
                while let row = try rows.next() {
                    if case .integer(let id) = row.object.value(forKey: "id") { ids.append(id) }
                }
            }
        } catch {
            Issue.record("\(plan)\n\(plan.condition.sql)\n\(error)")
        }
        return ids
    }
}
#endif
