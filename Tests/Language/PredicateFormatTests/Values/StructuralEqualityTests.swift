import Testing

@testable import PredicateCore
@testable import PredicateFormat

@Suite("Structural equality of values")
struct StructuralEqualityTests {
    @Test("Values are equal if their kinds and elements are")
    func elements() {
        let object: PredicateValue = ["a": 1, "b": ["x", nil]]
        #expect(object == ["b": ["x", nil], "a": 1])
        #expect(object != ["a": 1, "b": ["x"]])
        #expect(object != ["a": 1, "c": ["x", nil]])
        #expect(object != ["a": 1])
        #expect([1, 2] as PredicateValue != [1, 2.0])
        #expect([1, [2, [3]]] as PredicateValue == [1, [2, [3]]])
        #expect([1, [2, [3]]] as PredicateValue != [1, [2, [4]]])
        #expect([[1], [2]] as PredicateValue != [[2], [1]])
        #expect(PredicateValue.list([1]) != .set([1]))
        #expect(["n": .double(.nan)] as PredicateValue == ["n": .double(.nan)])
    }

    @Test("Nesting takes no stack: two thousand levels are compared on a small one")
    func deep() {
        func nested(_ leaf: PredicateValue) -> PredicateValue {
            (0..<2000).reduce(leaf) { value, level in level % 2 == 0 ? .list([value]) : ["a": value] }
        }
        let (a, b, c) = (nested(1), nested(1), nested(2))
        let answers = Locked<[Bool]>([])
        let thread = WorkerThread(stackSize: 128 << 10) { answers.withLock { $0 = [a == b, a == c] } }
        thread?.join()
        #expect(answers.withLock { $0 } == [true, false])
    }

    @Test("A list that contains one list twice, sixty levels deep, is compared at once")
    func shared() {
        let value = (0..<60).reduce([1] as PredicateValue) { value, _ in .list([value, value]) }
        #expect(.list([value, value]) == PredicateValue.list([value, value]))
        #expect(["a": value] as PredicateValue == ["a": value])
    }
}
