/// How a kind of literal is written.
package struct CodeLiteralKind: Hashable, Sendable {
    /// What is interpolated into literals.
    package enum Interpolation: Hashable, Sendable {
        /// `${expression}`
        case dollarBraces
        /// `${expression}` and `$name`
        case dollar
        /// `#{expression}`
        case numberSignBraces
        /// `{expression}`; a brace of the text is doubled.
        case braces
        /// `\(expression)`, with the number signs of the literal after the backslash.
        case backslash

        /// The brackets around an expression.
        var brackets: (open: UInt8, close: UInt8) {
            self == .backslash ? (UInt8(ascii: "("), UInt8(ascii: ")")) : (UInt8(ascii: "{"), UInt8(ascii: "}"))
        }
    }

    /// What a backslash begins.
    package enum Escapes: Hashable, Sendable {
        case none
        /// The backslash and the quote alone can be escaped.
        case few
        /// Those of C.
        case c
        /// Those of Swift, whose multi-line literals have an indentation.
        case swift
        /// Those that most languages share.
        case common
    }

    /// What letters before a quote change.
    struct Prefix: Sendable {
        var isRaw = false
        var doublesQuotes = false
        var isMultiline = false
        var interpolation: Interpolation?
    }

    /// The quotes at both ends.
    let delimiter: String
    var isMultiline: Bool
    var escapes: Escapes
    /// Whether a backslash begins an escape.
    var hasEscapes: Bool { escapes != .none }
    /// Whether a quote is written twice.
    var doublesQuotes = false
    var interpolation: Interpolation?
    /// The letters before the quotes.
    var prefix = ""
    /// The number signs around the quotes, which every backslash needs after it.
    var numberSigns = 0

    init(
        _ delimiter: String, isMultiline: Bool = false, escapes: Escapes = .common,
        interpolation: Interpolation? = nil
    ) {
        self.delimiter = delimiter
        self.isMultiline = isMultiline
        self.escapes = escapes
        self.interpolation = interpolation
    }

    /// The same quotes after letters.
    func with(_ prefix: Prefix, _ letters: String) -> CodeLiteralKind {
        var kind = self
        kind.prefix = letters
        if prefix.isRaw { kind.escapes = .none }
        // Three quotes have no need of it.
        kind.doublesQuotes = prefix.doublesQuotes && delimiter.utf8.count == 1
        kind.isMultiline = isMultiline || prefix.isMultiline
        if let interpolation = prefix.interpolation { kind.interpolation = interpolation }
        return kind
    }

    /// A replacement as it is written within such a literal; nil if it cannot hold the text.
    func written(_ text: String) -> String? {
        var result = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            guard let written = written(scalar, behind: last) else { return nil }
            result += written
            last = scalar
        }
        return result
    }

    private func written(_ scalar: Unicode.Scalar, behind last: Unicode.Scalar?) -> String? {
        let isQuote = delimiter.unicodeScalars.first == scalar
        if scalar.value < 0x20 || scalar.value == 0x7F { return nil }
        switch interpolation {
        case .braces where scalar == "{" || scalar == "}": return String(scalar) + String(scalar)
        // A brace after these signs would begin an expression; so would a name after a dollar sign.
        case .dollarBraces where scalar == "$", .dollar where scalar == "$", .numberSignBraces where scalar == "#":
            return hasEscapes ? "\\" + String(scalar) : nil
        default: break
        }
        if isQuote {
            if doublesQuotes { return String(scalar) + String(scalar) }
            return hasEscapes ? "\\" + String(scalar) : nil
        }
        if scalar == "\\" { return hasEscapes ? "\\\\" : doublesQuotes || !prefix.isEmpty ? "\\" : nil }
        return String(scalar)
    }
}
