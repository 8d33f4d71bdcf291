/// An item of a list of a query: text that somebody has written, or what a program has built.
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

/// An item of a query that a program has built.
protocol QueryItemForm: Sendable {
    /// The item as it would be written.
    var text: String { get }
}

/// A part of an order.
struct SortKeyForm: QueryItemForm {
    var expression: ExpressionTree
    var isDescending = false
    /// Where nil stands; nil for first ascending and last descending.
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
    /// The name; nil where the expression gives it.
    var name: String?
    var expression: ExpressionTree

    var text: String {
        (name.map { SourceSpelling.quoted($0) + " = " } ?? "") + expression.predicateFormat
    }
}

/// What is computed of each group.
struct AggregateForm: QueryItemForm {
    var name: String
    var function: QueryFunction
    var expression: ExpressionTree

    var text: String { "\(SourceSpelling.quoted(name)) = \(function.rawValue)(\(expression.predicateFormat))" }
}

/// What a program has built of a query, beside the text that shows it.
///
/// A list has an entry for each item of its text, which is nil where the item was written.
struct QueryTrees: Sendable {
    /// The predicate, checked against the schema of the query.
    var predicate: CheckedPredicate?
    var groupBy: [ColumnForm?] = []
    var aggregate: [AggregateForm?] = []
    var having: PredicateTree?
    var sort: [SortKeyForm?] = []
    var select: [ColumnForm?] = []

    /// The entries for items of a list, of which one that was written may hold several.
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
    /// The path of keys from the record; of none the record.
    static func path(_ keys: [String]) -> ExpressionTree {
        keys.reduce(ExpressionTree(.record)) { ExpressionTree(.field($0, $1)) }
    }
}
