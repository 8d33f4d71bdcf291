import PredicateFormat

/// The four kinds of strings of TOML.
extension TOMLScanner {
    /// The string whose quote stands at the offset. Leaves the offset behind it.
    ///
    /// - Parameter allowsLines: Whether three quotes begin a string of several lines. They do not in keys.
    mutating func string(allowsLines: Bool) throws(ConfigurationError) -> LocatedText {
        let quote = file[safely: offset] ?? .quote
        let isMultiline =
            allowsLines && file[safely: offset + 1] == quote && file[safely: offset + 2] == quote
        let isBasic = quote == .quote
        offset += isMultiline ? 3 : 1
        // A line break right behind the quotes is no part of the text.
        if isMultiline { _ = try skipLineBreak() }

        var builder = SourceText(at: offset)
        var runStart = offset
        while true {
            guard let byte = file[safely: offset] else { throw error("a string without its closing quote") }
            if byte == quote {
                if !isMultiline { break }
                if let end = closingQuotes(quote) {
                    offset = end
                    break
                }
                offset += 1
            } else if isBasic, byte == .backslash {
                builder.appendVerbatim(runStart..<offset, of: file)
                try escape(isMultiline: isMultiline, &builder)
                runStart = offset
            } else if byte.isLineBreak {
                guard isMultiline else {
                    throw error("a line break in a string; three quotes begin one of several lines")
                }
                let start = offset
                _ = try skipLineBreak()
                if byte == .carriageReturn {
                    builder.appendVerbatim(runStart..<start, of: file)
                    builder.appendUnit("\n", for: start..<offset)
                    runStart = offset
                }
            } else {
                guard !Self.isControl(byte) else { throw error("a control character in a string") }
                offset += 1
            }
        }
        builder.appendVerbatim(runStart..<offset, of: file)
        offset += isMultiline ? 3 : 1
        let style: TextStyle =
            isBasic
            ? (isMultiline ? .tomlMultilineBasic : .tomlBasic) : (isMultiline ? .tomlMultilineLiteral : .tomlLiteral)
        return builder.text(style)
    }

    /// Where the closing quotes of a string of several lines begin; nil if the quotes at the offset belong to the text.
    ///
    /// One or two quotes may stand directly before the three that close: `""""a""""`.
    private func closingQuotes(_ quote: UInt8) -> Int? {
        var count = 0
        while count < 5, file[safely: offset + count] == quote { count += 1 }
        return count >= 3 ? offset + count - 3 : nil
    }

    /// The escape whose backslash stands at the offset.
    private mutating func escape(isMultiline: Bool, _ builder: inout SourceText) throws(ConfigurationError) {
        let start = offset
        guard let sign = file[safely: offset + 1] else { throw error("a string without its closing quote") }
        let digits: Int
        switch sign {
        case UInt8(ascii: "u"): digits = 4
        case UInt8(ascii: "U"): digits = 8
        default:
            if let meaning = Self.escapes[sign] {
                offset += 2
                builder.appendUnit(meaning, for: start..<offset)
                return
            }
            try escapedLineBreak(isMultiline: isMultiline)
            return
        }
        guard let value = file.hexadecimal(digits, at: offset + 2), let meaning = Unicode.Scalar(value) else {
            throw error("an escape that is no character")
        }
        offset += 2 + digits
        builder.appendUnit(meaning, for: start..<offset)
    }

    /// A backslash at the end of a line: all blanks and line breaks up to the next sign are no part of the text.
    private mutating func escapedLineBreak(isMultiline: Bool) throws(ConfigurationError) {
        let start = offset
        offset = file.skippingBlanks(from: offset + 1)
        guard isMultiline, try skipLineBreak() else {
            offset = start
            throw error("an unknown escape; a backslash is written as two")
        }
        repeat { offset = file.skippingBlanks(from: offset) } while try skipLineBreak()
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "f"): "\u{C}",
        UInt8(ascii: "r"): "\r", .quote: "\"", .backslash: "\\",
    ]
}
