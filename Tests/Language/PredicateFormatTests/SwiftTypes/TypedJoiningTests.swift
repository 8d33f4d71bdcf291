import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat

private struct Disc: PredicateDescribed, Sendable {
    var title = "a"
    var stars = 3
    var plays = 7

    static let predicateDescription = description(number: \.stars)

    /// A description that calls a property `number`.
    static func description(number: any KeyPath<Disc, Int> & Sendable) -> PredicateDescription<Disc> {
        PredicateDescription<Disc> {
            PredicateField("title", \.title)
            PredicateField("number", number)
        }
    }
}

/// A library with a function of this name, which gives a number.
private func library(_ number: Int64) -> PredicateLibrary {
    PredicateLibrary.standard.adding(
        PredicateFunction("given", parameters: [], result: .integer, help: "A number.") { _ in .integer(number) })
}

private struct ReversedCollation: PredicateCollation {
    func compare(_ a: String, _ b: String, options: StringOptions) -> Int { a < b ? 1 : a == b ? 0 : -1 }
}

/// Composing predicates over Swift values does not fail, and never gives a wrong answer.
@Suite struct TypedJoiningTests {
    private static let disc = Disc()

    // MARK: Parts that differ

    @Test func partsKeepTheirDescriptions() throws {
        let other = Disc.description(number: \.plays)
        let stars = try Disc.predicate("number == 3")
        let plays = try other.predicate("number == 7")
        let both = stars && plays
        #expect(both.predicateFormat == "number == 3 AND number == 7")
        #expect(both.checked.tree.predicateFormat == both.predicateFormat)
        #expect(both.checked.warnings.isEmpty)
        for (whole, expected) in [
            (both, true), (!both, false), (plays && stars, true), (!stars || plays, true), (!(both && stars), false),
            ([stars, plays, !stars].conjunction(), false), ([!stars, plays].disjunction(), true), (!(!both), true),
            (both && both && stars, true),
        ] {
            try expect(whole, expected)
        }
        let error = #expect(throws: PredicateDiagnostics.self) { try both.checked && stars.checked }
        #expect(error?.diagnostics.first?.code == "different-schemas")
        #expect(both.simplified().matches(Self.disc))
    }

    /// Descriptions that are made anew with the same properties are one.
    @Test func equalDescriptionsAreOne() throws {
        let again = try Disc.description(number: \.stars).predicate("number == 3")
        let both = try Disc.predicate("title == 'a'") && again
        #expect(!both.checked.isUndecided)
        #expect(both.checked.matches(Self.disc.predicateValue))
        try expect(both, true)
    }

    @Test func partsKeepTheirFunctions() throws {
        let three = try Disc.predicate("number == given()", library: library(3))
        let four = try Disc.predicate("number == given()", library: library(4))
        try expect(three && !four, true)
        try expect(four || three, true)
        try expect([three, four].conjunction(), false)
        let both = three && !four
        #expect(both.predicateFormat == "number == given() AND (NOT number == given())")
        #expect(both.checked.warnings.isEmpty)
        // No library reads the text as the parts do.
        #expect(throws: PredicateDiagnostics.self) { try Disc.predicate("%@", both) }
        #expect(throws: PredicateDiagnostics.self) { try both.rerooted(at: \Disc.self) }
        // A function that only one part uses serves both.
        let named = try Disc.predicate("title == 'a'", library: library(5))
        #expect(!(three && named).checked.isUndecided)
        try expect(named && three, true)
        try expect(three && named, true)
    }

    @Test func partsKeepTheirCollations() throws {
        var reversed = PredicateLibrary.standard
        reversed.collation = ReversedCollation()
        let ordered = try Disc.predicate("title <[l] 'b'")
        let backwards = try Disc.predicate("title <[l] 'b'", library: reversed)
        try expect(ordered && !backwards, true)
        try expect(backwards || ordered, true)
    }

    /// A typed predicate whose parts differ has an answer for Swift values, in every way to ask; over records it is undecided.
    private func expect(
        _ whole: TypedPredicate<Disc>, _ expected: Bool, location: SourceLocation = #_sourceLocation
    ) throws {
        let disc = Self.disc
        let context = EvaluationContext(limits: whole.checked.limits)
        var (counting, other) = (context, context)
        counting.unusable = UnusableValues()
        other.limits.patternSteps -= 1
        #expect(whole.matches(disc) == expected, sourceLocation: location)
        #expect(whole.answer(for: disc) == (expected ? .yes : .no), sourceLocation: location)
        for context in [context, counting, other] {
            #expect(whole.matches(disc, context: context) == expected, sourceLocation: location)
            #expect(whole.answer(for: disc, context: context) == (expected ? .yes : .no), sourceLocation: location)
            #expect([disc, disc].count(where: whole, context: context) == (expected ? 2 : 0), sourceLocation: location)
        }
        #expect([disc].filter(whole).count == (expected ? 1 : 0), sourceLocation: location)
        #expect(try [disc].fetch(where: whole).count() == (expected ? 1 : 0), sourceLocation: location)
        #expect(try [disc].fetch().where(whole).where(whole).result().count == (expected ? 1 : 0))
        let answer = whole.checked.answer(for: disc.predicateValue)
        if whole.checked.isUndecided { #expect(answer == .undecided(.steps), sourceLocation: location) }
    }

    // MARK: Limits

    @Test func limitsOfTextsDoNotRefuse() throws {
        let strange = try Disc.predicate("number == 3 AND title == 'a'", limits: .untrusted)
        let own = try Disc.predicate("number == given() OR random() >= 0", library: library(3))
        let both = strange && own
        #expect(both.matches(Self.disc))
        #expect((own && strange).matches(Self.disc))
        #expect(both.checked.limits.evaluationSteps == PredicateLimits.untrusted.evaluationSteps)
        #expect((own && strange).checked.limits.allowedFunctions == [])
        #expect(both.checked.warnings.isEmpty)
        var all = strange
        for step in 0..<900 { all = step % 2 == 0 ? all && own : all || strange }
        #expect(all.matches(Self.disc))
        #expect(all.checked.answer(for: Self.disc.predicateValue) == .yes)
        #expect([TypedPredicate](repeating: strange, count: 3_000).conjunction().matches(Self.disc))
    }

    @Test func budgetsHold() throws {
        let list = "SUBQUERY({\((0..<900).map(String.init).joined(separator: ","))}, $x, $x == number).@count == 1"
        var few = PredicateLimits.untrusted
        few.evaluationSteps = 100
        let costly = try Disc.predicate(parsing: list)
        let cheap = try Disc.predicate("number == 3", limits: few)
        #expect(costly.matches(Self.disc))
        for whole in [costly && cheap, cheap && costly, !(costly && cheap), [costly, cheap].conjunction()] {
            #expect(whole.answer(for: Self.disc) == .undecided(.steps))
            #expect(!whole.matches(Self.disc))
            #expect(throws: RequestError.undecided(.steps)) { try [Self.disc].fetch(where: whole).result() }
        }
    }

    // MARK: Size

    @Test func beyondTheLevelsOfTreesNothingMatches() throws {
        let part = try Disc.predicate("number == 3")
        let other = try Disc.description(number: \.plays).predicate("number == 7")
        for second in [part, other] {
            var whole = part
            var heights: [Bool] = []
            for step in 0..<5_000 {
                whole = !(whole && second)
                if step % 250 == 3 { heights.append(whole.matches(Self.disc)) }
            }
            // `!(p && true)` is `!p`.
            #expect(heights.first == true && heights.last == false)
            for high in [whole, !whole, whole || part, part || whole, [part, whole].disjunction()] {
                #expect(!high.matches(Self.disc))
                #expect(high.answer(for: Self.disc) == .undecided(.steps))
                #expect([Self.disc].filter(high).isEmpty)
                #expect(throws: RequestError.undecided(.steps)) { try [Self.disc].fetch(where: high).result() }
                #expect(high.checked.answer(for: Self.disc.predicateValue) == .undecided(.steps))
                #expect(throws: PredicateDiagnostics.self) { try high.rerooted(at: \Disc.self) }
            }
            var unlimited = EvaluationContext()
            unlimited.limits.evaluationSteps = .max
            #expect(whole.answer(for: Self.disc, context: unlimited) == .undecided(.steps))
        }
        var doubled = part
        for _ in 0..<200 { doubled = doubled && doubled }
        #expect(doubled.answer(for: Self.disc) == .undecided(.steps))
    }

    /// The highest predicate is made, asked and released on a thread with a small stack.
    @Test func highPredicatesNeedLittleStack() async throws {
        let part = try Disc.predicate("number == 3")
        let other = try Disc.description(number: \.plays).predicate("number == 7")
        for (second, count) in [(part, 480), (other, 40)] {
            let done = Promise<[Bool]>()
            let thread = WorkerThread(stackSize: 512 << 10) {
                var whole = part
                for _ in 0..<count { whole = !(whole && second) }
                done.give([whole.matches(Self.disc), whole.predicateFormat.hasSuffix(")")])
            }
            thread?.join()
            #expect(done.wait(milliseconds: 10_000) == [true, true])
        }
    }

    @Test(.enabled(if: StageCounter.isCounting)) func longLoopsAreLinear() throws {
        let parts = try (0..<16).map { try Disc.predicate("number != %d", $0 + 10) }
        let counts = StageCounter.counting {
            var all = parts[0]
            for step in 0..<100_000 { all = all && parts[step % 16] }
            #expect(all.matches(Self.disc))
        }.counts
        #expect(counts == StageCounter.Counts())
    }

    // MARK: Agreement

    /// A composed predicate answers as its text, parsed as a whole, and as its parts.
    @Test(arguments: 0..<6) func agreement(_ seed: Int) throws {
        var made = 0
        for number in 0..<60 {
            var generator = SampleGenerator(seed: UInt64(seed * 1_000 + number))
            let texts = (0..<3).map { _ in generator.predicate(2) }
            let library = PredicateLibrary.standard
            let described = [Sample.predicateDescription, Sample.byClosures, Sample.predicateDescription]
            guard
                let parts = try? zip(texts, described).map({ text, description in
                    try description.predicate(parsing: text, library: library)
                })
            else { continue }
            made += 1
            let (a, b, c) = (parts[0], parts[1], parts[2])
            let wholes = [
                (a && b) || !c, !(a || c) && !b, [a, b, c].conjunction(), [c, a, !b].disjunction(), a && c && a,
            ]
            let samples = (0..<8).map { _ in generator.sample() }
            let context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 1))
            for (index, whole) in wholes.enumerated() {
                let parsed = try Sample.predicateDescription.predicate(
                    parsing: whole.predicateFormat, library: library, limits: PredicateLimits(depth: 900))
                for sample in samples {
                    let holds = [a, b, c].map { $0.matches(sample, context: context) }
                    let expected = [
                        (holds[0] && holds[1]) || !holds[2], !(holds[0] || holds[2]) && !holds[1],
                        holds.allSatisfy { $0 }, holds[2] || holds[0] || !holds[1], holds[0] && holds[2],
                    ]
                    #expect(whole.matches(sample, context: context) == expected[index], "\(whole)")
                    #expect(parsed.matches(sample, context: context) == expected[index], "\(whole)")
                }
            }
        }
        #expect(made > 30)
    }
}
