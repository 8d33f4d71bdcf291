// The words and signs of the language that no other type of the tree stands for, each with its help. Completion, the pages of
// the reference and the help of the command read these tables; the parser has the rules.

/// What joins conditions, or turns one round.
package enum Connective: String, CaseIterable, Sendable {
    case and = "AND"
    case or = "OR"
    case not = "NOT"

    /// The same in other spellings.
    package var otherSpellings: [String] {
        switch self {
        case .and: ["&&"]
        case .or: ["||"]
        case .not: ["!"]
        }
    }

    /// One sentence.
    package var help: String {
        switch self {
        case .and: "Both conditions have to hold."
        case .or: "One of the conditions has to hold."
        case .not: "The condition does not hold."
        }
    }
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

/// A sign before a value.
package enum SignOperator: String, CaseIterable, Sendable {
    case negative = "-"
    case complement = "~"

    /// One sentence.
    package var help: String {
        switch self {
        case .negative: "The number with the other sign."
        case .complement: "The bits turned round."
        }
    }
}

/// What is written like a function and is read by rules of its own.
package enum LanguageForm: String, CaseIterable, Sendable {
    case subquery = "SUBQUERY"
    case cast = "CAST"
    case ternary = "TERNARY"
    case function = "FUNCTION"

    /// What stands in its brackets.
    package var parameters: String {
        switch self {
        case .subquery: "collection, $x, condition"
        case .cast: "value, 'type'"
        case .ternary: "condition, value, value"
        case .function: "value, 'selector:', …"
        }
    }

    /// One sentence.
    package var help: String {
        switch self {
        case .subquery: "The elements of a list that satisfy a condition."
        case .cast: "The value as another type: 'NSDate', 'NSNumber'."
        case .ternary: "The first value where the condition holds, else the second."
        case .function: "A function by its selector."
        }
    }
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
        case .size: "How many elements there are."
        }
    }
}

/// A word that is a value.
package enum ValueWord: String, CaseIterable, Sendable {
    case null = "nil"
    case yes = "TRUE"
    case no = "FALSE"
    case record = "SELF"

    /// The same in other spellings.
    package var otherSpellings: [String] {
        switch self {
        case .null: ["NULL"]
        case .yes: ["YES"]
        case .no: ["NO"]
        case .record: []
        }
    }

    /// One sentence.
    package var help: String {
        switch self {
        case .null: "No value: null, or not there."
        case .yes: "The boolean that is true; counts as 1."
        case .no: "The boolean that is false; counts as 0."
        case .record: "The record itself."
        }
    }
}

/// A letter in the brackets behind an operator.
package enum StringOptionLetter: String, CaseIterable, Sendable {
    case c, d, n, l

    /// The option that the letter stands for.
    package var option: StringOptions {
        switch self {
        case .c: .caseInsensitive
        case .d: .diacriticInsensitive
        case .n: .normalized
        case .l: .localized
        }
    }

    /// One sentence.
    package var help: String {
        switch self {
        case .c: "Upper and lower case are the same."
        case .d: "Letters with and without marks are the same."
        case .n: "Code points as they stand; other options do not count."
        case .l: "The order of the locale."
        }
    }
}

/// A selector that is a sign or a form in other words, as `ArithmeticOperator.selector` is for the rest of them.
package enum SpecialSelector: String, CaseIterable, Sendable {
    case complement = "onesComplement:"
    case cast = "castObject:toType:"
    case index = "objectFrom:withIndex:"
}
