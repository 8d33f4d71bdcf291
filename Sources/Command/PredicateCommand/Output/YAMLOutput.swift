import PredicateRecords

/// Writes the records as a list in YAML, which readers of YAML 1.1 and of 1.2 read alike.
struct YAMLOutput: RecordOutput {
    let output: OutputSink
    private var isEmpty = true

    init(output: OutputSink) { self.output = output }

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        isEmpty = false
        try output.write(record.withBytes { YAMLText.item($0) })
    }

    mutating func finish() throws { if isEmpty { try output.write("[]\n") } }
}

/// JSON as YAML in blocks.
enum YAMLText {
    /// A list or an object whose members are being written.
    private struct Block {
        var isObject: Bool
        var indent: Int
        /// Whether the first member continues the line of the dash before it.
        var continuesLine: Bool
    }

    /// A longer key needs its own mark: YAML reads at most 1024 characters of a line to find a colon.
    private static let longestPlainKey = 200

    /// A value as an item of a list that begins the line.
    static func item(_ json: UnsafeBufferPointer<UInt8>) -> String {
        let tokens = JSONToken.tokens(of: json)
        var text = ""
        var blocks = [Block(isObject: false, indent: 0, continuesLine: false)]
        var index = 0
        while index < tokens.count, let block = blocks.last {
            let token = tokens[index]
            let bytes = UnsafeBufferPointer(rebasing: json[token.range])
            switch token.part {
            case .close: blocks.removeLast()
            case .key:
                begin(&blocks, &text)
                let key = scalar(bytes, isString: true)
                if key.utf8.count > longestPlainKey {
                    text += "? " + key + "\n" + String(repeating: " ", count: block.indent) + ":"
                } else {
                    text += key + ":"
                }
            case .string, .word:
                if !block.isObject {
                    begin(&blocks, &text)
                    text += "-"
                }
                var isString = false
                if case .string = token.part { isString = true }
                text += " " + scalar(bytes, isString: isString) + "\n"
            case .open(let isObject):
                if !block.isObject {
                    begin(&blocks, &text)
                    text += "-"
                }
                if token.end == index + 1 {
                    text += isObject ? " {}\n" : " []\n"
                    index = token.end
                } else {
                    text += block.isObject ? "\n" : " "
                    blocks.append(
                        Block(isObject: isObject, indent: block.indent + 2, continuesLine: !block.isObject))
                }
            case .comma, .space, .comment: break
            }
            index += 1
        }
        return text
    }

    private static func begin(_ blocks: inout [Block], _ text: inout String) {
        guard let block = blocks.last else { return }
        if !block.continuesLine { text += String(repeating: " ", count: block.indent) }
        blocks[blocks.count - 1].continuesLine = false
    }

    private static func scalar(_ json: UnsafeBufferPointer<UInt8>, isString: Bool) -> String {
        guard isString else { return number(String(decoding: json, as: UTF8.self)) }
        var reader = JSONReader()
        guard case .string(let text)? = try? reader.read(json) else { return String(decoding: json, as: UTF8.self) }
        return string(text)
    }

    /// A number, `true`, `false` or `null`. A number with an exponent needs a point and a sign, or readers of YAML 1.1
    /// take it for a string.
    private static func number(_ word: String) -> String {
        guard let first = word.utf8.first, first == 0x2D || (0x30...0x39).contains(first),
            let mark = word.firstIndex(where: { $0 == "e" || $0 == "E" })
        else { return word }
        let mantissa = word[..<mark]
        let exponent = word[word.index(after: mark)...]
        return mantissa + (mantissa.contains(".") ? "" : ".0") + "e"
            + (exponent.first.map(\.isNumber) ?? false ? "+" : "")
            + exponent
    }

    /// Strings that some reader takes for something other than a string.
    private static let words: Set<String> = [
        "null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan", "none",
    ]

    /// A string: plain if every reader takes it for the same string, otherwise in double quotes.
    static func string(_ text: String) -> String {
        isPlain(text) && !words.contains(text.lowercased()) ? text : quoted(text)
    }

    /// Whether a string begins with a letter, and contains only letters, digits, single spaces within, and marks
    /// without a meaning in YAML.
    private static func isPlain(_ text: String) -> Bool {
        var before: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", "A"..."Z": break
            case "0"..."9", "_", "-", ".", "/", "(", ")", "+":
                if before == " " { return false }
            case " ": if before == " " { return false }
            default:
                guard scalar.value >= 0xC0, scalar.properties.isAlphabetic,
                    scalar.properties.canonicalCombiningClass == .notReordered
                else { return false }
            }
            before = scalar
        }
        return before != " "
    }

    private static func quoted(_ text: String) -> String {
        let escapes: [Unicode.Scalar: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"]
        return "\"" + text.escaping(escapes) { isPrintable($0) ? nil : escape($0) } + "\""
    }

    /// Whether YAML allows a character in quotes, and a terminal and a line-by-line reader too.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0xFEFF, 0xFF00..<0xFFFE, 0x10000...0x10FFFF: !SafeText.isUnsafe(scalar)
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let (mark, count) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
        return "\\" + mark + scalar.value.hexadecimal(digits: count)
    }
}
