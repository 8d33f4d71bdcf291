#if PostgreSQL
import PredicateCore
import PredicatePlatform
import PredicatePostgreSQL
import PredicateSQL
import PredicateSQLTesting
import PredicateTesting
import Testing

/// Years and units of dates in PostgreSQL at the instants at which they change, over all years that it stores.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct PostgreSQLDateTests {
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
    func ranges(_ zone: String) throws {
        let instants = Self.instants(try #require(zone.isEmpty ? .utc : TimeZoneRules.named(zone)))
        let argument = zone.isEmpty ? "" : ", '\(zone)'"
        try Server.withSchema("dates\(zone)") { connection, _ in
            try connection.execute("CREATE TABLE x (id int8 PRIMARY KEY, d timestamptz)")
            let rows = instants.enumerated().map { "(\($0), '\(SQLTimestamp.text($1))')" }
            try connection.execute("INSERT INTO x VALUES \(rows.joined(separator: ", "))")
            try connection.execute("INSERT INTO x VALUES (-1, 'infinity'), (-2, '-infinity'), (-3, NULL)")
            let table = try connection.table("x")
            let years = [-4711, 0, 1582, 1970, 2001, 2400, 9999, 290_000].map { "year(d\(argument)) %% \($0)" }
            let units = DateUnit.allCases.flatMap { unit in
                [0, 0.5, 7_948_800, -86_400, 1e12].map { constant in
                    "truncate(d, '\(unit.rawValue)'\(argument)) %% CAST(\(constant), 'NSDate')"
                }
            }
            let tests = (years + units).flatMap { text in
                ["==", "!=", "<", ">="].map { text.replacing("%%", with: $0) }
            }
            for text in tests + ["year(d\(argument)) == nil"] {
                let predicate = try CheckedPredicate(text, schema: table.schema)
                let matching = instants.indices.filter { index in
                    let date = Date(
                        timeIntervalSinceReferenceDate: SQLTimestamp.referenceSeconds(ofMicroseconds: instants[index]))
                    return predicate.matches(.object(PredicateObject([("d", .date(date))])))
                }
                let matchesNil = predicate.matches(.object(PredicateObject([("d", .null)])))
                let expected = Set(matching.map { Int64($0) } + (matchesNil ? [-1, -2, -3] : []))
                let found = try Self.rows(text, table, connection)
                #expect(found == expected, "\(text): \(found.symmetricDifference(expected).sorted().prefix(5))")
            }
        }
    }

    /// The rows that a predicate takes, by their primary key.
    private static func rows(
        _ text: String, _ table: PostgreSQLTable, _ connection: PostgreSQLConnection
    ) throws -> Set<Int64> {
        let plan = try CheckedPredicate(text, schema: table.schema).plan(for: table.mapping, in: .postgresql)
        #expect(plan.exactness == .exact, "\(text): \(plan.remainders.map(\.reason))")
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
