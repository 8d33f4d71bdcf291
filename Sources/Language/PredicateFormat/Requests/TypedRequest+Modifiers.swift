import PredicateCore

/// The direction of an order.
public enum RequestOrder: Hashable, Sendable {
    /// The least first.
    case ascending
    /// The greatest first.
    case descending
}

/// The position of nil in an order.
public enum NilPlacement: Hashable, Sendable {
    /// Before all values.
    case first
    /// After all values.
    case last
}

extension TypedRequest {
    // MARK: Sources

    /// Adds a source of values after the existing ones; the sources are read in order.
    public func from(_ values: some Sequence<Root>) -> TypedRequest { with { $0.sources.append(Array(values)) } }

    // MARK: Predicates

    /// Adds a predicate: only values that match all predicates remain.
    public func `where`(_ predicate: some RequestPredicate<Root>) -> TypedRequest {
        with { $0.predicates.append(predicate) }
    }

    /// Adds a predicate as text; its errors are thrown when the request runs.
    public func `where`(_ format: PredicateFormatString, _ arguments: (any PredicateArgument)?...) -> TypedRequest {
        let format = format.adding(arguments: arguments)
        return with { $0.predicates.append(TextPredicate<Root>(format: format)) }
    }

    // MARK: Order

    /// Adds a field to the order, for values that are equal by the earlier keys.
    ///
    /// - Parameters:
    ///   - keyPath: the field: a key path through properties with declared fields, also of other types.
    ///   - order: ascending by default.
    ///   - nils: the position of nil; by default first ascending and last descending.
    ///   - options: how text is compared.
    public func sorted(
        by keyPath: PartialKeyPath<Root>, _ order: RequestOrder = .ascending, nils: NilPlacement? = nil,
        options: StringOptions = []
    ) -> TypedRequest {
        with { request in
            guard let path = request.path(of: keyPath, in: .sort) else { return }
            var key = (order == .descending ? "-" : "") + path
            if !options.isEmpty { key += "[\(options.letters)]" }
            if let nils { key += nils == .first ? ":nil-first" : ":nil-last" }
            request.order.append(OrderItem(key: PredicateFormatString(parsing: key), comparator: nil))
        }
    }

    /// Ordered by text in the form of `RecordQuery.sort`: `-age, name[cd]:nil-last`.
    ///
    /// - Parameters:
    ///   - text: the keys.
    ///   - arguments: the values of `%@`, `%K` and `%d` in the text, in order.
    public func sorted(by text: PredicateFormatString, _ arguments: (any PredicateArgument)?...) -> TypedRequest {
        let key = text.adding(arguments: arguments)
        return with { $0.order.append(OrderItem(key: key)) }
    }

    /// Adds a field to the order, with a comparison of its values.
    ///
    /// - Parameters:
    ///   - keyPath: the property to compare.
    ///   - order: descending reverses the comparison.
    ///   - areInIncreasingOrder: whether the first value comes before the second, as in Swift's `sorted(by:)`.
    public func sorted<Value>(
        by keyPath: any KeyPath<Root, Value> & Sendable, _ order: RequestOrder = .ascending,
        comparator areInIncreasingOrder: @escaping @Sendable (Value, Value) -> Bool
    ) -> TypedRequest {
        with { request in
            guard let path = request.path(of: keyPath, in: .sort) else { return }
            request.order.append(
                OrderItem(key: PredicateFormatString(parsing: (order == .descending ? "-" : "") + path)) { a, b in
                    let (a, b) = (a[keyPath: keyPath], b[keyPath: keyPath])
                    return areInIncreasingOrder(a, b) ? .less : areInIncreasingOrder(b, a) ? .greater : .equal
                })
        }
    }

    // MARK: How many

    /// The maximum number of results; a negative number gives none.
    public func limit(_ count: Int) -> TypedRequest { with { $0.limitCount = count } }

    /// Skips the first N results.
    public func offset(_ count: Int) -> TypedRequest { with { $0.offsetCount = count } }

    /// The number of results in each batch of `batches`.
    public func batchSize(_ count: Int) -> TypedRequest { with { $0.batchCount = count } }

    // MARK: Which fields

    /// Only these fields, if results are dictionaries; also the fields that `returningDistinctResults` compares.
    public func fetchingOnly(_ keyPaths: PartialKeyPath<Root>...) -> TypedRequest { fetching(keyPaths) }

    /// Results with these fields only, in the form of `RecordQuery.select`: `name, city = address.city`.
    ///
    /// - Parameters:
    ///   - text: the fields.
    ///   - arguments: the values of `%@`, `%K` and `%d` in the text, in order.
    public func fetchingOnly(_ text: PredicateFormatString, _ arguments: (any PredicateArgument)?...) -> TypedRequest {
        let items = text.adding(arguments: arguments)
        return with { $0.selection.append(items) }
    }

    func fetching(_ keyPaths: [PartialKeyPath<Root>]) -> TypedRequest {
        with { request in
            for keyPath in keyPaths {
                if let item = request.column(of: keyPath, in: .select) { request.selection.append(item) }
            }
        }
    }

    /// Of results that are equal, in the fields of `fetchingOnly` or all of them, only the first.
    public func returningDistinctResults(_ isDistinct: Bool = true) -> TypedRequest {
        with { $0.isDistinct = isDistinct }
    }

    // MARK: Groups

    /// One result for all values that have these fields in common. Such results are dictionaries, of the fields and `count`.
    public func groupBy(_ keyPaths: PartialKeyPath<Root>...) -> TypedRequest {
        with { request in
            for keyPath in keyPaths {
                if let item = request.column(of: keyPath, in: .groupBy) { request.keys.append(item) }
            }
        }
    }

    /// Groups in the form of `RecordQuery.groupBy`: `city = address.city, decade = age / 10`.
    ///
    /// - Parameters:
    ///   - text: the keys.
    ///   - arguments: the values of `%@`, `%K` and `%d` in the text, in order.
    public func groupBy(_ text: PredicateFormatString, _ arguments: (any PredicateArgument)?...) -> TypedRequest {
        let items = text.adding(arguments: arguments)
        return with { $0.keys.append(items) }
    }

    /// The aggregates of each group, in the form of `RecordQuery.aggregate`: `oldest = max(age), average(age)`. Without `groupBy` all
    /// values are one group.
    ///
    /// - Parameters:
    ///   - text: the aggregates.
    ///   - arguments: the values of `%@`, `%K` and `%d` in the text, in order.
    public func aggregating(_ text: PredicateFormatString, _ arguments: (any PredicateArgument)?...) -> TypedRequest {
        let items = text.adding(arguments: arguments)
        return with { $0.aggregates.append(items) }
    }

    /// A function of a field of the values of each group.
    ///
    /// - Parameters:
    ///   - function: the function.
    ///   - keyPath: the field.
    ///   - name: the name of the result.
    public func aggregating(_ function: QueryFunction, of keyPath: PartialKeyPath<Root>, as name: String)
        -> TypedRequest
    {
        with { request in
            guard let path = request.path(of: keyPath, in: .aggregate) else { return }
            let name = SourceSpelling.quoted(name)
            request.aggregates.append(PredicateFormatString(parsing: "\(name) = \(function.rawValue)(\(path))"))
        }
    }

    /// A percentile of a field of the values of each group.
    ///
    /// - Parameters:
    ///   - percentage: from 0 to 100; 50 is the median. Others are an error when the request is checked.
    ///   - keyPath: the field.
    ///   - name: the name of the result.
    public func aggregating(percentile percentage: Double, of keyPath: PartialKeyPath<Root>, as name: String)
        -> TypedRequest
    {
        with { request in
            guard let path = request.path(of: keyPath, in: .aggregate) else { return }
            let name = SourceSpelling.quoted(name)
            request.aggregates.append(PredicateFormatString(parsing: "\(name) = percentile(\(path), \(percentage))"))
        }
    }

    /// Only groups that match a predicate over their keys, `count` and aggregates.
    ///
    /// - Parameters:
    ///   - format: the predicate.
    ///   - arguments: the values of `%@`, `%K` and `%d` in the text, in order.
    public func having(_ format: PredicateFormatString, _ arguments: (any PredicateArgument)?...) -> TypedRequest {
        let text = format.adding(arguments: arguments)
        return with { $0.havingParts.append(.text(text)) }
    }

    /// Only groups that satisfy a predicate over values. A key of the groups has its value; any other field has the value of
    /// the first value of the group, in the order of the sources. `count` is the number of values of the group.
    public func having(_ predicate: some RequestPredicate<Root>) -> TypedRequest {
        with { $0.havingParts.append(.predicate(predicate)) }
    }

    // MARK: Inspection

    /// Shows the query to an inspector before each run.
    public func inspect(on inspector: some RequestInspector) -> TypedRequest {
        with { $0.inspectors.append(inspector) }
    }

    /// Shows the query to a function before each run.
    public func inspect(_ body: @escaping @Sendable (RecordQuery) -> Void) -> TypedRequest {
        inspect(on: InspectorFunction(body: body))
    }

    // MARK: Key paths

    /// A key path as a path of fields; if a field is not declared, nil, and the error is recorded.
    private mutating func names(of keyPath: PartialKeyPath<Root>, in part: RecordQuery.Part) -> [String]? {
        if let names = description.fieldPath(of: keyPath) { return names }
        let problem = PredicateDiagnostic.unregisteredKeyPath(
            keyPath, of: description.type.name, at: SourceRange(at: 0))
        problems.append(.init(part, PredicateDiagnostics(source: "", diagnostics: [problem])))
        return nil
    }

    private mutating func path(of keyPath: PartialKeyPath<Root>, in part: RecordQuery.Part) -> String? {
        names(of: keyPath, in: part).map { ExpressionTree.path($0).predicateFormat }
    }

    /// The field of results that a key path stands for; one whose name has to be quoted is called by its name still.
    private mutating func column(of keyPath: PartialKeyPath<Root>, in part: RecordQuery.Part) -> PredicateFormatString?
    {
        guard let names = names(of: keyPath, in: part) else { return nil }
        let path = ExpressionTree.path(names).predicateFormat
        let name = names.joined(separator: ".")
        let isPlain = names.isEmpty || path == name
        return PredicateFormatString(parsing: isPlain ? path : "\(SourceSpelling.quoted(name)) = \(path)")
    }
}

/// A predicate as text, which is checked when the request runs.
private struct TextPredicate<Root>: RequestPredicate {
    let format: PredicateFormatString

    func predicate(over description: PredicateDescription<Root>) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try predicate(over: description, library: .standard, limits: .standard)
    }

    func predicate(
        over description: PredicateDescription<Root>, library: PredicateLibrary, limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try description.predicate(format, library: library, limits: limits)
    }
}

/// A function as an inspector.
private struct InspectorFunction: RequestInspector {
    let body: @Sendable (RecordQuery) -> Void

    func inspect(_ query: RecordQuery) { body(query) }
}
