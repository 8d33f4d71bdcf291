import PredicateFormat
import PredicateRecords

/// Reads a value that was given as text on the command line by the type that is expected of it.
enum TextValues {
    /// The value of a text (LANGUAGE D53): by its type where that is known; otherwise JSON if the whole text is a JSON
    /// value, and a string if not.
    static func value(_ text: String, as type: ValueType) -> PredicateValue? {
        switch type.unwrapped {
        case .string, .dateTime, .uuid, .url, .data, .date: return .string(text)
        case .boolean: return boolean(text)
        case .integer: return json(text).flatMap { if case .integer = $0 { $0 } else { nil } }
        case .double, .decimal:
            switch json(text) {
            case .integer(let number): return .integer(number)
            case .double(let number): return .double(number)
            default: return nil
            }
        case .enumeration(let enumeration): return value(text, as: enumeration.base)
        default: return json(text) ?? .string(text)
        }
    }

    private static func boolean(_ text: String) -> PredicateValue? {
        switch text.lowercased() {
        case "true", "yes", "1": .boolean(true)
        case "false", "no", "0": .boolean(false)
        default: nil
        }
    }

    private static func json(_ text: String) -> PredicateValue? {
        var reader = JSONReader()
        return try? reader.read(text)
    }
}
