import PredicateFormat

/// The operand of a predicate: a key path, an expression over one (`KeyPathExpression`), or any, all or none of the
/// elements of a list (`QuantifiedKeyPath`).
///
/// No other type conforms. The functions of predicates, such as `beginsWith`, are declared on it. The operators are declared on the types
/// themselves, which are resolved faster.
public protocol KeyPathOperand<Root, Value> {
    /// The type that the predicate is about.
    associatedtype Root: PredicateFieldValue
    /// The type of the value.
    associatedtype Value
    /// The operand as a part of a tree.
    var predicateOperand: PredicateOperand { get }
}

/// An operand with one value: a key path, or an expression over one.
public protocol KeyPathSingleOperand<Root, Value>: KeyPathOperand {}

extension KeyPath: KeyPathOperand, KeyPathSingleOperand where Root: PredicateFieldValue {
    /// The path of the fields on the key path.
    public var predicateOperand: PredicateOperand { PredicateOperand(self) }
}

/// An expression over the fields of a type, such as `(\Note.tags).count`.
///
/// It supports the same operations as a key path.
@dynamicMemberLookup
public struct KeyPathExpression<Root: PredicateFieldValue, Value>: KeyPathSingleOperand, Sendable {
    /// The expression as a part of a tree.
    public let predicateOperand: PredicateOperand

    init(_ operand: PredicateOperand) { predicateOperand = operand }

    /// The expression as a tree that is not checked yet.
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

    /// A property of the value, both optional.
    public subscript<Wrapped: PredicateDescribed, Member>(dynamicMember keyPath: KeyPath<Wrapped, Member?>)
        -> KeyPathExpression<Root, Member?> where Value == Wrapped?
    {
        KeyPathExpression<Root, Member?>(PredicateOperand(keyPath, from: predicateOperand))
    }
}

/// Any, all or none of the elements of a list, for a comparison: `(\Account.purchases).any`.
public struct QuantifiedKeyPath<Root: PredicateFieldValue, Value>: KeyPathOperand, Sendable {
    /// The list as a part of a tree, with its quantifier.
    public let predicateOperand: PredicateOperand

    init(_ operand: PredicateOperand, _ quantifier: Quantifier) {
        var operand = operand
        operand.quantifier = quantifier
        predicateOperand = operand
    }
}

/// A value of the type at the end of a key path, as an expression: the right side of a comparison with another field.
///
/// ```swift
/// \Note.text == field(\.title)
/// ```
///
/// Two key paths alone would be compared with each other, which gives a `Bool` and not a predicate.
public func field<Root: PredicateFieldValue, Value>(_ keyPath: KeyPath<Root, Value>) -> KeyPathExpression<Root, Value> {
    KeyPathExpression(PredicateOperand(keyPath))
}

/// One side of a comparison: a part of a tree, with information on its key paths.
public struct PredicateOperand: Sendable {
    /// The expression.
    let tree: ExpressionTree
    /// The quantifier before it.
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

    /// What a key path leads to from what another operand leads to.
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

    /// What stands for a key path that is of no field.
    init(_ keyPath: AnyKeyPath, named name: String, of type: String, from base: PredicateOperand) {
        self.init(
            ExpressionTree(.field(base.tree, name)),
            unregistered: base.unregistered + [UnregisteredKeyPath(keyPath, named: name, of: type)],
            libraries: base.libraries)
    }

    init(_ value: some PredicateFieldValue) { self.init(ExpressionTree.literal(value.predicateValue)) }

    /// Another expression made of this one.
    func with(_ tree: ExpressionTree) -> PredicateOperand {
        PredicateOperand(tree, unregistered: unregistered, libraries: libraries)
    }

    /// An expression made of this one and another.
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
