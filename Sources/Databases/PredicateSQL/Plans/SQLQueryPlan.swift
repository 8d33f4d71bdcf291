import PredicateCore
import PredicateFormat

/// A query divided between a database and this program.
///
/// The database evaluates a part of a query only if it evaluates the predicate and all parts before it, because every part
/// works on the results of the one before (D102). `rest` evaluates the other parts on these results.
///
/// A table without a primary key has no order. Without a sort, the records of a limit are then any.
public struct SQLQueryPlan: Sendable {
    /// A part of a query.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// The groups and their aggregates.
        case groups
        /// The predicate over groups.
        case having
        /// The order.
        case sort
        /// Only the first of equal results.
        case distinct
        /// How many results are skipped.
        case offset
        /// How many results there are at most.
        case limit
    }

    /// A part of the query that this program does, and why.
    public struct Remainder: Hashable, Sendable {
        /// The part.
        public var part: Part
        /// The reason, in words that continue "because".
        public var reason: String
    }

    /// A column of groups.
    public struct Column: Hashable, Sendable {
        /// The name of the field: of a key, `count`, or of an aggregate.
        public var name: String
        /// How the column's values read. A date is `date(.referenceSeconds)`: a double.
        public var type: SQLColumnType
    }

    /// The predicate of the records.
    public let condition: SQLPlan
    /// The parts that the database evaluates, in order.
    public let pushed: [Part]
    /// The other parts of the query, in the same order.
    public let remainders: [Remainder]
    /// What follows the condition in a statement that selects records: ORDER BY, LIMIT, OFFSET. It begins with a blank.
    /// Its parameters follow those of the condition. nil if the database makes groups.
    public let ending: SQLStatement?
    /// The statement that gives the groups, with the columns of `columns`; nil if the database makes none.
    public let groups: SQLStatement?
    /// The columns of the groups.
    public let columns: [Column]
    /// Finds a row whose values SQL would order or group in another way, such as an infinity, which reads as nil, or a
    /// string in a column of numbers. If there is one, this program has to do the whole query but for the predicate.
    /// nil if no such row is possible.
    public let check: SQLStatement?
    /// The statement of `check` with literals in place of parameters, for people.
    package let inlineCheck: String?
    /// The statement as people read it, without its list of columns: `WHERE … ORDER BY … LIMIT …`, or the whole
    /// statement of groups.
    public let inline: String
    /// What is left of the query.
    package let rest: CheckedQuery

    /// The statement: of the groups, or of all columns of the records.
    public var statement: SQLStatement { groups ?? condition.select(ending: ending) }
}

extension CheckedQuery {
    /// The query as a statement of a database, as far as it means the same there.
    ///
    /// - Parameter condition: the plan of the predicate that records satisfy. The schema of the query must agree with its
    ///   mapping.
    public func plan(of condition: SQLPlan) -> SQLQueryPlan {
        DeepStack.run(levels: 2 * meaningHeight) {
            var planner = SQLQueryPlanner(self, condition)
            return planner.plan()
        }
    }

    private var meaningHeight: Int {
        var expressions = order.keys.map(\.expression) + columns.map(\.expression)
        expressions += (grouping?.keys ?? []).map(\.expression)
        expressions += (grouping?.aggregates ?? []).compactMap { $0.column?.expression }
        let heights = expressions.map { CoreDepth.of($0.program.expression) }
        return max(heights.max() ?? 0, grouping?.having.map { CoreDepth.of($0.program.predicate) } ?? 0)
    }
}

/// Why the database does not do a part of a query.
struct SQLRefusal: Error {
    var reason: String
    init(_ reason: String) { self.reason = reason }
}
