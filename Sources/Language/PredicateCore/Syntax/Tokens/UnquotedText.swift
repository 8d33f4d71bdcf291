/// Text that lacks its quotes and cannot be read as anything else.
enum UnquotedText {
    /// Nobody leaves the quotes out of a longer text.
    private static let longest = 256

    /// The end of such a string that begins at an index; nil if there is none.
    static func end(in bytes: [UInt8], at start: Int, isPattern: Bool) -> Int? {
        guard start < bytes.count else { return nil }
        let first = bytes[start]
        if Lexer.isLetter(first) {
            if isPlainPath(bytes, at: start) { return nil }
        } else {
            switch first {
            case UInt8(ascii: "/"), UInt8(ascii: "~"), UInt8(ascii: "*"), UInt8(ascii: "^"), UInt8(ascii: "."),
                UInt8(ascii: "?"):
                break
            default: return nil
            }
        }
        var end = start
        var open = 0
        scan: while end < bytes.count {
            guard end - start < longest else { return nil }
            switch bytes[end] {
            case 0x20, 0x09...0x0D, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: ";"): break scan
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"): return nil
            case UInt8(ascii: "("):
                if !isPattern { return nil }
                open += 1
            case UInt8(ascii: ")"):
                if open == 0 { break scan }
                open -= 1
            default: break
            }
            end += 1
        }
        let text = bytes[start..<end]
        guard text.count > 1, let last = text.last else { return nil }
        if first == UInt8(ascii: "/") || first == UInt8(ascii: "~") && text.dropFirst().first == UInt8(ascii: "/") {
            return end
        }
        if isPattern, open == 0 {
            let isBegun = "*^?".utf8.contains(first) || first == UInt8(ascii: ".") && !Lexer.isDigit(text[start + 1])
            if isBegun { return end }
            // `LIKE Jo*`: if an operand follows, the sign is an operator.
            if Lexer.isLetter(first), "*?^$".utf8.contains(last), endsCondition(bytes, at: end) { return end }
        }
        guard Lexer.isLetter(first) else { return nil }
        return isAddress(text) || isHyphenated(text, in: bytes) ? end : nil
    }

    /// Whether only names with dots follow up to the end of the source: this is not a string without quotes.
    private static func isPlainPath(_ bytes: [UInt8], at start: Int) -> Bool {
        var end = start
        while end < bytes.count, Lexer.isASCIINameByte(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
        guard bytes[end - 1] != UInt8(ascii: ".") else { return false }
        guard end < bytes.count else { return true }
        switch bytes[end] {
        case 0x20, 0x09...0x0D, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: ")"): return true
        default: return false
        }
    }

    /// Whether only the end of a condition follows an index.
    static func endsCondition(_ bytes: [UInt8], at index: Int) -> Bool {
        let rest = bytes[index...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = rest.first else { return true }
        if ")},;".utf8.contains(first) { return true }
        if rest.starts(with: "&&".utf8) || rest.starts(with: "||".utf8) { return true }
        let word = rest.prefix { Lexer.isLetter($0) }
        switch Keyword(word: String(decoding: word, as: UTF8.self)) {
        case .and, .or: return true
        default: return false
        }
    }

    /// `Mac-27AD2F918AE68F61`, `lab-`, `com.apple.`: strings that cannot be a subtraction or a path.
    private static func isHyphenated(_ text: ArraySlice<UInt8>, in bytes: [UInt8]) -> Bool {
        guard text.allSatisfy({ Lexer.isLetter($0) || Lexer.isDigit($0) || "_.-".utf8.contains($0) }) else {
            return false
        }
        if text.last == UInt8(ascii: "-") { return endsCondition(bytes, at: text.endIndex) }
        if text.last == UInt8(ascii: ".") {
            // `com.apple.`; a single word with a point is the end of a sentence.
            return text.dropLast().contains(UInt8(ascii: ".")) && endsCondition(bytes, at: text.endIndex)
        }
        return text.split(separator: UInt8(ascii: "-")).dropFirst().contains { part in
            guard let first = part.first, Lexer.isDigit(first) else { return false }
            // Neither `0x1F` nor `1e5`.
            let rest = part.drop(while: Lexer.isDigit)
            guard let letter = rest.first(where: Lexer.isLetter) else { return false }
            let isRadix = first == 0x30 && rest.startIndex == part.startIndex + 1 && "xXoObB".utf8.contains(letter)
            let isExponent = letter | 0x20 == UInt8(ascii: "e") && rest.dropFirst().allSatisfy(Lexer.isDigit)
            return !isRadix && !isExponent
        }
    }

    /// `scheme://…`, `name@host`
    private static func isAddress(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.prefix { Lexer.isLetter($0) || Lexer.isDigit($0) || "._+-".utf8.contains($0) }
        let rest = text[name.endIndex...]
        if rest.starts(with: "://".utf8) { return true }
        guard rest.first == UInt8(ascii: "@"), let before = name.last, before != UInt8(ascii: "."),
            let after = rest.dropFirst().first
        else { return false }
        return Lexer.isLetter(after) || Lexer.isDigit(after)
    }
}
