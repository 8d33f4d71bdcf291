import PredicatePlatform

/// A value: of a field, of a literal, of an argument, of an expression.
///
/// `==` and `hash` of this type are structural (the same case with the same payload, code point by code point). The equality
/// of predicates is different; see `ValueSemantics`.
public enum PredicateValue: Sendable {
    /// nil: null or missing.
    case null
    /// A boolean.
    case boolean(Bool)
    /// An integer.
    case integer(Int64)
    /// A double; never NaN or infinite (D25).
    case double(Double)
    /// A decimal; never NaN.
    case decimal(Decimal)
    /// Text.
    case string(String)
    /// An instant.
    case date(Date)
    /// A UUID.
    case uuid(UUID)
    /// Bytes.
    case data(Data)
    /// A URL, by its text; compares by scheme and host without case and the rest exactly.
    case url(String)
    /// A list.
    case list([PredicateValue])
    /// A set: distinct by the language's `==`, in the order of first appearance.
    case set([PredicateValue])
    /// An object: a record, a dictionary.
    case object(any PredicateRecord)
}

/// Something with fields that a predicate can read: a JSON object, a Swift value, a row.
public protocol PredicateRecord: Sendable {
    /// The value of a field; `.null` both when it is nil and when it is missing.
    func value(forKey key: String) -> PredicateValue
    /// Whether the field exists, even if it is nil.
    func hasKey(_ key: String) -> Bool
    /// The keys in their order, each once.
    var keys: [String] { get }
    /// Whether the values of the keys count as the entries of a dictionary (`IN`, `CONTAINS`, `@count`).
    ///
    /// True for JSON objects and dictionaries; false for records whose type declares their fields.
    var isDictionary: Bool { get }
}

extension PredicateRecord {
    /// An object is a dictionary unless its type overrides this.
    public var isDictionary: Bool { true }
}

/// A record that owns its fields: keys in order, of duplicate keys the first.
public struct PredicateObject: PredicateRecord {
    /// The keys in their order.
    public let keys: [String]
    fileprivate let values: [PredicateValue]
    /// Only made for wide objects: a walk over keys is faster than hashing, and needs nothing to be made.
    private let positions: [ExactName: Int]?
    private static let narrow = 24

    /// An object from its fields in order. Of two fields with one key the first counts.
    public init(_ fields: [(String, PredicateValue)]) {
        if fields.count <= Self.narrow {
            var keys: [String] = []
            var values: [PredicateValue] = []
            keys.reserveCapacity(fields.count)
            values.reserveCapacity(fields.count)
            for (key, value) in fields where !keys.contains(where: { sameCodePoints($0, key) }) {
                keys.append(key)
                values.append(value)
            }
            self.keys = keys
            self.values = values
            self.positions = nil
        } else {
            var keys: [String] = []
            var values: [PredicateValue] = []
            var positions: [ExactName: Int] = [:]
            for (key, value) in fields where positions[ExactName(key)] == nil {
                positions[ExactName(key)] = keys.count
                keys.append(key)
                values.append(value)
            }
            self.keys = keys
            self.values = values
            self.positions = positions
        }
    }

    /// The fields in order.
    public var fields: [(String, PredicateValue)] { Array(zip(keys, values)) }

    /// Calls a function with each field, in order, without asking for values by their keys.
    @inline(__always)
    package func forEachField(_ body: (String, PredicateValue) -> Void) {
        for (key, value) in zip(keys, values) { body(key, value) }
    }

    private func position(of key: String) -> Int? {
        if let positions { return positions[ExactName(key)] }
        return keys.firstIndex { sameCodePoints($0, key) }
    }

    /// The value of a field; `.null` if it does not exist.
    public func value(forKey key: String) -> PredicateValue {
        guard let position = position(of: key) else { return .null }
        return values[position]
    }

    /// Whether the field exists.
    public func hasKey(_ key: String) -> Bool { position(of: key) != nil }
}

extension PredicateValue: Hashable {
    /// Structural equality. The nesting of values costs memory but no stack.
    public static func == (a: PredicateValue, b: PredicateValue) -> Bool {
        var nested: [(PredicateValue, PredicateValue)] = []
        guard isEqual(a, b, &nested) else { return false }
        while let (a, b) = nested.popLast() {
            guard isEqual(a, b, &nested) else { return false }
        }
        return true
    }

    /// Whether two values are equal as far as their own elements tell; what is nested in them is left to be compared.
    private static func isEqual(
        _ a: PredicateValue, _ b: PredicateValue, _ nested: inout [(PredicateValue, PredicateValue)]
    ) -> Bool {
        switch (a, b) {
        case (.null, .null): return true
        case (.boolean(let a), .boolean(let b)): return a == b
        case (.integer(let a), .integer(let b)): return a == b
        case (.double(let a), .double(let b)): return a.bitPattern == b.bitPattern
        case (.decimal(let a), .decimal(let b)): return a == b
        case (.string(let a), .string(let b)), (.url(let a), .url(let b)): return sameCodePoints(a, b)
        case (.date(let a), .date(let b)): return a == b
        case (.uuid(let a), .uuid(let b)): return a == b
        case (.data(let a), .data(let b)): return a == b
        case (.list(let a), .list(let b)), (.set(let a), .set(let b)):
            guard a.count == b.count else { return false }
            if isOneList(a, b) { return true }
            for (a, b) in zip(a, b) where !isEqualOrNested(a, b, &nested) { return false }
            return true
        case (.object(let a), .object(let b)):
            guard a.keys.count == b.keys.count else { return false }
            if let a = a as? PredicateObject, let b = b as? PredicateObject, isOneList(a.values, b.values),
                isOneList(a.keys, b.keys)
            {
                return true
            }
            for key in a.keys {
                guard b.hasKey(key), isEqualOrNested(a.value(forKey: key), b.value(forKey: key), &nested) else {
                    return false
                }
            }
            return true
        default: return false
        }
    }

    /// Whether two lists of equal length are the same elements in memory. A list made of one list twice is compared once.
    static func isOneList<Element>(_ a: [Element], _ b: [Element]) -> Bool {
        a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { a.baseAddress == $0.baseAddress } }
    }

    /// Compares values without elements, and notes others for later.
    private static func isEqualOrNested(
        _ a: PredicateValue, _ b: PredicateValue, _ nested: inout [(PredicateValue, PredicateValue)]
    ) -> Bool {
        switch (a, b) {
        case (.list, .list), (.set, .set), (.object, .object):
            nested.append((a, b))
            return true
        default: return isEqual(a, b, &nested)
        }
    }

    /// Structural hash.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .boolean(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .double(let value): hasher.combine(value.bitPattern)
        case .decimal(let value): hasher.combine(value)
        case .string(var text), .url(var text):
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .date(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .list(let values), .set(let values): hasher.combine(values.count)
        case .object(let record): hasher.combine(record.keys.count)
        }
    }
}

extension PredicateValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// A double; nil if it is not finite.
    public init(floatLiteral value: Double) { self = value.isFinite ? .double(value) : .null }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// nil.
    public init(nilLiteral: ()) { self = .null }
    /// A list.
    public init(arrayLiteral elements: PredicateValue...) { self = .list(elements) }
    /// An object.
    public init(dictionaryLiteral elements: (String, PredicateValue)...) { self = .object(PredicateObject(elements)) }
}
