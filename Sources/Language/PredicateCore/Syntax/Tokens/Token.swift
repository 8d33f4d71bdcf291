/// A piece of a format string that has its own meaning.
///
/// It holds no text: the lexer knows its bytes, and makes a string of them on
/// demand (`Lexer.text(of:)`). So the parser can look at tokens repeatedly at the price of a few bytes.
package struct Token: Sendable {
    /// Its details.
    let detail: Detail
    /// Its kind, without details.
    package let code: Code
    /// The sign that the token is.
    package let sign: Punctuation?
    /// The reserved word that the token is.
    package let keyword: Keyword?
    /// Half a word each: a predicate has many tokens, and none is that long (`Token.longestText`).
    private let lowerBound: UInt32
    private let upperBound: UInt32

    /// The maximum size of a format string whose tokens have locations, in bytes.
    static let longestText = Int(Int32.max)

    /// Its range in the text.
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

    /// The kinds of tokens; `Kind` is the same with details.
    package enum Code: UInt8, Sendable {
        case word, hashWord, atWord, variable, selector, hyphenatedOperator, number, string
        case argument, punctuation, invalid, end
    }

    enum Detail: Sendable {
        case none
        /// The text is that of the range without a number of bytes at both ends.
        case trimmed(UInt8, UInt8)
        /// The text differs from the range, and is stored in the lexer.
        case kept(Int)
        case integer(Int64)
        case double(Double)
        /// An integer past 64 bits, which the text of the range is.
        case wideInteger
        case specifier(FormatSpecifier.Kind)
    }

    /// A literal number.
    package enum Number: Hashable, Sendable {
        case integer(Int64)
        case double(Double)
        /// An integer past 64 bits, of up to 38 digits.
        case wideInteger
    }

    package enum Kind: Hashable, Sendable {
        /// A word, reserved or not, with its keyword.
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
        /// A literal number; nil for an invalid one, which has been reported.
        case number(Number?)
        /// A literal string, unescaped.
        case string(String)
        /// `%@`
        case argument(FormatSpecifier)
        case punctuation(Punctuation)
        /// Something that has been reported already; allowed in place of an operand.
        case invalid
        case end
    }
}
