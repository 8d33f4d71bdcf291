/// The tokens of Swift, as far as it takes to find calls and their arguments.
///
/// The lexer never fails. It keeps the literals that are open on a stack of its own, so that no nesting is too deep for it.
struct SwiftLexer {
    /// An interpolation that is open.
    private struct Interpolation {
        let literal: Int
        /// The backslash.
        let start: Int
        let firstToken: Int
        /// Round brackets that are open within.
        var depth = 0
    }

    private let file: [UInt8]
    private var position = 0
    private var tokens: [SourceToken] = []
    private var literals: [SourceLiteral] = []
    private var comments: [SourceComments.Comment] = []
    private var open: [Interpolation] = []
    /// How many of the open literals end with their line.
    private var openSingleLine = 0
    private var lineStart = 0
    /// Before this offset no regular expression ends on its line.
    private var noExpressionBefore = 0
    /// Whether no end of an expression `#/…/#` follows.
    private var noRawExpression = false
    /// Before this offset no raw literal that looks like a multi-line one ends on its line, by the number of its signs.
    private var noRawEndBefore: [Int: Int] = [:]

    private init(_ file: [UInt8]) { self.file = file }

    /// The tokens of a file.
    static func tokens(of file: [UInt8]) -> SourceTokens {
        var lexer = SwiftLexer(file)
        lexer.run()
        return SourceTokens(file, lexer.tokens, lexer.literals, SourceComments(file, lexer.comments))
    }

    private func byte(_ offset: Int) -> UInt8 { file.indices.contains(offset) ? file[offset] : 0 }

    private mutating func run() {
        if matches("\u{FEFF}", in: file, at: 0) { position = 3 }
        if matches("#!", in: file, at: position) { skipLine() }
        while position < file.count, tokens.count < SourceLimits.tokens {
            let byte = file[position]
            switch byte {
            case 0x0A, 0x0D:
                position += 1
                lineStart = position
                if openSingleLine > 0 { breakLiterals() }
            case 0...0x20: position += 1
            case UInt8(ascii: "/"): slash()
            case UInt8(ascii: "\""): openLiteral(at: position, numberSigns: 0)
            case UInt8(ascii: "#"): numberSign()
            case UInt8(ascii: "`"): quotedName()
            case UInt8(ascii: "("):
                if let last = open.indices.last { open[last].depth += 1 }
                sign()
            case UInt8(ascii: ")"): closingBracket()
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
            default:
                if isNameByte(byte) { word(from: position) } else { sign() }
            }
        }
        while let last = open.popLast() { end(last.literal, at: position, isClosed: false) }
    }

    // MARK: Names, numbers, signs

    private mutating func append(_ kind: SourceToken.Kind, _ start: Int, link: Int = -1) {
        tokens.append(
            SourceToken(
                kind: kind, byte: byte(start), start: Int32(start), end: Int32(position), link: Int32(link)))
    }

    private mutating func sign() {
        position += 1
        append(.sign, position - 1)
    }

    private mutating func word(from start: Int) {
        while position < file.count, isNameByte(file[position]) { position += 1 }
        append(.word, start)
    }

    /// A name in backquotes, or a backquote.
    private mutating func quotedName() {
        var end = position + 1
        while end < file.count, isNameByte(file[end]) { end += 1 }
        if end > position + 1, byte(end) == UInt8(ascii: "`") {
            position += 1
            word(from: position)
            position += 1
        } else {
            sign()
        }
    }

    private mutating func number() {
        let start = position
        while position < file.count {
            let byte = file[position]
            if isNameByte(byte) {
                position += 1
            } else if byte == UInt8(ascii: "."), isDigitByte(self.byte(position + 1)) {
                position += 1
            } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), isExponent(start) {
                position += 1
            } else {
                break
            }
        }
        append(.number, start)
    }

    /// Whether a sign belongs to an exponent, as in `1e-3`.
    private func isExponent(_ start: Int) -> Bool {
        let before = byte(position - 1) | 0x20
        if before == UInt8(ascii: "p") { return true }
        return before == UInt8(ascii: "e") && byte(start + 1) | 0x20 != UInt8(ascii: "x")
    }

    // MARK: Comments, regular expressions

    private var isAlone: Bool { Int(tokens.last?.end ?? 0) <= lineStart }

    private mutating func skipLine() {
        while position < file.count, file[position] != 0x0A, file[position] != 0x0D { position += 1 }
    }

    private mutating func slash() {
        let start = position
        switch byte(position + 1) {
        case UInt8(ascii: "/"):
            let isAlone = isAlone
            skipLine()
            comments.append(.init(start: Int32(start), end: Int32(position), isAlone: isAlone))
        case UInt8(ascii: "*"):
            let isAlone = isAlone
            skipBlockComment()
            comments.append(.init(start: Int32(start), end: Int32(position), isAlone: isAlone))
        default:
            if isOperandExpected, let end = endOfExpression() {
                position = end
                append(.number, start)
            } else {
                sign()
            }
        }
    }

    /// Comments of this kind may stand in each other.
    private mutating func skipBlockComment() {
        var depth = 0
        while position < file.count {
            let byte = file[position]
            let next = self.byte(position + 1)
            if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                position += 1
                if byte == 0x0A { lineStart = position }
            }
        }
        position = min(position, file.count)
    }

    /// Whether a slash here begins a regular expression rather than dividing.
    private var isOperandExpected: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .number, .literal: return false
        case .word:
            let word = file[last.range]
            return ["return", "in", "case", "try", "await", "else", "where"].contains { word.elementsEqual($0.utf8) }
        default:
            // Within a literal the last token may be the one before an interpolation.
            return !")]}.?!".utf8.contains(last.byte)
        }
    }

    /// The end of a regular expression `/…/` on this line; nil if it is an operator.
    private mutating func endOfExpression() -> Int? {
        guard position >= noExpressionBefore, byte(position + 1) > 0x20 else { return nil }
        var end = position + 1
        while end < file.count, file[end] != 0x0A, file[end] != 0x0D {
            if file[end] == UInt8(ascii: "\\") {
                end += 2
                continue
            }
            // A blank before the end makes it an operator.
            if file[end] == UInt8(ascii: "/") { return file[end - 1] > 0x20 ? end + 1 : nil }
            end += 1
        }
        noExpressionBefore = end
        return nil
    }

    // MARK: Literals

    private mutating func numberSign() {
        let start = position
        var end = position
        while byte(end) == UInt8(ascii: "#") { end += 1 }
        let count = end - start
        switch byte(end) {
        case UInt8(ascii: "\""):
            position = end
            openLiteral(at: start, numberSigns: count)
        case UInt8(ascii: "/"):
            if isOperandExpected, let close = endOfRawExpression(from: end + 1, count) {
                position = close
                append(.number, start)
            } else {
                position = end
            }
        default:
            position = end
            if isNameByte(byte(end)) { word(from: end - 1) }
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

    /// Begins a literal whose quotes stand at `position`.
    private mutating func openLiteral(at start: Int, numberSigns: Int) {
        var isMultiline = byte(position + 1) == UInt8(ascii: "\"") && byte(position + 2) == UInt8(ascii: "\"")
        if isMultiline, numberSigns > 0, endsOnLine(numberSigns) { isMultiline = false }
        position += isMultiline ? 3 : 1
        let index = literals.count
        literals.append(
            SourceLiteral(
                token: Int32(tokens.count), opening: Int32(position - start), numberSigns: Int32(numberSigns),
                isMultiline: isMultiline))
        append(.literal, start, link: index)
        content(of: index)
    }

    /// Whether a raw literal that begins with three quotes ends on this line, such as `#"""#`: then the quotes are its content.
    private mutating func endsOnLine(_ numberSigns: Int) -> Bool {
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

    /// Reads the content of a literal up to its end or to an interpolation.
    private mutating func content(of index: Int) {
        let literal = literals[index]
        let signs = Int(literal.numberSigns)
        while position < file.count {
            switch file[position] {
            case UInt8(ascii: "\\") where hasSigns(signs, at: position + 1):
                let escaped = position + 1 + signs
                if byte(escaped) == UInt8(ascii: "(") {
                    open.append(Interpolation(literal: index, start: position, firstToken: tokens.count))
                    if !literal.isMultiline { openSingleLine += 1 }
                    position = escaped + 1
                    return
                }
                // A line end behind a backslash is an escape of a multi-line literal, and the end of a broken one.
                let isLineEnd = byte(escaped) == 0x0A || byte(escaped) == 0x0D
                position = min(isLineEnd ? escaped : escaped + 1, file.count)
            case UInt8(ascii: "\""):
                if literal.isMultiline {
                    guard byte(position + 1) == UInt8(ascii: "\""), byte(position + 2) == UInt8(ascii: "\"") else {
                        position += 1
                        continue
                    }
                }
                let quotes = literal.isMultiline ? 3 : 1
                if hasSigns(signs, at: position + quotes) {
                    position += quotes + signs
                    literals[index].closing = Int32(quotes + signs)
                    end(index, at: position, isClosed: true)
                    return
                }
                position += 1
            case 0x0A, 0x0D:
                if !literal.isMultiline { return end(index, at: position, isClosed: false) }
                position += 1
                lineStart = position
            default: position += 1
            }
        }
        end(index, at: position, isClosed: false)
    }

    private mutating func end(_ index: Int, at offset: Int, isClosed: Bool) {
        literals[index].isClosed = isClosed
        literals[index].next = Int32(tokens.count)
        tokens[Int(literals[index].token)].end = Int32(offset)
    }

    /// A bracket that closes an interpolation, or another one.
    private mutating func closingBracket() {
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
