import PredicateFormat

// What the operations of workers could not use. Both sides have the same programs with the same operations, so numbers
// name them.
extension CheckedPredicate {
    /// The operations of the predicate and of the parts of a query, in an order that depends only on their texts.
    fileprivate func programs(with query: CheckedQuery?) -> [OperationSites] {
        let others = (query?.pieces ?? []).map(\.expression.sites) + [query?.grouping?.having?.sites]
        return [sites ?? OperationSites([])] + others.map { $0 ?? OperationSites([]) }
    }
}

extension PartSummary {
    /// Adds what was counted for a part.
    mutating func take(_ values: UnusableValues, of predicate: CheckedPredicate, _ query: CheckedQuery?) {
        let programs = predicate.programs(with: query)
        for part in values.takeParts() {
            guard let program = programs.firstIndex(where: { $0 === part.sites }) else { continue }
            for example in part.examples.values.sorted(by: { $0.site < $1.site }) {
                unusable.append(
                    Unusable(
                        program: program, site: example.site, used: part.used[example.site],
                        unusableCount: part.unusable[example.site], example: Self.abbreviated(example.value)))
            }
        }
    }

    /// A value as far as a message shows it.
    private static func abbreviated(_ value: PredicateValue) -> PredicateValue {
        switch value {
        case .string(let text): .string(String(text.prefix(100)))
        case .list, .set, .object: .string("{…}")
        default: value
        }
    }

    /// Joins what was counted for the part.
    ///
    /// - Parameters:
    ///   - predicate: the predicate that the worker has evaluated, checked here.
    ///   - query: its query, checked here.
    package func join(to values: UnusableValues, of predicate: CheckedPredicate, _ query: CheckedQuery?) {
        guard !unusable.isEmpty else { return }
        let programs = predicate.programs(with: query)
        for count in unusable where programs.indices.contains(count.program) {
            var part = UnusableTally.Part(programs[count.program])
            part.add(
                used: count.used, unusable: count.unusableCount,
                UnusableTally.Example(site: count.site, value: count.example))
            values.join(part)
        }
    }
}
