/// `ANY`, `ALL` or `NONE` before a comparison; `SOME` is `ANY`.
public enum Quantifier: String, Hashable, Sendable, CaseIterable {
    /// True when an element satisfies the comparison; false over nothing.
    case any = "ANY"
    /// True when every element satisfies it; true over nothing.
    case all = "ALL"
    /// True when no element satisfies it; true over nothing.
    case none = "NONE"
}

/// The operator of a comparison.
public enum ComparisonOperator: Hashable, Sendable {
    /// `==`, `=`
    case equal
    /// `!=`, `<>`
    case notEqual
    /// `<`
    case less
    /// `<=`, `=<`
    case lessOrEqual
    /// `>`
    case greater
    /// `>=`, `=>`
    case greaterOrEqual
    /// `BETWEEN`
    case between
    /// `IN`
    case `in`
    /// `CONTAINS`
    case contains
    /// `BEGINSWITH`
    case beginsWith
    /// `ENDSWITH`
    case endsWith
    /// `LIKE`
    case like
    /// `MATCHES`
    case matches
    /// An operator of the library, by the name it was registered under: `UTI-CONFORMS-TO`.
    case custom(String)

    /// The built-in operators in the order of the language page.
    public static let builtIn: [ComparisonOperator] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between, .in, .contains, .beginsWith,
        .endsWith, .like, .matches,
    ]

    /// The canonical spelling.
    public var spelling: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .between: "BETWEEN"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .like: "LIKE"
        case .matches: "MATCHES"
        case .custom(let name): name
        }
    }
}

/// An infix operator between two values.
public enum ArithmeticOperator: String, Hashable, Sendable, CaseIterable {
    /// `a + b`
    case add = "+"
    /// `a - b`
    case subtract = "-"
    /// `a * b`
    case multiply = "*"
    /// `a / b`
    case divide = "/"
    /// `a ** b`
    case power = "**"
    /// `a & b`
    case bitAnd = "&"
    /// `a | b`
    case bitOr = "|"
    /// `a ^ b`
    case bitXor = "^"
    /// `a << b`
    case shiftLeft = "<<"
    /// `a >> b`
    case shiftRight = ">>"

    /// Whether it works on integers only.
    public var isBitwise: Bool {
        switch self {
        case .add, .subtract, .multiply, .divide, .power: false
        default: true
        }
    }

    /// The selector of the function that is the same operation: `add:to:`.
    public var selector: String {
        switch self {
        case .add: "add:to:"
        case .subtract: "from:subtract:"
        case .multiply: "multiply:by:"
        case .divide: "divide:by:"
        case .power: "raise:toPower:"
        case .bitAnd: "bitwiseAnd:with:"
        case .bitOr: "bitwiseOr:with:"
        case .bitXor: "bitwiseXor:with:"
        case .shiftLeft: "leftshift:by:"
        case .shiftRight: "rightshift:by:"
        }
    }
}

/// `UNION`, `INTERSECT`, `MINUS`.
public enum SetOperator: String, Hashable, Sendable, CaseIterable {
    /// The values in either list.
    case union = "UNION"
    /// The values in both lists.
    case intersect = "INTERSECT"
    /// The values in the left list that are not in the right one.
    case minus = "MINUS"
}

/// An operator in a key path that makes one value of a collection.
public enum CollectionOperator: String, Hashable, Sendable, CaseIterable {
    /// How many elements, nil ones too.
    case count = "@count"
    /// The sum of the numbers.
    case sum = "@sum"
    /// Their mean, a double.
    case avg = "@avg"
    /// The smallest element.
    case min = "@min"
    /// The largest element.
    case max = "@max"
    /// The distinct values of a path.
    case distinctUnionOfObjects = "@distinctUnionOfObjects"
    /// The values of a path.
    case unionOfObjects = "@unionOfObjects"
    /// The distinct elements of lists, joined.
    case distinctUnionOfArrays = "@distinctUnionOfArrays"
    /// The elements of lists, joined.
    case unionOfArrays = "@unionOfArrays"

    /// The operator with a name, which includes its `@`; aliases are accepted.
    public init?(name: String) {
        guard
            let known = CollectionOperator(rawValue: name)
                ?? Self.allCases.first(where: { $0.otherSpellings.contains(name) })
        else { return nil }
        self = known
    }
}

/// The types of `CAST`; the list is closed.
public enum CastTarget: String, Hashable, Sendable, CaseIterable {
    /// A date, from seconds since 2001 or RFC 3339 text.
    case date = "NSDate"
    /// A number, from text, or from a date as seconds since 2001.
    case number = "NSNumber"
    /// A decimal.
    case decimal = "NSDecimalNumber"
    /// Text.
    case string = "NSString"
    /// A UUID, from its text.
    case uuid = "NSUUID"
    /// A URL, from its text.
    case url = "NSURL"
}
