import PredicateFormat
import PredicateRecords

/// An order of the records of a data set.
struct ReplOrder {
    private let query: CheckedQuery

    /// The order for a text such as `-population, name[cd]:nil-last`. An empty text keeps the order of the data.
    init(_ text: String, in session: ReplSession) throws {
        query = try text.isEmpty ? RecordQuery().checked() : session.query(RecordQuery(sort: text))
    }

    /// The indices of records in this order; only the first ones if a limit is given.
    func ordered(_ locations: [Int], of data: ReplDataSet, first: Int?, in session: ReplSession) throws -> [Int] {
        if query.order.isEmpty { return locations }
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let query = query
        let ordered = try session.interruptibly { interruption in
            interruption.work.plan(locations.count * (query.order.keys.count + 1))
            let run = ColumnQuery(query, rowCount: locations.count, check: interruption.check) { expression in
                defer { interruption.work.expect(locations.count) }
                return try ReplScan(data, keys: expression.readKeys, interruption)
                    .values(of: expression, at: locations, context: context)
            }
            return try run.inOrder(first: first) { row in
                if row & 0xFFFF == 0 { interruption.work.advance(by: 0x10000) }
            }.map { locations[$0] }
        }
        try session.tell(warnings)
        return ordered
    }
}
