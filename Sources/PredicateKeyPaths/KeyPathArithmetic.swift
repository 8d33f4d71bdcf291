import PredicateFormat

import PredicatePlatform

// Arithmetic. Two numbers give a number of their type; without a result (division by zero, an integer past 64 bits) it is nil, and so is
// arithmetic with nil. The overloads are disfavoured, so that arithmetic without key paths is resolved as fast as without them.

/// The sum of both sides.
@_disfavoredOverload
public func + <Root: PredicateFieldValue, Value: KeyPathNumber>(a: KeyPathExpression<Root, Value>, b: Value)
    -> KeyPathExpression<Root, Value>
{
    a.predicateOperand.combined(.add, PredicateOperand(b))
}

/// The sum of both sides.
@_disfavoredOverload
public func + <Root: PredicateFieldValue, Value: KeyPathNumber>(
    a: KeyPathExpression<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.add, b.predicateOperand)
}

/// The sum of both sides.
@_disfavoredOverload
public func + <Root: PredicateFieldValue, Value: KeyPathNumber>(a: Value, b: KeyPathExpression<Root, Value>)
    -> KeyPathExpression<Root, Value>
{
    PredicateOperand(a).combined(.add, b.predicateOperand)
}

/// The left side less the right.
@_disfavoredOverload
public func - <Root: PredicateFieldValue, Value: KeyPathNumber>(a: KeyPathExpression<Root, Value>, b: Value)
    -> KeyPathExpression<Root, Value>
{
    a.predicateOperand.combined(.subtract, PredicateOperand(b))
}

/// The left side less the right.
@_disfavoredOverload
public func - <Root: PredicateFieldValue, Value: KeyPathNumber>(
    a: KeyPathExpression<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.subtract, b.predicateOperand)
}

/// The left side less the right.
@_disfavoredOverload
public func - <Root: PredicateFieldValue, Value: KeyPathNumber>(a: Value, b: KeyPathExpression<Root, Value>)
    -> KeyPathExpression<Root, Value>
{
    PredicateOperand(a).combined(.subtract, b.predicateOperand)
}

/// The product of both sides.
@_disfavoredOverload
public func * <Root: PredicateFieldValue, Value: KeyPathNumber>(a: KeyPathExpression<Root, Value>, b: Value)
    -> KeyPathExpression<Root, Value>
{
    a.predicateOperand.combined(.multiply, PredicateOperand(b))
}

/// The product of both sides.
@_disfavoredOverload
public func * <Root: PredicateFieldValue, Value: KeyPathNumber>(
    a: KeyPathExpression<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.multiply, b.predicateOperand)
}

/// The product of both sides.
@_disfavoredOverload
public func * <Root: PredicateFieldValue, Value: KeyPathNumber>(a: Value, b: KeyPathExpression<Root, Value>)
    -> KeyPathExpression<Root, Value>
{
    PredicateOperand(a).combined(.multiply, b.predicateOperand)
}

/// The left side divided by the right; between integers without a remainder.
@_disfavoredOverload
public func / <Root: PredicateFieldValue, Value: KeyPathNumber>(a: KeyPathExpression<Root, Value>, b: Value)
    -> KeyPathExpression<Root, Value>
{
    a.predicateOperand.combined(.divide, PredicateOperand(b))
}

/// The left side divided by the right; between integers without a remainder.
@_disfavoredOverload
public func / <Root: PredicateFieldValue, Value: KeyPathNumber>(
    a: KeyPathExpression<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.divide, b.predicateOperand)
}

/// The left side divided by the right; between integers without a remainder.
@_disfavoredOverload
public func / <Root: PredicateFieldValue, Value: KeyPathNumber>(a: Value, b: KeyPathExpression<Root, Value>)
    -> KeyPathExpression<Root, Value>
{
    PredicateOperand(a).combined(.divide, b.predicateOperand)
}

// Dates, and seconds between them.

/// The date that many seconds later.
@_disfavoredOverload
public func + <Root: PredicateFieldValue>(a: KeyPathExpression<Root, Date>, b: Double) -> KeyPathExpression<Root, Date>
{
    a.predicateOperand.combined(.add, PredicateOperand(b))
}

/// The date that many seconds earlier.
@_disfavoredOverload
public func - <Root: PredicateFieldValue>(a: KeyPathExpression<Root, Date>, b: Double) -> KeyPathExpression<Root, Date>
{
    a.predicateOperand.combined(.subtract, PredicateOperand(b))
}

/// The seconds from the right date to the left.
@_disfavoredOverload
public func - <Root: PredicateFieldValue>(a: KeyPathExpression<Root, Date>, b: Date) -> KeyPathExpression<Root, Double>
{
    a.predicateOperand.combined(.subtract, PredicateOperand(b))
}

/// The seconds from the right date to the left.
@_disfavoredOverload
public func - <Root: PredicateFieldValue>(a: KeyPathExpression<Root, Date>, b: KeyPathExpression<Root, Date>)
    -> KeyPathExpression<Root, Double>
{
    a.predicateOperand.combined(.subtract, b.predicateOperand)
}

/// The date that many seconds later.
@_disfavoredOverload
public func + <Root: PredicateFieldValue>(a: KeyPathExpression<Root, Date?>, b: Double) -> KeyPathExpression<
    Root, Date?
> {
    a.predicateOperand.combined(.add, PredicateOperand(b))
}

/// The date that many seconds earlier.
@_disfavoredOverload
public func - <Root: PredicateFieldValue>(a: KeyPathExpression<Root, Date?>, b: Double) -> KeyPathExpression<
    Root, Date?
> {
    a.predicateOperand.combined(.subtract, PredicateOperand(b))
}

/// The seconds from the right date to the left.
@_disfavoredOverload
public func - <Root: PredicateFieldValue>(a: KeyPathExpression<Root, Date?>, b: Date) -> KeyPathExpression<
    Root, Double?
> {
    a.predicateOperand.combined(.subtract, PredicateOperand(b))
}

/// The seconds from the right date to the left.
@_disfavoredOverload
public func - <Root: PredicateFieldValue>(a: KeyPathExpression<Root, Date?>, b: KeyPathExpression<Root, Date>)
    -> KeyPathExpression<Root, Double?>
{
    a.predicateOperand.combined(.subtract, b.predicateOperand)
}

// Bits of integers.

/// The bits that both sides have.
@_disfavoredOverload
public func & <Root: PredicateFieldValue, Value: KeyPathNumber & BinaryInteger>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.bitAnd, PredicateOperand(b))
}

/// The bits that one side has.
@_disfavoredOverload
public func | <Root: PredicateFieldValue, Value: KeyPathNumber & BinaryInteger>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.bitOr, PredicateOperand(b))
}

/// The bits that the sides differ in.
@_disfavoredOverload
public func ^ <Root: PredicateFieldValue, Value: KeyPathNumber & BinaryInteger>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.bitXor, PredicateOperand(b))
}

/// The left side with its bits moved up.
@_disfavoredOverload
public func << <Root: PredicateFieldValue, Value: KeyPathNumber & BinaryInteger>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.shiftLeft, PredicateOperand(b))
}

/// The left side with its bits moved down.
@_disfavoredOverload
public func >> <Root: PredicateFieldValue, Value: KeyPathNumber & BinaryInteger>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.shiftRight, PredicateOperand(b))
}

extension KeyPathSingleOperand where Value: KeyPathNumber {
    /// The number with the opposite sign.
    public var negated: KeyPathExpression<Root, Value> {
        PredicateOperand(ExpressionTree.literal(.integer(0))).combined(.subtract, predicateOperand)
    }

    /// The number to the power of another.
    public func power(_ exponent: Value) -> KeyPathExpression<Root, Value> {
        predicateOperand.combined(.power, PredicateOperand(exponent))
    }

    /// The number as a double: integers and doubles are compared and combined without loss.
    public var double: KeyPathExpression<Root, Double?> { KeyPathExpression(predicateOperand) }
}

extension KeyPathSingleOperand where Value: KeyPathNumber & BinaryInteger {
    /// The number with all of its bits turned.
    public var complement: KeyPathExpression<Root, Value> {
        let operand = predicateOperand
        return KeyPathExpression(operand.with(ExpressionTree(.complement(operand.tree))))
    }
}

extension PredicateOperand {
    fileprivate func combined<Root, Result>(_ symbol: ArithmeticOperator, _ other: PredicateOperand)
        -> KeyPathExpression<Root, Result>
    {
        KeyPathExpression(with(other, ExpressionTree(.arithmetic(symbol, tree, other.tree))))
    }
}
