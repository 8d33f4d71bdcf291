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

    /// Constructs that the generator does not write, or seldom.
    private static let constructs = [
        "numbers[0] == 1", "tags[LAST] != 'a'", "0 IN numbers", "tags CONTAINS 'a'", "tags CONTAINS[cd] 'E'",
        "numbers.@max > 2", "numbers.@min == nil", "numbers.@avg >= 1", "numbers.@count == 0", "numbers == nil",
        "NONE tags BEGINSWITH[cd] 'e'", "ALL numbers > 0", "ANY other.tags == 'a'", "other.numbers.@sum > 0",
        "ANY tags CONTAINS 'a'", "ANY part.item.numbers == 1", "extra > 0.5", "extra <= 1", "extra.a.b == nil",
        "extra == YES",
        "extra.a >= 'a'", "extra IN {1, 'a'}", "NOT (extra.a == 1)", "extra != nil AND extra.a == nil",
        "title ==[c] plain", "title <[cd] code", "title BEGINSWITH[cd] plain", "folded ==[d] title",
        "uppercase(title) == 'STRASSE'", "lowercase(plain) != 'a'", "title MATCHES '[^a]*'", "title MATCHES[c] 'S+.?'",
        "title MATCHES '(a|b)+'", "title MATCHES '.{1,2}'", "folded MATCHES '[a-c].*'",
        "title MATCHES '[\\\\]\\\\-x]*'",
        "large > double", "double == large", "middle <= single", "price == double", "large < double", "large >= double",
        "double + double > 1", "double * 3.5 < 2", "double / 0.001 > 1", "1e308 / double > 2", "double - 1e300 < 0",
        "single * 1e300 > 1", "double / 1e300 == 0", "double * 1e-320 == 0", "0 / double == 0",
        "day > CAST('2001-01-01T12:00:00Z', 'NSDate')", "day == CAST('2001-01-01T12:00:00Z', 'NSDate')",
        "local < moment", "day <= local", "moment - local > 1", "moment + 1.5 > local", "moment < now()",
        "CAST(moment, 'NSNumber') > 0", "part.@max.made > moment", "part.@min.cost < 2", "part.@sum.cost == 1.5",
        "price > 2.5", "price IN {2.5, 1}", "large > 2.5", "large == 2.5", "double > 9007199254740993",
        "item.@max.flag == YES", "part.@max.made == nil",
    ]

    @Test func constructsAgree() throws {
        try Server.withSchema { connection, _ in
            for statement in GeneratedTables.statements(200, seed: 4711) { try connection.execute(statement) }
            let table = try connection.table("item")
            let rows = try Self.records(of: table, on: connection)
            for text in Self.constructs {
                guard
                    let predicate = try? CheckedPredicate(text, schema: table.schema, library: .standardWithPatterns)
                else {
                    Issue.record("the checker refuses \(text)")
                    continue
                }
                let plan = predicate.plan(for: table.mapping, in: .postgresql)
                let expected = rows.filter { predicate.matches($0.value) }.map(\.id)
                let taken = Set(try Self.taken(by: plan, table, on: connection))
                let residual = plan.residual
                let found = rows.filter { row in taken.contains(row.id) && residual?.matches(row.value) ?? true }
                    .map(\.id)
                let wrong = Set(found).symmetricDifference(expected).sorted()
                #expect(wrong.isEmpty, "\(text)\n\(plan)\nrows that differ: \(wrong.prefix(10))")
            }
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
