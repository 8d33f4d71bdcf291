import PredicateFormat
import PredicatePlatform

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
