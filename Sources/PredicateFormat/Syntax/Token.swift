/// A piece of a format string that has a meaning of its own.
///
/// It holds no text: the lexer that cut it knows the bytes that it stands for, and makes a string of them where one is
/// wanted (`Lexer.text(of:)`). So the parser looks at tokens again and again at the price of a few bytes.
struct Token: Sendable {
    /// What belongs to it.
    let detail: Detail
    /// What kind of token it is, without what belongs to it.
    let code: Code
    /// The sign that the token is.
    let sign: Punctuation?
    /// The reserved word that the token is.
    let keyword: Keyword?
    /// Half a word each: a text has many tokens, and no text is that long (`Token.longestText`).
    private let lowerBound: UInt32
    private let upperBound: UInt32

    /// How many bytes a text may have for its tokens to know their places.
    static let longestText = Int(Int32.max)

    /// Where it stands in the text.
    var range: SourceRange { SourceRange(Int(lowerBound), Int(upperBound)) }

    init(
        _ code: Code, range: SourceRange, sign: Punctuation? = nil, keyword: Keyword? = nil, detail: Detail = .none
    ) {
        self.code = code
        self.sign = sign
        self.keyword = keyword
        self.lowerBound = UInt32(truncatingIfNeeded: range.lowerBound)
        self.upperBound = UInt32(truncatingIfNeeded: range.upperBound)
        self.detail = detail
    }

    /// Whether the text ends here.
    var isEnd: Bool { code == .end }

    /// Whether it is a word that is not reserved.
    var isName: Bool { code == .word && keyword == nil }

    /// The kinds of tokens; `Kind` has the same with what belongs to them.
    enum Code: UInt8, Sendable {
        case word, hashWord, atWord, variable, selector, hyphenatedOperator, number, integerMinimumMagnitude, string
        case argument, punctuation, invalid, end
    }

    enum Detail: Sendable {
        case none
        /// The text is that of the range without so many bytes before and behind.
        case trimmed(UInt8, UInt8)
        /// The text is not that of the range, but one of those that the lexer keeps.
        case kept(Int)
        case integer(Int64)
        case double(Double)
        case specifier(FormatSpecifier.Kind)
    }

    /// A literal number.
    enum Number: Hashable, Sendable {
        case integer(Int64)
        case double(Double)

        var value: PredicateValue {
            switch self {
            case .integer(let number): .integer(number)
            case .double(let number): .double(number)
            }
        }
    }

    enum Kind: Hashable, Sendable {
        /// A word, reserved or not; `keyword` tells which.
        case word(String, Keyword?)
        /// `#word`, without the `#`.
        case hashWord(String)
        /// `@word`, with the `@`.
        case atWord(String)
        /// `$name`, without the `$`.
        case variable(String)
        /// `add:to:`
        case selector(String)
        /// A hyphenated operator name, as registered: `UTI-CONFORMS-TO`.
        case hyphenatedOperator(String)
        /// A literal number; nil where the text was no number, which has been reported.
        case number(Number?)
        /// An integer of 2^63, which is a literal only behind a minus sign.
        case integerMinimumMagnitude
        /// A literal string, unescaped.
        case string(String)
        /// `%@`
        case argument(FormatSpecifier)
        case punctuation(Punctuation)
        /// Something that has been reported already; stands where an operand may stand.
        case invalid
        case end
    }
}

/// Signs. Numbered, so that what is known of them stands in tables.
enum Punctuation: UInt8, Hashable, Sendable, CaseIterable {
    case openParenthesis
    case closeParenthesis
    case openBracket
    case closeBracket
    case openBrace
    case closeBrace
    case comma
    case dot
    case assign
    case equal
    case equalEqual
    case notEqual
    case lessGreater
    case less
    case lessEqual
    case equalLess
    case greater
    case greaterEqual
    case equalGreater
    case ampersandAmpersand
    case barBar
    case exclamation
    case plus
    case minus
    case star
    case starStar
    case slash
    case ampersand
    case bar
    case caret
    case shiftLeft
    case shiftRight
    case tilde
    /// No sign of the language: the remainder of other ones, which the parser mends.
    case percent
    /// No sign of the language: the ranges of other ones.
    case range

    /// The sign as it is written.
    var spelling: String {
        switch self {
        case .openParenthesis: "("
        case .closeParenthesis: ")"
        case .openBracket: "["
        case .closeBracket: "]"
        case .openBrace: "{"
        case .closeBrace: "}"
        case .comma: ","
        case .dot: "."
        case .assign: ":="
        case .equal: "="
        case .equalEqual: "=="
        case .notEqual: "!="
        case .lessGreater: "<>"
        case .less: "<"
        case .lessEqual: "<="
        case .equalLess: "=<"
        case .greater: ">"
        case .greaterEqual: ">="
        case .equalGreater: "=>"
        case .ampersandAmpersand: "&&"
        case .barBar: "||"
        case .exclamation: "!"
        case .plus: "+"
        case .minus: "-"
        case .star: "*"
        case .starStar: "**"
        case .slash: "/"
        case .ampersand: "&"
        case .bar: "|"
        case .caret: "^"
        case .shiftLeft: "<<"
        case .shiftRight: ">>"
        case .tilde: "~"
        case .percent: "%"
        case .range: ".."
        }
    }
}

/// The reserved words of the language (D22). FIRST, LAST and SIZE are reserved only within the brackets of an
/// index, and so are not among them.
enum Keyword: UInt8, Hashable, Sendable, CaseIterable {
    case and
    case or
    case `in`
    case not
    case all
    case any
    case someOf
    case noneOf
    case like
    case caseInsensitive
    case ci
    case matches
    case contains
    case beginsWith
    case endsWith
    case between
    case null
    case `nil`
    case `self`
    case `true`
    case yes
    case `false`
    case no
    case anyKey
    case subquery
    case fetch
    case cast
    case truePredicate
    case falsePredicate
    case ternary
    case function
    case union
    case intersect
    case minus
    case tokenMatches

    /// The word as it is written.
    var spelling: String {
        switch self {
        case .and: "AND"
        case .or: "OR"
        case .in: "IN"
        case .not: "NOT"
        case .all: "ALL"
        case .any: "ANY"
        case .someOf: "SOME"
        case .noneOf: "NONE"
        case .like: "LIKE"
        case .caseInsensitive: "CASEINSENSITIVE"
        case .ci: "CI"
        case .matches: "MATCHES"
        case .contains: "CONTAINS"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .between: "BETWEEN"
        case .null: "NULL"
        case .nil: "NIL"
        case .self: "SELF"
        case .true: "TRUE"
        case .yes: "YES"
        case .false: "FALSE"
        case .no: "NO"
        case .anyKey: "ANYKEY"
        case .subquery: "SUBQUERY"
        case .fetch: "FETCH"
        case .cast: "CAST"
        case .truePredicate: "TRUEPREDICATE"
        case .falsePredicate: "FALSEPREDICATE"
        case .ternary: "TERNARY"
        case .function: "FUNCTION"
        case .union: "UNION"
        case .intersect: "INTERSECT"
        case .minus: "MINUS"
        case .tokenMatches: "TOKENMATCHES"
        }
    }

    /// The keyword that a word spells in any case of its letters.
    init?(word: String) { self.init(utf8: word.utf8) }

    /// The keyword that the bytes of a word spell in any case of its letters.
    init?(utf8 word: some Collection<UInt8>) {
        guard let first = word.first, let initial = Self.initial(first) else { return nil }
        let table = Self.table
        let count = word.count
        guard count <= Self.longest, table.lengths[initial] >> UInt32(count) & 1 != 0, let folded = FoldedWord(word)
        else { return nil }
        for place in table.starts[initial]..<table.starts[initial + 1] where table.spellings[place].word == folded {
            self = table.spellings[place].keyword
            return
        }
        return nil
    }

    /// Bytes of the longest keyword at most.
    private static var longest: Int { 16 }

    private struct Spelling: Sendable {
        var word: FoldedWord
        var keyword: Keyword
    }

    /// The keywords by their first letter: the lexer looks up every word, and most are none.
    private struct Table: Sendable {
        /// The lengths of the keywords that begin with a letter, a bit each.
        var lengths = [UInt32](repeating: 0, count: 26)
        /// Where those of a letter begin, and behind the last one where all end.
        var starts = [0]
        var spellings: [Spelling] = []
    }

    private static let table: Table = {
        var table = Table()
        for letter in 0..<26 {
            for keyword in Keyword.allCases {
                let spelling = keyword.spelling.utf8
                guard spelling.first.flatMap(Self.initial) == letter, let word = FoldedWord(spelling) else { continue }
                table.lengths[letter] |= 1 << UInt32(spelling.count)
                table.spellings.append(Spelling(word: word, keyword: keyword))
            }
            table.starts.append(table.spellings.count)
        }
        return table
    }()

    /// The place of an ASCII letter in the alphabet, from 0 on.
    private static func initial(_ letter: UInt8) -> Int? {
        let letter = asciiUppercased(letter)
        return letter >= 0x41 && letter <= 0x5A ? Int(letter) - 0x41 : nil
    }

    /// Words that print with `#` where they are the name of a field: the reserved ones and what Apple reserves beside them.
    static func printsEscaped(_ word: String) -> Bool {
        Keyword(word: word) != nil || alsoEscaped.contains(asciiUppercased(word))
    }

    private static let alsoEscaped: Set<String> = ["FIRST", "LAST", "SIZE", "APPLY", "INTERSECTION"]
}

/// ASCII letters in upper case and everything else as it stands: words of the language are ASCII, and no other letter
/// (such as the long s, whose upper case is S) spells them.
func asciiUppercased(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x61 && $0 <= 0x7A }) else { return text }
    var text = text
    return text.withUTF8 { bytes in
        String(unsafeUninitializedCapacity: bytes.count) { upper in
            for index in bytes.indices { upper[index] = asciiUppercased(bytes[index]) }
            return bytes.count
        }
    }
}

/// The same of a byte.
func asciiUppercased(_ byte: UInt8) -> UInt8 { byte >= 0x61 && byte <= 0x7A ? byte - 0x20 : byte }

/// A word of at most sixteen bytes with its ASCII letters in upper case, as two numbers, so that words are compared without
/// strings.
private struct FoldedWord: Equatable, Sendable {
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    init?(_ word: some Collection<UInt8>) {
        guard word.count <= 16 else { return nil }
        for byte in word {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(asciiUppercased(byte))
        }
    }
}
