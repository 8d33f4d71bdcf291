import PredicatePlatform

/// A request at work, checked and compiled.
struct RequestRun<Root> {
    let query: CheckedQuery
    private let type: DescribedType
    private let predicate: TypedPredicate<Root>?
    private let context: EvaluationContext?
    private var run: QueryRun<Root>
    /// Whether the query reads any part of a value; otherwise no record is made of it.
    private let readsRecords: Bool

    /// - Throws: `PredicateDiagnostics` or `RecordQueryDiagnostics`.
    init(_ request: TypedRequest<Root>, _ context: EvaluationContext?) throws {
        predicate = try request.predicate()
        let text = request.query(request.inspectors.isEmpty ? nil : predicate?.predicateFormat)
        for inspector in request.inspectors { inspector.inspect(text) }
        var parts = text
        parts.predicate = nil
        query = try parts.checked(
            against: request.description.schema, trees: request.trees(nil), library: request.library,
            limits: request.limits)
        var comparators: [Int: QueryRun<Root>.Comparator] = [:]
        for (index, item) in request.order.enumerated() { comparators[index] = item.comparator }
        self.context = context
        run = QueryRun(
            query, context: context ?? EvaluationContext(limits: request.limits), comparators: comparators)
        type = request.description.type
        readsRecords = query.isGrouped || query.readKeys.map { !$0.isEmpty } ?? true
    }

    private func record(of value: Root) -> PredicateValue {
        withUnsafePointer(to: value) { .object(type.record(UnsafeRawPointer($0))) }
    }

    /// Gives the matching values to the query, and calls a function with those that are results immediately.
    private mutating func read(_ values: some Sequence<Root>, _ body: (Root) -> Void) {
        var test = predicate?.compiled.run(context)
        for value in values {
            if run.isFull || context?.isCancelled?() == true { return }
            if test != nil, withUnsafePointer(to: value, { test?.matches(UnsafeRawPointer($0)) }) != true { continue }
            if add(value) { body(value) }
        }
    }

    private mutating func add(_ value: Root) -> Bool {
        run.add(readsRecords ? record(of: value) : .null, payload: { value }, spelling: { _ in nil })
    }

    mutating func values(of values: some Sequence<Root>) -> [Root] {
        var found: [Root] = []
        read(values) { found.append($0) }
        for case .record(let value) in run.finish() { found.append(value) }
        return found
    }

    mutating func count(of values: some Sequence<Root>) -> Int {
        var count = 0
        read(values) { _ in count += 1 }
        return count + run.finish().count
    }

    mutating func objects(of values: some Sequence<Root>) -> [PredicateObject] {
        var found: [Root] = []
        read(values) { found.append($0) }
        var objects: [PredicateObject] = []
        for value in found { objects.append(object(of: value)) }
        for row in run.finish() {
            switch row {
            case .record(let value): objects.append(object(of: value))
            case .group(let fields): objects.append(PredicateObject(fields.map { ($0.name, $0.cell.value) }))
            }
        }
        return objects
    }

    /// The fields of a result, copied so that nothing of the value is kept.
    private mutating func object(of value: Root) -> PredicateObject {
        guard case .object(let record) = run.result(of: record(of: value)) else { return PredicateObject([]) }
        return record as? PredicateObject ?? PredicateObject(record.keys.map { ($0, record.value(forKey: $0)) })
    }

    // MARK: One after another

    /// Takes a value, and returns whether it is a result immediately; for queries that are streaming.
    mutating func isResult(_ value: Root, _ test: inout TypedRun?) -> Bool {
        if test != nil, withUnsafePointer(to: value, { test?.matches(UnsafeRawPointer($0)) }) != true { return false }
        return add(value)
    }

    /// The test for values; nil if all values match.
    func makeTest() -> TypedRun? { predicate?.compiled.run(context) }

    /// Whether no further value could be a result.
    var isFull: Bool { run.isFull }
}

extension TypedRequest {
    /// The request as a query of records, with its predicate: for JSON records, tables and columns of the same form as the values.
    ///
    /// Comparators exist only in Swift; the query uses the order of the field instead.
    ///
    /// - Throws: `PredicateDiagnostics` or `RecordQueryDiagnostics` with the errors of the request.
    public func checkedQuery() throws -> CheckedQuery {
        let predicate = try predicate()
        return try query(predicate?.predicateFormat)
            .checked(against: description.schema, trees: trees(predicate), library: library, limits: limits)
    }

    /// The predicates as one; nil if there are none.
    func predicate() throws(PredicateDiagnostics) -> TypedPredicate<Root>? {
        if !problems.isEmpty { throw PredicateDiagnostics(source: "", diagnostics: problems) }
        var made: [TypedPredicate<Root>] = []
        for predicate in predicates { made.append(try predicate.predicate(over: description)) }
        return made.isEmpty ? nil : try description.conjunction(made)
    }

    /// The request as text.
    func query(_ predicate: String?) -> RecordQuery {
        func joined<Built>(_ items: [QueryItem<Built>]) -> String? {
            items.isEmpty ? nil : items.map(\.text).joined(separator: ", ")
        }
        let having = havingParts.first.map { first in
            havingParts.dropFirst().reduce(first.text) { "(\($0)) AND (\($1.text))" }
        }
        return RecordQuery(
            where: predicate, groupBy: joined(keys), aggregate: joined(aggregates), having: having,
            sort: joined(order.map(\.key)), select: joined(selection), distinct: isDistinct, offset: offsetCount,
            limit: limitCount)
    }

    /// What key paths and predicates have built of the request.
    func trees(_ predicate: TypedPredicate<Root>?) -> QueryTrees {
        var havingTree: PredicateTree?
        for part in havingParts {
            guard case .tree(let tree) = part else {
                havingTree = nil
                break
            }
            havingTree = havingTree.map { PredicateTree(.and([$0, tree])) } ?? tree
        }
        return QueryTrees(
            predicate: predicate?.checked, groupBy: QueryTrees.entries(keys),
            aggregate: QueryTrees.entries(aggregates), having: havingTree,
            sort: QueryTrees.entries(order.map(\.key)), select: QueryTrees.entries(selection))
    }
}

extension PredicateObject {
    /// The fields as a dictionary; of two keys that Swift calls equal the first counts.
    public var dictionary: [String: PredicateValue] { Dictionary(fields, uniquingKeysWith: { first, _ in first }) }

    /// The fields as a dictionary of Swift values; nil fields are left out.
    public var swiftDictionary: [String: Any] {
        var dictionary: [String: Any] = [:]
        for (key, value) in fields where dictionary[key] == nil { dictionary[key] = value.swiftValue }
        return dictionary
    }
}

extension PredicateValue {
    /// The value as Swift has it: `Bool`, `Int64`, `Double`, `Decimal`, `String`, `Date`, `UUID`, `Data`, `URL` (text that is none stays text), arrays of
    /// them with nil as `Any?.none`, dictionaries; nil for nil.
    public var swiftValue: Any? {
        switch self {
        case .null: nil
        case .boolean(let value): value
        case .integer(let value): value
        case .double(let value): value
        case .decimal(let value): value
        case .string(let value): value
        case .date(let value): value
        case .uuid(let value): value
        case .data(let value): value
        case .url(let text): URL(string: text) ?? text
        case .list(let elements), .set(let elements): elements.map(\.swiftValue)
        case .object(let record):
            PredicateObject(record.keys.map { ($0, record.value(forKey: $0)) }).swiftDictionary
        }
    }
}
