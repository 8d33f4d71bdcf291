import PredicateFormat
import PredicateRecords

/// Reads values that are given as text on the command line, by their expected types.
///
/// A value is the same as that of a literal in its location, so that every literal can also be given as a value.
enum TextValues {
    /// The value of a text (D53): by its type if the type is known; otherwise JSON if the whole text is a JSON value,
    /// and a string if not. A text that is not a value of the type becomes a string, which the checker reports.
    static func value(_ text: String, as type: ValueType) -> PredicateValue {
        switch type.unwrapped {
        case .string, .url, .data: return .string(text)
        // `nil` and `null` are not texts of these types, so they mean nil.
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

    /// The value of a text as JSON, or else as a literal of the language: `0x1F`, `nil`, `YES`, `{1, 2}`.
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
