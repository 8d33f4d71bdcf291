import Foundation
import PredicateFormat
import PredicateSQL
import PredicateSQLTesting
import Testing

/// Generated predicates with their SQL for Spark, and the rows that evaluation takes.
///
/// `PREDICATE_SPARK_FILE` names a file for them, which `Tests/Databases/engines/check_spark_sql.py` reads: Spark runs the SQL and
/// must take the same rows. The other variables are those of `DuckDBCases`.
@Suite struct SparkCases {
    private static func number(_ name: String, _ standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    /// What the script reads.
    private struct Cases: Encodable {
        /// Which tables have no rows.
        var empty: String
        /// The columns as Spark declares them. Instants are microseconds.
        var columns: String
        /// The rows as lines of JSON.
        var lines: [String]
        var cases: [Case]
    }

    private struct Case: Encodable {
        var predicate: String
        var exactness: String
        /// The condition with literals.
        var inline: String
        /// The statement with `?` for parameters.
        var sql: String
        /// The values of the parameters as JSON; nil if Python has no such value.
        var parameters: [String]?
        var reasons: [String]
        /// The keys of the rows that match.
        var rows: [Int]
    }

    private static let columns = """
        id BIGINT, i BIGINT, j BIGINT, r DOUBLE, s DOUBLE, t STRING, u STRING, n STRING, f BOOLEAN, g BOOLEAN, d BIGINT, \
        e BIGINT, x STRING, b BINARY, team STRUCT<name: STRING, rank: BIGINT, boss: STRUCT<name: STRING, age: BIGINT>>, \
        tags ARRAY<STRING>, nums ARRAY<BIGINT>, reals ARRAY<DOUBLE>, parts ARRAY<STRUCT<name: STRING, size: BIGINT, \
        weight: DOUBLE, owner: STRUCT<name: STRING, age: BIGINT>, subs: ARRAY<STRUCT<k: BIGINT, v: STRING>>>>
        """

    private static func json(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    private static func json(_ double: Double) -> String {
        double.isFinite ? "\(double)" : double > 0 ? "\"Infinity\"" : "\"-Infinity\""
    }

    private static func json(_ value: SQLValue) -> String? {
        switch value {
        case .null: "null"
        case .boolean(let flag): "\(flag)"
        case .integer(let integer): "\(integer)"
        case .real(let double): json(double)
        case .text(let text): json(text)
        case .blob(let bytes): json(Data(bytes).base64EncodedString())
        case .timestamp(let microseconds): "\(microseconds)"
        case .uuid(let uuid): json(uuid.uuidString)
        case .numeric, .array: nil
        }
    }

    private static func json(of value: PredicateValue) -> String {
        switch value {
        case .boolean(let flag): "\(flag)"
        case .integer(let integer): "\(integer)"
        case .double(let double): json(double)
        case .string(let text): json(text)
        case .list(let values): "[" + values.map { json(of: $0) }.joined(separator: ",") + "]"
        case .object(let object):
            "{"
                + ["name", "rank", "boss", "age", "size", "weight", "owner", "subs", "k", "v"].map {
                    "\"\($0)\":" + json(of: object.value(forKey: $0))
                }.joined(separator: ",") + "}"
        default: "null"
        }
    }

    /// The rows: what has one value from the table, lists and objects from the records.
    private static func lines(_ tables: GeneratedTables) throws -> [String] {
        let items = try #require(tables.tables.first { $0.name == "item" })
        return zip(items.rows, tables.records).map { row, record in
            var fields = zip(items.columns, row).compactMap { column, value in
                json(value).map { json(column.name) + ":" + $0 }
            }
            if case .object(let object) = record {
                for name in ["team", "tags", "nums", "reals", "parts"] {
                    fields.append(json(name) + ":" + json(of: object.value(forKey: name)))
                }
            }
            return "{" + fields.joined(separator: ",") + "}"
        }
    }

    /// A row of which every value is in the record.
    private static func line(_ record: PredicateValue) -> String {
        guard case .object(let object) = record else { return "{}" }
        let names = [
            "id", "i", "j", "r", "s", "t", "u", "n", "f", "g", "d", "e", "x", "b", "team", "tags", "nums", "reals",
            "parts",
        ]
        return "{" + names.map { json($0) + ":" + json(of: object.value(forKey: $0)) }.joined(separator: ",") + "}"
    }

    @Test func writeCases() throws {
        let file = ProcessInfo.processInfo.environment["PREDICATE_SPARK_FILE"]
        let count = Self.number("PREDICATE_SQL_CASES", file == nil ? 100 : 300)
        // Without records, empty lists are nowhere.
        let sets = try [GeneratedTables.Emptiness.none, .records, .linked].map { emptiness in
            try Self.cases(
                emptiness == .none ? count : max(20, count / 20), rows: file == nil ? 10 : 200, emptiness)
        }
        guard let file else { return }
        try JSONEncoder().encode(sets).write(to: URL(fileURLWithPath: file))
    }

    private static func cases(_ count: Int, rows: Int, _ emptiness: GeneratedTables.Emptiness) throws -> Cases {
        let seed = UInt64(number("PREDICATE_SQL_SEED", 1))
        let tables = GeneratedTables(
            seed: seed, dialect: .spark, count: number("PREDICATE_SQL_ROWS", rows), emptiness: emptiness)
        var predicates = GeneratedPredicates(seed: seed, dialect: "spark")
        let isWhole = emptiness == .none
        let edges = isWhole ? SparkEdges.records(from: tables.records.count + 1) : []
        let records = tables.records + edges
        let routes = try EvaluationRoutes(records, schema: tables.schema)
        var cases: [Case] = []
        var tries = 0
        /// The predicates of the edges come first. Those that the schema refuses are left out.
        var known = isWhole ? SparkEdges.predicates[...] : []
        var refused = 0
        let total = count + known.count
        while cases.count + refused < total, tries < 20 * count {
            let text: String
            if let first = known.popFirst() {
                text = first
            } else {
                tries += 1
                text = predicates.predicate()
            }
            guard let predicate = try? CheckedPredicate(text, schema: tables.schema, library: .standardWithPatterns)
            else {
                if tries == 0 { refused += 1 }
                continue
            }
            let plan = predicate.plan(for: tables.mapping, in: .spark)
            let select = plan.select(columns: ["id"])
            if plan.exactness == .exact { #expect(plan.residual == nil) }
            let values = try select.values()
            let isPlain = values.allSatisfy {
                switch $0 {
                case .timestamp, .blob: false
                default: true
                }
            }
            cases.append(
                Case(
                    predicate: text, exactness: plan.exactness.rawValue, inline: plan.inline, sql: select.sql,
                    parameters: isPlain ? values.compactMap { json($0) } : nil,
                    reasons: plan.remainders.map(\.reason), rows: try routes.matches(predicate).map { $0 + 1 }))
        }
        #expect(cases.count + refused == total)
        if isWhole { #expect(cases.contains { $0.exactness == "exact" && !$0.rows.isEmpty }) }
        return Cases(
            empty: emptiness.rawValue, columns: columns, lines: try lines(tables) + edges.map { line($0) }, cases: cases
        )
    }
}
