/// Splits a format string into tokens, in one pass over its UTF-8 bytes.
///
/// Text that is not a token is reported and skipped, or becomes the nearest token, so that the parser can continue and
/// all mistakes are found at once.
package struct Lexer {
    package let bytes: [UInt8]
    var offset = 0
    package private(set) var tokens: [Token] = []
    /// Strings of tokens that differ from the source, such as a string with escapes.
    private var texts: [String] = []
    package internal(set) var diagnostics: [PredicateDiagnostic] = []
    /// The library whose operators the text may use.
    let library: PredicateLibrary
    /// The initial letters of its operators with a hyphen, one bit each: most words begin with none of them.
    private let hyphenatedInitials: UInt32
    /// After this number of mistakes, the source is not a predicate with typing errors.
    private let mostMistakes: Int
    /// The note after the last mistake that is reported.
    package static let unreadRest = "too many mistakes; the rest of the text is not checked"

    package init(
        _ source: String, library: PredicateLibrary,
        mostMistakes: Int = PredicateLimits.standard.syntaxDiagnostics
    ) {
        var source = source
        bytes = source.withUTF8 { Array($0) }
        self.library = library
        self.mostMistakes = mostMistakes
        hyphenatedInitials = library.hyphenatedInitials
        // Most predicates have a token for every three or four bytes; very long ones grow by themselves.
        tokens.reserveCapacity(min(bytes.count / 3 + 2, 1 << 16))
    }

    /// The end of a quote, fence or bracket that was reported with its opening; it is skipped.
    var passedOver: [Int: Int] = [:]

    /// Whether the end token is there.
    private(set) var isAtEnd = false

    /// Makes tokens up to a number, or until the end token, which follows the last one.
    ///
    /// The parser requests as many as it needs: a predicate that it gives up on is not split to its end.
    package mutating func fill(to count: Int) {
        while tokens.count < count, !isAtEnd {
            skipWhiteSpace()
            if offset < bytes.count, diagnostics.count < mostMistakes {
                if !passedOver.isEmpty, let end = passedOver[offset] { offset = end } else { lexToken() }
            } else {
                if offset < bytes.count, !diagnostics.isEmpty {
                    diagnostics[diagnostics.count - 1].notes.append(Self.unreadRest)
                }
                finish()
            }
        }
    }

    /// Drops the diagnostics that start within a range: the parser has reported the whole of it as one mistake.
    mutating func withdrawDiagnostics(startingIn range: SourceRange) {
        diagnostics.removeAll { $0.range.lowerBound >= range.lowerBound && $0.range.lowerBound < range.upperBound }
    }

    /// Leaves the rest of the text uncut.
    mutating func finish() {
        guard !isAtEnd else { return }
        isAtEnd = true
        tokens.append(Token(.end, range: SourceRange(at: bytes.count)))
    }

    // MARK: Bytes

    package func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    private mutating func skipWhiteSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    func text(_ lower: Int, _ upper: Int) -> String {
        bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[lower..<min(upper, $0.count)]), as: UTF8.self)
        }
    }

    /// The scalar at an index with its length in bytes.
    func scalar(at index: Int) -> (Unicode.Scalar, Int)? {
        guard index < bytes.count else { return nil }
        if bytes[index] < 0x80 { return (Unicode.Scalar(bytes[index]), 1) }
        var decoder = UTF8()
        var iterator = bytes[index..<min(index + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return ("\u{FFFD}", 1) }
        return (scalar, UTF8.width(scalar))
    }

    package static func isASCIINameStart(_ byte: UInt8) -> Bool {
        (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x41 && byte <= 0x5A) || byte == 0x5F
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// Whether a name may go on with an ASCII byte.
    static func isASCIINameByte(_ byte: UInt8) -> Bool { isASCIINameStart(byte) || isDigit(byte) }

    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// The length in bytes of the name character at an index; 0 if there is none.
    func nameStart(at index: Int) -> Int {
        guard index < bytes.count else { return 0 }
        if bytes[index] < 0x80 { return Self.isASCIINameStart(bytes[index]) ? 1 : 0 }
        guard let (scalar, length) = scalar(at: index), IdentifierCharacters.isStart(scalar) else { return 0 }
        return length
    }

    func nameContinue(at index: Int) -> Int {
        guard index < bytes.count else { return 0 }
        let byte = bytes[index]
        if byte < 0x80 { return Self.isASCIINameByte(byte) ? 1 : 0 }
        guard let (scalar, length) = scalar(at: index), IdentifierCharacters.isContinue(scalar) else { return 0 }
        return length
    }

    /// The end of the word that begins at an index; the index itself when none does.
    func endOfWord(at index: Int) -> Int {
        let start = nameStart(at: index)
        return start == 0 ? index : endOfNameCharacters(at: index + start)
    }

    func endOfNameCharacters(at index: Int) -> Int {
        var end = index
        while end < bytes.count {
            if bytes[end] < 0x80 {
                guard Self.isASCIINameByte(bytes[end]) else { return end }
                end += 1
            } else {
                let length = nameContinue(at: end)
                if length == 0 { return end }
                end += length
            }
        }
        return max(end, index)
    }

    // MARK: Tokens

    mutating func add(_ token: Token) {
        tokens.append(token)
        offset = token.range.upperBound
    }

    /// Replaces the last tokens, which turn out to be parts of one token.
    mutating func replaceLast(_ count: Int, by token: Token) {
        tokens.removeLast(min(count, tokens.count))
        add(token)
    }

    /// Adds a token whose text need not be that of its range.
    mutating func add(_ kind: Token.Kind, upTo end: Int) {
        let range = SourceRange(offset, end)
        switch kind {
        case .word(let text, let keyword): add(Token(.word, range: range, keyword: keyword, detail: keep(text)))
        case .hashWord(let text): add(Token(.hashWord, range: range, detail: keep(text)))
        case .atWord(let text): add(Token(.atWord, range: range, detail: keep(text)))
        case .variable(let text): add(Token(.variable, range: range, detail: keep(text)))
        case .selector(let text): add(Token(.selector, range: range, detail: keep(text)))
        case .hyphenatedOperator(let text): add(Token(.hyphenatedOperator, range: range, detail: keep(text)))
        case .string(let text): add(Token(.string, range: range, detail: keep(text)))
        case .number(nil): add(Token(.number, range: range))
        case .number(.integer(let value)?): add(Token(.number, range: range, detail: .integer(value)))
        case .number(.double(let value)?): add(Token(.number, range: range, detail: .double(value)))
        case .number(.wideInteger?): add(Token(.number, range: range, detail: .wideInteger))
        case .argument(let specifier): add(Token(.argument, range: range, detail: .specifier(specifier.kind)))
        case .punctuation(let sign): add(Token(.punctuation, range: range, sign: sign))
        case .invalid: add(Token(.invalid, range: range))
        case .end: add(Token(.end, range: range))
        }
    }

    private mutating func keep(_ text: String) -> Token.Detail {
        texts.append(text)
        return .kept(texts.count - 1)
    }

    /// The text of a token: the word, the name without its sign, the string without quotes and escapes.
    package func text(of token: Token) -> String {
        switch token.detail {
        case .trimmed(let before, let behind):
            text(token.range.lowerBound + Int(before), token.range.upperBound - Int(behind))
        case .kept(let index): texts[index]
        default: text(token.range.lowerBound, token.range.upperBound)
        }
    }

    /// The format argument that a token is.
    func specifier(of token: Token) -> FormatSpecifier {
        var kind = FormatSpecifier.Kind.value
        if case .specifier(let known) = token.detail { kind = known }
        return FormatSpecifier(text(of: token), kind)
    }

    /// A token with its details.
    package func kind(of token: Token) -> Token.Kind {
        switch token.code {
        case .word: .word(text(of: token), token.keyword)
        case .hashWord: .hashWord(text(of: token))
        case .atWord: .atWord(text(of: token))
        case .variable: .variable(text(of: token))
        case .selector: .selector(text(of: token))
        case .hyphenatedOperator: .hyphenatedOperator(text(of: token))
        case .number: .number(number(of: token))
        case .string: .string(text(of: token))
        case .argument: .argument(specifier(of: token))
        case .punctuation: token.sign.map { .punctuation($0) } ?? .invalid
        case .invalid: .invalid
        case .end: .end
        }
    }

    /// The number of a token; nil for an invalid one.
    func number(of token: Token) -> Token.Number? {
        switch token.detail {
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .wideInteger: .wideInteger
        default: nil
        }
    }

    /// The last token so far.
    var lastKind: Token.Kind? { tokens.last.map { kind(of: $0) } }

    /// Whether a token is a word, given in upper case, in any case of its letters.
    func spells(_ token: Token, _ word: StaticString) -> Bool {
        guard token.code == .word else { return false }
        guard case .trimmed = token.detail else { return asciiUppercased(text(of: token)) == "\(word)" }
        let range = token.range
        guard range.upperBound - range.lowerBound == word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { word in
            for index in word.indices where asciiUppercased(bytes[range.lowerBound + index]) != word[index] {
                return false
            }
            return true
        }
    }

    private mutating func lexToken() {
        let byte = bytes[offset]
        switch byte {
        case 0x30...0x39: lexNumber()
        case UInt8(ascii: "."):
            if Self.isDigit(self.byte(at: offset + 1)) {
                lexNumber()
            } else if self.byte(at: offset + 1) == byte, tokens.last?.code == .number {
                lexRange()
            } else {
                add(Token(.punctuation, range: SourceRange(offset, offset + 1), sign: .dot))
            }
        case UInt8(ascii: "\""), UInt8(ascii: "'"): lexString(quote: byte)
        case UInt8(ascii: "#"): lexPrefixed(.hashWord, trimming: 1)
        case UInt8(ascii: "@"): lexPrefixed(.atWord, trimming: 0)
        case UInt8(ascii: "$"): lexVariable()
        case UInt8(ascii: "%"): lexArgument()
        case UInt8(ascii: "&") where signHabit(at: offset) != nil: lexSignHabit()
        default:
            if nameStart(at: offset) > 0 { lexWord() } else { lexPunctuation() }
        }
    }

    private mutating func lexWord() {
        if hyphenatedInitials & PredicateLibrary.initial(bytes[offset]) != 0, lexHyphenatedOperator() { return }
        if lexPlainWord() { return }
        let end = endOfWord(at: offset)
        if let broken = brokenWord(endingAt: end) {
            return add(.word(broken.text, Keyword(word: broken.text)), upTo: broken.end)
        }
        if let selectorEnd = endOfSelector(at: end) {
            add(Token(.selector, range: SourceRange(offset, selectorEnd), detail: .trimmed(0, 0)))
            return
        }
        let keyword = bytes.withUnsafeBufferPointer { Keyword(utf8: UnsafeBufferPointer(rebasing: $0[offset..<end])) }
        add(Token(.word, range: SourceRange(offset, end), keyword: keyword, detail: .trimmed(0, 0)))
    }

    /// A word of ASCII that is not a selector, as most words.
    private mutating func lexPlainWord() -> Bool {
        let start = offset
        let (end, keyword) = bytes.withUnsafeBufferPointer { bytes in
            var end = start
            while end < bytes.count, Self.isASCIINameByte(bytes[end]) { end += 1 }
            // The following bytes may still belong to it.
            if end == start || end < bytes.count && (bytes[end] >= 0x80 || bytes[end] == UInt8(ascii: ":")) {
                return (start, Keyword?.none)
            }
            return (end, Keyword(utf8: UnsafeBufferPointer(rebasing: bytes[start..<end])))
        }
        guard end > start else { return false }
        add(Token(.word, range: SourceRange(start, end), keyword: keyword, detail: .trimmed(0, 0)))
        return true
    }

    /// The name of an operator with a hyphen, if there is one at the offset.
    private mutating func lexHyphenatedOperator() -> Bool {
        for name in library.hyphenatedNames
        where matches(name, at: offset) && nameContinue(at: offset + name.count) == 0 {
            add(.hyphenatedOperator(String(decoding: name, as: UTF8.self)), upTo: offset + name.count)
            return true
        }
        return false
    }

    /// Whether a word of the language, or the name of an operator, begins at an index.
    func isOwnWord(at index: Int) -> Bool {
        let word = text(index, endOfNameCharacters(at: index))
        return Keyword(word: word) != nil || library.registeredOperator(word) != nil
            || library.hyphenatedNames.contains { matches($0, at: index) }
    }

    /// Whether the upper-case ASCII name is at an index, in any case.
    private func matches(_ name: [UInt8], at index: Int) -> Bool {
        guard index + name.count <= bytes.count else { return false }
        for location in name.indices where asciiUppercased(bytes[index + location]) != name[location] {
            return false
        }
        return true
    }

    /// The end of the selector whose first word ends at `end`; nil when it is just a word.
    private func endOfSelector(at end: Int) -> Int? {
        var last: Int?
        var end = end
        while byte(at: end) == UInt8(ascii: ":"), byte(at: end + 1) != UInt8(ascii: "=") {
            last = end + 1
            let next = endOfWord(at: end + 1)
            if next == end + 1 { break }
            end = next
        }
        return last
    }

    private mutating func lexPrefixed(_ code: Token.Code, trimming sign: UInt8) {
        let end = endOfWord(at: offset + 1)
        if end == offset + 1 {
            lexCharacterHabit()
        } else {
            add(Token(code, range: SourceRange(offset, end), detail: .trimmed(sign, 0)))
        }
    }

    private mutating func lexVariable() {
        let start = byte(at: offset + 1) == UInt8(ascii: "#") ? offset + 2 : offset + 1
        let end = endOfWord(at: start)
        if end > start {
            add(Token(.variable, range: SourceRange(offset, end), detail: .trimmed(UInt8(start - offset), 0)))
        } else if start == offset + 1, Self.isDigit(byte(at: start)) {
            lexNumberedVariable()
        } else if start == offset + 1, byte(at: start) == UInt8(ascii: "{") {
            lexBracedVariable()
        } else {
            lexCharacterHabit()
        }
    }

    private mutating func lexPunctuation() {
        let first = bytes[offset]
        let second = byte(at: offset + 1)
        if first == UInt8(ascii: "!"), isForcedUnwrapping { return lexForcedUnwrapping() }
        if first == UInt8(ascii: "-"), lexHyphenHabit() || second == first && lexComment() { return }
        if first == UInt8(ascii: "/"), lexComment() { return }
        if let sign = Self.pair(first, second) {
            add(Token(.punctuation, range: SourceRange(offset, offset + 2), sign: sign))
        } else if let sign = Self.single(first) {
            add(Token(.punctuation, range: SourceRange(offset, offset + 1), sign: sign))
        } else {
            lexCharacterHabit()
        }
    }

    static func pair(_ first: UInt8, _ second: UInt8) -> Punctuation? {
        switch (first, second) {
        case (0x3D, 0x3D): .equalEqual
        case (0x3D, 0x3C): .equalLess
        case (0x3D, 0x3E): .equalGreater
        case (0x21, 0x3D): .notEqual
        case (0x3C, 0x3E): .lessGreater
        case (0x3C, 0x3D): .lessEqual
        case (0x3C, 0x3C): .shiftLeft
        case (0x3E, 0x3D): .greaterEqual
        case (0x3E, 0x3E): .shiftRight
        case (0x26, 0x26): .ampersandAmpersand
        case (0x7C, 0x7C): .barBar
        case (0x2A, 0x2A): .starStar
        case (0x3A, 0x3D): .assign
        default: nil
        }
    }

    static func single(_ byte: UInt8) -> Punctuation? {
        switch byte {
        case 0x28: .openParenthesis
        case 0x29: .closeParenthesis
        case 0x5B: .openBracket
        case 0x5D: .closeBracket
        case 0x7B: .openBrace
        case 0x7D: .closeBrace
        case 0x2C: .comma
        case 0x3D: .equal
        case 0x3C: .less
        case 0x3E: .greater
        case 0x21: .exclamation
        case 0x2B: .plus
        case 0x2D: .minus
        case 0x2A: .star
        case 0x2F: .slash
        case 0x26: .ampersand
        case 0x7C: .bar
        case 0x5E: .caret
        case 0x7E: .tilde
        default: nil
        }
    }

    private mutating func lexArgument() {
        let start = offset
        var index = offset + 1
        if byte(at: index) == UInt8(ascii: "@") {
            add(.argument(FormatSpecifier("%@", .value)), upTo: index + 1)
            return
        }
        var length = ""
        while let scalar = Unicode.Scalar(UInt32(byte(at: index))), "hlqztjL".unicodeScalars.contains(scalar),
            length.count < 3
        {
            length.unicodeScalars.append(scalar)
            index += 1
        }
        let conversion = Unicode.Scalar(byte(at: index))
        let kind: FormatSpecifier.Kind? =
            switch (conversion, length) {
            case ("K", ""): .keyPath
            case ("c", ""): .character
            case ("s", ""): .string
            case ("d", ""), ("D", ""), ("i", ""): .integer
            case ("u", ""), ("U", ""), ("x", ""), ("X", ""), ("o", ""), ("O", ""): .unsigned
            case ("d", "hh"), ("d", "h"), ("d", "ll"), ("d", "l"), ("d", "q"), ("d", "z"), ("d", "t"), ("d", "j"),
                ("i", "hh"), ("i", "h"), ("i", "ll"), ("i", "l"), ("i", "q"), ("i", "z"), ("i", "t"), ("i", "j"),
                ("D", "hh"), ("D", "h"), ("D", "ll"), ("D", "l"), ("D", "q"), ("D", "z"), ("D", "t"), ("D", "j"):
                .integer
            case (_, "hh"), (_, "h"), (_, "ll"), (_, "l"), (_, "q"), (_, "z"), (_, "t"), (_, "j"):
                "uUxXoO".unicodeScalars.contains(conversion)
                    ? .unsigned : (length == "l" && Self.isFloat(conversion) ? .double : nil)
            case (_, "L"), (_, ""): Self.isFloat(conversion) ? .double : nil
            default: nil
            }
        if let kind, nameContinue(at: index + 1) == 0 {
            add(.argument(FormatSpecifier(text(start, index + 1), kind)), upTo: index + 1)
            return
        }
        lexArgumentHabit()
    }

    private static func isFloat(_ scalar: Unicode.Scalar) -> Bool { "eEfFgGaA".unicodeScalars.contains(scalar) }

    // MARK: Numbers

    private mutating func lexNumber() {
        let start = offset
        if lexPlainInteger() { return }
        if let end = endOfUnquotedNumber(at: start) { return lexUnquoted(upTo: end) }
        var end = start
        var kind: Token.Kind?
        let second = byte(at: start + 1) | 0x20
        if bytes[start] == UInt8(ascii: "0"), let radix = Self.radix(second) {
            end = start + 2
            while let digit = Self.digit(byte(at: end)), digit < radix { end += 1 }
            if end > start + 2, nameContinue(at: end) == 0 {
                if let value = Int64(text(start + 2, end), radix: radix) {
                    kind = .number(.integer(value))
                } else {
                    diagnostics.append(.numberTooLarge(text(start, end), at: SourceRange(start, end)))
                    kind = .number(nil)
                }
            }
        } else {
            (kind, end) = decimalNumber(at: start)
        }
        guard let kind, nameContinue(at: end) == 0 else {
            end = endOfNameCharacters(at: end)
            reportBadNumber(SourceRange(start, end))
            add(.number(nil), upTo: end)
            return
        }
        add(kind, upTo: end)
    }

    /// The commonest of numbers: a few digits, and then something that cannot belong to them.
    private mutating func lexPlainInteger() -> Bool {
        var end = offset
        var value: Int64 = 0
        // Eighteen digits do not overflow.
        while end < bytes.count, Self.isDigit(bytes[end]), end < offset + 18 {
            value = value * 10 + Int64(bytes[end] - 0x30)
            end += 1
        }
        let next = byte(at: end)
        guard end > offset, next < 0x80, next != UInt8(ascii: "."), next != UInt8(ascii: "-"),
            !Self.isASCIINameByte(next)
        else { return false }
        add(Token(.number, range: SourceRange(offset, end), detail: .integer(value)))
        return true
    }

    /// The base of a number by the letter after its zero.
    private static func radix(_ letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x41 + 10
        case 0x61...0x66: Int(byte) - 0x61 + 10
        default: nil
        }
    }

    private mutating func decimalNumber(at start: Int) -> (Token.Kind?, Int) {
        var end = start
        var isDouble = false
        while Self.isDigit(byte(at: end)) { end += 1 }
        if byte(at: end) == UInt8(ascii: "."), byte(at: end + 1) != UInt8(ascii: ".") {
            isDouble = true
            end += 1
            while Self.isDigit(byte(at: end)) { end += 1 }
        }
        if let duration = duration(at: start, unitAt: end) { return duration }
        if byte(at: end) | 0x20 == UInt8(ascii: "e") {
            var exponent = end + 1
            if byte(at: exponent) == UInt8(ascii: "+") || byte(at: exponent) == UInt8(ascii: "-") { exponent += 1 }
            if Self.isDigit(byte(at: exponent)) {
                isDouble = true
                while Self.isDigit(byte(at: exponent)) { exponent += 1 }
                end = exponent
            }
        }
        if nameContinue(at: end) != 0 { return (nil, end) }
        let spelling = text(start, end)
        let range = SourceRange(start, end)
        if !isDouble {
            if let value = Int64(spelling) { return (.number(.integer(value)), end) }
            if case .decimal = NumberText.number(spelling) { return (.number(.wideInteger), end) }
            diagnostics.append(.numberBeyondDecimal(spelling, at: range))
            return (.number(nil), end)
        }
        // `Double` wants a digit on both sides of the point.
        var padded = spelling.hasPrefix(".") ? "0" + spelling : spelling
        if let point = padded.firstIndex(of: "."), !(padded[padded.index(after: point)...].first?.isNumber ?? false) {
            padded.insert("0", at: padded.index(after: point))
        }
        guard let value = Double(padded), value.isFinite else {
            diagnostics.append(.numberBeyondDouble(spelling, at: range))
            return (.number(nil), end)
        }
        return (.number(.double(value)), end)
    }

    // MARK: Strings

    private mutating func lexString(quote: UInt8) {
        let start = offset
        if lexDoubledQuotes(quote) || lexUnopenedString(quote) { return }
        var index = start + 1
        while index < bytes.count, bytes[index] != quote, bytes[index] != UInt8(ascii: "\\") { index += 1 }
        if byte(at: index) == quote, let end = endOfHalfQuoted(from: start, upTo: index) {
            let sign = Character(Unicode.Scalar(quote))
            diagnostics.append(
                .unclosedString(at: SourceRange(start, end), closedAt: end, quote: sign, mayStand: true))
            return add(.string(text(start + 1, end)), upTo: end)
        }
        var hasInnerOpening = false
        if byte(at: index) == quote,
            lengthOfInnerQuote(at: index, openedAt: start, hasInnerOpening: &hasInnerOpening) == nil
        {
            // The content is the source text.
            return add(Token(.string, range: SourceRange(start, index + 1), detail: .trimmed(1, 1)))
        }
        hasInnerOpening = false
        var content = Array(bytes[(start + 1)..<index])
        while index < bytes.count {
            let byte = bytes[index]
            if byte == quote,
                let length = lengthOfInnerQuote(at: index, openedAt: start, hasInnerOpening: &hasInnerOpening)
            {
                reportInnerQuote(SourceRange(index, index + length))
                content.append(quote)
                index += length
                continue
            }
            if byte == quote {
                let value = String(decoding: content, as: UTF8.self)
                add(.string(value), upTo: index + 1)
                return
            }
            if byte == UInt8(ascii: "\\") {
                guard index + 1 < bytes.count else { break }
                index = lexEscape(at: index, into: &content)
            } else {
                content.append(byte)
                index += 1
            }
        }
        let end = endOfUnclosedString(from: start)
        if end < bytes.count { content.removeLast(min(content.count, bytes.count - end)) }
        diagnostics.append(
            .unclosedString(
                at: SourceRange(start, bytes.count), closedAt: end, quote: Character(Unicode.Scalar(quote)),
                mayStand: mayStringStand))
        add(.string(String(decoding: content, as: UTF8.self)), upTo: end)
    }

    /// Reads the escape whose backslash is at an index, and returns where the text continues.
    private mutating func lexEscape(at index: Int, into content: inout [UInt8]) -> Int {
        let letter = bytes[index + 1]
        switch letter {
        case UInt8(ascii: "a"): content.append(0x07)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "v"): content.append(0x0B)
        case 0x30...0x37:
            var end = index + 1
            var value: UInt32 = 0
            while end < index + 4, (0x30...0x37).contains(byte(at: end)) {
                value = value * 8 + UInt32(byte(at: end) - 0x30)
                end += 1
            }
            append(value, to: &content)
            return end
        case UInt8(ascii: "x"): return lexHexEscape(at: index, digits: 2, into: &content)
        case UInt8(ascii: "u"): return lexHexEscape(at: index, digits: 4, into: &content)
        default:
            // An unknown escape is the letter, which may be longer than a byte.
            let length = scalar(at: index + 1)?.1 ?? 1
            content.append(contentsOf: bytes[(index + 1)..<min(index + 1 + length, bytes.count)])
            return index + 1 + length
        }
        return index + 2
    }

    func append(_ value: UInt32, to content: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value) else { return }
        content.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    }

    /// The value of hexadecimal digits, if there are enough.
    private func hexValue(at index: Int, digits: Int) -> UInt32? {
        var value: UInt32 = 0
        for position in index..<(index + digits) {
            guard let digit = Self.digit(byte(at: position)) else { return nil }
            value = value * 16 + UInt32(digit)
        }
        return value
    }

    private mutating func lexHexEscape(at index: Int, digits: Int, into content: inout [UInt8]) -> Int {
        let end = index + 2 + digits
        guard let value = hexValue(at: index + 2, digits: digits) else {
            var stop = index + 2
            while stop < end, Self.digit(byte(at: stop)) != nil { stop += 1 }
            let range = SourceRange(index, stop)
            if let end = lexBracedEscape(at: index, into: &content) { return end }
            diagnostics.append(
                .badEscape(
                    text(index, stop), "it needs \(digits) hexadecimal digits", at: range,
                    isBackslash: stop == index + 2))
            return stop
        }
        switch value {
        case 0xD800..<0xDC00:
            if byte(at: end) == UInt8(ascii: "\\"), byte(at: end + 1) == UInt8(ascii: "u"),
                let low = hexValue(at: end + 2, digits: 4), (0xDC00..<0xE000).contains(low)
            {
                append(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00), to: &content)
                return end + 6
            }
            fallthrough
        case 0xDC00..<0xE000:
            diagnostics.append(
                .badEscape(
                    text(index, end),
                    "it is half of a character; write both halves, as in `\\ud83d\\ude00`, or the character itself",
                    at: SourceRange(index, end)))
        default: append(value, to: &content)
        }
        return end
    }
}

extension FormatSpecifier {
    /// The specifier of a spelling such as `%ld`; nil if there is none.
    package init?(spelling: String) {
        var lexer = Lexer(spelling, library: PredicateLibrary())
        lexer.fill(to: 2)
        guard lexer.tokens.count == 2, case .argument(let specifier) = lexer.kind(of: lexer.tokens[0]),
            lexer.tokens[1].isEnd, sameCodePoints(specifier.spelling, spelling)
        else { return nil }
        self = specifier
    }
}

/// Numbers with a unit of time (D116).
extension Lexer {
    /// The number of seconds of `250ms`, `30s` or `1.5h`, and its end; nil for other numbers.
    ///
    /// Milliseconds are doubles. Other units keep integers as integers.
    func duration(at start: Int, unitAt end: Int) -> (Token.Kind?, Int)? {
        guard let unit = DurationUnit.allCases.first(where: { isAt($0, end) }) else { return nil }
        let spelling = text(start, end)
        let end = end + unit.rawValue.utf8.count
        if let number = Int64(spelling), let factor = unit.seconds {
            let (seconds, overflow) = number.multipliedReportingOverflow(by: factor)
            return overflow ? nil : (.number(.integer(seconds)), end)
        }
        // `Double` wants a digit on both sides of the point.
        let padded = (spelling.utf8.first == UInt8(ascii: ".") ? "0" : "") + spelling
        let digits = padded.utf8.last == UInt8(ascii: ".") ? padded + "0" : padded
        // An exponent gives the double that is nearest to the decimal number.
        guard let number = Double(unit.seconds == nil ? digits + "e-3" : digits) else { return nil }
        let seconds = number * Double(unit.seconds ?? 1)
        return seconds.isFinite ? (.number(.double(seconds)), end) : nil
    }

    /// Whether a unit is at an offset, and ends there.
    private func isAt(_ unit: DurationUnit, _ offset: Int) -> Bool {
        var end = offset
        for letter in unit.rawValue.utf8 {
            guard byte(at: end) == letter else { return false }
            end += 1
        }
        return nameContinue(at: end) == 0
    }
}
