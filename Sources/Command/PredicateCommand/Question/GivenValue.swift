import PredicateFormat
import PredicateRecords

/// A value of the command line, which is read as the type that is needed where it is used.
enum GivenValue {
    case text(String)
    /// The lines of a file: the elements of a list.
    case lines([String])
    /// A value that needs no reading: the list of a file of JSON, or the value of an argument with a declared type.
    case value(PredicateValue)

    /// The value in a file: a list of JSON, or a list with an element for each line.
    ///
    /// Empty lines are skipped. A file that starts like a JSON list must be one, so that a mistake in it does not turn it into
    /// lines. `[INFO] started` is not JSON.
    ///
    /// - Parameter option: the option that names the file.
    init(file: String, of option: String) throws(CommandFailure) {
        let text = try readText(file)
        let isList = Self.beginsAsList(text)
        // Values take more memory than their text, so they are counted before they are made.
        let count = isList ? JSONText.valueCount(of: text.utf8) : text.utf8.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let limit = PredicateLimits.standard.evaluationBytes
        guard WorkCost.element * count + text.utf8.count <= limit else {
            throw CommandFailure(
                .data,
                "error: \(option): \(SafeText.plain(file)) has too many values; the limit (evaluationBytes) is \(limit) bytes"
            )
        }
        if isList {
            var reader = JSONReader()
            do throws(RecordError) {
                let value = try reader.read(text)
                self = .value(value)
            } catch {
                throw CommandFailure(
                    .data,
                    "error: \(option): \(SafeText.plain(file)) starts like a JSON list but is not valid JSON: \(error); jq -Rn '[inputs]' makes a list of lines"
                )
            }
            return
        }
        let lines = text.unicodeScalars.split(separator: "\n").map { $0.last == "\r" ? $0.dropLast() : $0 }
        self = .lines(lines.filter { !$0.isEmpty }.map { String($0) })
    }

    /// Whether `[` comes first, and after it what an element of JSON or the end of the list begins with.
    private static func beginsAsList(_ text: String) -> Bool {
        func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        let rest = text.utf8.drop(while: isBlank)
        guard rest.first == UInt8(ascii: "["), let next = rest.dropFirst().drop(while: isBlank).first else {
            return rest.first == UInt8(ascii: "[")
        }
        if "\"{[]".utf8.contains(next) { return true }
        // `[2026-11-01] started` and `[trace] started` are lines: after an element comes a comma or the end.
        let element = rest.dropFirst().drop(while: isBlank).prefix { !isBlank($0) && $0 != 0x2C && $0 != 0x5D }
        let behind = rest.dropFirst().drop(while: isBlank).dropFirst(element.count).drop(while: isBlank).first
        guard behind == nil || behind == 0x2C || behind == 0x5D else { return false }
        let word = String(decoding: element, as: UTF8.self)
        return ["true", "false", "null"].contains(word) || Double(word) != nil
    }

    /// The value as a type.
    func value(as type: ValueType) -> PredicateValue {
        switch self {
        case .text(let text): TextValues.value(text, as: type)
        case .value(let value): value
        case .lines(let lines): .list(Self.elements(lines, as: type))
        }
    }

    private static func elements(_ lines: [String], as type: ValueType) -> [PredicateValue] {
        switch type.unwrapped {
        case .list(let element), .set(let element): elements(lines, eachAs: element)
        default: elements(lines, eachAs: .any)
        }
    }

    private static func elements(_ lines: [String], eachAs type: ValueType) -> [PredicateValue] {
        let values = lines.map { TextValues.value($0, as: type) }
        guard case .any = type.unwrapped else { return values }
        // Where no type is known, `10115` next to `0815` is a string.
        let isMixed = values.contains { if case .string = $0 { true } else { false } }
        return isMixed ? lines.map { .string($0) } : values
    }
}

/// A value of the command line with its place among the others, which the parser does not tell.
struct OrderedText {
    let text: String
    let place: Int

    private static let latest = Locked(0)

    /// A string that the parser has just met. It meets the options in the order of the line.
    init(_ text: String) {
        self.text = text
        place = Self.latest.withLock { latest in
            latest &+= 1
            return latest
        }
    }
}

/// Reads values that are given as text on the command line, by their expected types.
///
/// A value is the same as that of a literal in its location, so that every literal can also be given as a value.
enum TextValues {
    /// The value of a string (D53): by its type if the type is known; otherwise JSON if it is a JSON value, and a
    /// string if not. What is not a value of the type becomes a string, which the checker reports.
    static func value(_ text: String, as type: ValueType) -> PredicateValue {
        switch type.unwrapped {
        case .string, .url, .data: return .string(text)
        // `nil` and `null` are not strings of these types, so they mean nil.
        case .date, .dateTime, .uuid: return isNil(text) ? .null : .string(text)
        case .boolean: return boolean(text) ?? literal(text) ?? .string(text)
        case .enumeration(let enumeration):
            let value = value(text, as: enumeration.base)
            return enumeration.allows(value) || !isNil(text) ? value : .null
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

    /// The value of a string as JSON, or else as a literal of the language: `0x1F`, `nil`, `YES`, `{1, 2}`.
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
