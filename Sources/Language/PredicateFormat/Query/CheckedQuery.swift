import PredicateCore

/// A checked query, with its expressions compiled.
///
/// ```swift
/// let query = try RecordQuery(sort: "-population, name", limit: 20).checked(against: schema)
/// let largest = query.results(of: cities)
/// ```
public struct CheckedQuery: Sendable {
    /// The parts of the query, as written.
    public let query: RecordQuery
    /// The schema of the records; nil if every field is `any`.
    package let schema: RecordSchema?
    /// The limits of the check and of evaluations.
    package let limits: PredicateLimits
    /// The predicate that records must satisfy; nil matches all.
    package let predicate: CheckedPredicate?
    /// The order of the results.
    package let order: RecordOrder
    /// The warnings of each part.
    public let warnings: [RecordQueryDiagnostics.Found]
    package let library: PredicateLibrary
    package let grouping: RecordGrouping?
    package let columns: [QueryColumn]
    /// The expressions of all parts but the predicates, with their positions.
    package let pieces: [Piece]

    /// The number of results to skip.
    package var offset: Int { max(0, query.offset) }

    /// The maximum number of results; nil if there is none.
    package var limit: Int? { query.limit.map { max(0, $0) } }

    /// Whether only the first of equal results is kept.
    package var isDistinct: Bool { query.isDistinct }

    /// The values of the selected fields of a result, as they are compared with those of others.
    package func identity(of values: [PredicateValue]) -> [PredicateValue] {
        zip(values, columns).map { $0.comparable(as: $1.expression.type) }
    }

    /// Whether results are groups and not records.
    package var isGrouped: Bool { grouping != nil }

    /// The record type of the groups, for `having`, the order and the selection; nil without groups.
    package var groupSchema: RecordSchema? { grouping?.schema }

    /// The names of the fields of the results, in order; nil if results are whole records.
    public var names: [String]? {
        if !columns.isEmpty { return columns.map(\.name) }
        return grouping?.names
    }

    /// Whether each result is known with its record, so that nothing is kept.
    package var isStreaming: Bool { order.isEmpty && grouping == nil }

    /// The substitution variables that have no value, in the order of their first use.
    package var variables: [String] {
        var names: [String] = []
        for (name, _) in variableUses where !names.containsName(name) { names.append(name) }
        return names
    }

    /// The types that the substitution variables are compared with: for each variable, the first known type.
    package var variableTypes: NameTable<ValueType> {
        var types = NameTable<ValueType>()
        for (name, type) in variableUses where types[name]?.isAny ?? true { types[name] = type }
        return types
    }

    /// The substitution variables of all parts, with their types in each part.
    private var variableUses: [(name: String, type: ValueType)] {
        var lists = [predicate?.variables, grouping?.having?.variables]
        lists += (order.keys.map(\.expression) + columns.map(\.expression)).map { $0.variables }
        lists += (grouping?.keys ?? []).map { $0.expression.variables }
        lists += (grouping?.aggregates ?? []).map { $0.column?.expression.variables }
        return lists.compactMap { $0 }.flatMap { $0 }
    }

    /// The keys of a matching record that are read for the order, groups and distinct results; nil for all keys.
    package var readKeys: [String]? {
        var expressions = (grouping?.keys ?? []).map(\.expression)
        expressions += (grouping?.aggregates ?? []).compactMap { $0.column?.expression }
        if grouping == nil {
            expressions = order.keys.map(\.expression) + columns.map(\.expression)
            if isDistinct, columns.isEmpty { return nil }
        }
        var keys: [String] = []
        for expression in expressions {
            guard let own = expression.tree.uses.topLevelKeys else { return nil }
            for key in own where !keys.contains(where: { sameCodePoints($0, key) }) { keys.append(key) }
        }
        return keys
    }

    /// The results for a sequence of values.
    ///
    /// - Parameters:
    ///   - records: the records, or any other values; read once, from the first to the last, and only as far as needed.
    ///   - context: `now()`, limits, cancellation. By default `now()` is the current instant.
    /// - Returns: whole records, or objects with the fields of `names`.
    public func results(of records: some Sequence<PredicateValue>, context: EvaluationContext? = nil)
        -> [PredicateValue]
    {
        let context = context ?? EvaluationContext(limits: limits)
        var run = QueryRun<PredicateValue>(self, context: context)
        var results: [PredicateValue] = []
        var test = QueryTest(predicate, context)
        for record in records {
            if run.isFull || context.isCancelled?() == true { break }
            if !test.holds(record) { continue }
            if run.add(record, payload: { record }, spelling: { _ in nil }) {
                results.append(run.result(of: record))
            }
        }
        return results
            + run.finish().map { row in
                switch row {
                case .record(let record): run.result(of: record)
                case .group(let cells): .object(PredicateObject(cells.map { ($0.name, $0.cell.value) }))
                }
            }
    }

    /// The results for records of one type.
    public func results<Record: PredicateRecord>(of records: some Sequence<Record>, context: EvaluationContext? = nil)
        -> [PredicateValue]
    {
        results(of: records.lazy.map { PredicateValue.object($0) }, context: context)
    }

    /// The number of results.
    public func count(of records: some Sequence<PredicateValue>, context: EvaluationContext? = nil) -> Int {
        results(of: records, context: context).count
    }
}

/// The predicate of a query, for a sequence of records.
private struct QueryTest {
    private let predicate: CompiledPredicate?
    private var run: EvaluationRun

    init(_ predicate: CheckedPredicate?, _ context: EvaluationContext) {
        self.predicate = predicate?.compiled(for: context)
        run = self.predicate?.makeRun(context: context) ?? EvaluationRun(context: context, slotCount: 0)
    }

    mutating func holds(_ record: PredicateValue) -> Bool {
        guard let predicate else { return true }
        return predicate.evaluate(on: record, in: &run)
    }
}

extension CheckedQuery {
    /// An expression of a part, with its position in the text of the part.
    package struct Piece: Sendable {
        /// The part.
        package let part: RecordQuery.Part
        /// The expression.
        package let expression: CheckedExpression
        /// Its offset in the text of the part, in bytes.
        package let start: Int
        /// The function of a group that takes it; nil for other parts.
        package let function: QueryFunction?
        /// Whether records are its operands, and not groups.
        package let isOfRecords: Bool
    }
}

extension CheckedExpression {
    /// How to read the numbers of a field that a sample shows to be written as text; nothing for other expressions.
    func numberReading(of text: String, at range: SourceRange) -> (hint: String?, edits: [PredicateDiagnostic.Edit]) {
        guard let schema, schema.origin == .inferred, case .field(let base, let name) = tree.kind,
            let statistics = schema.recordType(of: base.type)?.field(named: name)?.statistics, statistics.allNumbers
        else { return (nil, []) }
        return PredicateDiagnostic.numberReading(statistics, of: text, at: range)
    }
}

// What is left of a query whose first parts the source of the records has done, such as a database.
extension CheckedQuery {
    /// The parts of a query that a source can do before its records are read, in their order (D102).
    package struct Done: Hashable, Sendable {
        /// Whether the groups are made, so that each record is a group.
        package var grouping = false
        /// Whether only groups come that satisfy `having`.
        package var having = false
        /// Whether the records come in the order of the query.
        package var order = false
        /// Whether equal results come only once.
        package var distinct = false
        /// Whether only the results after the offset, and at most as many as the limit allows, come.
        package var range = false

        /// Nothing is done.
        package init() {}
    }

    /// The query over the records of such a source. Made groups are records of the type `groupSchema`, and `having` is
    /// the predicate over them.
    package func rest(after done: Done) -> CheckedQuery {
        var rest = query
        var groups = grouping
        var own = predicate
        if done.grouping, let made = grouping {
            own = done.having ? nil : made.having
            groups = nil
            rest.groupBy = nil
            rest.aggregate = nil
            rest.having = nil
        }
        if done.order { rest.sort = nil }
        if done.distinct { rest.isDistinct = false }
        if done.range {
            rest.offset = 0
            rest.limit = nil
        }
        return CheckedQuery(
            query: rest, schema: done.grouping ? groupSchema : schema, limits: limits, predicate: own,
            order: done.order ? RecordOrder([], library: library) : order, warnings: [], library: library,
            grouping: groups, columns: columns, pieces: pieces.filter { rest[$0.part] != nil })
    }
}

/// The predicates of a query that a program built, in addition to their text, and the values of its format arguments.
struct QueryTrees: Sendable {
    /// The predicate, checked against the schema of the query.
    var predicate: CheckedPredicate?
    var having: PredicateTree?
    /// The fields of records that `having` reads.
    var recordFields: [[String]] = []
    /// The values of the format arguments in the text of each part.
    var arguments: [RecordQuery.Part: [PredicateValue]] = [:]
}

extension ExpressionTree {
    /// The path of keys from the record. Without keys it is the record.
    static func path(_ keys: [String]) -> ExpressionTree {
        keys.reduce(ExpressionTree(.record)) { ExpressionTree(.field($0, $1)) }
    }
}
