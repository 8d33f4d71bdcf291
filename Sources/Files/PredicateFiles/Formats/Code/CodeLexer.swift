/// The tokens of a file in one of the languages of tests, as far as it takes to find calls and their arguments.
///
/// The lexer never fails. It keeps the literals that are open on a stack of its own, so that no nesting is too deep for it.
struct CodeLexer {
    /// An interpolation that is open.
    private struct Interpolation {
        let literal: Int
        let start: Int
        let firstToken: Int
        /// Braces that are open within.
        var depth = 0
    }

    private let file: [UInt8]
    private let language: CodeLanguage
    private let quoteBytes: Set<UInt8>
    private let prefixBytes: Set<UInt8>
    private var position = 0
    private var tokens: [SourceToken] = []
    private var literals: [SourceLiteral] = []
    private var kinds: [CodeLiteralKind] = []
    private var comments: [SourceComments.Comment] = []
    private var open: [Interpolation] = []
    /// How many of the open literals end with their line.
    private var openSingleLine = 0
    private var lineStart = 0
    /// Before this offset no regular expression ends on its line.
    private var noExpressionBefore = 0

    private init(_ file: [UInt8], _ language: CodeLanguage) {
        self.file = file
        self.language = language
        quoteBytes = Set(language.quotes.compactMap(\.delimiter.utf8.first))
        prefixBytes = Set(language.prefixes.keys.flatMap { Array($0.utf8) + Array($0.uppercased().utf8) })
    }

    /// The tokens of a file, and the kinds of its literals.
    static func tokens(of file: [UInt8], _ language: CodeLanguage) -> (source: SourceTokens, kinds: [CodeLiteralKind]) {
        var lexer = CodeLexer(file, language)
        lexer.run()
        return (SourceTokens(file, lexer.tokens, lexer.literals, SourceComments(file, lexer.comments)), lexer.kinds)
    }

    private func byte(_ offset: Int) -> UInt8 { file.indices.contains(offset) ? file[offset] : 0 }

    private mutating func run() {
        if matches("\u{FEFF}", in: file, at: 0) { position = 3 }
        while position < file.count, tokens.count < SourceLimits.tokens {
            let byte = file[position]
            if byte == 0x0A || byte == 0x0D {
                if let comment = language.blockComment, comment.open.utf8.first == 0x0A,
                    matches(comment.open, in: file, at: position)
                {
                    skipBlockComment(comment)
                    continue
                }
                position += 1
                lineStart = position
                if openSingleLine > 0 { breakLiterals() }
            } else if byte <= 0x20 {
                position += 1
            } else if skipComment() {
                continue
            } else if let (kind, length) = literalStart() {
                openLiteral(kind, length)
            } else {
                code(byte)
            }
        }
        while let last = open.popLast() { end(last.literal, at: position, isClosed: false) }
    }

    private mutating func code(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "'") where language.hasCharacters: character()
        case UInt8(ascii: "/") where language.hasExpressions && isOperandExpected:
            if let end = endOfExpression() {
                let start = position
                position = end
                append(.number, start)
            } else {
                sign()
            }
        case UInt8(ascii: "{"):
            if let last = open.indices.last { open[last].depth += 1 }
            sign()
        case UInt8(ascii: "}"): closingBrace()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
        default:
            if isNameByte(byte) { word() } else { sign() }
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

    private mutating func word() {
        let start = position
        while position < file.count, isNameByte(file[position]) { position += 1 }
        append(.word, start)
    }

    private mutating func number() {
        let start = position
        while position < file.count, isNameByte(file[position]) || isFraction { position += 1 }
        append(.number, start)
    }

    private var isFraction: Bool { byte(position) == UInt8(ascii: ".") && isDigitByte(byte(position + 1)) }

    /// A character such as `'a'`; an apostrophe that no other follows closely is a sign.
    private mutating func character() {
        let start = position
        var end = position + 1
        while end < min(file.count, position + 12), file[end] != 0x0A, file[end] != UInt8(ascii: "'") {
            end += file[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        if byte(end) == UInt8(ascii: "'") {
            position = end + 1
            append(.number, start)
        } else {
            sign()
        }
    }

    // MARK: Comments, regular expressions

    private var isAlone: Bool { Int(tokens.last?.end ?? 0) <= lineStart }

    private mutating func skipComment() -> Bool {
        for open in language.lineComments where matches(open, in: file, at: position) {
            let start = position
            let isAlone = isAlone
            while position < file.count, file[position] != 0x0A, file[position] != 0x0D { position += 1 }
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

    /// Whether a slash here begins a regular expression rather than dividing.
    private var isOperandExpected: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .number, .literal: return false
        case .word:
            let word = file[last.range]
            return ["return", "case", "typeof", "when", "if", "unless", "and", "or"].contains {
                word.elementsEqual($0.utf8)
            }
        default: return !")]}".utf8.contains(last.byte)
        }
    }

    /// The end of a regular expression on this line; nil if it is an operator.
    private mutating func endOfExpression() -> Int? {
        guard position >= noExpressionBefore, byte(position + 1) > 0x20 else { return nil }
        var end = position + 1
        var isInClass = false
        while end < file.count, file[end] != 0x0A, file[end] != 0x0D {
            switch file[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass: return end + 1
            default: break
            }
            end += 1
        }
        noExpressionBefore = end
        return nil
    }

    // MARK: Literals

    /// The kind of the literal that begins here, and the bytes of its prefix; nil if none does.
    private func literalStart() -> (CodeLiteralKind, Int)? {
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

    private mutating func openLiteral(_ kind: CodeLiteralKind, _ prefix: Int) {
        let start = position
        position += prefix + kind.delimiter.utf8.count
        let index = literals.count
        literals.append(
            SourceLiteral(
                token: Int32(tokens.count), opening: Int32(position - start), numberSigns: 0,
                isMultiline: kind.isMultiline))
        kinds.append(kind)
        append(.literal, start, link: index)
        content(of: index)
    }

    /// Reads the content of a literal up to its end or to an interpolation.
    private mutating func content(of index: Int) {
        let kind = kinds[index]
        let quotes = kind.delimiter.utf8.count
        let quote = kind.delimiter.utf8.first ?? 0
        while position < file.count {
            let byte = file[position]
            if byte == UInt8(ascii: "\\"), kind.hasEscapes {
                // Both bytes of a line end are escaped.
                position = min(position + (matches("\r\n", in: file, at: position + 1) ? 3 : 2), file.count)
            } else if byte == quote, kind.doublesQuotes, self.byte(position + 1) == quote {
                position += 2
            } else if byte == quote, matches(kind.delimiter, in: file, at: position) {
                position += quotes
                literals[index].closing = Int32(quotes)
                return end(index, at: position, isClosed: true)
            } else if byte == 0x0A || byte == 0x0D {
                if !kind.isMultiline { return end(index, at: position, isClosed: false) }
                position += 1
                lineStart = position
            } else if let length = interpolationStart(kind) {
                open.append(Interpolation(literal: index, start: position, firstToken: tokens.count))
                if !kind.isMultiline { openSingleLine += 1 }
                position += length
                return
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

    /// The bytes that begin an interpolated expression here.
    private func interpolationStart(_ kind: CodeLiteralKind) -> Int? {
        switch kind.interpolation {
        case .dollarBraces, .dollar: matches("${", in: file, at: position) ? 2 : nil
        case .numberSignBraces: matches("#{", in: file, at: position) ? 2 : nil
        case .braces:
            byte(position) == UInt8(ascii: "{") && byte(position + 1) != UInt8(ascii: "{") ? 1 : nil
        case nil: nil
        }
    }

    /// The end of `$name` here.
    private func interpolatedName(_ kind: CodeLiteralKind) -> Int? {
        guard kind.interpolation == .dollar, byte(position) == UInt8(ascii: "$") else { return nil }
        var end = position + 1
        guard end < file.count, isNameByte(file[end]), !isDigitByte(file[end]) else { return nil }
        while end < file.count, isNameByte(file[end]), file[end] != UInt8(ascii: "$") { end += 1 }
        return end > position + 1 ? end : nil
    }

    private mutating func end(_ index: Int, at offset: Int, isClosed: Bool) {
        literals[index].isClosed = isClosed
        literals[index].next = Int32(tokens.count)
        tokens[Int(literals[index].token)].end = Int32(offset)
    }

    /// A brace that closes an interpolation, or another one.
    private mutating func closingBrace() {
        guard let last = open.last else { return sign() }
        guard last.depth == 0 else {
            open[open.count - 1].depth -= 1
            return sign()
        }
        open.removeLast()
        if !literals[last.literal].isMultiline { openSingleLine -= 1 }
        position += 1
        literals[last.literal].interpolations.append(
            .init(range: last.start..<position, tokens: last.firstToken..<tokens.count))
        content(of: last.literal)
    }

    /// A line that ends within an interpolation ends the literals that may not have line ends, and what is open in them.
    private mutating func breakLiterals() {
        while openSingleLine > 0, let last = open.popLast() {
            if !literals[last.literal].isMultiline { openSingleLine -= 1 }
            end(last.literal, at: position, isClosed: false)
        }
    }
}
