#if SQLite
import Foundation
import GRDB
import PredicateFormat
import PredicateGRDB
import Testing

private protocol Visit: Codable, FetchableRecord, PersistableRecord, PredicateTableRecord, PredicateDescribed {
    init(id: Int, key: UUID, arrival: Date, name: String)
}

/// Stored as GRDB stores values by default.
private struct StandardVisit: Visit {
    var id: Int
    var key: UUID
    var arrival: Date
    var name: String

    static let predicateDescription = PredicateDescription<StandardVisit> {
        PredicateField("id", \.id)
        PredicateField("key", \.key)
        PredicateField("arrival", \.arrival)
        PredicateField("name", \.name)
    }
}

/// Stored by strategies: dates as numbers, UUIDs as texts.
private struct NumberVisit: Visit {
    var id: Int
    var key: UUID
    var arrival: Date
    var name: String

    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy { .secondsSince1970 }
    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        .timeIntervalSince1970
    }
    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy { .uppercaseString }

    static let predicateDescription = PredicateDescription<NumberVisit> {
        PredicateField("id", \.id)
        PredicateField("key", \.key)
        PredicateField("arrival", \.arrival)
        PredicateField("name", \.name)
    }
}

/// How long requests take over many rows: `PREDICATE_GRDB_ROWS=200000 swift test --filter RecordSpeedTests` prints it.
@Suite struct RecordSpeedTests {
    private static let rows = ProcessInfo.processInfo.environment["PREDICATE_GRDB_ROWS"].flatMap { Int($0) }

    private static func key(_ index: Int) -> UUID {
        let number = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
        return withUnsafeBytes(of: (number, ~number)) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }

    @Test(.enabled(if: rows != nil)) func times() throws {
        try Self.time(StandardVisit.self)
        try Self.time(NumberVisit.self)
    }

    private static func time<Record: Visit>(_: Record.Type) throws {
        let rows = rows ?? 0
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.installPredicateFunctions() }
        let queue = try DatabaseQueue(configuration: configuration)
        try queue.write { database in
            try database.create(table: Record.databaseTableName) { table in
                table.primaryKey("id", .integer)
                table.column("key", .blob).indexed()
                table.column("arrival", .datetime).indexed()
                table.column("name", .text).indexed()
            }
            for index in 0..<rows {
                let arrival = Date(timeIntervalSince1970: 1_700_000_000 + Double(index * 7919 % rows) * 600)
                try Record(id: index, key: key(index), arrival: arrival, name: "n\(index % 1000)").insert(database)
            }
        }
        try queue.read { database in
            for text in [
                "key == '\(key(777))'", "key IN {'\(key(5))', '\(key(70_000))'}",
                "arrival == CAST('2024-06-01T00:03:20Z', 'NSDate')",
                "arrival BETWEEN {CAST('2024-06-01', 'NSDate'), CAST('2024-06-02', 'NSDate')}",
                "arrival > CAST('2027-08-20', 'NSDate') AND name == 'n7'", "arrival > CAST('2024-06-01', 'NSDate')",
                "name == 'n7'",
            ] {
                let predicate = try Record.predicate(parsing: text)
                var best = Duration.seconds(1000)
                var count = 0
                for _ in 0..<3 {
                    best = try min(
                        best, ContinuousClock().measure { count = try Record.filter(predicate).fetchCount(database) })
                }
                print("\(Record.self)\t\(best.formatted(.units(allowed: [.microseconds])))\t\(count)\t\(text)")
            }
        }
    }
}
#endif
