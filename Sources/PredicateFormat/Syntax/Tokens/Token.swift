/// A piece of a format string that has a meaning of its own.
///
/// It holds no text: the lexer that cut it knows the bytes that it stands for, and makes a string of them where one is
/// wanted (`Lexer.text(of:)`). So the parser looks at tokens again and again at the price of a few bytes.
package struct Token: Sendable {
    /// What belongs to it.
    let detail: Detail
    /// What kind of token it is, without what belongs to it.
    package let code: Code
    /// The sign that the token is.
    package let sign: Punctuation?
    /// The reserved word that the token is.
    package let keyword: Keyword?
    /// Half a word each: a text has many tokens, and no text is that long (`Token.longestText`).
    private let lowerBound: UInt32
    private let upperBound: UInt32

    /// How many bytes a text may have for its tokens to know their locations.
    static let longestText = Int(Int32.max)

    /// Where it stands in the text.
    package var range: SourceRange { SourceRange(Int(lowerBound), Int(upperBound)) }

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
    package var isEnd: Bool { code == .end }

    /// Whether it is a word that is not reserved.
    var isName: Bool { code == .word && keyword == nil }

    /// The kinds of tokens; `Kind` has the same with what belongs to them.
    package enum Code: UInt8, Sendable {
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
    package enum Number: Hashable, Sendable {
        case integer(Int64)
        case double(Double)

        var value: PredicateValue {
            switch self {
            case .integer(let number): .integer(number)
            case .double(let number): .double(number)
            }
        }
    }

    package enum Kind: Hashable, Sendable {
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
