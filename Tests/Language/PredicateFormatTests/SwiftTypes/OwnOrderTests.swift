import Foundation
import PredicateCore
import PredicateFormat
import Testing

/// Types with a `<` of their own are ordered by it, whatever their raw values are (D130).
@Suite("Orders of Swift types")
struct OwnOrderTests {
    /// Ordered by its position; its raw values have another order.
    enum Priority: String, CaseIterable, Comparable, PredicateFieldValue, Sendable {
        case low, medium, high

        static func < (a: Priority, b: Priority) -> Bool { a.position < b.position }
        private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Ordered backwards, and its cases are not listed.
    enum Rank: Int, Comparable, PredicateFieldValue, Sendable {
        case first = 1
        case second = 2
        case third = 3

        static func < (a: Rank, b: Rank) -> Bool { a.rawValue > b.rawValue }
    }

    /// Ordered as its raw values are.
    enum Size: Int, CaseIterable, Comparable, PredicateFieldValue, Sendable {
        case small = 1
        case large = 10

        static func < (a: Size, b: Size) -> Bool { a.rawValue < b.rawValue }
    }

    /// Read as a text, and made from one.
    struct Version: Comparable, PredicateFieldValue, Sendable {
        var parts: [Int]

        init?(_ text: String) {
            let parts = text.split(separator: ".").map { Int($0) }
            self.parts = parts.compactMap { $0 }
            if parts.isEmpty || self.parts.count != parts.count { return nil }
        }

        static func < (a: Version, b: Version) -> Bool { a.parts.lexicographicallyPrecedes(b.parts) }
        static var predicateShape: PredicateShape<Version> {
            .mapped(to: { $0.parts.map(String.init).joined(separator: ".") }, from: { Version($0) })
        }
    }

    /// Ordered as the number that it is read as.
    struct Amount: Comparable, PredicateFieldValue, Sendable {
        var cents: Int

        static func < (a: Amount, b: Amount) -> Bool { a.cents < b.cents }
        static var predicateShape: PredicateShape<Amount> { .mappedInOrder { $0.cents } }
    }

    struct Task: PredicateDescribed, Sendable {
        var name: String
        var priority: Priority
        var other: Priority?
        var rank: Rank
        var size: Size
        var version: Version
        var amount: Amount
        var priorities: [Priority]

        static let predicateDescription = PredicateDescription<Task> {
            PredicateField("name", \.name)
            PredicateField("priority", \.priority)
            PredicateField("other", \.other)
            PredicateField("rank", \.rank)
            PredicateField("size", \.size)
            PredicateField("version", \.version)
            PredicateField("amount", \.amount)
            PredicateField("priorities", \.priorities)
            PredicateField("shown", as: Priority.predicateShape) { $0.priority }
        }
    }

    static let tasks: [Task] = [
        ("a", .high, .low, .first, .large, "1.10", 5, [.low, .high]),
        ("b", .low, nil, .second, .small, "1.9", 30, [.medium]),
        ("c", .medium, .high, .third, .large, "0.12.1", 4, []),
    ].compactMap { (name, priority, other: Priority?, rank, size, version, cents, priorities: [Priority]) -> Task? in
        Version(version).map {
            Task(
                name: name, priority: priority, other: other, rank: rank, size: size, version: $0,
                amount: Amount(cents: cents), priorities: priorities)
        }
    }

    @Test(arguments: [
        ("priority > 'low'", "ac"), ("priority >= 'medium'", "ac"), ("priority < 'high'", "bc"),
        ("'low' < priority", "ac"),
        ("priority BETWEEN {'low', 'medium'}", "bc"), ("priority > other", "a"), ("other > 'low'", "c"),
        ("other <= 'low'", "a"), ("NOT other > 'low'", "ab"), ("ANY priorities > 'medium'", "a"),
        ("ALL priorities <= 'medium'", "bc"), ("SUBQUERY(priorities, $p, $p >= 'medium').@count == 1", "ab"),
        ("priorities.@max == 'high'", "a"), ("priorities.@min == 'low'", "a"), ("max(priorities) == 'medium'", "b"),
        ("priority == 'low' OR priority > 'medium'", "ab"), ("shown > 'low'", "ac"),
        ("priority IN {'low', 'high'}", "ab"),
        ("rank > 2", "a"), ("rank < 2", "c"), ("rank BETWEEN {3, 2}", "bc"), ("rank == 2", "b"),
        ("size > 1", "ac"), ("version > '1.9'", "a"), ("version < '1.10'", "bc"), ("version == '1.9'", "b"),
        ("amount > 4", "ab"),
    ])
    func texts(_ text: String, _ expected: String) throws {
        let predicate = try Task.predicate(parsing: text)
        #expect(Self.tasks.filter(predicate).map(\.name).joined() == expected)
        // The same over records, and by the reference evaluator.
        let found = Self.tasks.filter { predicate.checked.matches($0.predicateValue) }
        #expect(found.map(\.name).joined() == expected)
        let reference = Self.tasks.filter {
            ReferenceEvaluator().evaluate(
                predicate.checked.program, on: $0.predicateValue, context: EvaluationContext())
        }
        #expect(reference.map(\.name).joined() == expected)
    }

    @Test func argumentsAreOrderedToo() throws {
        let predicate = try Task.predicate("priority > %@ AND version >= %@", Priority.low, Version("1.2"))
        #expect(Self.tasks.filter(predicate).map(\.name) == ["a"])
    }

    @Test func ordersOfRequests() throws {
        let byPriority = try Self.tasks.fetch().sorted(by: \.priority).result()
        #expect(byPriority.map(\.name) == ["b", "c", "a"])
        #expect(try Self.tasks.fetch().sorted(by: \.version, .descending).result().map(\.name) == ["a", "b", "c"])
        #expect(try Self.tasks.fetch().sorted(by: "-priority").result().map(\.name) == ["a", "c", "b"])
        #expect(try Self.tasks.fetch().sorted(by: \.rank).result().map(\.name) == ["c", "b", "a"])
        let groups: [[String: PredicateValue]] = try Self.tasks.fetch().groupBy(\.size)
            .aggregating("least = min(priority), most = max(priority), newest = max(version)").sorted(by: "size")
            .result()
        #expect(groups.map { $0["least"] } == ["low", "medium"])
        #expect(groups.map { $0["most"] } == ["low", "high"])
        #expect(groups.map { $0["newest"] } == ["1.9", "1.10"])
        let sorted: [[String: PredicateValue]] = try Self.tasks.fetch().groupBy(\.priority).having("priority > 'low'")
            .sorted(by: "-priority").result()
        #expect(sorted.map { $0["priority"] } == ["high", "medium"])
    }

    /// A field is read as the plain type where that has the same order, so that SQL and indexes decide it.
    @Test func anOrderThatRawValuesHaveCostsNothing() {
        let type = Task.predicateDescription.schema.recordType(of: Task.predicateDescription.schema.root)
        #expect(type?.field(named: "size")?.type == .enumeration(EnumerationType(base: .integer, cases: [1, 10])))
        #expect(type?.field(named: "amount")?.type == .integer)
    }

    @Test func aValueThatIsNoCaseHasNoOrder() {
        let error = #expect(throws: PredicateDiagnostics.self) { try Task.predicate("priority > 'urgent'") }
        #expect(error?.diagnostics.map(\.code) == [.unknownCase])
    }

    /// A type that says nothing of its order.
    struct Build: Comparable, PredicateFieldValue, Sendable {
        var name: String

        static func < (a: Build, b: Build) -> Bool { a.name.count < b.name.count }
        static var predicateShape: PredicateShape<Build> { .mapped { $0.name } }
    }

    struct Release: PredicateDescribed, Sendable {
        var build: Build?
        static let predicateDescription = PredicateDescription<Release> { PredicateField("build", \.build) }
    }

    struct Train: PredicateDescribed, Sendable {
        var releases: [Release]
        static let predicateDescription = PredicateDescription<Train> { PredicateField("releases", \.releases) }
    }

    @Test func aMappingSaysWhetherItKeepsTheOrder() {
        let error = #expect(throws: PredicateDiagnostics.self) { try Train.predicate("releases.@count > 1") }
        #expect(error?.diagnostics.map(\.code) == [.wrongDescription])
        #expect(
            error?.diagnostics.map(\.message) == [
                "`build` in Release has its own order, which `.mapped` would lose; write `.mappedInOrder`, or `.mapped(to:from:)` for another order"
            ])
        #expect(throws: RequestError.self) { try [Train]().fetch().result() }
    }

    /// Raw values that are read as others themselves.
    enum Grade: Character, CaseIterable, Comparable, PredicateFieldValue, Sendable {
        case a = "A"
        case b = "B"
        case c = "C"

        static func < (a: Grade, b: Grade) -> Bool { a.rawValue > b.rawValue }
    }

    struct Port: RawRepresentable, Comparable, PredicateFieldValue, Sendable {
        let rawValue: UInt8

        static func < (a: Port, b: Port) -> Bool { a.rawValue < b.rawValue }
    }

    struct Score: RawRepresentable, Comparable, PredicateFieldValue, Sendable {
        let rawValue: Double

        static func < (a: Score, b: Score) -> Bool { a.rawValue < b.rawValue }
    }

    struct Exam: PredicateDescribed, Sendable {
        var grade = Grade.a
        var port = Port(rawValue: 200)
        var score = Score(rawValue: .nan)
        var priority = Priority.medium
        var version = Version("1.0")
        static let predicateDescription = PredicateDescription<Exam> {
            PredicateField("grade", \.grade)
            PredicateField("port", \.port)
            PredicateField("score", \.score)
            PredicateField("priority", \.priority)
            PredicateField("version", \.version)
        }
    }

    @Test(arguments: [
        ("grade < 'B'", false), ("grade > 'B'", true), ("grade BETWEEN {'C', 'A'}", true),
        ("port < 256", true), ("port >= 300", false), ("port > 199", true), ("port > 199.5", true),
        ("score <= 5", false), ("score >= 5", false), ("score BETWEEN {0, 5}", false),
        ("priority BETWEEN {'low', 'high'}", true), ("version < 'abc'", false), ("version > 'abc'", false),
        ("version < '1.10'", true),
    ])
    func valuesAtTheEdge(text: String, expected: Bool) throws {
        let predicate = try Exam.predicate(parsing: text)
        #expect(predicate.matches(Exam()) == expected)
        #expect(predicate.checked.matches(Exam().predicateValue) == expected)
        // A literal that is no value of the type is told.
        #expect(predicate.checked.warnings.allSatisfy { $0.code == .unknownCase })
    }
}
