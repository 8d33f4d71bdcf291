/// The reserved words of the language (D22). FIRST, LAST and SIZE are not among them, because they are reserved only in the
/// brackets of an index.
package enum Keyword: String, Hashable, Sendable, CaseIterable {
    case and = "AND"
    case or = "OR"
    case `in` = "IN"
    case not = "NOT"
    case all = "ALL"
    case any = "ANY"
    case someOf = "SOME"
    case noneOf = "NONE"
    case like = "LIKE"
    case caseInsensitive = "CASEINSENSITIVE"
    case ci = "CI"
    case matches = "MATCHES"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case between = "BETWEEN"
    case null = "NULL"
    case `nil` = "NIL"
    case `self` = "SELF"
    case `true` = "TRUE"
    case yes = "YES"
    case `false` = "FALSE"
    case no = "NO"
    case anyKey = "ANYKEY"
    case subquery = "SUBQUERY"
    case fetch = "FETCH"
    case cast = "CAST"
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"
    case ternary = "TERNARY"
    case function = "FUNCTION"
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
    case tokenMatches = "TOKENMATCHES"

    /// The spelling of the word.
    package var spelling: String { rawValue }

    /// What a word does in a predicate, as far as highlighting and completion tell words apart.
    package enum Role: Hashable, Sendable, CaseIterable {
        case logical
        case comparison
        case quantifier
        case set
        /// A form with arguments in parentheses.
        case form
        case boolean
        case null
        /// A whole condition.
        case condition
        case record
        /// Without its own meaning, but no field may have the name without `#`.
        case reserved
    }

    /// What the word does.
    package var role: Role {
        if ComparisonOperator.textOperator(self) != nil { return .comparison }
        return switch self {
        case .and, .or, .not: .logical
        case .tokenMatches: .comparison
        case .all, .any, .someOf, .noneOf: .quantifier
        case .union, .intersect, .minus: .set
        case .subquery, .fetch, .cast, .ternary, .function: .form
        case .true, .yes, .false, .no: .boolean
        case .null, .nil: .null
        case .truePredicate, .falsePredicate: .condition
        case .self: .record
        default: .reserved
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
        for location in table.starts[initial]..<table.starts[initial + 1] where table.spellings[location].word == folded
        {
            self = table.spellings[location].keyword
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

    /// The keywords by their first letter. The lexer looks up every word, and most are not keywords.
    private struct Table: Sendable {
        /// The lengths of the keywords that begin with a letter, a bit each.
        var lengths = [UInt32](repeating: 0, count: 26)
        /// The start of the keywords of each letter, and the end after the last one.
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

    /// The index of an ASCII letter in the alphabet, from 0.
    private static func initial(_ letter: UInt8) -> Int? {
        let letter = asciiUppercased(letter)
        return letter >= 0x41 && letter <= 0x5A ? Int(letter) - 0x41 : nil
    }

    /// Words that print with `#` as names of fields: the reserved ones, and further words that Apple reserves.
    static func printsEscaped(_ word: String) -> Bool {
        Keyword(word: word) != nil || alsoEscaped.contains(asciiUppercased(word))
    }

    private static let alsoEscaped: WordSet = ["FIRST", "LAST", "SIZE", "APPLY", "INTERSECTION"]
}

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

extension ComparisonOperator {
    /// The operator of comparison that a sign is.
    static func relation(_ sign: Punctuation) -> ComparisonOperator? {
        switch sign {
        case .equal, .equalEqual: .equal
        case .notEqual, .lessGreater: .notEqual
        case .less: .less
        case .lessEqual, .equalLess: .lessOrEqual
        case .greater: .greater
        case .greaterEqual, .equalGreater: .greaterOrEqual
        default: nil
        }
    }

    /// The operator of comparison that a word is.
    static func textOperator(_ word: Keyword) -> ComparisonOperator? {
        switch word {
        case .in: .in
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .like: .like
        case .matches: .matches
        case .between: .between
        default: nil
        }
    }
}
