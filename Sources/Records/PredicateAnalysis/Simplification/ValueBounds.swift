import PredicateCore
import PredicatePlatform

/// The bounds that the conditions of a group put on one value. It finds two that contradict each other, such as
/// `age > 60` and `age < 18`.
struct ValueBounds {
    private var equal: (limit: OrderedConstant, part: PredicateTree)?
    private var lower: (limit: OrderedConstant, isIncluded: Bool, part: PredicateTree)?
    private var upper: (limit: OrderedConstant, isIncluded: Bool, part: PredicateTree)?

    /// Adds a condition of an AND.
    ///
    /// - Returns: an earlier condition that contradicts it.
    mutating func add(_ comparison: PredicateTree.Comparison, _ part: PredicateTree) -> PredicateTree? {
        guard let limit = OrderedConstant(comparison.right) else { return nil }
        switch comparison.comparator {
        case .equal:
            if let equal, let order = limit.compared(to: equal.limit), order != 0 { return equal.part }
            if let lower, !allows(limit, above: lower) { return lower.part }
            if let upper, !allows(limit, below: upper) { return upper.part }
            if equal == nil { equal = (limit, part) }
        case .greater, .greaterOrEqual:
            let bound = (limit: limit, isIncluded: comparison.comparator == .greaterOrEqual, part: part)
            if let equal, !allows(equal.limit, above: bound) { return equal.part }
            if let upper, !isRoom(bound, upper) { return upper.part }
            // Keep the stricter bound. A new bound of another kind is dropped.
            if let old = lower, allows(old.limit, above: bound), old.limit.compared(to: limit) != 0 { break }
            lower = bound
        case .less, .lessOrEqual:
            let bound = (limit: limit, isIncluded: comparison.comparator == .lessOrEqual, part: part)
            if let equal, !allows(equal.limit, below: bound) { return equal.part }
            if let lower, !isRoom(lower, bound) { return lower.part }
            if let old = upper, allows(old.limit, below: bound), old.limit.compared(to: limit) != 0 { break }
            upper = bound
        default: break
        }
        return nil
    }

    /// Adds a condition of an OR.
    ///
    /// - Returns: an earlier condition, if every value satisfies one of the two: `a != 1 OR a != 2`.
    mutating func addAlternative(_ comparison: PredicateTree.Comparison, _ part: PredicateTree) -> PredicateTree? {
        guard comparison.comparator == .notEqual, let limit = OrderedConstant(comparison.right) else { return nil }
        if let equal, let order = limit.compared(to: equal.limit), order != 0 { return equal.part }
        if equal == nil { equal = (limit, part) }
        return nil
    }

    private typealias Bound = (limit: OrderedConstant, isIncluded: Bool, part: PredicateTree)

    private func allows(_ value: OrderedConstant, above bound: Bound) -> Bool {
        guard let order = value.compared(to: bound.limit) else { return true }
        return order > 0 || (order == 0 && bound.isIncluded)
    }

    private func allows(_ value: OrderedConstant, below bound: Bound) -> Bool {
        guard let order = value.compared(to: bound.limit) else { return true }
        return order < 0 || (order == 0 && bound.isIncluded)
    }

    private func isRoom(_ lower: Bound, _ upper: Bound) -> Bool {
        guard let order = lower.limit.compared(to: upper.limit) else { return true }
        return order < 0 || (order == 0 && lower.isIncluded && upper.isIncluded)
    }
}

/// A constant that has one order with every value.
///
/// Only constants of the same kind are compared with each other: integers, doubles or dates. They have one order for
/// every value: an integer compares exactly, and rounding to a double keeps the order.
enum OrderedConstant {
    case integer(Int64)
    case double(Double)
    case date(Date)

    /// A constant from a tree; nil for others.
    init?(_ tree: ExpressionTree) {
        switch tree.kind {
        case .constant(.integer(let value)): self = .integer(value)
        case .constant(.double(let value)): self = .double(value)
        case .constant(.date(let value)): self = .date(value)
        default: return nil
        }
    }

    /// A negative number, 0 or a positive number; nil if the two are of different kinds.
    func compared(to other: OrderedConstant) -> Int? {
        func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a > b ? 1 : 0 }
        return switch (self, other) {
        case (.integer(let a), .integer(let b)): order(a, b)
        case (.double(let a), .double(let b)): order(a, b)
        case (.date(let a), .date(let b)): order(a, b)
        default: nil
        }
    }
}
