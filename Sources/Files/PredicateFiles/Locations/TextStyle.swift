/// How a file writes a string, as far as that decides how a part of it is replaced.
package enum TextStyle: Hashable, Sendable {
    /// As it is: a line of a file of predicates.
    case verbatim
    /// A string of JSON.
    case json
    /// Text of an XML element.
    case xmlText
    /// The value of an XML attribute, with the byte of its quotes.
    case xmlAttribute(quote: UInt8)
    /// A CDATA section of XML.
    case cdata
    case yamlPlain
    case yamlSingleQuoted
    case yamlDoubleQuoted
    /// A literal or a folded block scalar of YAML.
    case yamlBlock
    case tomlBasic
    case tomlLiteral
    case tomlMultilineBasic
    case tomlMultilineLiteral
    /// A literal of Swift, with the number signs of a raw one.
    case swift(numberSigns: Int, isMultiline: Bool)
    /// A literal of Objective-C or C.
    case objectiveC
    case shellSingleQuoted
    case shellDoubleQuoted
    /// `$'…'`, with the escapes of C.
    case shellEscaped
    /// A word of a shell without quotes.
    case shellWord
    /// A literal of another programming language.
    case code(CodeLiteralKind)
    /// A string within the quotes of two languages, which nothing can be written into.
    case nested
    /// A value of a binary file, which has no text.
    case binary

    /// A replacement as it is written within such a string; nil if this form cannot hold it.
    ///
    /// The forms of YAML and shells depend on what is around the string. Whoever edits a file reads the result again.
    package func written(_ text: String) -> String? {
        switch self {
        case .verbatim: return isOneLine(text) ? text : nil
        case .json: return escaped(text) { "\\u" + $0.value.hexadecimal(digits: 4) }
        case .xmlText: return xml(text, also: [:])
        case .xmlAttribute(let quote):
            return xml(
                text,
                also: [
                    Unicode.Scalar(quote): quote == UInt8(ascii: "'") ? "&apos;" : "&quot;",
                    "\n": "&#10;", "\t": "&#9;",
                ])
        case .cdata: return has("]]>", in: text) ? nil : text
        case .yamlPlain: return isOneLine(text) && !has(" #", in: text) && !has(": ", in: text) ? text : nil
        case .yamlSingleQuoted: return isOneLine(text) ? text.escaping(["'": "''"]) : nil
        case .yamlDoubleQuoted: return escaped(text) { "\\u" + $0.value.hexadecimal(digits: 4) }
        case .yamlBlock: return isOneLine(text) ? text : nil
        case .tomlBasic, .tomlMultilineBasic:
            return escaped(text) { "\\u" + $0.value.hexadecimal(digits: 4) }
        case .tomlLiteral: return isOneLine(text) && !has("'", in: text) ? text : nil
        case .tomlMultilineLiteral: return isOneLine(text) && !has("''", in: text) ? text : nil
        case .swift(let count, let isMultiline): return swift(text, count, isMultiline)
        case .objectiveC:
            return escaped(text) { "\\" + octal($0) }
        case .shellSingleQuoted: return text.escaping(["'": "'\\''"])
        case .shellDoubleQuoted: return text.escaping(["\"": "\\\"", "$": "\\$", "`": "\\`", "\\": "\\\\"])
        case .shellEscaped:
            return escaped(text) { "\\" + octal($0) }.escaping(["'": "\\'"])
        case .shellWord: return text.unicodeScalars.allSatisfy(Self.isPlainInShell) ? text : nil
        case .code(let kind): return kind.written(text)
        case .binary, .nested: return nil
        }
    }

    private static let jsonEscapes: [Unicode.Scalar: String] = [
        "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t",
    ]

    private static func isPlainInShell(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", ",", ":", "/", "@", "%", "+", "=": true
        default: false
        }
    }

    private func isOneLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F && !["\u{85}", "\u{2028}", "\u{2029}"].contains($0)
        }
    }

    private func escaped(
        _ text: String, _ short: [Unicode.Scalar: String] = Self.jsonEscapes, control: (Unicode.Scalar) -> String
    ) -> String {
        text.escaping(short) { $0.value < 0x20 || $0.value == 0x7F ? control($0) : nil }
    }

    private func xml(_ text: String, also more: [Unicode.Scalar: String]) -> String? {
        // XML 1.0 has no way to write most controls; a carriage return would be read as a line feed.
        if text.unicodeScalars.contains(where: { $0.value < 0x20 && !["\n", "\t", "\r"].contains($0) }) { return nil }
        return text.escaping(["&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"].merging(more) { $1 })
    }

    private func swift(_ text: String, _ numberSigns: Int, _ isMultiline: Bool) -> String? {
        let escape = "\\" + String(repeating: "#", count: numberSigns)
        if isMultiline, text.unicodeScalars.contains("\n") { return nil }
        // In a raw literal a backslash or a quote alone is itself.
        let quote =
            numberSigns > 0 && !has("\"#", in: text) || isMultiline && !has("\"\"", in: text) ? "\"" : escape + "\""
        let backslash = numberSigns > 0 && !has(escape, in: text) ? "\\" : escape + "\\"
        let short: [Unicode.Scalar: String] = [
            "\"": quote, "\\": backslash, "\n": escape + "n", "\r": escape + "r", "\t": escape + "t",
        ]
        return escaped(text, short) { escape + "u{" + String($0.value, radix: 16) + "}" }
    }

    /// Whether the bytes are in the string; a sign with an accent after it counts.
    private func has(_ part: String, in text: String) -> Bool { Array(text.utf8).contains(Array(part.utf8)) }

    private func octal(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 8)
        return String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
    }
}
