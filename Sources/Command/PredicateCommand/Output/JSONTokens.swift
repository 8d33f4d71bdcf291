import PredicateFormat

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

    /// The tokens of a text. For invalid JSON, these are the tokens before the mistake, with matching brackets.
    static func tokens(of text: UnsafeBufferPointer<UInt8>) -> [JSONToken] {
        var tokens: [JSONToken] = []
        /// The indices of the open brackets.
        var open: [Int] = []
        var reader = JSONTextReader(Array(text), repairsSurrogates: true)
        while let (part, range) = try? reader.next() {
            let kind: Kind
            switch part {
            case .open(let isObject):
                open.append(tokens.count)
                kind = .open(isObject: isObject)
            case .close:
                if let opening = open.popLast() { tokens[opening].end = tokens.count }
                kind = .close
            case .key: kind = .key
            case .string: kind = .string
            case .word: kind = .word
            case .comma, .space, .comment: continue
            }
            tokens.append(JSONToken(kind: kind, range: range, end: tokens.count))
        }
        for opening in open.reversed() {
            tokens[opening].end = tokens.count
            tokens.append(JSONToken(kind: .close, range: text.count..<text.count, end: tokens.count))
        }
        return tokens
    }
}
