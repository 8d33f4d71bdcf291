import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateFoundation

/// Deep predicates on a thread with a small stack. An overflow ends the process, so it needs no expectation.
@Suite("Deep predicates on a small stack")
struct DeepPredicateTests {
    private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
    }

    private static func repeated(_ depth: Int, _ start: String, _ wrap: (String) -> String) -> String {
        (0..<depth).reduce(start) { text, _ in wrap(text) }
    }

    static let texts: [(String, String)] = [
        ("NOT", repeated(180, "words == 1") { "NOT (\($0))" }),
        ("AND and OR", repeated(90, "words == 1") { "(words < 9 AND (star == TRUE OR \($0)))" }),
        ("sums", repeated(150, "words") { "(\($0) + 1)" } + " > 3"),
        ("optional sums", repeated(150, "rating") { "(1 + \($0))" } + " > 3"),
        ("choices", repeated(60, "words") { "TERNARY(words > 3, \($0), 2)" } + " == 2"),
        ("many", "words < 100 AND (" + (0..<2000).map { "words == \($0)" }.joined(separator: " OR ") + ")"),
        ("conditions", repeated(60, "words == 2") { "TERNARY(\($0), 1, 2) == 2" }),
    ]

    @Test("Exported, evaluated, joined, imported", arguments: texts.indices)
    func deep(_ index: Int) throws {
        let (name, text) = Self.texts[index]
        let original = try Memo.predicate(parsing: text)
        var generator = MemoGenerator(seed: 9)
        let memos = (0..<4).map { _ in generator.memo() }
        onSmallStack {
            do {
                let exported = try original.foundationPredicate().predicate
                let joined = [exported, #Predicate { $0.words < 100 }].conjunction()
                let back = try TypedPredicate(importing: joined)
                for memo in memos {
                    let expected = original.matches(memo)
                    #expect(try exported.evaluate(memo) == expected, "\(name)")
                    #expect(try joined.evaluate(memo) == expected, "\(name)")
                    #expect(back.matches(memo) == expected, "\(name)")
                }
            } catch {
                Issue.record("\(name): \(String(describing: error).prefix(300))")
            }
        }
    }

    @Test("Comparisons in the system's locale are options")
    func localized() throws {
        let memo = PredicateExpressions.Variable<Memo>()
        let title = PredicateExpressions.build_KeyPath(root: memo, keyPath: \Memo.title)
        let other = PredicateExpressions.build_Arg("a")
        var importer = Importer(Memo.predicateDescription.type, limits: .standard)
        importer.bind(memo, to: .value(ExpressionTree(.record)))
        let found = try importer.localized(title, .contains, other, [.caseInsensitive, .diacriticInsensitive])
        #expect(try found == Memo.predicate("title CONTAINS[cd] 'a'").checked.tree)
        let order = try importer.comparisonResult(title, other, .caseInsensitive)
        #expect(order.predicateFormat == "TERNARY(title ==[c] \"a\", 0, TERNARY(title <[c] \"a\", -1, 1))")
        #expect(importer.notes == [.localizedComparison])
        #expect(
            try importer.constant(ComparisonResult.orderedDescending, ComparisonResult.self).constant == .integer(1))
    }
}
