#if SQLite
import Foundation
import GRDB
import PredicateCore
import PredicateSQL
import PredicateSQLTesting
import PredicateTesting
import Testing

/// Years and units of dates in SQLite at the instants at which they change, and at the ends of numbers and of the calendar.
@Suite struct SQLiteDateTests {
    private static let units = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]

    private static let schema = RecordSchema(
        root: "Row",
        types: [
            RecordType(
                "Row",
                fields: [
                    RecordField("d", .date.orNil), RecordField("e", .date.orNil), RecordField("n", .integer.orNil),
                    RecordField("f", .date.orNil), RecordField("other", .object("Row").orNil),
                ])
        ])

    private static func mapping(isGuaranteed: Bool = true) -> SQLMapping {
        func column(_ name: String, _ type: SQLColumnType) -> SQLField {
            .column(SQLColumn(name, type, isGuaranteed: isGuaranteed))
        }
        return SQLMapping(
            root: "Row",
            tables: [
                // A table of the name that inner queries have.
                "Row": SQLTable(
                    "x",
                    fields: [
                        "d": column("s", .date(.referenceSeconds)), "e": column("d", .date(.unixSeconds)),
                        "n": column("p", .integer), "f": column("u", .date(.referenceSeconds)),
                        "other": .toOne(SQLLink(to: "Row", on: [("other_id", "id")])),
                    ], primaryKey: ["id"])
            ])
    }

    // MARK: Instants

    /// The beginnings of years and months, also of leap years and far away.
    private static let beginnings: [Double] = {
        let near: [Int64] = [
            -400, -1, 0, 1, 4, 100, 1582, 1899, 1900, 1969, 1970, 2000, 2001, 2004, 2023, 2024, 2100, 2399, 2400, 2401,
            9999, 10_000,
        ]
        let far: [Int64] = [-273_000_000, -12_000_400, 12_000_001, 273_700_000]
        return (near + far).flatMap { year in
            (1...12).map { Double(CivilDay(year: year, month: $0, day: 1).number * 86_400) } + [
                Double((CivilDay(year: year, month: 2, day: 28).number + 1) * 86_400)
            ]
        }
    }()

    private static let numbers: [Double] = [
        0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-20, -1e-20, 0.5, -0.5, 59, 60, 3599, -3599,
        86_399.999_999, -86_399.999_999,
        4_503_599_627_370_496.5, -4_503_599_627_370_496.5, 8.64e15, -8.64e15, 0x1p53, 9.3e18, -9.3e18,
        1e300, -1e300, .greatestFiniteMagnitude, .infinity, -.infinity,
    ]

    /// Each instant with its neighbours among doubles and seconds.
    private static func instants(_ random: Int) -> [Double] {
        var generator = SeededRandom(seed: 2001)
        let drawn = (0..<random).map { index in
            Double.random(in: -1...1, using: &generator) * [1e5, 1e9, 1e11, 8.64e15][index % 4]
        }
        let days = (0..<random).map { _ in Double(Int.random(in: -200_000...200_000, using: &generator) * 86_400) }
        return (beginnings + numbers + drawn + days).flatMap { [$0, $0.nextDown, $0.nextUp, $0 - 1] }
    }

    /// A table with instants in both forms of a date, and room for values to compare.
    private static func fill(_ database: Database, _ instants: [Double]) throws {
        try database.execute(
            sql: """
                CREATE TABLE x (id INTEGER PRIMARY KEY, s REAL, d REAL, p INTEGER, u REAL, other_id INTEGER) STRICT
                """)
        for (index, instant) in instants.enumerated() {
            try database.execute(
                sql: "INSERT INTO x VALUES (?, ?, ?, NULL, NULL, ?)",
                arguments: [index + 1, instant, instant + 978_307_200, index])
        }
    }

    /// The rows, by their primary key, that a predicate takes.
    private static func rows(_ database: Database, _ text: String, isGuaranteed: Bool = true) throws -> [Int] {
        let predicate = try CheckedPredicate(text, schema: schema)
        let plan = predicate.plan(for: mapping(isGuaranteed: isGuaranteed), in: .sqlite)
        #expect(plan.exactness == .exact || !isGuaranteed, "\(text): \(plan.remainders.map(\.reason))")
        let statement = plan.select(columns: ["id"])
        return try Int.fetchAll(
            database, sql: statement.sql, arguments: StatementArguments(statement.values().map { $0.databaseValue }))
    }

    /// What SQL does not compare with a constant is left to the program.
    @Test(arguments: [
        "month(d) == 1", "hour(d, '+01:00') == hour(d)", "year(d) == n", "truncate(d, 'hour') == d",
        "year(d) + 1 == 2002",
        "weekday(truncate(d, 'week')) == 1", "TERNARY(year(d) > 2000, month(d), day(d)) == 1", "n == year(d)",
        "toString(year(d)) BEGINSWITH '20'", "year(d, 'Europe/Berlin') == 2001",
    ])
    func otherPartsAreLeftToTheProgram(text: String) throws {
        let predicate = try CheckedPredicate(text, schema: Self.schema)
        #expect(predicate.plan(for: Self.mapping(), in: .sqlite).exactness == .residual)
    }

    // MARK: Ranges

    /// A year or the beginning of a unit beside a constant is a range of the date.
    @Test func ranges() throws {
        let all = Self.instants(40).filter(\.isFinite)
        let instants = runsDeepTests ? all : stride(from: 0, to: all.count, by: 5).map { all[$0] }
        let constants: [Double] = [
            0, 0.5, -0.5, 86_400, -86_400, 86_399.5, 31_536_000, -978_307_200, 7_948_800, 2_678_400, 1e12, -1e12,
        ]
        let zones = ["", ", '-03:30'"]
        try DatabaseQueue().write { database in
            try Self.fill(database, instants)
            let records = instants.map { instant in
                PredicateValue.object(
                    PredicateObject([
                        ("d", .date(Date(timeIntervalSinceReferenceDate: instant))),
                        ("e", .date(Date(timeIntervalSinceReferenceDate: instant + 978_307_200 - 978_307_200))),
                    ]))
            }
            for op in ["==", "!=", "<", "<=", ">", ">="] {
                var texts: [String] = []
                for zone in zones {
                    for field in ["d", "e"] {
                        texts += [-100_000_000, -1, 0, 1970, 2001, 2024, 100_000_000].map {
                            "year(\(field)\(zone)) \(op) \($0)"
                        }
                    }
                    for unit in Self.units {
                        texts += constants.map { "truncate(d, '\(unit)'\(zone)) \(op) CAST(\($0), 'NSDate')" }
                        texts += constants.prefix(3).map { "truncate(e, '\(unit)'\(zone)) \(op) CAST(\($0), 'NSDate')" }
                        texts.append("truncate(d + 1, '\(unit)'\(zone)) \(op) CAST(0, 'NSDate')")
                    }
                }
                for text in texts {
                    let predicate = try CheckedPredicate(text, schema: Self.schema)
                    let expected = records.indices.filter { predicate.matches(records[$0]) }.map { $0 + 1 }
                    let found = try Self.rows(database, text)
                    #expect(found == expected, "\(text)")
                    // Of a table that may hold texts, a superset.
                    let held = try Self.rows(database, text, isGuaranteed: false)
                    #expect(Set(held).isSuperset(of: expected), "\(text)")
                }
            }
        }
    }

    @Test func indexesServe() throws {
        try DatabaseQueue().write { database in
            try Self.fill(database, [0, 1])
            try database.execute(sql: "CREATE INDEX i ON x (s); CREATE INDEX j ON x (d)")
            for (text, index) in [
                ("year(d) == 2024", "i"), ("truncate(d, 'month') == CAST('2024-05-01', 'NSDate')", "i"),
                ("year(e) >= 2024", "j"), ("truncate(e, 'week') < CAST('2024-05-01', 'NSDate')", "j"),
            ] {
                let plan = try CheckedPredicate(text, schema: Self.schema).plan(for: Self.mapping(), in: .sqlite)
                let step = try Row.fetchOne(
                    database, sql: "EXPLAIN QUERY PLAN SELECT id FROM x WHERE \(plan.inline)")
                let detail: String? = step?["detail"]
                #expect(detail?.contains("INDEX \(index) ") == true, "\(text): \(detail ?? "no step")")
            }
        }
    }
}
#endif
