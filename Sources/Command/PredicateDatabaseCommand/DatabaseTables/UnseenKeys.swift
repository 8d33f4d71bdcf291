#if SQLite || PostgreSQL
import PredicateFormat

/// Keys below a column of JSON that no record of a sample has.
///
/// The types of a table are declared, but not what is in such a column: a misspelt key is nil for every record.
struct UnseenKeys {
    /// The warnings, in the order of the text.
    private(set) var warnings: [PredicateDiagnostic] = []
    private let source: String
    private let schema: RecordSchema

    /// A path in the text that enters a column of JSON.
    private struct Place {
        var keys: [String]
        /// How many of the keys are columns and links.
        var known: Int
        var range: SourceRange
    }

    /// - Parameters:
    ///   - schema: what the table declares.
    ///   - records: a sample of the table.
    init(_ predicate: CheckedPredicate, _ schema: RecordSchema, in records: [PredicateValue]) {
        source = predicate.source
        self.schema = schema
        for place in places(in: predicate.tree) { review(place, records) }
    }

    private mutating func review(_ place: Place, _ records: [PredicateValue]) {
        var values = records
        for (index, key) in place.keys.enumerated() {
            let objects = Self.objects(values)
            if index >= place.known {
                // Without an object there is nothing to compare the key with.
                guard !objects.isEmpty else { return }
                guard objects.contains(where: { $0.hasKey(key) }) else {
                    let names = objects.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
                    return report(key, names.sorted(), place, isLast: index == place.keys.count - 1)
                }
            }
            values = objects.map { $0.value(forKey: key) }
        }
    }

    private mutating func report(_ key: String, _ names: [String], _ place: Place, isLast: Bool) {
        let near = Suggestions.nearest(to: key, among: names)
        var range = place.range
        // The key ends the path in the text, unless it is spelled with escapes or within brackets.
        let start = range.upperBound - key.utf8.count
        let bytes = Array(source.utf8)
        let isAlone =
            isLast && start >= range.lowerBound && range.upperBound <= bytes.count
            && bytes[start..<range.upperBound].elementsEqual(key.utf8)
        if isAlone { range = SourceRange(start, range.upperBound) }
        guard !warnings.contains(where: { $0.range == range }) else { return }
        var warning = PredicateDiagnostic.unseenKey(
            key, isRoot: false, near: near.map { SourceSpelling.component($0) }, at: range)
        if !isAlone { warning.edits = [] }
        warnings.append(warning)
    }

    /// The objects among values, and among the elements of lists: a path maps over lists.
    private static func objects(_ values: [PredicateValue]) -> [any PredicateRecord] {
        var objects: [any PredicateRecord] = []
        var waiting = Array(values.reversed())
        while let value = waiting.popLast() {
            switch value {
            case .object(let object): objects.append(object)
            case .list(let elements): waiting += elements.reversed()
            default: continue
            }
        }
        return objects
    }

    // MARK: Paths

    private func places(in tree: PredicateTree) -> [Place] {
        var places: [Place] = []
        var waiting = [PredicateTreeNode.predicate(tree)]
        while let node = waiting.popLast() {
            if case .expression(let expression) = node, let keys = Self.keys(expression) {
                if let known = known(keys), known < keys.count, let range = expression.range {
                    places.append(Place(keys: keys, known: known, range: range))
                }
                continue
            }
            waiting += node.children.reversed()
        }
        return places
    }

    /// The keys of a path from the record, also through elements of lists; nil for another expression.
    private static func keys(_ expression: ExpressionTree) -> [String]? {
        guard case .field = expression.kind else { return nil }
        var keys: [String] = []
        var next = expression
        while true {
            switch next.kind {
            case .field(let base, let name):
                keys.append(name)
                next = base
            case .index(let base, .first), .index(let base, .last): next = base
            case .record: return keys.reversed()
            default: return nil
            }
        }
    }

    /// How many keys of a path are columns and links before what a column of JSON holds; nil if it enters none.
    private func known(_ keys: [String]) -> Int? {
        var type = schema.root
        for (index, key) in keys.enumerated() {
            var inner = type.unwrapped
            while case .list(let element) = inner { inner = element.unwrapped }
            if case .any = inner { return index > 0 ? index : nil }
            guard let field = schema.recordType(of: inner)?.field(named: key) else { return nil }
            type = field.type
        }
        return nil
    }
}
#endif
