/// The order of the values of a Swift type that predicates read as strings, numbers or booleans (D130).
///
/// The values become records that compare by the `<` of the type.
public struct ValueOrder: Hashable, Sendable {
    private let type: ObjectIdentifier
    /// The value of the type that is read as a value of the language, an `OrderedRecord`; nil if there is none.
    package let value: @Sendable (PredicateValue) -> (any PredicateRecord)?

    package init(of type: Any.Type, _ value: @escaping @Sendable (PredicateValue) -> (any PredicateRecord)?) {
        self.type = ObjectIdentifier(type)
        self.value = value
    }

    /// Whether it is the order of the same type.
    public static func == (a: ValueOrder, b: ValueOrder) -> Bool { a.type == b.type }

    /// Hashes the type.
    public func hash(into hasher: inout Hasher) { hasher.combine(type) }
}

extension ValueType {
    /// The order of the values, if it is not the order of what predicates read.
    package var order: ValueOrder? {
        if case .enumeration(let enumeration) = unwrapped { enumeration.order } else { nil }
    }
}
