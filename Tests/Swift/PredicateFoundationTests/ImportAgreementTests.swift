import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateFoundation

/// An imported predicate gives the answers of `Predicate.evaluate`, if the language has the same meaning as Swift.
@Suite("Imported predicates agree with Foundation's")
struct ImportAgreementTests {
    private static let library = PredicateLibrary.standard.using(patterns: SwiftPatterns())

    /// The parts of generated predicates.
    private static let pieces: [Predicate<Memo>] =
        ExpressionTypeRow.all.filter { row in
            if case .text = row.imported { row.agrees } else { false }
        }.compactMap(\.predicate) + more

    private static let positive = 1...
    private static let oneAndNil: [Int?] = [1, nil, 3]
    private static let nothing: Int? = nil

    private static let more: [Predicate<Memo>] = [
        #Predicate { $0.maybe ?? false }, #Predicate { $0.maybe ?? true }, #Predicate { $0.maybe == true },
        #Predicate { $0.maybe != false }, #Predicate { $0.star == ($0.words > 2) },
        #Predicate { $0.content?.isEmpty == true }, #Predicate { $0.content?.isEmpty != true },
        #Predicate { !($0.content?.contains("a") ?? true) }, #Predicate { $0.content?.count ?? 3 > 2 },
        #Predicate { $0.note?.parent?.parent?.name == nil }, #Predicate { ($0.note?.words ?? 9) > 3 },
        #Predicate { $0.note?.parent?.children.contains { $0.words > 2 } ?? false },
        #Predicate { $0.note?.children.allSatisfy { $0.parent?.words == nil } ?? true },
        #Predicate { $0.assets?.contains { $0.size > 2 && $0.caption == "a" } ?? false },
        #Predicate { $0.assets?.contains { $0.caption == nil } == true },
        #Predicate { $0.assets.flatMap { $0.first }?.size == 2 }, #Predicate { $0.assets?.last?.name == "a" },
        #Predicate { $0.assets?.filter { $0.size > 2 }.isEmpty ?? true },
        #Predicate { $0.assets?.allSatisfy { $0.marks.contains(1) } ?? false },
        #Predicate { memo in memo.assets?.contains { asset in asset.marks.contains { $0 == memo.words } } == true },
        #Predicate { $0.scores.contains(nil) }, #Predicate { $0.scores.contains(2) },
        #Predicate { $0.scores.contains($0.rating) }, #Predicate { $0.scores.allSatisfy { $0 ?? 0 > 1 } },
        #Predicate { oneAndNil.contains($0.rating) }, #Predicate { $0.tags.isEmpty || $0.tags.first == "a" },
        #Predicate { $0.counts.count > 1 && $0.counts["a"] ?? 0 > 1 }, #Predicate { $0.counts["x"] == nil },
        #Predicate { ($0.rating ?? $0.words) - 1 > $0.words / 2 }, #Predicate { ($0.star ? $0.rating : nothing) == 2 },
        #Predicate { $0.star ? $0.words > 1 : $0.words < 4 }, #Predicate { $0.star ? false : $0.words < 4 },
        #Predicate {
            if let note = $0.note, let parent = note.parent {
                parent.name == "root" || note.words > parent.words
            } else {
                false
            }
        },
        #Predicate { if let rating = $0.rating { rating % 2 == 0 } else { true } },
        #Predicate { ($0.note?.name ?? $0.content) == nil },
        #Predicate { (0.5..<2.5).contains($0.ratio) && !positive.contains($0.words) },
    ]

    @Test("On generated memos", arguments: 0..<4)
    func agreement(_ part: Int) throws {
        var (trues, asked) = (0, 0)
        for seed in 0..<120 {
            var generator = MemoGenerator(seed: UInt64(part * 1000 + seed))
            // First, each part alone.
            let index = part * 30 + seed
            let predicate =
                seed < 30 && index < Self.pieces.count ? Self.pieces[index] : Self.predicate(3, &generator)
            let imported: TypedPredicate<Memo>
            do {
                imported = try TypedPredicate(importing: predicate, library: Self.library)
            } catch {
                Issue.record("\(error)\n\(predicate)")
                continue
            }
            for _ in 0..<8 {
                let memo = generator.memo()
                let expected = try predicate.evaluate(memo)
                #expect(imported.matches(memo) == expected, "\(imported.predicateFormat)\n\(predicate)\n\(memo)")
                trues += expected ? 1 : 0
                asked += 1
            }
        }
        #expect(trues > asked / 8 && trues < asked * 7 / 8, "\(trues) of \(asked)")
    }

    private static func predicate(_ depth: Int, _ generator: inout MemoGenerator) -> Predicate<Memo> {
        guard depth > 0 else { return generator.pick(pieces) }
        switch generator.below(5) {
        case 0: return [predicate(depth - 1, &generator), predicate(depth - 1, &generator)].conjunction()
        case 1: return [predicate(depth - 1, &generator), predicate(depth - 1, &generator)].disjunction()
        case 2: return contrary(of: predicate(depth - 1, &generator))
        default: return generator.pick(pieces)
        }
    }

    private static func contrary(of predicate: Predicate<Memo>) -> Predicate<Memo> {
        Predicate { memo in
            func negation<E: StandardPredicateExpression<Bool>>(_ expression: E) -> any StandardPredicateExpression<
                Bool
            > {
                PredicateExpressions.Negation(expression.replacing(predicate.variable, with: memo) ?? expression)
            }
            return negation(predicate.expression)
        }
    }
}
