#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PredicateValue: CustomStringConvertible, CustomReflectable {
    /// The value as a person reads it: literals as in a format string, objects as in JSON.
    ///
    /// Not for parsing: deep values are cut short. Without it a value would print by reflection, and so by Foundation's
    /// description of dates, which traps on those that are far away.
    public var description: String {
        var text = ""
        write(to: &text, depth: 0)
        return text
    }

    /// No children: `dump` and the like show the description.
    public var customMirror: Mirror { Mirror(self, children: []) }

    private static let deepest = 16

    private func write(to text: inout String, depth: Int) {
        switch self {
        case .null: text += "nil"
        case .boolean(let flag): text += flag ? "TRUE" : "FALSE"
        case .integer(let integer): text += String(integer)
        case .double(let double): text += NumberText.text(double)
        case .decimal(let decimal): text += decimal.description
        case .string(let string): text += Self.quoted(string)
        case .date(let date): text += PredicateDate.format(date)
        case .uuid(let uuid): text += uuid.uuidString
        case .data(let data): text += "\(data.count) bytes"
        case .url(let url): text += url
        case .list(let elements): Self.write(elements, "{", "}", to: &text, depth: depth)
        case .set(let elements): Self.write(elements, "SET {", "}", to: &text, depth: depth)
        case .object(let record): Self.write(record, to: &text, depth: depth)
        }
    }

    private static func write(
        _ elements: [PredicateValue], _ open: String, _ close: String, to text: inout String, depth: Int
    ) {
        text += open
        if depth >= deepest {
            text += elements.isEmpty ? "" : "…"
        } else {
            for (position, element) in elements.enumerated() {
                if position > 0 { text += ", " }
                element.write(to: &text, depth: depth + 1)
            }
        }
        text += close
    }

    private static func write(_ record: any PredicateRecord, to text: inout String, depth: Int) {
        text += "{"
        if depth >= deepest {
            text += "…"
        } else {
            for (position, key) in record.keys.enumerated() {
                text += (position > 0 ? ", " : "") + quoted(key) + ": "
                record.value(forKey: key).write(to: &text, depth: depth + 1)
            }
        }
        text += "}"
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}
