// The words and signs of the language that no other type of the tree represents, each with its help. Completion, the pages of
// the reference and the help of the command read these tables; the parser has the rules.

/// Operators that join or negate conditions.
package enum Connective: String, CaseIterable, Sendable {
    case and = "AND"
    case or = "OR"
    case not = "NOT"

    private var row: (otherSpelling: String, help: String) {
        switch self {
        case .and: ("&&", "Both conditions are true.")
        case .or: ("||", "At least one of the conditions is true.")
        case .not: ("!", "The condition is false.")
        }
    }

    /// The same in other spellings.
    package var otherSpellings: [String] { [row.otherSpelling] }

    /// One sentence.
    package var help: String { row.help }
}

/// A condition that is a word.
package enum ConstantCondition: String, CaseIterable, Sendable {
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"

    /// One sentence.
    package var help: String {
        switch self {
        case .truePredicate: "Always true."
        case .falsePredicate: "Always false."
        }
    }
}

/// Forms that look like functions and have their own rules.
package enum LanguageForm: String, CaseIterable, Sendable {
    case subquery = "SUBQUERY"
    case cast = "CAST"
    case ternary = "TERNARY"
    case function = "FUNCTION"

    private var row: (parameters: String, help: String) {
        switch self {
        case .subquery: ("collection, $x, condition", "The elements of a list that satisfy a condition.")
        case .cast: ("value, 'type'", "The value as another type: 'NSDate', 'NSNumber'.")
        case .ternary: ("condition, value, value", "The first value if the condition is true, else the second.")
        case .function: ("value, 'selector:', …", "A function by its selector.")
        }
    }

    /// The contents of its parentheses.
    package var parameters: String { row.parameters }

    /// One sentence.
    package var help: String { row.help }
}

/// A word in the brackets of an index.
package enum IndexWord: String, CaseIterable, Sendable {
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"

    /// One sentence.
    package var help: String {
        switch self {
        case .first: "The first element."
        case .last: "The last element."
        case .size: "The number of elements."
        }
    }
}

/// A word that is a value.
package enum ValueWord: String, CaseIterable, Sendable {
    case null = "nil"
    case yes = "TRUE"
    case no = "FALSE"
    case record = "SELF"

    private var row: (otherSpellings: [String], help: String) {
        switch self {
        case .null: (["NULL"], "No value: null or missing.")
        case .yes: (["YES"], "The boolean that is true; counts as 1.")
        case .no: (["NO"], "The boolean that is false; counts as 0.")
        case .record: ([], "The record itself.")
        }
    }

    /// The same in other spellings.
    package var otherSpellings: [String] { row.otherSpellings }

    /// One sentence.
    package var help: String { row.help }
}

/// A letter in the brackets after an operator.
package enum StringOptionLetter: String, CaseIterable, Sendable {
    case c, d, n, l

    private var row: (option: StringOptions, help: String) {
        switch self {
        case .c: (.caseInsensitive, "Upper and lower case are the same.")
        case .d: (.diacriticInsensitive, "Letters with and without marks are the same.")
        case .n: (.normalized, "Literal code points; other options have no effect.")
        case .l: (.localized, "Dictionary order, the same on every machine.")
        }
    }

    /// The option of the letter.
    package var option: StringOptions { row.option }

    /// One sentence.
    package var help: String { row.help }
}

extension StringOptions {
    /// The options that letters stand for; nil if one of them is not an option.
    package init?(letters: some StringProtocol) {
        self = []
        for letter in letters {
            guard let known = StringOptionLetter(rawValue: String(letter)) else { return nil }
            insert(known.option)
        }
    }
}

/// A selector that is a sign or a form in other words, as `ArithmeticOperator.selector` is for the rest of them.
package enum SpecialSelector: String, CaseIterable, Sendable {
    case complement = "onesComplement:"
    case cast = "castObject:toType:"
    case index = "objectFrom:withIndex:"
}
