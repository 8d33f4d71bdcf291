import PredicateFormat

// AND, OR and NOT. The overloads over predicates are preferred. The others are disfavoured, so that the type checker, once it
// has found an answer, does not look for another one in every clause. Otherwise a chain of ten clauses takes it seconds.

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

/// A type of fields that are true or false, or nil: a key path to one is a predicate.
public protocol KeyPathTruth: PredicateFieldValue {}
extension Bool: KeyPathTruth {}
extension Optional: KeyPathTruth where Wrapped == Bool {}

extension KeyPathPredicate where Root: PredicateFieldValue {
    /// The predicate that a field is true; of nil it is false.
    public init<Value: KeyPathTruth>(_ keyPath: KeyPath<Root, Value>) {
        self = PredicateOperand(keyPath).compared(.equal, PredicateOperand(true))
    }
}

/// `a AND b`, of a boolean field and a predicate.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathTruth>(a: KeyPath<Root, Value>, b: KeyPathPredicate<Root>)
    -> KeyPathPredicate<Root>
{
    KeyPathPredicate(a) && b
}

/// `a AND b`, of a predicate and a boolean field.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathTruth>(a: KeyPathPredicate<Root>, b: KeyPath<Root, Value>)
    -> KeyPathPredicate<Root>
{
    a && KeyPathPredicate(b)
}

/// `a AND b`, of a boolean field and a boolean field.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathTruth, Other: KeyPathTruth>(
    a: KeyPath<Root, Value>, b: KeyPath<Root, Other>
) -> KeyPathPredicate<Root> {
    KeyPathPredicate(a) && KeyPathPredicate(b)
}

/// `a AND b`, of a predicate from text and a predicate.
@_disfavoredOverload
public func && <Root>(a: TypedPredicate<Root>, b: KeyPathPredicate<Root>) -> KeyPathPredicate<Root> {
    KeyPathPredicate(a) && b
}

/// `a AND b`, of a predicate and a predicate from text.
@_disfavoredOverload
public func && <Root>(a: KeyPathPredicate<Root>, b: TypedPredicate<Root>) -> KeyPathPredicate<Root> {
    a && KeyPathPredicate(b)
}

/// `a AND b`, of a predicate from text and a boolean field.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathTruth>(a: TypedPredicate<Root>, b: KeyPath<Root, Value>)
    -> KeyPathPredicate<Root>
{
    KeyPathPredicate(a) && KeyPathPredicate(b)
}

/// `a AND b`, of a boolean field and a predicate from text.
@_disfavoredOverload
public func && <Root: PredicateFieldValue, Value: KeyPathTruth>(a: KeyPath<Root, Value>, b: TypedPredicate<Root>)
    -> KeyPathPredicate<Root>
{
    KeyPathPredicate(a) && KeyPathPredicate(b)
}

/// `a OR b`, of a boolean field and a predicate.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathTruth>(a: KeyPath<Root, Value>, b: KeyPathPredicate<Root>)
    -> KeyPathPredicate<Root>
{
    KeyPathPredicate(a) || b
}

/// `a OR b`, of a predicate and a boolean field.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathTruth>(a: KeyPathPredicate<Root>, b: KeyPath<Root, Value>)
    -> KeyPathPredicate<Root>
{
    a || KeyPathPredicate(b)
}

/// `a OR b`, of a boolean field and a boolean field.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathTruth, Other: KeyPathTruth>(
    a: KeyPath<Root, Value>, b: KeyPath<Root, Other>
) -> KeyPathPredicate<Root> {
    KeyPathPredicate(a) || KeyPathPredicate(b)
}

/// `a OR b`, of a predicate from text and a predicate.
@_disfavoredOverload
public func || <Root>(a: TypedPredicate<Root>, b: KeyPathPredicate<Root>) -> KeyPathPredicate<Root> {
    KeyPathPredicate(a) || b
}

/// `a OR b`, of a predicate and a predicate from text.
@_disfavoredOverload
public func || <Root>(a: KeyPathPredicate<Root>, b: TypedPredicate<Root>) -> KeyPathPredicate<Root> {
    a || KeyPathPredicate(b)
}

/// `a OR b`, of a predicate from text and a boolean field.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathTruth>(a: TypedPredicate<Root>, b: KeyPath<Root, Value>)
    -> KeyPathPredicate<Root>
{
    KeyPathPredicate(a) || KeyPathPredicate(b)
}

/// `a OR b`, of a boolean field and a predicate from text.
@_disfavoredOverload
public func || <Root: PredicateFieldValue, Value: KeyPathTruth>(a: KeyPath<Root, Value>, b: TypedPredicate<Root>)
    -> KeyPathPredicate<Root>
{
    KeyPathPredicate(a) || KeyPathPredicate(b)
}

/// `NOT a` for a boolean field: true if it is false or nil.
@_disfavoredOverload
public prefix func ! <Root: PredicateFieldValue, Value: KeyPathTruth>(a: KeyPath<Root, Value>) -> KeyPathPredicate<Root>
{
    !KeyPathPredicate(a)
}

/// `NOT a`, in a word: it is read faster than `!` by people, and by the type checker in a chain of many clauses.
public func not<Root>(_ predicate: KeyPathPredicate<Root>) -> KeyPathPredicate<Root> { !predicate }

/// `NOT a` for a boolean field: true if it is false or nil.
public func not<Root: PredicateFieldValue, Value: KeyPathTruth>(_ keyPath: KeyPath<Root, Value>) -> KeyPathPredicate<
    Root
> { !KeyPathPredicate(keyPath) }
