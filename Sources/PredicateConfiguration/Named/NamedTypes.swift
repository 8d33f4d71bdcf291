import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The types of arguments, and values of these types.
enum NamedTypes {
    /// The words for types that have no parts. `integer`, `number`, `string`, `boolean` and `array` are those of JSON Schema.
    static let simple: [(word: String, type: ValueType)] = [
        ("integer", .integer), ("number", .double), ("double", .double), ("decimal", .decimal), ("string", .string),
        ("boolean", .boolean), ("date", .date), ("uuid", .uuid), ("url", .url), ("data", .data), ("any", .any),
    ]
    /// The word for a list.
    static let array = "array"
    /// All words.
    static let words = simple.map(\.word) + [array]

    /// The type of a word; nil for a list and for other words.
    static func type(_ word: String) -> ValueType? { simple.first { sameCodePoints($0.word, word) }?.type }

    /// A value as one of a type; nil if it is none. Lists are as deep as the type.
    static func value(_ value: PredicateValue, as type: ValueType) -> PredicateValue? {
        switch (type, value) {
        case (.any, _), (.boolean, .boolean), (.integer, .integer), (.double, .double), (.decimal, .decimal),
            (.string, .string), (.date, .date), (.uuid, .uuid), (.url, .url), (.data, .data):
            return value
        case (.integer, .double(let number)): return Int64(exactly: number).map(PredicateValue.integer)
        case (.double, .integer(let number)): return .double(Double(number))
        case (.double, .decimal), (.decimal, .integer), (.decimal, .double):
            return read(value, as: type == .double ? .double : .decimal, type)
        case (.date, .string(let text)):
            guard case .success(let date) = PredicateDate.parseLiteral(text) else { return nil }
            return .date(date)
        case (.uuid, .string(let text)): return PredicateUUID.parse(text).map(PredicateValue.uuid)
        case (.url, .string): return read(value, as: .url, type)
        case (.data, .string): return read(value, as: .data, type)
        case (.list(let element), .list(let values)):
            var result: [PredicateValue] = []
            for value in values {
                guard let value = Self.value(value, as: element) else { return nil }
                result.append(value)
            }
            return .list(result)
        default: return nil
        }
    }

    private static func read(_ value: PredicateValue, as reading: CoreReading, _ type: ValueType) -> PredicateValue? {
        var work = WorkBudget.unlimited
        let read = ValueSemantics.read(value, as: reading, &work)
        return ValueType(of: read) == type ? read : nil
    }
}
