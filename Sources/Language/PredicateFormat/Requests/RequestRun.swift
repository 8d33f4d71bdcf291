import PredicateCore
import PredicatePlatform

/// A request at work, checked and compiled.
struct RequestRun<Root> {
    let query: CheckedQuery
    private let type: DescribedType
    private let predicate: TypedPredicate<Root>?
    private let context: EvaluationContext
    private var run: QueryRun<Root>
    /// Notes the limits that evaluations reach; nil if the given context hears of them.
    private let note: LimitNote?
    /// Whether the query reads any part of a value; otherwise no record is made of it.
    private let readsRecords: Bool

    init(_ request: TypedRequest<Root>, _ context: EvaluationContext?) throws(RequestError) {
        let predicates = try request.checkedPredicates()
        predicate = try request.joined(predicates)
        let request = request.adopting(predicates)
        var texts = try RequestTexts(request, predicate, showsPredicate: !request.inspectors.isEmpty)
        for inspector in request.inspectors { inspector.inspect(texts.query) }
        texts.query.predicate = nil
        texts.trees.predicate = nil
        query = try texts.checked(request)
        var comparators: [Int: QueryRun<Root>.Comparator] = [:]
        for (index, item) in zip(texts.orderStarts, request.order) { comparators[index] = item.comparator }
        note = context?.warn == nil ? LimitNote() : nil
        let own = context ?? EvaluationContext(limits: request.limits)
        self.context = note?.listening(to: own) ?? own
        run = QueryRun(query, context: self.context, comparators: comparators)
        type = request.description.type
        readsRecords = query.isGrouped || query.readKeys.map { !$0.isEmpty } ?? true
    }

    private func record(of value: Root) -> PredicateValue {
        withUnsafePointer(to: value) { .object(type.record(UnsafeRawPointer($0))) }
    }

    /// Gives the matching values to the query, and calls a function with those that are results immediately.
    private mutating func read(_ values: some Sequence<Root>, _ body: (Root) -> Void) {
        var test = makeTest()
        for value in values {
            if run.isFull || context.isCancelled?() == true { return }
            if test != nil, withUnsafePointer(to: value, { test?.matches(UnsafeRawPointer($0)) }) != true { continue }
            if add(value) { body(value) }
        }
    }

    /// The rows of the query.
    ///
    /// - Throws: `RequestError.undecided` if an evaluation reached a limit.
    private mutating func finish() throws(RequestError) -> [QueryRun<Root>.Row] {
        let rows = run.finish()
        try decide()
        return rows
    }

    /// - Throws: `RequestError.undecided` if an evaluation reached a limit. Cancellation only ends the results.
    func decide() throws(RequestError) {
        if let limit = note?.take(), limit != .cancellation { throw .undecided(limit) }
    }

    private mutating func add(_ value: Root) -> Bool {
        run.add(readsRecords ? record(of: value) : .null, payload: { value }, spelling: { _ in nil })
    }

    mutating func values(of values: some Sequence<Root>) throws(RequestError) -> [Root] {
        var found: [Root] = []
        read(values) { found.append($0) }
        for case .record(let value) in try finish() { found.append(value) }
        return found
    }

    mutating func count(of values: some Sequence<Root>) throws(RequestError) -> Int {
        var count = 0
        read(values) { _ in count += 1 }
        return count + (try finish().count)
    }

    mutating func objects(of values: some Sequence<Root>) throws(RequestError) -> [PredicateObject] {
        var found: [Root] = []
        read(values) { found.append($0) }
        var objects: [PredicateObject] = []
        for value in found { objects.append(object(of: value)) }
        for row in try finish() {
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
    /// - Throws: what is wrong with the request.
    public func checkedQuery() throws(RequestError) -> CheckedQuery {
        let predicates = try checkedPredicates()
        let request = adopting(predicates)
        return try RequestTexts(request, try joined(predicates), showsPredicate: true).checked(request)
    }

    /// The predicates, each under its own library and limits, or those of the request.
    func checkedPredicates() throws(RequestError) -> [TypedPredicate<Root>] {
        let wrong = description.type.problems
        if !wrong.isEmpty { throw RequestError(.predicate, PredicateDiagnostics(source: "", diagnostics: wrong)) }
        if !problems.isEmpty { throw .invalid(RecordQueryDiagnostics(parts: problems)) }
        var made: [TypedPredicate<Root>] = []
        for predicate in predicates {
            made.append(
                try PredicateDiagnostics.translating(
                    try predicate.predicate(over: description, library: library, limits: limits)
                ) { RequestError(.predicate, $0) })
        }
        return made
    }

    /// The request whose other parts have the libraries of its predicates, and the strictest of their limits: whoever may not call a
    /// function in a predicate may not call it in an order either.
    func adopting(_ predicates: [TypedPredicate<Root>]) -> TypedRequest {
        with { request in
            for predicate in predicates { request.library.merge(predicate.checked.library) }
            guard limits == .standard, let first = predicates.first else { return }
            request.limits = predicates.dropFirst().reduce(first.checked.limits) { $0.stricter($1.checked.limits) }
        }
    }

    /// The predicates as one; nil if there are none.
    func joined(_ made: [TypedPredicate<Root>]) throws(RequestError) -> TypedPredicate<Root>? {
        if made.isEmpty { return nil }
        let whole = description.conjunction(made)
        if limits == .standard || limits == whole.checked.limits || whole.checked.isUndecided { return whole }
        do throws(PredicateDiagnostics) {
            // The limits of the request count for predicates that were checked under others.
            return try description.predicate(
                whole.checked.structure, library: whole.checked.library, limits: limits)
        } catch {
            throw RequestError(.predicate, error)
        }
    }
}

extension PredicateObject {
    /// The fields as a dictionary; of two keys that Swift calls equal the first counts.
    public var dictionary: [String: PredicateValue] { Dictionary(fields, uniquingKeysWith: { first, _ in first }) }

    /// The fields as a dictionary of Swift values; nil fields are left out.
    public var swiftDictionary: [String: Any] { swiftDictionary { _ in nil } }
}

extension PredicateValue {
    /// The value in Swift: `Bool`, `Int64`, `Double`, `Decimal`, `String`, `Date`, `UUID`, `Data`, `URL` (a string that is not a URL stays a string), arrays of
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
        case .object(let record): record.swiftDictionary { _ in nil }
        }
    }
}
