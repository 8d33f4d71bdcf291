import PredicateCore

/// A piece of a format string around what is pasted into it.
///
/// The parser cannot read a format string with holes. These pieces show just enough to know what is in a hole.
struct FormatLexeme {
    enum Kind: Equatable {
        /// An operator that compares: a sign, or a word such as CONTAINS with its options.
        case comparison
        /// `IN`.
        case membership
        /// AND, OR, NOT, ANY and their signs.
        case logic
        case word
        case number
        /// `%@`, `%K`, `%d`, with the letter at the end.
        case placeholder(UInt8)
        /// `%%`, or a `%` that begins no placeholder.
        case percent
        /// A string of the predicate with its quotes; the holes in it.
        case quoted(holes: Range<Int>)
        case hole(Int)
        /// Another byte.
        case sign(UInt8)
    }

    let kind: Kind
    let range: Range<Int>
    /// How many placeholders that take an argument are before it.
    let placeholders: Int
}

/// Cuts a format string with holes into pieces.
struct FormatLexer {
    private let bytes: [UInt8]
    private let holes: [SourceText.Hole]
    private var position = 0
    private var hole = 0
    private var placeholders = 0
    private var lexemes: [FormatLexeme] = []

    private init(_ text: SourceText) {
        bytes = text.bytes
        holes = text.holes
    }

    /// The pieces of a format string; nil if a quote is not closed.
    static func lexemes(of text: SourceText) -> [FormatLexeme]? {
        var lexer = FormatLexer(text)
        return lexer.run() ? lexer.lexemes : nil
    }

    private func byte(_ offset: Int) -> UInt8 { bytes.indices.contains(offset) ? bytes[offset] : 0 }

    private mutating func append(_ kind: FormatLexeme.Kind, from start: Int) {
        lexemes.append(FormatLexeme(kind: kind, range: start..<position, placeholders: placeholders))
    }

    private mutating func run() -> Bool {
        while true {
            if hole < holes.count, holes[hole].offset <= position {
                append(.hole(hole), from: position)
                hole += 1
                continue
            }
            guard position < bytes.count else { return true }
            let start = position
            switch bytes[position] {
            case 0...0x20: position += 1
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                guard quoted() else { return false }
            case UInt8(ascii: "%"): placeholder()
            case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"):
                while position < limit, "=<>".utf8.contains(bytes[position]) { position += 1 }
                options()
                append(.comparison, from: start)
            case UInt8(ascii: "!"):
                position += 1
                if position < limit, byte(position) == UInt8(ascii: "=") {
                    position += 1
                    options()
                    append(.comparison, from: start)
                } else {
                    append(.logic, from: start)
                }
            case UInt8(ascii: "&"), UInt8(ascii: "|"):
                while position < limit, "&|".utf8.contains(bytes[position]) { position += 1 }
                append(.logic, from: start)
            default:
                if isNameByte(bytes[position]) {
                    word()
                } else {
                    position += 1
                    append(.sign(bytes[start]), from: start)
                }
            }
        }
    }

    /// Where the next hole is: no piece but a quoted one goes across it.
    private var limit: Int { hole < holes.count ? min(holes[hole].offset, bytes.count) : bytes.count }

    private mutating func quoted() -> Bool {
        let start = position
        let quote = bytes[position]
        let first = hole
        position += 1
        while position < bytes.count {
            while hole < holes.count, holes[hole].offset <= position { hole += 1 }
            if bytes[position] == UInt8(ascii: "\\") {
                position += 2
            } else if bytes[position] == quote {
                position += 1
                append(.quoted(holes: first..<hole), from: start)
                return true
            } else {
                position += 1
            }
        }
        return false
    }

    private mutating func placeholder() {
        let start = position
        position += 1
        while position < limit, "hlqLzjt".utf8.contains(bytes[position]) { position += 1 }
        if position < limit, "@KdDiuUxXoOfFeEgGaAcsp".utf8.contains(bytes[position]) {
            position += 1
            append(.placeholder(bytes[position - 1]), from: start)
            placeholders += 1
        } else {
            position = start + 1
            if position < limit, bytes[position] == UInt8(ascii: "%") { position += 1 }
            append(.percent, from: start)
        }
    }

    /// The options after an operator, such as `[cd]`.
    private mutating func options() {
        guard position < limit, bytes[position] == UInt8(ascii: "[") else { return }
        var end = position + 1
        while end < limit, isNameByte(bytes[end]) { end += 1 }
        if end < limit, bytes[end] == UInt8(ascii: "]") { position = end + 1 }
    }

    private static let comparisons: Set<String> = ["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "BETWEEN"]
    private static let logic: Set<String> = ["AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE"]

    private mutating func word() {
        let start = position
        while position < limit, isNameByte(bytes[position]) { position += 1 }
        let isNumber = bytes[start].isDigit
        // The longest of these words has ten letters.
        let word = position - start <= 10 ? String(decoding: bytes[start..<position], as: UTF8.self).uppercased() : ""
        if isNumber {
            append(.number, from: start)
        } else if Self.comparisons.contains(word) {
            options()
            append(.comparison, from: start)
        } else if word == "IN" {
            options()
            append(.membership, from: start)
        } else {
            append(Self.logic.contains(word) ? .logic : .word, from: start)
        }
    }
}

extension FormatLexer {
    /// A specifier that takes an argument, with the letter at its end.
    typealias Specifier = (range: SourceRange, letter: UInt8)

    /// The specifiers of a format without holes, and how many strings are one specifier in quotes.
    static func specifiers(of format: String) -> (found: [Specifier], quoted: Int) {
        var text = SourceText(at: 0)
        text.appendUnit(Array(format.utf8), for: 0..<1)
        var found: [Specifier] = []
        var quoted = 0
        for lexeme in lexemes(of: text) ?? [] {
            switch lexeme.kind {
            case .placeholder(let letter):
                found.append((SourceRange(lexeme.range), letter))
            case .quoted:
                let content = text.bytes[lexeme.range].dropFirst().dropLast()
                guard content.first == UInt8(ascii: "%"), let last = content.last, content.count <= 4 else { continue }
                let length = content.dropFirst().dropLast()
                if "@KdDiuUxXoOfFeEgG".utf8.contains(last), length.allSatisfy({ "hlqLzjt".utf8.contains($0) }) {
                    quoted += 1
                }
            default: break
            }
        }
        return (found, quoted)
    }
}
