import PredicateCore
import PredicateRecords

/// A value of a configuration file, with its location.
package struct ConfigurationNode: Sendable {
    /// What a value is.
    package enum Content: Sendable {
        /// Keys and values, in the order of the file. A key may be there twice.
        case mapping([Entry])
        case sequence([ConfigurationNode])
        case text(LocatedText)
        /// A number, a boolean, a date, null: the text of the file.
        case other(String)
        /// A value that is also elsewhere, such as an alias of YAML: its diagnostics are at the location in the file.
        case alias
    }

    /// A key and its value.
    package struct Entry: Sendable {
        package let key: LocatedText
        package let value: ConfigurationNode

        package init(_ key: LocatedText, _ value: ConfigurationNode) {
            self.key = key
            self.value = value
        }
    }

    package let content: Content
    /// The value in the file, with its quotes or brackets; for values in indented blocks, about that.
    package let range: Range<Int>

    package init(_ content: Content, _ range: Range<Int>) {
        self.content = content
        self.range = range
    }

    /// The value of the first entry with a key; nil if there is none, or if this is not a mapping.
    package subscript(key: String) -> ConfigurationNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.text.utf8.elementsEqual(key.utf8) }?.value
    }

    /// The text of the value; nil if it is something else.
    package var text: LocatedText? { if case .text(let text) = content { text } else { nil } }
}

/// What is wrong with a file as its format goes.
package struct ConfigurationError: Error, Hashable, Sendable {
    /// One sentence.
    package let message: String
    /// The offset in the file.
    package let offset: Int

    package init(_ message: String, at offset: Int) {
        self.message = message
        self.offset = offset
    }

    static func tooDeep(at offset: Int) -> Self {
        Self("values are nested deeper than \(ConfigurationLimits.depth) levels", at: offset)
    }

    static func tooManyValues(at offset: Int) -> Self {
        Self("the file has more than \(ConfigurationLimits.nodes) values", at: offset)
    }
}

/// Limits of what is read. Deeper or larger files are errors, not crashes.
package enum ConfigurationLimits {
    /// Values in values.
    package static let depth = 200
    /// Bytes of a file.
    package static let fileBytes = 64 << 20
    /// Values of a file.
    package static let nodes = 4_000_000
}

extension LocatedText {
    /// The range of the text in the file, with its quotes left out.
    var sourceRange: SourceRange { SourceRange(fileRange) }
}

extension ConfigurationNode {
    /// The range of the value in the file; for a string, without its quotes.
    var sourceRange: SourceRange { text?.sourceRange ?? SourceRange(range) }

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
    /// The value as one of the language: a record, a list, a string, a number, a boolean, nil.
    ///
    /// Readers limit the depth of nodes. A date without quotes is the text of the file: the schema decides whether it is
    /// read as a date.
    package var predicateValue: PredicateValue {
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

    /// A number as any of the formats writes it; nil for other strings, such as dates.
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
