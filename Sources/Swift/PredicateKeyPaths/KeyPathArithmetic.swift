import PredicateCore
import PredicateFormat

import PredicatePlatform

// Arithmetic. The result of two numbers is a number of their type. A missing result (division by zero, an integer
// beyond 64 bits) is nil, and so is arithmetic with nil. The overloads are disfavoured, so that the type checker
// resolves other arithmetic as fast as without them.

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

/// The left side minus the right side.
@_disfavoredOverload
public func - <Root: PredicateFieldValue, Value: KeyPathNumber>(a: KeyPathExpression<Root, Value>, b: Value)
    -> KeyPathExpression<Root, Value>
{
    a.predicateOperand.combined(.subtract, PredicateOperand(b))
}

/// The left side minus the right side.
@_disfavoredOverload
public func - <Root: PredicateFieldValue, Value: KeyPathNumber>(
    a: KeyPathExpression<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.subtract, b.predicateOperand)
}

/// The left side minus the right side.
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

/// The left side divided by the right side. The quotient of integers is an integer, without the remainder.
@_disfavoredOverload
public func / <Root: PredicateFieldValue, Value: KeyPathNumber>(a: KeyPathExpression<Root, Value>, b: Value)
    -> KeyPathExpression<Root, Value>
{
    a.predicateOperand.combined(.divide, PredicateOperand(b))
}

/// The left side divided by the right side. The quotient of integers is an integer, without the remainder.
@_disfavoredOverload
public func / <Root: PredicateFieldValue, Value: KeyPathNumber>(
    a: KeyPathExpression<Root, Value>, b: KeyPathExpression<Root, Value>
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.divide, b.predicateOperand)
}

/// The left side divided by the right side. The quotient of integers is an integer, without the remainder.
@_disfavoredOverload
public func / <Root: PredicateFieldValue, Value: KeyPathNumber>(a: Value, b: KeyPathExpression<Root, Value>)
    -> KeyPathExpression<Root, Value>
{
    PredicateOperand(a).combined(.divide, b.predicateOperand)
}

// Dates, and the seconds between them.

/// A type of fields with a date, or nil.
public protocol KeyPathDate: PredicateFieldValue {
    /// The type of the seconds from a date to another: nil if this one is nil.
    associatedtype Seconds: KeyPathNumber
}

extension Date: KeyPathDate {
    /// A number of seconds.
    public typealias Seconds = Double
}

extension Optional: KeyPathDate where Wrapped: KeyPathDate {
    /// A number of seconds, or nil.
    public typealias Seconds = Wrapped.Seconds?
}

/// The date a number of seconds later.
@_disfavoredOverload
public func + <Root: PredicateFieldValue, Value: KeyPathDate>(a: KeyPathExpression<Root, Value>, b: Double)
    -> KeyPathExpression<Root, Value>
{
    a.predicateOperand.combined(.add, PredicateOperand(b))
}

/// The date a number of seconds earlier.
@_disfavoredOverload
public func - <Root: PredicateFieldValue, Value: KeyPathDate>(a: KeyPathExpression<Root, Value>, b: Double)
    -> KeyPathExpression<Root, Value>
{
    a.predicateOperand.combined(.subtract, PredicateOperand(b))
}

/// The seconds from the right date to the left date.
@_disfavoredOverload
public func - <Root: PredicateFieldValue, Value: KeyPathDate>(a: KeyPathExpression<Root, Value>, b: Date)
    -> KeyPathExpression<Root, Value.Seconds>
{
    a.predicateOperand.combined(.subtract, PredicateOperand(b))
}

/// The seconds from the right date to the left date.
@_disfavoredOverload
public func - <Root: PredicateFieldValue, Value: KeyPathDate>(
    a: KeyPathExpression<Root, Value>, b: KeyPathExpression<Root, Date>
) -> KeyPathExpression<Root, Value.Seconds> {
    a.predicateOperand.combined(.subtract, b.predicateOperand)
}

// Bit operations on integers.

/// The bits that are set on both sides.
@_disfavoredOverload
public func & <Root: PredicateFieldValue, Value: KeyPathNumber & BinaryInteger>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.bitAnd, PredicateOperand(b))
}

/// The bits that are set on at least one side.
@_disfavoredOverload
public func | <Root: PredicateFieldValue, Value: KeyPathNumber & BinaryInteger>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.bitOr, PredicateOperand(b))
}

/// The bits that are set on exactly one side.
@_disfavoredOverload
public func ^ <Root: PredicateFieldValue, Value: KeyPathNumber & BinaryInteger>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.bitXor, PredicateOperand(b))
}

/// The left side, shifted left by the right side.
@_disfavoredOverload
public func << <Root: PredicateFieldValue, Value: KeyPathNumber & BinaryInteger>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathExpression<Root, Value> {
    a.predicateOperand.combined(.shiftLeft, PredicateOperand(b))
}

/// The left side, shifted right by the right side.
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

    /// The number raised to a power.
    public func power(_ exponent: Value) -> KeyPathExpression<Root, Value> {
        predicateOperand.combined(.power, PredicateOperand(exponent))
    }

    /// The number as a double, so that integers and doubles can be compared and combined without loss.
    public var double: KeyPathExpression<Root, Double?> { KeyPathExpression(predicateOperand) }
}

extension KeyPathSingleOperand where Value: KeyPathNumber & BinaryInteger {
    /// The number with all bits inverted.
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
