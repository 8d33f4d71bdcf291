import Testing

@testable import PredicateFormat

@Suite struct FieldPlacesTests {
    /// Every key has one place, however many there are, and one that is asked for again is shared.
    @Test(arguments: [1, 2, 8, 9, 10, 30]) func onePlaceForEachKey(count: Int) {
        var places = FieldPlaces()
        let keys = (0..<count).map { "key\($0)" }
        let first = keys.map { places.place($0) }
        #expect(first.map(\.key) == keys)
        #expect(first.map(\.index) == Array(0..<count))
        #expect(first.allSatisfy { !$0.isShared })
        for (key, place) in zip(keys, first) {
            let again = places.place(key)
            #expect(again === place, "\(key)")
        }
        #expect(first.allSatisfy { $0.isShared })
        let another = places.place("another")
        #expect(another.index == count)
    }

    /// Code points decide, also among many.
    @Test(arguments: [0, 20]) func equivalentKeysAreTwo(others: Int) {
        var places = FieldPlaces()
        for index in 0..<others { _ = places.place("other\(index)") }
        let composed = places.place("caf\u{E9}")
        let decomposed = places.place("cafe\u{301}")
        #expect(composed !== decomposed)
        #expect(!composed.isShared && !decomposed.isShared)
    }

    /// Fields that are read twice, among more than a few.
    @Test func manyFieldsAreReadWhereTheyStand() throws {
        let clauses = (0..<20).map { "f\($0) == \($0) AND f\($0) < \($0 + 1) AND o.p.f\($0) == \($0)" }
        let predicate = try ParsedPredicate(parsing: clauses.joined(separator: " AND ")).checked()
        let fields = (0..<20).map { ("f\($0)", PredicateValue.integer(Int64($0))) }
        let inner = PredicateValue.object(PredicateObject([("p", .object(PredicateObject(fields)))]))
        #expect(predicate.matches(.object(PredicateObject(fields + [("o", inner)]))))
        for wrong in 0..<20 {
            var changed = fields
            changed[wrong].1 = .integer(-1)
            #expect(!predicate.matches(.object(PredicateObject(changed + [("o", inner)]))), "\(wrong)")
        }
    }
}
