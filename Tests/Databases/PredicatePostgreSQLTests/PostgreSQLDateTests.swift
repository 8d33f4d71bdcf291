#if PostgreSQL
import PredicateFormat
import PredicatePlatform
import PredicatePostgreSQL
import PredicateSQL
import PredicateSQLTesting
import PredicateTesting
import Testing

/// Parts of dates in PostgreSQL at the instants at which they change, over all years that it stores.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct PostgreSQLDateTests {
    private static let parts = ["year", "month", "day", "hour", "minute", "second", "weekday"]

    /// Microseconds since 1970: the beginnings of months and changes of clocks, with their neighbours. Far from 2001 the
    /// microseconds are rounded as they are read.
    private static func instants(_ zone: TimeZoneRules) -> [Int64] {
        let years: [Int64] = [
            -4711, -400, -1, 0, 1, 4, 1450, 1582, 1900, 1969, 1970, 2000, 2001, 2004, 2024, 2100, 2399, 2400, 2401,
            2560, 9999, 100_000, 290_000,
        ]
        let beginnings = years.flatMap { year in
            (1...12).map { CivilDay(year: year, month: $0, day: 1).number * 86_400 - zone.offset(at: 0) }
        }
        var random = SeededRandom(seed: 7)
        let drawn = (0..<200).map { Int64.random(in: -190_000_000_000...(6_000_000_000 << ($0 % 10)), using: &random) }
        return (beginnings + zone.changes.map(\.second) + drawn).flatMap { second in
            [0, 1, -1, 500_000, -500_000, 999_999].map { (second + 978_307_200) * 1_000_000 + $0 }
        }
    }

    @Test(arguments: ["", "+05:30", "-23:59"])
    func values(_ zone: String) throws {
        let rules = try #require(zone.isEmpty ? .utc : TimeZoneRules.named(zone))
        let units = DateUnit.allCases
        let instants = Self.instants(rules)
        let argument = zone.isEmpty ? "" : ", '\(zone)'"
        try Server.withSchema("dates\(zone)") { connection, _ in
            // A table of the name that inner queries have.
            let columns = Self.parts.map { "p_\($0) int8" } + units.map { "u_\($0.rawValue) timestamptz" }
            try connection.execute(
                "CREATE TABLE x (id int8 PRIMARY KEY, d timestamptz, \(columns.joined(separator: ", ")))")
            let rows = try instants.enumerated().map { index, instant in
                let date = Date(
                    timeIntervalSinceReferenceDate: SQLTimestamp.referenceSeconds(ofMicroseconds: instant))
                let local = try #require(LocalDate(date, in: rules))
                let parts = Self.parts.compactMap { name in
                    BuiltInFunction.allCases.first { $0.rawValue == name }?.datePart.map { "\(local.part($0))" }
                }
                let starts = units.map { unit in
                    let second = Int64(local.truncated(to: unit).timeIntervalSinceReferenceDate)
                    return "'\(SQLTimestamp.text((second + 978_307_200) * 1_000_000))'"
                }
                let values = ["\(index)", "'\(SQLTimestamp.text(instant))'"] + parts + starts
                return "(\(values.joined(separator: ", ")))"
            }
            try connection.execute(
                "INSERT INTO x VALUES \(rows.joined(separator: ", "))")
            try connection.execute("INSERT INTO x VALUES (-1, 'infinity'), (-2, '-infinity'), (-3, NULL)")
            let table = try connection.table("x")
            let tests =
                Self.parts.map { "\($0)(d\(argument)) == p_\($0)" }
                + Self.parts.map { "\($0)(d + 0\(argument)) == p_\($0)" }
                + units.map { "truncate(d, '\($0.rawValue)'\(argument)) == u_\($0.rawValue)" }
                + units.map { "truncate(d + 0, '\($0.rawValue)'\(argument)) == u_\($0.rawValue)" }
            for text in tests {
                let found = try Self.rows(text, table, connection)
                let wrong = (-3..<Int64(instants.count)).filter { !found.contains($0) }
                #expect(wrong.isEmpty, "\(text): \(wrong.prefix(5).map { $0 < 0 ? $0 : instants[Int($0)] })")
                let others = text.replacing(" == ", with: " != ")
                #expect(try Self.rows(others, table, connection).count == wrong.count, "\(others)")
            }
        }
    }

    /// A date that is computed may be outside of every calendar.
    @Test func farDates() throws {
        try Server.withSchema { connection, _ in
            try connection.execute(
                """
                CREATE TABLE x (id int8 PRIMARY KEY, d timestamptz, r float8);
                INSERT INTO x VALUES (0, '2001-01-01 00:00:00+00', 1e300), (1, '2001-01-01 00:00:00+00', -8.64e15),
                    (2, '2001-01-01 00:00:00+00', 8.63e15), (3, '2001-01-01 00:00:00+00', -1), (4, NULL, 0)
                """)
            let table = try connection.table("x")
            for text in [
                "year(d + r) == nil", "year(d + r) > 0", "year(d + r) < 0", "year(d + r) == 2000", "month(d + r) != 12",
                "hour(d + r, '+01:00') > 0", "truncate(d + r, 'quarter') < d", "truncate(d + r, 'year') >= d",
                "truncate(d, 'week') == CAST(0, 'NSDate')", "year(CAST(r, 'NSDate')) == nil",
            ] {
                let predicate = try CheckedPredicate(text, schema: table.schema)
                let expected = [1e300, -8.64e15, 8.63e15, -1, 0].enumerated().filter { index, r in
                    let date: PredicateValue = index == 4 ? .null : .date(Date(timeIntervalSinceReferenceDate: 0))
                    return predicate.matches(.object(PredicateObject([("d", date), ("r", .double(r))])))
                }
                #expect(
                    try Self.rows(text, table, connection, isExact: false).sorted()
                        == expected.map { Int64($0.offset) }, "\(text)")
            }
        }
    }

    /// The rows that a predicate takes, by their primary key.
    private static func rows(
        _ text: String, _ table: PostgreSQLTable, _ connection: PostgreSQLConnection, isExact: Bool = true
    ) throws -> Set<Int64> {
        let plan = try CheckedPredicate(text, schema: table.schema).plan(for: table.mapping, in: .postgresql)
        #expect(plan.exactness == .exact || !isExact, "\(text): \(plan.remainders.map(\.reason))")
        var ids: Set<Int64> = []
        let fields = SQLFieldTree([FieldPath([.key("id")])])
        try table.reading(fields, on: connection) {
            let rows = try table.rows(of: plan, fields: fields, on: connection)
            while let row = try rows.next() {
                if case .integer(let id) = row.object.value(forKey: "id") { ids.insert(id) }
            }
        }
        return ids
    }
}
#endif
