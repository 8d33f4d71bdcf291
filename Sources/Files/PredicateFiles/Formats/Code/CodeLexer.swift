/// The tokens of a source file, as far as it takes to find calls and their arguments.
///
/// The lexer never fails. It keeps the literals that are open on its own stack, so that no nesting is too deep for it.
struct CodeLexer {
    /// An interpolation that is open.
    private struct Interpolation {
        let literal: Int
        let start: Int
        let firstToken: Int
        let brackets: (open: UInt8, close: UInt8)
        /// Brackets of this kind that are open within.
        var depth = 0
    }

    private let file: [UInt8]
    private let language: CodeLanguage
    /// Whether a comment or a literal may begin with a byte.
    private var isOpening = [Bool](repeating: false, count: 256)
    private let quoteBytes: Set<UInt8>
    private let prefixBytes: Set<UInt8>
    private var position = 0
    private var tokens: [SourceToken] = []
    private var literals: [SourceLiteral] = []
    private var comments: [SourceComments.Comment] = []
    private var open: [Interpolation] = []
    /// How many of the open literals end with their line.
    private var openSingleLine = 0
    private var lineStart = 0
    private var isInDirective = false
    /// The names in `#import` lines, with their signs.
    private var imports: [Range<Int>] = []
    /// Before this offset no regular expression ends on its line.
    private var noExpressionBefore = 0
    /// Whether no end of an expression `#/…/#` follows.
    private var noRawExpression = false
    /// Before this offset no raw literal that looks like a multi-line one ends on its line, by the number of its signs.
    private var noRawEndBefore: [Int: Int] = [:]

    private init(_ file: [UInt8], _ language: CodeLanguage) {
        self.file = file
        self.language = language
        quoteBytes = Set(language.quotes.compactMap(\.delimiter.utf8.first))
        prefixBytes = Set(language.prefixes.keys.flatMap { Array($0.utf8) + Array($0.uppercased().utf8) })
        let comments = language.lineComments + [language.blockComment?.open ?? ""]
        for byte in quoteBytes.union(prefixBytes).union(comments.compactMap(\.utf8.first)) {
            isOpening[Int(byte)] = true
        }
        if language.hasNumberSigns { isOpening[Int(UInt8(ascii: "#"))] = true }
    }

    /// The tokens of a file in a language.
    static func tokens(of file: [UInt8], _ language: CodeLanguage) -> SourceTokens {
        tokensAndImports(of: file, language).tokens
    }

    /// The tokens of a file, and what it imports by directives.
    static func tokensAndImports(
        of file: [UInt8], _ language: CodeLanguage
    ) -> (tokens: SourceTokens, imports: [Range<Int>]) {
        var lexer = CodeLexer(file, language)
        lexer.run()
        return (SourceTokens(file, lexer.tokens, lexer.literals, SourceComments(file, lexer.comments)), lexer.imports)
    }

    private func byte(_ offset: Int) -> UInt8 { file.indices.contains(offset) ? file[offset] : 0 }

    private mutating func run() {
        if matches("\u{FEFF}", in: file, at: 0) { position = 3 }
        if language.hasNumberSigns, matches("#!", in: file, at: position) { skipLine() }
        lineStart = position
        while position < file.count, tokens.count < SourceLimits.tokens {
            let byte = file[position]
            if byte == 0x0A || byte == 0x0D {
                lineBreak(byte)
            } else if byte <= 0x20 {
                position += 1
            } else if !isOpening[Int(byte)] {
                code(byte)
            } else if skipComment() {
                continue
            } else if let (kind, length) = literalStart() {
                openLiteral(kind, length)
            } else {
                code(byte)
            }
        }
        endDirective()
        while let last = open.popLast() { end(last.literal, at: position, isClosed: false) }
    }

    private mutating func lineBreak(_ byte: UInt8) {
        if let comment = language.blockComment, comment.open.utf8.first == 0x0A,
            matches(comment.open, in: file, at: position)
        {
            return skipBlockComment(comment)
        }
        position += 1
        lineStart = position
        if byte == 0x0A { endDirective() }
        if openSingleLine > 0 { breakLiterals() }
    }

    private mutating func code(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "'") where language.hasCharacters: character()
        case UInt8(ascii: "#") where language.hasNumberSigns: numberSigns()
        case UInt8(ascii: "#") where language.hasDirectives && isAlone && !isInDirective: directive()
        case UInt8(ascii: "\\") where language.hasDirectives && joinedLine(at: position) != nil:
            position = joinedLine(at: position) ?? position + 1
            lineStart = position
        case UInt8(ascii: "`") where language.hasNumberSigns: quotedName()
        case UInt8(ascii: "/"):
            let start = position
            if let end = endOfExpression() {
                position = end
                append(.number, start)
            } else {
                sign()
            }
        case UInt8(ascii: "("), UInt8(ascii: "{"):
            if let last = open.indices.last, open[last].brackets.open == byte { open[last].depth += 1 }
            sign()
        case UInt8(ascii: ")"), UInt8(ascii: "}"): closingBracket(byte)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
        default:
            if isNameByte(byte) { word(from: position) } else { sign() }
        }
    }

    // MARK: Names, numbers, signs

    private mutating func append(_ kind: SourceToken.Kind, _ start: Int, link: Int = -1) {
        tokens.append(
            SourceToken(kind: kind, byte: byte(start), start: Int32(start), end: Int32(position), link: Int32(link)))
    }

    private mutating func sign() {
        position += 1
        append(.sign, position - 1)
    }

    private mutating func word(from start: Int) {
        while position < file.count, isNameByte(file[position]) { position += 1 }
        if language.hasDirectives, byte(position) == UInt8(ascii: "\""), byte(position - 1) == UInt8(ascii: "R"),
            position - start <= 3
        {
            skipRawLiteral()
        }
        append(.word, start)
    }

    /// A name in backquotes, or a backquote.
    private mutating func quotedName() {
        var end = position + 1
        while end < file.count, isNameByte(file[end]) { end += 1 }
        guard end > position + 1, byte(end) == UInt8(ascii: "`") else { return sign() }
        position += 1
        word(from: position)
        position += 1
    }

    private mutating func number() {
        let start = position
        while position < file.count {
            let byte = file[position]
            switch byte {
            case UInt8(ascii: "."):
                // In C a number may end with a point. Elsewhere a name may follow it.
                guard language.hasDirectives || self.byte(position + 1).isDigit else { return append(.number, start) }
            case UInt8(ascii: "-"), UInt8(ascii: "+"): guard isExponent(start) else { return append(.number, start) }
            default: guard isNameByte(byte) else { return append(.number, start) }
            }
            position += 1
        }
        append(.number, start)
    }

    /// Whether a sign belongs to an exponent, as in `1e-3`.
    private func isExponent(_ start: Int) -> Bool {
        let before = byte(position - 1) | 0x20
        if before == UInt8(ascii: "p") { return true }
        return before == UInt8(ascii: "e") && byte(start + 1) | 0x20 != UInt8(ascii: "x")
    }

    /// A character such as `'a'`; an apostrophe that no other follows closely is a sign.
    private mutating func character() {
        let start = position
        var end = position + 1
        while end < min(file.count, position + 12), file[end] != 0x0A, file[end] != UInt8(ascii: "'") {
            end += file[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard byte(end) == UInt8(ascii: "'") else { return sign() }
        position = end + 1
        append(.number, start)
    }

    // MARK: Comments and directives

    private var isAlone: Bool { Int(tokens.last?.end ?? 0) <= lineStart }

    /// The offset after a line end that follows the backslash at an offset; nil if none does.
    private func joinedLine(at offset: Int) -> Int? {
        switch byte(offset + 1) {
        case 0x0A: offset + 2
        case 0x0D where byte(offset + 2) == 0x0A: offset + 3
        default: nil
        }
    }

    /// Goes to the end of the line. In C a backslash joins the next one to it.
    private mutating func skipLine() {
        while position < file.count, file[position] != 0x0A, file[position] != 0x0D {
            if language.hasDirectives, file[position] == UInt8(ascii: "\\"), let after = joinedLine(at: position) {
                position = after
            } else {
                position += 1
            }
        }
    }

    private mutating func skipComment() -> Bool {
        for open in language.lineComments where matches(open, in: file, at: position) {
            let start = position
            let isAlone = isAlone
            skipLine()
            comments.append(.init(start: Int32(start), end: Int32(position), isAlone: isAlone))
            return true
        }
        guard let comment = language.blockComment, matches(comment.open, in: file, at: position) else { return false }
        skipBlockComment(comment)
        return true
    }

    private mutating func skipBlockComment(_ comment: CodeLanguage.Comment) {
        let start = position
        let isAlone = isAlone
        position += comment.open.utf8.count
        var depth = 1
        while position < file.count, depth > 0 {
            if matches(comment.close, in: file, at: position) {
                depth -= 1
                position += comment.close.utf8.count
            } else if comment.nests, matches(comment.open, in: file, at: position) {
                depth += 1
                position += comment.open.utf8.count
            } else {
                position += 1
                if file[position - 1] == 0x0A { lineStart = position }
            }
        }
        comments.append(.init(start: Int32(start), end: Int32(position), isAlone: isAlone))
    }

    /// Only what `#define` defines is separate code; the branches of a condition are all read.
    private mutating func directive() {
        let start = position
        position += 1
        while byte(position) == 0x20 || byte(position) == 0x09 { position += 1 }
        if matches("define", in: file, at: position) {
            append(.directiveStart, start)
            isInDirective = true
            return
        }
        let name = position
        skipLine()
        if ["import", "include"].contains(where: { matches($0, in: file, at: name) }) {
            imports.append(name..<position)
        }
    }

    private mutating func endDirective() {
        guard isInDirective else { return }
        isInDirective = false
        append(.directiveEnd, position)
    }

    // MARK: Regular expressions

    /// Whether a slash here begins a regular expression rather than dividing.
    private func isOperandExpected(_ expressions: CodeLanguage.Expressions) -> Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .number, .literal: return false
        case .word:
            let word = file[last.range]
            return expressions.words.contains { word.elementsEqual($0.utf8) }
        // Within a literal the last token may be the one before an interpolation.
        default: return !expressions.valueEnds.utf8.contains(last.byte)
        }
    }

    /// The end of a regular expression on this line; nil if there is an operator.
    private mutating func endOfExpression() -> Int? {
        guard let expressions = language.expressions, isOperandExpected(expressions), position >= noExpressionBefore,
            byte(position + 1) > 0x20
        else { return nil }
        var end = position + 1
        var isInClass = false
        while end < file.count, file[end] != 0x0A, file[end] != 0x0D {
            switch file[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "["): isInClass = expressions.hasClasses
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass:
                return expressions.endsBehindBlanks || file[end - 1] > 0x20 ? end + 1 : nil
            default: break
            }
            end += 1
        }
        noExpressionBefore = end
        return nil
    }

    /// What begins with number signs and is not a literal: a regular expression, or a name such as `#keyPath`.
    private mutating func numberSigns() {
        let start = position
        while byte(position) == UInt8(ascii: "#") { position += 1 }
        if byte(position) == UInt8(ascii: "/") {
            guard let expressions = language.expressions, isOperandExpected(expressions),
                let end = endOfRawExpression(from: position + 1, position - start)
            else { return }
            position = end
            append(.number, start)
        } else if isNameByte(byte(position)) {
            word(from: position - 1)
        }
    }

    /// The end of `#/…/#`; nil if there is none.
    private mutating func endOfRawExpression(from start: Int, _ count: Int) -> Int? {
        guard !noRawExpression else { return nil }
        let isMultiline = byte(start) == 0x0A || byte(start) == 0x0D
        if !isMultiline, start < noExpressionBefore { return nil }
        var end = start
        while end < file.count, isMultiline || file[end] != 0x0A {
            if file[end] == UInt8(ascii: "/"), byte(end + 1) == UInt8(ascii: "#") {
                var signs = 0
                while signs < count, byte(end + 1 + signs) == UInt8(ascii: "#") { signs += 1 }
                if signs == count { return end + 1 + count }
                end += 1 + signs
            } else {
                end += 1
            }
        }
        if isMultiline { noRawExpression = true } else { noExpressionBefore = end }
        return nil
    }

    // MARK: Literals

    /// The kind of the literal that begins here, and the bytes before its quotes; nil if none does.
    private mutating func literalStart() -> (CodeLiteralKind, Int)? {
        if language.hasNumberSigns, file[position] == UInt8(ascii: "#") { return rawLiteralStart() }
        var end = position
        // Letters before a quote are a prefix only if no name goes on with them.
        if position == 0 || !isNameByte(file[position - 1]) || !isNameByte(file[position]) {
            while end - position < 2, prefixBytes.contains(byte(end)), !quoteBytes.contains(byte(end)) { end += 1 }
        }
        guard quoteBytes.contains(byte(end)),
            let quote = language.quotes.first(where: { matches($0.delimiter, in: file, at: end) })
        else { return nil }
        if end == position { return (quote, 0) }
        let letters = String(decoding: file[position..<end], as: UTF8.self).lowercased()
        guard let prefix = language.prefixes[letters] else { return nil }
        return (quote.with(prefix, letters), end - position)
    }

    /// The kind of a literal between number signs: `#"…"#`.
    private mutating func rawLiteralStart() -> (CodeLiteralKind, Int)? {
        var quotes = position
        while byte(quotes) == UInt8(ascii: "#") { quotes += 1 }
        let count = quotes - position
        for kind in language.quotes where matches(kind.delimiter, in: file, at: quotes) {
            // The quotes of `#"""#` are its content.
            if kind.isMultiline, endsOnLine(count, from: quotes) { continue }
            var kind = kind
            kind.numberSigns = count
            return (kind, count)
        }
        return nil
    }

    /// Whether a raw literal that begins with three quotes ends on this line, such as `#"""#`: then the quotes are its content.
    private mutating func endsOnLine(_ numberSigns: Int, from position: Int) -> Bool {
        if position < noRawEndBefore[numberSigns, default: 0] { return false }
        var end = position + 1
        while end < file.count, file[end] != 0x0A, file[end] != 0x0D {
            if file[end] == UInt8(ascii: "\""), hasSigns(numberSigns, at: end + 1) { return true }
            end += 1
        }
        noRawEndBefore[numberSigns] = end
        return false
    }

    private func hasSigns(_ count: Int, at offset: Int) -> Bool {
        var signs = 0
        while signs < count, byte(offset + signs) == UInt8(ascii: "#") { signs += 1 }
        return signs == count
    }

    private mutating func openLiteral(_ kind: CodeLiteralKind, _ prefix: Int) {
        let start = position
        position += prefix + kind.delimiter.utf8.count
        let index = literals.count
        literals.append(SourceLiteral(token: Int32(tokens.count), opening: Int32(position - start), kind: kind))
        append(.literal, start, link: index)
        content(of: index)
    }

    /// Reads the content of a literal up to its end or to an interpolation.
    private mutating func content(of index: Int) {
        let kind = literals[index].kind
        let quotes = kind.delimiter.utf8.count
        let quote = kind.delimiter.utf8.first ?? 0
        while position < file.count {
            let byte = file[position]
            if let length = interpolationStart(kind) {
                open.append(
                    Interpolation(
                        literal: index, start: position, firstToken: tokens.count,
                        brackets: kind.interpolation?.brackets ?? (0, 0)))
                if !kind.isMultiline { openSingleLine += 1 }
                position += length
                return
            } else if byte == UInt8(ascii: "\\"), kind.hasEscapes, hasSigns(kind.numberSigns, at: position + 1) {
                skipEscape(kind)
            } else if byte == quote, kind.doublesQuotes, self.byte(position + 1) == quote {
                position += 2
            } else if byte == quote, matches(kind.delimiter, in: file, at: position),
                hasSigns(kind.numberSigns, at: position + quotes)
            {
                position += quotes + kind.numberSigns
                literals[index].closing = Int32(quotes + kind.numberSigns)
                return end(index, at: position, isClosed: true)
            } else if byte == 0x0A || byte == 0x0D {
                if !kind.isMultiline { return end(index, at: position, isClosed: false) }
                position += 1
                lineStart = position
            } else if let end = interpolatedName(kind) {
                literals[index].interpolations.append(
                    .init(range: position..<end, tokens: tokens.count..<tokens.count))
                position = end
            } else if kind.interpolation == .braces, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
                // Doubled, or a brace that is wrong.
                position += self.byte(position + 1) == byte ? 2 : 1
            } else {
                position += 1
            }
        }
        end(index, at: position, isClosed: false)
    }

    /// Goes over the escape at a backslash.
    private mutating func skipEscape(_ kind: CodeLiteralKind) {
        let escaped = position + 1 + kind.numberSigns
        let isLineEnd = byte(escaped) == 0x0A || byte(escaped) == 0x0D
        if isLineEnd, kind.interpolation == .backslash {
            // The escape of a multi-line literal, and the end of a broken one.
            position = escaped
        } else {
            position = min(escaped + (matches("\r\n", in: file, at: escaped) ? 2 : 1), file.count)
        }
    }

    /// The bytes that begin an interpolated expression here.
    private func interpolationStart(_ kind: CodeLiteralKind) -> Int? {
        switch kind.interpolation {
        case .dollarBraces, .dollar: return matches("${", in: file, at: position) ? 2 : nil
        case .numberSignBraces: return matches("#{", in: file, at: position) ? 2 : nil
        case .braces: return file[position] == UInt8(ascii: "{") && byte(position + 1) != UInt8(ascii: "{") ? 1 : nil
        case .backslash:
            guard file[position] == UInt8(ascii: "\\"), hasSigns(kind.numberSigns, at: position + 1) else { return nil }
            return byte(position + 1 + kind.numberSigns) == UInt8(ascii: "(") ? 2 + kind.numberSigns : nil
        case nil: return nil
        }
    }

    /// The end of `$name` here.
    private func interpolatedName(_ kind: CodeLiteralKind) -> Int? {
        guard kind.interpolation == .dollar, byte(position) == UInt8(ascii: "$") else { return nil }
        var end = position + 1
        guard end < file.count, isNameByte(file[end]), !file[end].isDigit else { return nil }
        while end < file.count, isNameByte(file[end]), file[end] != UInt8(ascii: "$") { end += 1 }
        return end > position + 1 ? end : nil
    }

    private mutating func end(_ index: Int, at offset: Int, isClosed: Bool) {
        literals[index].isClosed = isClosed
        literals[index].next = Int32(tokens.count)
        tokens[Int(literals[index].token)].end = Int32(offset)
    }

    /// A bracket that closes an interpolation, or another one.
    private mutating func closingBracket(_ byte: UInt8) {
        guard let last = open.last, last.brackets.close == byte else { return sign() }
        guard last.depth == 0 else {
            open[open.count - 1].depth -= 1
            return sign()
        }
        open.removeLast()
        if !literals[last.literal].kind.isMultiline { openSingleLine -= 1 }
        position += 1
        literals[last.literal].interpolations.append(
            .init(range: last.start..<position, tokens: last.firstToken..<tokens.count))
        content(of: last.literal)
    }

    /// A line that ends within an interpolation ends the literals that may not have line ends, and what is open in them.
    private mutating func breakLiterals() {
        while openSingleLine > 0, let last = open.popLast() {
            if !literals[last.literal].kind.isMultiline { openSingleLine -= 1 }
            end(last.literal, at: position, isClosed: false)
        }
    }

    /// A raw literal of C++, which is never a format: `R"x(…)x"`. It becomes a part of its word.
    private mutating func skipRawLiteral() {
        var name = position + 1
        while name < min(file.count, position + 18), isNameByte(file[name]) { name += 1 }
        guard byte(name) == UInt8(ascii: "(") else { return }
        let end = [UInt8(ascii: ")")] + file[position + 1..<name] + [UInt8(ascii: "\"")]
        position = name + 1
        while position < file.count {
            if file[position] == end[0], file.count - position >= end.count,
                file[position..<position + end.count].elementsEqual(end)
            {
                position += end.count
                return
            }
            position += 1
        }
    }
}
