extension ValueType {
    /// The type in the user's words, with an article: "an integer", "a list of strings".
    public var phrase: String {
        switch self {
        case .any: "any value"
        case .null: "nil"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .double: "a number"
        case .decimal: "a decimal"
        case .string: "a string"
        case .dateTime: "a date"
        case .date: "a date"
        case .uuid: "a UUID"
        case .data: "data"
        case .url: "a URL"
        case .enumeration(let enumeration) where enumeration.cases.isEmpty: enumeration.base.phrase
        case .enumeration(let enumeration):
            "\(enumeration.base.phrase) of \(enumeration.cases.count == 1 ? "one case" : "\(enumeration.cases.count) cases")"
        case .object(let name): "an object (\(name))"
        case .list(let element): "a list of \(element.plural)"
        case .set(let element): "a set of \(element.plural)"
        case .dictionary(let value): "a dictionary of \(value.plural)"
        case .optional(let type): "\(type.phrase) or nil"
        }
    }

    /// The type without "or nil", for messages that are not about nil.
    package var plain: ValueType { unwrapped }

    /// Two values of the type, for messages about comparisons: "two numbers".
    var pair: String {
        switch self {
        case .integer, .double, .decimal: "two numbers"
        case .string: "two strings"
        case .dateTime, .date: "two dates"
        case .enumeration(let enumeration): enumeration.base.pair
        case .any: "two values"
        default: "two " + plural
        }
    }

    private var plural: String {
        switch self {
        case .any: "values"
        case .null: "nil"
        case .boolean: "booleans"
        case .integer: "integers"
        case .double: "numbers"
        case .decimal: "decimals"
        case .string, .dateTime, .enumeration: "strings"
        case .date: "dates"
        case .uuid: "UUIDs"
        case .data: "data"
        case .url: "URLs"
        case .object(let name): "objects (\(name))"
        case .list, .set: "lists"
        case .dictionary: "dictionaries"
        case .optional(let type): type.plural
        }
    }

    /// The type family that operators distinguish.
    package enum Family {
        case any, null, number, text, date, uuid, url, data, object, list, dictionary
    }

    /// Whether values of the type have an order.
    package var hasOrder: Bool {
        switch family {
        case .object, .list, .dictionary, .data: false
        default: true
        }
    }

    package var family: Family {
        switch self {
        case .any: .any
        case .null: .null
        case .boolean, .integer, .double, .decimal: .number
        case .string, .dateTime: .text
        case .date: .date
        case .uuid: .uuid
        case .url: .url
        case .data: .data
        case .enumeration(let enumeration): enumeration.base.family
        case .object: .object
        case .list, .set: .list
        case .dictionary: .dictionary
        case .optional(let type): type.family
        }
    }

    /// Whether nothing is known of the type.
    package var isAny: Bool {
        if case .any = self { true } else { false }
    }

    /// Whether no literal has a special reading for the type: two such types of one family always fit
    /// each other.
    var isPlain: Bool {
        switch self {
        case .any, .null, .boolean, .integer, .double, .decimal, .string, .date, .uuid, .url: true
        case .optional(let type): type.isPlain
        case .dateTime, .data, .enumeration, .object, .list, .set, .dictionary: false
        }
    }

    /// Whether two plain types can be compared, whatever their values.
    static func fitAtSight(_ a: ValueType, _ b: ValueType) -> Bool {
        guard a.isPlain, b.isPlain else { return false }
        let (x, y) = (a.family, b.family)
        return x == y || x == .any || y == .any || x == .null || y == .null
    }

    /// Whether the values can be read as text: strings, and types that JSON writes as strings.
    package var isTextual: Bool {
        switch family {
        case .text, .uuid, .url, .any, .null: true
        default: false
        }
    }

    /// The type inside all lists and sets.
    package var innermost: ValueType {
        var type = self
        while let element = type.element { type = element }
        return type
    }

    /// The type for the values of both, for branches and elements.
    package static func join(_ a: ValueType, _ b: ValueType) -> ValueType {
        // Elements of a list mostly have one simple type.
        switch (a, b) {
        case (.integer, .integer), (.string, .string), (.double, .double), (.any, .any): return a
        default: if a == b { return a }
        }
        switch (a, b) {
        case (.null, let other), (let other, .null): return other.orNil
        case (.any, _), (_, .any): return .any
        case (.optional(let a), .optional(let b)), (.optional(let a), let b), (let a, .optional(let b)):
            return join(a, b).orNil
        case (.list(let a), .list(let b)): return .list(join(a, b))
        default: break
        }
        if a.family == .number, b.family == .number { return numeric(a, b) }
        if a.family == .text, b.family == .text { return .string }
        return .any
    }

    /// The type of arithmetic between two numeric types.
    static func numeric(_ a: ValueType, _ b: ValueType) -> ValueType {
        let (a, b) = (a.numberBase, b.numberBase)
        if a == .double || b == .double { return .double }
        if a == .decimal || b == .decimal { return .decimal }
        return .integer
    }

    /// `integer`, `double` or `decimal` of a numeric type.
    package var numberBase: ValueType {
        switch unwrapped {
        case .double: .double
        case .decimal: .decimal
        case .enumeration(let enumeration): enumeration.base.numberBase
        default: .integer
        }
    }
}
