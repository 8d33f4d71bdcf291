import Foundation
import PredicateFormat
import PredicateSQL
import PredicateSQLTesting
import Testing

/// Generated predicates with their SQL for DuckDB, and the rows that evaluation takes.
///
/// `PREDICATE_DUCKDB_FILE` names a file for them, which `Tests/Databases/engines/check_duckdb.py` reads: DuckDB runs the SQL and
/// must take the same rows. `PREDICATE_SQL_CASES` is the number of predicates, `PREDICATE_SQL_ROWS` that of rows,
/// `PREDICATE_SQL_SEED` the beginning.
@Suite struct DuckDBCases {
    private static func number(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    /// What the script reads.
    private struct Cases: Encodable {
        /// Which tables have no rows.
        var empty: String
        /// The statements that make the tables and fill them.
        var statements: [String]
        var cases: [Case]
    }

    private struct Case: Encodable {
        var predicate: String
        var exactness: String
        /// The statement with literals.
        var inline: String
        /// The statement with `$1` for the first parameter.
        var sql: String
        var parameters: [Parameter]
        var reasons: [String]
        /// The keys of the rows that match.
        var rows: [Int]
    }

    private struct Parameter: Encodable {
        var kind: String
        var text: String
        var values: [Parameter] = []

        init(_ value: SQLValue) {
            switch value {
            case .null: (kind, text) = ("null", "")
            case .boolean(let flag): (kind, text) = ("boolean", flag ? "1" : "")
            case .integer(let integer): (kind, text) = ("integer", String(integer))
            case .real(let double): (kind, text) = ("real", "\(double)")
            case .numeric(let decimal): (kind, text) = ("text", decimal)
            case .text(let string): (kind, text) = ("text", string)
            case .blob(let bytes): (kind, text) = ("blob", Data(bytes).base64EncodedString())
            case .timestamp(let microseconds): (kind, text) = ("timestamp", String(microseconds))
            case .uuid(let uuid): (kind, text) = ("text", uuid.uuidString)
            case .array(let elements): (kind, text, values) = ("list", "", elements.map { Parameter($0) })
            }
        }
    }

    @Test func writeCases() throws {
        let file = ProcessInfo.processInfo.environment["PREDICATE_DUCKDB_FILE"]
        let count = Self.number("PREDICATE_SQL_CASES", file == nil ? 100 : 2000)
        let sets = try GeneratedTables.Emptiness.allCases.map { emptiness in
            try Self.cases(
                emptiness == .none ? count : max(20, count / 20), rows: file == nil ? 10 : 200, emptiness)
        }
        guard let file else { return }
        try JSONEncoder().encode(sets).write(to: URL(fileURLWithPath: file))
    }

    private static func cases(_ count: Int, rows: Int, _ emptiness: GeneratedTables.Emptiness) throws -> Cases {
        let seed = UInt64(number("PREDICATE_SQL_SEED", 1))
        let tables = GeneratedTables(
            seed: seed, dialect: .duckdb, count: number("PREDICATE_SQL_ROWS", rows), emptiness: emptiness)
        let routes = try EvaluationRoutes(tables.records, schema: tables.schema)
        var predicates = GeneratedPredicates(seed: seed, dialect: "duckdb")
        var cases: [Case] = []
        var tries = 0
        while cases.count < count, tries < 20 * count {
            tries += 1
            let text = predicates.predicate()
            guard let predicate = try? CheckedPredicate(text, schema: tables.schema, library: .standardWithPatterns)
            else { continue }
            let plan = predicate.plan(for: tables.mapping, in: .duckdb)
            let select = plan.select(columns: ["id"])
            if plan.exactness == .exact { #expect(plan.residual == nil) }
            cases.append(
                Case(
                    predicate: text, exactness: plan.exactness.rawValue,
                    inline: "SELECT \"id\" FROM \"item\" WHERE \(plan.inline) ORDER BY \"id\"", sql: select.sql,
                    parameters: try select.values().map { Parameter($0) }, reasons: plan.remainders.map(\.reason),
                    rows: try routes.matches(predicate).map { $0 + 1 }))
        }
        #expect(cases.count == count)
        if emptiness == .none { #expect(cases.contains { $0.exactness == "exact" && !$0.rows.isEmpty }) }
        return Cases(empty: emptiness.rawValue, statements: tables.definitions + tables.insertions, cases: cases)
    }
}
