/// An item of a list in a query: text, or a form that a program built.
enum QueryItem<Built: QueryItemForm>: Sendable {
    /// A text, which may contain several items, with the values of its format arguments.
    case text(String, [PredicateArgumentContent])
    case built(Built)
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

    var text: String { "\(SourceSpelling.quoted(name)) = \(function.rawValue)(\(expression.predicateFormat))" }
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

/// The text of a list of items, with what else it was made of.
struct QueryItems<Built: QueryItemForm> {
    /// The items as text; nil without items.
    private(set) var text: String?
    /// An entry for each item of the text: nil for one that was written as text.
    private(set) var entries: [Built?] = []
    /// The values of the format arguments in the text.
    private(set) var arguments: [PredicateValue] = []

    /// - Throws: `PredicateDiagnostics` if an argument is too large.
    init(_ items: [QueryItem<Built>], library: inout PredicateLibrary, limits: PredicateLimits)
        throws(PredicateDiagnostics)
    {
        for item in items {
            switch item {
            case .built(let built):
                add(built.text)
                entries.append(built)
            case .text(let format, let given):
                let filled = try FilledFormat(format, given, library: library, limits: limits)
                library = filled.library
                add(filled.source)
                entries += QueryText(filled.source).items.map { _ in nil }
                arguments += filled.arguments
            }
        }
    }

    private mutating func add(_ item: String) { text = text.map { $0 + ", " + item } ?? item }
}

extension ExpressionTree {
    /// The path of keys from the record. Without keys it is the record.
    static func path(_ keys: [String]) -> ExpressionTree {
        keys.reduce(ExpressionTree(.record)) { ExpressionTree(.field($0, $1)) }
    }
}
