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
    public var spelling: String { row.spelling }

    /// The same in other spellings.
    package var otherSpellings: [String] { row.otherSpellings }

    /// One sentence.
    package var help: String { row.help }

    /// The operator with the same meaning for exchanged sides; nil if there is none.
    package var mirrored: ComparisonOperator? {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: nil
        }
    }

    /// How an operator is written, and what completion and the reference say of it.
    private struct Row {
        var spelling: String
        var otherSpellings: [String]
        var help: String

        init(_ spelling: String, or others: String..., help: String) {
            self.spelling = spelling
            otherSpellings = others
            self.help = help
        }
    }

    private var row: Row {
        switch self {
        case .equal: Row("==", or: "=", help: "Both values are the same.")
        case .notEqual: Row("!=", or: "<>", help: "The values differ.")
        case .less: Row("<", help: "Smaller, or earlier.")
        case .lessOrEqual: Row("<=", or: "=<", help: "Not larger, or not later.")
        case .greater: Row(">", help: "Larger, or later.")
        case .greaterOrEqual: Row(">=", or: "=>", help: "Not smaller, or not earlier.")
        case .between: Row("BETWEEN", help: "From the first bound to the second, both included: {1, 5}.")
        case .in: Row("IN", help: "An element of a list, or a part of a string.")
        case .contains: Row("CONTAINS", help: "The list has the element, or the text has the part.")
        case .beginsWith: Row("BEGINSWITH", help: "The text begins with the other one.")
        case .endsWith: Row("ENDSWITH", help: "The text ends with the other one.")
        case .like: Row("LIKE", help: "The whole text matches; * is any text and ? one character.")
        case .matches: Row("MATCHES", help: "The whole text matches a regular expression.")
        case .custom(let name): Row(name, help: "An operator of the program.")
        }
    }

    /// What the operator asks of its sides, as far as most stages tell operators apart.
    package var form: ComparisonForm {
        switch self {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .relation
        case .between: .between
        case .in: .membership
        case .contains: .containment
        case .beginsWith: .text(.beginsWith)
        case .endsWith: .text(.endsWith)
        case .like: .text(.like)
        case .matches: .text(.matches)
        case .custom(let name): .custom(name)
        }
    }
}

/// What an operator asks of its sides. Stages that treat all operators on text alike look at the form alone, so that a new
/// operator need not be named there.
package enum ComparisonForm: Hashable, Sendable {
    /// Equality and order.
    case relation
    /// `BETWEEN`
    case between
    /// `IN`
    case membership
    /// `CONTAINS`: an element of a list, or a part of a string.
    case containment
    /// A string against a string.
    case text(TextOperator)
    /// An operator of the library.
    case custom(String)

    /// Whether both sides may be text that is looked at for more than equality and order.
    package var isOfText: Bool {
        switch self {
        case .containment, .text: true
        case .relation, .between, .membership, .custom: false
        }
    }
}

/// An operator that asks a string for another string. A new one gets its row here, its meaning in
/// `ValueSemantics.holds`, and its test of prepared constants in `TextTest`.
package enum TextOperator: String, Sendable, CaseIterable {
    /// `CONTAINS`, and `IN` with its sides swapped. Of a collection it asks for an element.
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case like = "LIKE"
    case matches = "MATCHES"

    /// What all stages know of an operator.
    private var row: (place: TextPlace, steps: Int) {
        switch self {
        case .contains: (.anywhere, steps: 8)
        case .beginsWith: (.start, steps: 12)
        case .endsWith: (.end, steps: 12)
        case .like: (.pattern, steps: 24)
        case .matches: (.pattern, steps: 12)
        }
    }

    /// Where it looks for the right side.
    package var place: TextPlace { row.place }

    /// What an evaluation is charged for two short strings.
    package var steps: Int { row.steps }

    /// Whether the right side is a pattern, whose size the limits of an evaluation bound.
    package var hasPattern: Bool { place == .pattern }
}

/// Where in a string an operator looks for the other one.
package enum TextPlace: Hashable, Sendable {
    /// The text begins with it.
    case start
    /// The text ends with it.
    case end
    /// It is a part of the text.
    case anywhere
    /// It is a pattern of the whole text.
    case pattern
}

extension ComparisonOperator {
    /// Where the operator looks for its right side in a string; nil if it does not.
    package var place: TextPlace? {
        switch form {
        case .containment: .anywhere
        case .text(let op): op.place
        case .relation, .between, .membership, .custom: nil
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

    /// What all stages know of an operator.
    private struct Row {
        var selector: String
        var precedence: Precedence
        var steps: Int
        var help: String

        init(_ selector: String, _ precedence: Precedence, steps: Int = 6, _ help: String) {
            self.selector = selector
            self.precedence = precedence
            self.steps = steps
            self.help = help
        }
    }

    private var row: Row {
        switch self {
        case .add: Row("add:to:", .sum, "The sum; a date plus a number of seconds is a date.")
        case .subtract: Row("from:subtract:", .sum, "The difference; for two dates in seconds.")
        case .multiply: Row("multiply:by:", .product, "The product.")
        case .divide: Row("divide:by:", .product, "The quotient; for two integers without its fraction.")
        case .power: Row("raise:toPower:", .power, steps: 8, "The power.")
        case .bitAnd: Row("bitwiseAnd:with:", .bitAnd, "The bits set in both.")
        case .bitOr: Row("bitwiseOr:with:", .bitOr, "The bits set in either.")
        case .bitXor: Row("bitwiseXor:with:", .bitXor, "The bits set in exactly one.")
        case .shiftLeft: Row("leftshift:by:", .shift, "The bits moved to the left.")
        case .shiftRight: Row("rightshift:by:", .shift, "The bits moved to the right; the sign stays.")
        }
    }

    /// Whether it works on integers only.
    package var isBitwise: Bool { (Precedence.bitOr...Precedence.shift).contains(row.precedence) }

    /// The selector of the function that is the same operation: `add:to:`.
    public var selector: String { row.selector }

    var precedence: Precedence { row.precedence }

    /// What an evaluation is charged for two numbers that are not decimals.
    var steps: Int { row.steps }

    /// One sentence.
    package var help: String { row.help }
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
        guard let known = Self.names[name] else { return nil }
        self = known
    }

    private static let names = WordTable(
        allCases.flatMap { known in ([known.rawValue] + known.otherSpellings).map { ($0, known) } })

    /// Whether it compares the elements with each other.
    package var comparesElements: Bool {
        switch self {
        case .min, .max, .distinctUnionOfObjects, .distinctUnionOfArrays: true
        case .count, .sum, .avg, .unionOfObjects, .unionOfArrays: false
        }
    }

    /// What an evaluation is charged besides the elements, and one sentence.
    private var row: (steps: Int, help: String) {
        switch self {
        case .count: (2, "The number of elements, including nil.")
        case .sum: (24, "The sum of the numbers; 0 for no elements.")
        case .avg: (24, "The mean of the numbers; nil for no elements.")
        case .min: (24, "The smallest element; nil for no elements.")
        case .max: (24, "The largest element; nil for no elements.")
        case .distinctUnionOfObjects: (20, "The distinct values.")
        case .unionOfObjects: (20, "The values.")
        case .distinctUnionOfArrays: (20, "The distinct elements of all lists.")
        case .unionOfArrays: (20, "The elements of all lists.")
        }
    }

    /// Other names of the same.
    package var otherSpellings: [String] {
        switch self {
        case .distinctUnionOfArrays: ["@distinctUnionOfSets"]
        case .unionOfArrays: ["@unionOfSets"]
        default: []
        }
    }

    /// What an evaluation is charged besides the elements.
    var steps: Int { row.steps }

    /// One sentence.
    package var help: String { row.help }
}

/// The types of `CAST`; the list is closed.
public enum CastTarget: String, Hashable, Sendable, CaseIterable {
    /// A date, from seconds since 2001 or a string that holds a date.
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

    /// What an evaluation is charged for a short text, and one sentence.
    private var row: (steps: Int, help: String) {
        switch self {
        case .date: (4, "A date, from seconds since 2001 or a string that holds a date.")
        case .number: (4, "A number, from text, or from a date as seconds since 2001.")
        case .decimal: (6, "A decimal.")
        case .string: (6, "Text.")
        case .uuid: (14, "A UUID, from its text.")
        case .url: (12, "A URL, from its text.")
        }
    }

    /// What an evaluation is charged for a short text.
    var steps: Int { row.steps }

    /// One sentence.
    package var help: String { row.help }
}

/// The precedence of infix operators, the loosest first, by the names of their productions in Grammar/PredicateFormat.ebnf.
/// Operators of one precedence are read from left to right (fact P7).
///
/// The parser reads by it, and the printer sets parentheses by it.
enum Precedence: Int, Comparable {
    /// expression ::= bitOr ( ( 'UNION' | 'INTERSECT' | 'MINUS' ) bitOr )*
    case expression
    /// bitOr ::= bitXor ( '|' bitXor )*
    case bitOr
    /// bitXor ::= bitAnd ( '^' bitAnd )*
    case bitXor
    /// bitAnd ::= shift ( '&' shift )*
    case bitAnd
    /// shift ::= sum ( ( '<<' | '>>' ) sum )*
    case shift
    /// sum ::= product ( ( '+' | '-' ) product )*
    case sum
    /// product ::= unary ( ( '*' | '/' ) unary )*
    case product
    /// `**`, which the parser reads with its signs.
    case power
    /// What needs no parentheses next to any operator.
    case primary

    static func < (a: Precedence, b: Precedence) -> Bool { a.rawValue < b.rawValue }
}

extension SetOperator {
    var precedence: Precedence { .expression }

    /// What an evaluation is charged besides the elements.
    var steps: Int { 24 }

    /// One sentence.
    package var help: String {
        switch self {
        case .union: "The values in either list."
        case .intersect: "The values in both lists."
        case .minus: "The values in the left list that are not in the right one."
        }
    }
}
