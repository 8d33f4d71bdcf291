import PredicateCore

extension PredicateArgumentContent {
    #if compiler(>=6.2)
    /// A type that conforms to protocols on every thread.
    public typealias FieldType = SendableMetatype
    #else
    /// A type that conforms to protocols on every thread: each.
    public typealias FieldType = Any
    #endif
}

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
///
/// Values are equal if what they are read as is equal. Types with raw values that are `Comparable` have the order of their
/// `<` (D130) if the raw values are strings, numbers or booleans, and otherwise that of the raw values; other
/// comparable types say which order they have: `.mappedInOrder` or `.mapped(to:from:)`.
public protocol PredicateFieldValue: PredicateArgument {
    /// The type in the language, and how its values are read.
    static var predicateShape: PredicateShape<Self> { get }
}

/// The type of Swift values in the language, and how the values are read.
public struct PredicateShape<Value>: Sendable {
    @usableFromInline let shape: ValueShape

    @usableFromInline
    init(_ shape: ValueShape) { self.shape = shape }

    /// A type whose values are read as those of another, and which is not comparable itself.
    public static func mapped<Other: PredicateFieldValue>(
        _ transform: @escaping @Sendable (Value) -> Other
    ) -> PredicateShape {
        PredicateShape(ValueShape.mapped(Other.predicateShape.shape, transform))
    }

    /// A type whose values are read as those of another, which are in the same order: `a < b` if
    /// `transform(a) < transform(b)`.
    public static func mappedInOrder<Other: PredicateFieldValue>(
        _ transform: @escaping @Sendable (Value) -> Other
    ) -> PredicateShape {
        PredicateShape(ValueShape.mapped(Other.predicateShape.shape, order: .kept, transform))
    }

    /// A comparable type whose values are read as strings, and keep the order of their own `<`.
    ///
    /// - Parameters:
    ///   - transform: the text of a value.
    ///   - inverse: the value of a string; nil for a string without a value, which is neither less nor greater.
    public static func mapped(
        to transform: @escaping @Sendable (Value) -> String, from inverse: @escaping @Sendable (String) -> Value?
    ) -> PredicateShape where Value: Comparable {
        let order = ValueOrder(of: Value.self) { ValueSemantics.text(of: $0).flatMap(inverse) }
        return PredicateShape(ValueShape.mapped(.string, order: order.map { .own($0) }, transform))
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
    public static var predicateShape: PredicateShape<Self> { PredicateShape(rawValuesOf: nil) }
}

extension PredicateFieldValue where Self: RawRepresentable & CaseIterable, RawValue: PredicateFieldValue {
    /// The raw value, one of the raw values of the cases.
    public static var predicateShape: PredicateShape<Self> {
        PredicateShape(rawValuesOf: { allCases.map { $0.rawValue.predicateValue } })
    }
}

extension PredicateShape where Value: PredicateFieldValue & RawRepresentable, Value.RawValue: PredicateFieldValue {
    fileprivate init(rawValuesOf cases: (() -> [PredicateValue])?) {
        let raw = Value.RawValue.predicateShape.shape
        let order = ValueOrder(of: Value.self) { value in
            Self.rawValue(value, raw).flatMap { Value(rawValue: $0) }
        }
        shape = ValueShape.mapped(raw, cases: cases, order: order.map { .own($0) }, isRawValue: true) {
            (value: Value) in value.rawValue
        }
    }

    /// The raw value that is read as a value.
    private static func rawValue(_ value: PredicateValue, _ raw: ValueShape) -> Value.RawValue? {
        let found = raw.swiftValue(of: value)
        if let found = found as? Value.RawValue { return found }
        // Characters and substrings are read as strings.
        guard let text = found as? String else { return nil }
        if text.count == 1, let character = Character(text) as? Value.RawValue { return character }
        return Substring(text) as? Value.RawValue
    }
}
