import PredicateCore

/// The text of a list of items.
private struct RequestList {
    /// The items as text; nil without items.
    private(set) var text: String?
    /// The index of the first item of each text.
    private(set) var starts: [Int] = []
    /// The values of the format arguments in the text.
    private(set) var arguments: [PredicateValue] = []

    /// - Throws: an argument of the part that is too large.
    init(
        _ part: RecordQuery.Part, _ items: [PredicateFormatString], library: inout PredicateLibrary,
        limits: PredicateLimits
    ) throws(RequestError) {
        var count = 0
        for item in items {
            let filled = try PredicateDiagnostics.translating(
                try FilledFormat(item, library: library, limits: limits)
            ) { RequestError(part, $0) }
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

    /// - Throws: the errors of predicates over groups, and arguments that are too large.
    init<Root>(_ request: TypedRequest<Root>, _ predicate: TypedPredicate<Root>?, showsPredicate: Bool)
        throws(RequestError)
    {
        var library = request.library
        let limits = request.limits
        let keys = try RequestList(.groupBy, request.keys, library: &library, limits: limits)
        let aggregates = try RequestList(.aggregate, request.aggregates, library: &library, limits: limits)
        let selection = try RequestList(.select, request.selection, library: &library, limits: limits)
        let order = try RequestList(.sort, request.order.map(\.key), library: &library, limits: limits)
        orderStarts = order.starts
        let having = try PredicateDiagnostics.translating(try HavingText(request, library: &library)) {
            RequestError(.having, $0)
        }
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

    /// - Throws: the errors of all parts.
    func checked<Root>(_ request: TypedRequest<Root>) throws(RequestError) -> CheckedQuery {
        try RecordQueryDiagnostics.translating(
            try query.checked(
                against: request.description.schema, trees: trees, library: library, limits: request.limits)
        ) { RequestError.invalid($0) }
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
                // A value without a literal, as in the tree of a format string.
                let (written, values) = structure.exactText
                next = written
                for case .value(let value) in values { arguments.append(value) }
            }
            text = text.map { "(\($0)) AND (\(next))" } ?? next
        }
        if !isBuilt { tree = nil }
    }
}
