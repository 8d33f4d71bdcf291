/// A part of JSON text that a writer places: a bracket, a key or a scalar. Commas, colons and blanks are left out.
struct JSONToken {
    /// What it is; keys and strings have their quotes.
    var part: JSONTextReader.Part
    /// The bytes of the token in the text.
    var range: Range<Int>
    /// For an opening bracket, the index of its closing bracket; otherwise the index of the token itself.
    var end: Int

    /// The tokens of JSON text. For invalid JSON, these are the tokens before the mistake, with matching brackets.
    static func tokens(of text: UnsafeBufferPointer<UInt8>) -> [JSONToken] {
        var tokens: [JSONToken] = []
        /// The indices of the open brackets.
        var open: [Int] = []
        var reader = JSONTextReader(Array(text), repairsSurrogates: true)
        while let (part, range) = try? reader.next() {
            switch part {
            case .open: open.append(tokens.count)
            case .close: if let opening = open.popLast() { tokens[opening].end = tokens.count }
            case .key, .string, .word: break
            case .comma, .space, .comment: continue
            }
            tokens.append(JSONToken(part: part, range: range, end: tokens.count))
        }
        for opening in open.reversed() {
            tokens[opening].end = tokens.count
            tokens.append(JSONToken(part: .close, range: text.count..<text.count, end: tokens.count))
        }
        return tokens
    }
}
