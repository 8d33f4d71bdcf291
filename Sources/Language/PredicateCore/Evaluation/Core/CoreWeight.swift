/// The steps that a part of a program is charged for each element of a loop: the visit, and every operation by its cost for
/// small values. Larger values are charged when they are met (`WorkCost`).
///
/// Parts that are evaluated once for a record are charged nothing, because the number of parts is limited.
package enum CoreWeight {
    /// Steps of passing an element to the part.
    private static let visit = 2

    /// The steps of a predicate for each element.
    package static func of(_ predicate: CorePredicate) -> Int { weight(.predicate(predicate, 0)) }

    /// The steps of an expression for each element.
    package static func of(_ expression: CoreExpression) -> Int { weight(.expression(expression, 0)) }

    private static func weight(_ root: CoreParts.Node) -> Int {
        var weight = 0
        CoreParts.forEach(root) { node in
            switch node {
            case .predicate(let predicate, _): weight += own(predicate)
            case .expression(let expression, _): weight += own(expression)
            }
            return true
        }
        return visit + max(1, weight)
    }

    /// The steps of a predicate without its parts.
    private static func own(_ predicate: CorePredicate) -> Int {
        switch predicate {
        case .constant, .not, .counted: 0
        case .and, .or: 1
        case .scoped(let assignments, _): 8 * assignments.count
        case .equal(_, _, let options): 6 + WorkCost.comparing(options)
        case .ordered(_, _, _, let options): 8 + WorkCost.comparing(options)
        case .between: 14
        case .betweenList: 10
        case .text(let op, _, _, let options): op.steps + WorkCost.comparing(options)
        case .custom: 110
        case .quantified: 8
        }
    }

    /// The steps of an expression without its parts.
    private static func own(_ expression: CoreExpression) -> Int {
        switch expression {
        case .constant, .slot, .record, .compared, .counted: 0
        case .input, .once: 1
        case .variable: 6
        case .member: 6
        case .dynamicMember: 12
        case .read: 2
        case .first, .last, .size, .index: 8
        case .collection(let op, _, _, let path): op.steps + (path == nil ? 0 : 8)
        case .subquery: 8
        case .aggregate(let parts): 8 + 3 * parts.count
        case .arithmetic(let op, _, _): op.steps
        case .complement: 1
        case .set(let op, _, _): op.steps
        case .call(let function, let arguments):
            WorkCost.calling(function, argumentCount: arguments.count)
        case .registered(_, let arguments): 10 + 4 * arguments.count
        case .cast(_, let target): target.steps
        case .ternary: 4
        }
    }
}

/// The charge for membership in a list that is written in the predicate. Such a list is not the record's work, so
/// elements that are hashed are not charged.
package struct ListedMembership: Sendable {
    /// The number of elements that are always compared one by one.
    private let rest: Int
    private let count: Int
    private let options: StringOptions

    /// Membership among elements.
    init(_ elements: [PredicateValue], options: StringOptions) {
        self.options = options.effective
        count = elements.count
        rest = elements.count { element in
            switch element {
            case .null, .string, .integer, .boolean, .double: false
            default: true
            }
        }
    }

    /// Membership in a list that is written in the predicate; nil for other containers.
    package init?(_ container: CoreExpression, options: StringOptions) {
        guard let elements = Self.elements(of: container) else { return nil }
        self.init(elements, options: options)
    }

    /// The elements of a constant list, or of a list of constants; nil for other expressions.
    static func elements(of container: CoreExpression) -> [PredicateValue]? {
        switch container {
        case .constant(let value): return ValueSemantics.elements(of: value)
        case .aggregate(let parts): return CoreExpression.constants(parts)
        default: return nil
        }
    }

    /// Charges for looking up a value.
    package func step(_ value: PredicateValue, _ work: inout WorkBudget) -> Bool {
        switch value {
        case .null: return true
        case .string(let text) where !options.contains(.localized):
            let size = text.utf8.count
            return work.step(rest + (options.isEmpty ? size >> 3 : WorkCost.folding(size)))
        case .integer, .boolean, .double: return work.step(options.contains(.localized) ? count : rest)
        default: return work.step(8 * count)
        }
    }
}

/// The depth of a program of the core: how far an evaluator that walks it recurses.
package enum CoreDepth {
    /// The largest depth that an evaluator handles on its caller's thread. Deeper programs run on a separate stack.
    package static let direct = 40

    /// Runs an evaluation of a program with so many levels on a stack that is deep enough.
    @inline(__always)
    package static func run<Result>(levels: Int, _ body: () -> Result) -> Result {
        levels <= direct ? body() : DeepStack.run(levels: levels, body)
    }

    /// The levels of a predicate, found without recursion.
    package static func of(_ predicate: CorePredicate) -> Int { depth(.predicate(predicate, 1)) }

    /// The levels of an expression, found without recursion.
    package static func of(_ expression: CoreExpression) -> Int { depth(.expression(expression, 1)) }

    private static func depth(_ root: CoreParts.Node) -> Int {
        var deepest = 0
        CoreParts.forEach(root) { node in
            switch node {
            case .predicate(_, let level), .expression(_, let level): deepest = max(deepest, level)
            }
            return true
        }
        return deepest
    }
}
