import PredicateCore
import PredicateFormat
import PredicatePlatform

/// The import of a Foundation expression.
enum Imported {
    /// A `Bool`.
    case predicate(PredicateTree)
    /// A `Bool?`.
    case optionalPredicate(OptionalPredicate)
    /// An optional of an optional: a value that may be nil even if it is known.
    ///
    /// If `isImplied` is true, the value is nil whenever it is not known.
    case nestedOptional(known: PredicateTree, ExpressionTree, isImplied: Bool)
    /// Any other value of the language, including boolean fields and nil.
    case value(ExpressionTree)
    /// A range.
    case range(ImportedRange)
    /// A regular expression in Swift's syntax.
    case pattern(String)

    /// A constant.
    static func constant(_ value: PredicateValue) -> Imported { .value(.literal(value)) }

    /// The constant, if the import is one.
    var constant: PredicateValue? {
        switch self {
        case .value(let tree): if case .constant(let value) = tree.kind { value } else { nil }
        case .predicate(let tree): if case .constant(let value) = tree.kind { .boolean(value) } else { nil }
        default: nil
        }
    }
}

/// A predicate that is nil unless a condition is true.
struct OptionalPredicate {
    /// The condition under which there is an answer.
    var known: PredicateTree
    /// The answer.
    var answer: PredicateTree
    /// Whether the answer is false whenever there is none. Then `known` need not be tested.
    var isImplied: Bool

    /// The condition for known and true, if it repeats no expression.
    var inlined: PredicateTree?

    /// Whether there is an answer, and it is true.
    var isTrue: PredicateTree { inlined ?? (isImplied ? answer : known && answer) }
    /// Whether there is an answer, and it is false.
    var isFalse: PredicateTree { known && answer.negated }
}

/// The bounds of a range; a missing bound is nil.
struct ImportedRange {
    var lower: ExpressionTree?
    var upper: ExpressionTree?
    /// Whether the range includes its upper bound.
    var isClosed: Bool

    /// Whether the range contains a value.
    func contains(_ value: ExpressionTree) -> PredicateTree {
        if isClosed, let lower, let upper {
            return .comparing(value, .between, ExpressionTree(.aggregate([lower, upper])))
        }
        var parts: [PredicateTree] = []
        if let lower { parts.append(.comparing(value, .greaterOrEqual, lower)) }
        if let upper { parts.append(.comparing(value, isClosed ? .lessOrEqual : .less, upper)) }
        return parts.conjunction()
    }
}

extension PredicateTree {
    static func comparing(_ left: ExpressionTree, _ comparator: ComparisonOperator, _ right: ExpressionTree)
        -> PredicateTree
    {
        PredicateTree(.comparison(Comparison(left, comparator, right)))
    }

    /// The constant, if the predicate is one.
    var constant: Bool? { if case .constant(let value) = kind { value } else { nil } }

    /// The negation in its usual form: NOT (a == b) is a != b for all values. No other comparison can be reversed.
    var negated: PredicateTree {
        switch kind {
        case .constant(let value): return PredicateTree(.constant(!value))
        case .not(let inner): return inner
        case .comparison(var comparison) where comparison.quantifier == nil:
            switch comparison.comparator {
            case .equal: comparison.comparator = .notEqual
            case .notEqual: comparison.comparator = .equal
            default: return !self
            }
            return PredicateTree(.comparison(comparison))
        default: return !self
        }
    }

    /// Whether the predicate is false whenever an expression is nil.
    func isFalse(whenNil value: ExpressionTree) -> Bool {
        switch kind {
        case .constant(let holds): return !holds
        case .and(let parts): return parts.contains { $0.isFalse(whenNil: value) }
        case .or(let parts): return parts.allSatisfy { $0.isFalse(whenNil: value) }
        case .not: return false
        case .comparison(let comparison):
            let (left, right) = (comparison.left, comparison.right)
            if let quantifier = comparison.quantifier { return quantifier == .any && left.isNil(whenNil: value) }
            switch comparison.comparator {
            case .notEqual:
                return right.isNull && left.isNil(whenNil: value) || left.isNull && right.isNil(whenNil: value)
            case .custom: return false
            case .equal, .lessOrEqual, .greaterOrEqual:
                return left.isNil(whenNil: value) && right.isNeverNil || right.isNil(whenNil: value) && left.isNeverNil
            case .in: return left.isNil(whenNil: value)
            case .contains: return left.isNil(whenNil: value) || right.isNil(whenNil: value)
            default: return left.isNil(whenNil: value) || right.isNil(whenNil: value)
            }
        }
    }
}

extension ExpressionTree {
    static func variable(_ name: String) -> ExpressionTree { ExpressionTree(.variable(name)) }
    static func boolean(_ predicate: PredicateTree) -> ExpressionTree {
        if let constant = predicate.constant { return .literal(.boolean(constant)) }
        // A boolean field that is compared with true.
        if case .comparison(let comparison) = predicate.kind, comparison.comparator == .equal,
            comparison.quantifier == nil, case .constant(.boolean(true)) = comparison.right.kind, comparison.left.isPath
        {
            return comparison.left
        }
        return ExpressionTree(.ternary(predicate, .literal(.boolean(true)), .literal(.boolean(false))))
    }

    var isNull: Bool { if case .constant(.null) = kind { true } else { false } }

    /// Whether this is a constant, or a path from the record or a variable, which may occur several times.
    var isPath: Bool {
        switch kind {
        case .record, .variable, .constant: true
        case .field(let base, _): base.isPath
        default: false
        }
    }

    /// Whether the value is a list. The type of an imported expression has no further information.
    var isList: Bool { if case .list = type { true } else { false } }

    /// Whether the value is nil whenever another expression is nil.
    func isNil(whenNil value: ExpressionTree) -> Bool {
        if self == value { return true }
        switch kind {
        case .field(let base, _), .index(let base, _), .collection(_, let base, _), .assignment(_, let base),
            .cast(let base, _), .subquery(let base, _, _):
            return base.isNil(whenNil: value)
        case .arithmetic(_, let left, let right): return left.isNil(whenNil: value) || right.isNil(whenNil: value)
        case .call(_, let arguments): return arguments.contains { $0.isNil(whenNil: value) }
        default: return false
        }
    }

    /// Whether the value is known not to be nil.
    var isNeverNil: Bool {
        switch kind {
        case .constant(.null): false
        case .constant, .aggregate: true
        default: false
        }
    }

    /// Whether the expression contains another one.
    func mentions(_ other: ExpressionTree) -> Bool {
        PredicateTreeNode.expression(self).count(of: other) > 0
    }
}

extension PredicateTreeNode {
    /// The number of occurrences of an expression.
    func count(of other: ExpressionTree) -> Int {
        var count = 0
        forEachNode { node in if node == .expression(other) { count += 1 } }
        return count
    }
}

/// An `Optional` of any type.
protocol OptionalValue {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalValue {
    static var wrappedType: Any.Type { Wrapped.self }
}

/// A `Dictionary` of any types.
protocol DictionaryValue {
    static var keyType: Any.Type { get }
    static var valueType: Any.Type { get }
    static var countPath: AnyKeyPath { get }
    static var isEmptyPath: AnyKeyPath { get }
}

extension Dictionary: DictionaryValue {
    static var keyType: Any.Type { Key.self }
    static var valueType: Any.Type { Value.self }
    static var countPath: AnyKeyPath { \Self.count }
    static var isEmptyPath: AnyKeyPath { \Self.isEmpty }
}

/// The properties of a Swift type that determine its values in the language.
struct SwiftType {
    let type: Any.Type

    init(_ type: Any.Type) { self.type = type }

    var isOptional: Bool { type is any OptionalValue.Type }
    /// The wrapped type, or the innermost one of nested optionals.
    var unwrapped: SwiftType {
        var type = type
        while let optional = type as? any OptionalValue.Type { type = optional.wrappedType }
        return SwiftType(type)
    }
    var isNestedOptional: Bool {
        guard let optional = type as? any OptionalValue.Type else { return false }
        return optional.wrappedType is any OptionalValue.Type
    }
    var isText: Bool { type is any StringProtocol.Type }
    var isTextual: Bool { isText || type == Character.self }
    var isDictionary: Bool { type is any DictionaryValue.Type }
    /// Whether values of the type are lists or sets.
    var isList: Bool { type is any Collection.Type && !isText && !isDictionary && type != Data.self }
    var isInteger: Bool { type is any BinaryInteger.Type }
    var isReal: Bool { type is any BinaryFloatingPoint.Type || type == Date.self || type == Decimal.self }
    /// Whether `==` and `<` of the type are the language's, except for differences that have their own notes.
    var isPlain: Bool {
        isTextual || isInteger || isReal || type == Bool.self || type == UUID.self || type == URL.self
            || type == Data.self
    }

    static func same(_ a: Any.Type, _ b: Any.Type) -> Bool { ObjectIdentifier(a) == ObjectIdentifier(b) }
}
