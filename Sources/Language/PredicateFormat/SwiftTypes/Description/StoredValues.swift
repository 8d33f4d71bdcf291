import PredicateCore

// What a database needs to read the values of properties.

extension DescribedField {
    /// The type of the property without its optionals, and how a value of that type in memory reads.
    package var wrapped: (type: Any.Type, value: @Sendable (UnsafeRawPointer) -> PredicateValue) {
        var (type, shape) = (valueType, shape)
        while case .optional(let optional) = shape, let outer = type as? any OptionalType.Type {
            (type, shape) = (outer.wrappedType, optional.wrapped)
        }
        return (type, { [shape] in shape.value(at: $0) })
    }
}

private protocol OptionalType {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrappedType: Any.Type { Wrapped.self }
}
