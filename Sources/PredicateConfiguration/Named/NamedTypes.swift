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

extension ConfigurationNode {
    /// The value as one of the language: a record, a list, a text, a number, a boolean, nil. Readers limit the depth of nodes.
    ///
    /// A date without quotes is the text of the file: the schema decides whether it is read as a date.
    var predicateValue: PredicateValue {
        switch content {
        case .mapping(let entries):
            .object(PredicateObject(entries.map { ($0.key.text, $0.value.predicateValue) }))
        case .sequence(let elements): .list(elements.map(\.predicateValue))
        case .text(let text): .string(text.text)
        case .other(let text): Self.scalar(text)
        case .alias: .null
        }
    }

    /// The boolean that the value is; nil if it is something else.
    var boolean: Bool? {
        guard case .other = content, case .boolean(let flag) = predicateValue else { return nil }
        return flag
    }

    /// The value of a scalar without quotes.
    private static func scalar(_ text: String) -> PredicateValue {
        switch text.lowercased() {
        case "true", "yes", "on": return .boolean(true)
        case "false", "no", "off": return .boolean(false)
        case "", "~", "null", "nil": return .null
        default: return number(text) ?? .string(text)
        }
    }

    /// A number as any of the formats writes it; nil for other texts, such as dates.
    private static func number(_ text: String) -> PredicateValue? {
        var bytes = text.utf8.filter { $0 != UInt8(ascii: "_") }
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        guard let first = bytes.first else { return nil }
        if first == UInt8(ascii: "0"), bytes.count > 1 {
            let radix: Int? =
                switch bytes[1] | 0x20 {
                case UInt8(ascii: "x"): 16
                case UInt8(ascii: "o"): 8
                case UInt8(ascii: "b"): 2
                default: nil
                }
            if let radix {
                let digits = String(decoding: bytes.dropFirst(2), as: UTF8.self)
                guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else {
                    return nil
                }
                return Int64((isNegative ? "-" : "") + digits, radix: radix).map(PredicateValue.integer)
            }
            // A leading zero is octal in YAML 1.1.
            if bytes.allSatisfy({ (0x30...0x37).contains($0) }) {
                return Int64((isNegative ? "-" : "") + String(decoding: bytes, as: UTF8.self), radix: 8)
                    .map(PredicateValue.integer)
            }
        }
        // `.5` and `5.` are not JSON.
        if first == UInt8(ascii: ".") { bytes.insert(UInt8(ascii: "0"), at: 0) }
        if let point = bytes.firstIndex(of: UInt8(ascii: ".")),
            point + 1 == bytes.count || !(0x30...0x39).contains(bytes[point + 1])
        {
            bytes.insert(UInt8(ascii: "0"), at: point + 1)
        }
        guard bytes.first.map({ (0x30...0x39).contains($0) }) == true else { return nil }
        var reader = JSONReader()
        let json = (isNegative ? "-" : "") + String(decoding: bytes, as: UTF8.self)
        guard let value = try? reader.read(json) else { return nil }
        switch value {
        case .integer, .double, .decimal: return value
        default: return nil
        }
    }
}
