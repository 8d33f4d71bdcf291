import PredicateFormat

// Comparisons. The right side is a value of the left side's type, or another field of that type (`field(\.title)`).
// Either may be optional. No overload here is disfavoured. If one were, like those of KeyPathMismatch.swift, the type
// checker would try all of them in every comparison with another field.

/// Whether the left side is equal to a value.
public func == <Root: PredicateFieldValue, Value: PredicateFieldValue>(a: KeyPath<Root, Value>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.equal, PredicateOperand(b))
}

/// Whether the left side is equal to another field.
public func == <Root: PredicateFieldValue, Value: PredicateFieldValue>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.equal, b.predicateOperand)
}

/// Whether the left side is equal to another field, which may be nil.
public func == <Root: PredicateFieldValue, Value: PredicateFieldValue>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.equal, b.predicateOperand)
}

/// Whether the left side is equal to another field.
public func == <Root: PredicateFieldValue, Value: PredicateFieldValue>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.equal, b.predicateOperand)
}

/// Whether the left side is equal to a value.
public func == <Root: PredicateFieldValue, Value: PredicateFieldValue, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.equal, PredicateOperand(b))
}

/// Whether the left side is equal to another field.
public func == <Root: PredicateFieldValue, Value: PredicateFieldValue, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.equal, b.predicateOperand)
}

/// Whether the left side is equal to another field, which may be nil.
public func == <Root: PredicateFieldValue, Value: PredicateFieldValue, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.equal, b.predicateOperand)
}

/// Whether the left side is equal to another field.
public func == <Root: PredicateFieldValue, Value: PredicateFieldValue, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.equal, b.predicateOperand)
}

/// Whether the left side differs from a value.
public func != <Root: PredicateFieldValue, Value: PredicateFieldValue>(a: KeyPath<Root, Value>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.notEqual, PredicateOperand(b))
}

/// Whether the left side differs from another field.
public func != <Root: PredicateFieldValue, Value: PredicateFieldValue>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.notEqual, b.predicateOperand)
}

/// Whether the left side differs from another field, which may be nil.
public func != <Root: PredicateFieldValue, Value: PredicateFieldValue>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.notEqual, b.predicateOperand)
}

/// Whether the left side differs from another field.
public func != <Root: PredicateFieldValue, Value: PredicateFieldValue>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.notEqual, b.predicateOperand)
}

/// Whether the left side differs from a value.
public func != <Root: PredicateFieldValue, Value: PredicateFieldValue, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.notEqual, PredicateOperand(b))
}

/// Whether the left side differs from another field.
public func != <Root: PredicateFieldValue, Value: PredicateFieldValue, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.notEqual, b.predicateOperand)
}

/// Whether the left side differs from another field, which may be nil.
public func != <Root: PredicateFieldValue, Value: PredicateFieldValue, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.notEqual, b.predicateOperand)
}

/// Whether the left side differs from another field.
public func != <Root: PredicateFieldValue, Value: PredicateFieldValue, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.notEqual, b.predicateOperand)
}

/// Whether the left side is less than a value.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(a: KeyPath<Root, Value>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.less, PredicateOperand(b))
}

/// Whether the left side is less than a value; false for nil.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(a: KeyPath<Root, Value?>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.less, PredicateOperand(b))
}

/// Whether the left side is less than another field.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, b.predicateOperand)
}

/// Whether the left side is less than another field, which may be nil.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, b.predicateOperand)
}

/// Whether the left side is less than another field.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, b.predicateOperand)
}

/// Whether the left side is less than another field, which may be nil.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, b.predicateOperand)
}

/// Whether the left side is less than a value.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, PredicateOperand(b))
}

/// Whether the left side is less than a value; false for nil.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, PredicateOperand(b))
}

/// Whether the left side is less than another field.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, b.predicateOperand)
}

/// Whether the left side is less than another field, which may be nil.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, b.predicateOperand)
}

/// Whether the left side is less than another field.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, b.predicateOperand)
}

/// Whether the left side is less than another field, which may be nil.
public func < <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.less, b.predicateOperand)
}

/// Whether the left side is less than or equal to a value.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(a: KeyPath<Root, Value>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.lessOrEqual, PredicateOperand(b))
}

/// Whether the left side is less than or equal to a value; false for nil.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(a: KeyPath<Root, Value?>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.lessOrEqual, PredicateOperand(b))
}

/// Whether the left side is less than or equal to another field.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, b.predicateOperand)
}

/// Whether the left side is less than or equal to another field, which may be nil.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, b.predicateOperand)
}

/// Whether the left side is less than or equal to another field.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, b.predicateOperand)
}

/// Whether the left side is less than or equal to another field, which may be nil.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, b.predicateOperand)
}

/// Whether the left side is less than or equal to a value.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, PredicateOperand(b))
}

/// Whether the left side is less than or equal to a value; false for nil.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, PredicateOperand(b))
}

/// Whether the left side is less than or equal to another field.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, b.predicateOperand)
}

/// Whether the left side is less than or equal to another field, which may be nil.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, b.predicateOperand)
}

/// Whether the left side is less than or equal to another field.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, b.predicateOperand)
}

/// Whether the left side is less than or equal to another field, which may be nil.
public func <= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.lessOrEqual, b.predicateOperand)
}

/// Whether the left side is greater than a value.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(a: KeyPath<Root, Value>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.greater, PredicateOperand(b))
}

/// Whether the left side is greater than a value; false for nil.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(a: KeyPath<Root, Value?>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.greater, PredicateOperand(b))
}

/// Whether the left side is greater than another field.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, b.predicateOperand)
}

/// Whether the left side is greater than another field, which may be nil.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, b.predicateOperand)
}

/// Whether the left side is greater than another field.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, b.predicateOperand)
}

/// Whether the left side is greater than another field, which may be nil.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, b.predicateOperand)
}

/// Whether the left side is greater than a value.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, PredicateOperand(b))
}

/// Whether the left side is greater than a value; false for nil.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, PredicateOperand(b))
}

/// Whether the left side is greater than another field.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, b.predicateOperand)
}

/// Whether the left side is greater than another field, which may be nil.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, b.predicateOperand)
}

/// Whether the left side is greater than another field.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, b.predicateOperand)
}

/// Whether the left side is greater than another field, which may be nil.
public func > <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greater, b.predicateOperand)
}

/// Whether the left side is greater than or equal to a value.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(a: KeyPath<Root, Value>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.greaterOrEqual, PredicateOperand(b))
}

/// Whether the left side is greater than or equal to a value; false for nil.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(a: KeyPath<Root, Value?>, b: Value)
    -> KeyPathPredicate<Root>
{
    a.predicateOperand.compared(.greaterOrEqual, PredicateOperand(b))
}

/// Whether the left side is greater than or equal to another field.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, b.predicateOperand)
}

/// Whether the left side is greater than or equal to another field, which may be nil.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, b.predicateOperand)
}

/// Whether the left side is greater than or equal to another field.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, b.predicateOperand)
}

/// Whether the left side is greater than or equal to another field, which may be nil.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, b.predicateOperand)
}

/// Whether the left side is greater than or equal to a value.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, PredicateOperand(b))
}

/// Whether the left side is greater than or equal to a value; false for nil.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: Value
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, PredicateOperand(b))
}

/// Whether the left side is greater than or equal to another field.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, b.predicateOperand)
}

/// Whether the left side is greater than or equal to another field, which may be nil.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, b.predicateOperand)
}

/// Whether the left side is greater than or equal to another field.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, b.predicateOperand)
}

/// Whether the left side is greater than or equal to another field, which may be nil.
public func >= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: KeyPathExpression<Root, Value?>
) -> KeyPathPredicate<Root> {
    a.predicateOperand.compared(.greaterOrEqual, b.predicateOperand)
}
