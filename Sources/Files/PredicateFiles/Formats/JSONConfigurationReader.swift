import PredicateFormat

/// Reads JSON with the location of each value.
///
/// Comments are accepted, because the settings of many tools have them. Everything else is strict: no comma before a bracket, no
/// other quotes, no surrogate without its partner. A key may be there twice.
package enum JSONConfigurationReader {
    /// The value of a document.
    package static func read(_ file: [UInt8]) throws(ConfigurationError) -> ConfigurationNode {
        var reader = JSONReader(try UTF8File(file))
        return try reader.document()
    }
}

/// Walks over the bytes of one document. It keeps what is open on a list, so that the nesting of a document costs no stack.
private struct JSONReader {
    private let file: UTF8File
    private var offset: Int
    private var builder = ConfigurationNodeBuilder()
    /// Escapes so far. Each takes more memory than its bytes.
    private var escapes = 0

    init(_ file: UTF8File) {
        self.file = file
        offset = file.start
    }

    private var current: UInt8? { file[offset] }

    private func failure(_ message: String) -> ConfigurationError { ConfigurationError(message, at: offset) }

    private mutating func accept(_ sign: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: sign) else { return false }
        offset += 1
        return true
    }

    // MARK: Structure

    mutating func document() throws(ConfigurationError) -> ConfigurationNode {
        try skipSpace()
        repeat {
            try beginValue()
            // A complete value may end several others.
            var isComplete = !isBehindOpeningBracket
            while isComplete, builder.depth > 0 { isComplete = try !continuesValue() }
        } while builder.depth > 0
        try skipSpace()
        guard current == nil else { throw failure("expected the end of the file") }
        guard let root = builder.finish() else { throw failure("expected a value") }
        return root
    }

    /// Whether the bracket that was read last opened a value that has more to come.
    private var isBehindOpeningBracket = false

    /// Reads a value, or its opening bracket with the key of its first entry.
    private mutating func beginValue() throws(ConfigurationError) {
        let start = offset
        isBehindOpeningBracket = false
        switch current {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let isMapping = current == UInt8(ascii: "{")
            try builder.open(isMapping: isMapping, at: start)
            offset += 1
            try skipSpace()
            if accept(isMapping ? "}" : "]") {
                builder.close(at: offset)
            } else {
                isBehindOpeningBracket = true
                if isMapping { try key() }
            }
        case UInt8(ascii: "\""):
            let text = try string()
            try builder.value(.text(text), start..<offset)
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case nil: throw failure("expected a value, but the file ends")
        default:
            try number()
            try builder.value(.other(file.text(start..<offset)), start..<offset)
        }
    }

    /// Reads what follows a value in its mapping or sequence: true if another value comes, false if the bracket closed.
    private mutating func continuesValue() throws(ConfigurationError) -> Bool {
        let isMapping = builder.isInMapping
        let closing: Unicode.Scalar = isMapping ? "}" : "]"
        try skipSpace()
        if accept(closing) {
            builder.close(at: offset)
            return false
        }
        let comma = offset
        guard accept(",") else {
            throw failure(
                current == nil ? "expected `,` or `\(closing)`, but the file ends" : "expected `,` or `\(closing)`")
        }
        builder.separator()
        try skipSpace()
        if current == UInt8(ascii: closing) { throw ConfigurationError("no value follows this comma", at: comma) }
        if isMapping { try key() }
        return true
    }

    /// Reads a key, its colon and the space behind it.
    private mutating func key() throws(ConfigurationError) {
        guard current == UInt8(ascii: "\"") else {
            throw failure(current == nil ? "expected a key, but the file ends" : "expected a key in double quotes")
        }
        builder.key(try string())
        try skipSpace()
        guard accept(":") else { throw failure("expected `:` behind the key") }
        try skipSpace()
    }

    private mutating func skipSpace() throws(ConfigurationError) {
        while let byte = current {
            switch byte {
            case 0x0A: builder.lineBreaks(1)
            // Both bytes of CRLF are one line break.
            case 0x0D: builder.lineBreaks(file[offset + 1] == 0x0A ? 0 : 1)
            case 0x20, 0x09: break
            case UInt8(ascii: "/"):
                try comment()
                continue
            default: return
            }
            offset += 1
        }
    }

    private mutating func comment() throws(ConfigurationError) {
        let start = offset
        if file.has("//", at: offset) {
            while let byte = current, byte != 0x0A, byte != 0x0D { offset += 1 }
            builder.comment(commentText(file, start + 2..<offset))
        } else if file.has("/*", at: offset) {
            offset += 2
            while !file.has("*/", at: offset) {
                guard current != nil else { throw ConfigurationError("the comment is not closed", at: start) }
                offset += 1
            }
            builder.comment(commentText(file, start + 2..<offset))
            offset += 2
        } else {
            throw failure("unexpected `/`")
        }
    }

    // MARK: Values

    private mutating func word(_ word: StaticString) throws(ConfigurationError) {
        guard file.has(word, at: offset) else { throw failure("expected a value") }
        let start = offset
        offset += word.utf8CodeUnitCount
        try builder.value(.other("\(word)"), start..<offset)
    }

    private mutating func number() throws(ConfigurationError) {
        let start = offset
        if current == UInt8(ascii: "-") { offset += 1 }
        if current == UInt8(ascii: "0") {
            offset += 1
        } else {
            guard digits() else {
                if offset == start { throw failure("expected a value") }
                throw failure("expected a digit")
            }
        }
        if current == UInt8(ascii: ".") {
            offset += 1
            guard digits() else { throw failure("expected a digit") }
        }
        if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
            guard digits() else { throw failure("expected a digit") }
        }
    }

    /// Reads digits; false if there is none.
    private mutating func digits() -> Bool {
        let start = offset
        while let byte = current, byte >= 0x30, byte <= 0x39 { offset += 1 }
        return offset > start
    }

    private mutating func string() throws(ConfigurationError) -> LocatedText {
        let quote = offset
        offset += 1
        var text = LocatedTextBuilder(at: offset)
        var verbatim = offset
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                text.append(verbatim..<offset, of: file)
                offset += 1
                return text.text(.json)
            case UInt8(ascii: "\\"):
                text.append(verbatim..<offset, of: file)
                let start = offset
                escapes += 1
                guard escapes <= ConfigurationLimits.nodes else {
                    throw failure("the file has more than \(ConfigurationLimits.nodes) escapes")
                }
                let code = try escape()
                text.append(code, for: start..<offset)
                verbatim = offset
            case 0..<0x20:
                throw failure("a string contains no line break and no control character; write it as an escape")
            default: offset += 1
            }
        }
        throw ConfigurationError("the string is not closed", at: quote)
    }

    /// Reads an escape, or two that stand for one code point.
    private mutating func escape() throws(ConfigurationError) -> UInt32 {
        let start = offset
        offset += 1
        guard let byte = current else { throw ConfigurationError("the string is not closed", at: start) }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(byte)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): break
        default: throw ConfigurationError("this is no escape of JSON; a backslash is written `\\\\`", at: start)
        }
        let first = try fourDigits(start)
        guard first & 0xF800 == 0xD800 else { return first }
        guard first < 0xDC00, file.has("\\u", at: offset) else { throw Self.loneSurrogate(start) }
        offset += 2
        let second = try fourDigits(offset - 2)
        guard second & 0xFC00 == 0xDC00 else { throw Self.loneSurrogate(start) }
        return 0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF)
    }

    private static func loneSurrogate(_ offset: Int) -> ConfigurationError {
        ConfigurationError("this is half of a surrogate pair", at: offset)
    }

    private mutating func fourDigits(_ start: Int) throws(ConfigurationError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = hexadecimalDigit(byte) else {
                throw ConfigurationError("`\\u` takes four hexadecimal digits", at: start)
            }
            value = value << 4 | digit
            offset += 1
        }
        return value
    }
}

/// The value of a hexadecimal digit.
func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
}
