import Foundation
import PredicateFormat

/// A record of the data as a Swift value.
struct Record: Decodable, Sendable {
    struct Version: Decodable, Sendable { var major: Int }
    struct System: Decodable, Sendable { var version: Version }
    struct Device: Decodable, Sendable { var system: System }
    struct Item: Decodable, Sendable {
        var price: Double
        var quantity: Int
    }

    var name: String
    var age: Int?
    var active: Bool
    var score: Double
    var bucket: Int
    var email: String
    var city: String
    var country: String
    var created: Date
    var tags: [String]?
    var device: Device?
    var items: [Item]

    /// A double for `#Predicate`, which does not convert integers.
    var ageAsDouble: Double? { age.map(Double.init) }
}

extension Record: PredicateRecord {
    func value(forKey key: String) -> PredicateValue {
        switch key {
        case "name": .string(name)
        case "age": age.map { .integer(Int64($0)) } ?? .null
        case "active": .boolean(active)
        case "score": .double(score)
        case "bucket": .integer(Int64(bucket))
        case "email": .string(email)
        case "city": .string(city)
        case "country": .string(country)
        case "created": .date(created)
        case "tags": tags.map { .list($0.map(PredicateValue.string)) } ?? .null
        case "device": device.map(PredicateValue.object) ?? .null
        case "items": .list(items.map(PredicateValue.object))
        default: .null
        }
    }

    func hasKey(_ key: String) -> Bool { keys.contains(key) }
    var keys: [String] {
        [
            "name", "age", "active", "score", "bucket", "email", "city", "country", "created", "tags", "device",
            "items",
        ]
    }
    var isDictionary: Bool { false }

    static let schema = RecordSchema(
        root: "Record",
        types: [
            RecordType(
                "Record",
                fields: [
                    RecordField("name", .string), RecordField("age", .optional(.integer)),
                    RecordField("active", .boolean), RecordField("score", .double), RecordField("bucket", .integer),
                    RecordField("email", .string), RecordField("city", .string), RecordField("country", .string),
                    RecordField("created", .date), RecordField("tags", .optional(.list(.string))),
                    RecordField("device", .optional(.object("Device"))), RecordField("items", .list(.object("Item"))),
                ]),
            RecordType("Device", fields: [RecordField("system", .object("System"))]),
            RecordType("System", fields: [RecordField("version", .object("Version"))]),
            RecordType("Version", fields: [RecordField("major", .integer)]),
            RecordType("Item", fields: [RecordField("price", .double), RecordField("quantity", .integer)]),
        ])
}

extension Record.Device: PredicateRecord {
    func value(forKey key: String) -> PredicateValue { key == "system" ? .object(system) : .null }
    func hasKey(_ key: String) -> Bool { key == "system" }
    var keys: [String] { ["system"] }
    var isDictionary: Bool { false }
}

extension Record.System: PredicateRecord {
    func value(forKey key: String) -> PredicateValue { key == "version" ? .object(version) : .null }
    func hasKey(_ key: String) -> Bool { key == "version" }
    var keys: [String] { ["version"] }
    var isDictionary: Bool { false }
}

extension Record.Version: PredicateRecord {
    func value(forKey key: String) -> PredicateValue { key == "major" ? .integer(Int64(major)) : .null }
    func hasKey(_ key: String) -> Bool { key == "major" }
    var keys: [String] { ["major"] }
    var isDictionary: Bool { false }
}

extension Record.Item: PredicateRecord {
    func value(forKey key: String) -> PredicateValue {
        switch key {
        case "price": .double(price)
        case "quantity": .integer(Int64(quantity))
        default: .null
        }
    }
    func hasKey(_ key: String) -> Bool { keys.contains(key) }
    var keys: [String] { ["price", "quantity"] }
    var isDictionary: Bool { false }
}

// Descriptions as a program writes them: by accessors, and by key paths. Nested values are described once, by key
// paths.
extension Record {
    static let byAccessors = PredicateDescription<Record> {
        PredicateField("name") { $0.name }
        PredicateField("age") { $0.age }
        PredicateField("active") { $0.active }
        PredicateField("score") { $0.score }
        PredicateField("bucket") { $0.bucket }
        PredicateField("email") { $0.email }
        PredicateField("city") { $0.city }
        PredicateField("country") { $0.country }
        PredicateField("created") { $0.created }
        PredicateField("tags") { $0.tags }
        PredicateField("device") { $0.device }
        PredicateField("items") { $0.items }
    }

    static let byKeyPaths = PredicateDescription<Record> {
        PredicateField("name", \.name)
        PredicateField("age", \.age)
        PredicateField("active", \.active)
        PredicateField("score", \.score)
        PredicateField("bucket", \.bucket)
        PredicateField("email", \.email)
        PredicateField("city", \.city)
        PredicateField("country", \.country)
        PredicateField("created", \.created)
        PredicateField("tags", \.tags)
        PredicateField("device", \.device)
        PredicateField("items", \.items)
    }
}

extension Record.Device: PredicateDescribed {
    static let predicateDescription = PredicateDescription<Self> { PredicateField("system", \.system) }
}

extension Record.System: PredicateDescribed {
    static let predicateDescription = PredicateDescription<Self> { PredicateField("version", \.version) }
}

extension Record.Version: PredicateDescribed {
    static let predicateDescription = PredicateDescription<Self> { PredicateField("major", \.major) }
}

extension Record.Item: PredicateDescribed {
    static let predicateDescription = PredicateDescription<Self> {
        PredicateField("price", \.price)
        PredicateField("quantity", \.quantity)
    }
}
