/// The static type of a field or an expression (§2).
public indirect enum ValueType: Hashable, Sendable {
    /// Heterogeneous or unknown: examined during evaluation, where a mismatch is false.
    case any
    /// The type of a literal `nil`: fits every other type.
    case null
    /// `TRUE` or `FALSE`; compares with the numbers 1 and 0.
    case boolean
    /// A 64-bit signed integer.
    case integer
    /// An IEEE 754 double; integers widen to it.
    case double
    /// A `Decimal`, for money.
    case decimal
    /// Text.
    case string
    /// Text that also reads as a date (`"format": "date-time"`).
    case dateTime
    /// An instant.
    case date
    /// A UUID; in JSON its text.
    case uuid
    /// Bytes; in JSON base64.
    case data
    /// A URL; in JSON its text.
    case url
    /// One of a list of cases.
    case enumeration(EnumerationType)
    /// A record of a named type of the schema.
    case object(String)
    /// A list.
    case list(ValueType)
    /// A set: distinct elements without an order.
    case set(ValueType)
    /// An object with free keys.
    case dictionary(ValueType)
    /// The type, or nil. Never nested, never round `any` or `null`.
    case optional(ValueType)

    /// The type, or nil.
    public var orNil: ValueType {
        switch self {
        case .optional, .any, .null: self
        // Made once, because checking uses them often.
        case .string: Self.stringOrNil
        case .integer: Self.integerOrNil
        case .double: Self.doubleOrNil
        default: .optional(self)
        }
    }

    private static let stringOrNil = ValueType.optional(.string)
    private static let integerOrNil = ValueType.optional(.integer)
    private static let doubleOrNil = ValueType.optional(.double)

    /// The type when it is not nil.
    public var unwrapped: ValueType {
        if case .optional(let type) = self { return type }
        return self
    }

    /// Whether nil is one of the values.
    public var isOptional: Bool {
        switch self {
        case .optional, .null, .any: true
        default: false
        }
    }

    /// The type of the elements of a list or set.
    public var element: ValueType? {
        switch unwrapped {
        case .list(let type), .set(let type): type
        default: nil
        }
    }
}

extension ValueType {
    /// The type of a literal; `any` for a value with parts.
    package init(of value: PredicateValue) {
        self =
            switch value {
            case .null: .null
            case .boolean: .boolean
            case .integer: .integer
            case .double: .double
            case .decimal: .decimal
            case .string: .string
            case .date: .date
            case .uuid: .uuid
            case .data: .data
            case .url: .url
            case .list, .set, .object: .any
            }
    }
}

/// A closed list of scalar values that a field may have, or scalar values with their own order.
public struct EnumerationType: Hashable, Codable, Sendable {
    /// The type of the cases: `string`, `integer`, `double` or `boolean`.
    public var base: ValueType
    /// The cases in the order of the declaration; empty if they are not known.
    public var cases: [PredicateValue]
    /// The order of the cases; nil for that of the base type. It is neither encoded nor compared.
    public var order: ValueOrder?

    private enum CodingKeys: CodingKey { case base, cases }

    /// An enumeration over a scalar type.
    public init(base: ValueType = .string, cases: [PredicateValue], order: ValueOrder? = nil) {
        self.base = base
        self.cases = cases
        self.order = order
    }

    /// An enumeration of strings.
    public init(_ cases: [String]) { self.init(base: .string, cases: cases.map(PredicateValue.string)) }

    /// Whether base types and cases are equal.
    public static func == (a: EnumerationType, b: EnumerationType) -> Bool { a.base == b.base && a.cases == b.cases }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(base)
        hasher.combine(cases)
    }

    /// Whether a value is one of the cases; if they are not known, whether it is a value of the base type.
    package func allows(_ value: PredicateValue) -> Bool {
        guard cases.isEmpty else { return cases.contains(value) }
        let type = ValueType(of: value)
        return type == base || base == .double && type == .integer
    }
}
