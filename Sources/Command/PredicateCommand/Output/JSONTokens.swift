/// A part of JSON text that a writer places: a bracket, a key or a scalar. Commas, colons and blanks are left out.
struct JSONToken {
    enum Kind {
        /// `{` or `[`
        case open(isObject: Bool)
        /// `}` or `]`
        case close
        /// A key, with its quotes.
        case key
        /// A string, with its quotes.
        case string
        /// A number, `true`, `false` or `null`.
        case word
    }

    var kind: Kind
    /// The bytes of the token in the text.
    var range: Range<Int>
    /// For an opening bracket, the index of its closing bracket; otherwise the index of the token itself.
    var end: Int

    /// The tokens of a text. Text that is not valid JSON gives some tokens, whose brackets match nevertheless.
    static func tokens(of text: UnsafeBufferPointer<UInt8>) -> [JSONToken] {
        var tokens: [JSONToken] = []
        /// The indices of the open brackets.
        var open: [Int] = []
        var expectsKey = false
        var position = 0
        while position < text.count {
            let start = position
            switch text[position] {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":"):
                position += 1
                continue
            case UInt8(ascii: ","):
                position += 1
                expectsKey = open.last.map { tokens[$0].isObject } ?? false
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                position += 1
                expectsKey = text[start] == UInt8(ascii: "{")
                open.append(tokens.count)
                tokens.append(JSONToken(kind: .open(isObject: expectsKey), range: start..<position, end: tokens.count))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                position += 1
                expectsKey = false
                guard let opening = open.popLast() else { continue }
                tokens[opening].end = tokens.count
                tokens.append(JSONToken(kind: .close, range: start..<position, end: tokens.count))
            case UInt8(ascii: "\""):
                position += 1
                while position < text.count, text[position] != UInt8(ascii: "\"") {
                    position += text[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position = min(position + 1, text.count)
                tokens.append(
                    JSONToken(kind: expectsKey ? .key : .string, range: start..<position, end: tokens.count))
                expectsKey = false
            default:
                while position < text.count, !Self.endsWord(text[position]) { position += 1 }
                tokens.append(JSONToken(kind: .word, range: start..<position, end: tokens.count))
            }
        }
        for opening in open.reversed() {
            tokens[opening].end = tokens.count
            tokens.append(JSONToken(kind: .close, range: text.count..<text.count, end: tokens.count))
        }
        return tokens
    }

    /// Whether the token opens an object.
    private var isObject: Bool { if case .open(true) = kind { true } else { false } }

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D: true
        default: false
        }
    }
}
