import PredicateFormat

/// The value of an expression of the predicate, as far as SQL can say it.
indirect enum SQLOperand: Sendable {
    case constant(PredicateValue)
    /// A substitution variable, whose value comes when the statement is run.
    case variable(String)
    case now
    case scalar(SQLScalar)
    /// The year of a date, or the first instant of its unit.
    case dateStep(SQLDateStep)
    /// A row of a table: the record, an object, an element of a list.
    case row(SQLRow)
    case list(SQLRowList)
    /// An object: a struct of Spark.
    case structure(SQLStructure)
    /// How many elements a list has.
    case count(SQLRowList)
    /// A list that is written in the predicate, with elements that are not all constant.
    case written([SQLOperand])
    /// What SQL does not say, and why: the words continue "because".
    case unknown(String)
}

/// A single value in SQL, which is NULL exactly where the value of the predicate is nil.
struct SQLScalar: Sendable {
    /// The kinds of values. Values of two kinds are never equal, and have no order, except for numbers.
    enum Kind: Sendable {
        case boolean, integer, real, decimal, text, date, uuid, blob, json, array

        var isNumber: Bool {
            switch self {
            case .boolean, .integer, .real, .decimal: true
            case .text, .date, .uuid, .blob, .json, .array: false
            }
        }

        /// Whether two values of the kinds compare at all.
        func compares(with other: Kind) -> Bool { self == other || isNumber && other.isNumber }
    }

    var node: SQLNode
    var kind: Kind
    /// The column, if the value is one: it may hold values of other types, and its type says how values are stored.
    var column: SQLColumn?
    /// The rows between the row in scope and the row of the column, if there are any.
    var steps: [SQLRow.Step] = []
    /// Where the node is the value: conditions that are never NULL.
    var trust: [SQLNode] = []
    /// The text whose upper or lower case the value is, if it is one.
    var casing: SQLCasing?
    /// Whether the value is the seconds of a date that PostgreSQL stores: no double is far from it.
    var isStoredDate = false
}

/// A string in upper or lower case: what it needs in addition to what SQL makes of its ASCII letters.
final class SQLCasing: Sendable {
    /// The string, which is not a column.
    let text: SQLScalar
    let isUpper: Bool

    init(_ text: SQLScalar, isUpper: Bool) {
        self.text = text
        self.isUpper = isUpper
    }
}

/// A row: one that is in scope, or one that to-one links reach from there.
struct SQLRow: Sendable {
    /// A to-one link with the alias of the row that it reaches.
    struct Step: Sendable {
        var link: SQLLink
        var table: SQLTable
        /// The alias of the row that the link starts from.
        var from: String
        var alias: String
    }

    /// The alias of the row in scope.
    var base: String
    var steps: [Step] = []
    /// The table of the row itself, at the end of the steps.
    var table: SQLTable

    /// The alias of the row itself.
    var alias: String { steps.last?.alias ?? base }
    /// Whether the row may be nil.
    var isNullable: Bool { steps.contains { $0.link.isNullable } }
}

/// A struct of Spark, which is NULL exactly where the object is nil.
struct SQLStructure: Sendable {
    var node: SQLNode
    /// The fields by their names in the predicate.
    var fields: [String: SQLColumn]
}

/// A list whose elements belong to rows.
struct SQLRowList: Sendable {
    /// The tables of the rows; the first is tied to the row outside.
    var sources: [SQLSelect.Source]
    /// What rows must also satisfy.
    var filters: [SQLPair] = []
    /// The element of a row.
    var element: SQLOperand
    /// The row that the list belongs to, if that may be nil: then the list is nil.
    var owner: SQLRow?
    /// The column whose array is the list, if it is one: then the list is nil where the column is, and may be a list of
    /// lists.
    var array: SQLScalar?
    /// Whether the elements of an array are certainly no lists themselves, as its type says.
    var isFlat = false
    /// The columns that order the elements; none if they have no order.
    var order: [SQLNode] = []
    /// Whether equal elements count once.
    var isDistinct = false

    /// Whether elements of an array may be lists.
    var mayHoldLists: Bool { array != nil && !isFlat }
}

/// A condition between two bounds: wherever `under` is true the predicate holds, and wherever it holds `over` is true.
/// NULL counts as false.
struct SQLPair: Sendable {
    var under: SQLNode
    var over: SQLNode
    /// Why the bounds differ; nil if they do not.
    var reason: String?

    var isExact: Bool { reason == nil }

    /// A condition that holds exactly where the predicate does.
    static func exact(_ node: SQLNode) -> SQLPair { SQLPair(under: node, over: node) }
    /// A predicate of which SQL knows nothing.
    static func unknown(_ reason: String) -> SQLPair { SQLPair(under: .no, over: .yes, reason: reason) }

    var negated: SQLPair { SQLPair(under: over.negated, over: isExact ? over.negated : under.negated, reason: reason) }
}
