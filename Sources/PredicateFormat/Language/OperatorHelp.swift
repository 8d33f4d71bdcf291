// The sentences of help of the operators: those that completion shows, and the reference.

extension Quantifier {
    /// The same in other spellings.
    package var otherSpellings: [String] { self == .any ? ["SOME"] : [] }

    /// One sentence.
    package var help: String {
        switch self {
        case .any: "An element satisfies the comparison."
        case .all: "Every element satisfies it."
        case .none: "No element satisfies it."
        }
    }
}

extension ComparisonOperator {
    /// The same in other spellings.
    package var otherSpellings: [String] {
        switch self {
        case .equal: ["="]
        case .notEqual: ["<>"]
        case .lessOrEqual: ["=<"]
        case .greaterOrEqual: ["=>"]
        default: []
        }
    }

    /// One sentence.
    package var help: String {
        switch self {
        case .equal: "The same value."
        case .notEqual: "Another value, or none."
        case .less: "Smaller, or earlier."
        case .lessOrEqual: "Not larger, or not later."
        case .greater: "Larger, or later."
        case .greaterOrEqual: "Not smaller, or not earlier."
        case .between: "From the first bound to the second, both included: {1, 5}."
        case .in: "One of a list, or a part of a text."
        case .contains: "Has the element, or the part of a text."
        case .beginsWith: "The text begins so."
        case .endsWith: "The text ends so."
        case .like: "The whole text, where * is any text and ? one character."
        case .matches: "The whole text matches a regular expression."
        case .custom: "An operator of the program."
        }
    }
}

extension ArithmeticOperator {
    /// One sentence.
    package var help: String {
        switch self {
        case .add: "The sum; a date and a number of seconds are a date."
        case .subtract: "The difference; of two dates in seconds."
        case .multiply: "The product."
        case .divide: "The quotient; of two integers without its fraction."
        case .power: "The power."
        case .bitAnd: "The bits that both have."
        case .bitOr: "The bits that either has."
        case .bitXor: "The bits that one of them has."
        case .shiftLeft: "The bits moved to the left."
        case .shiftRight: "The bits moved to the right; the sign stays."
        }
    }
}

extension SetOperator {
    /// One sentence.
    package var help: String {
        switch self {
        case .union: "What is in one list or the other."
        case .intersect: "What is in both lists."
        case .minus: "What is in the left list and not in the right."
        }
    }
}

extension CollectionOperator {
    /// Other names of the same.
    package var otherSpellings: [String] {
        switch self {
        case .distinctUnionOfArrays: ["@distinctUnionOfSets"]
        case .unionOfArrays: ["@unionOfSets"]
        default: []
        }
    }

    /// One sentence.
    package var help: String {
        switch self {
        case .count: "How many elements, nil ones too."
        case .sum: "The sum of the numbers; 0 of none."
        case .avg: "Their mean; nil of none."
        case .min: "The smallest; nil of none."
        case .max: "The largest; nil of none."
        case .distinctUnionOfObjects: "The distinct values."
        case .unionOfObjects: "The values."
        case .distinctUnionOfArrays: "The distinct elements of the lists, joined."
        case .unionOfArrays: "The elements of the lists, joined."
        }
    }
}

extension CastTarget {
    /// One sentence.
    package var help: String {
        switch self {
        case .date: "A date, from seconds since 2001 or RFC 3339 text."
        case .number: "A number, from text, or from a date as seconds since 2001."
        case .decimal: "A decimal."
        case .string: "Text."
        case .uuid: "A UUID, from its text."
        case .url: "A URL, from its text."
        }
    }
}

extension FormatSpecifier.Kind {
    /// How one of the kind is written, the commonest first. The lengths of C (`hh`, `h`, `l`, `ll`, `q`, `z`, `t`, `j`) may stand before the
    /// letters of integers.
    package var spellings: [String] {
        switch self {
        case .value: ["%@"]
        case .keyPath: ["%K"]
        case .integer: ["%d", "%i", "%D", "%ld", "%lld", "%qd", "%hi"]
        case .unsigned: ["%u", "%x", "%X", "%o", "%U", "%O", "%lu", "%llu"]
        case .double: ["%f", "%F", "%e", "%E", "%g", "%G", "%a", "%A"]
        case .character: ["%c"]
        case .string: ["%s"]
        }
    }

    /// One sentence.
    package var help: String {
        switch self {
        case .value: "A value that is given beside the text."
        case .keyPath: "A key path that is given beside the text."
        case .integer: "An integer that is given beside the text."
        case .unsigned: "An integer that is not negative and is given beside the text."
        case .double: "A number that is given beside the text."
        case .character: "A string of one character that is given beside the text."
        case .string: "A string that is given beside the text."
        }
    }
}

extension BuiltInFunction {
    /// How the function is called: the plain name where it has no parameter or one, else the whole selector.
    package var callName: String { Self.callName(of: rawValue, parameters: signature.parameters) }

    /// How a function is called by a selector and its parameters.
    package static func callName(of selector: String, parameters: [FunctionParameter]) -> String {
        parameters.count < 2 && selector.hasSuffix(":") ? String(selector.dropLast()) : selector
    }
}

extension BuiltInFunction.Signature {
    /// The result in words: an element of a list of numbers is a number, and `sum` gives one that need not be in the list.
    package var resultPhrase: String {
        if case .element = result, parameters.first?.type.element == .double { return "a number or nil" }
        return result.phrase
    }
}

extension FunctionResult {
    /// The result in words: "an integer", "an element of the list, or nil".
    package var phrase: String {
        switch self {
        case .type(let type): type.phrase
        case .likeArgument: "what the argument is"
        case .element: "an element of the list, or nil"
        case .elements: "a list of elements"
        }
    }
}
