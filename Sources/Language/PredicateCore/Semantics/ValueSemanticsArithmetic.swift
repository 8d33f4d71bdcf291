import PredicatePlatform

extension ValueSemantics {
    /// An infix operator between two values. The result is nil if a side is nil, if the types are incompatible, or if
    /// there is no result: division by zero, overflow, values that are not finite (D4, D5, D6, D25).
    ///
    /// Two integers give an integer, a decimal and an integer a decimal, a double and any number a double. A date plus
    /// or minus a number is a date, and a date minus a date is the seconds between them. Text is read as its instant
    /// (D39). A list is computed element by element (D129).
    package static func arithmetic(
        _ op: ArithmeticOperator, _ a: PredicateValue, _ b: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch (a, b) {
        case (.null, _), (_, .null): .null
        case (.list(let left), .list(let right)): left.count == right.count ? each(op, left, right, &work) : .null
        case (.list(let left), _): each(op, left, repeatElement(beside(b, &work), count: left.count), &work)
        case (_, .list(let right)): each(op, repeatElement(beside(a, &work), count: right.count), right, &work)
        default: single(op, a, b, &work)
        }
    }

    /// Pairs of elements. One that has no result although both its values are there makes the whole nil, as in a sum (D32).
    private static func each(
        _ op: ArithmeticOperator, _ a: some Collection<PredicateValue>, _ b: some Collection<PredicateValue>,
        _ work: inout WorkBudget
    ) -> PredicateValue {
        let steps = (op.steps + WorkCost.mappedElement) * a.count
        guard work.step(steps), work.make(elements: a.count) else { return .null }
        var values: [PredicateValue] = []
        values.reserveCapacity(a.count)
        for (a, b) in zip(a, b) {
            let value = single(op, a, b, &work)
            guard isPresent(value) || !isPresent(a) || !isPresent(b) else { return .null }
            values.append(value)
        }
        return .list(values)
    }

    /// A value with each element of a list: text is read once.
    private static func beside(_ value: PredicateValue, _ work: inout WorkBudget) -> PredicateValue {
        guard case .string = value else { return value }
        return instant(of: value, &work).map(PredicateValue.date) ?? .string("")
    }

    /// An operator between two values that are not lists.
    private static func single(
        _ op: ArithmeticOperator, _ a: PredicateValue, _ b: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        if op.isBitwise { return bitwise(op, a, b) }
        if let a = ExactNumber(a), let b = ExactNumber(b) { return arithmetic(op, a, b, &work) }
        return dateArithmetic(op, a, b, &work)
    }

    private static func arithmetic(
        _ op: ArithmeticOperator, _ a: ExactNumber, _ b: ExactNumber, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch (a, b) {
        case (.integer(let a), .integer(let b)): integers(op, a, b).map(PredicateValue.integer) ?? .null
        case (.double(let a), .double(let b)): value(doubles(op, a, b))
        case (.double, _), (_, .double):
            if let a = a.asDouble(&work), let b = b.asDouble(&work) { value(doubles(op, a, b)) } else { .null }
        case (.decimal(let a), .decimal(let b)): decimals(op, a, b, &work)
        case (.decimal(let a), .integer(let b)): decimals(op, a, Decimal(b), &work)
        case (.integer(let a), .decimal(let b)): decimals(op, Decimal(a), b, &work)
        }
    }

    private static func integers(_ op: ArithmeticOperator, _ a: Int64, _ b: Int64) -> Int64? {
        switch op {
        case .add: checked(a.addingReportingOverflow(b))
        case .subtract: checked(a.subtractingReportingOverflow(b))
        case .multiply: checked(a.multipliedReportingOverflow(by: b))
        case .divide: b == 0 ? nil : checked(a.dividedReportingOverflow(by: b))
        case .power: power(a, b)
        case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: nil
        }
    }

    @inline(__always)
    private static func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
        result.overflow ? nil : result.partialValue
    }

    /// A power of integers. A result below 1 is truncated, as in a division: `2 ** -1` is 0.
    private static func power(_ base: Int64, _ exponent: Int64) -> Int64? {
        if exponent < 0 {
            switch base {
            case 0: return nil
            case 1: return 1
            case -1: return exponent & 1 == 0 ? 1 : -1
            default: return 0
            }
        }
        var result: Int64 = 1
        var square = base
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 {
                guard let product = checked(result.multipliedReportingOverflow(by: square)) else { return nil }
                result = product
            }
            rest >>= 1
            if rest > 0 {
                guard let product = checked(square.multipliedReportingOverflow(by: square)) else { return nil }
                square = product
            }
        }
        return result
    }

    private static func doubles(_ op: ArithmeticOperator, _ a: Double, _ b: Double) -> Double {
        switch op {
        case .add: a + b
        case .subtract: a - b
        case .multiply: a * b
        case .divide: a / b
        case .power: RealFunctions.power(a, b)
        case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: .nan
        }
    }

    private static func decimals(
        _ op: ArithmeticOperator, _ a: Decimal, _ b: Decimal, _ work: inout WorkBudget
    ) -> PredicateValue {
        let result: Decimal?
        switch op {
        case .add, .subtract:
            guard work.step(WorkCost.decimalSum) else { return .null }
            result = DecimalArithmetic.checked(op == .add ? a + b : a - b)
        case .multiply: result = work.step(WorkCost.decimalProduct) ? DecimalArithmetic.product(a, b) : nil
        case .divide: result = work.step(WorkCost.decimalQuotient) ? DecimalArithmetic.quotient(a, b) : nil
        case .power:
            guard let text = work.text(of: b) else { return .null }
            // A power with a fractional exponent is computed in doubles.
            guard let exponent = Int64(text) else {
                guard let a = work.text(of: a).flatMap(Double.init), let b = Double(text) else { return .null }
                return value(doubles(.power, a, b))
            }
            result = work.step(WorkCost.decimalPower(exponent)) ? DecimalArithmetic.power(a, exponent) : nil
        case .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: result = nil
        }
        return result.map(PredicateValue.decimal) ?? .null
    }

    private static func dateArithmetic(
        _ op: ArithmeticOperator, _ a: PredicateValue, _ b: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch (op, a, b) {
        case (.subtract, .date, .date), (.subtract, .date, .string), (.subtract, .string, .date),
            (.subtract, .string, .string):
            guard let a = instant(of: a, &work), let b = instant(of: b, &work) else { return .null }
            return value(a.timeIntervalSinceReferenceDate - b.timeIntervalSinceReferenceDate)
        case (.add, .date, let seconds), (.add, .string, let seconds), (.subtract, .date, let seconds),
            (.subtract, .string, let seconds):
            return shifted(a, op == .subtract ? -1 : 1, seconds, &work)
        case (.add, let seconds, .date), (.add, let seconds, .string): return shifted(b, 1, seconds, &work)
        default:
            _ = work.step(WorkCost.unrelated(a, b))
            return .null
        }
    }

    /// A date, or a string that is one in a form of literals (D21, D39).
    static func instant(of value: PredicateValue, _ work: inout WorkBudget) -> Date? {
        switch value {
        case .date(let date): date
        case .string(let text):
            work.step(WorkCost.readingBeside(text.utf8.count)) ? PredicateDate.instant(of: text) : nil
        default: nil
        }
    }

    private static func shifted(
        _ date: PredicateValue, _ sign: Double, _ seconds: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let number = ExactNumber(seconds) else {
            _ = work.step(WorkCost.unrelated(date, seconds))
            return .null
        }
        guard let seconds = number.asDouble(&work), let date = instant(of: date, &work) else { return .null }
        return shifted(date, sign * seconds)
    }

    private static func shifted(_ date: Date, _ seconds: Double) -> PredicateValue {
        let instant = date.timeIntervalSinceReferenceDate + seconds
        return instant.isFinite ? .date(Date(timeIntervalSinceReferenceDate: instant)) : .null
    }

    /// An integer, or a boolean as an integer. A double is never one, even without a fraction.
    private static func bits(_ value: PredicateValue) -> Int64? {
        switch value {
        case .integer(let integer): integer
        case .boolean(let flag): flag ? 1 : 0
        default: nil
        }
    }

    private static func bitwise(_ op: ArithmeticOperator, _ a: PredicateValue, _ b: PredicateValue) -> PredicateValue {
        guard let a = bits(a), let b = bits(b) else { return .null }
        switch op {
        case .bitAnd: return .integer(a & b)
        case .bitOr: return .integer(a | b)
        case .bitXor: return .integer(a ^ b)
        case .shiftLeft: return (0...63).contains(b) ? .integer(a << b) : .null
        case .shiftRight: return (0...63).contains(b) ? .integer(a >> b) : .null
        case .add, .subtract, .multiply, .divide, .power: return .null
        }
    }

    /// `~`: the complement of an integer's bits; nil for other values.
    package static func complement(_ value: PredicateValue) -> PredicateValue {
        bits(value).map { .integer(~$0) } ?? .null
    }

    /// `modulus:by:` for integers. The result has the sign of the dividend, and is nil for zero (D26).
    static func modulus(_ a: PredicateValue, _ b: PredicateValue) -> PredicateValue {
        guard let a = bits(a), let b = bits(b), b != 0 else { return .null }
        // The remainder of Int64.min by -1 is 0, although the division overflows.
        return .integer(a.remainderReportingOverflow(dividingBy: b).partialValue)
    }
}

/// The functions on doubles that come from the system's mathematical library.
enum RealFunctions {
    static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
    static func naturalLogarithm(_ number: Double) -> Double { log(number) }
    static func logarithm(_ number: Double) -> Double { log10(number) }
    static func exponential(_ number: Double) -> Double { exp(number) }
}
