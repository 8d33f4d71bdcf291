import PredicateCore
import PredicateFormat

/// Order, distinct results and groups of records whose values come expression by expression, as columns give them.
///
/// Rows are numbered in the order of the records.
package struct ColumnQuery {
    private let query: CheckedQuery
    private let rows: Range<Int>
    /// The values of an expression, one for each row.
    private let values: (CheckedExpression) throws -> [PredicateValue]
    /// Called often; throws to end the work.
    private let check: () throws -> Void
    /// Counts the values that an order or a function of groups cannot use; nil if nobody asks.
    private let unusable: UnusableValues?

    /// A query over a number of records.
    package init(
        _ query: CheckedQuery, rowCount: Int, unusable: UnusableValues? = nil,
        check: @escaping () throws -> Void = {},
        values: @escaping (CheckedExpression) throws -> [PredicateValue]
    ) {
        self.query = query
        rows = 0..<rowCount
        self.values = values
        self.check = check
        self.unusable = unusable
    }

    /// The rows in the order of the query.
    ///
    /// - Parameters:
    ///   - first: the number of rows that are wanted; nil for all.
    ///   - passed: called with each row, once its values are known.
    package func inOrder(first: Int?, passed: (Int) -> Void = { _ in }) throws -> [Int] {
        let order = query.order
        if order.isEmpty { return Array(rows) }
        let columns = try order.keys.enumerated().map { index, key in
            let column = try values(key.expression)
            unusable?.add(column, of: key.expression)
            return column.map { order.comparable($0, at: index) }
        }
        let compare: (Int, Int) throws -> ValueSemantics.Order = { a, b in
            try check()
            for index in columns.indices {
                let found = order.compare(columns[index][a], columns[index][b], at: index)
                if found != .equal { return found }
            }
            return .equal
        }
        var ordered = OrderedRows<Int>(capacity: first)
        for row in rows {
            try ordered.add(row, compare)
            passed(row)
        }
        return try ordered.take(compare)
    }

    /// The first of the rows with equal results.
    ///
    /// - Parameters:
    ///   - ordered: the rows in their order.
    ///   - records: the values of the records, if they are the results; nil for the selected fields.
    package func distinct(_ ordered: [Int], records: [PredicateValue]?) throws -> [Int] {
        let columns = try records == nil ? query.columns.map { try values($0.expression) } : []
        var distinct = DistinctRows()
        return try ordered.filter { row in
            try check()
            return distinct.insert(records.map { [$0[row]] } ?? query.identity(of: columns.map { $0[row] })).isNew
        }
    }

    /// The groups: their fields with their names, in order.
    ///
    /// - Parameter spelling: the text of the value at a path in the record of a row, if it has one.
    package func groups(
        context: EvaluationContext, spelling: (Int, [String]) -> QueryCell.Spelling? = { _, _ in nil }
    ) throws -> [[(name: String, cell: QueryCell)]] {
        guard let grouping = query.grouping else { return [] }
        let keys = try grouping.keys.map { try values($0.expression) }
        let operands = try grouping.aggregates.map { aggregate -> [PredicateValue]? in
            guard let expression = aggregate.column?.expression else { return nil }
            let column = try values(expression)
            if aggregate.function.takesOneKind {
                unusable?.add(column, of: expression, wantsNumbers: aggregate.function.wantsNumbers)
            }
            return column
        }
        var run = QueryRun<Never>(query, context: context)
        for row in rows {
            try check()
            run.add(keys: keys.map { $0[row] }, operands: operands.map { $0?[row] }) { index in
                grouping.keys[index].path.flatMap { spelling(row, $0) }
            } operandSpelling: { index in
                grouping.aggregates[index].column?.path.flatMap { spelling(row, $0) }
            }
        }
        let found = run.finish()
        try check()
        return found.compactMap { if case .group(let fields) = $0 { fields } else { nil } }
    }
}
