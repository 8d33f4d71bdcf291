#if compiler(>=6.2)
    /// What the protocol asks for beyond its own: a type that may be named on any thread.
    public typealias PredicateFieldType = SendableMetatype
#else
    /// What the protocol asks for beyond its own: nothing.
    public typealias PredicateFieldType = Any
#endif

/// A Swift type whose values a field of a described type may have, and a format argument.
///
/// The value types of the language conform: integers of every width, `Float`, `Double`, `Bool`, `String`, `Substring`, `Date`,
/// `UUID`, `URL`, `Decimal` and `Data`; so do optionals, arrays and sets of them, dictionaries whose keys are strings, and
/// types that describe themselves (`PredicateDescribed`).
///
/// An enumeration with raw values says that it conforms and needs no more. With `CaseIterable` the checker knows its cases:
///
/// ```swift
/// enum State: String, CaseIterable, PredicateFieldValue { case open, closed }
/// ```
///
/// Any other type says what it is by a shape that is made from one that is known:
///
/// ```swift
/// struct UserID: PredicateFieldValue {
///     var number: Int
///     static var predicateShape: PredicateShape<UserID> { .mapped { $0.number } }
/// }
/// ```
public protocol PredicateFieldValue: PredicateFieldType, PredicateArgument {
    /// What the type is in the language, and how its values are read.
    static var predicateShape: PredicateShape<Self> { get }
}

/// What a Swift type is in the language, and how its values are read.
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

    /// A type with fields; for one that is described apart from it.
    ///
    /// - Parameter description: asked for when a predicate is first made, so that descriptions may refer to one another.
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
        PredicateShape(ValueShape.list(element.shape, Element.self))
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
    /// The raw value, one of those that the cases have.
    public static var predicateShape: PredicateShape<Self> {
        let cases = allCases.map { $0.rawValue.predicateValue }
        return PredicateShape(
            ValueShape.mapped(RawValue.predicateShape.shape, cases: cases, isRawValue: true) { (value: Self) in
                value.rawValue
            })
    }
}
