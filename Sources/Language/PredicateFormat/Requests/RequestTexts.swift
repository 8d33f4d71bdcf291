import PredicateCore

/// An item of a list in a query: text, or a form that a program built.
enum QueryItem<Built: QueryItemForm>: Sendable {
    /// A text, which may contain several items, with the values of its format arguments.
    case text(String, [PredicateArgumentContent])
    case built(Built)
}

/// The text of a list of items, with what else it was made of.
struct QueryItems<Built: QueryItemForm> {
    /// The items as text; nil without items.
    private(set) var text: String?
    /// An entry for each item of the text: nil for one that was written as text.
    private(set) var entries: [Built?] = []
    /// The values of the format arguments in the text.
    private(set) var arguments: [PredicateValue] = []

    /// - Throws: `PredicateDiagnostics` if an argument is too large.
    init(_ items: [QueryItem<Built>], library: inout PredicateLibrary, limits: PredicateLimits)
        throws(PredicateDiagnostics)
    {
        for item in items {
            switch item {
            case .built(let built):
                add(built.text)
                entries.append(built)
            case .text(let format, let given):
                let filled = try FilledFormat(format, given, library: library, limits: limits)
                library = filled.library
                add(filled.source)
                entries += QueryText(filled.source).items.map { _ in nil }
                arguments += filled.arguments
            }
        }
    }

    private mutating func add(_ item: String) { text = text.map { $0 + ", " + item } ?? item }
}

/// The parts of a request as text, with what key paths and predicates have built of them.
struct RequestTexts {
    var query: RecordQuery
    var trees: QueryTrees
    /// The index of the first key of each item of the order.
    private(set) var orderStarts: [Int] = []
    private var library: PredicateLibrary

    /// - Throws: `PredicateDiagnostics` with the errors of predicates.
    init<Root>(_ request: TypedRequest<Root>, _ predicate: TypedPredicate<Root>?, showsPredicate: Bool)
        throws(PredicateDiagnostics)
    {
        var library = request.library
        let limits = request.limits
        let keys = try QueryItems(request.keys, library: &library, limits: limits)
        let aggregates = try QueryItems(request.aggregates, library: &library, limits: limits)
        let selection = try QueryItems(request.selection, library: &library, limits: limits)
        let order = try QueryItems(request.order.map(\.key), library: &library, limits: limits)
        var count = 0
        for item in request.order {
            orderStarts.append(count)
            count += try QueryItems([item.key], library: &library, limits: limits).entries.count
        }
        let having = try HavingText(request, library: &library)
        query = RecordQuery(
            where: showsPredicate ? predicate?.predicateFormat : nil, groupBy: keys.text, aggregate: aggregates.text,
            having: having.text, sort: order.text, select: selection.text, distinct: request.isDistinct,
            offset: request.offsetCount, limit: request.limitCount)
        trees = QueryTrees(
            predicate: predicate?.checked, groupBy: keys.entries, aggregate: aggregates.entries, having: having.tree,
            sort: order.entries, select: selection.entries, recordFields: having.fields,
            arguments: [
                .groupBy: keys.arguments, .aggregate: aggregates.arguments, .having: having.arguments,
                .sort: order.arguments, .select: selection.arguments,
            ].filter { !$0.value.isEmpty })
        self.library = library
    }

    /// - Throws: `RecordQueryDiagnostics` with the errors of all parts.
    func checked<Root>(_ request: TypedRequest<Root>) throws(RecordQueryDiagnostics) -> CheckedQuery {
        try query.checked(
            against: request.description.schema, trees: trees, library: library, limits: request.limits)
    }
}

/// The predicates over groups of a request as one text.
private struct HavingText {
    var text: String?
    /// The tree, if all of them are predicates over values.
    var tree: PredicateTree?
    var arguments: [PredicateValue] = []
    /// The fields of values that predicates over values read.
    var fields: [[String]] = []

    init<Root>(_ request: TypedRequest<Root>, library: inout PredicateLibrary) throws(PredicateDiagnostics) {
        var isBuilt = true
        for part in request.havingParts {
            let next: String
            switch part {
            case .text(let format, let given):
                let filled = try FilledFormat(format, given, library: library, limits: request.limits)
                library = filled.library
                arguments += filled.arguments
                next = filled.source
                isBuilt = false
            case .predicate(let predicate):
                let checked = try predicate.predicate(
                    over: request.description, library: library, limits: request.limits
                ).checked
                library.merge(checked.library)
                let structure = checked.structure
                fields += structure.uses.fields.map(\.keys)
                tree = tree.map { PredicateTree(.and([$0, structure])) } ?? structure
                // A value without a literal, as in the tree of a text.
                let (written, values) = structure.exactText
                next = written
                for case .value(let value) in values { arguments.append(value) }
            }
            text = text.map { "(\($0)) AND (\(next))" } ?? next
        }
        if !isBuilt { tree = nil }
    }
}
