extension CandidateFinder {
    /// The operators that fit what stands on the left.
    mutating func findOperators(behind left: ExpressionTree, _ quantifier: Quantifier?) {
        let isMany = left.type.element != nil && quantifier == nil
        if isMany {
            hint = "this is \(left.type.plain.phrase): ANY, ALL or NONE before it compares its elements"
            addOperators([.contains, .equal, .notEqual])
            addCount(of: left.type)
        } else {
            addOperators(Self.operators(for: operandType(of: left, quantifier, nil)))
        }
        let operand = operandType(of: left, quantifier, nil)
        for (_, registered) in library.operators.sorted(by: { $0.key < $1.key })
        where Checker.fits(operand, registered.left) {
            add(
                Draft(
                    text: registered.name, label: registered.name, kind: .operator, documentation: registered.help,
                    isOpen: true, group: .rest, match: registered.name))
        }
    }

    /// `.@count`, which makes one number of a list.
    private mutating func addCount(of type: ValueType) {
        let symbol = CollectionOperator.count
        add(
            Draft(
                text: "." + symbol.rawValue, label: "." + symbol.rawValue, kind: .collectionOperator,
                type: type.isOptional ? ValueType.integer.orNil : .integer, documentation: symbol.help,
                group: .operators, match: "." + symbol.rawValue))
    }

    private mutating func addOperators(_ operators: [ComparisonOperator]) {
        for symbol in operators where symbol != .matches || library.patterns != nil {
            add(
                Draft(
                    text: symbol.spelling, label: symbol.spelling, kind: .operator, documentation: symbol.help,
                    isOpen: true, group: .operators, match: symbol.spelling))
        }
    }

    /// The operators that a value of a type may stand before, the commonest first.
    private static func operators(for type: ValueType) -> [ComparisonOperator] {
        let relations: [ComparisonOperator] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
        let text: [ComparisonOperator] = [.beginsWith, .contains, .endsWith, .like, .matches]
        switch type.unwrapped {
        case .boolean: return [.equal, .notEqual, .in]
        case .dateTime: return relations + [.between, .in] + text
        case .enumeration(let enumeration) where enumeration.base.family == .text:
            return [.equal, .notEqual, .in] + text + relations.dropFirst(2) + [.between]
        case .dictionary: return [.contains, .equal, .notEqual]
        case .object: return [.equal, .notEqual, .in]
        case .data: return [.equal, .notEqual, .in]
        default: break
        }
        switch type.family {
        case .number, .date: return relations + [.between, .in]
        case .list: return [.contains, .equal, .notEqual]
        default: return [.equal, .notEqual] + text + [.in] + relations.dropFirst(2) + [.between]
        }
    }

    /// The operators between values that fit what stands on the left.
    mutating func findArithmetic(behind left: ExpressionTree) {
        switch left.type.family {
        case .number:
            if left.type.unwrapped == .boolean { return }
            add([.add, .subtract, .multiply, .divide, .power])
            if left.type.unwrapped == .integer { add([.bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight]) }
        case .date: add([.add, .subtract])
        case .list:
            for symbol in SetOperator.allCases {
                add(
                    Draft(
                        text: symbol.rawValue, label: symbol.rawValue, kind: .operator, documentation: symbol.help,
                        isOpen: true, group: .arithmetic, match: symbol.rawValue))
            }
        default: break
        }
    }

    private mutating func add(_ symbols: [ArithmeticOperator]) {
        for symbol in symbols {
            add(
                Draft(
                    text: symbol.rawValue, label: symbol.rawValue, kind: .operator, documentation: symbol.help,
                    isOpen: true, group: .arithmetic, match: symbol.rawValue))
        }
    }

    mutating func findConnectives() {
        for (word, help) in [("AND", "Both conditions have to hold."), ("OR", "One of the conditions has to hold.")] {
            add(
                Draft(
                    text: word, label: word, kind: .keyword, documentation: help, isOpen: true, group: .connectives,
                    match: word))
        }
    }

    /// The options of an operator, with the bracket that closes them where it is not there yet.
    mutating func findOptions() {
        let end = cursor.following == UInt8(ascii: "]") ? "" : "]"
        let options = [
            ("c", "Upper and lower case are the same."), ("d", "Letters with and without marks are the same."),
            ("cd", "Neither case nor marks count."), ("n", "Code points as they stand; other options do not count."),
            ("l", "The order of the locale."),
        ]
        for (letters, help) in options {
            add(
                Draft(
                    text: letters + end, label: "[\(letters)]", kind: .option, documentation: help, isOpen: true,
                    group: .nearest,
                    match: letters))
        }
    }
}

extension ComparisonOperator {
    /// One sentence.
    var help: String {
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
    var help: String {
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
    var help: String {
        switch self {
        case .union: "What is in one list or the other."
        case .intersect: "What is in both lists."
        case .minus: "What is in the left list and not in the right."
        }
    }
}

extension CollectionOperator {
    /// One sentence.
    var help: String {
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
