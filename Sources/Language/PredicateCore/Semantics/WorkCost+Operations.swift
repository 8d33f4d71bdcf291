// The steps of operations that take about the same time for all small values, as `make costs` measures them for the values
// that cost most. Every row of the tables of the language is here: without a default in the switches, an operation without
// a cost does not compile. What depends on the size or the kind of a value is charged when it is known (`WorkCost`).
extension WorkCost {
    /// Steps of a call, besides those of its arguments.
    static func calling(_ function: BuiltInFunction, argumentCount: Int) -> Int {
        let passing = 10 + 3 * argumentCount
        return passing
            + {
                switch function {
                case .count, .noIndex, .now, .absolute, .floor, .ceiling, .truncate, .modulus, .squareRoot: 3
                case .naturalLogarithm, .logarithm, .exponential: 4
                case .random, .randomBelow: 26
                case .sum, .average, .min, .max, .stddev: 18
                case .median, .mode: 24
                case .length, .trim, .indexOf, .has: 8
                case .toNumber: 16
                case .substring, .append, .toText: 10
                case .uppercase, .lowercase: 12
                case .concat: 7 * argumentCount
                case .split, .replace: 30
                case .round: 6
                case .version: 60
                case .year, .month, .day, .hour, .minute, .second, .weekday: 30
                case .truncateDate: 60
                case .finds: 14
                case .anywhere: 14
                }
            }()
    }

    /// Steps of CAST.
    static func casting(_ target: CastTarget) -> Int {
        switch target {
        case .number, .date: 4
        case .decimal: 6
        case .string: 6
        case .uuid: 14
        case .url: 12
        }
    }

    /// Steps of an infix operator between two numbers that are not decimals.
    static func calculating(_ op: ArithmeticOperator) -> Int {
        switch op {
        case .add, .subtract, .multiply, .divide, .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: 6
        case .power: 8
        }
    }

    /// Steps of an operation on sets, besides those of its elements.
    static func combining(_ op: SetOperator) -> Int {
        switch op {
        case .union, .intersect, .minus: 24
        }
    }

    /// Steps of a collection operator, besides those of its elements.
    static func collecting(_ op: CollectionOperator) -> Int {
        switch op {
        case .count: 2
        case .sum, .avg, .min, .max: 24
        case .unionOfObjects, .unionOfArrays, .distinctUnionOfObjects, .distinctUnionOfArrays: 20
        }
    }

    /// Steps of an operator on two short texts.
    static func testing(_ op: TextOperator, _ options: StringOptions) -> Int {
        op.steps + comparing(options)
    }

    /// Steps that options add to a comparison of two short texts.
    static func comparing(_ options: StringOptions) -> Int {
        let options = options.effective
        return options.isEmpty ? 0 : options.contains(.localized) ? 26 : 12
    }
}
