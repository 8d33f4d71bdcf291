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

    /// Whether a text is one of the words.
    static func isWord(_ text: String?) -> Bool { text.map { words.containsName($0) } ?? false }

    /// The words that other languages and formats have for the types.
    private static let habits: [String: String] = [
        "int": "integer", "int8": "integer", "int16": "integer", "int32": "integer", "int64": "integer",
        "uint": "integer", "uint8": "integer", "uint16": "integer", "uint32": "integer", "uint64": "integer",
        "short": "integer", "long": "integer", "bigint": "integer", "smallint": "integer", "nsinteger": "integer",
        "float": "number", "float32": "number", "float64": "number", "real": "number", "numeric": "number",
        "num": "number", "cgfloat": "number", "nsnumber": "number", "nsdecimalnumber": "decimal",
        "str": "string", "text": "string", "varchar": "string", "char": "string", "character": "string",
        "nsstring": "string", "bool": "boolean", "logical": "boolean", "bit": "boolean", "flag": "boolean",
        "datetime": "date", "date-time": "date", "timestamp": "date", "time": "date", "nsdate": "date",
        "instant": "date", "guid": "uuid", "nsuuid": "uuid", "uri": "url", "link": "url", "nsurl": "url",
        "bytes": "data", "binary": "data", "blob": "data", "base64": "data", "nsdata": "data", "list": "array",
        "set": "array", "tuple": "array", "sequence": "array", "nsarray": "array", "nsset": "array",
        "object": "any", "anything": "any", "unknown": "any", "mixed": "any",
    ]

    /// The word that is probably meant by another one; nil if none is near.
    static func meant(_ word: String) -> String? {
        if word.utf8.count > 40 { return nil }
        return habits[word.lowercased()] ?? Suggestions.nearest(to: word, among: words)
    }

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
