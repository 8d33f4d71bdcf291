#if SQLite
import Foundation
import GRDB
import PredicateFormat
import PredicateGRDB
import PredicateSQL
import Testing

/// How a record type of the tests stores its properties.
private protocol Strategies: SendableMetatype {
    static var columns: DatabaseColumnEncodingStrategy { get }
    static var keys: DatabaseColumnDecodingStrategy { get }
    static var writtenDates: DatabaseDateEncodingStrategy { get }
    static var readDates: DatabaseDateDecodingStrategy { get }
    static var uuids: DatabaseUUIDEncodingStrategy { get }
    static var writtenData: DatabaseDataEncodingStrategy { get }
    static var readData: DatabaseDataDecodingStrategy { get }
    static var isTrusted: Bool { get }
    /// Whether the mapping is read from the database.
    static var isRead: Bool { get }
}

extension Strategies {
    static var columns: DatabaseColumnEncodingStrategy { .useDefaultKeys }
    static var keys: DatabaseColumnDecodingStrategy { .useDefaultKeys }
    static var writtenDates: DatabaseDateEncodingStrategy { .deferredToDate }
    static var readDates: DatabaseDateDecodingStrategy { .deferredToDate }
    static var uuids: DatabaseUUIDEncodingStrategy { .deferredToUUID }
    static var writtenData: DatabaseDataEncodingStrategy { .deferredToData }
    static var readData: DatabaseDataDecodingStrategy { .deferredToData }
    static var isTrusted: Bool { false }
    static var isRead: Bool { false }
}

private let german: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "dd.MM.yyyy HH:mm:ss"
    return formatter
}()

private enum Standard: Strategies {}
private enum Seconds: Strategies {
    static var writtenDates: DatabaseDateEncodingStrategy { .secondsSince1970 }
    static var readDates: DatabaseDateDecodingStrategy { .timeIntervalSince1970 }
    static var uuids: DatabaseUUIDEncodingStrategy { .uppercaseString }
}
/// Dates that are written as numbers, and read by default.
private enum WrittenSeconds: Strategies {
    static var writtenDates: DatabaseDateEncodingStrategy { .timeIntervalSince1970 }
    static var isTrusted: Bool { true }
}
private enum Milliseconds: Strategies {
    static var columns: DatabaseColumnEncodingStrategy { .convertToSnakeCase }
    static var keys: DatabaseColumnDecodingStrategy { .convertFromSnakeCase }
    static var writtenDates: DatabaseDateEncodingStrategy { .millisecondsSince1970 }
    static var readDates: DatabaseDateDecodingStrategy { .millisecondsSince1970 }
    static var uuids: DatabaseUUIDEncodingStrategy { .lowercaseString }
}
private enum Reference: Strategies {
    static var writtenDates: DatabaseDateEncodingStrategy { .timeIntervalSinceReferenceDate }
    static var readDates: DatabaseDateDecodingStrategy { .timeIntervalSinceReferenceDate }
    static var uuids: DatabaseUUIDEncodingStrategy { .lowercaseString }
    static var isTrusted: Bool { true }
}
private enum Standards: Strategies {
    static var writtenDates: DatabaseDateEncodingStrategy { .iso8601 }
    static var readDates: DatabaseDateDecodingStrategy { .iso8601 }
    static var writtenData: DatabaseDataEncodingStrategy { .text }
}
private enum German: Strategies {
    static var writtenDates: DatabaseDateEncodingStrategy { .formatted(german) }
    static var readDates: DatabaseDateDecodingStrategy { .formatted(german) }
    static var writtenData: DatabaseDataEncodingStrategy { .custom { $0.base64EncodedString() } }
    static var readData: DatabaseDataDecodingStrategy {
        .custom { String.fromDatabaseValue($0).flatMap { Data(base64Encoded: $0) } }
    }
}
/// Days, with columns in upper case.
private enum Custom: Strategies {
    static var columns: DatabaseColumnEncodingStrategy { .custom { "C_" + $0.stringValue } }
    static var keys: DatabaseColumnDecodingStrategy { .custom { AnyKey(stringValue: String($0.dropFirst(2))) } }
    static var writtenDates: DatabaseDateEncodingStrategy { .custom { $0.timeIntervalSince1970 / 86_400 } }
    static var readDates: DatabaseDateDecodingStrategy {
        .custom { Double.fromDatabaseValue($0).map { Date(timeIntervalSince1970: $0 * 86_400) } }
    }
    static var isTrusted: Bool { true }
}
private enum Trusted: Strategies { static var isTrusted: Bool { true } }
private enum ReadStandard: Strategies { static var isRead: Bool { true } }
private enum ReadSeconds: Strategies {
    static var columns: DatabaseColumnEncodingStrategy { .convertToSnakeCase }
    static var keys: DatabaseColumnDecodingStrategy { .convertFromSnakeCase }
    static var writtenDates: DatabaseDateEncodingStrategy { .secondsSince1970 }
    static var readDates: DatabaseDateDecodingStrategy { .timeIntervalSince1970 }
    static var uuids: DatabaseUUIDEncodingStrategy { .uppercaseString }
    static var isRead: Bool { true }
}
private enum ReadGerman: Strategies {
    static var writtenDates: DatabaseDateEncodingStrategy { .formatted(german) }
    static var readDates: DatabaseDateDecodingStrategy { .formatted(german) }
    static var isRead: Bool { true }
    static var isTrusted: Bool { true }
}

private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

private enum Level: String, Codable, CaseIterable, PredicateFieldValue { case low, middle, high }
private enum Rank: Int, Codable, DatabaseValueConvertible, PredicateFieldValue { case first = 1, second, third }

/// An enumeration that is stored by other words than its raw values.
private enum Grade: String, Codable, CaseIterable, DatabaseValueConvertible, PredicateFieldValue {
    case good, bad
    var databaseValue: DatabaseValue { (self == .good ? 1 : 0).databaseValue }
    static func fromDatabaseValue(_ value: DatabaseValue) -> Grade? {
        Int.fromDatabaseValue(value).map { $0 == 1 ? .good : .bad }
    }
}

private struct Address: Codable, PredicateDescribed {
    var city: String
    var since: Date
    static let predicateDescription = PredicateDescription<Address> {
        PredicateField("city", \.city)
        PredicateField("since", \.since)
    }
}

private struct Guest<S: Strategies>: Codable, FetchableRecord, PersistableRecord, PredicateTableRecord,
    PredicateDescribed
{
    var id: Int
    var firstName: String?
    var score: Double
    var isMember: Bool
    var key: UUID
    var arrival: Date?
    var birthDate: Date
    var photo: Data?
    var homePage: URL?
    var price: Decimal
    var level: Level
    var rank: Rank?
    var grade: Grade
    var tags: [String]
    var points: Set<Int>
    var homeAddress: Address?
    var ratio: Float

    static var databaseTableName: String { "guest" }
    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { S.columns }
    static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy { S.keys }
    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy { S.writtenDates }
    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy { S.readDates }
    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy { S.uuids }
    static func databaseDataEncodingStrategy(for column: String) -> DatabaseDataEncodingStrategy { S.writtenData }
    static func databaseDataDecodingStrategy(for column: String) -> DatabaseDataDecodingStrategy { S.readData }
    static var predicateTrustsColumns: Bool { S.isTrusted }

    static var predicateDescription: PredicateDescription<Guest> {
        PredicateDescription<Guest>("Guest") {
            PredicateField("id", \.id)
            PredicateField("firstName", \.firstName)
            PredicateField("score", \.score)
            PredicateField("isMember", \.isMember)
            PredicateField("key", \.key)
            PredicateField("arrival", \.arrival)
            PredicateField("birthDate", \.birthDate)
            PredicateField("photo", \.photo)
            PredicateField("homePage", \.homePage)
            PredicateField("price", \.price)
            PredicateField("level", \.level)
            PredicateField("rank", \.rank)
            PredicateField("grade", \.grade)
            PredicateField("tags", \.tags)
            PredicateField("points", \.points)
            PredicateField("homeAddress", \.homeAddress)
            PredicateField("ratio", \.ratio)
        }
    }

    /// A column of the table.
    static func column(_ property: String) -> String {
        switch S.columns {
        case .convertToSnakeCase: property.replacing(/[A-Z]/) { "_" + $0.output.lowercased() }
        case .custom(let name): name(AnyKey(stringValue: property))
        case .useDefaultKeys: property
        }
    }

    static func create(in database: Database) throws {
        try database.create(table: "guest") { table in
            table.primaryKey(column("id"), .integer)
            table.column(column("firstName"), .text).indexed()
            table.column(column("score"), .double).indexed()
            table.column(column("isMember"), .boolean)
            table.column(column("key"), .blob).indexed()
            table.column(column("arrival"), .datetime).indexed()
            table.column(column("birthDate"), .datetime).indexed()
            table.column(column("photo"), .blob)
            table.column(column("homePage"), .text)
            table.column(column("price"), .text)
            table.column(column("level"), .text).indexed()
            table.column(column("rank"), .integer)
            table.column(column("grade"), .integer)
            table.column(column("tags"), .jsonText)
            table.column(column("points"), .jsonText)
            table.column(column("homeAddress"), .jsonText)
            table.column(column("ratio"), .double)
        }
    }

    /// Seven records, and as many more as are asked for.
    static func filled(_ more: Int = 0) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.installPredicateFunctions() }
        let queue = try DatabaseQueue(configuration: configuration)
        try queue.write { database in
            try create(in: database)
            for index in 0..<(7 + more) { try record(index).insert(database) }
        }
        return queue
    }

    static func record(_ index: Int) -> Guest {
        Guest(
            id: index + 1, firstName: ["Ann", "ANN", nil, "Ärger", "bob", "Zoë", ""][index % 7],
            score: Double(index) * 1.5, isMember: index % 2 == 0, key: Guest.key(index),
            arrival: index % 7 == 3 ? nil : Date(timeIntervalSince1970: 1_700_000_000.25 + Double(index) * 86_400),
            birthDate: Date(timeIntervalSince1970: Double(index - 3) * 100_000_000),
            photo: index % 7 == 1 ? Data("picture".utf8) : nil,
            homePage: index % 3 == 0 ? URL(string: "https://example.com/\(index)") : nil,
            price: Decimal(string: "1234567890123456.7\(index % 7)") ?? 0, level: Level.allCases[index % 3],
            rank: Rank(rawValue: index % 4), grade: index % 2 == 0 ? .good : .bad,
            tags: Array(["a", "b", "c", "d"].prefix(index % 5)), points: Set(0..<(index % 4)),
            homeAddress: index % 3 == 1
                ? nil : Address(city: ["Rome", "Oslo"][index % 2], since: Date(timeIntervalSince1970: Double(index))),
            ratio: Float(index) / 10)
    }

    static func key(_ index: Int) -> UUID {
        UUID(uuid: (0xAB, 0xCD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xEF, 0, UInt8(index >> 8 & 255), UInt8(index & 255)))
    }
}

/// A record type whose mapping the database gives.
private struct Visitor<S: Strategies>: Codable, FetchableRecord, PersistableRecord, PredicateTableRecord,
    PredicateDescribed
{
    var id: Int
    var firstName: String?
    var score: Double
    var key: UUID
    var arrival: Date?
    var price: Decimal
    var level: Level
    var tags: [String]
    var homeAddress: Address?

    static var databaseTableName: String { "guest" }
    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { S.columns }
    static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy { S.keys }
    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy { S.writtenDates }
    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy { S.readDates }
    static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy { S.uuids }
    static var predicateTrustsColumns: Bool { S.isTrusted }

    static var predicateMapping: SQLMapping {
        // The tests make the table.
        let mapping = try? Guest<S>.filled().read { try $0.predicateMapping(of: "guest") }
        return mapping ?? SQLMapping(root: "guest", tables: [:])
    }

    static var predicateDescription: PredicateDescription<Visitor> {
        PredicateDescription<Visitor>("Visitor") {
            PredicateField("id", \.id)
            PredicateField("firstName", \.firstName)
            PredicateField("score", \.score)
            PredicateField("key", \.key)
            PredicateField("arrival", \.arrival)
            PredicateField("price", \.price)
            PredicateField("level", \.level)
            PredicateField("tags", \.tags)
            PredicateField("homeAddress", \.homeAddress)
        }
    }
}

/// A type that is not fetched, so that nothing says how its dates read, with a property that is not coded.
private struct Initialled: Encodable, PersistableRecord, PredicateTableRecord, PredicateDescribed {
    struct Initial: Encodable, PredicateFieldValue {
        var letters: [String]
        static var predicateShape: PredicateShape<Initial> { .mapped { $0.letters.joined() } }
    }
    struct Friend: Encodable, PredicateDescribed {
        var date: Date
        static let predicateDescription = PredicateDescription<Friend> { PredicateField("date", \.date) }
    }

    var initial: [Initial]
    var date: Date
    var friend: Friend?

    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
        .millisecondsSince1970
    }
    static let predicateMapping = SQLMapping(
        root: "i",
        tables: [
            "i": SQLTable(
                "i",
                fields: [
                    "initial": .column(SQLColumn("initial", .other)), "date": .column(SQLColumn("date", .date(.text))),
                    "friend": .toOne(SQLLink(to: "f", on: [("id", "id")])),
                ]),
            "f": SQLTable("f", fields: ["date": .column(SQLColumn("date", .integer))]),
        ])
    static let predicateDescription = PredicateDescription<Initialled> {
        PredicateField("initial", \.initial)
        PredicateField("date", \.date)
        PredicateField("friend", \.friend)
    }
}

private protocol Person: FetchableRecord, PredicateTableRecord, PredicateDescribed {
    var id: Int { get }
    static func filled(_ more: Int) throws -> DatabaseQueue
}

extension Guest: Person {}
extension Visitor: Person {
    static func filled(_ more: Int) throws -> DatabaseQueue { try Guest<S>.filled(more) }
}

/// Texts over the properties of record types with strategies of their own: requests take the records that the predicate takes
/// of the decoded ones.
@Suite struct RecordStrategyTests {
    private static let day = "CAST('2023-11-16T22:13:20.250Z', 'NSDate')"

    /// Texts over properties that both record types have.
    private static let shared: [String] = [
        "firstName == 'Ann'", "firstName ==[c] 'ann'", "firstName BEGINSWITH[cd] 'ar'", "firstName MATCHES '.*o.*'",
        "firstName == nil OR firstName == ''", "score > 1.5 AND score <= 7", "arrival > \(day)", "arrival == \(day)",
        "arrival != \(day)", "arrival BETWEEN {CAST('2023-11-15', 'NSDate'), CAST('2023-11-19', 'NSDate')}",
        "arrival == nil", "arrival != nil AND arrival <= \(day)", "NOT (arrival > \(day))", "year(arrival) == 2023",
        "arrival IN {\(day), CAST('2023-11-20T22:13:20.250Z', 'NSDate')}",
        "key == 'ABCD0000-0000-0000-0000-0000EF000002'", "key != 'abcd0000-0000-0000-0000-0000ef000002'",
        "key IN {'ABCD0000-0000-0000-0000-0000EF000001', 'abcd0000-0000-0000-0000-0000ef000005'}", "key == nil",
        "price > 1234567890123455", "price == 1234567890123456.74", "level == 'high'", "level IN {'low', 'middle'}",
        "level != 'low' AND arrival > \(day)", "ANY tags == 'c'", "tags.@count > 2", "tags CONTAINS 'b'",
        "NONE tags == 'a'", "homeAddress == nil", "homeAddress.city == 'Oslo'",
        "homeAddress.city BEGINSWITH 'R' AND homeAddress.since > CAST('1970-01-01', 'NSDate')",
        "SUBQUERY(tags, $t, $t > 'b').@count > 0 AND score > 5",
    ]

    private static let own: [String] = [
        "isMember == YES", "birthDate < CAST('1970-01-01', 'NSDate')", "birthDate == CAST('1970-01-01', 'NSDate')",
        "photo == nil", "photo != nil", "homePage == 'https://example.com/3'", "homePage BEGINSWITH 'https://'",
        "homePage == nil", "rank == 2", "rank > 1 AND rank < 3", "rank == nil", "grade == 'good'", "points CONTAINS 2",
        "ANY points > 1", "points.@sum > 2", "ratio > 0.25", "ratio == 0.5", "arrival > birthDate",
    ]

    private static let guests: [(String, @Sendable (String) throws -> Int)] = [
        ("standard", { try agree(Guest<Standard>.self, $0) }), ("seconds", { try agree(Guest<Seconds>.self, $0) }),
        ("written seconds", { try agree(Guest<WrittenSeconds>.self, $0) }),
        ("milliseconds", { try agree(Guest<Milliseconds>.self, $0) }),
        ("reference", { try agree(Guest<Reference>.self, $0) }), ("iso8601", { try agree(Guest<Standards>.self, $0) }),
        ("formatted", { try agree(Guest<German>.self, $0) }), ("custom", { try agree(Guest<Custom>.self, $0) }),
        ("trusted", { try agree(Guest<Trusted>.self, $0) }),
    ]

    private static let visitors: [(String, @Sendable (String) throws -> Int)] = [
        ("standard", { try agree(Visitor<Standard>.self, $0) }), ("seconds", { try agree(Visitor<Seconds>.self, $0) }),
        ("milliseconds", { try agree(Visitor<Milliseconds>.self, $0) }),
        ("iso8601", { try agree(Visitor<Standards>.self, $0) }), ("formatted", { try agree(Visitor<German>.self, $0) }),
        ("custom", { try agree(Visitor<Custom>.self, $0) }), ("trusted", { try agree(Visitor<Trusted>.self, $0) }),
    ]

    /// Orders that SQL or our function makes.
    private static let orders = [
        "-arrival", "arrival:nil-last", "firstName[cd], -id", "-firstName:nil-first, id", "key", "-score",
        "level, -arrival",
        "homePage:nil-last, id", "length(firstName), id", "isMember, -birthDate", "-rank:nil-first, id", "grade, id",
        "ratio", "homeAddress.city, id",
    ]

    private static func agree<S: Strategies>(_: Guest<S>.Type, order text: String) throws {
        try Guest<S>.filled(20).read { database in
            let all = try Guest<S>.fetchAll(database)
            let expected = try all.fetch().sorted(by: PredicateFormatString(parsing: text + ", id")).result().map(\.id)
            #expect(try Guest<S>.all().sorted(by: text + ", id").fetchAll(database).map(\.id) == expected, "\(text)")
            #expect(
                try Guest<S>.all().sorted(by: text + ", id").reversed().fetchAll(database).map(\.id)
                    == expected.reversed(), "\(text)")
        }
    }

    /// Compares a request with the decoded records.
    ///
    /// - Returns: how many records it takes.
    private static func agree<Record: Person>(_: Record.Type, _ text: String) throws -> Int {
        let predicate = try Record.predicate(parsing: text)
        return try Record.filled(0).read { database in
            let all = try Record.fetchAll(database)
            let expected = all.filter { predicate.matches($0) }.map(\.id)
            let found = try Record.filter(predicate).fetchAll(database).map(\.id)
            #expect(found.sorted() == expected, "\(Record.self): \(text)")
            return expected.count
        }
    }

    @Test(arguments: shared + own)
    func requestsAndDecodedRecordsAgree(_ text: String) throws {
        for (strategy, agree) in Self.guests {
            let count = try agree(text)
            // Whole seconds have no instant with a fraction.
            let isWhole = strategy == "seconds" || strategy == "iso8601" || strategy == "formatted"
            #expect(count > 0 || text == "key == nil" || isWhole, "\(strategy)")
        }
    }

    @Test(arguments: orders)
    func ordersAgree(_ text: String) throws {
        try Self.agree(Guest<Standard>.self, order: text)
        try Self.agree(Guest<Seconds>.self, order: text)
        try Self.agree(Guest<Milliseconds>.self, order: text)
        try Self.agree(Guest<German>.self, order: text)
        try Self.agree(Guest<Trusted>.self, order: text)
    }

    /// Our reader of usual dates rounds as GRDB does.
    @Test func usualDatesAreEqual() throws {
        try Guest<Standard>.filled().write { database in
            try Guest<Standard>.deleteAll(database)
            for index in 0..<600 {
                var record = Guest<Standard>.record(index)
                record.arrival = Date(
                    timeIntervalSince1970: Double(index - 200) * 7_654_321.0 + Double(index * 7 % 1000) / 1000)
                try record.insert(database)
            }
            for record in try Guest<Standard>.fetchAll(database) {
                let predicate = try Guest<Standard>.predicate("arrival == %@", record.arrival)
                #expect(try Guest<Standard>.filter(predicate).fetchAll(database).map(\.id) == [record.id])
            }
        }
    }

    /// What cannot be mapped or ordered is an error that names the property.
    @Test func unmappedPropertiesAreNamed() throws {
        let order = #expect(throws: RequestError.self) { try Guest<Standard>.all().sorted(by: "price") }
        let localized = #expect(throws: RequestError.self) {
            try Guest<Standard>.all().sorted(by: "firstName[l]")
        }
        #expect(localized?.description.hasSuffix("SQLite has no localized order") == true)
        let text = #expect(throws: RequestError.self) {
            try Initialled.predicate("ANY initial == 'A'").condition()
        }
        #expect(text?.description == #"`ANY initial == "A"` has no form in SQL: `initial` is not in the mapping"#)
        let date = #expect(throws: RequestError.self) {
            try Initialled.predicate("date > CAST(0, 'NSDate')").condition()
        }
        #expect(date?.description.hasSuffix("`date` is not in the mapping") == true)
        let link = #expect(throws: RequestError.self) {
            try Initialled.predicate("friend.date > CAST(0, 'NSDate')").condition()
        }
        #expect(link?.description.hasSuffix("`friend.date` has the type date, and its column the type integer") == true)
        #expect(order?.description == "`price` has no form in SQL: SQLite does not order values of the type decimal")
    }

    /// JSON and numbers for dates of a table whose record type has no description.
    @Test func mappingsAreEnough() throws {
        try DatabaseQueue().write { database in
            try database.installPredicateFunctions()
            try database.execute(
                sql: """
                    CREATE TABLE note (id INTEGER PRIMARY KEY, data JSON, ms INTEGER, key UUID);
                    INSERT INTO note VALUES
                      (1, '{"tags": ["a", "b"], "n": 1.5}', 1700000000250, 'abcd0000-0000-0000-0000-0000ef000001'),
                      (2, '{"tags": []}', 1, x'ABCD000000000000000000000000EF01'), (3, 'no JSON', NULL, NULL);
                    """)
            var mapping = try database.predicateMapping(of: "note")
            mapping.tables["note"]?.fields["ms"] = .column(SQLColumn("ms", .date(.unixMilliseconds)))
            for (text, ids) in [
                ("ANY data.tags == 'b'", [1]), ("data.n > 1 AND data.tags.@count == 2", [1]),
                ("data.tags.@count == 0", [2]),
                ("ms > CAST('2023-11-14T22:13:20.249Z', 'NSDate')", [1]),
                ("ms == CAST('2023-11-14T22:13:20.250Z', 'NSDate') AND month(ms) == 11", [1]), ("month(ms) == 1", [2]),
                ("key == 'ABCD0000-0000-0000-0000-0000EF000001'", [1]),
                ("key == 'abcd0000-0000-0000-0000-00000000ef01'", [2]), ("key == nil", [3]),
                ("key IN {'abcd0000-0000-0000-0000-00000000ef01', 'ABCD0000-0000-0000-0000-0000EF000001'}", [1, 2]),
                (
                    "NOT key IN {'abcd0000-0000-0000-0000-00000000ef01', 'ABCD0000-0000-0000-0000-0000EF000002'}",
                    [1, 3]
                ),
            ] {
                let condition = try CheckedPredicate(text, schema: mapping.recordSchema).condition(for: mapping)
                let request = Table("note").filter(condition).select(Column("id"), as: Int.self)
                #expect(try request.fetchAll(database) == ids, "\(text)")
            }
        }
    }

    private static func steps<Record: Person>(_: Record.Type, _ text: String) throws -> [String] {
        try Record.filled(2000).read { database in
            let request = try Record.filter(Record.predicate(parsing: text)).makePreparedRequest(database)
            let sql = request.statement.sql
            return try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: request.statement.arguments
            ).map { $0["detail"] as String }
        }
    }

    /// An index serves comparisons of dates and UUIDs, whatever else their columns may hold.
    @Test(arguments: [
        "arrival > \(day)", "arrival == \(day)", "arrival < \(day) AND score > 1",
        "birthDate >= CAST('2020-01-01', 'NSDate')",
        "arrival BETWEEN {CAST('2023-11-15', 'NSDate'), CAST('2023-11-19', 'NSDate')}", "level == 'high'",
        "firstName == 'Ann'", "score > 4",
    ])
    func indexesServe(_ text: String) throws {
        for steps in [
            try Self.steps(Guest<Standard>.self, text), try Self.steps(Guest<Seconds>.self, text),
            try Self.steps(Guest<Milliseconds>.self, text), try Self.steps(Guest<Reference>.self, text),
            try Self.steps(Guest<Standards>.self, text), try Self.steps(Guest<Trusted>.self, text),
        ] {
            #expect(steps.allSatisfy { !$0.hasPrefix("SCAN") }, "\(steps)")
            #expect(steps.contains { $0.contains("USING INDEX guest_on_") }, "\(steps)")
        }
    }

    @Test func indexesServeUUIDs() throws {
        let text = "key == 'ABCD0000-0000-0000-0000-0000EF000002'"
        for steps in [
            try Self.steps(Guest<Standard>.self, text), try Self.steps(Guest<Reference>.self, text),
            try Self.steps(Guest<Trusted>.self, text),
        ] {
            #expect(steps.contains { $0.contains("(key=?)") } && !steps.contains { $0.hasPrefix("SCAN") }, "\(steps)")
        }
        // Texts of any case are found without an index.
        #expect(try Self.steps(Guest<Seconds>.self, text) == ["SCAN guest"])
    }

    @Test(arguments: shared)
    func requestsWithAReadMappingAgree(_ text: String) throws {
        for (_, agree) in Self.visitors { _ = try agree(text) }
    }
}
#endif
