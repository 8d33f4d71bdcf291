import PredicateFormat
import PredicateRecords

/// Reads a value that was given as text on the command line by the type that is expected of it.
///
/// The value is the one that a literal in its place would have, so that what can be written can also be given.
enum TextValues {
    /// The value of a text (D53): by its type where that is known; otherwise JSON if the whole text is a JSON
    /// value, and a string if not. A text that is no value of the type is a string, of which the checker says so.
    static func value(_ text: String, as type: ValueType) -> PredicateValue {
        switch type.unwrapped {
        case .string, .url, .data: return .string(text)
        // No text of these types reads as nil, so such a text means nil.
        case .date, .dateTime, .uuid: return isNil(text) ? .null : .string(text)
        case .boolean: return boolean(text) ?? literal(text) ?? .string(text)
        case .enumeration(let enumeration):
            let value = value(text, as: enumeration.base)
            return enumeration.cases.contains(value) || !isNil(text) ? value : .null
        case .any, .null: return json(text) ?? .string(text)
        default: return literal(text) ?? .string(text)
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

    /// The value of a text in JSON, or else as a literal of the language: `0x1F`, `nil`, `YES`, `{1, 2}`.
    private static func literal(_ text: String) -> PredicateValue? {
        if let value = json(text) { return value }
        let compilation = ExpressionCompilation(text, against: nil, values: nil, library: commandLibrary)
        guard let expression = compilation.expression else { return nil }
        switch expression.tree.kind {
        case .constant(let value): return value
        case .aggregate(let elements):
            let values = elements.compactMap { if case .constant(let value) = $0.kind { value } else { nil } }
            return values.count == elements.count ? .list(values) : nil
        default: return nil
        }
    }

    private static func isNil(_ text: String) -> Bool { literal(text) == .some(.null) }
}
