import PredicatePlatform

extension PredicateValue: CustomStringConvertible, CustomReflectable {
    /// The value for people: literals as in a format string, objects as in JSON.
    ///
    /// It is not for parsing, because deep values are shortened. The default description would use reflection, and so Foundation's
    /// description of dates, which traps on dates in the far future or past.
    public var description: String {
        var text = ""
        write(to: &text, depth: 0, limit: .max)
        return text
    }

    /// The beginning of the description, with a maximum number of code points. A longer text ends in `…`, inside its quotes if it
    /// is a string. The part that is cut off costs nothing.
    public func abbreviated(to limit: Int) -> String {
        let limit = max(3, limit)
        if case .string(let string) = self {
            let beginning = String(string.unicodeScalars.prefix(limit))
            let whole = Self.quoted(beginning)
            if whole.unicodeScalars.count <= limit { return whole }
            var quoted = whole.unicodeScalars.prefix(limit - 2)
            // Half of an escape is none.
            if quoted.reversed().prefix(while: { $0 == "\\" }).count % 2 == 1 { quoted.removeLast() }
            return String(quoted) + "…\""
        }
        var text = ""
        // A code point has four bytes at most.
        let bytes = limit.multipliedReportingOverflow(by: 4)
        write(to: &text, depth: 0, limit: bytes.overflow ? .max : bytes.partialValue)
        return text.excerpt(limit)
    }

    /// No children: `dump` and the like show the description.
    public var customMirror: Mirror { Mirror(self, children: []) }

    private static let deepest = 16

    /// Stops soon after the text has more bytes than the limit.
    private func write(to text: inout String, depth: Int, limit: Int) {
        switch self {
        case .null: text += "nil"
        case .boolean(let flag): text += flag ? "TRUE" : "FALSE"
        case .integer(let integer): text += String(integer)
        case .double(let double): text += NumberText.text(double)
        case .decimal(let decimal): text += decimal.description
        case .string(let string):
            text += Self.quoted(limit == .max ? string : String(string.unicodeScalars.prefix(limit)))
        case .date(let date): text += PredicateDate.format(date)
        case .uuid(let uuid): text += uuid.uuidString
        case .data(let data): text += "\(data.count) bytes"
        case .url(let url): text += limit == .max ? url : String(url.unicodeScalars.prefix(limit))
        case .list(let elements): Self.write(elements, "{", "}", to: &text, depth: depth, limit: limit)
        case .set(let elements): Self.write(elements, "SET {", "}", to: &text, depth: depth, limit: limit)
        case .object(let record): Self.write(record, to: &text, depth: depth, limit: limit)
        }
    }

    private static func write(
        _ elements: [PredicateValue], _ open: String, _ close: String, to text: inout String, depth: Int,
        limit: Int
    ) {
        text += open
        if depth >= deepest {
            text += elements.isEmpty ? "" : "…"
        } else {
            for (position, element) in elements.enumerated() {
                if text.utf8.count > limit { return }
                if position > 0 { text += ", " }
                element.write(to: &text, depth: depth + 1, limit: limit)
            }
        }
        text += close
    }

    private static func write(_ record: any PredicateRecord, to text: inout String, depth: Int, limit: Int) {
        text += "{"
        if depth >= deepest {
            text += "…"
        } else {
            for (position, key) in record.keys.enumerated() {
                if text.utf8.count > limit { return }
                text += (position > 0 ? ", " : "") + quoted(key) + ": "
                record.value(forKey: key).write(to: &text, depth: depth + 1, limit: limit)
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
