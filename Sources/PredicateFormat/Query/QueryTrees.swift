/// An item of a list in a query: text, or a form that a program built.
enum QueryItem<Built: QueryItemForm>: Sendable {
    case text(String)
    case built(Built)

    /// The item as text.
    var text: String {
        switch self {
        case .text(let text): text
        case .built(let built): built.text
        }
    }
}

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

    /// The entries for the items of a list. An item of text may contain several.
    static func entries<Built>(_ items: [QueryItem<Built>]) -> [Built?] {
        items.flatMap { item -> [Built?] in
            switch item {
            case .built(let built): [built]
            case .text(let text): QueryText(text).items.map { _ in nil }
            }
        }
    }
}

extension ExpressionTree {
    /// The path of keys from the record. Without keys it is the record.
    static func path(_ keys: [String]) -> ExpressionTree {
        keys.reduce(ExpressionTree(.record)) { ExpressionTree(.field($0, $1)) }
    }
}
