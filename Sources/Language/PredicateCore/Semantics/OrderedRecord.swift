/// A value with the order of its Swift type. Its only field is what predicates read, so that `==` compares that.
package protocol OrderedRecord: PredicateRecord {
    /// What predicates read.
    var read: PredicateValue { get }
    /// The order relative to another value; nil if that is of another type.
    func order(beside other: any OrderedRecord) -> ValueSemantics.Order?
    /// The order of a value of the type in memory relative to this one.
    func order(ofValueAt pointer: UnsafeRawPointer) -> ValueSemantics.Order
}

extension OrderedRecord {
    package func value(forKey key: String) -> PredicateValue { hasKey(key) ? read : .null }
    package func hasKey(_ key: String) -> Bool { key.isEmpty }
    package var keys: [String] { [""] }
}

extension ValueType {
    /// How values of this type are read where they are ordered.
    package var orderReading: CoreReading? { order.map { .ordered($0) } ?? comparableReading }
}
