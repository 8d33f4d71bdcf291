extension ValueSemantics {
    /// The value of a key: a field of an object, or the values of the key over the elements of a list or set.
    ///
    /// A missing field is nil, even in a mapped list. An object's own field comes first. Otherwise `self` is the value
    /// itself, and `length` the number of code points of a string (D23, D51).
    @inline(__always)
    package static func member(_ value: PredicateValue, _ key: String, _ work: inout WorkBudget) -> PredicateValue {
        switch value {
        case .object(let record): member(record, key)
        case .list, .set: member(value, key, nesting: 0, &work)
        default: scalarMember(value, key, &work)
        }
    }

    private static func member(_ record: any PredicateRecord, _ key: String) -> PredicateValue {
        let value = record.value(forKey: key)
        if case .null = value, sameCodePoints(key, "self"), !record.hasKey(key) { return .object(record) }
        return value
    }

    private static func scalarMember(
        _ value: PredicateValue, _ key: String, _ work: inout WorkBudget
    ) -> PredicateValue {
        if sameCodePoints(key, "self") { return value }
        guard sameCodePoints(key, "length"), let text = text(of: value) else { return .null }
        return work.step(WorkCost.countingCodePoints(text.utf8.count)) ? .integer(length(of: text)) : .null
    }

    private static func member(
        _ value: PredicateValue, _ key: String, nesting: Int, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch value {
        case .object(let record): return member(record, key)
        case .list(let elements):
            guard nesting < nestingLimit else { return .null }
            return .list(members(elements, key, nesting: nesting + 1, &work))
        case .set(let elements):
            guard nesting < nestingLimit else { return .null }
            return .set(distinct(members(elements, key, nesting: nesting + 1, &work), &work))
        default: return scalarMember(value, key, &work)
        }
    }

    private static func members(
        _ elements: [PredicateValue], _ key: String, nesting: Int, _ work: inout WorkBudget
    ) -> [PredicateValue] {
        guard work.step(WorkCost.mappedElement * elements.count), work.make(elements: elements.count) else { return [] }
        var values: [PredicateValue] = []
        values.reserveCapacity(elements.count)
        for element in elements { values.append(member(element, key, nesting: nesting, &work)) }
        return values
    }

    /// The number of code points of a string.
    package static func length(of text: String) -> Int64 { Int64(text.unicodeScalars.count) }

    /// The value of a computed key; nil if the key is not a string (D77).
    package static func dynamicMember(
        _ value: PredicateValue, _ key: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard case .string(let key) = key else { return .null }
        return member(value, key, &work)
    }

    /// `[n]` of a list, `['key']` of an object; nil for other values, and for an index out of range (D37).
    package static func index(_ value: PredicateValue, _ index: PredicateValue) -> PredicateValue {
        switch (value, index) {
        case (.list(let elements), .integer(let index)):
            guard index >= 0, index < Int64(elements.count) else { return .null }
            return elements[Int(index)]
        case (.object(let record), .string(let key)): return record.value(forKey: key)
        default: return .null
        }
    }

    /// `[FIRST]`: nil for an empty list, and for a value that is not a list; a set has no first element (D17).
    package static func first(_ value: PredicateValue) -> PredicateValue {
        guard case .list(let elements) = value else { return .null }
        return elements.first ?? .null
    }

    /// `[LAST]`: nil for an empty list, and for a value that is not a list.
    package static func last(_ value: PredicateValue) -> PredicateValue {
        guard case .list(let elements) = value else { return .null }
        return elements.last ?? .null
    }

    /// `[SIZE]`: the number of elements of a list or set, or of entries of a dictionary; nil for other values.
    package static func size(_ value: PredicateValue) -> PredicateValue {
        switch value {
        case .list(let elements), .set(let elements): .integer(Int64(elements.count))
        case .object(let record) where record.isDictionary: .integer(Int64(record.keys.count))
        default: .null
        }
    }

    /// The range of a quantifier.
    package enum Expansion: Sendable {
        /// The elements of a collection.
        case elements(ExpandedElements)
        /// nil: ANY is false, ALL is true.
        case none
        /// Not a collection: the comparison is false (D2).
        case mismatch
    }

    /// The elements of a quantifier: those of the outermost list or, if `deep`, also those of nested lists. nil in
    /// place of a list is an element (D13).
    package static func expansion(of value: PredicateValue, deep: Bool) -> Expansion {
        if case .null = value { return .none }
        guard let elements = elements(of: value) else { return .mismatch }
        return .elements(ExpandedElements(elements, deep: deep))
    }
}

/// The elements of a quantifier, one after another. Nested lists are expanded on the way, with a separate stack: their
/// depth does not matter, and elements that are not visited cost nothing.
package struct ExpandedElements: Sendable {
    private var current: IndexingIterator<[PredicateValue]>
    private var outer: [IndexingIterator<[PredicateValue]>] = []
    private let isDeep: Bool

    init(_ elements: [PredicateValue], deep: Bool) {
        current = elements.makeIterator()
        isDeep = deep
    }

    /// The next element; nil at the end.
    ///
    /// - Parameter visited: increases by the number of visited values, including nested lists.
    package mutating func next(_ visited: inout Int) -> PredicateValue? {
        while true {
            guard let value = current.next() else {
                guard let outer = outer.popLast() else { return nil }
                current = outer
                continue
            }
            visited += 1
            guard isDeep, let inner = ValueSemantics.elements(of: value) else { return value }
            outer.append(current)
            current = inner.makeIterator()
        }
    }
}
