import PredicateCore

#if compiler(>=6.2)
/// An additional requirement of the protocol: the type can be named on any thread.
public typealias PredicateFieldType = SendableMetatype
#else
/// An additional requirement of the protocol: none.
public typealias PredicateFieldType = Any
#endif

/// A Swift type for the fields of described types and for format arguments.
///
/// The value types of the language conform: integers of every width, `Float`, `Double`, `Bool`, `String`, `Substring`,
/// `Date`, `UUID`, `URL`, `Decimal` and `Data`; so do optionals, arrays and sets of them, dictionaries whose keys are
/// strings, and types that describe themselves (`PredicateDescribed`).
///
/// An enumeration with raw values only declares its conformance. With `CaseIterable` the checker knows its cases:
///
/// ```swift
/// enum State: String, CaseIterable, PredicateFieldValue { case open, closed }
/// ```
///
/// Any other type derives its shape from a known one:
///
/// ```swift
/// struct UserID: PredicateFieldValue {
///     var number: Int
///     static var predicateShape: PredicateShape<UserID> { .mapped { $0.number } }
/// }
/// ```
public protocol PredicateFieldValue: PredicateFieldType, PredicateArgument {
    /// The type in the language, and how its values are read.
    static var predicateShape: PredicateShape<Self> { get }
}

/// The type of Swift values in the language, and how the values are read.
public struct PredicateShape<Value>: Sendable {
    @usableFromInline let shape: ValueShape

    @usableFromInline
    init(_ shape: ValueShape) { self.shape = shape }

    /// A type whose values are read as those of another.
    public static func mapped<Other: PredicateFieldValue>(
        _ transform: @escaping @Sendable (Value) -> Other
    ) -> PredicateShape {
        PredicateShape(ValueShape.mapped(Other.predicateShape.shape, transform))
    }

    /// A type with fields; for a type whose description is separate from it.
    ///
    /// - Parameter description: called when a predicate is first made, so that descriptions may refer to each other.
    public static func described(
        by description: @autoclosure @escaping @Sendable () -> PredicateDescription<Value>
    ) -> PredicateShape {
        PredicateShape(.object(ObjectShape { description().type }))
    }

    /// An optional of a shape.
    public static func optional<Wrapped>(_ wrapped: PredicateShape<Wrapped>) -> PredicateShape
    where Value == Wrapped? {
        PredicateShape(ValueShape.optional(wrapped.shape, Wrapped.self))
    }

    /// An array of a shape.
    public static func list<Element>(of element: PredicateShape<Element>) -> PredicateShape where Value == [Element] {
        PredicateShape(.collection(.list(of: Element.self, element.shape)))
    }
}

extension PredicateFieldValue {
    /// The value as predicates see it.
    public var predicateValue: PredicateValue {
        withUnsafePointer(to: self) { Self.predicateShape.shape.value(at: UnsafeRawPointer($0)) }
    }
}

extension PredicateFieldValue where Self: RawRepresentable, RawValue: PredicateFieldValue {
    /// The raw value.
    public static var predicateShape: PredicateShape<Self> {
        PredicateShape(
            ValueShape.mapped(RawValue.predicateShape.shape, isRawValue: true) { (value: Self) in value.rawValue })
    }
}

extension PredicateFieldValue where Self: RawRepresentable & CaseIterable, RawValue: PredicateFieldValue {
    /// The raw value, one of the raw values of the cases.
    public static var predicateShape: PredicateShape<Self> {
        let cases = allCases.map { $0.rawValue.predicateValue }
        return PredicateShape(
            ValueShape.mapped(RawValue.predicateShape.shape, cases: cases, isRawValue: true) { (value: Self) in
                value.rawValue
            })
    }
}
