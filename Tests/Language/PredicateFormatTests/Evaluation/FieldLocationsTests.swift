import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite struct FieldLocationsTests {
    /// Each key has one location for any number of keys. A location that is requested again is shared.
    @Test(arguments: [1, 2, 8, 9, 10, 30]) func onePlaceForEachKey(count: Int) {
        var locations = FieldLocations()
        let keys = (0..<count).map { "key\($0)" }
        let first = keys.map { locations.location($0) }
        #expect(first.map(\.key) == keys)
        #expect(first.map(\.index) == Array(0..<count))
        #expect(first.allSatisfy { !$0.isShared })
        for (key, location) in zip(keys, first) {
            let again = locations.location(key)
            #expect(again === location, "\(key)")
        }
        #expect(first.allSatisfy { $0.isShared })
        let another = locations.location("another")
        #expect(another.index == count)
    }

    /// Keys are compared by code points, even among many.
    @Test(arguments: [0, 20]) func equivalentKeysAreTwo(others: Int) {
        var locations = FieldLocations()
        for index in 0..<others { _ = locations.location("other\(index)") }
        let composed = locations.location("caf\u{E9}")
        let decomposed = locations.location("cafe\u{301}")
        #expect(composed !== decomposed)
        #expect(!composed.isShared && !decomposed.isShared)
    }

    /// Many fields, each read twice.
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
