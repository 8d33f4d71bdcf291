import PredicateFormat
import PredicateRecords

/// An order of the records of a data set.
struct ReplOrder {
    private let order: RecordOrder

    /// The order for a text such as `-population, name[cd]:nil-last`. An empty text keeps the order of the data.
    init(_ text: String, in session: ReplSession) throws {
        order = text.isEmpty ? RecordOrder([]) : try session.query(RecordQuery(sort: text)).order
    }

    /// The indices of records in this order; only the first ones if a limit is given.
    func ordered(_ locations: [Int], of data: ReplDataSet, first: Int?, in session: ReplSession) throws -> [Int] {
        if order.isEmpty { return locations }
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let order = order
        let ordered = try session.interruptibly { interruption in
            interruption.work.plan(locations.count * (order.keys.count + 1))
            let columns = try order.keys.enumerated().map { index, key in
                try ReplScan(data, keys: key.expression.readKeys, interruption)
                    .values(of: key.expression, at: locations, context: context)
                    .map { order.comparable($0, at: index) }
            }
            let compare: (Int, Int) throws -> ValueSemantics.Order = { a, b in
                try interruption.check()
                for index in columns.indices {
                    let found = order.compare(columns[index][a], columns[index][b], at: index)
                    if found != .equal { return found }
                }
                return .equal
            }
            var rows = OrderedRows<Int>(capacity: first)
            interruption.work.expect(locations.count)
            for row in locations.indices {
                try rows.add(row, compare)
                if row & 0xFFFF == 0 { interruption.work.advance(by: 0x10000) }
            }
            return try rows.take(compare).map { locations[$0] }
        }
        try session.tell(warnings)
        return ordered
    }
}
