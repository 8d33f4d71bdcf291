#if SQLite
import Foundation
import GRDB
import PredicateFormat
import PredicateGRDB
import PredicateSQL
import Testing

/// A described record type, which needs no mapping.
private struct Guest: Codable, FetchableRecord, PersistableRecord, PredicateTableRecord, PredicateDescribed {
    var id: Int
    var name: String?
    var score: Double
    var isMember: Bool
    var key: UUID
    var arrival: Date?
    var photo: Data?

    static let predicateDescription = PredicateDescription<Guest> {
        PredicateField("id", \.id)
        PredicateField("name", \.name)
        PredicateField("score", \.score)
        PredicateField("isMember", \.isMember)
        PredicateField("key", \.key)
        PredicateField("arrival", \.arrival)
        PredicateField("photo", \.photo)
    }
}

/// Predicates over a Swift type whose description says its table.
struct TypedRequestTests {
    private static let keys = ["6F9619FF-8B86-4011-B42D-00CF4FC964FF", "00000000-0000-0000-0000-000000000001"]

    private func queue() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.installPredicateFunctions() }
        let queue = try DatabaseQueue(configuration: configuration)
        try queue.write { db in
            // The description does not know the collation.
            try db.execute(
                sql: """
                    CREATE TABLE guest (
                      id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, score REAL, isMember BOOLEAN, key BLOB, arrival TEXT,
                      photo BLOB)
                    """)
            for (id, name) in ["Ann", "ANN", nil, "Ärger", "bob"].enumerated() {
                let key = try #require(UUID(uuidString: Self.keys[id % 2]))
                try Guest(
                    id: id + 1, name: name, score: Double(id) * 1.5, isMember: id % 2 == 0, key: key,
                    arrival: id == 3 ? nil : Date(timeIntervalSinceReferenceDate: Double(id) * 86_400),
                    photo: id == 1 ? Data([1]) : nil
                ).insert(db)
            }
        }
        return queue
    }

    @Test(arguments: [
        "name == 'Ann'", "name ==[c] 'ann'", "name >= 'a'", "name BEGINSWITH[cd] 'ar'", "name MATCHES 'A.*'",
        "score > 1.5 AND isMember == YES", "NOT (name == 'ANN')", "key == '\(keys[0])'", "arrival == nil",
        "arrival > CAST('2001-01-02T12:00:00Z', 'NSDate')", "photo != nil OR id == 5", "FALSEPREDICATE",
    ])
    func requestsAndValuesAgree(_ format: String) throws {
        let predicate = try Guest.predicate(parsing: format)
        try queue().read { db in
            let all = try Guest.order(Column("id")).fetchAll(db)
            let found = try Guest.filter(predicate).order(Column("id")).fetchAll(db)
            #expect(found.map(\.id) == all.filter { predicate.matches($0) }.map(\.id))
            #expect(try Guest.all().filter(predicate.condition()).fetchCount(db) == found.count)
        }
    }

    @Test func conditionsSayTheirTable() throws {
        let predicate = try Guest.predicate("score >= %@ and name = %@", 1.5, "it's")
        #expect(predicate.description == "score >= 1.5 AND name == \"it's\"")
        #expect(try predicate.condition().table == "guest")
        #expect(try predicate.condition().description == "guest: score >= 1.5 AND name == \"it's\"")
    }

    @Test func onlyColumnsAreMapped() throws {
        let table = try #require(Guest.predicateMapping.rootTable)
        #expect(table.name == "guest")
        #expect(
            Set(table.fields.keys) == ["id", "name", "score", "isMember", "key", "arrival", "photo"])
    }

    /// A composed predicate is a condition, and one of parts with different descriptions is refused.
    @Test func composedPredicates() throws {
        let queue = try queue()
        let named = try Guest.predicate("name == 'Ann'")
        let member = try Guest.predicate("isMember == YES", limits: .untrusted)
        let other = try PredicateDescription<Guest> { PredicateField("score", \.id) }.predicate("score == 1")
        try queue.read { db in
            for whole in [named && member, named || !member, !(named || member), [named, member].disjunction()] {
                let all = try Guest.fetchAll(db)
                #expect(try Guest.filter(whole).fetchAll(db).map(\.id) == all.filter(whole).map(\.id))
            }
            #expect(try Guest.fetchAll(db).filter(named && other).map(\.id) == [1])
            let error = #expect(throws: RequestError.self) { try Guest.filter(named && other) }
            #expect("\(error as Any)".contains("different descriptions or libraries"))
        }
    }
}
#endif
