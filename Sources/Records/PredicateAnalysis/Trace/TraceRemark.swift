import PredicateCore

extension PredicateTrace {
    /// The reason for a failed comparison. For `!=` and other negations, it is about the equality that they negate.
    public enum Remark: Hashable, Sendable {
        /// A path is nil, with its first part that is nil; the part is missing from the record, or null.
        case isNil(String, isMissing: Bool)
        /// The two sides have kinds that do not compare: `a string`, `a number`.
        case kinds(left: String, right: String)
        /// A quantifier precedes a value that is not a collection.
        case noCollection(String)
        /// A quantifier had no element to test.
        case noElements
        /// The strings would match except for these differences. If one side is a collection, it is about the element
        /// that would match.
        case onlyIn([TextDifference], element: String?)
        /// The first difference of two strings.
        case location(TextLocation)
        /// The text contains this beginning of the searched text.
        case containsBeginning(String)
        /// A number or a date is off by this amount, in seconds for dates.
        case missedBy(PredicateValue, Miss, isDate: Bool)
        /// The pattern matches only part of the text and must match all of it.
        case fitsPart
        /// How far a pattern matches a string: the number of code points, and the rest of the string. The rest is empty
        /// if the string ends too early.
        case patternStops(after: Int, rest: String)

        /// How a number or a date missed the comparison.
        public enum Miss: String, Hashable, Sendable {
            /// A smaller value would have satisfied it.
            case tooLarge = "too large"
            /// A larger value would have satisfied it.
            case tooSmall = "too small"
            /// An equal value would have satisfied it.
            case different
            /// The values are equal, and one of them should have been less.
            case same
        }
    }

    /// A side of a comparison.
    public enum Side: String, Hashable, Sendable {
        /// The left side.
        case left
        /// The right side.
        case right
    }

    /// A way in which two strings differ that is easily overlooked.
    public enum TextDifference: Hashable, Sendable {
        /// Upper and lower case, which `[c]` ignores.
        case letterCase
        /// Accents and the width of letters, which `[d]` ignores.
        case diacritics
        /// A side has blanks at the end.
        case blankAtEnd(Side)
        /// A side has blanks at the start.
        case blankAtBeginning(Side)
        /// A side has another blank instead of a space: a no-break space, a tab.
        case otherBlank(Side, Unicode.Scalar)
        /// A side has an invisible character.
        case invisible(Side, Unicode.Scalar)
        /// The same letters consist of other code points.
        case composition
    }

    /// The first difference of two strings.
    public struct TextLocation: Hashable, Sendable {
        /// The number of code points of the left text before it, or after it if strings are compared from their ends.
        public var offset: Int
        /// Whether the strings are compared from their ends.
        public var fromEnd: Bool
        /// The left text from there, shortened; empty at its end.
        public var left: String
        /// The right text from there, shortened; empty at its end.
        public var right: String
    }
}

extension PredicateTrace.Remark {
    /// Whether the only difference is easily overlooked.
    package var isNear: Bool {
        if case .onlyIn = self { return true }
        return false
    }

    /// The text of the remark, as the end of a sentence.
    public var sentence: String {
        switch self {
        case .isNil(let path, let isMissing): "`\(path)` is \(isMissing ? "missing" : "nil")"
        case .kinds(let left, let right):
            left == right ? "two values that are \(left) do not compare" : "\(left) does not compare with \(right)"
        case .noCollection(let kind): "\(kind) is not a collection"
        case .noElements: "there are no elements"
        case .onlyIn(let differences, let element): Self.sentence(differences, element)
        case .location(let location): location.sentence
        case .containsBeginning(let text):
            text.isEmpty ? "it has none of it" : "it has \(Self.quoted(text)) and no more of it"
        case .missedBy(let amount, let miss, let isDate): Self.sentence(amount, miss, isDate)
        case .fitsPart: "it matches only part of the text and must match all of it"
        case .patternStops(_, let rest) where rest.isEmpty: "the text ends before the pattern does"
        case .patternStops(0, let rest): "it does not match the first character: \(Self.quoted(rest))"
        case .patternStops(let count, let rest):
            "it matches \(count) \(count == 1 ? "character" : "characters"), but not the rest: \(Self.quoted(rest))"
        }
    }

    private static func sentence(_ differences: [PredicateTrace.TextDifference], _ element: String?) -> String {
        let words = differences.map(\.words)
        let listed = words.count > 1 ? words.dropLast().joined(separator: ", ") + " and " : ""
        return "differs" + (element.map { " from \(quoted($0))" } ?? "")
            + " only in \(listed)\(words.last ?? "nothing")"
    }

    private static func sentence(_ amount: PredicateValue, _ miss: Miss, _ isDate: Bool) -> String {
        let shown = isDate ? duration(amount) : amount.abbreviated(to: 60)
        return switch miss {
        case .tooLarge: "\(shown) too \(isDate ? "late" : "large")"
        case .tooSmall: "\(shown) too \(isDate ? "early" : "small")"
        case .different: "\(shown) apart"
        case .same: "both are the same"
        }
    }

    /// A number of seconds in words.
    private static func duration(_ amount: PredicateValue) -> String {
        guard case .double(let seconds) = amount, seconds.magnitude < 1e15 else {
            return amount.abbreviated(to: 60) + " s"
        }
        guard seconds == seconds.rounded() else { return NumberText.text(seconds) + " s" }
        let whole = Int64(seconds)
        let parts = [
            (whole / 86400, "d"), (whole / 3600 % 24, "h"), (whole / 60 % 60, "min"), (whole % 60, "s"),
        ].filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }
        return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
    }

    static func quoted(_ text: String) -> String { PredicateValue.string(text).description }

    /// The kind of a value, for people.
    static func kind(of value: PredicateValue) -> String {
        switch value {
        case .null: "nil"
        case .boolean: "a boolean"
        case .integer, .double, .decimal: "a number"
        case .string: "a string"
        case .date: "a date"
        case .uuid: "a UUID"
        case .data: "data"
        case .url: "a URL"
        case .list: "a list"
        case .set: "a set"
        case .object: "an object"
        }
    }
}

extension PredicateTrace.TextDifference {
    fileprivate var words: String {
        switch self {
        case .letterCase: "case"
        case .diacritics: "diacritics"
        case .composition: "the code points that the same letters are made of"
        case .blankAtEnd(let side): "a blank at the end of the \(side.rawValue) side"
        case .blankAtBeginning(let side): "a blank at the beginning of the \(side.rawValue) side"
        case .otherBlank(let side, let scalar): "\(Self.name(scalar)) on the \(side.rawValue) side"
        case .invisible(let side, let scalar):
            "\(Self.name(scalar)), an invisible character, on the \(side.rawValue) side"
        }
    }

    /// The difference with the sides exchanged.
    var swapped: PredicateTrace.TextDifference {
        switch self {
        case .letterCase, .diacritics, .composition: self
        case .blankAtEnd(let side): .blankAtEnd(side.other)
        case .blankAtBeginning(let side): .blankAtBeginning(side.other)
        case .otherBlank(let side, let scalar): .otherBlank(side.other, scalar)
        case .invisible(let side, let scalar): .invisible(side.other, scalar)
        }
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x09: return "a tab"
        case 0x0A: return "a line feed"
        case 0xA0: return "a no-break space"
        case 0x200B: return "a zero width space"
        case 0xAD: return "a soft hyphen"
        default: return "U+" + scalar.value.hexadecimal(digits: 4, uppercase: true)
        }
    }
}

extension PredicateTrace.Side {
    fileprivate var other: PredicateTrace.Side { self == .left ? .right : .left }
}

extension PredicateTrace.TextLocation {
    fileprivate var sentence: String {
        let left = self.left.isEmpty ? "nothing" : PredicateTrace.Remark.quoted(self.left)
        let right = self.right.isEmpty ? "nothing" : PredicateTrace.Remark.quoted(self.right)
        if fromEnd {
            return offset == 0
                ? "they differ at the end: \(left) and \(right)"
                : "they differ before the last \(offset): \(left) and \(right)"
        }
        return "they differ from character \(offset + 1): \(left) and \(right)"
    }
}
