import PredicateCore
import PredicateFormat

// What the operations of workers could not use. Both sides have the same programs with the same operations, so numbers
// name them. Operations that could use all values of a part are sent too, because others may not.
extension PartSummary {
    /// The operations of the predicate and of the parts of a query, in an order that depends only on their source.
    private static func programs(_ predicate: CheckedPredicate, _ query: CheckedQuery?) -> [OperationSites] {
        let others = (query?.pieces ?? []).map(\.expression.sites) + [query?.grouping?.having?.sites]
        return ([predicate.sites] + others).map { $0 ?? OperationSites([]) }
    }

    /// Adds what was counted for a part.
    mutating func take(_ values: UnusableValues, of predicate: CheckedPredicate, _ query: CheckedQuery?) {
        let programs = Self.programs(predicate, query)
        for part in values.takeParts() {
            guard let program = programs.firstIndex(where: { $0 === part.sites }) else { continue }
            for site in part.used.indices where part.used[site] > 0 || part.unusable[site] > 0 {
                let example = part.examples[site]
                operations.append(
                    Operation(
                        program: program, site: site, used: part.used[site], unusable: part.unusable[site],
                        example: example.map { Self.abbreviated($0.value) },
                        number: example?.number.map(Self.abbreviated), isElement: example?.isElement ?? false))
            }
        }
    }

    /// A value as far as a message shows it: a short list is shown whole, a long one is not.
    private static func abbreviated(_ value: PredicateValue) -> PredicateValue {
        switch value {
        case .string(let text): .string(String(text.prefix(100)))
        case .list, .set, .object: RecordWriter.json(value).utf8.count <= 1000 ? value : .string("{…}")
        default: value
        }
    }

    /// Joins what was counted for the part.
    ///
    /// - Parameters:
    ///   - predicate: the predicate that the worker has evaluated, checked here.
    ///   - query: its query, checked here.
    package func join(to values: UnusableValues, of predicate: CheckedPredicate, _ query: CheckedQuery?) {
        let programs = Self.programs(predicate, query)
        for operation in operations where programs.indices.contains(operation.program) {
            var part = UnusableTally.Part(programs[operation.program])
            var example = operation.example.map { UnusableTally.Example(site: operation.site, value: $0) }
            example?.number = operation.number
            example?.isElement = operation.isElement
            part.add(operation.site, used: operation.used, unusable: operation.unusable, example)
            values.join(part)
        }
    }

    /// An operation as a list: its numbers, and the examples that there are.
    static func value(of operation: Operation) -> PredicateValue {
        let numbers = [
            operation.program, operation.site, operation.used, operation.unusable, operation.isElement ? 1 : 0,
        ]
        let examples = [operation.example, operation.number].compactMap { $0 }
        return .list(numbers.map { .count($0) } + examples)
    }

    /// Nil if the value is not that of an operation.
    static func operation(from value: PredicateValue) -> Operation? {
        guard let values = value.elements, 5...7 ~= values.count else { return nil }
        let numbers = values.prefix(5).compactMap(\.integer)
        guard numbers.count == 5 else { return nil }
        return Operation(
            program: numbers[0], site: numbers[1], used: numbers[2], unusable: numbers[3],
            example: values.dropFirst(5).first, number: values.dropFirst(6).first, isElement: numbers[4] == 1)
    }
}
