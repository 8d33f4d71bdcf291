import PredicateCore

/// An item of a query that a program built.
protocol QueryItemForm: Sendable {
    /// The text of the item.
    var text: String { get }
}

/// A sort key.
struct SortKeyForm: QueryItemForm {
    var expression: ExpressionTree
    var isDescending = false
    /// The position of nil. By default nil is first in an ascending order, and last in a descending one.
    var isNilFirst: Bool?
    var options: StringOptions = []

    var text: String {
        let letters = options.letters
        var text = (isDescending ? "-" : "") + expression.predicateFormat + (letters.isEmpty ? "" : "[\(letters)]")
        if let isNilFirst { text += isNilFirst ? ":nil-first" : ":nil-last" }
        return text
    }
}

/// A field of results, or a key of groups.
struct ColumnForm: QueryItemForm {
    /// The name; nil if the expression gives it.
    var name: String?
    var expression: ExpressionTree

    var text: String {
        (name.map { SourceSpelling.quoted($0) + " = " } ?? "") + expression.predicateFormat
    }
}

/// An aggregate of each group.
struct AggregateForm: QueryItemForm {
    var name: String
    var function: QueryFunction
    var expression: ExpressionTree
    /// The percentage of `percentile`.
    var percentage: Double?

    var text: String {
        let percentage = percentage.map { ", \($0)" } ?? ""
        return "\(SourceSpelling.quoted(name)) = \(function.rawValue)(\(expression.predicateFormat)\(percentage))"
    }
}

/// The parts of a query that a program built, in addition to their text.
///
/// A list has an entry for each item of its text: nil for an item that was written as text.
struct QueryTrees: Sendable {
    /// The predicate, checked against the schema of the query.
    var predicate: CheckedPredicate?
    var groupBy: [ColumnForm?] = []
    var aggregate: [AggregateForm?] = []
    var having: PredicateTree?
    var sort: [SortKeyForm?] = []
    var select: [ColumnForm?] = []
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
