import PredicateCore

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
        /// Whether only the results behind the offset, and at most as many as the limit allows, come.
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
            query: rest, schema: done.grouping ? groupSchema : schema, library: library, limits: limits,
            predicate: own, grouping: groups, order: done.order ? RecordOrder([], library: library) : order,
            columns: columns, warnings: [])
    }
}
