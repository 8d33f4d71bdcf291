import PredicateCore
import PredicateFormat
import PredicatePatterns
import PredicateRecords
import PredicateSetsTesting
import PredicateTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Generated sets over Swift values, and over records of a type of the program.
@Suite struct SwiftValueSetTests {
    private struct Person: PredicateDescribed {
        var name: String?
        var age: Int

        static let predicateDescription = PredicateDescription<Person> {
            PredicateField("name", \.name)
            PredicateField("age", \.age)
        }
    }

    private struct Item: PredicateDescribed {
        var price: Double

        static let predicateDescription = PredicateDescription<Item> { PredicateField("price", \.price) }
    }

    private struct Event: PredicateDescribed {
        var a: String?
        var b: Int
        var c: Double?
        var d: String
        var flag: Bool
        var when: Date?
        var tags: [String]
        var user: Person?
        var items: [Item]

        static let predicateDescription = PredicateDescription<Event> {
            PredicateField("a", \.a)
            PredicateField("b", \.b)
            PredicateField("c", \.c)
            PredicateField("d", \.d)
            PredicateField("flag", \.flag)
            PredicateField("when", \.when)
            PredicateField("tags", \.tags)
            PredicateField("user", \.user)
            PredicateField("items", \.items)
        }

        init(_ random: inout SeededRandom) {
            let texts = ["", "a", "abc", "error", "ERROR", "é", "e\u{301}", "/api/users", "2024-01-31T00:00:00Z"]
            a = random.happens(20) ? nil : random.pick(texts)
            b = random.pick([0, 1, -1, 2, 3, 10, 9_007_199_254_740_993])
            c = random.happens(20) ? nil : random.pick([0, -0.0, 0.5, 1, 2.5, 9_007_199_254_740_992, 1e19])
            d = random.pick(texts)
            flag = random.happens(50)
            when = random.happens(20) ? nil : Date(timeIntervalSinceReferenceDate: random.pick([728_352_000, 0, 1e9]))
            tags = (0..<random.below(4)).map { _ in random.pick(texts) }
            user =
                random.happens(20)
                ? nil : Person(name: random.happens(20) ? nil : random.pick(texts), age: random.below(5))
            items = (0..<random.below(3)).map { _ in Item(price: Double(random.below(5))) }
        }
    }

    @Test(arguments: GeneratedSets.seeds.prefix(max(1, GeneratedSets.seeds.count / 5)))
    func describedTypes(_ number: UInt64) throws {
        var generator = GeneratedRules(seed: 2_000_000 + number)
        let set = PredicateSet<Int>(library: .standardWithPatterns)
        var rules: [TypedPredicate<Event>] = []
        let count = 1 + generator.random.below(GeneratedSets.isWhole ? 2000 : 60)
        while rules.count < count {
            // Rules that do not fit the type are errors, and left out.
            guard let rule = try? Event.predicate(parsing: generator.rule(), library: .standardWithPatterns) else {
                continue
            }
            try set.insert(rule, for: rules.count)
            rules.append(rule)
        }
        for _ in 0..<(GeneratedSets.isWhole ? 200 : 30) {
            let event = Event(&generator.random)
            let expected = rules.indices.filter { rules[$0].matches(event) }
            let found = set.matches(event)
            if found != expected {
                let wrong = Set(found).symmetricDifference(expected).sorted().prefix(3)
                Issue.record("set \(number), \(event): \(wrong.map { rules[$0].checked.source })")
            }
        }
    }

    /// A record of the program's own, which computes its fields.
    private struct Computed: PredicateRecord {
        let base: PredicateObject
        let isDictionary: Bool

        var keys: [String] { base.keys.reversed() }
        func value(forKey key: String) -> PredicateValue { base.value(forKey: key) }
        func hasKey(_ key: String) -> Bool { base.hasKey(key) }
    }

    @Test(arguments: GeneratedSets.seeds.prefix(max(1, GeneratedSets.seeds.count / 5)))
    func recordsOfTheProgram(_ number: UInt64) throws {
        var generator = GeneratedRules(seed: 3_000_000 + number)
        let set = PredicateSet<Int>(library: .standardWithPatterns)
        var rules: [CheckedPredicate] = []
        while rules.count < (GeneratedSets.isWhole ? 500 : 60) {
            let text = generator.rule()
            guard let rule = try? ParsedPredicate(parsing: text, library: .standardWithPatterns).checked() else {
                continue
            }
            try set.insert(rule, for: rules.count)
            rules.append(rule)
        }
        var reader = JSONReader()
        for _ in 0..<(GeneratedSets.isWhole ? 200 : 30) {
            guard case .object(let object as PredicateObject) = try reader.read(generator.record()) else { continue }
            let record = Computed(base: object, isDictionary: generator.random.happens(50))
            let expected = rules.indices.filter { rules[$0].matches(.object(record)) }
            #expect(set.matches(record) == expected, "set \(number), \(object)")
        }
    }
}
