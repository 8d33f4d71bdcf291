/// Signs and forms from elsewhere: characters of a word processor or a web page, the spelling of other
/// languages, text without quotes.
///
/// Each is reported with the edit that fixes it and becomes the intended token, so that the parser continues as
/// if it were fixed and no second message follows.
extension Lexer {
    // MARK: Signs

    /// A sign that replaces an ASCII one: its bytes, and its meaning.
    struct SignHabit {
        var plain: String
        var length: Int
        var isEntity = false
    }

    /// The sign at an index that has another spelling here; nil for everything else.
    func signHabit(at index: Int) -> SignHabit? {
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "&") {
            for (entity, plain) in LexerMessages.entities
            where bytes[index...].starts(with: entity.utf8) {
                return SignHabit(plain: plain, length: entity.utf8.count, isEntity: true)
            }
            return nil
        }
        guard bytes[index] >= 0x80, let (scalar, length) = scalar(at: index) else { return nil }
        if let plain = LexerMessages.plainSigns[scalar] { return SignHabit(plain: plain, length: length) }
        // The fullwidth forms of ASCII signs; letters and digits are not among them.
        guard (0xFF01...0xFF5E).contains(scalar.value), let ascii = Unicode.Scalar(scalar.value - 0xFEE0),
            !ascii.properties.isAlphabetic, ascii != "'", ascii != "\""
        else { return nil }
        return SignHabit(plain: String(Character(ascii)), length: length)
    }

    /// Reads a sign with another spelling here, and a neighbouring sign if both form one.
    mutating func lexSignHabit() {
        guard let first = signHabit(at: offset) else { return lexCharacterHabit() }
        if first.plain == "\"" || first.plain == "'" {
            return lexStringHabit(quote: first.plain, length: first.length)
        }
        if let digit = first.plain.utf8.first, Self.isDigit(digit) { return lexDigitsHabit() }
        var plain = first.plain
        var end = offset + first.length
        // Only the wrong part is reported; a neighbouring ASCII sign stays.
        var reported = end
        if plain.utf8.count == 1, end < bytes.count {
            let habit = signHabit(at: end)
            let second = habit ?? SignHabit(plain: text(end, end + 1), length: 1)
            if second.plain.utf8.count == 1, let a = plain.utf8.first, let b = second.plain.utf8.first,
                Self.pair(a, b) != nil
            {
                plain += second.plain
                end += second.length
                if habit != nil { reported = end }
            }
        }
        let range = SourceRange(offset, reported)
        let isWord = plain.utf8.first.map(Self.isASCIINameStart) ?? false
        var written = reported == end ? plain : first.plain
        if isWord {
            if nameContinue(at: end) > 0 { written += " " }
            if offset > 0, Self.isASCIINameStart(bytes[offset - 1]) { written = " " + written }
        }
        diagnostics.append(.signHabit(text(offset, reported), plain: written, isEntity: first.isEntity, at: range))
        if plain == " " { offset = end } else { add(Self.token(plain), upTo: end) }
    }

    /// Digits of another width.
    private mutating func lexDigitsHabit() {
        var plain = ""
        var end = offset
        while let sign = signHabit(at: end), let digit = sign.plain.utf8.first, Self.isDigit(digit) {
            plain += sign.plain
            end += sign.length
        }
        let range = SourceRange(offset, end)
        diagnostics.append(.signHabit(text(offset, end), plain: plain, isEntity: false, at: range))
        add(.number(Int64(plain).map(Token.Number.integer)), upTo: end)
    }

    private static func token(_ plain: String) -> Token.Kind {
        let signs = Array(plain.utf8)
        if signs.count == 2, let sign = pair(signs[0], signs[1]) { return .punctuation(sign) }
        if signs.count == 1, let sign = single(signs[0]) { return .punctuation(sign) }
        if signs == [UInt8(ascii: ".")] { return .punctuation(.dot) }
        return Keyword(word: plain).map { .word(plain, $0) } ?? .invalid
    }

    // MARK: Characters

    /// Reports the character at the offset, which begins no token.
    mutating func lexCharacterHabit() {
        guard let (scalar, length) = scalar(at: offset) else { return }
        if let quote = LexerMessages.straightQuotes[scalar] { return lexStringHabit(quote: quote, length: length) }
        if signHabit(at: offset) != nil { return lexSignHabit() }
        let range = SourceRange(offset, offset + length)
        switch scalar {
        case "`": return lexBackticks()
        case "#" where lexComment(): return
        case "@" where byte(at: offset + 1) == UInt8(ascii: "%"):
            let end = SourceRange(offset, offset + 2)
            diagnostics.append(.badFormatArgument("@%", at: end))
            return add(.invalid, upTo: offset + 2)
        case "\\" where lexEscapedQuotes(): return
        case "\\" where byte(at: offset + 1) == 0x0A || byte(at: offset + 1) == 0x0D:
            return skip(.removable("\\", LexerMessages.Habit.lineContinuation, at: range))
        case "$" where offset == 0 && byte(at: 1) == 0x20:
            return skip(
                .removable("$", LexerMessages.Habit.prompt, at: SourceRange(0, 1), replacing: SourceRange(0, 2)))
        case "?" where byte(at: offset + 1) == UInt8(ascii: "?"):
            let end = SourceRange(offset, offset + 2)
            diagnostics.append(.nilCoalescing(at: end))
            return add(.invalid, upTo: offset + 2)
        case "@"
        where isQuote(byte(at: offset + 1)) || Self.isDigit(byte(at: offset + 1)):
            return skip(.removable("@", LexerMessages.Habit.objectiveCString, at: range))
        case "\\" where byte(at: endOfWord(at: offset + 1)) == UInt8(ascii: "."):
            let end = endOfWord(at: offset + 1) + 1
            return skip(
                .removable(
                    text(offset, end), LexerMessages.Habit.keyPath, at: range, replacing: SourceRange(offset, end)))
        case "?" where isBehindOperand && byte(at: offset + 1) == UInt8(ascii: ".") && isAdjacent:
            return skip(.removable("?", LexerMessages.Habit.optionalChain, at: range))
        case "?" where isOperandDue: return replaceByArgument(range)
        case ";" where isLast(behind: offset + bytes[offset...].prefix { $0 == UInt8(ascii: ";") }.count):
            return skip(
                .removable(";", LexerMessages.Habit.semicolon, at: range, replacing: SourceRange(offset, bytes.count)))
        case ":" where diagnostics.contains { text($0.range.lowerBound, $0.range.upperBound) == "?" }:
            // The other half of `a ? b : c`, which has been reported.
            return add(.invalid, upTo: offset + 1)
        case _ where scalar.properties.generalCategory == .currencySymbol && isBehindNumber:
            let before = tokens.last?.range.upperBound ?? offset
            return skip(
                .removable(
                    String(Character(scalar)), LexerMessages.Habit.unit, at: range,
                    replacing: SourceRange(before, range.upperBound)))
        case ":" where isOperandDue && endOfWord(at: offset + 1) > offset + 1:
            let end = endOfWord(at: offset + 1)
            let name = text(offset + 1, end)
            diagnostics.append(.namedPlaceholder(":" + name, name, at: SourceRange(offset, end)))
            return add(.variable(name), upTo: end)
        default: break
        }
        if LexerMessages.isBlank(scalar) {
            diagnostics.append(.unexpectedCharacter(scalar, at: range))
            offset += length
            return
        }
        // One visible character, or a row of the same, is one mistake.
        var end = offset + length
        var isJoined = false
        while let (next, nextLength) = self.scalar(at: end), next == scalar || isJoined || Self.isModifier(next) {
            isJoined = next == "\u{200D}"
            end += nextLength
        }
        diagnostics.append(.unexpectedCharacter(scalar, at: SourceRange(offset, end), written: text(offset, end)))
        add(.invalid, upTo: end)
    }

    /// Whether a scalar changes the one before it: a joiner, a variation selector, a skin tone.
    private static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200D}" || scalar == "\u{FE0F}" || (0x1F3FB...0x1F3FF).contains(scalar.value)
    }

    /// Reports a superfluous part, and continues after it.
    private mutating func skip(_ diagnostic: PredicateDiagnostic) {
        diagnostics.append(diagnostic)
        offset = max(diagnostic.range.upperBound, diagnostic.edits.first?.range.upperBound ?? 0)
    }

    private mutating func replaceByArgument(_ range: SourceRange) {
        diagnostics.append(.questionMarkPlaceholder(at: range))
        add(.invalid, upTo: range.upperBound)
    }

    private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }

    /// Whether only blanks follow an index.
    private func isLast(behind index: Int) -> Bool {
        bytes[min(index, bytes.count)...].allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    private var isBehindNumber: Bool {
        tokens.last?.code == .number
    }

    /// Whether the last token ends where the next one begins.
    private var isAdjacent: Bool { tokens.last?.range.upperBound == offset }

    /// Whether the last token ends an operand.
    var isBehindOperand: Bool { lastKind.map(Self.endsOperand) ?? false }

    /// Whether a token ends an operand.
    package static func endsOperand(_ kind: Token.Kind) -> Bool {
        switch kind {
        case .word(_, let keyword): keyword == nil || keyword == .self
        case .number, .string, .variable, .hashWord, .atWord, .argument: true
        case .punctuation(let sign): sign == .closeParenthesis || sign == .closeBracket || sign == .closeBrace
        default: false
        }
    }

    /// Whether the last token is an operator of comparison.
    private var isBehindComparison: Bool {
        switch lastKind {
        case .word(_, let keyword?): ComparisonOperator.textOperator(keyword) != nil
        case .punctuation(let sign): ComparisonOperator.relation(sign) != nil
        default: false
        }
    }

    /// Whether the last token is an operator, a comma or an opening bracket, so that a value is due.
    private var isOperandDue: Bool {
        switch lastKind {
        case .word(_, let keyword?): ComparisonOperator.textOperator(keyword) != nil
        case .punctuation(let sign):
            ComparisonOperator.relation(sign) != nil || sign == .comma || sign == .openBrace || sign == .openParenthesis
        default: false
        }
    }

    // MARK: Quotes

    /// A string between quotes that are none here. Both ends are one mistake.
    private mutating func lexStringHabit(quote: String, length: Int) {
        if let plain = quote.utf8.first, quote.utf8.count == 1, lexUnopenedString(plain, length: length) { return }
        let start = offset
        var end = offset + length
        var contentEnd = end
        var closing: SourceRange?
        while let (scalar, scalarLength) = scalar(at: end) {
            let entity = scalar == "&" ? signHabit(at: end) : nil
            let found = entity?.plain ?? LexerMessages.straightQuotes[scalar] ?? String(Character(scalar))
            let width = entity?.length ?? scalarLength
            contentEnd = end
            end += width
            // `‘O’Brien’`: an apostrophe within.
            if found == quote, scalar == "\u{2019}", nameStart(at: end) > 0, contentEnd > start + length,
                isNameEnd(contentEnd), Keyword(word: text(end, endOfWord(at: end))) == nil
            {
                continue
            }
            if found == quote {
                closing = SourceRange(contentEnd, end)
                break
            }
            contentEnd = end
        }
        diagnostics.append(
            .quoteHabit(
                text(start, start + length), quote, at: SourceRange(start, start + length),
                closing: closing ?? SourceRange(at: end)))
        add(.string(text(start + length, contentEnd)), upTo: end)
    }

    /// Whether a letter precedes an index.
    private func isNameEnd(_ index: Int) -> Bool {
        index > 0 && (bytes[index - 1] >= 0x80 || Self.isLetter(bytes[index - 1]))
    }

    /// A name between backticks, as Swift and MySQL have it; a string as some shells have it.
    private mutating func lexBackticks() {
        let start = offset
        if lexFence() { return }
        let end = endOfWord(at: start + 1)
        guard end > start + 1, byte(at: end) == UInt8(ascii: "`"), !isOperandDue else {
            return lexStringHabit(quote: "`", length: 1)
        }
        let name = text(start + 1, end)
        diagnostics.append(.backticks(name, at: SourceRange(start, start + 1), whole: SourceRange(start, end + 1)))
        add(.hashWord(name), upTo: end + 1)
    }

    /// Backticks round the whole text, as chats and wikis have them.
    private mutating func lexFence() -> Bool {
        let tick = UInt8(ascii: "`")
        guard tokens.isEmpty else { return false }
        let length = bytes[offset...].prefix { $0 == tick }.count
        var end = bytes.count
        while end > offset, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x0A { end -= 1 }
        let closing = bytes[offset..<end].reversed().prefix { $0 == tick }.count
        guard closing == length, end - length > offset + length else { return false }
        let inner = bytes[(offset + length)..<(end - length)]
        guard !inner.contains(tick), length > 1 || inner.contains(0x20) else { return false }
        let opening = SourceRange(offset, offset + length)
        let close = SourceRange(end - length, end)
        diagnostics.append(.fence(at: SourceRange(offset, offset + 1), opening: opening, closing: close))
        passedOver[close.lowerBound] = close.upperBound
        offset += length
        return true
    }

    /// The bytes of a quote inside the text of a string, as in `'O'Brien'`, SQL's `'it''s'` and `"a "big" one"`;
    /// nil for the quote that ends a string.
    func lengthOfInnerQuote(at index: Int, openedAt start: Int, hasInnerOpening: inout Bool) -> Int? {
        let quote = bytes[index]
        guard index > start + 1 else { return nil }
        func isClosed(behind next: Int) -> Bool { bytes[min(next, bytes.count)...].contains(quote) }
        if hasInnerOpening {
            // The closing quote of an inner pair, if another quote is left to end the string.
            hasInnerOpening = false
            return isClosed(behind: index + 1) ? 1 : nil
        }
        if byte(at: index + 1) == quote {
            // Two adjacent strings have no meaning. If nothing closes the second, its quote ends the first.
            return isClosed(behind: index + 2) ? 2 : 1
        }
        let word = endOfWord(at: index + 1)
        guard word > index + 1, !isOwnWord(at: index + 1), isClosed(behind: word) else { return nil }
        let before = bytes[index - 1]
        if before == 0x20 {
            hasInnerOpening = true
            return 1
        }
        guard before >= 0x80 || Self.isLetter(before) else { return nil }
        // The next quote ends this string only if it does not open another one.
        guard let next = bytes[word...].firstIndex(of: quote) else { return nil }
        let behind = bytes[(next + 1)...].first { $0 != 0x20 } ?? 0x29
        let isEnd = ")]},=!<>&|".utf8.contains(behind) || endOfWord(at: next + 1) == next + 1
        return isEnd ? 1 : nil
    }

    /// `''Ann''`: two single quotes for a double one.
    mutating func lexDoubledQuotes(_ quote: UInt8) -> Bool {
        let start = offset
        guard quote == UInt8(ascii: "'"), byte(at: start + 1) == quote, nameContinue(at: start + 2) > 0,
            !isOwnWord(at: start + 2)
        else { return false }
        var end = start + 2
        while end < bytes.count, bytes[end] != quote { end += 1 }
        guard byte(at: end) == quote, byte(at: end + 1) == quote, UnquotedText.endsCondition(bytes, at: end + 2) else {
            return false
        }
        diagnostics.append(.doubledQuotes(at: SourceRange(start, start + 2), closing: SourceRange(end, end + 2)))
        add(.string(text(start + 2, end)), upTo: end + 2)
        return true
    }

    /// `\"Ann\"`: quotes as in a string of another language.
    private mutating func lexEscapedQuotes() -> Bool {
        let start = offset
        let quote = byte(at: start + 1)
        guard isQuote(quote) else { return false }
        var end = start + 2
        while end + 1 < bytes.count, !(bytes[end] == UInt8(ascii: "\\") && bytes[end + 1] == quote) { end += 1 }
        guard end + 1 < bytes.count else { return false }
        diagnostics.append(.escapedQuotes(at: SourceRange(start, start + 1), closing: SourceRange(end, end + 1)))
        add(.string(text(start + 2, end)), upTo: end + 2)
        return true
    }

    /// `{"x, "y"}`: the end of an element of a list whose closing quote is missing before the comma, if another element begins
    /// at the quote that was found.
    func endOfHalfQuoted(from start: Int, upTo quote: Int) -> Int? {
        switch lastKind {
        case .punctuation(.comma), .punctuation(.openBrace), .punctuation(.openBracket): break
        default: return nil
        }
        guard nameContinue(at: quote + 1) > 0 else { return nil }
        guard let comma = bytes[(start + 1)..<quote].lastIndex(where: { $0 != 0x20 }), comma > start + 1,
            bytes[comma] == UInt8(ascii: ",")
        else { return nil }
        return comma
    }

    mutating func reportInnerQuote(_ range: SourceRange) {
        let quote = text(range.lowerBound, range.lowerBound + 1)
        diagnostics.append(.unescapedQuote(quote, at: range))
    }

    // MARK: Words

    /// A word with an invisible character in it, such as a soft hyphen; nil for all others.
    mutating func brokenWord(endingAt end: Int) -> (text: String, end: Int)? {
        guard end < bytes.count, bytes[end] >= 0x80 else { return nil }
        var end = end
        var content = text(offset, end)
        var isBroken = false
        while let (scalar, length) = scalar(at: end), LexerMessages.isInvisible(scalar),
            nameContinue(at: end + length) > 0
        {
            diagnostics.append(.unexpectedCharacter(scalar, at: SourceRange(end, end + length)))
            let next = endOfNameCharacters(at: end + length)
            content += text(end + length, next)
            end = next
            isBroken = true
        }
        return isBroken ? (content, end) : nil
    }

    /// Whether the `!` at the offset follows a value as in Swift.
    var isForcedUnwrapping: Bool {
        let next = byte(at: offset + 1)
        return isBehindOperand && isAdjacent && (next == 0x20 || next == UInt8(ascii: ".") || next == UInt8(ascii: ")"))
    }

    mutating func lexForcedUnwrapping() {
        skip(.removable("!", LexerMessages.Habit.forcedUnwrapping, at: SourceRange(offset, offset + 1)))
    }

    /// `address->city` of C and PHP, `age -gt 18` of shells.
    mutating func lexHyphenHabit() -> Bool {
        let start = offset
        if byte(at: start + 1) == UInt8(ascii: ">"), isBehindOperand, isAdjacent {
            // `data->>'city'` of PostgreSQL
            let end = start + (byte(at: start + 2) == UInt8(ascii: ">") ? 3 : 2)
            if nameStart(at: end) > 0 || byte(at: end) == UInt8(ascii: "'") {
                diagnostics.append(.arrow(at: SourceRange(start, end)))
                add(.punctuation(.dot), upTo: end)
                return true
            }
        }
        let end = endOfWord(at: start + 1)
        guard end > start + 1, isBehindOperand, !isAdjacent, byte(at: end) == 0x20 else { return false }
        let word = text(start + 1, end)
        if let keyword = Keyword(word: word),
            ComparisonOperator.textOperator(keyword) != nil || keyword == .and || keyword == .or
        {
            diagnostics.append(
                .operatorHabit(
                    text(start, end), keyword.spelling, isNegated: false, startingAt: start,
                    at: SourceRange(start, end)))
            offset += 1
            return true
        }
        if OperatorHabits.phrases[asciiUppercased(word)] != nil, Self.shellOperators[word.lowercased()] == nil,
            isOperand(at: end)
        {
            // The message about the word replaces the hyphen too.
            offset += 1
            return true
        }
        guard let sign = Self.shellOperators[word.lowercased()] else { return false }
        let range = SourceRange(start, end)
        diagnostics.append(
            .operatorHabit(text(start, end), sign.spelling, isNegated: false, startingAt: start, at: range))
        add(.punctuation(sign), upTo: end)
        return true
    }

    /// Whether a value begins after blanks: in `total -match > 5`, `match` is a field.
    private func isOperand(at index: Int) -> Bool {
        var index = index
        while byte(at: index) == 0x20 { index += 1 }
        return switch byte(at: index) {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "%"),
            UInt8(ascii: "$"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: nameStart(at: index) > 0
        }
    }

    private static let shellOperators: [String: Punctuation] = [
        "gt": .greater, "ge": .greaterEqual, "lt": .less, "le": .lessEqual, "eq": .equalEqual, "ne": .notEqual,
    ]

    /// `\u{1F600}` of Swift and JavaScript; returns the end of it.
    mutating func lexBracedEscape(at index: Int, into content: inout [UInt8]) -> Int? {
        guard bytes[index + 1] == UInt8(ascii: "u"), byte(at: index + 2) == UInt8(ascii: "{") else { return nil }
        var end = index + 3
        var value: UInt32 = 0
        while let digit = Self.digit(byte(at: end)), end < index + 11 {
            value = value &* 16 &+ UInt32(digit)
            end += 1
        }
        guard byte(at: end) == UInt8(ascii: "}"), let scalar = Unicode.Scalar(value) else { return nil }
        append(value, to: &content)
        let units = String(Character(scalar)).utf16.map { "\\u" + $0.hexadecimal(digits: 4) }
        diagnostics.append(
            .bracedEscape(
                text(index, end + 1), units.joined(), at: SourceRange(index, index + 2),
                replacing: SourceRange(index, end + 1)))
        return end + 1
    }

    /// `18..30`, `18...30`, `18..<30`
    mutating func lexRange() {
        var end = offset + 2
        if byte(at: end) == UInt8(ascii: ".") || byte(at: end) == UInt8(ascii: "<") { end += 1 }
        add(.punctuation(.range), upTo: end)
    }

    // MARK: Variables and arguments

    /// `$0` of a Swift closure.
    mutating func lexNumberedVariable() {
        let start = offset
        let end = endOfNameCharacters(at: start + 1)
        let isPath = byte(at: end) == UInt8(ascii: ".")
        let range = SourceRange(start, end)
        diagnostics.append(.badVariable(text(start, end), isPath: isPath, isValue: isBehindComparison, at: range))
        if isPath, endOfWord(at: end + 1) > end + 1 {
            offset = end + 1
        } else {
            add(.invalid, upTo: end)
        }
    }

    /// `${name}` of shells and templates.
    mutating func lexBracedVariable() {
        let start = offset
        let end = endOfWord(at: start + 2)
        guard end > start + 2, byte(at: end) == UInt8(ascii: "}") else {
            let range = SourceRange(start, start + 1)
            diagnostics.append(.unexpectedCharacter("$", at: range))
            return add(.invalid, upTo: start + 1)
        }
        let name = text(start + 2, end)
        diagnostics.append(.namedPlaceholder(text(start, end + 1), name, at: SourceRange(start, end + 1)))
        add(.variable(name), upTo: end + 1)
    }

    /// `%` that begins no format argument: the remainder of other languages, or a width or position that has no location here.
    mutating func lexArgumentHabit() {
        let start = offset
        var end = start + 1
        while end < bytes.count, Self.isDigit(byte(at: end)) || ".*#+-$%'".utf8.contains(byte(at: end)) { end += 1 }
        let digitsEnd = end
        end = endOfNameCharacters(at: end)
        if end == digitsEnd, byte(at: end) == UInt8(ascii: "@") { end += 1 }
        // `%NAME%` of recipes and batch files, and URL encoding.
        if end > start + 1, byte(at: end) == UInt8(ascii: "%"), !Self.isDigit(byte(at: start + 1)) { end += 1 }
        if end == start + 1, let number = tokens.last, number.code == .number, isAdjacent,
            isLast(behind: end) || isBehindValue(end)
        {
            return skip(.percentage(text(number.range.lowerBound, start), at: SourceRange(start, end)))
        }
        let isNumber = text(start + 1, end).utf8.allSatisfy(Self.isDigit)
        let next = bytes[end...].first { $0 != 0x20 } ?? 0
        let isOperand =
            Self.isDigit(next) || nameStart(at: end + leadingBlanks(at: end)) > 0 || "(.$@%".utf8.contains(next)
        if isBehindOperand, isNumber, end > start + 1 || isOperand, !isConnective(at: end + leadingBlanks(at: end)) {
            return add(.punctuation(.percent), upTo: start + 1)
        }
        let range = SourceRange(start, end)
        diagnostics.append(.badFormatArgument(text(start, end), at: range))
        add(.invalid, upTo: end)
    }

    /// Whether the text after an index ends a condition.
    private func isBehindValue(_ index: Int) -> Bool {
        let next = index + leadingBlanks(at: index)
        return isConnective(at: next) || byte(at: next) == UInt8(ascii: ")")
    }

    private func leadingBlanks(at index: Int) -> Int {
        bytes[min(index, bytes.count)...].prefix { $0 == 0x20 }.count
    }

    private func isConnective(at index: Int) -> Bool {
        switch Keyword(word: text(index, max(index, endOfWord(at: index)))) {
        case .and, .or: true
        default: false
        }
    }

    // MARK: Text without quotes

    /// The end of a version, an address or an instant without quotes that begins with digits: `10.15.1`,
    /// `192.168.0.1`, `2024-01-31T12:00:00Z`. Nil for what may be a number.
    func endOfUnquotedNumber(at start: Int) -> Int? {
        var end = start
        var dots = 0
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "."), Self.isDigit(self.byte(at: end + 1)), end > start {
                dots += 1
            } else if !Self.isDigit(byte) {
                break
            }
            end += 1
        }
        if dots >= 2, byte(at: end) == UInt8(ascii: "."), nameContinue(at: end + 1) == 0 { return end + 1 }
        if dots >= 2 {
            // The suffix of a version: `1.2.3-beta1`.
            while nameContinue(at: end) > 0
                || (byte(at: end) == UInt8(ascii: "-") || byte(at: end) == UInt8(ascii: "."))
                    && nameContinue(at: end + 1) > 0
            {
                end += max(1, nameContinue(at: end))
            }
            return end
        }
        return endOfInstant(at: start)
    }

    /// The end of `2024-01-31T…`; a date without a time may be a subtraction.
    private func endOfInstant(at start: Int) -> Int? {
        guard byte(at: start + 4) == UInt8(ascii: "-"), Self.isDate(bytes[start...].prefix(10)),
            byte(at: start + 10) | 0x20 == UInt8(ascii: "t"),
            Self.isDigit(byte(at: start + 11))
        else { return nil }
        var end = start + 11
        while Self.isDigit(byte(at: end)) || ":.+-zZ".utf8.contains(byte(at: end)) { end += 1 }
        return end
    }

    /// Whether bytes are `dddd-dd-dd`.
    static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count == 10 else { return false }
        return zip(bytes, "0000-00-00".utf8).allSatisfy { $1 == UInt8(ascii: "0") ? isDigit($0) : $0 == $1 }
    }

    /// Reads text without quotes as the intended string.
    mutating func lexUnquoted(upTo end: Int) {
        let content = text(offset, end)
        diagnostics.append(.unquotedString(content, at: SourceRange(offset, end)))
        add(.string(content), upTo: end)
    }

    /// Digits followed by letters.
    mutating func reportBadNumber(_ range: SourceRange) {
        let isOperand = tokens.last?.sign.map { [.minus, .star, .slash, .starStar, .percent].contains($0) } ?? false
        diagnostics.append(.badNumber(text(range.lowerBound, range.upperBound), isOperand: isOperand, at: range))
    }
}
