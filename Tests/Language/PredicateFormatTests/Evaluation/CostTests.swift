import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("The cost of a predicate before it runs")
struct CostTests {
    private static let schema = RecordSchema(
        root: "Person",
        types: [
            RecordType(
                "Person",
                fields: [
                    RecordField("name", .string, limits: FieldLimits(textBytes: 100)), RecordField("age", .integer),
                    RecordField("tags", .list(.string), limits: FieldLimits(elements: 10, elementTextBytes: 20)),
                    RecordField("friends", .list(.object("Friend")), limits: FieldLimits(elements: 50)),
                    RecordField("notes", .string), RecordField("free", .any),
                ]),
            RecordType(
                "Friend",
                fields: [
                    RecordField("name", .string, limits: FieldLimits(textBytes: 100)), RecordField("age", .integer),
                    RecordField("tags", .list(.string), limits: FieldLimits(elements: 5, elementTextBytes: 20)),
                ]),
        ])

    /// A predicate, and the range of its highest cost in steps; nil if it has no bound.
    static let cases: [(String, ClosedRange<Int>?)] = [
        ("age > 30", 0...100), ("age > 30 AND age < 60 OR age == 7", 0...300), ("name BEGINSWITH \"A\"", 0...200),
        ("name CONTAINS[cd] \"a\"", 50...300), ("ANY tags == \"a\"", 20...400), ("ANY friends.age > 30", 400...6_000),
        ("SUBQUERY(friends, $f, $f.name CONTAINS \"x\").@count > 2", 100...10_000),
        ("SUBQUERY(friends, $f, ANY $f.tags IN tags).@count > 2", 2_500...200_000),
        ("notes CONTAINS \"x\"", nil), ("free == notes", nil), ("free == 1", 0...20), ("ANY free IN tags", nil),
    ]

    @Test("Sizes from a schema", arguments: cases.indices)
    func bySchema(index: Int) throws {
        let (text, wanted) = Self.cases[index]
        let checked = try ParsedPredicate(parsing: text).checked(against: Self.schema)
        let most = checked.cost().mostSteps
        #expect(wanted.map { most.map($0.contains) ?? false } ?? (most == nil), "\(text): \(most ?? -1)")
        #expect(checked.cost().leastSteps == 0)
    }

    @Test("Sizes from a caller")
    func bySizes() throws {
        let notes = try ParsedPredicate(parsing: "notes CONTAINS 'x'").checked(against: Self.schema)
        let small = try #require(notes.cost(for: RecordSizes(fields: ["notes": 1_000])).mostSteps)
        let large = try #require(notes.cost(for: RecordSizes(textBytes: 100_000)).mostSteps)
        #expect(small < 1_500 && large > 10 * small)
        let free = try ParsedPredicate(parsing: "ANY l IN[c] k").checked()
        #expect(free.cost().mostSteps == nil)
        let of1000 = try #require(free.cost(for: RecordSizes(recordBytes: 1_000)).mostSteps)
        let of10000 = try #require(free.cost(for: RecordSizes(recordBytes: 10_000)).mostSteps)
        // Ten times the bytes: the cost of a join grows with the square.
        #expect(of10000 > 50 * of1000 && of10000 < 200 * of1000)
        // The cost of a hashed list grows with its size.
        let hashed = try ParsedPredicate(parsing: "ANY l IN k").checked()
        let hashed1000 = try #require(hashed.cost(for: RecordSizes(recordBytes: 1_000)).mostSteps)
        #expect(hashed1000 < of1000 / 5)
        let bound = try open("ANY $v == name", against: Self.schema)
        let of3 = try #require(bound.cost(bindings: ["v": ["a", "b", "c"]]).mostSteps)
        #expect(of3 < 1_000)
    }

    /// Six fields on each of eleven levels are sixty million paths.
    @Test("Types that refer to others have sizes in time")
    func manyReferences() throws {
        let types = (0..<11).map { level in
            let part = ValueType.optional(.object("Level\(level + 1)"))
            let parts = (0..<6).map { RecordField("part\($0)", part) }
            return RecordType("Level\(level)", fields: [RecordField("n", .integer)] + (level < 10 ? parts : []))
        }
        let schema = RecordSchema(root: "Level0", types: types)
        let checked = try ParsedPredicate(parsing: "n == 1").checked(against: schema)
        let seconds = processorSeconds { #expect(checked.cost().mostSteps != nil) }
        #expect(seconds < 5)
    }

    @Test("The most expensive clause is named")
    func costliest() throws {
        let text = "age > 30 AND (name == \"x\" OR NOT ANY friends.age == age)"
        let cost = try ParsedPredicate(parsing: text).checked(against: Self.schema).cost()
        let clause = try #require(cost.costliest)
        #expect(clause.text == "ANY friends.age == age")
        let range = try #require(clause.range)
        #expect(
            String(Array(text.utf8)[range.lowerBound..<range.upperBound].map { Character(UnicodeScalar($0)) })
                == clause.text)
    }

    @Test("A program can reject a predicate that may cost too much, and gets its range")
    func estimatedCost() throws {
        var limits = PredicateLimits()
        limits.estimatedCost = 10_000
        _ = try ParsedPredicate(parsing: "ANY tags == 'a'", limits: limits).checked(against: Self.schema)
        let text = "age > 30 AND ANY free IN friends.name"
        let parsed = try ParsedPredicate(parsing: text, limits: limits)
        let error = #expect(throws: PredicateDiagnostics.self) { try parsed.checked(against: Self.schema) }
        #expect(
            error?.description == """
                error: this may cost any number of steps for a record; the limit (estimatedCost) is 10000
                 1 │ age > 30 AND ANY free IN friends.name
                   │              ^^^^^^^^^^^^^^^^^^^^^^^^
                   │             declare the sizes of lists and strings: `maxItems`, `maxLength`
                """, "\(error?.description ?? "")")
        limits.estimatedRecord = RecordSizes(recordBytes: 100)
        limits.estimatedCost = 300_000
        _ = try ParsedPredicate(parsing: text, limits: limits).checked(against: Self.schema)
    }
}
