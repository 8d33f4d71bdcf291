import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateFoundation

/// A row for each type of expression in Foundation on this system: its import, and whether it is exported.
struct ExpressionTypeRow: Sendable, CustomTestStringConvertible {
    enum Import: Sendable {
        /// The import gives the predicate of this text.
        case text(String)
        /// The import fails with this reason and names this part.
        case refused(PredicateImportError.Reason, String)
    }

    enum Export: Sendable {
        /// The export of this text contains it.
        case text(String)
        /// It is never exported. The text names the expression used instead.
        case never(String)
    }

    var name: String
    /// Nil if no such predicate can be made on this system.
    var predicate: Predicate<Memo>?
    var imported: Import
    var exported: Export
    /// Whether the generated memos avoid the cases with another meaning in Swift.
    var agrees = true

    var testDescription: String { name }

    init(
        _ name: String, _ predicate: Predicate<Memo>?, _ imported: Import, _ exported: Export, agrees: Bool = true
    ) {
        self.name = name
        self.predicate = predicate
        self.imported = imported
        self.exported = exported
        self.agrees = agrees
    }
}

private typealias Forms = PredicateExpressions

extension ExpressionTypeRow {
    static let all: [ExpressionTypeRow] = logic + values + collections

    private static let logic: [ExpressionTypeRow] = [
        Self(
            "Conjunction", #Predicate { $0.words > 3 && $0.star && $0.title == "a" },
            .text("words > 3 AND star == TRUE AND title == 'a'"), .text("words > 3 AND star == TRUE")),
        Self(
            "Disjunction", #Predicate { $0.words > 3 || $0.star || $0.words == 0 },
            .text("words > 3 OR star == TRUE OR words == 0"), .text("words > 3 OR star == TRUE")),
        Self("Negation", #Predicate { !($0.words > 3) }, .text("NOT words > 3"), .text("NOT words > 3")),
        Self("Equal", #Predicate { $0.rating == 3 }, .text("rating == 3"), .text("rating == 3")),
        Self("NotEqual", #Predicate { $0.rating != 3 }, .text("rating != 3"), .text("rating != 3")),
        Self(
            "Comparison", #Predicate { $0.words <= 3 && $0.ratio > 0.5 }, .text("words <= 3 AND ratio > 0.5"),
            .text("words <= 3")),
        Self(
            "Conditional", #Predicate { ($0.star ? $0.words : 3) > 2 }, .text("TERNARY(star == TRUE, words, 3) > 2"),
            .text("TERNARY(star == TRUE, words, 3) > 2")),
        Self(
            "TypeCheck", checked, .text("rating != nil"),
            .never("nothing has to be asked for its type; != nil says the same")),
    ]

    private static let values: [ExpressionTypeRow] = [
        Self("Variable", Predicate { memo in field(memo, \.star) }, .text("star == TRUE"), .text("star == TRUE")),
        Self("KeyPath", #Predicate { $0.words == 3 }, .text("words == 3"), .text("words == 3")),
        Self("Value", #Predicate { $0.words == 3 }, .text("words == 3"), .text("words == 3")),
        Self("NilLiteral", #Predicate { $0.rating == nil }, .text("rating == nil"), .text("rating == nil")),
        Self(
            "NilCoalesce", #Predicate { ($0.rating ?? 2) > 1 }, .text("TERNARY(rating != nil, rating, 2) > 1"),
            .text("rating > 1")),
        Self(
            "OptionalFlatMap", #Predicate { $0.note?.name == "root" }, .text("note.name == 'root'"),
            .text("note.name == 'root'")),
        Self(
            "ForcedUnwrap", unwrapped, .text("rating != nil AND rating > 2"),
            .never("it is an error where there is nil")),
        Self(
            "ConditionalCast", cast, .text("words == 3"), .text("words + 1 == 3")),
        Self(
            "ForceCast", forced, .text("words == 3"),
            .never("it is an error where the type is another")),
        Self(
            "Arithmetic", #Predicate { ($0.words + 1) * 2 - $0.words > 3 }, .text("(words + 1) * 2 - words > 3"),
            .text("words + 1 > 3")),
        Self("UnaryMinus", #Predicate { -$0.words > 1 }, .text("0 - words > 1"), .never("it is 0 - x")),
        Self("IntDivision", #Predicate { $0.words / 2 == 1 }, .text("words / 2 == 1"), .text("words / 2 == 1")),
        Self(
            "IntRemainder", #Predicate { $0.words % 2 == 1 }, .text("modulus:by:(words, 2) == 1"),
            .text("modulus:by:(words, 2) == 1")),
        Self(
            "FloatDivision", #Predicate { $0.ratio / 2 > 0.5 }, .text("ratio / 2.0 > 0.5"), .text("ratio / 2.0 > 0.5")),
        Self(
            // Expressions are not Codable here, so no predicate can contain one; see `nestedEvaluation`.
            "ExpressionEvaluate", nil, .text("(words + words) * 2 > 3"),
            .never("the expression itself stands where it would be evaluated")),
    ]

    private static let collections: [ExpressionTypeRow] = [
        Self(
            "SequenceContains", #Predicate { $0.tags.contains("a") && [1, 2].contains($0.words) },
            .text("tags CONTAINS 'a' AND words IN {1, 2}"), .text("words IN {1, 2}")),
        Self(
            "SequenceContainsWhere", #Predicate { $0.tags.contains { $0 == "a" } }, .text("ANY tags == 'a'"),
            .text("ANY tags == 'a'")),
        Self(
            "SequenceAllSatisfy", #Predicate { $0.tags.allSatisfy { $0 == "a" } }, .text("ALL tags == 'a'"),
            .text("ALL tags == 'a'")),
        Self(
            "Filter", #Predicate { $0.tags.filter { $0 == "a" }.count > 1 },
            .text("SUBQUERY(tags, $v1, $v1 == 'a').@count > 1"), .text("SUBQUERY(tags, $v1, $v1 == 'a').@count > 1")),
        Self(
            "SequenceMinimum", #Predicate { $0.tags.min() == "a" }, .text("tags.@min == 'a'"),
            .text("tags.@min == 'a'")),
        Self(
            "SequenceMaximum", #Predicate { $0.tags.max() == "a" }, .text("tags.@max == 'a'"),
            .text("tags.@max == 'a'")),
        Self(
            "SequenceStartsWith", #Predicate { $0.title.starts(with: "fat") }, .text("title BEGINSWITH 'fat'"),
            .text("title BEGINSWITH 'fat'")),
        Self(
            "CollectionContainsCollection", #Predicate { $0.title.contains("at") }, .text("title CONTAINS 'at'"),
            .text("title CONTAINS 'at'")),
        Self(
            "CollectionIndexSubscript", #Predicate { $0.tags.count > 1 && $0.tags[1] == "a" },
            .text("tags.@count > 1 AND tags[1] == 'a'"), .text("tags[1] == 'a'")),
        Self(
            "CollectionRangeSubscript", #Predicate { $0.tags[0..<1].contains("a") },
            .refused(.inexpressible, "CollectionRangeSubscript"), .never("the language has no such operation")),
        Self(
            "DictionaryKeySubscript", #Predicate { $0.counts["a"] == 1 }, .text("counts['a'] == 1"),
            .text("counts['a'] == 1")),
        Self(
            "DictionaryKeyDefaultValueSubscript", #Predicate { $0.counts["c", default: 7] == 7 },
            .text("TERNARY($v1 := counts['c'] != nil, $v1, 7) == 7"), .never("it is an entry and ??")),
        Self(
            "Range", #Predicate { ($0.words..<5).contains(3) }, .text("3 >= words AND 3 < 5"),
            .never("two comparisons, which cannot trap, say the same"), agrees: false),
        Self(
            "ClosedRange", #Predicate { ($0.words...7).contains(3) }, .text("3 BETWEEN {words, 7}"),
            .never("two comparisons, which cannot trap, say the same")),
        Self(
            "RangeExpressionContains", #Predicate { (1...3).contains($0.words) }, .text("words BETWEEN {1, 3}"),
            .never("two comparisons say the same")),
        Self(
            "StringContainsRegex", #Predicate { $0.title.contains(#/a.c/#) },
            .text("title MATCHES '(?s:.*)(?:a.c)(?s:.*)'"), .text("title LIKE 'a?c'")),
    ]

    fileprivate static func field<T>(_ memo: Forms.Variable<Memo>, _ path: any KeyPath<Memo, T> & Sendable)
        -> Forms.KeyPath<
            Forms.Variable<Memo>, T
        >
    { Forms.build_KeyPath(root: memo, keyPath: path) }

    // Predicates that would cause a warning of the compiler or the linter if written with the macro.

    private static var checked: Predicate<Memo> {
        Predicate { memo in Forms.TypeCheck<Forms.KeyPath<Forms.Variable<Memo>, Int?>, Int>(field(memo, \.rating)) }
    }

    private static var unwrapped: Predicate<Memo> {
        Predicate { memo in
            Forms.build_Conjunction(
                lhs: Forms.build_NotEqual(lhs: field(memo, \.rating), rhs: Forms.build_NilLiteral()),
                rhs: Forms.build_Comparison(
                    lhs: Forms.build_ForcedUnwrap(field(memo, \.rating)), rhs: Forms.build_Arg(2), op: .greaterThan))
        }
    }

    private static var cast: Predicate<Memo> {
        Predicate { memo in
            Forms.build_Equal(
                lhs: Forms.ConditionalCast<Forms.KeyPath<Forms.Variable<Memo>, Int>, Int>(field(memo, \.words)),
                rhs: Forms.build_Arg(Optional(3)))
        }
    }

    private static var forced: Predicate<Memo> {
        Predicate { memo in
            Forms.build_Equal(
                lhs: Forms.ForceCast<Forms.KeyPath<Forms.Variable<Memo>, Int>, Int>(field(memo, \.words)),
                rhs: Forms.build_Arg(3))
        }
    }
}

@Suite("Every type of expression")
struct ExpressionTypeTests {
    private static let library = PredicateLibrary.standard.using(patterns: SwiftPatterns())

    /// The types of expressions in FoundationEssentials of Swift 6.3 on Linux.
    private static let names: Set<String> = [
        "Arithmetic", "ClosedRange", "CollectionContainsCollection", "CollectionIndexSubscript",
        "CollectionRangeSubscript", "Comparison", "Conditional", "ConditionalCast", "Conjunction",
        "DictionaryKeyDefaultValueSubscript", "DictionaryKeySubscript", "Disjunction", "Equal", "ExpressionEvaluate",
        "Filter", "FloatDivision", "ForceCast", "ForcedUnwrap", "IntDivision", "IntRemainder", "KeyPath", "Negation",
        "NilCoalesce", "NilLiteral", "NotEqual", "OptionalFlatMap", "Range", "RangeExpressionContains",
        "SequenceAllSatisfy", "SequenceContains", "SequenceContainsWhere", "SequenceMaximum", "SequenceMinimum",
        "SequenceStartsWith", "StringContainsRegex", "TypeCheck", "UnaryMinus", "Value", "Variable",
    ]

    @Test func theTableIsComplete() {
        #expect(Set(ExpressionTypeRow.all.map(\.name)) == Self.names)
        #expect(ExpressionTypeRow.all.count == Self.names.count)
    }

    @Test("The predicate of a row contains its type", arguments: ExpressionTypeRow.all)
    func holds(_ row: ExpressionTypeRow) {
        guard let predicate = row.predicate else { return }
        #expect(Self.type(of: predicate).contains("PredicateExpressions.\(row.name)<"))
    }

    @Test("It is imported, or rejected by name", arguments: ExpressionTypeRow.all)
    func imported(_ row: ExpressionTypeRow) throws {
        guard let predicate = row.predicate else { return }
        switch row.imported {
        case .text(let text):
            let found = try TypedPredicate(importing: predicate, library: Self.library)
            let expected = try Memo.predicate(parsing: text, library: Self.library)
            #expect(found.checked.tree == expected.checked.tree, "\(found.predicateFormat)")
        case .refused(let reason, let part):
            #expect {
                try TypedPredicate(importing: predicate)
            } throws: { error in
                let error = error as? PredicateImportError
                return error?.reason == reason && error?.part == part && error?.message.isEmpty == false
            }
        }
    }

    @Test("It is exported, if any text needs it", arguments: ExpressionTypeRow.all)
    func exported(_ row: ExpressionTypeRow) throws {
        guard case .text(let text) = row.exported else { return }
        let exported = try Memo.predicate(parsing: text, library: Self.library).foundationPredicate(.mayDiffer)
        let isThere = Self.type(of: exported.predicate).contains("PredicateExpressions.\(row.name)<")
        #expect(isThere, "\(exported.predicate)")
    }

    @Test("It can be joined with others", arguments: ExpressionTypeRow.all)
    func joined(_ row: ExpressionTypeRow) throws {
        guard let predicate = row.predicate else { return }
        let both = try [predicate, #Predicate<Memo> { $0.star }].standardConjunction()
        var generator = MemoGenerator(seed: 3)
        for _ in 0..<20 {
            let memo = generator.memo()
            let single = Result { try predicate.evaluate(memo) }
            #expect((try? both.evaluate(memo)) == (try? single.get()).map { $0 && memo.star })
        }
    }

    /// An expression of two inputs, evaluated with one value for both.
    @Test func nestedEvaluation() throws {
        let sum = Expression<Int, Int, Int> { a, b in
            Forms.build_Arithmetic(
                lhs: Forms.build_Arithmetic(lhs: a, rhs: b, op: .add), rhs: Forms.build_Arg(2), op: .multiply)
        }
        let memo = Forms.Variable<Memo>()
        let words = ExpressionTypeRow.field(memo, \.words)
        let condition = Forms.build_Comparison(
            lhs: Forms.build_evaluate(Forms.build_Arg(sum), words, words), rhs: Forms.build_Arg(3), op: .greaterThan)
        var importer = Importer(Memo.predicateDescription.type, limits: .standard)
        importer.bind(memo, to: .value(ExpressionTree(.record)))
        let expected = try Memo.predicate("(words + words) * 2 > 3").checked.tree
        #expect(try importer.predicate(condition) == expected)
        // The same for another variable.
        let other = Forms.Variable<Memo>()
        let moved = try #require(condition.replacing(memo, with: other))
        importer.bind(other, to: .value(ExpressionTree(.record)))
        #expect(try importer.predicate(moved) == expected)
    }

    static func type(of predicate: Predicate<Memo>) -> String {
        String(reflecting: Swift.type(of: predicate.expression))
    }
}
