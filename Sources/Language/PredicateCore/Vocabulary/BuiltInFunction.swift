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
///
/// A selector with colons is a function of NSExpression. The functions that this project adds have plain names, and are
/// called by them with any number of arguments (D41).
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
    case round
    case substring
    case split
    case replace
    case trim
    case concat
    case indexOf
    case toNumber
    case toText = "toString"
    case version
    case year
    case month
    case day
    case hour
    case minute
    case second
    case weekday
    case truncateDate = "truncate"
    case unixDate
    case finds
    case anywhere
    case has

    /// Parameters, result and a sentence of help.
    public struct Signature: Sendable {
        /// The parameters in order.
        public var parameters: [FunctionParameter]
        /// How many of the last parameters a call may leave out.
        public var optionalCount = 0
        /// Whether the last parameter may occur any number of times, but at least once.
        public var isVariadic = false
        /// The result.
        public var result: FunctionResult
        /// One sentence.
        public var help: String

        fileprivate init(
            _ parameters: [FunctionParameter], optional: Int = 0, variadic: Bool = false, _ result: FunctionResult,
            _ help: String
        ) {
            self.parameters = parameters
            optionalCount = optional
            isVariadic = variadic
            self.result = result
            self.help = help
        }

        /// Whether a call may have this many arguments.
        package func accepts(argumentCount count: Int) -> Bool {
            count >= parameters.count - optionalCount && (isVariadic || count <= parameters.count)
        }

        /// The parameter of the argument at an index; nil past the last one.
        package func parameter(at index: Int) -> FunctionParameter? {
            if parameters.indices.contains(index) { return parameters[index] }
            return isVariadic ? parameters.last : nil
        }

        /// The names of the parameters as documentation shows them: `text, start[, length]`.
        package var parameterList: String {
            let required = parameters.count - optionalCount
            var list = parameters.prefix(required).map(\.name).joined(separator: ", ")
            if isVariadic { list += ", …" }
            for parameter in parameters.dropFirst(required) { list += "[, \(parameter.name)]" }
            return list
        }
    }

    /// Whether the function is one that this project adds: its name has no colon, and FUNCTION and format strings call
    /// it by that name with any number of arguments (D41).
    package var isPlain: Bool {
        switch self {
        case .now, .random: false
        default: rawValue.utf8.last != UInt8(ascii: ":")
        }
    }

    /// Whether the result is a boolean. A call of such a function is a condition on its own (D122).
    package var isCondition: Bool { signature.result == .type(.boolean) }

    /// Whether the result depends only on the arguments; such calls may be folded, merged and moved.
    public var isPure: Bool {
        switch self {
        case .random, .randomBelow, .now: false
        default: true
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
        default: plainSignature
        }
    }

    private static func part(_ help: String) -> Signature {
        Signature(
            [FunctionParameter("date", .date), FunctionParameter("zone", .string)], optional: 1,
            .type(.integer.orNil), help)
    }

    /// The rows of the functions that this project adds.
    private var plainSignature: Signature {
        let text = FunctionParameter("text", .string)
        let value = FunctionParameter("value", .any)
        return switch self {
        case .round:
            Signature(
                [FunctionParameter("number", .double), FunctionParameter("digits", .integer)], optional: 1,
                .likeArgument,
                "The nearest number with so many decimal digits, or none; halves round away from zero.")
        case .substring:
            Signature(
                [text, FunctionParameter("start", .integer), FunctionParameter("length", .integer)], optional: 1,
                .type(.string.orNil), "The part of the text from a position on.")
        case .split:
            Signature(
                [text, FunctionParameter("separator", .string)], .type(.list(.string)),
                "The parts of the text between the separators.")
        case .replace:
            Signature(
                [text, FunctionParameter("part", .string), FunctionParameter("replacement", .string)], .type(.string),
                "The text with each occurrence of a part replaced.")
        case .trim: Signature([text], .type(.string), "The text without white space at its ends.")
        case .concat: Signature([value], variadic: true, .type(.string), "The values as strings, joined.")
        case .indexOf:
            Signature(
                [text, FunctionParameter("part", .string)], .type(.integer.orNil),
                "The position of the first occurrence of a part in the text.")
        case .toNumber: Signature([value], .type(.any), "The value as a number.")
        case .toText: Signature([value], .type(.string.orNil), "The value as a string.")
        case .version:
            Signature([text], .type(.string.orNil), "A version number as a key that orders as versions do.")
        case .year: Self.part("The year of a date.")
        case .month: Self.part("The month of a date, from 1 to 12.")
        case .day: Self.part("The day of the month of a date, from 1 to 31.")
        case .hour: Self.part("The hour of a date, from 0 to 23.")
        case .minute: Self.part("The minute of a date, from 0 to 59.")
        case .second: Self.part("The whole second of a date, from 0 to 59.")
        case .weekday: Self.part("The day of the week of a date, from Monday, which is 1, to Sunday, which is 7.")
        case .truncateDate:
            Signature(
                [
                    FunctionParameter("date", .date), FunctionParameter("unit", .string),
                    FunctionParameter("zone", .string),
                ],
                optional: 1, .type(.date.orNil), "The beginning of the hour, day or other unit that a date is in.")
        case .unixDate:
            Signature(
                [FunctionParameter("number", .double), FunctionParameter("unit", .string)], optional: 1,
                .type(.date), "The date of a Unix time: a number of seconds or another unit since 1970.")
        case .finds:
            Signature(
                [text, FunctionParameter("pattern", .string)], .type(.boolean),
                "Whether a regular expression matches anywhere in the text.")
        case .anywhere:
            Signature([value, text], .type(.boolean), "Whether a string occurs in any field of the record.")
        case .has:
            Signature([FunctionParameter("path", .any)], .type(.boolean), "Whether the key is there, even with nil.")
        default: Signature([], .type(.any), "")
        }
    }
}
