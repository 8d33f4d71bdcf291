import PredicateCore

/// The text of a list of items.
private struct RequestList {
    /// The items as text; nil without items.
    private(set) var text: String?
    /// The index of the first item of each text.
    private(set) var starts: [Int] = []
    /// The values of the format arguments in the text.
    private(set) var arguments: [PredicateValue] = []

    /// - Throws: `PredicateDiagnostics` if an argument is too large.
    init(_ items: [PredicateFormatString], library: inout PredicateLibrary, limits: PredicateLimits)
        throws(PredicateDiagnostics)
    {
        var count = 0
        for item in items {
            let filled = try FilledFormat(item, library: library, limits: limits)
            library = filled.library
            starts.append(count)
            count += QueryText(filled.source).items.count
            text = text.map { $0 + ", " + filled.source } ?? filled.source
            arguments += filled.arguments
        }
    }
}

/// The parts of a request as text, with what key paths and predicates have built of them.
struct RequestTexts {
    var query: RecordQuery
    var trees: QueryTrees
    /// The index of the first key of each item of the order.
    let orderStarts: [Int]
    private var library: PredicateLibrary

    /// - Throws: `PredicateDiagnostics` with the errors of predicates, or of the description.
    init<Root>(_ request: TypedRequest<Root>, _ predicate: TypedPredicate<Root>?, showsPredicate: Bool)
        throws(PredicateDiagnostics)
    {
        _ = try request.description.checkedSchema()
        var library = request.library
        let limits = request.limits
        let keys = try RequestList(request.keys, library: &library, limits: limits)
        let aggregates = try RequestList(request.aggregates, library: &library, limits: limits)
        let selection = try RequestList(request.selection, library: &library, limits: limits)
        let order = try RequestList(request.order.map(\.key), library: &library, limits: limits)
        orderStarts = order.starts
        let having = try HavingText(request, library: &library)
        query = RecordQuery(
            where: showsPredicate ? predicate?.predicateFormat : nil, groupBy: keys.text, aggregate: aggregates.text,
            having: having.text, sort: order.text, select: selection.text, distinct: request.isDistinct,
            offset: request.offsetCount, limit: request.limitCount)
        trees = QueryTrees(
            predicate: predicate?.checked, having: having.tree, recordFields: having.fields,
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
            case .text(let text):
                let filled = try FilledFormat(text, library: library, limits: request.limits)
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
