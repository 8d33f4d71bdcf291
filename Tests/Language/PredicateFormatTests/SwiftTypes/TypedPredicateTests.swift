import Foundation
import PredicateCore
import PredicateFormat
import PredicatePatterns
import Testing

/// Predicates over Swift types from the view of a program, without internal API.
@Suite("Predicates over Swift types")
struct TypedPredicateTests {
    struct Person: PredicateDescribed, Sendable, Equatable {
        var name: String
        var age: Int
        var email: String?
        var friends: [Person] = []

        static let predicateDescription = PredicateDescription<Person> {
            PredicateField("name", \.name, documentation: "as on the door")
            PredicateField("age", \.age)
            PredicateField("email", \.email)
            PredicateField("friends", \.friends)
            PredicateField("initial") { String($0.name.prefix(1)) }
        }
    }

    private static let people = [
        Person(name: "Jörg", age: 31, email: "joerg@example.com", friends: [Person(name: "Ada", age: 12)]),
        Person(name: "John", age: 17), Person(name: "Ada", age: 36, email: "ada@example.org"),
    ]

    @Test func theCollectionsOfASwiftProgram() throws {
        let adults = try Person.predicate("age >= %d AND name BEGINSWITH[cd] %@", 18, "jo")
        let people = Self.people
        #expect(people.filter(adults) == [people[0]])
        #expect(people.count(where: adults) == 1)
        #expect(people.first(where: adults) == people[0])
        #expect(people.contains(where: adults) && !people.allSatisfy(adults))
        #expect(adults.matches(people[0]) && !adults.matches(people[1]))
        // Sequences without contiguous storage.
        #expect(people.lazy.map { $0 }.filter(adults) == [people[0]])
        #expect(Dictionary(uniqueKeysWithValues: people.map { ($0.name, $0) }).values.count(where: adults) == 1)
        #expect([Person]().filter(adults).isEmpty && [Person]().allSatisfy(adults))
    }

    @Test(arguments: [
        ("ANY friends.name == 'Ada'", [0]), ("friends.@count == 0", [1, 2]), ("email == nil", [1]),
        ("email MATCHES '.*@example\\\\.org'", [2]), ("initial == 'J'", [0, 1]), ("NOT (age > 30)", [1]),
        ("SUBQUERY(friends, $f, $f.age < age - 10).@count == 1", [0]), ("age BETWEEN {17, 31}", [0, 1]),
        ("friends[FIRST].friends.@count == 0", [0]), ("SELF.name == 'John'", [1]), ("$limit := 20 > age", [1]),
        ("random() < 2", [0, 1, 2]), ("name == 'Jo\u{308}rg'", []),
    ])
    func answers(_ text: String, _ expected: [Int]) throws {
        let predicate = try Person.predicate(parsing: text, library: .standardWithPatterns)
        #expect(Self.people.indices.filter { predicate.matches(Self.people[$0]) } == expected)
    }

    @Test func everyMistakeOfATextIsThrownAtOnce() {
        let error = #expect(throws: PredicateDiagnostics.self) {
            try Person.predicate("nmae == 'a' AND age CONTAINS 'x' AND friends.age > 3 AND age > %@", "x")
        }
        #expect(
            error?.diagnostics.filter { $0.severity == .error }.map(\.code)
                == ["unknown-field", "wrong-operand", "missing-quantifier", "wrong-operand"])
        #expect(error?.description.contains("did you mean `name`?") == true)
        #expect(throws: PredicateDiagnostics.self) { try Person.predicate("age > %d") }
        #expect(throws: PredicateDiagnostics.self) { try Person.predicate("age > 3", 4) }
    }

    @Test func theDescriptionIsASchema() {
        let schema = Person.predicateDescription.schema
        #expect(schema.root == .object("Person") && schema.types.count == 1)
        let fields = schema.types["Person"]?.fields ?? []
        #expect(fields.map(\.name) == ["name", "age", "email", "friends", "initial"])
        #expect(
            fields.map(\.type) == [.string, .integer, .optional(.string), .list(.object("Person")), .string])
        #expect(fields.first?.documentation == "as on the door")
        #expect(schema.origin == .declared)
    }

    @Test func argumentsAreSwiftValues() throws {
        enum Kind: String, PredicateFieldValue { case young = "John" }
        let friend = Self.people[0].friends[0]
        let predicates: [(TypedPredicate<Person>, Int)] = [
            (try Person.predicate("age BETWEEN %@", 17...31), 2),
            (try Person.predicate("age IN %@", Set([17, 36])), 2),
            (try Person.predicate("name IN %@", ["Ada", "John"]), 2),
            (try Person.predicate("name == %@", Kind.young), 1),
            (try Person.predicate("email == %@", nil), 1),
            (try Person.predicate("%K > %d", "age", UInt8(30)), 2),
            (try Person.predicate("ANY friends == %@", friend), 1),
            (try Person.predicate("age == 36 AND name == %@", Substring("Ada")), 1),
        ]
        for (predicate, count) in predicates {
            #expect(Self.people.count(where: predicate) == count, "\(predicate.predicateFormat)")
        }
    }

    @Test func variablesAreBoundLater() throws {
        let template = try Person.template("age > $least AND name != $name")
        #expect(template.variables.map(\.name) == ["least", "name"])
        let bound = try template.binding(["least": 30, "name": "Ada"])
        #expect(Self.people.count(where: bound) == 1)
        #expect(throws: PredicateDiagnostics.self) { try template.binding(["least": "x"]) }
        let context = EvaluationContext(bindings: ["least": 30, "name": nil])
        #expect(try Self.people.count(where: template, context: context) == 2)
    }

    @Test func predicatesAreCombined() throws {
        let adults = try Person.predicate("age >= 18")
        let ada = try Person.predicate("name == 'Ada'")
        let both = adults && ada
        let notAdults = !adults
        let either = notAdults || ada
        #expect(Self.people.count(where: both) == 1)
        #expect(Self.people.count(where: either) == 2)
        #expect(both.predicateFormat == #"age >= 18 AND name == "Ada""#)
        let tree = try PredicateTree.and([adults.checked.tree, ada.checked.tree])
            .checked(against: Person.predicateDescription.schema)
        let again = try #require(Person.predicateDescription.predicate(tree))
        #expect(Self.people.count(where: again) == 1)
        let untyped = try ParsedPredicate(parsing: "age > 1").checked()
        #expect(Person.predicateDescription.predicate(untyped) == nil)
    }

    @Test func typesOfOthersAreDescribedApart() throws {
        struct Address { var city: String }
        struct House { var address: Address, former: [Address], next: Address? }
        let address = PredicateDescription<Address> { PredicateField("city", \.city) }
        let house = PredicateDescription<House>("Building") {
            PredicateField("address", \.address, as: .described(by: address))
            PredicateField("former", \.former, as: .list(of: .described(by: address)))
            PredicateField("next", as: .optional(.described(by: address))) { $0.next }
            PredicateField("size", \.former.count)
        }
        let houses = [
            House(address: Address(city: "Faro"), former: [Address(city: "Lyon")], next: nil),
            House(address: Address(city: "Graz"), former: [], next: Address(city: "Faro")),
        ]
        for text in [
            "address.city == 'Faro' AND next == nil", "ANY former.city == 'Lyon' AND size == 1",
            "next.city == address.city OR next.city == 'Faro'",
        ] {
            let predicate = try house.predicate(parsing: text)
            #expect(houses.count(where: predicate) == 1, "\(text)")
        }
        #expect(house.schema.root == .object("Building"))
    }

    @Test func typesOfOneNameAreToldApart() throws {
        enum A {
            struct Part: PredicateDescribed {
                var a = 1; static let predicateDescription = PredicateDescription<Part> { PredicateField("a", \.a) }
            }
        }
        enum B {
            struct Part: PredicateDescribed {
                var b = 2; static let predicateDescription = PredicateDescription<Part> { PredicateField("b", \.b) }
            }
        }
        struct Whole: PredicateDescribed {
            var x = A.Part()
            var y = B.Part()
            static let predicateDescription = PredicateDescription<Whole> {
                PredicateField("x", \.x)
                PredicateField("y", \.y)
            }
        }
        #expect(Set(Whole.predicateDescription.schema.types.keys) == ["Whole", "Part", "Part2"])
        let predicate = try Whole.predicate("x.a == 1 AND y.b == 2")
        #expect(predicate.matches(Whole()))
    }

    @Test func limitsAndCancellationHold() throws {
        struct Lists: PredicateDescribed {
            var numbers: [Int]
            static let predicateDescription = PredicateDescription<Lists> { PredicateField("numbers", \.numbers) }
        }
        let many = Lists(numbers: Array(repeating: 1, count: 5000))
        let predicate = try Lists.predicate("NOT (ANY numbers == 2)")
        #expect(predicate.matches(many))
        var limits = PredicateLimits()
        limits.evaluationSteps = 100
        let warned = Warnings()
        let context = EvaluationContext(limits: limits, warn: { warned.add($0) })
        #expect(!predicate.matches(many, context: context))
        #expect(warned.all == [.stepLimit])
        let limited = try Lists.predicate("NOT (ANY numbers == 2)", limits: limits)
        #expect(!limited.matches(many))
        let cancelled = EvaluationContext(isCancelled: { true })
        #expect(!predicate.matches(many, context: cancelled))
        #expect([many].filter(predicate, context: cancelled).isEmpty)
    }

    @Test func manyThreadsUseOnePredicate() async throws {
        let predicate = try Person.predicate("age > 20 AND friends.@max.age < 20 OR length(name) == 3")
        let people = Self.people
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).reduce(0) { count, _ in count + people.count { predicate.matches($0) } } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [Int](repeating: 400, count: 8))
    }
}

/// Collects warnings.
private final class Warnings: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [EvaluationWarning] = []
    func add(_ warning: EvaluationWarning) { lock.withLock { found.append(warning) } }
    var all: [EvaluationWarning] { lock.withLock { found } }
}
