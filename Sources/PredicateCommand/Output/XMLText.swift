/// Text within XML 1.0. Control characters, which XML cannot hold, become U+FFFD.
enum XMLText {
    /// The contents of an element.
    static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

    /// The value of an attribute, without its quotes.
    static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

    private static func escaped(_ text: String, isAttribute: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"" where isAttribute: result += "&quot;"
            // A reader of XML makes blanks of these in an attribute, and a line feed of a carriage return.
            case "\t" where isAttribute, "\n" where isAttribute, "\r": result += "&#\(scalar.value);"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
