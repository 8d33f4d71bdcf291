import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Filters from strangers over a type of a service: everyday ones pass `PredicateLimits.untrusted`, costly ones do not.
@Suite struct StrangersTests {
    static let library = PredicateLibrary.standard.using(patterns: ToyEngine())
        .adding(
            PredicateFunction(
                "initials:", parameters: [FunctionParameter("name", .string)], result: .string, help: "First letters."
            ) { arguments in
                guard case .string(let name)? = arguments.first else { return .null }
                return .string(String(name.split(separator: " ").compactMap(\.first)))
            }
        )
        .adding(
            PredicateFunction(
                "score:", parameters: [FunctionParameter("name", .string)], result: .integer, help: "Asks a model.",
                steps: 100_000
            ) { _ in 1 }
        )
        .adding(
            PredicateFunction(
                "page:", parameters: [FunctionParameter("number", .integer)], result: .string, help: "A page.",
                resultBytes: 1 << 24
            ) { _ in "" }
        )
        .adding([
            PredicateOperator("DIVIDES", left: .integer, right: .integer, help: "Whether it is a divisor.") { _, _, _ in
                true
            },
            PredicateOperator(
                "RESEMBLES", left: .string, right: .string, help: "Whether it looks like it.", steps: 50_000
            ) { _, _, _ in true },
        ])

    static let allowing = PredicateLimits.untrusted(allowing: ["initials:", "score:", "page:", "divides", "RESEMBLES"])

    private func codes(_ text: String, _ limits: PredicateLimits = .untrusted) -> [String] {
        do {
            _ = try Account.predicate(parsing: text, library: Self.library, limits: limits)
            return []
        } catch {
            return error.diagnostics.filter { $0.severity == .error }.map { "\($0.code.rawValue): \($0.message)" }
        }
    }

    @Test(arguments: lines(everyday))
    func everydayFiltersPass(text: String) { #expect(codes(text) == []) }

    @Test(arguments: lines(allowed))
    func whatIsAllowedPasses(text: String) {
        #expect(codes(text, Self.allowing) == [])
        #expect(codes(text).first?.hasPrefix("refused-function") == true)
    }

    @Test(arguments: lines(hostile) + made)
    func hostileFiltersAreRefused(text: String) { #expect(codes(text, Self.allowing) != []) }

    @Test func thereAreManyHostileOnes() { #expect(Set(Self.lines(Self.hostile) + Self.made).count >= 100) }

    /// Evaluations of everyday filters stay far below the limit.
    @Test(arguments: lines(everyday))
    func everydayFiltersHaveAnswers(text: String) throws {
        let predicate = try Account.predicate(parsing: text, library: Self.library, limits: .untrusted)
        for size in [0, 3, 1_000] {
            let answer = predicate.answer(for: Account(size: size))
            #expect(answer == .yes || answer == .no)
        }
    }

    @Test func fieldsStateTheirLimits() throws {
        let text = "SUBQUERY(items, $i, ANY labels == $i.sku).@count > 0"
        #expect(codes(text).first?.hasPrefix("too-costly") == true)
        let small = PredicateDescription<Account> {
            PredicateField("items", \.items, limits: FieldLimits(elements: 50))
            PredicateField("labels", \.labels, limits: FieldLimits(elements: 20, elementTextBytes: 40))
        }
        _ = try small.predicate(parsing: text, limits: .untrusted)
        let large = PredicateDescription<Account> {
            PredicateField("labels", \.labels, limits: FieldLimits(elements: 1 << 20))
        }
        let counted = try large.predicate("ANY labels == 'x'", limits: .standard)
        let few = try Account.predicate("ANY labels == 'x'", limits: .standard)
        let (most, least) = (try #require(counted.checked.cost().mostSteps), try #require(few.checked.cost().mostSteps))
        #expect(most > 100 * least)
        #expect(small.schema.recordType(of: small.schema.root)?.field(named: "items")?.limits?.elements == 50)
        // The schema is the one that its parts say.
        let schema = Account.predicateDescription.schema
        let again = try JSONDecoder().decode(RecordSchema.self, from: JSONEncoder().encode(schema))
        #expect(again == schema && again.hashValue == schema.hashValue)
    }

    /// An order, a group or a condition of groups may not do what the predicate may not.
    @Test func requestsTakeOverWhatTheirPredicatesMayDo() throws {
        let accounts = [Account(size: 2), Account(size: 1)]
        let strange = try Account.predicate("age > -1", library: Self.library, limits: .untrusted)
        #expect(throws: (any Error).self) { try accounts.fetch(where: strange).sorted(by: "random()").count() }
        #expect(throws: (any Error).self) { try accounts.fetch(where: strange).sorted(by: "initials(name)").count() }
        #expect(throws: (any Error).self) { try accounts.fetch(where: strange).groupBy("r = random()").objects() }
        #expect(throws: (any Error).self) {
            try accounts.fetch(where: strange).groupBy("name").having("random() > count").objects()
        }
        #expect(throws: (any Error).self) {
            try accounts.fetch(where: strange).fetchingOnly("r = random()").objects()
        }
        #expect(throws: (any Error).self) {
            try accounts.fetch().where("age > -2").where(strange).sorted(by: "random()").count()
        }
        #expect(throws: (any Error).self) {
            try accounts.fetch(where: strange).sorted(by: "random()").checkedQuery()
        }
        #expect(try accounts.fetch(where: strange).sorted(by: "-age, name").result().count == 2)
        let friendly = try Account.predicate("age > -1", library: Self.library)
        #expect(try accounts.fetch(where: friendly).sorted(by: "initials(name), random()").result().count == 2)
        let timeless = try Account.predicate("age > -1", library: .standard.without(.now))
        #expect(throws: (any Error).self) { try accounts.fetch(where: timeless).sorted(by: "now()").count() }
    }

    @Test func declaredStepsAreCharged() throws {
        let predicate = try CheckedPredicate("score(name) == 1", library: Self.library)
        var context = EvaluationContext()
        #expect(predicate.answer(for: ["name": "x"], context: context) == .yes)
        context.limits.evaluationSteps = 90_000
        #expect(predicate.answer(for: ["name": "x"], context: context) == .undecided(.steps))
        let resembling = try CheckedPredicate("name RESEMBLES 'y'", library: Self.library)
        context.limits.evaluationSteps = 40_000
        #expect(resembling.answer(for: ["name": "x"], context: context) == .undecided(.steps))
        #expect(try #require(predicate.cost(for: RecordSizes(recordBytes: 100)).mostSteps) > 100_000)
        #expect(try #require(resembling.cost(for: RecordSizes(recordBytes: 100)).mostSteps) > 50_000)
    }

    /// Budgets subtract declared costs without a check for overflow.
    @Test(arguments: [(Int.max, 1 << 40), (.min, 0), (7, 7)])
    func declaredCostsAreBounded(declared: Int, kept: Int) {
        let function = PredicateFunction(
            "f", parameters: [], result: .integer, help: "", steps: declared, resultBytes: declared
        ) { _ in 1 }
        #expect(function.steps == kept && function.resultBytes == kept)
        let comparison = PredicateOperator("O", left: .any, right: .any, help: "", steps: declared) { _, _, _ in true }
        #expect(comparison.steps == kept)
    }

    /// The operators of the standard library belong to the language.
    @Test func standardOperatorsAreAllowed() {
        #expect(codes("name UTI-CONFORMS-TO 'public.image'") == [])
    }

    // MARK: Texts

    static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    static let everyday = #"""
        name == 'Ann'
        name BEGINSWITH[cd] 'an'
        email != nil AND email CONTAINS '@x'
        name LIKE '*son'
        name MATCHES 'an*'
        age BETWEEN {18, 65}
        score >= 3.5 OR age IN {1, 2, 3}
        created > '2024-01-01'
        status == 'open'
        NOT (age < 18)
        address.city == 'Porto'
        ANY labels == 'new'
        labels.@count > 2
        ANY items.sku BEGINSWITH 'A'
        SUBQUERY(items, $i, $i.qty > 2).@count > 0
        ANY tags == 'c'
        'c' IN tags
        counters.retries > 4
        ANY items.price > 19.5
        ANY kids.n == 2
        ANY tags IN {'a', 'b'} AND items.@count < 10
        NONE tags == 'spam' AND ALL labels != 'x'
        tags.@count == 0 OR labels.@count == 0
        counters['retries'] == nil
        items.@sum.price > 100 AND items.@max.qty <= 4
        ANY kids.s CONTAINS[c] 'x'
        id == '6F9619FF-8B86-4C11-B42E-00CF4FC964FF'
        created > now() - 86400 AND status IN {'open', 'closed'}
        lowercase(name) == 'ann' AND length(name) < 40
        SUBQUERY(items, $i, $i.price > 10 AND $i.sku BEGINSWITH 'A').@count >= 2
        ANY items.price > score
        name IN tags OR name IN labels
        SUBQUERY(items, $i, items.@sum.price > $i.price).@count > 1
        SUBQUERY(kids, $k, kids.@max.n == $k.n).@count > 0
        """#

    static let allowed = #"""
        initials(name) == 'AL'
        initials(name) IN {'AL', 'BO'} AND age > 3
        3 DIVIDES age
        name RESEMBLES 'Ann'
        score(name) > 3
        """#

    static let hostile = #"""
        random() > 0.5
        randomn(5) == 1
        unknown(name) == 1
        SUBQUERY(items, $i, ANY labels == $i.sku).@count > 0
        SUBQUERY(items, $i, SUBQUERY(items, $j, $i.sku == $j.sku).@count > 1).@count > 0
        SUBQUERY(items, $i, SUBQUERY(kids, $k, $k.n > $i.qty).@count > 1).@count > 0
        SUBQUERY(kids, $i, ANY items.qty > $i.n).@count > 0
        SUBQUERY(tags, $t, ANY labels BEGINSWITH $t).@count > 0
        SUBQUERY(labels, $t, ALL labels != $t).@count > 0
        SUBQUERY(items, $i, page($i.qty) CONTAINS 'x').@count > 0
        SUBQUERY(items, $i, $i.sku RESEMBLES name).@count > 0
        SUBQUERY(items, $i, score($i.sku) > 1).@count > 0
        ANY items.sku RESEMBLES 'x'
        page(age) LIKE '*a?b*c?d*e?f*'
        page(age) CONTAINS[cdl] 'x'
        lowercase(page(age)) == 'x'
        ANY labels IN[c] labels
        ANY tags IN[cd] labels
        ANY labels CONTAINS[cd] SUBQUERY(labels, $l, ANY labels CONTAINS[cd] $l)[0]
        SUBQUERY(items, $i, SUBQUERY(items, $j, $j.price > $i.price).@sum.qty > 1).@count > 1
        SUBQUERY(kids, $k, SUBQUERY(kids, $j, $j.n > $k.n)[FIRST].s == 'x').@count > 0
        SUBQUERY(labels, $l, mode(labels) CONTAINS $l).@count > 0
        SUBQUERY(labels, $l, labels.@distinctUnionOfObjects.SELF.@count > length($l)).@count > 0
        """#

    /// Two loops, one in the other, with each of a number of conditions; deep, long and large texts.
    static let made: [String] = {
        var texts: [String] = []
        let loops = ["items": "$a.sku", "kids": "$a.s", "labels": "$a", "tags": "$a"]
        for (outer, value) in loops.sorted(by: { $0.key < $1.key }) {
            for inner in ["items.sku", "kids.s", "labels"] {
                for condition in ["==[c]", "CONTAINS", "BEGINSWITH[cd]", "LIKE", "<[l]"] {
                    texts.append("SUBQUERY(\(outer), $a, ANY \(inner) \(condition) \(value)).@count > 2")
                }
            }
            texts.append(
                "SUBQUERY(\(outer), $a, SUBQUERY(\(outer), $b, SUBQUERY(\(outer), $c, 1 == 1).@count > 1).@count > 1)")
        }
        for depth in [51, 80, 200] {
            texts.append(String(repeating: "NOT (", count: depth) + "age == 1" + String(repeating: ")", count: depth))
            texts.append(
                String(repeating: "abs(", count: depth) + "age" + String(repeating: ")", count: depth) + " == 1")
        }
        for count in [1_001, 2_500] {
            texts.append("age IN {" + (0..<count).map(String.init).joined(separator: ",") + "}")
            texts.append((0..<count).map { "age == \($0)" }.joined(separator: " OR "))
            texts.append("name MATCHES '" + String(repeating: "a", count: count) + "'")
            texts.append("name LIKE '" + String(repeating: "?", count: count) + "'")
        }
        texts.append("name == '" + String(repeating: "x", count: 10_000) + "'")
        texts.append(String(repeating: " ", count: 10_000) + "age == 1")
        return texts
    }()
}

/// The type that the filters are about.
struct Account: PredicateDescribed {
    enum Status: String, CaseIterable, PredicateFieldValue { case open, closed }

    struct Item: PredicateDescribed {
        var sku: String
        var price: Double
        var qty: Int

        static let predicateDescription = PredicateDescription<Item> {
            PredicateField("sku", \.sku)
            PredicateField("price", \.price)
            PredicateField("qty", \.qty)
        }
    }

    struct Kid: PredicateDescribed {
        var n: Int
        var s: String

        static let predicateDescription = PredicateDescription<Kid> {
            PredicateField("n", \.n)
            PredicateField("s", \.s)
        }
    }

    struct Address: PredicateDescribed {
        var city: String
        var zip: String

        static let predicateDescription = PredicateDescription<Address> {
            PredicateField("city", \.city)
            PredicateField("zip", \.zip)
        }
    }

    var id = UUID()
    var name = "Ann Lee"
    var email: String?
    var age = 30
    var score = 4.5
    var created = Date(timeIntervalSinceReferenceDate: 800_000_000)
    var status = Status.open
    var tags: Set<String> = []
    var labels: [String] = []
    var counters: [String: Int] = [:]
    var items: [Item] = []
    var kids: [Kid] = []
    var address: Address?

    /// An account with collections of a size.
    init(size: Int) {
        age = size
        tags = Set((0..<size).map { "t\($0)" })
        labels = (0..<size).map { "l\($0)" }
        counters = Dictionary(uniqueKeysWithValues: (0..<size).map { ("c\($0)", $0) })
        items = (0..<size).map { Item(sku: "A\($0)", price: Double($0), qty: $0) }
        kids = (0..<size).map { Kid(n: $0, s: "k\($0)") }
    }

    static let predicateDescription = PredicateDescription<Account> {
        PredicateField("id", \.id)
        PredicateField("name", \.name)
        PredicateField("email", \.email)
        PredicateField("age", \.age)
        PredicateField("score", \.score)
        PredicateField("created", \.created)
        PredicateField("status", \.status)
        PredicateField("tags", \.tags)
        PredicateField("labels", \.labels)
        PredicateField("counters", \.counters)
        PredicateField("items", \.items)
        PredicateField("kids", \.kids)
        PredicateField("address", \.address)
    }
}
