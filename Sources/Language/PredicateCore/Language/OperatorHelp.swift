// The help of the operators, which completion and the reference show.

extension Quantifier {
    /// The same in other spellings.
    package var otherSpellings: [String] { self == .any ? ["SOME"] : [] }

    /// One sentence.
    package var help: String {
        switch self {
        case .any: "An element satisfies the comparison."
        case .all: "Every element satisfies the comparison."
        case .none: "No element satisfies the comparison."
        }
    }
}

extension ArithmeticOperator {
    /// One sentence.
    package var help: String {
        switch self {
        case .add: "The sum; a date plus a number of seconds is a date."
        case .subtract: "The difference; for two dates in seconds."
        case .multiply: "The product."
        case .divide: "The quotient; for two integers without its fraction."
        case .power: "The power."
        case .bitAnd: "The bits set in both."
        case .bitOr: "The bits set in either."
        case .bitXor: "The bits set in exactly one."
        case .shiftLeft: "The bits moved to the left."
        case .shiftRight: "The bits moved to the right; the sign stays."
        }
    }
}

extension SetOperator {
    /// One sentence.
    package var help: String {
        switch self {
        case .union: "The values in either list."
        case .intersect: "The values in both lists."
        case .minus: "The values in the left list that are not in the right one."
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
        case .count: "The number of elements, including nil."
        case .sum: "The sum of the numbers; 0 for no elements."
        case .avg: "The mean of the numbers; nil for no elements."
        case .min: "The smallest element; nil for no elements."
        case .max: "The largest element; nil for no elements."
        case .distinctUnionOfObjects: "The distinct values."
        case .unionOfObjects: "The values."
        case .distinctUnionOfArrays: "The distinct elements of all lists."
        case .unionOfArrays: "The elements of all lists."
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
    /// The spellings of the kind, the most common first. The length modifiers of C (`hh`, `h`, `l`, `ll`, `q`, `z`, `t`, `j`) may precede
    /// the letters of integers.
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
        case .value: "A value from an argument."
        case .keyPath: "A key path from an argument."
        case .integer: "An integer from an argument."
        case .unsigned: "An integer from an argument that is not negative."
        case .double: "A number from an argument."
        case .character: "A string of one character from an argument."
        case .string: "A string from an argument."
        }
    }
}

extension BuiltInFunction {
    /// How the function is called: by its plain name with at most one parameter, else by the whole selector.
    package var callName: String { Self.callName(of: rawValue, parameters: signature.parameters) }

    /// How a function is called by a selector and its parameters.
    package static func callName(of selector: String, parameters: [FunctionParameter]) -> String {
        parameters.count < 2 && selector.hasSuffix(":") ? String(selector.dropLast()) : selector
    }
}

extension BuiltInFunction.Signature {
    /// The result in words. An element of a list of numbers is called a number, because the result of `sum` need not be in the list.
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
        case .likeArgument: "of the type of the argument"
        case .element: "an element of the list, or nil"
        case .elements: "a list of elements"
        }
    }
}
