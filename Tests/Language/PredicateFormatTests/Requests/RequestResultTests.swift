import Foundation
import PredicateFormat
import Testing

/// Results of requests as Swift values.
@Suite("Results of requests in Swift's types")
struct RequestResultTests {
    struct Sale: PredicateDescribed, Sendable {
        enum Kind: String, CaseIterable, PredicateFieldValue, Decodable, Sendable { case shop, web }

        var city: String
        var amount: Int
        var tiny: Int8
        var wide: UInt64
        var single: Float
        var price: Decimal
        var kind: Kind
        var day: Date?
        var parts: [Int32]
        var counts: [String: Int]

        static let predicateDescription = PredicateDescription<Sale> {
            PredicateField("city", \.city)
            PredicateField("amount", \.amount)
            PredicateField("tiny", \.tiny)
            PredicateField("wide", \.wide)
            PredicateField("single", \.single)
            PredicateField("price", \.price)
            PredicateField("kind", \.kind)
            PredicateField("day", \.day)
            PredicateField("parts", \.parts)
            PredicateField("counts", \.counts)
        }
    }

    static let sales = [
        Sale(
            city: "Faro", amount: 3, tiny: 1, wide: .max, single: 0.5, price: 2, kind: .web,
            day: Date(timeIntervalSinceReferenceDate: 86400), parts: [1, 2], counts: ["a": 1]),
        Sale(
            city: "Faro", amount: 4, tiny: 2, wide: 7, single: 1.5, price: 3, kind: .shop, day: nil, parts: [],
            counts: [:]),
        Sale(
            city: "Braga", amount: 9, tiny: 3, wide: 8, single: 2.5, price: 4, kind: .web, day: nil, parts: [],
            counts: [:]),
    ]

    @Test func dictionariesHoldTheTypesOfTheFields() throws {
        let results: [[String: Any]] = try Self.sales.fetch().result()
        let first = try #require(results.first)
        #expect(first["amount"] as? Int == 3 && first["amount"] is Int)
        #expect(first["tiny"] is Int8)
        #expect(first["wide"] as? UInt64 == .max)
        #expect(results.last?["wide"] as? UInt64 == 8)
        #expect(first["single"] is Float)
        #expect(first["price"] is Decimal)
        #expect(first["kind"] as? String == "web")
        #expect(first["day"] is Date && results[1]["day"] == nil)
        #expect(first["parts"] as? [Int32] == [1, 2])
        #expect((first["counts"] as? [String: Any])?["a"] is Int)
    }

    @Test func groupsHoldTheTypesOfTheirKeys() throws {
        let results: [[String: Any]] = try Self.sales.fetch().groupBy(\.city, \.tiny)
            .aggregating("total = sum(amount), least = min(tiny), mean = average(amount), wides = list(wide)")
            .sorted(by: "city, tiny").result()
        let last = try #require(results.last)
        #expect(results.count == 3 && last["city"] as? String == "Faro")
        #expect(last["tiny"] is Int8 && last["least"] is Int8)
        #expect(last["count"] is Int && last["total"] as? Int == 4)
        #expect(last["mean"] is Double)
        #expect(last["wides"] as? [UInt64] == [7])
    }

    struct CitySales: Decodable, Equatable {
        var city: String
        var count: Int
        var total: Int
        var dearest: Decimal
        var first: Date?
        var kinds: [Sale.Kind]
    }

    @Test func groupsAreDecoded() throws {
        let decoded = try Self.sales.fetch().groupBy(\.city)
            .aggregating("total = sum(amount), dearest = max(price), first = min(day), kinds = distinct(kind)")
            .sorted(by: "-city").result(as: CitySales.self)
        #expect(
            decoded == [
                CitySales(
                    city: "Faro", count: 2, total: 7, dearest: 3, first: Date(timeIntervalSinceReferenceDate: 86400),
                    kinds: [.web, .shop]),
                CitySales(city: "Braga", count: 1, total: 9, dearest: 4, first: nil, kinds: [.web]),
            ])
        struct Wrong: Decodable { var town: String }
        #expect(throws: RequestError.self) { try Self.sales.fetch().groupBy(\.city).result(as: Wrong.self) }
    }

    struct Twice: PredicateDescribed, Sendable {
        var a: Int
        var b: Int
        static let predicateDescription = PredicateDescription<Twice> {
            PredicateField("a", \.a)
            PredicateField("a", \.b)
        }
    }

    @Test func aNameThatIsDeclaredTwiceIsAnError() {
        let error = #expect(throws: PredicateDiagnostics.self) { try Twice.predicate("a > 1") }
        #expect(error?.diagnostics.map(\.message) == ["Twice has two fields with the name `a`"])
        #expect(throws: RequestError.self) { try [Twice]().fetch().sorted(by: "a").result() }
        #expect(throws: PredicateDiagnostics.self) { try Twice.predicateDescription.template("a > $x") }
    }
}
