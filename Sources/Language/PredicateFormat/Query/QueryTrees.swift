import PredicateCore

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
