import PredicateCore

extension ValueOrder {
    /// The order of a Swift type whose values are read as values of another type; nil if it has none.
    ///
    /// - Parameter value: the value of the type that is read as a value of the language.
    init?<Value>(of type: Value.Type, _ value: @escaping (PredicateValue) -> Value?) {
        func records<Ordered: Comparable>(_: Ordered.Type) -> @Sendable (PredicateValue) -> (any PredicateRecord)? {
            // It makes values, so it does not matter whether the type is sendable.
            nonisolated(unsafe) let record: (PredicateValue) -> (any PredicateRecord)? = { read in
                (value(read) as? Ordered).map { OrderedValue(value: $0, read: read) }
            }
            return { record($0) }
        }
        guard let comparable = type as? any Comparable.Type else { return nil }
        self.init(of: type, records(comparable))
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
