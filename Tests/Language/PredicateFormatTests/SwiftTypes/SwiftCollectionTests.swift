import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Predicates read the arrays, sets and dictionaries of Swift values where they are.
@Suite struct SwiftCollectionTests {
    /// What was false once, after a second, because a limit was reached.
    @Test(
        arguments: [
            "set.@count > 3", "numbers.@count == 400000", "list[SIZE] > 3", "counts.@count > 3",
            "counts[SIZE] == 400000",
            "counts.key7 == 7", "counts['key7'] == 7", "ratios.key7 BETWEEN {6.5, 7.5}", "names.key7 BEGINSWITH 'key'",
            "lists.key7[0] == 7", "counts.key7 + 1 == 8", "counts.missing == nil", "counts.key7 IN {7, 8}",
            "'key399999' IN set", "set CONTAINS 'key7'", "ANY set == 'key399999'", "NONE set == 'missing'",
            "ANY set BEGINSWITH 'key39999'", "ALL set BEGINSWITH 'key'", "7 IN numbers", "7.0 IN numbers",
            "ANY numbers == 399999", "ALL numbers < 400000", "NONE numbers > 400000", "7 IN counts",
            "ANY list == 399999",
            "7 IN list", "numbers.@sum == 79999800000", "list.@sum == 79999800000", "list.@max == 399999",
            "numbers.@min == 0", "list.@avg == 199999.5", "SUBQUERY(set, $x, $x ENDSWITH '99999').@count == 4",
            "SUBQUERY(numbers, $x, $x > 399000).@count == 999", "ids.@count == 2",
            "empty.@count == 0 AND set.@count != 0",
            "name IN set OR name == ''", "set.@max == 'key99999'",
        ])
    func largeCollections(text: String) throws {
        let predicate = try Large.predicate(parsing: text)
        let seconds = processorSeconds { #expect(predicate.answer(for: Large.sample) == .yes) }
        #expect(predicate.matches(Large.sample))
        // Even a debug build takes a tenth of this.
        #expect(seconds < 10)
        // Limits other than those of the predicate change nothing either.
        let strict = try Large.predicate(parsing: text, limits: PredicateLimits(patternBytes: 100))
        #expect(strict.answer(for: Large.sample, context: EvaluationContext()) == .yes)
    }

    /// What is visited is charged, and a limit is no silent false.
    @Test(arguments: [
        "ANY set BEGINSWITH 'x'", "list.@sum == 1", "NONE numbers > 400000", "5.5 IN counts", "set.@max == 'x'",
        "SUBQUERY(list, $x, $x < 0).@count == 1",
    ])
    func limits(text: String) throws {
        let predicate = try Large.predicate(parsing: text, limits: PredicateLimits(evaluationSteps: 100_000))
        #expect(predicate.answer(for: Large.sample) == .undecided(.steps))
        #expect(!predicate.matches(Large.sample))
        #expect(throws: RequestError.undecided(.steps)) {
            try [Large.sample].fetch(where: predicate).result() as [Large]
        }
        #expect(throws: RequestError.undecided(.steps)) { try [Large.sample].fetch(where: predicate).count() }
        #expect(throws: RequestError.undecided(.steps)) { try [Large.sample].fetch(where: predicate).objects() }
        // A context that listens is told.
        let told = Locked(0)
        let context = EvaluationContext(
            limits: predicate.checked.limits, warn: { _ in told.withLock { $0 += 1 } })
        #expect(try Large.request(where: predicate).count(from: [Large.sample], context: context) == 0)
        #expect(told.withLock { $0 } > 0)
    }

    @Test func batchesThrow() async throws {
        let predicate = try Large.predicate("list.@sum == 1", limits: PredicateLimits(evaluationSteps: 1_000))
        var batches = [Large.sample].fetch(where: predicate).batches().makeAsyncIterator()
        await #expect(throws: RequestError.undecided(.steps)) { _ = try await batches.next() }
        // It does not begin again.
        #expect(try await batches.next() == nil)
    }

    /// Hashing takes time that nothing is charged for, so that only short constants are hashed.
    @Test(arguments: [(128, true), (129, false)])
    func shortConstantsAreHashed(count: Int, isHashed: Bool) throws {
        let text = String(repeating: "x", count: count)
        #expect((CollectionShape.set(of: String.self, .string).finder(.string(text)) != nil) == isHashed)
        let numbers = CollectionShape.dictionary(of: Int.self, .integer(.int))
        #expect((numbers.finder(.string(text)) != nil) == isHashed)
        var value = Large.small
        for format in ["'\(text)' IN set", "ANY set == '\(text)'", "counts['\(text)'] == 1", "counts.\(text) == 1"] {
            value.set = ["a", text]
            value.counts = ["a": 2, text: 1]
            #expect(try Large.predicate(parsing: format).answer(for: value) == .yes)
            value.set = ["a"]
            value.counts = ["a": 2]
            #expect(try Large.predicate(parsing: format).answer(for: value) == .no)
        }
    }

    /// Contexts with different limits share what is compiled, as far as it does not depend on them.
    @Test func limitsOfContextsCompileOnce() throws {
        let engine = ToyEngine()
        let library = PredicateLibrary.standard.using(patterns: engine)
        let predicate = try Large.predicate("name MATCHES 'a.*'", library: library)
        var value = Large.small
        value.name = "ab"
        var contexts = [10_000, 20_000].map { EvaluationContext(limits: PredicateLimits(evaluationSteps: $0)) }
        func compilations() -> Int {
            let before = engine.compilations.withLock { $0 }
            for _ in 0..<10 {
                for context in contexts {
                    #expect(predicate.matches(value, context: context))
                    #expect([value].count(where: predicate, context: context) == 1)
                }
            }
            return engine.compilations.withLock { $0 } - before
        }
        #expect(compilations() == 0)
        contexts += (1...7).map { EvaluationContext(limits: PredicateLimits(patternBytes: 100 * $0)) }
        #expect(compilations() == 7)
        #expect(compilations() == 0)
    }

    /// All texts over many small values give the answers of the reference.
    @Test(arguments: Mixed.texts)
    func agreement(text: String) throws {
        let reference = ReferenceEvaluator(library: .standard)
        let predicate = try Mixed.predicate(parsing: text)
        let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 1))
        var generator = SeededRandom(seed: 7)
        for _ in 0..<200 {
            let value = Mixed.random(&generator)
            let record = withUnsafePointer(to: value) { Mixed.predicateDescription.type.record(UnsafeRawPointer($0)) }
            let expected = reference.evaluate(predicate.checked.program, on: .object(record), context: context)
            #expect(predicate.matches(value) == expected, "\(text): \(value)")
            #expect(predicate.matches(value, context: context) == expected)
            var strict = context
            strict.limits.evaluationBytes = 1 << 20
            #expect(predicate.matches(value, context: strict) == expected)
        }
    }
}

/// A value with large collections.
private struct Large: PredicateDescribed {
    var name: String
    var set: Set<String>
    var numbers: Set<Int>
    var list: [Int]
    var counts: [String: Int]
    var ratios: [String: Double]
    var names: [String: String]
    var lists: [String: [Int]]
    var ids: Set<UUID>
    var empty: Set<String> = []

    static let sample: Large = {
        let numbers = 0..<400_000
        let keys = numbers.map { "key\($0)" }
        return Large(
            name: "key3", set: Set(keys), numbers: Set(numbers), list: Array(numbers),
            counts: Dictionary(uniqueKeysWithValues: zip(keys, numbers)),
            ratios: Dictionary(uniqueKeysWithValues: zip(keys, numbers.map(Double.init))),
            names: Dictionary(uniqueKeysWithValues: zip(keys, keys)),
            lists: Dictionary(uniqueKeysWithValues: zip(keys, numbers.map { [$0] })), ids: [UUID(), UUID()])
    }()

    static let small = Large(
        name: "", set: [], numbers: [], list: [], counts: [:], ratios: [:], names: [:], lists: [:], ids: [])

    static let predicateDescription = PredicateDescription<Large> {
        PredicateField("name", \.name)
        PredicateField("set", \.set)
        PredicateField("numbers", \.numbers)
        PredicateField("list", \.list)
        PredicateField("counts", \.counts)
        PredicateField("ratios", \.ratios)
        PredicateField("names", \.names)
        PredicateField("lists", \.lists)
        PredicateField("ids", \.ids)
        PredicateField("empty", \.empty)
    }
}

/// A value with collections of every kind of element.
private struct Mixed: PredicateDescribed {
    struct Part: PredicateDescribed, Hashable {
        var n: Int
        var hidden: Int

        static let predicateDescription = PredicateDescription<Part> { PredicateField("n", \.n) }
    }

    /// Several are the same in predicates.
    struct Rounded: PredicateFieldValue, Hashable {
        var number: Int
        static var predicateShape: PredicateShape<Rounded> { .mapped { $0.number / 2 } }
    }

    enum Kind: String, CaseIterable, PredicateFieldValue { case a, b, c }

    var texts: Set<String>
    var numbers: Set<Int>
    var small: Set<Int8>
    var reals: Set<Double>
    var floats: Set<Float>
    var dates: Set<Date>
    var maybe: Set<Int?>
    var deep: Set<Int??>
    var rounded: Set<Rounded>
    var kinds: Set<Kind>
    var flags: Set<Bool>
    var parts: Set<Part>
    var optional: Set<String>?
    var counts: [String: Int]
    var maybeCounts: [String: Double?]?
    var partsByName: [String: Part]
    var lists: [String: [Int]]
    var list: [Int]
    var reals2: [Double]
    var maybeList: [Int?]?
    var partList: [Part]
    var dateList: [Date]
    var text: String
    var number: Int
    var links: Set<URL>

    static let predicateDescription = PredicateDescription<Mixed> {
        PredicateField("texts", \.texts)
        PredicateField("numbers", \.numbers)
        PredicateField("small", \.small)
        PredicateField("reals", \.reals)
        PredicateField("floats", \.floats)
        PredicateField("dates", \.dates)
        PredicateField("maybe", \.maybe)
        PredicateField("deep", \.deep)
        PredicateField("rounded", \.rounded)
        PredicateField("kinds", \.kinds)
        PredicateField("flags", \.flags)
        PredicateField("parts", \.parts)
        PredicateField("optional", \.optional)
        PredicateField("counts", \.counts)
        PredicateField("maybeCounts", \.maybeCounts)
        PredicateField("partsByName", \.partsByName)
        PredicateField("lists", \.lists)
        PredicateField("list", \.list)
        PredicateField("reals2", \.reals2)
        PredicateField("maybeList", \.maybeList)
        PredicateField("partList", \.partList)
        PredicateField("dateList", \.dateList)
        PredicateField("text", \.text)
        PredicateField("number", \.number)
        PredicateField("links", \.links)
    }

    static let texts = [
        "'a' IN texts", "'\u{E9}' IN texts", "'e\u{301}' IN texts", "ANY texts == 'b'", "ANY texts == 'K'",
        "NONE texts == 'a'", "ALL texts == 'a'", "ANY texts ==[c] 'A'", "ANY texts > 'a'", "ALL texts BEGINSWITH 'a'",
        "texts.@count == 2", "texts.@count != 1", "texts.@count > 0", "texts[SIZE] < 2",
        "SUBQUERY(texts, $t, $t > 'a').@count == 1",
        "SUBQUERY(texts, $t, $t > 'a').@count >= 1", "texts == {'a', 'b'}", "text IN texts", "ANY texts == text",
        "texts.@max == 'b'", "ANY texts IN {'a', 'K'}", "texts CONTAINS 'a' AND NOT texts CONTAINS 'b'",
        "1 IN numbers", "1.0 IN numbers", "1.5 IN numbers", "ANY numbers == 1", "ANY numbers == 1.0",
        "ANY numbers == 1.5",
        "ANY numbers > 1", "numbers.@sum > 2", "numbers.@sum == 3", "numbers.@avg > 1", "numbers.@avg == 1.5",
        "numbers.@min < 1", "numbers.@max >= 2", "numbers.@max == 2.0", "number IN numbers", "numbers.@count == number",
        "SUBQUERY(numbers, $n, $n > 0).@count == 1", "1 IN small", "small.@sum > 1",
        "ANY small == 2", "reals.@count > 1", "reals.@sum > 1", "reals.@sum == 0", "reals.@avg > 0.5", "reals.@max > 1",
        "reals.@min <= 0.5", "ANY reals == 0.5", "ANY reals == nil", "0.5 IN reals",
        "SUBQUERY(reals, $r, $r > 0).@count == 1",
        "floats.@sum > 1", "floats.@count == 2", "ANY floats == 0.5", "dates.@count > 1", "ANY dates > '2001-01-01'",
        "dates.@max > '2001-01-01'", "dates.@min <= '2001-01-01'", "maybe.@count > 1", "ANY maybe == nil", "1 IN maybe",
        "maybe.@sum > 1", "maybe.@max == 2", "ALL maybe > 0", "deep.@count > 1", "ANY deep == 1", "deep.@sum > 1",
        "rounded.@count > 1", "rounded.@sum == 1", "1 IN rounded", "ANY rounded == 1",
        "SUBQUERY(rounded, $r, $r == 0).@count == 1", "SUBQUERY(rounded, $r, $r == 0).@count >= 1",
        "SUBQUERY(rounded, $r, $r == 0).@count == 0", "SUBQUERY(rounded, $r, $r >= 0).@count > 1",
        "'a' IN kinds", "ANY kinds == 'b'", "kinds.@count > 1", "ANY flags == TRUE", "TRUE IN flags",
        "flags.@count == 2",
        "parts.@count > 1", "ANY parts.n == 1", "ALL parts.n > 0", "parts.n.@count > 1", "parts.@sum.n > 1",
        "parts.@max.n == 2", "SUBQUERY(parts, $p, $p.n == 1).@count >= 1", "SUBQUERY(parts, $p, $p.n == 1).@count == 2",
        "SUBQUERY(parts, $p, $p.n == 1).@count == 0", "ANY parts.n IN numbers", "parts.n == {1, 2}",
        "optional.@count == 0", "optional.@count > 0", "'a' IN optional", "ANY optional == 'a'", "ALL optional == 'a'",
        "optional == nil", "counts.a == 1", "counts.a > 1", "counts.a == nil", "counts.a != 1", "counts['a'] == 1",
        "counts.a + counts.b == 2", "counts.self == nil", "counts.length == 1", "counts.\u{E9} == 1",
        "counts['e\u{301}'] == 1",
        "counts.@count > 1", "counts[SIZE] == 1", "1 IN counts", "counts CONTAINS 2", "counts == nil",
        "counts.a BETWEEN {0, 1}", "counts.a IN {1, 5}", "counts.a == number", "counts.a == TRUE", "has('counts')",
        "maybeCounts.a == 0.5", "maybeCounts.a == nil", "maybeCounts.@count == 0", "0.5 IN maybeCounts",
        "maybeCounts.a < maybeCounts.b", "partsByName.a.n == 1", "partsByName.a == nil", "partsByName.a.n == nil",
        "partsByName['a'].n > 0", "lists.a.@count == 1", "ANY lists.a == 1", "1 IN lists.a", "lists.a.@sum > 1",
        "lists.a[0] == 1", "lists.a == nil", "list.@sum == 3", "list.@avg < 1", "list.@max == 2", "list.@min.self > 0",
        "list.@sum > 9223372036854775807", "list.@sum < 9007199254740993.0", "reals2.@sum == 0.5",
        "reals2.@avg == 9007199254740993",
        "maybeList.@sum > 1", "maybeList.@max == nil", "maybeList.@count == 2", "partList.@sum.n == 3",
        "partList.@avg.n > 1",
        "partList.@max.n > 1", "partList.@min.n == 1", "dateList.@max > '2001-01-01'",
        "dateList.@min < '2001-01-01'", "ANY dateList == '2001-01-01'", "links.@count > 1",
        "ANY links == 'https://a.example/'", "ALL numbers IN list",
        "SUBQUERY(list, $l, $l IN numbers).@count > 0", "SUBQUERY(numbers, $l, ANY texts == 'a').@count > 0",
        "SUBQUERY(partList, $p, $p.n IN numbers AND 'a' IN texts).@count == 1",
    ]

    static func random(_ generator: inout SeededRandom) -> Mixed {
        func some<Value>(_ values: [Value]) -> [Value] {
            let count = Int.random(in: 0...3, using: &generator)
            return (0..<count).map { _ in values.randomElement(using: &generator) ?? values[0] }
        }
        func entries<Value>(_ values: [Value]) -> [String: Value] {
            Dictionary(
                some(["a", "b", "\u{E9}", "self", "length"]).map { key in
                    (key, values.randomElement(using: &generator) ?? values[0])
                }
            ) { first, _ in first }
        }
        let texts = ["a", "b", "\u{E9}", "e\u{301}", "\u{212A}", "", "A"]
        let reals = [0.5, 1, 1.5, .nan, .infinity, -.infinity, 0, -0.0]
        let dates = [0, 1, .nan, .infinity, -86_400].map { Date(timeIntervalSinceReferenceDate: $0) }
        let parts = [Part(n: 1, hidden: 0), Part(n: 1, hidden: 1), Part(n: 2, hidden: 0), Part(n: 0, hidden: 0)]
        let urls = ["https://a.example/", "https://a.example", "https://b.example/x"].compactMap { URL(string: $0) }
        return Mixed(
            texts: Set(some(texts)), numbers: Set(some([0, 1, 2, -1])), small: Set(some([1, 2, 3])),
            reals: Set(some(reals)),
            floats: Set(some([0.5, 1, .nan])), dates: Set(some(dates)), maybe: Set(some([nil, 1, 2])),
            deep: Set(some([.some(nil), nil, 1, 2])), rounded: Set(some([0, 1, 2, 3]).map(Rounded.init)),
            kinds: Set(some(Kind.allCases)), flags: Set(some([true, false])), parts: Set(some(parts)),
            optional: Bool.random(using: &generator) ? nil : Set(some(texts)), counts: entries([0, 1, 2]),
            maybeCounts: Bool.random(using: &generator) ? nil : entries([nil, 0.5, .nan, 1]),
            partsByName: entries(parts),
            lists: entries([[], [1], [1, 2]]), list: some([0, 1, 2, .max, .min]), reals2: some(reals),
            maybeList: Bool.random(using: &generator) ? nil : some([nil, 1, 2]), partList: some(parts),
            dateList: some(dates),
            text: some(texts).first ?? "a", number: some([0, 1, 2]).first ?? 0, links: Set(some(urls)))
    }
}
