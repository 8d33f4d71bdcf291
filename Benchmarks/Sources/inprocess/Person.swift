import Foundation
import PredicateCore
import PredicateFormat

/// The structs of the comparison with a handwritten closure.
struct Person: Sendable {
    var name: String
    var age: Int

    /// Persons with a hundred ages and ten names, in a mixed order that is always the same.
    static func sample(_ count: Int) -> [Person] {
        let names = [
            "fat", "thin", "tall", "small", "old", "young", "quick", "slow", "a much longer name than that", "Zoë",
        ]
        var state: UInt64 = 42
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Person(name: names[Int(state >> 33) % names.count], age: Int(state >> 45) % 100)
        }
    }
}

/// The conformance as a program without the macro writes it.
extension Person: PredicateRecord {
    func value(forKey key: String) -> PredicateValue {
        switch key {
        case "name": .string(name)
        case "age": .integer(Int64(age))
        default: .null
        }
    }

    func hasKey(_ key: String) -> Bool { keys.contains(key) }
    var keys: [String] { ["name", "age"] }
    var isDictionary: Bool { false }

    static let schema = RecordSchema(
        root: "Person",
        types: [RecordType("Person", fields: [RecordField("name", .string), RecordField("age", .integer)])])
}

// Descriptions as a program writes them: by accessors only, by key paths, and by both, like the macro.
extension Person {
    static let byMacro = PredicateDescription<Person> {
        PredicateField("name", \.name) { $0.name }
        PredicateField("age", \.age) { $0.age }
    }

    static let byAccessors = PredicateDescription<Person> {
        PredicateField("name") { $0.name }
        PredicateField("age") { $0.age }
    }

    static let byKeyPaths = PredicateDescription<Person> {
        PredicateField("name", \.name)
        PredicateField("age", \.age)
    }
}

/// `age > 30 AND name == "fat"` over Swift structs.
func measureStructs(_ request: Request) throws {
    let text = #"age > 30 AND name == "fat""#
    let people = Person.sample(request.structs)
    let checked = try ParsedPredicate(parsing: text).checked(against: Person.schema)
    let byMacro = try Person.byMacro.predicate(parsing: text)
    let byAccessors = try Person.byAccessors.predicate(parsing: text)
    let byKeyPaths = try Person.byKeyPaths.predicate(parsing: text)
    let context = EvaluationContext()
    let foundation = #Predicate<Person> { $0.age > 30 && $0.name == "fat" }
    let count = people.count
    try measure(
        "structs", rounds: request.rounds,
        [
            Candidate(engine: "closure", query: text, operations: count) {
                people.count { $0.age > 30 && $0.name == "fat" }
            },
            Candidate(engine: "macro", query: text, operations: count) { people.count(where: byMacro) },
            Candidate(engine: "accessors", query: text, operations: count) { people.count(where: byAccessors) },
            Candidate(engine: "key-paths", query: text, operations: count) { people.count(where: byKeyPaths) },
            // Each element is passed separately, as in a loop of the program.
            Candidate(engine: "accessors-matches", query: text, operations: count) {
                people.count { byAccessors.matches($0) }
            },
            Candidate(engine: "key-paths-matches", query: text, operations: count) {
                people.count { byKeyPaths.matches($0) }
            },
            Candidate(engine: "key-paths-matches-context", query: text, operations: count) {
                people.count { byKeyPaths.matches($0, context: context) }
            },
            Candidate(engine: "predicate-record", query: text, operations: count) {
                people.count { checked.matches($0, context: context) }
            },
            Candidate(engine: "foundation-predicate", query: text, operations: count) {
                people.count { (try? foundation.evaluate($0)) ?? false }
            },
        ])
}
