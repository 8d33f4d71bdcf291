import PredicateFormat
import PredicateRecords

extension LocatedText {
    /// The range of the text in the file, with its quotes left out.
    var sourceRange: SourceRange { SourceRange(fileRange.lowerBound, fileRange.upperBound) }
}

extension ConfigurationNode {
    /// The range of the value in the file; for a text, without its quotes.
    var sourceRange: SourceRange { text?.sourceRange ?? SourceRange(range.lowerBound, range.upperBound) }

    /// Where the value begins, for messages about a mapping or a list as a whole: one line, not all of them.
    var start: SourceRange {
        switch content {
        case .mapping(let entries): entries.first?.key.sourceRange ?? sourceRange
        case .sequence: SourceRange(at: range.lowerBound)
        case .text, .other, .alias: sourceRange
        }
    }
}

extension ConfigurationNode {
    /// The value as one of the language: a record, a list, a text, a number, a boolean, nil.
    ///
    /// Readers limit the depth of nodes. A date without quotes is the text of the file: the schema decides whether it is
    /// read as a date.
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
