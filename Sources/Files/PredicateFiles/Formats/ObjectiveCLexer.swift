/// The tokens of Objective-C and C++, as far as it takes to find messages and their arguments. It never fails.
struct ObjectiveCLexer {
    private let file: [UInt8]
    private var position = 0
    private var tokens: [SourceToken] = []
    private var literals: [SourceLiteral] = []
    private var comments: [SourceComments.Comment] = []
    private var lineStart = 0
    private var isInDirective = false
    /// The names in `#import` lines, with their signs.
    private var imports: [Range<Int>] = []

    private init(_ file: [UInt8]) { self.file = file }

    /// The tokens of a file, and what it imports by directives.
    static func tokens(of file: [UInt8]) -> (tokens: SourceTokens, imports: [Range<Int>]) {
        var lexer = ObjectiveCLexer(file)
        lexer.run()
        return (
            SourceTokens(file, lexer.tokens, lexer.literals, SourceComments(file, lexer.comments)), lexer.imports
        )
    }

    private func byte(_ offset: Int) -> UInt8 { file.indices.contains(offset) ? file[offset] : 0 }

    private mutating func run() {
        if matches("\u{FEFF}", in: file, at: 0) { position = 3 }
        lineStart = position
        while position < file.count, tokens.count < SourceLimits.tokens {
            let byte = file[position]
            switch byte {
            case 0x0A:
                position += 1
                lineStart = position
                endDirective()
            case 0...0x20: position += 1
            case UInt8(ascii: "\\") where lineEnd(at: position + 1) != nil:
                position = lineEnd(at: position + 1) ?? position + 1
                lineStart = position
            case UInt8(ascii: "#") where isAlone && !isInDirective: directive()
            case UInt8(ascii: "/"): slash()
            case UInt8(ascii: "\""): literal(at: position, isObject: false)
            case UInt8(ascii: "@") where self.byte(position + 1) == UInt8(ascii: "\""):
                position += 1
                literal(at: position - 1, isObject: true)
            case UInt8(ascii: "'"): character()
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
            default:
                if isNameByte(byte) { word() } else { sign() }
            }
        }
        endDirective()
    }

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
        if byte(position) == UInt8(ascii: "\""), byte(position - 1) == UInt8(ascii: "R"), position - start <= 3 {
            rawLiteral()
        }
        append(.word, start)
    }

    private mutating func number() {
        let start = position
        while position < file.count {
            let byte = file[position]
            let isExponentSign =
                (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"))
                && (self.byte(position - 1) | 0x20 == UInt8(ascii: "e")
                    && self.byte(start + 1) | 0x20 != UInt8(ascii: "x")
                    || self.byte(position - 1) | 0x20 == UInt8(ascii: "p"))
            guard isNameByte(byte) || byte == UInt8(ascii: ".") || isExponentSign else { break }
            position += 1
        }
        append(.number, start)
    }

    /// A constant such as `'a'`; an apostrophe that no other follows in its line is a sign.
    private mutating func character() {
        let start = position
        // Longer ones are apostrophes in a text that is no code.
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

    // MARK: Comments and directives

    private var isAlone: Bool { Int(tokens.last?.end ?? 0) <= lineStart }

    /// The offset behind a line end at an offset.
    private func lineEnd(at offset: Int) -> Int? {
        switch byte(offset) {
        case 0x0A: offset + 1
        case 0x0D where byte(offset + 1) == 0x0A: offset + 2
        default: nil
        }
    }

    /// Goes to the end of the line, over line ends that a backslash joins.
    private mutating func skipLine() {
        while position < file.count, file[position] != 0x0A {
            if file[position] == UInt8(ascii: "\\"), let after = lineEnd(at: position + 1) {
                position = after
            } else {
                position += 1
            }
        }
    }

    private mutating func slash() {
        let start = position
        let isAlone = isAlone
        switch byte(position + 1) {
        case UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "*"):
            position += 2
            while position < file.count,
                !(file[position] == UInt8(ascii: "*") && byte(position + 1) == UInt8(ascii: "/"))
            {
                if file[position] == 0x0A { lineStart = position + 1 }
                position += 1
            }
            position = min(position + 2, file.count)
        default: return sign()
        }
        let end = position > start && byte(position - 1) == 0x0D ? position - 1 : position
        comments.append(.init(start: Int32(start), end: Int32(end), isAlone: isAlone))
    }

    /// Only what `#define` defines is code of its own; the branches of a condition are all read.
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

    // MARK: Literals

    private mutating func literal(at start: Int, isObject: Bool) {
        position += 1
        let opening = position - start
        var isClosed = false
        while position < file.count, file[position] != 0x0A {
            if file[position] == UInt8(ascii: "\\") {
                position = lineEnd(at: position + 1) ?? min(position + 2, file.count)
                continue
            }
            position += 1
            if file[position - 1] == UInt8(ascii: "\"") {
                isClosed = true
                break
            }
        }
        append(.literal, start, link: literals.count)
        literals.append(
            SourceLiteral(
                token: Int32(tokens.count - 1), opening: Int32(opening), closing: isClosed ? 1 : 0, numberSigns: 0,
                isMultiline: false, isObject: isObject, isClosed: isClosed, next: Int32(tokens.count)))
    }

    /// A raw literal of C++, which is never a format: `R"x(…)x"`. It becomes a part of its word.
    private mutating func rawLiteral() {
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

extension SourceTokens {
    /// The text of literals of C that stand beside each other; nil if one is not well-formed.
    func objectiveCText(_ range: Range<Int>) -> SourceText? {
        var text = SourceText(at: fileRange(range).lowerBound)
        for index in range {
            guard let literal = literal(index), literal.isClosed else { return nil }
            let content = content(of: literal)
            if index == range.lowerBound { text = SourceText(at: content.lowerBound) }
            guard append(content, to: &text) else { return nil }
        }
        return text
    }

    private func append(_ content: Range<Int>, to text: inout SourceText) -> Bool {
        var position = content.lowerBound
        var verbatim = position
        while position < content.upperBound {
            guard file[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            text.appendVerbatim(verbatim..<position, of: file)
            if matches("\\\n", in: file, at: position) {
                position += 2
            } else if matches("\\\r\n", in: file, at: position) {
                position += 3
            } else {
                guard
                    let after = appendEscapeOfC(
                        in: file, at: position, before: content.upperBound, hexadecimalDigits: 8, to: &text)
                else { return false }
                position = after
            }
            verbatim = position
        }
        text.appendVerbatim(verbatim..<max(verbatim, content.upperBound), of: file)
        return true
    }
}
