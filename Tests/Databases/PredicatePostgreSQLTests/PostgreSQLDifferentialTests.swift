#if PostgreSQL
import PredicateCore
import PredicatePatterns
import PredicatePostgreSQL
import PredicateSQL
import PredicateSQLTesting
import Testing

/// Generated predicates over generated rows: the server, evaluation and columns agree, row by row.
///
/// `PREDICATE_SQL_CASES` is the number of predicates, `PREDICATE_SQL_ROWS` that of rows, `PREDICATE_SQL_SEED` the beginning.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct PostgreSQLDifferentialTests {
    private static func number(_ name: String, _ standard: Int) -> Int {
        Server.environment(name).flatMap { Int($0) } ?? standard
    }

    private static let cases = number("PREDICATE_SQL_CASES", 200)
    private static let seed = UInt64(number("PREDICATE_SQL_SEED", 1))
    /// The least share of predicates that the server decides alone, in percent.
    private static let leastExact = 65

    /// The tables of all databases, with their links as they are written down.
    @Test func sharedTables() throws {
        try Self.withTables { tables, table, connection in
            let records = tables.records.enumerated().map { Record(id: Int64($0.offset + 1), value: $0.element) }
            var asked = try Asked(table, records, tables.schema, tables.mapping, connection)
            try asked.ask(Self.cases, GeneratedPredicates(seed: Self.seed, dialect: "postgresql"))
            asked.report("PostgreSQL, shared tables", leastExact: Self.leastExact)
        }
    }

    /// The same tables with columns of all types, as the catalogue describes them. Rows are read by this library.
    @Test func typedTables() throws {
        try Self.withTables { tables, table, connection in
            let records = try Self.records(of: table, on: connection)
            #expect(records.count == tables.records.count)
            var asked = try Asked(table, records, table.schema, table.mapping, connection)
            try asked.ask(Self.cases, GeneratedPredicates(seed: Self.seed, dialect: "postgresql", scope: .typed))
            asked.report("PostgreSQL, typed tables", leastExact: Self.leastExact)
        }
    }

    @Test(arguments: GeneratedTables.Emptiness.empty)
    func emptyTables(_ emptiness: GeneratedTables.Emptiness) throws {
        try Self.withTables(emptiness) { tables, table, connection in
            let records = try Self.records(of: table, on: connection)
            #expect(records.count == tables.records.count)
            for (schema, mapping, scope) in [
                (tables.schema, tables.mapping, PredicateScope.items), (table.schema, table.mapping, .typed),
            ] {
                var asked = try Asked(table, records, schema, mapping, connection)
                try asked.ask(
                    max(40, Self.cases / 20), GeneratedPredicates(seed: Self.seed, dialect: "postgresql", scope: scope))
                asked.report("PostgreSQL, empty: \(emptiness)", leastExact: 0)
            }
        }
    }

    /// The rows are read as the values that were written.
    @Test func rowsAreRead() throws {
        try Self.withTables { tables, table, connection in
            let rows = try Self.records(of: table, on: connection)
            for (row, record) in zip(rows, tables.records) {
                guard case .object(let read) = row.value, case .object(let written) = record else {
                    Issue.record("row \(row.id) is no object")
                    continue
                }
                for field in tables.schema.types["Item"]?.fields ?? [] where field.name != "parts" {
                    let name = field.name
                    if name == "team" {
                        for path in [["rank"], ["name"], ["boss", "age"], ["boss", "name"]] {
                            #expect(
                                Self.value(read, [name] + path) == Self.value(written, [name] + path),
                                "row \(row.id), team.\(path.joined(separator: "."))")
                        }
                    } else {
                        #expect(read.value(forKey: name) == written.value(forKey: name), "row \(row.id), \(name)")
                    }
                }
            }
        }
    }

    private static func value(_ record: any PredicateRecord, _ path: [String]) -> PredicateValue {
        path.reduce(.object(record)) { value, name in
            if case .object(let object) = value { object.value(forKey: name) } else { .null }
        }
    }

    private static func withTables(
        _ emptiness: GeneratedTables.Emptiness = .none, seed: UInt64 = seed, name: String = #function,
        _ body: (GeneratedTables, PostgreSQLTable, PostgreSQLConnection) throws -> Void
    ) throws {
        let count = number("PREDICATE_SQL_ROWS", cases > 400 ? 500 : 150)
        try Server.withSchema(name) { connection, _ in
            let tables = GeneratedTables(seed: seed, dialect: .postgresql, count: count, emptiness: emptiness)
            var columns = TypedColumns(seed: seed)
            for statement in columns.statements(tables) { try connection.execute(statement) }
            try body(tables, try connection.table("item"), connection)
        }
    }

    /// Constructs that the generator does not write, or seldom.
    private static let constructs = [
        "numbers[0] == 1", "words[LAST] != 'a'", "0 IN numbers", "words CONTAINS 'a'", "words CONTAINS[cd] 'E'",
        "numbers.@max > 2", "numbers.@min == nil", "numbers.@avg >= 1", "numbers.@count == 0", "numbers == nil",
        "NONE words BEGINSWITH[cd] 'e'", "ALL numbers > 0", "ANY other.words == 'a'", "other.numbers.@sum > 0",
        "ANY words CONTAINS 'a'", "ANY parts.item.numbers == 1", "extra > 0.5", "extra <= 1", "extra.a.b == nil",
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
        "CAST(moment, 'NSNumber') > 0", "parts.@max.made > moment", "parts.@min.cost < 2", "parts.@sum.cost == 1.5",
        "price > 2.5", "price IN {2.5, 1}", "large > 2.5", "large == 2.5", "double > 9007199254740993",
        "item.@max.g == YES", "parts.@max.made == nil", "unixDate(large, 'ms') > moment", "unixDate(middle) <= moment",
        "unixDate(large, 'us') == CAST(0, 'NSDate')", "unixDate(large, 'ns') + 978307200 < CAST(0, 'NSDate')",
        "unixDate(double) > CAST(0, 'NSDate')", "unixDate(double, 'ms') > moment", "unixDate(large) == nil",
    ]

    @Test func constructsAgree() throws {
        try Self.withTables(seed: 4711) { _, table, connection in
            let records = try Self.records(of: table, on: connection)
            var asked = try Asked(table, records, table.schema, table.mapping, connection)
            for text in Self.constructs {
                if try !asked.ask(text) { Issue.record("the checker refuses \(text)") }
            }
        }
    }

    /// All rows with every field that a generated predicate may read.
    private static func records(of table: PostgreSQLTable, on connection: PostgreSQLConnection) throws -> [Record] {
        var fields = SQLFieldTree.allColumns
        for path in [
            "team", "team.boss", "other", "other.team", "other.team.boss", "other.parts", "parts", "parts.item",
            "parts.owner", "parts.subs", "nothing", "item", "item.team",
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
}

private struct Record {
    var id: Int64
    var value: PredicateValue
}

/// A table with its rows, of which predicates are asked.
private struct Asked {
    private let table: PostgreSQLTable
    private let records: [Record]
    private let schema: RecordSchema
    private let mapping: SQLMapping
    private let connection: PostgreSQLConnection
    private let routes: EvaluationRoutes
    private var done = 0
    private var disagreements = 0
    private var exactness: [SQLPlan.Exactness: Int] = [:]
    private var reasons: [String: Int] = [:]

    init(
        _ table: PostgreSQLTable, _ records: [Record], _ schema: RecordSchema, _ mapping: SQLMapping,
        _ connection: PostgreSQLConnection
    ) throws {
        self.table = table
        self.records = records
        self.schema = schema
        self.mapping = mapping
        self.connection = connection
        routes = try EvaluationRoutes(records.map(\.value), schema: schema)
    }

    /// Asks so many predicates that the checker accepts.
    mutating func ask(_ cases: Int, _ predicates: GeneratedPredicates) throws {
        var predicates = predicates
        var tries = 0
        while done < cases, tries < 20 * cases, disagreements < 40 {
            tries += 1
            _ = try ask(predicates.predicate())
        }
        #expect(done == cases)
    }

    /// Asks a predicate. Returns whether the checker accepts it.
    mutating func ask(_ text: String) throws -> Bool {
        guard let predicate = try? CheckedPredicate(text, schema: schema, library: .standardWithPatterns) else {
            return false
        }
        done += 1
        let plan = predicate.plan(for: mapping, in: .postgresql)
        exactness[plan.exactness, default: 0] += 1
        for remainder in plan.remainders { reasons[remainder.reason, default: 0] += 1 }
        let taken = Set(try Self.taken(by: plan, table, on: connection))
        let residual = plan.residual
        let found = records.filter { taken.contains($0.id) && residual?.matches($0.value) ?? true }.map(\.id)
        do {
            let expected = try routes.matches(predicate).map { records[$0].id }
            guard found != expected else { return true }
            let wrong = Set(found).symmetricDifference(expected).sorted()
            disagreements += 1
            Issue.record("\(text)\n\(plan)\nrows that differ: \(wrong.prefix(10))")
        } catch let disagreement as EvaluationRoutes.Disagreement {
            disagreements += 1
            Issue.record("\(text)\n\(disagreement)")
        }
        return true
    }

    func report(_ name: String, leastExact: Int) {
        let numbers = SQLPlan.Exactness.allCases.map { form in "\(form.rawValue) \(exactness[form] ?? 0)" }
        let share = (exactness[.exact] ?? 0) * 1000 / max(1, done)
        print(
            "\(name): \(done) predicates over \(records.count) rows, \(disagreements) in disagreement;",
            numbers.joined(separator: ", "), "(\(share) ‰ exact)")
        if Server.environment("PREDICATE_SQL_REASONS") != nil {
            for (reason, count) in reasons.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
        }
        #expect(share >= leastExact * 10, "too few predicates are exact")
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
