/// A token of source code.
struct SourceToken {
    /// What a token is.
    enum Kind: UInt8 {
        case word
        case number
        case literal
        /// A single byte of punctuation.
        case sign
        /// The beginning and the end of a preprocessor directive: brackets do not match across them.
        case directiveStart
        case directiveEnd
    }

    let kind: Kind
    /// The first byte.
    let byte: UInt8
    let start: Int32
    var end: Int32
    /// For a bracket the index of its partner, for a literal its index among the literals; -1 if there is none.
    var link: Int32

    var range: Range<Int> { Int(start)..<Int(max(start, end)) }
}

/// A literal of a string.
struct SourceLiteral {
    /// Something that is interpolated into a literal.
    struct Interpolation {
        /// From the backslash to the bracket.
        let range: Range<Int>
        /// The tokens within.
        let tokens: Range<Int>
    }

    /// The index of its token.
    let token: Int32
    /// Bytes before the content.
    let opening: Int32
    /// Bytes after the content.
    var closing: Int32 = 0
    /// How it is written.
    let kind: CodeLiteralKind
    /// Whether its end was found.
    var isClosed = false
    /// The index of the token after it, and after those of its interpolations.
    var next: Int32 = 0
    var interpolations: [Interpolation] = []

    /// Whether it is an object of Objective-C, `@"…"`.
    var isObject: Bool { kind.prefix == "@" }
}

/// Limits of the tokens of a file; what comes after them is not read.
enum SourceLimits {
    static let tokens = 4 * ConfigurationLimits.nodes
}

/// The tokens of a source file with their literals, brackets and comments.
struct SourceTokens {
    let file: [UInt8]
    private(set) var tokens: [SourceToken]
    let literals: [SourceLiteral]
    let comments: SourceComments

    init(_ file: [UInt8], _ tokens: [SourceToken], _ literals: [SourceLiteral], _ comments: SourceComments) {
        self.file = file
        self.tokens = tokens
        self.literals = literals
        self.comments = comments
        matchBrackets()
    }

    /// The token at an index; nil outside.
    subscript(index: Int) -> SourceToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    /// Whether a token is a sign.
    func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
        guard tokens.indices.contains(index) else { return false }
        return tokens[index].kind == .sign && UInt32(tokens[index].byte) == sign.value
    }

    /// Whether a token is a word.
    func isWord(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

    /// Whether a token is a certain word.
    func isWord(_ index: Int, _ word: String) -> Bool {
        guard isWord(index) else { return false }
        let range = tokens[index].range
        return range.count == word.utf8.count && file[range].elementsEqual(word.utf8)
    }

    /// The bytes of a token as a string; empty outside.
    func text(_ index: Int) -> String {
        tokens.indices.contains(index) ? text(in: tokens[index].range) : ""
    }

    /// The bytes of a token; empty outside.
    func bytes(_ index: Int) -> [UInt8] { tokens.indices.contains(index) ? Array(file[tokens[index].range]) : [] }

    /// A part of the file as a string.
    func text(in range: Range<Int>) -> String {
        String(decoding: file[range.clamped(to: 0..<file.count)], as: UTF8.self)
    }

    /// The literal that a token is.
    func literal(_ index: Int) -> SourceLiteral? {
        guard tokens.indices.contains(index), tokens[index].kind == .literal else { return nil }
        let link = Int(tokens[index].link)
        return literals.indices.contains(link) ? literals[link] : nil
    }

    /// The part of the file between the quotes of a literal.
    func content(of literal: SourceLiteral) -> Range<Int> {
        guard let token = self[Int(literal.token)] else { return 0..<0 }
        let lower = Int(token.start + literal.opening)
        return lower..<max(lower, Int(token.end - literal.closing))
    }

    /// The bracket that matches a bracket; nil if none does.
    func partner(_ index: Int) -> Int? {
        guard tokens.indices.contains(index), tokens[index].kind == .sign, tokens[index].link >= 0 else { return nil }
        return Int(tokens[index].link)
    }

    /// The token after a token and all that it holds: the rest of a bracket, the interpolations of a literal.
    func next(_ index: Int) -> Int {
        guard tokens.indices.contains(index) else { return index + 1 }
        switch tokens[index].kind {
        case .literal:
            return max(index + 1, Int(literal(index)?.next ?? 0))
        case .sign:
            let link = Int(tokens[index].link)
            return link > index ? link + 1 : index + 1
        default: return index + 1
        }
    }

    /// The parts of a range of tokens between signs that are in no bracket of it.
    func split(_ range: Range<Int>, at isSeparator: (Int) -> Bool) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var index = start
        while index < range.upperBound {
            if isSeparator(index) {
                parts.append(start..<index)
                start = index + 1
            }
            index = next(index)
        }
        parts.append(min(start, range.upperBound)..<range.upperBound)
        return parts
    }

    /// The part of the file from the first token of a range to the last one; of no tokens, the location before the next one.
    func fileRange(_ range: Range<Int>) -> Range<Int> {
        guard let first = self[range.lowerBound] else { return file.count..<file.count }
        if range.isEmpty { return Int(first.start)..<Int(first.start) }
        // A literal ends after the tokens of its interpolations, so the last token is not the one that ends last.
        var end = Int(first.end)
        var index = range.lowerBound
        while index < min(range.upperBound, tokens.count) {
            end = max(end, Int(tokens[index].end))
            let next = next(index)
            if next > index + 1, tokens[index].kind == .sign { end = max(end, Int(tokens[next - 1].end)) }
            index = next
        }
        return Int(first.start)..<max(Int(first.start), end)
    }

    /// Whether white space or a comment is between a token and the one before it.
    func isApart(_ index: Int) -> Bool {
        guard let token = self[index], let before = self[index - 1] else { return true }
        return before.end < token.start
    }

    /// The range without brackets that enclose all of it.
    func unwrapped(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while range.count >= 2, isSign(range.lowerBound, "("), partner(range.lowerBound) == range.upperBound - 1 {
            range = range.lowerBound + 1..<range.upperBound - 1
        }
        return range
    }

    /// What kind of argument a token of a number is.
    func number(_ index: Int) -> SourceArgument.Kind {
        guard let token = self[index], !"/#".utf8.contains(token.byte) else { return .unknown }
        let text = file[token.range]
        if token.byte == UInt8(ascii: "'") { return .integer }
        let isHexadecimal = text.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
        return text.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == exponent } ? .double : .integer
    }

    /// Links the brackets that match.
    ///
    /// A closing bracket without a partner is skipped. One that has a partner further out leaves the brackets between without partners;
    /// but round and square ones never close across a brace, nor any bracket across a directive.
    private mutating func matchBrackets() {
        var open: [Int] = []
        // How many round and square brackets are open since the last brace, for each brace.
        var counts: [(round: Int, square: Int)] = [(0, 0)]
        var outside: [(open: [Int], counts: [(round: Int, square: Int)])] = []
        for index in tokens.indices {
            let token = tokens[index]
            switch token.kind {
            case .directiveStart:
                outside.append((open, counts))
                open = []
                counts = [(0, 0)]
            case .directiveEnd:
                if let last = outside.popLast() { (open, counts) = last }
            case .sign:
                switch token.byte {
                case UInt8(ascii: "("):
                    open.append(index)
                    counts[counts.count - 1].round += 1
                case UInt8(ascii: "["):
                    open.append(index)
                    counts[counts.count - 1].square += 1
                case UInt8(ascii: "{"):
                    open.append(index)
                    counts.append((0, 0))
                case UInt8(ascii: ")") where counts[counts.count - 1].round > 0:
                    close(index, UInt8(ascii: "("), &open, &counts)
                case UInt8(ascii: "]") where counts[counts.count - 1].square > 0:
                    close(index, UInt8(ascii: "["), &open, &counts)
                case UInt8(ascii: "}") where counts.count > 1:
                    close(index, UInt8(ascii: "{"), &open, &counts)
                    counts.removeLast()
                default: break
                }
            default: break
            }
        }
    }

    private mutating func close(
        _ index: Int, _ kind: UInt8, _ open: inout [Int], _ counts: inout [(round: Int, square: Int)]
    ) {
        while let last = open.popLast() {
            let byte = tokens[last].byte
            if byte == UInt8(ascii: "(") { counts[counts.count - 1].round -= 1 }
            if byte == UInt8(ascii: "[") { counts[counts.count - 1].square -= 1 }
            if byte == kind {
                tokens[last].link = Int32(index)
                tokens[index].link = Int32(last)
                return
            }
        }
    }
}

/// Whether a byte can be in a name: a letter, a digit, `_`, `$`, or a part of a letter that is not ASCII.
func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
        true
    default: false
    }
}

/// Whether the bytes are in a file at an offset.
func matches(_ word: String, in file: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset <= file.count, file.count - offset >= word.utf8.count else { return false }
    return file[offset..<offset + word.utf8.count].elementsEqual(word.utf8)
}

/// Whether one of the words is anywhere in a file. Most files have none, and need no tokens.
func mentions(_ words: [String], in file: [UInt8]) -> Bool {
    let needles = words.map { Array($0.utf8) }.filter { !$0.isEmpty }
    var first = [Bool](repeating: false, count: 256)
    for needle in needles { first[Int(needle[0])] = true }
    for offset in file.indices where first[Int(file[offset])] {
        for needle in needles where file.count - offset >= needle.count {
            if file[offset..<offset + needle.count].elementsEqual(needle) { return true }
        }
    }
    return false
}
