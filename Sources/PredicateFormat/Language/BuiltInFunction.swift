/// The result type of a function that depends on its arguments.
public enum FunctionResult: Hashable, Sendable {
    /// Always this type.
    case type(ValueType)
    /// The numeric type of the first argument.
    case likeArgument
    /// The type of the elements of the first argument, or nil.
    case element
    /// A list of the elements of the first argument.
    case elements
}

/// A parameter of a function.
public struct FunctionParameter: Hashable, Sendable {
    /// The meaning of the parameter, in one word.
    public var name: String
    /// Its type. `double` takes every number, `list(any)` every list or set, `any` everything.
    public var type: ValueType
    /// A parameter.
    public init(_ name: String, _ type: ValueType) {
        self.name = name
        self.type = type
    }
}

/// The built-in functions, one row each: selector, parameters, result and help (`signature`).
///
/// The functions that are operators in other words (`add:to:`, `onesComplement:`, `castObject:toType:`,
/// `objectFrom:withIndex:`) are not here: they are the same nodes as the operators (D65).
public enum BuiltInFunction: String, Hashable, Sendable, CaseIterable {
    case sum = "sum:"
    case average = "average:"
    case count = "count:"
    case min = "min:"
    case max = "max:"
    case median = "median:"
    case mode = "mode:"
    case stddev = "stddev:"
    case modulus = "modulus:by:"
    case squareRoot = "sqrt:"
    case naturalLogarithm = "ln:"
    case logarithm = "log:"
    case exponential = "exp:"
    case floor = "floor:"
    case ceiling = "ceiling:"
    case truncate = "trunc:"
    case absolute = "abs:"
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
    case length = "length:"
    case append = "stringByAppendingString:"
    case random = "random"
    case randomBelow = "randomn:"
    case now = "now"
    case noIndex = "noindex:"

    /// Parameters, result and a sentence of help.
    public struct Signature: Sendable {
        /// The parameters in order.
        public var parameters: [FunctionParameter]
        /// The result.
        public var result: FunctionResult
        /// One sentence.
        public var help: String

        fileprivate init(_ parameters: [FunctionParameter], _ result: FunctionResult, _ help: String) {
            self.parameters = parameters
            self.result = result
            self.help = help
        }
    }

    /// Whether the result depends only on the arguments; such calls may be folded, merged and moved.
    public var isPure: Bool {
        switch self {
        case .random, .randomBelow, .now: false
        default: true
        }
    }

    /// Whether the function makes a text of about the length of its arguments.
    var makesText: Bool {
        switch self {
        case .append, .uppercase, .lowercase: true
        default: false
        }
    }

    /// The row of the table.
    public var signature: Signature {
        let numbers = FunctionParameter("numbers", .list(.double))
        let values = FunctionParameter("values", .list(.any))
        let number = FunctionParameter("number", .double)
        let text = FunctionParameter("text", .string)
        return switch self {
        case .sum: Signature([numbers], .element, "The sum of a list of numbers; 0 for no elements.")
        case .average:
            Signature([numbers], .type(.double.orNil), "The mean of a list of numbers; nil for no elements.")
        case .count: Signature([values], .type(.integer), "The number of elements of a list, including nil.")
        case .min: Signature([values], .element, "The smallest element of a list; nil for no elements.")
        case .max: Signature([values], .element, "The largest element of a list; nil for no elements.")
        case .median:
            Signature([numbers], .type(.double.orNil), "The middle number, or the mean of the two middle ones.")
        case .mode: Signature([values], .elements, "The most common elements of a list, as a list.")
        case .stddev: Signature([numbers], .type(.double.orNil), "The standard deviation of a whole population.")
        case .modulus:
            Signature(
                [FunctionParameter("dividend", .integer), FunctionParameter("divisor", .integer)],
                .type(.integer.orNil), "The remainder of a division of integers, with the sign of the dividend.")
        case .squareRoot: Signature([number], .type(.double.orNil), "The square root.")
        case .naturalLogarithm: Signature([number], .type(.double.orNil), "The natural logarithm.")
        case .logarithm: Signature([number], .type(.double.orNil), "The logarithm to base 10.")
        case .exponential: Signature([number], .type(.double.orNil), "e raised to the number.")
        case .floor: Signature([number], .likeArgument, "The largest integral number that is not larger.")
        case .ceiling: Signature([number], .likeArgument, "The smallest integral number that is not smaller.")
        case .truncate: Signature([number], .likeArgument, "The number without its fraction.")
        case .absolute: Signature([number], .likeArgument, "The number without its sign.")
        case .uppercase: Signature([text], .type(.string), "The text in upper case.")
        case .lowercase: Signature([text], .type(.string), "The text in lower case.")
        case .length: Signature([text], .type(.integer), "The number of code points of the text.")
        case .append:
            Signature([text, FunctionParameter("suffix", .string)], .type(.string), "The text followed by the suffix.")
        case .random: Signature([], .type(.double), "A random number from 0 up to 1, new at each evaluation.")
        case .randomBelow:
            Signature(
                [FunctionParameter("limit", .integer)], .type(.integer.orNil),
                "A random integer from 0 up to the limit, which is excluded.")
        case .now: Signature([], .type(.date), "The instant when the run began.")
        case .noIndex: Signature([FunctionParameter("value", .any)], .likeArgument, "The value itself.")
        }
    }
}
