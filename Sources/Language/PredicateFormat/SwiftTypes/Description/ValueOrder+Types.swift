import PredicateCore

extension ValueOrder {
    /// The order of a Swift type whose values are read as values of another type; nil if it has none.
    ///
    /// - Parameter value: the value of the type that is read as a value of the language.
    init?<Value>(of type: Value.Type, _ value: @escaping @Sendable (PredicateValue) -> Value?) {
        func made<Ordered: Comparable>(_: Ordered.Type) -> any OrderedValues {
            ComparableValues<Ordered> { value($0) as? Ordered }
        }
        guard let comparable = type as? any Comparable.Type else { return nil }
        let values = made(comparable)
        self.init(of: type) { values.record(of: $0) }
    }

    /// Whether values have the same order as what is read.
    func agrees(with read: [PredicateValue]) -> Bool {
        let sorted = read.sorted { ValueSemantics.order($0, $1) == .less }
        return zip(sorted, sorted.dropFirst()).allSatisfy { a, b in
            guard let a = value(a), let b = value(b) else { return false }
            return ValueSemantics.order(.object(a), .object(b)) == .less
        }
    }
}

/// The values of a comparable type, without their static type.
private protocol OrderedValues: Sendable {
    func record(of read: PredicateValue) -> (any OrderedRecord)?
}

/// It makes values, so it does not matter whether the type is sendable.
private struct ComparableValues<Value: Comparable>: OrderedValues, @unchecked Sendable {
    let value: (PredicateValue) -> Value?

    func record(of read: PredicateValue) -> (any OrderedRecord)? {
        value(read).map { OrderedValue(value: $0, read: read) }
    }
}

/// A value of a comparable type. It was made from a value of the language, and is only compared.
private struct OrderedValue<Value: Comparable>: OrderedRecord, @unchecked Sendable {
    let value: Value
    let read: PredicateValue

    func order(beside other: any OrderedRecord) -> ValueSemantics.Order? {
        (other as? OrderedValue).map { order(of: value, beside: $0.value) }
    }

    func order(ofValueAt pointer: UnsafeRawPointer) -> ValueSemantics.Order {
        order(of: pointer.assumingMemoryBound(to: Value.self).pointee, beside: value)
    }

    private func order(of a: Value, beside b: Value) -> ValueSemantics.Order {
        a < b ? .less : b < a ? .greater : .equal
    }
}
