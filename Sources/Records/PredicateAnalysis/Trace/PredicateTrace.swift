import PredicateCore

/// The reason why a record satisfies a predicate or not: the tree with the answer of every predicate and the value of
/// every expression, the parts that decided, and the reasons for failed comparisons.
///
/// Every part is evaluated, even parts that an evaluation would skip, and each answer comes from the evaluator. A
/// function with a new value at each evaluation (`random()`) may show another value than the enclosing part used.
public struct PredicateTrace: Sendable {
    /// The text that ranges refer to.
    public let source: String
    /// The tree that was evaluated.
    public let tree: PredicateTree
    /// Whether the record satisfies the predicate: the answer of `CheckedPredicate.matches`.
    public let matches: Bool
    /// Whether every part could be evaluated; false if a limit was exceeded or the evaluation was cancelled.
    public let isComplete: Bool
    /// The nodes of the tree, each before its children, in the order of the text.
    public let nodes: [Node]

    /// The result of a part.
    public enum Outcome: Hashable, Sendable {
        /// A predicate is true or false.
        case answer(Bool)
        /// An expression has a value.
        case value(PredicateValue)
        /// It was not evaluated: there is no element to evaluate it for, or a limit was exceeded.
        case unknown
    }

    /// A node of the tree.
    public struct Node: Sendable {
        /// The node.
        public let node: PredicateTreeNode
        /// The index of its parent among the nodes; nil for the root.
        public let parent: Int?
        /// Its answer or value.
        public internal(set) var outcome: Outcome
        /// Whether the evaluation needed it; false for parts after the one that decided, and for the branch of a
        /// TERNARY that was not taken.
        public internal(set) var isNeeded: Bool
        /// The index of the child that decided alone: the first false one of an AND, the first true one of an OR, the
        /// part of a NOT. nil if all children together decided.
        public internal(set) var decidedBy: Int?
        /// The elements of a quantifier, a SUBQUERY or a collection operator; nil for everything else.
        public internal(set) var elements: Elements?
        /// The reasons for a failed comparison; empty if it is true.
        public internal(set) var remarks: [Remark]
    }

    /// The elements that a quantifier, a SUBQUERY or a collection operator visited.
    public struct Elements: Sendable {
        /// The number of elements.
        public internal(set) var count = 0
        /// The number of elements that satisfy the comparison or the predicate; nil for a collection operator.
        public internal(set) var satisfied: Int?
        /// The first of them up to a limit, the one that decided, and a few that nearly satisfy it.
        public internal(set) var kept: [Element] = []
        /// The index of the element that decided, from 0; nil if all of them together decided.
        public internal(set) var decidedBy: Int?
        /// The index of the element that the nodes below are evaluated for, from 0; nil if there is none.
        public internal(set) var shown: Int?
    }

    /// An element of a collection.
    public struct Element: Hashable, Sendable {
        /// Its index among the elements, from 0.
        public let index: Int
        /// The element.
        public let value: PredicateValue
        /// The answer of the comparison or the predicate for it, or the value of the path.
        public let outcome: Outcome
        /// The reasons why it did not satisfy the comparison.
        public let remarks: [Remark]
    }

    /// The indices of the nodes that decided, from the root down. Each node after the first one decided alone for the
    /// node before it.
    public var deciding: [Int] {
        var path: [Int] = []
        var next: Int? = nodes.isEmpty ? nil : 0
        while let index = next {
            path.append(index)
            next = nodes[index].decidedBy
        }
        return path
    }

    /// The indices of a node's children.
    public func children(of index: Int) -> [Int] {
        var children: [Int] = []
        var next = index + 1
        while next < nodes.count, let parent = nodes[next].parent, parent >= index {
            if parent == index { children.append(next) }
            next += 1
        }
        return children
    }
}

/// Bounds on the size of a trace.
public struct PredicateTraceLimits: Hashable, Sendable {
    /// The maximum number of elements to keep of a collection. The one that decided, and a few that nearly match, are
    /// kept in addition.
    public var elements = 10
    /// The maximum size of strings in bytes to search for differences.
    public var textBytes = 100_000

    /// The defaults.
    public init() {}
    /// The defaults.
    public static let standard = PredicateTraceLimits()
}

extension CheckedPredicate {
    /// Evaluates every part of the predicate for a record and returns the results.
    ///
    /// The work is limited to four times the context's limit of steps, because parts are also evaluated separately.
    ///
    /// - Parameters:
    ///   - record: the record, or any other value.
    ///   - context: `now()`, the values of variables, limits, cancellation. By default `now()` is the current instant.
    ///   - limits: the size of the trace.
    public func trace(
        of record: PredicateValue, context: EvaluationContext? = nil, limits: PredicateTraceLimits = .standard
    ) -> PredicateTrace {
        let context = context ?? EvaluationContext(limits: self.limits)
        var run = compiled.makeRun(context: context)
        let matches = compiled.evaluate(on: record, in: &run)
        let isStopped = run.isStopped
        let height = tree.height
        return DeepStack.run(levels: 2 * height + CoreDepth.of(program.predicate)) {
            var tracer = Tracer(self, record, context, limits)
            return tracer.trace(matches: matches, isStopped: isStopped)
        }
    }
}
