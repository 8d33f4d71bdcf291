import PredicateFormat
import PredicatePlatform

// Fields as clauses: `\.isStarred && \.views > 1`.
//
// The operators take a field of each type here, and a type that is not boolean has an unavailable conformance. The
// compiler finds it only after it has found the operators, for the reason in KeyPathMismatch.swift. So it reports
// the field at its operator at once, and does not look for the mistake in all combinations of overloads.

/// A type of fields that are true, false or nil. A key path to such a field is a predicate.
public protocol KeyPathTruth: KeyPathClause {}
extension Bool: KeyPathTruth {}
extension Optional: KeyPathTruth where Wrapped: KeyPathTruth {}

/// A type of fields whose key paths AND, OR and NOT take. All but `KeyPathTruth` are refused.
public protocol KeyPathClause: PredicateFieldValue {
    /// What a field needs to be a clause.
    associatedtype ClauseNeed
    /// Tells the compiler what the clause needs.
    static func needClause(_ need: ClauseNeed)
}

/// A type that a program can use only with a boolean type.
@_documentation(visibility: internal)
public struct BooleanClause<Value: KeyPathTruth>: ImpossibleNeed {}

extension KeyPathClause where Self: KeyPathTruth {
    /// Tells the compiler what the clause needs.
    public static func needClause(_ need: BooleanClause<Self>) {}
}

extension Bool: KeyPathClause {}
extension Optional: KeyPathClause where Wrapped: KeyPathClause & KeyPathTruth {}

extension Int: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Int: KeyPathTruth {}

extension Int8: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Int8: KeyPathTruth {}

extension Int16: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Int16: KeyPathTruth {}

extension Int32: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Int32: KeyPathTruth {}

extension Int64: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Int64: KeyPathTruth {}

extension UInt: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension UInt: KeyPathTruth {}

extension UInt8: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension UInt8: KeyPathTruth {}

extension UInt16: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension UInt16: KeyPathTruth {}

extension UInt32: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension UInt32: KeyPathTruth {}

extension UInt64: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension UInt64: KeyPathTruth {}

extension Float: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Float: KeyPathTruth {}

extension Double: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Double: KeyPathTruth {}

extension Decimal: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Decimal: KeyPathTruth {}

extension String: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension String: KeyPathTruth {}

extension Substring: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Substring: KeyPathTruth {}

extension Character: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Character: KeyPathTruth {}

extension Date: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Date: KeyPathTruth {}

extension UUID: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension UUID: KeyPathTruth {}

extension URL: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension URL: KeyPathTruth {}

extension Data: KeyPathClause {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Data: KeyPathTruth {}

extension Array: KeyPathClause where Element: PredicateFieldValue {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Array: KeyPathTruth where Element: PredicateFieldValue {}

extension Set: KeyPathClause where Element: PredicateFieldValue {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Set: KeyPathTruth where Element: PredicateFieldValue {}

extension Dictionary: KeyPathClause where Key == String, Value: PredicateFieldValue {}
@available(*, unavailable, message: "the field is not boolean; compare it with a value")
extension Dictionary: KeyPathTruth where Key == String, Value: PredicateFieldValue {}
