import Foundation
import PredicateTesting
import Testing

@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateFoundation

@Suite("Exported predicates")
struct ExportTests {
    private static let library = PredicateLibrary.standard.using(patterns: SwiftPatterns())

    private static func refusals(_ text: String, _ mode: PredicateExportMode) throws -> [PredicateDeviation] {
        let predicate = try Sample.predicate(parsing: text, library: library)
        do throws(PredicateExportError) {
            _ = try predicate.foundationPredicate(mode)
            return []
        } catch {
            return error.refusals
        }
    }

    /// A text, the reason of its deviation or refusal, and the clause that is reported.
    private static let locations: [(String, PredicateDeviation.Reason, String)] = [
        ("count > 1 AND name == 'Karl'", .canonicalEquivalence, "name == 'Karl'"),
        ("name == nick", .canonicalEquivalence, "name == nick"),
        ("nick IN {'a', 'é'}", .canonicalEquivalence, "nick IN {'a', 'é'}"),
        ("name < 'b'", .textOrder, "name < 'b'"),
        ("flag == TRUE OR name CONTAINS 'b'", .characters, "name CONTAINS 'b'"),
        ("name BEGINSWITH nick", .characters, "name BEGINSWITH nick"),
        ("name.length > 2", .textLength, "name.length"),
        ("name ENDSWITH 'b'", .regularExpression, "name ENDSWITH 'b'"),
        ("name LIKE 'a?'", .regularExpression, "name LIKE 'a?'"),
        ("name MATCHES 'a.*'", .regularExpression, "name MATCHES 'a.*'"),
        ("tiny + tiny > 3", .narrowArithmetic, "tiny + tiny"),
        ("price > 1.5", .decimalPrecision, "1.5"),
        ("link == 'x:y'", .urlEquality, "link == 'x:y'"),
        ("tags.@min == 'a'", .textOrder, "tags.@min"),
    ]

    @Test("A deviation is reported with its location, and rejected in exact mode", arguments: locations.indices)
    func deviations(_ index: Int) throws {
        let (text, reason, part) = Self.locations[index]
        func hasPlace(_ found: [PredicateDeviation]) throws -> Bool {
            let found = try #require(found.first { $0.reason == reason }, "\(text)")
            let utf8 = Array(text.utf8)[found.range.lowerBound..<found.range.upperBound]
            return String(decoding: utf8, as: UTF8.self) == part && reason.isDeviation
        }
        let isRefused = try hasPlace(Self.refusals(text, .exact))
        let isTold = try hasPlace(
            Sample.predicate(parsing: text, library: Self.library).foundationPredicate(.mayDiffer).deviations)
        #expect(isRefused && isTold, "\(text)")
    }

    private static let refused: [(String, PredicateDeviation.Reason)] = [
        ("name ==[c] 'a'", .stringOptions), ("count == ratio", .conversion), ("count == maybeReal", .conversion),
        ("tiny == count", .conversion), ("count * 2.5 > 1", .conversion), ("count ** 2 > 1", .operation),
        ("uppercase(name) == 'A'", .operation), ("(items.@distinctUnionOfObjects.code).@count > 1", .operation),
        ("items.@sum.price > 1", .operation), ("born > now()", .operation), ("count & 1 == 1", .operation),
        ("part == 'a'", .type), ("key == 1", .type), ("home == base", .type),
    ]

    @Test("A predicate without a standard expression is rejected in both modes", arguments: refused.indices)
    func refusals(_ index: Int) throws {
        let (text, reason) = Self.refused[index]
        for mode in PredicateExportMode.allCases {
            let found = try Self.refusals(text, mode)
            #expect(found.contains { $0.reason == reason }, "\(text): \(found)")
        }
    }

    @Test("All refusals of a text are reported in order, and can be shown")
    func allRefusals() throws {
        let text = "count == ratio AND (name == 'a' OR uppercase(name) == 'A') AND key == 1"
        let predicate = try Sample.predicate(parsing: text)
        do throws(PredicateExportError) {
            _ = try predicate.foundationPredicate()
            Issue.record("it is exported")
        } catch {
            #expect(error.refusals.map(\.reason) == [.conversion, .operation, .type])
            #expect(error.diagnostics.diagnostics.map(\.code.rawValue) == ["conversion", "operation", "type"])
            #expect(error.description.contains("^^^"))
        }
    }

    @Test("A field without a key path, or with several properties in it, is rejected")
    func properties() throws {
        #expect(throws: PredicateExportError.self) {
            try Sample.byClosures.predicate("count == 1").foundationPredicate(.mayDiffer)
        }
        let description = PredicateDescription<Sample> {
            PredicateField("x", \.base.x)
            PredicateField("label", \.home?.label)
            PredicateField("first", \.tags[0])
            PredicateField("me", \.self)
        }
        for text in ["x == 1", "label == 'a'", "first == 'a'"] {
            #expect {
                try description.predicate(parsing: text).foundationPredicate(.mayDiffer)
            } throws: { error in (error as? PredicateExportError)?.refusals.map(\.reason) == [.property] }
        }
        // Foundation supports none of these key paths and would trap.
        let single = description.type.fields.map(\.isSingleProperty)
        #expect(single == [false, false, false, false])
        let others = Sample.predicateDescription.type.fields.filter { !$0.isSingleProperty }
        #expect(others.isEmpty)
    }

    // MARK: Nothing traps

    @Test("Arithmetic is nil on overflow, and never traps")
    func arithmetic() throws {
        let numbers = [0, 1, -1, 2, -2, 3, 7, Int.max, Int.min, Int.max - 1, Int.min + 1, 1 << 32, -(1 << 32), 1 << 62]
        var generator = SampleGenerator(seed: 1)
        var sample = generator.sample()
        for sign in ["+", "-", "*", "/"] {
            for text in [
                "count \(sign) maybe == $r", "count \(sign) maybe == nil", "maybe \(sign) count >= deep \(sign) 2",
            ] {
                let text = text.replacingOccurrences(of: "$r", with: "3")
                let original = try Sample.predicate(parsing: text)
                let exported = try original.foundationPredicate().predicate
                for a in numbers {
                    for b in numbers {
                        (sample.count, sample.maybe, sample.deep) = (a, b, a)
                        #expect(try exported.evaluate(sample) == original.matches(sample), "\(text) \(a) \(b)")
                    }
                }
            }
            for constant in numbers {
                for text in ["count \(sign) \(constant) == nil", "\(constant) \(sign) count > 1"] {
                    let original = try Sample.predicate(parsing: text)
                    let exported = try original.foundationPredicate().predicate
                    for a in numbers {
                        sample.count = a
                        #expect(try exported.evaluate(sample) == original.matches(sample), "\(text) \(a)")
                    }
                }
            }
        }
        for text in ["modulus:by:(count, maybe) == 1", "modulus:by:(count, 0) == nil", "modulus:by:(count, -1) == 0"] {
            let original = try Sample.predicate(parsing: text)
            let exported = try original.foundationPredicate().predicate
            for a in numbers {
                for b in numbers {
                    (sample.count, sample.maybe) = (a, b)
                    #expect(try exported.evaluate(sample) == original.matches(sample), "\(text) \(a) \(b)")
                }
            }
        }
    }

    @Test("Narrow arithmetic, divisions of doubles, indexes and empty lists do not trap either")
    func others() throws {
        for text in [
            "tiny + tiny > 3", "tiny * 100 == 200", "tiny / tiny == 1", "tiny - 127 < 0", "wide * 3 > 4",
            "wide - 1 > 0",
            "real / real > 1", "ratio / 0 == nil", "ratio / ratio == 1", "tags[7] == 'a'", "tags[-1] == nil",
            "scores[0] == 1", "tags.@max == 'a'", "limits['z'] == nil", "chain.next.next.next == nil",
        ] {
            let exported = try Sample.predicate(parsing: text).foundationPredicate(.mayDiffer).predicate
            for seed in 0..<60 {
                var generator = SampleGenerator(seed: UInt64(seed))
                let sample = generator.sample()
                #expect(throws: Never.self, "\(text)") { try exported.evaluate(sample) }
            }
        }
    }

    private static let guarded = [
        "count + 3 > 4", "3 + count > 4", "count - 3 > 4", "count - -3 > 4", "count + maybe > 4", "count - maybe == 4",
        "count * 3 > 4", "count * -3 > 4", "count * -1 > 4", "count / 3 > 4", "count / maybe == 4", "count / -1 == 4",
        "maybe + count * 2 > 4", "ratio + 1.5 > 4.0", "ratio / 2.0 > 4.0", "maybeReal / 4.0 == 1.0",
    ]

    @Test("The guards against traps are removed again", arguments: guarded)
    func guards(_ text: String) throws {
        let original = try Sample.predicate(parsing: text)
        let back = try TypedPredicate(importing: original.foundationPredicate(.mayDiffer).predicate)
        #expect(back.checked.tree == original.checked.tree, "\(back.predicateFormat)")
    }

    /// The import of an optional value that is read twice has a variable.
    @Test(
        "Variables go back as their values",
        arguments: [
            "($v := count + 1) > 1 AND $v < 9", "($v := maybe + 1) != nil AND $v > 3 AND NOT ($v == 5)",
            "TERNARY(($v := maybe) != nil, $v, 7) == 7", "($v := maybe) == nil OR $v > 2",
        ])
    func assignments(_ text: String) throws {
        let original = try Sample.predicate(parsing: text)
        let exported = try original.foundationPredicate().predicate
        for seed in 0..<60 {
            var generator = SampleGenerator(seed: UInt64(seed))
            let sample = generator.sample()
            #expect(try exported.evaluate(sample) == original.matches(sample), "\(exported)")
        }
    }

    // MARK: Depth

    @Test("Nested quantifiers are built once: three to sixty levels deep")
    func depth() throws {
        func text(_ depth: Int, _ base: String) -> String {
            depth == 0
                ? "\(base)words > 2"
                : "SUBQUERY(\(base)children, $c\(depth), \(text(depth - 1, "$c\(depth)."))).@count > 0"
        }
        var sizes: [Int] = []
        for depth in [3, 6, 12, 24, 60] {
            let original = try Memo.Note.predicate(parsing: text(depth, ""))
            let exported = try original.foundationPredicate().predicate
            sizes.append(StandardForms.size(of: exported.expression))
            var note = Memo.Note("leaf", words: 3)
            for _ in 0..<depth { note = Memo.Note("node", children: [Memo.Note("other"), note]) }
            #expect(try exported.evaluate(note))
            #expect(try !exported.evaluate(Memo.Note("none", children: [note])) || depth == 0)
            let back = try TypedPredicate(importing: exported)
            #expect(back.matches(note))
        }
        // The size grows linearly with the depth.
        #expect(sizes[2] < sizes[0] * 5 && sizes[4] < sizes[2] * 6, "\(sizes)")
    }

    @Test("A comparison that would become too large is rejected")
    func size() throws {
        var text = "maybe"
        for _ in 0..<16 { text = "TERNARY(\(text) <= deep, maybe, nil)" }
        let found = try Self.refusals("\(text) == 1", .exact)
        #expect(found.contains { $0.reason == .size })
    }

    /// Ordered by its position; its raw values have another order.
    private enum Level: String, CaseIterable, Comparable, PredicateFieldValue, Sendable {
        case low, medium, high

        static func < (a: Level, b: Level) -> Bool { a.position < b.position }
        private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    private struct Ticket: PredicateDescribed, Sendable {
        var level: Level
        var levels: [Level] = []

        static let predicateDescription = PredicateDescription<Ticket> {
            PredicateField("level", \.level)
            PredicateField("levels", \.levels)
        }
    }

    @Test(
        "The order of a Swift type has no standard expression",
        arguments: ["level > 'low'", "level BETWEEN {'low', 'high'}", "ANY levels > 'low'", "levels.@max == 'high'"])
    func ownOrder(_ text: String) throws {
        let predicate = try Ticket.predicate(parsing: text)
        #expect(throws: PredicateExportError.self) { try predicate.foundationPredicate(.mayDiffer) }
        let exported = try predicate.foundationPredicate(allowsOwnExpressions: true)
        #expect(try exported.predicate.evaluate(Ticket(level: .high, levels: [.high])))
        #expect(try !exported.predicate.evaluate(Ticket(level: .low, levels: [.low])) || text.contains("BETWEEN"))
    }

    // MARK: Own expressions

    @Test("With own expressions everything is exported, and agrees", arguments: 0..<4)
    func ownExpressions(_ part: Int) throws {
        var own = 0
        for seed in 0..<100 {
            var generator = SampleGenerator(seed: UInt64(90_000 + part * 1000 + seed))
            let text = generator.predicate()
            guard let original = try? Sample.predicate(parsing: text, library: Self.library),
                original.checked.variables.isEmpty
            else { continue }
            let exported = try original.foundationPredicate(.exact, allowsOwnExpressions: true)
            own += exported.ownExpressions.count
            #expect(exported.deviations.isEmpty)
            let back = try TypedPredicate(importing: exported.predicate, library: Self.library)
            let joined = [exported.predicate, exported.predicate].conjunction()
            for _ in 0..<3 {
                let sample = generator.sample()
                let expected = original.matches(sample)
                #expect(try exported.predicate.evaluate(sample) == expected, "\(text)\n\(exported.predicate)")
                #expect(try joined.evaluate(sample) == expected)
                #expect(back.matches(sample) == expected, "\(text)\n\(back.predicateFormat)")
            }
        }
        #expect(own > 40)
    }

    @Test("Only the comparisons that need it use own expressions")
    func mixed() throws {
        let text = "count > 3 AND name CONTAINS[cd] 'a' AND ANY items.price > 2"
        let exported = try Sample.predicate(parsing: text).foundationPredicate(allowsOwnExpressions: true)
        #expect(exported.ownExpressions.map { Array(text.utf8)[$0.lowerBound..<$0.upperBound].count } == [21])
        #expect(StandardForms.unknownExpression(in: exported.predicate.expression) != nil)
        let standard = try Sample.predicate("count > 3").foundationPredicate(allowsOwnExpressions: true)
        #expect(StandardForms.unknownExpression(in: standard.predicate.expression) == nil)
    }
}
