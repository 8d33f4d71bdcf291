import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateFoundation

/// An expression that only the program knows.
private struct LongTitle: StandardPredicateExpression {
    let memo: PredicateExpressions.Variable<Memo>
    func evaluate(_ bindings: PredicateBindings) throws -> Bool { try memo.evaluate(bindings).title.utf8.count > 3 }
    init(_ memo: PredicateExpressions.Variable<Memo>) { self.memo = memo }
    init(from decoder: any Decoder) throws { throw CancellationError() }
    func encode(to encoder: any Encoder) throws {}
}

@Suite("Foundation's predicates are joined")
struct JoiningTests {
    private let starred = #Predicate<Memo> { $0.star }
    private let many = #Predicate<Memo> { $0.words > 2 }
    private let long = Predicate<Memo> { LongTitle($0) }
    private let memos: [Memo] = {
        var generator = MemoGenerator(seed: 5)
        return (0..<60).map { _ in generator.memo() }
    }()

    @Test("None, one and several")
    func several() throws {
        let none: [Predicate<Memo>] = []
        #expect(try memos.allSatisfy { try none.conjunction().evaluate($0) })
        #expect(try !memos.contains { try none.disjunction().evaluate($0) })
        #expect([starred].conjunction().variable.key == starred.variable.key)
        #expect([starred].disjunction().variable.key == starred.variable.key)
        let both = [starred, many].conjunction()
        let either = [starred, many, both].disjunction()
        for memo in memos {
            #expect(try both.evaluate(memo) == (memo.star && memo.words > 2))
            #expect(try either.evaluate(memo) == (memo.star || memo.words > 2))
        }
        #expect(try TypedPredicate(importing: both).predicateFormat == "star == 1 AND words > 2")
        #expect(try memos.filter([starred, many].standardConjunction()).count == memos.filter(both).count)
        #expect(try memos.filter([starred, many].standardDisjunction()).count == memos.filter(either).count)
    }

    @Test("Quantifiers, optional values and joined predicates keep their own variables")
    func nested() throws {
        let assets = #Predicate<Memo> { memo in
            memo.assets?.contains { asset in asset.marks.contains { $0 == memo.words } } ?? false
        }
        let filtered = #Predicate<Memo> { memo in memo.tags.filter { $0 == memo.title }.count > 0 }
        let joined = [[assets, filtered].disjunction(), [assets, starred].conjunction(), assets].disjunction()
        for memo in memos {
            let expected = try assets.evaluate(memo) || filtered.evaluate(memo)
            #expect(try joined.evaluate(memo) == expected)
        }
        #expect(StandardForms.unknownExpression(in: joined.expression) == nil)
    }

    @Test("A program's own expression is wrapped, or rejected")
    func unknown() throws {
        let joined = [starred, long, many].conjunction()
        let again = [joined, starred].disjunction()
        for memo in memos {
            let expected = memo.star && memo.words > 2 && memo.title.utf8.count > 3
            #expect(try joined.evaluate(memo) == expected)
            #expect(try again.evaluate(memo) == (expected || memo.star))
        }
        #expect(throws: UnknownExpressionError(expression: "LongTitle")) { try [starred, long].standardConjunction() }
        #expect(throws: UnknownExpressionError.self) { try [long, starred].standardDisjunction() }
        #expect(throws: UnknownExpressionError.self) { try [starred, joined].standardConjunction() }
        // A single predicate remains unchanged.
        #expect(try [long].standardConjunction().variable.key == long.variable.key)
        #expect {
            try TypedPredicate(importing: joined)
        } throws: { error in
            let error = error as? PredicateImportError
            return error?.reason == .unknownExpression && error?.part == "LongTitle"
        }
    }

    @Test("Many")
    func many() async throws {
        let parts = (0..<400).map { number in #Predicate<Memo> { $0.words != number } }
        let joined = parts.conjunction()
        let memo = try #require(memos.first { $0.words < 0 })
        #expect(try joined.evaluate(memo))
        let tree = (0..<400).map { PredicateTree.comparing(.words, .notEqual, .literal(.integer($0))) }.conjunction()
        let isSame = try TypedPredicate(importing: joined).checked.tree == tree
        #expect(isSame)
        // The same, joined by hand into a deep chain.
        let deep = Predicate<Memo> { memo in
            let first: StandardNode<Bool> = parts[0].expression.moved(parts[0].variable, memo)
            return parts.dropFirst().reduce(first) { joined, part in
                let next: StandardNode<Bool> = part.expression.moved(part.variable, memo)
                return StandardForms.and(joined, next)
            }
        }
        let isSameAgain = try TypedPredicate(importing: deep).checked.tree == tree
        #expect(isSameAgain)
    }
}

extension ExpressionTree {
    fileprivate static var words: ExpressionTree { ExpressionTree(.field(ExpressionTree(.record), "words")) }
}

extension StandardPredicateExpression<Bool> {
    fileprivate func moved(
        _ variable: PredicateExpressions.Variable<Memo>, _ other: PredicateExpressions.Variable<Memo>
    ) -> any StandardPredicateExpression<Bool> { replacing(variable, with: other) ?? self }
}
