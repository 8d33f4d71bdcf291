import PredicateCore
import PredicateFormat

/// The operand of a predicate: a key path, an expression over one (`KeyPathExpression`), or any, all or none of the
/// elements of a list (`QuantifiedKeyPath`).
///
/// No other type conforms. The functions of predicates, such as `beginsWith`, are declared on this protocol. The
/// operators are declared on the types themselves, because those are resolved faster.
public protocol KeyPathOperand<Root, Value> {
    /// The type of the values that the predicate tests.
    associatedtype Root: PredicateFieldValue
    /// The type of the value.
    associatedtype Value
    /// The operand as part of a tree.
    var predicateOperand: PredicateOperand { get }
}

/// An operand with one value: a key path, or an expression over one.
public protocol KeyPathSingleOperand<Root, Value>: KeyPathOperand {}

extension KeyPathSingleOperand {
    /// The result of a function of the language.
    func call<Result>(_ name: String) -> KeyPathExpression<Root, Result> {
        let operand = predicateOperand
        return KeyPathExpression(operand.with(ExpressionTree(.call(name, [operand.tree]))))
    }
}

extension KeyPath: KeyPathOperand, KeyPathSingleOperand where Root: PredicateFieldValue {
    /// The path of the fields on the key path.
    public var predicateOperand: PredicateOperand { PredicateOperand(self) }
}

/// An expression over the fields of a type, such as `(\Note.tags).count`.
///
/// It supports the same operations as a key path.
public typealias KeyPathExpression<Root: PredicateFieldValue, Value> = KeyPathTerm<Root, Value, OneValue>

/// Any, all or none of the elements of a list, for a comparison: `(\Account.purchases).any`.
public typealias QuantifiedKeyPath<Root: PredicateFieldValue, Value> = KeyPathTerm<Root, Value, ValueOfElements>

/// The form of an expression with one value.
public enum OneValue {}

/// The form of an expression with the value of each element of a list.
public enum ValueOfElements {}

/// An expression over the fields of a type: `KeyPathExpression`, or `QuantifiedKeyPath` where a comparison takes both.
@dynamicMemberLookup
public struct KeyPathTerm<Root: PredicateFieldValue, Value, Form>: KeyPathOperand, Sendable {
    /// The expression as part of a tree, with the quantifier of a list.
    public let predicateOperand: PredicateOperand
}

extension KeyPathTerm: KeyPathSingleOperand where Form == OneValue {
    init(_ operand: PredicateOperand) { predicateOperand = operand }

    /// The expression as an unchecked tree.
    public var tree: ExpressionTree { predicateOperand.tree }

    /// A property of the value: `(\Note.items).first.name`.
    public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> KeyPathExpression<Root, Member>
    where Value: PredicateDescribed {
        KeyPathExpression<Root, Member>(PredicateOperand(keyPath, from: predicateOperand))
    }

    /// A property of the value; nil if the value is nil.
    public subscript<Wrapped: PredicateDescribed, Member>(dynamicMember keyPath: KeyPath<Wrapped, Member>)
        -> KeyPathExpression<Root, Member?> where Value == Wrapped?
    {
        KeyPathExpression<Root, Member?>(PredicateOperand(keyPath, from: predicateOperand))
    }

    /// An optional property of an optional value.
    public subscript<Wrapped: PredicateDescribed, Member>(dynamicMember keyPath: KeyPath<Wrapped, Member?>)
        -> KeyPathExpression<Root, Member?> where Value == Wrapped?
    {
        KeyPathExpression<Root, Member?>(PredicateOperand(keyPath, from: predicateOperand))
    }
}

extension KeyPathTerm where Form == ValueOfElements {
    init(_ operand: PredicateOperand, _ quantifier: Quantifier) {
        var operand = operand
        operand.quantifier = quantifier
        predicateOperand = operand
    }
}

/// The value at a key path as an expression, for the right side of a comparison with another field.
///
/// ```swift
/// \Note.text == field(\.title)
/// ```
///
/// Without it, Swift would compare the two key paths themselves, which gives a `Bool` and not a predicate.
public func field<Root: PredicateFieldValue, Value>(_ keyPath: KeyPath<Root, Value>) -> KeyPathExpression<Root, Value> {
    KeyPathExpression(PredicateOperand(keyPath))
}

/// One side of a comparison: part of a tree, with information about its key paths.
public struct PredicateOperand: Sendable {
    /// The expression.
    let tree: ExpressionTree
    /// The quantifier of the operand, if it has one.
    var quantifier: Quantifier?
    let unregistered: [UnregisteredKeyPath]
    let libraries: [PredicateLibrary]

    init(
        _ tree: ExpressionTree, unregistered: [UnregisteredKeyPath] = [], libraries: [PredicateLibrary] = []
    ) {
        self.tree = tree
        self.unregistered = unregistered
        self.libraries = libraries
    }

    init<Root: PredicateFieldValue>(_ keyPath: PartialKeyPath<Root>) {
        self.init(keyPath, from: PredicateOperand(ExpressionTree(.record)))
    }

    /// The value at a key path, starting from another operand.
    init<Base: PredicateFieldValue>(_ keyPath: PartialKeyPath<Base>, from base: PredicateOperand) {
        if keyPath == \Base.self {
            self = base
            return
        }
        let described = Base.self as? any PredicateDescribed.Type
        if let names = described?.predicateType.fieldPath(of: keyPath) {
            self = base.with(names.reduce(base.tree) { ExpressionTree(.field($0, $1)) })
            return
        }
        let type = described?.predicateType.name ?? String(describing: Base.self)
        self.init(keyPath, named: "\(keyPath)", of: type, from: base)
    }

    /// The operand for a key path without a field.
    init(_ keyPath: AnyKeyPath, named name: String, of type: String, from base: PredicateOperand) {
        self.init(
            ExpressionTree(.field(base.tree, name)),
            unregistered: base.unregistered + [UnregisteredKeyPath(keyPath, named: name, of: type)],
            libraries: base.libraries)
    }

    init(_ value: some PredicateFieldValue) { self.init(ExpressionTree.literal(value.predicateValue)) }

    /// The operand with another tree.
    func with(_ tree: ExpressionTree) -> PredicateOperand {
        PredicateOperand(tree, unregistered: unregistered, libraries: libraries)
    }

    /// The operand with another tree, combined with another operand.
    func with(_ other: PredicateOperand, _ tree: ExpressionTree) -> PredicateOperand {
        PredicateOperand(
            tree, unregistered: unregistered + other.unregistered, libraries: libraries + other.libraries)
    }

    /// A comparison with another operand.
    func compared<Root>(
        _ comparator: ComparisonOperator, _ other: PredicateOperand, _ options: StringOptions = []
    ) -> KeyPathPredicate<Root> {
        var comparison = PredicateTree.Comparison(tree, comparator, other.tree, options: options)
        comparison.quantifier = quantifier == Quantifier.none ? .any : quantifier
        let tree = PredicateTree(.comparison(comparison))
        return KeyPathPredicate(
            quantifier == Quantifier.none ? !tree : tree, unregistered: unregistered + other.unregistered,
            libraries: libraries + other.libraries)
    }
}

extension PredicateDescribed {
    fileprivate static var predicateType: DescribedType { predicateDescription.type }
}
