import PredicateCore
import PredicateFormat

// AND, OR and NOT. The overloads over predicates are preferred, and the others are disfavoured. Once the type checker
// has found an answer, it does not look for another one in every clause. Otherwise a chain of ten clauses takes it
// seconds.

/// `a AND b`; a chain is one group.
public func && <Root>(a: KeyPathPredicate<Root>, b: KeyPathPredicate<Root>) -> KeyPathPredicate<Root> {
    KeyPathPredicate(a.tree && b.tree, of: [a, b])
}

/// `a OR b`; a chain is one group.
public func || <Root>(a: KeyPathPredicate<Root>, b: KeyPathPredicate<Root>) -> KeyPathPredicate<Root> {
    KeyPathPredicate(a.tree || b.tree, of: [a, b])
}

/// `NOT a`.
public prefix func ! <Root>(a: KeyPathPredicate<Root>) -> KeyPathPredicate<Root> {
    KeyPathPredicate(!a.tree, of: [a])
}

extension KeyPathPredicate: ExpressibleByBooleanLiteral {
    /// The predicate that is true for every value: `TRUEPREDICATE`.
    public static var `true`: KeyPathPredicate { KeyPathPredicate(PredicateTree(.constant(true))) }
    /// The predicate that is false for every value: `FALSEPREDICATE`.
    public static var `false`: KeyPathPredicate { KeyPathPredicate(PredicateTree(.constant(false))) }

    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    public init(booleanLiteral value: Bool) { self = value ? .true : .false }
}

extension KeyPathPredicate where Root: PredicateFieldValue {
    /// The predicate that a field is true; false for nil.
    public init<Value: KeyPathTruth>(_ keyPath: KeyPath<Root, Value>) { self.init(clause: keyPath) }

    fileprivate init<Value>(clause keyPath: KeyPath<Root, Value>) {
        self = PredicateOperand(keyPath).compared(.equal, PredicateOperand(true))
    }
}

/// `a AND b` for a boolean field and a predicate.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathClause>(a: KeyPath<Root, Value>, b: KeyPathPredicate<Root>)
    -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed {
    KeyPathPredicate(clause: a) && b
}

/// `a AND b` for a predicate and a boolean field.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathClause>(a: KeyPathPredicate<Root>, b: KeyPath<Root, Value>)
    -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed {
    a && KeyPathPredicate(clause: b)
}

/// `a AND b` for two boolean fields.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathClause, Other: KeyPathClause>(
    a: KeyPath<Root, Value>, b: KeyPath<Root, Other>
) -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed, Other.ClauseNeed: ImpossibleNeed {
    KeyPathPredicate(clause: a) && KeyPathPredicate(clause: b)
}

/// `a AND b` for a predicate from text and a predicate.
@_disfavoredOverload
public func && <Root>(a: TypedPredicate<Root>, b: KeyPathPredicate<Root>) -> KeyPathPredicate<Root> {
    KeyPathPredicate(a) && b
}

/// `a AND b` for a predicate and a predicate from text.
@_disfavoredOverload
public func && <Root>(a: KeyPathPredicate<Root>, b: TypedPredicate<Root>) -> KeyPathPredicate<Root> {
    a && KeyPathPredicate(b)
}

/// `a AND b` for a predicate from text and a boolean field.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathClause>(a: TypedPredicate<Root>, b: KeyPath<Root, Value>)
    -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed {
    KeyPathPredicate(a) && KeyPathPredicate(clause: b)
}

/// `a AND b` for a boolean field and a predicate from text.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathClause>(a: KeyPath<Root, Value>, b: TypedPredicate<Root>)
    -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed {
    KeyPathPredicate(clause: a) && KeyPathPredicate(b)
}

/// `a OR b` for a boolean field and a predicate.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathClause>(a: KeyPath<Root, Value>, b: KeyPathPredicate<Root>)
    -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed {
    KeyPathPredicate(clause: a) || b
}

/// `a OR b` for a predicate and a boolean field.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathClause>(a: KeyPathPredicate<Root>, b: KeyPath<Root, Value>)
    -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed {
    a || KeyPathPredicate(clause: b)
}

/// `a OR b` for two boolean fields.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathClause, Other: KeyPathClause>(
    a: KeyPath<Root, Value>, b: KeyPath<Root, Other>
) -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed, Other.ClauseNeed: ImpossibleNeed {
    KeyPathPredicate(clause: a) || KeyPathPredicate(clause: b)
}

/// `a OR b` for a predicate from text and a predicate.
@_disfavoredOverload
public func || <Root>(a: TypedPredicate<Root>, b: KeyPathPredicate<Root>) -> KeyPathPredicate<Root> {
    KeyPathPredicate(a) || b
}

/// `a OR b` for a predicate and a predicate from text.
@_disfavoredOverload
public func || <Root>(a: KeyPathPredicate<Root>, b: TypedPredicate<Root>) -> KeyPathPredicate<Root> {
    a || KeyPathPredicate(b)
}

/// `a OR b` for a predicate from text and a boolean field.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathClause>(a: TypedPredicate<Root>, b: KeyPath<Root, Value>)
    -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed {
    KeyPathPredicate(a) || KeyPathPredicate(clause: b)
}

/// `a OR b` for a boolean field and a predicate from text.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathClause>(a: KeyPath<Root, Value>, b: TypedPredicate<Root>)
    -> KeyPathPredicate<Root>
where Value.ClauseNeed: ImpossibleNeed {
    KeyPathPredicate(clause: a) || KeyPathPredicate(b)
}

/// `NOT a` for a boolean field: true if it is false or nil.
@_disfavoredOverload
public prefix func ! <Root: PredicateFieldValue, Value: KeyPathClause>(a: KeyPath<Root, Value>) -> KeyPathPredicate<
    Root
>
where Value.ClauseNeed: ImpossibleNeed {
    !KeyPathPredicate(clause: a)
}

/// `NOT a` as a word. It is easier to read than `!`, and the type checker resolves it faster in a chain of many
/// clauses.
public func not<Root>(_ predicate: KeyPathPredicate<Root>) -> KeyPathPredicate<Root> { !predicate }

/// `NOT a` for a boolean field: true if it is false or nil.
public func not<Root: PredicateFieldValue, Value: KeyPathClause>(_ keyPath: KeyPath<Root, Value>) -> KeyPathPredicate<
    Root
>
where Value.ClauseNeed: ImpossibleNeed { !KeyPathPredicate(clause: keyPath) }
