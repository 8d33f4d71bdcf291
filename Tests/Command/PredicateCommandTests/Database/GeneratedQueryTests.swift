#if SQLite
import Foundation
import PredicateCore
import PredicateFormat
import PredicateRecords
import PredicateSQL
import PredicateSQLTesting
import PredicateSQLite
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Generated queries over tables: what the database does of them, and what is done here, together give what evaluation
/// of the records in one process gives.
///
/// `PREDICATE_QUERY_CASES` sets the number of queries, `PREDICATE_SQL_SEED` the first seed.
@Suite struct GeneratedQueryTests {
    static func number(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    @Test(arguments: [true, false])
    func tablesOfSQLite(isStrict: Bool) throws {
        let cases = Self.number("PREDICATE_QUERY_CASES", runsDeepTests ? 300 : 60)
        var tally = QueryTally()
        var seed = UInt64(Self.number("PREDICATE_SQL_SEED", 1))
        while tally.count < cases, tally.differences < 20 {
            var queries = GeneratedQueries(seed: seed, dialect: .sqlite, isStrict: isStrict)
            let statements = queries.statements()
            let database = try TestDatabase("BEGIN; \(statements.joined(separator: "; ")); COMMIT")
            let table = try SQLiteRecordTable(file: database.path, table: "item")
            try tally.ask(
                &queries, min(20, cases - tally.count), over: table, at: database.address("item"), seed: seed)
            seed += 1
        }
        tally.report(isStrict ? "SQLite, STRICT tables" : "SQLite, ordinary tables")
    }
}

/// Asks queries, and counts what the database did.
struct QueryTally {
    private(set) var count = 0
    private(set) var differences = 0
    private var refused = 0
    private var whole = 0
    private var checked = 0
    private var pushed: [SQLQueryPlan.Part: Int] = [:]
    private var kept: [SQLQueryPlan.Part: Int] = [:]
    private var reasons: [String: Int] = [:]

    /// All columns, and what queries read through the link.
    private static func fields(_ table: any DatabaseTable) -> SQLFieldTree {
        let linked = ["name", "rank", "score"].map { FieldPath([.key("team"), .key($0)]) }
        return SQLFieldTree.allColumns.union(SQLFieldTree(table.columns.map { FieldPath([.key($0)]) } + linked))
    }

    mutating func ask(
        _ queries: inout GeneratedQueries, _ number: Int, over table: any DatabaseTable, at address: String,
        seed: UInt64
    ) throws {
        var records: [PredicateValue] = []
        try table.read(TableReading(values: Self.fields(table), written: .none)) { row in
            records.append(row.value)
            return true
        }
        for _ in 0..<number {
            let query = queries.query()
            count += 1
            let recordQuery = RecordQuery(
                where: query.predicate, groupBy: query.groupBy, aggregate: query.aggregate, having: query.having,
                sort: query.sort, select: query.select, distinct: query.isDistinct, offset: query.offset,
                limit: query.limit)
            guard let checked = try? recordQuery.checked(against: table.schema, library: commandLibrary),
                let predicate = checked.predicate
            else {
                refused += 1
                continue
            }
            let expected = checked.results(of: records).map { Self.line($0, checked, table) }
            let result = filter(arguments: ["--from", address] + query.arguments)
            let plan = table.mapping.map { checked.plan(of: predicate.plan(for: $0, in: table.dialect)) }
            if let plan { note(plan, try plan.check.map { try table.hasRow($0, now: Date()) } ?? false) }
            if result.lines != expected || result.status != 0 {
                differences += 1
                Issue.record(
                    """
                    seed \(seed): \(query)
                    \(plan?.statement.sql ?? "")
                    \(result.messages)expected \(expected)
                    found    \(result.lines)
                    """)
            }
        }
    }

    private mutating func note(_ plan: SQLQueryPlan, _ isChecked: Bool) {
        if isChecked { checked += 1 }
        if plan.remainders.isEmpty { whole += 1 }
        for part in plan.pushed { pushed[part, default: 0] += 1 }
        for remainder in plan.remainders {
            kept[remainder.part, default: 0] += 1
            reasons[remainder.reason, default: 0] += 1
        }
    }

    /// A result as the command writes it: a record has the columns alone.
    private static func line(_ result: PredicateValue, _ query: CheckedQuery, _ table: any DatabaseTable) -> String {
        var result = result
        if query.names == nil, case .object(let object) = result {
            result = .object(PredicateObject(table.columns.map { ($0, object.value(forKey: $0)) }))
        }
        var bytes: [UInt8] = []
        RecordWriter.write(result, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func report(_ name: String) {
        let parts = SQLQueryPlan.Part.allCases.map {
            "\($0.rawValue) \(pushed[$0] ?? 0) of \((pushed[$0] ?? 0) + (kept[$0] ?? 0))"
        }
        print(
            "\(name): \(count) queries, \(refused) refused by the checker, \(differences) differences; wholly in SQL"
                + " \(whole), taken back by a check \(checked); " + parts.joined(separator: ", "))
        if ProcessInfo.processInfo.environment["PREDICATE_SQL_REASONS"] != nil {
            for (reason, count) in reasons.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
        }
        #expect(refused * 4 < count, "the generator writes too many queries with errors")
        #expect(whole * 3 > count || count < 20, "too few queries are done by the database")
    }
}
#endif

#if PostgreSQL && SQLite
import PredicatePostgreSQL

/// The same with the server of `Scripts/postgresql.sh`.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["PREDICATE_POSTGRESQL"] != nil,
        "no server: run the tests in `Scripts/postgresql.sh run`"))
struct GeneratedPostgreSQLCommandTests {
    @Test func tablesOfPostgreSQL() throws {
        let cases = GeneratedQueryTests.number("PREDICATE_QUERY_CASES", 300)
        var tally = QueryTally()
        var seed = UInt64(GeneratedQueryTests.number("PREDICATE_SQL_SEED", 1))
        let connection = try PostgreSQLConnection("")
        while tally.count < cases, tally.differences < 20 {
            let schema = "queries_\(UInt32.random(in: 0 ... .max))"
            defer { try? connection.execute("DROP SCHEMA \(schema) CASCADE") }
            try connection.execute("CREATE SCHEMA \(schema); SET search_path TO \(schema)")
            var queries = GeneratedQueries(seed: seed, dialect: .postgresql)
            for statement in queries.statements() { try connection.execute(statement) }
            let table = try PostgreSQLRecordTable(url: "postgresql:///", table: "\(schema).item")
            try tally.ask(
                &queries, min(25, cases - tally.count), over: table, at: "postgresql:///#\(schema).item", seed: seed)
            seed += 1
        }
        tally.report("PostgreSQL")
    }
}
#endif
