/// A loop-invariant value (`CoreInvariants`), kept while one record is evaluated.
struct KeptValue: Sendable {
    /// The value, once it has been evaluated.
    fileprivate var value: PredicateValue?
    /// How often a value was searched for in it.
    fileprivate var lookups = 0
    /// Its elements by their hashes, once enough values have been searched for.
    fileprivate var table = Table.none

    fileprivate enum Table {
        case none
        case hashed(DistinctValues)
        /// The elements have no exact hash, so the list is always searched.
        case refused
    }
}

extension EvaluationRun {
    /// The value kept under a number, evaluated when it is first needed.
    package mutating func once(_ location: Int, _ evaluate: (inout EvaluationRun) -> PredicateValue) -> PredicateValue {
        if location < kept.count, let value = kept[location].value {
            _ = work.step(WorkCost.passing(value))
            return value
        }
        let held = work.holding
        let value = evaluate(&self)
        work.keep(since: held)
        while kept.count <= location { kept.append(KeptValue()) }
        kept[location].value = value
        return value
    }

    /// `ValueSemantics.contains` for the container kept under a number. A list is hashed once many values have been
    /// searched for in it.
    package mutating func contains(
        keptAt location: Int, _ element: PredicateValue, options: StringOptions, library: PredicateLibrary
    ) -> Bool {
        guard kept.indices.contains(location), let container = kept[location].value else { return false }
        if options.effective.isEmpty, let elements = ValueSemantics.elements(of: container),
            elements.count >= CoreInvariants.leastElements, let found = lookUp(element, in: elements, location)
        {
            return found
        }
        return ValueSemantics.contains(container, element, options: options, library: library, &work)
    }

    /// Whether an element is in a list, by its hash; nil if the list must be searched.
    private mutating func lookUp(_ element: PredicateValue, in elements: [PredicateValue], _ location: Int) -> Bool? {
        switch element {
        case .list, .set, .object: break
        default:
            kept[location].lookups += 1
            guard kept[location].lookups > CoreInvariants.leastLookups else { return nil }
        }
        if case .none = kept[location].table { kept[location].table = table(of: elements) }
        guard case .hashed(let table) = kept[location].table else { return nil }
        guard work.walk(over: element, each: 1, bytes: Int.bitWidth - 1) else { return false }
        guard ValueHash.Kind(for: [element]) == .exact else { return nil }
        if case .null = element { return false }
        return table.contains(element, &work)
    }

    private mutating func table(of elements: [PredicateValue]) -> KeptValue.Table {
        guard work.walk(over: .list(elements), each: 1, bytes: Int.bitWidth - 1) else { return .refused }
        guard ValueHash.Kind(for: elements) == .exact else { return .refused }
        let held = work.holding
        defer { work.keep(since: held) }
        return .hashed(DistinctValues(elements, .exact, few: 0, &work))
    }
}
