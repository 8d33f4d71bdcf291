import PredicateCore

/// The text before a cursor, split at the start of the word that is being typed.
struct CompletionCursor {
    /// The text before the word.
    private(set) var head = ""
    /// The typed part: a word with its sign, or the content of an open string.
    private(set) var written = ""
    /// The quote of the string around the cursor.
    private(set) var quote: UInt8?
    /// The range that a candidate replaces.
    private(set) var replacement = SourceRange(at: 0)
    /// The byte after the cursor; 0 at the end.
    private(set) var following: UInt8 = 0
    /// Whether the text is too long to be examined.
    private var isTooLong = false

    init(_ text: String, at offset: Int, library: PredicateLibrary, limits: PredicateLimits) {
        let utf8 = text.utf8
        let wanted = max(0, offset)
        var location = utf8.index(utf8.startIndex, offsetBy: wanted, limitedBy: utf8.endIndex) ?? utf8.endIndex
        // Inside a code point, the cursor moves before it.
        while location < utf8.endIndex, location > utf8.startIndex, utf8[location] & 0xC0 == 0x80 {
            location = utf8.index(before: location)
        }
        if location < utf8.endIndex { following = utf8[location] }
        let before = String(decoding: utf8[..<location], as: UTF8.self)
        let end = before.utf8.count
        replacement = SourceRange(at: end)
        guard end <= min(limits.sourceBytes, PredicateCompletion.longestText) else {
            isTooLong = true
            return
        }
        var lexer = Lexer(before, library: library)
        lexer.fill(to: .max)
        if let start = Self.openString(in: lexer) {
            quote = lexer.bytes[start]
            if let last = lexer.tokens.last(where: { !$0.isEnd }), last.code == .string {
                written = lexer.text(of: last)
            }
            head = SourceRange(0, start).text(in: before)
            replacement = SourceRange(start + 1, end)
        } else {
            let start = Self.startOfWord(in: lexer, library: library)
            head = SourceRange(0, start).text(in: before)
            written = SourceRange(start, end).text(in: before)
            replacement = SourceRange(start, end)
        }
    }

    /// The same cursor with a word inserted before it.
    func inserting(_ text: String, at location: Int) -> CompletionCursor {
        var result = self
        result.head =
            SourceRange(0, location).text(in: head) + text + SourceRange(location, head.utf8.count).text(in: head)
        return result
    }

    /// Whether an inserted word needs a space before it.
    var needsSpace: Bool {
        guard quote == nil, written.isEmpty, let last = head.utf8.last else { return false }
        return !" \t\r\n([{.,!".utf8.contains(last)
    }

    /// The position of an unclosed quote; nil if there is none.
    private static func openString(in lexer: Lexer) -> Int? {
        guard
            let message = lexer.diagnostics.last(where: {
                $0.code == .unclosedString && $0.range.upperBound == lexer.bytes.count
            })
        else { return nil }
        let start = message.range.lowerBound
        guard lexer.byte(at: start) == UInt8(ascii: "\"") || lexer.byte(at: start) == UInt8(ascii: "'") else {
            return nil
        }
        // If the lexer gave up, the end of the text is unknown.
        guard let last = lexer.tokens.last(where: { !$0.isEnd }), last.range.lowerBound == start else {
            return nil
        }
        return start
    }

    /// The start of the word that ends at the cursor; the cursor itself if there is none.
    private static func startOfWord(in lexer: Lexer, library: PredicateLibrary) -> Int {
        let end = lexer.bytes.count
        if let start = startOfHyphenatedOperator(in: lexer.bytes, library) { return start }
        let tokens = lexer.tokens.suffix(4).filter { !$0.isEnd }
        guard let last = tokens.last, last.range.upperBound == end else { return startOfSign(in: lexer) }
        switch lexer.kind(of: last) {
        case .word, .selector:
            // The lexer reads `modulus:b` as a selector and a word.
            if let before = tokens.dropLast().last, before.range.upperBound == last.range.lowerBound,
                before.code == .selector
            {
                return before.range.lowerBound
            }
            return last.range.lowerBound
        case .hashWord, .atWord, .variable, .hyphenatedOperator: return last.range.lowerBound
        case .number:
            return last.range.lowerBound
        case .punctuation(.exclamation):
            // After an operand `!` starts `!=`; elsewhere it is NOT.
            guard let before = tokens.dropLast().last, Lexer.endsOperand(lexer.kind(of: before)) else { return end }
            return last.range.lowerBound
        default: return startOfSign(in: lexer)
        }
    }

    /// `@`, `#`, `$` or `%` without a name yet.
    private static func startOfSign(in lexer: Lexer) -> Int {
        let end = lexer.bytes.count
        guard let last = lexer.bytes.last else { return end }
        if last == UInt8(ascii: "#"), lexer.bytes.dropLast().last == UInt8(ascii: "$") { return end - 2 }
        return "@#$%".utf8.contains(last) ? end - 1 : end
    }

    /// `UTI-CONF`, which the lexer reads as a subtraction while it is incomplete.
    private static func startOfHyphenatedOperator(in bytes: [UInt8], _ library: PredicateLibrary) -> Int? {
        let names = library.operators.keys.filter { $0.utf8.contains(UInt8(ascii: "-")) }
        guard let longest = names.map(\.utf8.count).max() else { return nil }
        var start = bytes.count
        while start > 0, bytes.count - start <= longest,
            Lexer.isASCIINameStart(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "-")
        {
            start -= 1
        }
        let written = asciiUppercased(String(decoding: bytes[start...], as: UTF8.self))
        guard written.utf8.contains(UInt8(ascii: "-")), names.contains(where: { $0.hasPrefix(written) }) else {
            return nil
        }
        return start
    }

    /// The records of what the parser expects at the start of the word.
    ///
    /// Errors far before the cursor may keep the parser from reaching it. Then it is called again with the text
    /// after the last AND, OR or bracket.
    func records(as expression: Bool, library: PredicateLibrary, limits: PredicateLimits) -> [CursorTrace.Record] {
        guard !isTooLong else { return [] }
        let records = Parser.trace(head, library: library, limits: limits, asExpression: expression)
        if !records.isEmpty { return records }
        guard let tail = lastCondition(library) else { return [] }
        return Parser.trace(tail, library: library, limits: limits, asExpression: expression)
    }

    /// The text after the last connective or opening parenthesis, at its position, with spaces in place of the text
    /// before it; nil if there is none.
    private func lastCondition(_ library: PredicateLibrary) -> String? {
        var lexer = Lexer(head, library: library)
        lexer.fill(to: .max)
        let start = lexer.tokens.last {
            $0.keyword == .and || $0.keyword == .or || $0.sign == .ampersandAmpersand || $0.sign == .barBar
                || $0.sign == .openParenthesis
        }
        guard let start else { return nil }
        let end = start.range.upperBound
        return String(repeating: " ", count: end) + SourceRange(end, head.utf8.count).text(in: head)
    }
}
