/// The order of the values of a Swift type that predicates read as texts, numbers or booleans (D130).
///
/// The values become records that compare by the `<` of the type.
public struct ValueOrder: Hashable, Sendable {
    private let type: ObjectIdentifier
    /// The value of the type that is read as a value of the language; nil if there is none.
    package let value: @Sendable (PredicateValue) -> (any OrderedRecord)?

    package init(of type: Any.Type, _ value: @escaping @Sendable (PredicateValue) -> (any OrderedRecord)?) {
        self.type = ObjectIdentifier(type)
        self.value = value
    }

    /// Whether it is the order of the same type.
    public static func == (a: ValueOrder, b: ValueOrder) -> Bool { a.type == b.type }

    /// Hashes the type.
    public func hash(into hasher: inout Hasher) { hasher.combine(type) }
}

/// A value with the order of its Swift type. Its only field is what predicates read, so that `==` compares that.
package protocol OrderedRecord: PredicateRecord {
    /// What predicates read.
    var read: PredicateValue { get }
    /// The order beside another value; nil if that is of another type.
    func order(beside other: any OrderedRecord) -> ValueSemantics.Order?
    /// The order of a value of the type in memory, beside this one.
    func order(ofValueAt pointer: UnsafeRawPointer) -> ValueSemantics.Order
}

extension OrderedRecord {
    package func value(forKey key: String) -> PredicateValue { hasKey(key) ? read : .null }
    package func hasKey(_ key: String) -> Bool { key.isEmpty }
    package var keys: [String] { [""] }
}

extension ValueType {
    /// The order of the values, if it is not the order of what predicates read.
    package var order: ValueOrder? {
        if case .enumeration(let enumeration) = unwrapped { enumeration.order } else { nil }
    }

    /// How values of this type are read where they are ordered.
    package var orderReading: CoreReading? { order.map { .ordered($0) } ?? comparableReading }
}
