import PredicateFormat

/// A predicate divided between a database and this program.
///
/// The condition takes every row that the predicate takes. If it takes others, too, `residual` is the predicate that
/// tells them apart.
public struct SQLPlan: Sendable, CustomStringConvertible {
    /// What the condition alone decides.
    public enum Exactness: String, Hashable, Sendable, CaseIterable {
        /// The condition takes exactly the rows that the predicate takes.
        case exact
        /// The condition takes more rows than the predicate.
        case superset
        /// The condition is true for all rows: nothing is pushed.
        case residual
    }

    /// A part of the predicate that the database does not decide alone, and why.
    public struct Remainder: Hashable, Sendable {
        /// The part as a predicate.
        public var part: String
        /// The reason, in words that continue "because": "SQLite folds only the letters of ASCII".
        public var reason: String
    }

    /// The condition, for a WHERE clause.
    public let condition: SQLStatement
    /// The condition with literals in place of parameters, for people to read and paste. Variables are `:name`.
    public let inline: String
    /// What the condition alone decides.
    public let exactness: Exactness
    /// The predicate that rows must also satisfy; nil if the condition is exact.
    public let residual: CheckedPredicate?
    /// The parts in `residual`, with the reasons.
    public let remainders: [Remainder]
    /// The dialect of the condition.
    public let dialect: SQLDialect
    /// The mapping of the condition.
    public let mapping: SQLMapping
    /// The name of the records' table in the condition; nil if it is the table's own name.
    public let alias: String?
    /// The condition as a tree, for statements around it.
    let node: SQLNode

    /// The condition, what it decides, and the rest: for people.
    public var description: String {
        var lines = ["\(exactness.rawValue): \(inline)"]
        if let residual { lines.append("residual: \(residual.predicateFormat)") }
        for remainder in remainders { lines.append("  \(remainder.part): \(remainder.reason)") }
        return lines.joined(separator: "\n")
    }
}
