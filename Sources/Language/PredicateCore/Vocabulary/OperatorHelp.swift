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

extension FormatSpecifier.Kind {
    private var row: (spellings: [String], help: String) {
        switch self {
        case .value: (["%@"], "A value from an argument.")
        case .keyPath: (["%K"], "A key path from an argument.")
        case .integer: (["%d", "%i", "%D", "%ld", "%lld", "%qd", "%hi"], "An integer from an argument.")
        case .unsigned:
            (
                ["%u", "%x", "%X", "%o", "%U", "%O", "%lu", "%llu"],
                "An integer from an argument that is not negative."
            )
        case .double: (["%f", "%F", "%e", "%E", "%g", "%G", "%a", "%A"], "A number from an argument.")
        case .character: (["%c"], "A string of one character from an argument.")
        case .string: (["%s"], "A string from an argument.")
        }
    }

    /// The spellings of the kind, the most common first. The length modifiers of C (`hh`, `h`, `l`, `ll`, `q`, `z`, `t`, `j`) may precede
    /// the letters of integers.
    package var spellings: [String] { row.spellings }

    /// One sentence.
    package var help: String { row.help }
}

extension BuiltInFunction {
    /// How the function is called: by its plain name with at most one parameter, else by the whole selector.
    package var callName: String { Self.callName(of: rawValue, parameters: signature.parameters) }

    /// How a function is called by a selector and its parameters.
    package static func callName(of selector: String, parameters: [FunctionParameter]) -> String {
        parameters.count < 2 && selector.hasSuffix(":") ? String(selector.dropLast()) : selector
    }
}

extension FunctionResult {
    /// The result in words: "an integer", "an element of the list, or nil".
    package var phrase: String {
        switch self {
        case .type(let type): type.phrase
        case .likeArgument: "a value of the argument's type"
        case .element: "an element of the list, or nil"
        case .elements: "a list of elements"
        }
    }
}
