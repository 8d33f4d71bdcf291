import PredicatePlatform

extension ValueSemantics {
    /// A built-in function. The result is nil if an argument is nil or of a wrong type. nil elements of a list are
    /// skipped, and counted only by `count` (D19, D32).
    package static func call(
        _ function: BuiltInFunction, _ arguments: [PredicateValue], context: EvaluationContext,
        _ work: inout WorkBudget
    ) -> PredicateValue {
        if function.isPlain { return plain(function, arguments, &work) }
        switch arguments.count {
        case 0: return call(function, context: context)
        case 1: return isPresent(arguments[0]) ? call(function, arguments[0], &work) : .null
        case 2:
            return isPresent(arguments[0]) && isPresent(arguments[1])
                ? call(function, arguments[0], arguments[1], &work) : .null
        default: return .null
        }
    }

    private static func call(_ function: BuiltInFunction, context: EvaluationContext) -> PredicateValue {
        switch function {
        case .now:
            return context.now.timeIntervalSinceReferenceDate.isFinite ? .date(context.now) : .null
        case .random: return .double(Double.random(in: 0..<1))
        default: return .null
        }
    }

    private static func call(
        _ function: BuiltInFunction, _ a: PredicateValue, _ b: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch function {
        case .modulus: return modulus(a, b)
        case .append:
            guard let text = text(of: a), let suffix = self.text(of: b) else { return .null }
            let size = text.utf8.count + suffix.utf8.count
            return work.step(size >> 4) && work.make(size) ? .string(text + suffix) : .null
        default: return .null
        }
    }

    private static func call(
        _ function: BuiltInFunction, _ argument: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch function {
        case .sum, .average, .min, .max, .median, .mode, .stddev: list(function, argument, &work)
        case .count: elements(of: argument).map { .integer(Int64($0.count)) } ?? .null
        case .squareRoot, .naturalLogarithm, .logarithm, .exponential: real(function, argument, &work)
        case .floor, .ceiling, .truncate, .absolute: rounding(function, argument, &work)
        case .uppercase: cased(argument, &work, TextCase.upper)
        case .lowercase: cased(argument, &work, TextCase.lower)
        case .length: codePoints(argument, &work)
        case .randomBelow: randomBelow(argument)
        case .noIndex: argument
        default: .null
        }
    }

    private static func cased(
        _ argument: PredicateValue, _ work: inout WorkBudget, _ change: (String) -> String
    ) -> PredicateValue {
        guard let text = text(of: argument), work.step(WorkCost.changingCase(text.utf8.count)) else { return .null }
        let changed = change(text)
        return work.make(changed.utf8.count) ? .string(changed) : .null
    }

    private static func codePoints(_ argument: PredicateValue, _ work: inout WorkBudget) -> PredicateValue {
        guard let text = text(of: argument) else { return .null }
        return work.step(WorkCost.countingCodePoints(text.utf8.count)) ? .integer(length(of: text)) : .null
    }

    /// A function of a list.
    ///
    /// - Parameter reading: how elements are read to be compared with each other; nil for as they are.
    package static func list(
        _ function: BuiltInFunction, _ argument: PredicateValue, comparedAs reading: CoreReading? = nil,
        _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let elements = elements(of: argument) else { return .null }
        // The median sorts numbers. The factor is the number of times that an element is moved.
        let steps = function == .median ? 2 * (Int.bitWidth - elements.count.leadingZeroBitCount) : 4
        guard work.step(steps * elements.count), work.make(elements: 2 * elements.count) else { return .null }
        let comparing = function == .median ? steps * WorkCost.decimalComparison : 0
        guard work.step(decimalsIn: elements, each: comparing, asDoubles: function == .stddev) else { return .null }
        return switch function {
        case .sum: sum(elements)
        case .average: average(elements)
        case .min: extreme(elements, .less, comparedAs: reading, &work)
        case .max: extreme(elements, .greater, comparedAs: reading, &work)
        case .median: median(elements)
        case .mode: mode(elements, comparedAs: reading, &work)
        case .stddev: standardDeviation(elements)
        default: .null
        }
    }

    private static func real(
        _ function: BuiltInFunction, _ argument: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let number = ExactNumber(argument)?.asDouble(&work) else { return .null }
        return switch function {
        case .squareRoot: value(number.squareRoot())
        case .naturalLogarithm: value(RealFunctions.naturalLogarithm(number))
        case .logarithm: value(RealFunctions.logarithm(number))
        case .exponential: value(RealFunctions.exponential(number))
        default: .null
        }
    }

    static func rounding(
        _ function: BuiltInFunction, _ argument: PredicateValue, _ work: inout WorkBudget
    ) -> PredicateValue {
        switch ExactNumber(argument) {
        case .integer(let integer):
            if function != .absolute { return .integer(integer) }
            return integer == .min ? .null : .integer(abs(integer))
        case .double(let double):
            switch function {
            case .floor: return .double(double.rounded(.down))
            case .ceiling: return .double(double.rounded(.up))
            case .truncate: return .double(double.rounded(.towardZero))
            case .round: return .double(double.rounded(.toNearestOrAwayFromZero))
            default: return .double(double.magnitude)
            }
        case .decimal(let decimal): return rounding(function, decimal, &work)
        case nil: return .null
        }
    }

    private static func rounding(
        _ function: BuiltInFunction, _ decimal: Decimal, _ work: inout WorkBudget
    ) -> PredicateValue {
        if function == .absolute { return .decimal(decimal.magnitude) }
        // Take the digits before the point. All versions of Foundation agree about them.
        guard let text = work.text(of: decimal),
            work.step(WorkCost.decimal(ofText: text.utf8.count) + WorkCost.decimalSum + WorkCost.decimalComparison)
        else { return .null }
        guard let point = text.firstIndex(of: ".") else { return .decimal(decimal) }
        let whole = Decimal(string: String(text[..<point])) ?? 0
        if whole == decimal || function == .truncate { return .decimal(whole) }
        let isNegative = decimal < 0
        switch function {
        case .round:
            let isUp = text[point...].dropFirst().first.map { $0 >= "5" } ?? false
            return .decimal(!isUp ? whole : isNegative ? whole - 1 : whole + 1)
        case .floor: return .decimal(isNegative ? whole - 1 : whole)
        default: return .decimal(isNegative ? whole : whole + 1)
        }
    }

    /// A random integer from 0 to below a positive integer; nil for other values.
    private static func randomBelow(_ argument: PredicateValue) -> PredicateValue {
        guard case .integer(let limit) = argument, limit > 0 else { return .null }
        return .integer(Int64.random(in: 0..<limit))
    }

    /// A function that a program has registered. Returns nil if an argument is nil, unless the function accepts nil. A
    /// result that is not finite becomes nil.
    package static func call(
        _ function: PredicateFunction, _ arguments: [PredicateValue], _ work: inout WorkBudget
    ) -> PredicateValue {
        if !function.acceptsNil, !arguments.allSatisfy(isPresent) { return .null }
        if function.registration === PredicateFunction.endless.registration { work.exceedSteps() }
        guard work.step(function.steps), work.step(giving: arguments) else { return .null }
        let result = function.body(arguments)
        switch result {
        case .double(let double): return value(double)
        case .decimal(let decimal): return decimal.isNaN ? .null : result
        case .date(let date): return date.timeIntervalSinceReferenceDate.isFinite ? result : .null
        default: return result
        }
    }
}

/// The functions that take dates apart (D117).
extension ValueSemantics {
    /// The date in the zone that the rest of the arguments names, which is UTC without one.
    private static func local(
        _ value: PredicateValue, zone: ArraySlice<PredicateValue>, _ work: inout WorkBudget
    ) -> LocalDate? {
        guard let date = instant(of: value, &work), zone.count < 2 else { return nil }
        guard let zone = zone.first else { return LocalDate(date, in: .utc) }
        guard let name = text(of: zone) else { return nil }
        if name == TimeZoneRules.written {
            // Only a date in a string has its own offset.
            guard case .string(let text) = value, let rules = TimeZoneRules.written(in: text) else { return nil }
            return LocalDate(date, in: rules)
        }
        return TimeZoneRules.named(name).flatMap { LocalDate(date, in: $0) }
    }

    static func datePart(
        _ function: BuiltInFunction, _ value: PredicateValue, zone: ArraySlice<PredicateValue>,
        _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let local = local(value, zone: zone, &work), let part = function.datePart else { return .null }
        return .integer(local.part(part))
    }

    static func truncated(
        _ value: PredicateValue, to unit: PredicateValue, zone: ArraySlice<PredicateValue>, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard case .string(let name) = unit, let unit = DateUnit(rawValue: name),
            let local = local(value, zone: zone, &work)
        else { return .null }
        return .date(local.truncated(to: unit))
    }

    /// The date of a Unix time (D126).
    static func unixDate(
        _ value: PredicateValue, unit: PredicateValue?, _ work: inout WorkBudget
    ) -> PredicateValue {
        guard let number = ExactNumber(value), case .string(let name) = unit ?? "s", let unit = UnixUnit(rawValue: name)
        else { return .null }
        return unit.date(number, &work).map(PredicateValue.date) ?? .null
    }
}

extension UnixUnit {
    /// From 1970-01-01 to 2001-01-01, in seconds.
    static let origin: Int64 = 978_307_200

    /// The date of a number.
    fileprivate func date(_ number: ExactNumber, _ work: inout WorkBudget) -> Date? {
        let seconds: Double
        if case .integer(let integer) = number {
            // Whole seconds and the rest apart keep every nanosecond that a date can hold.
            let parts = PredicateDate.floorDivision(integer, perSecond)
            seconds = Double(parts.quotient) - Double(Self.origin) + Double(parts.remainder) / Double(perSecond)
        } else {
            guard let double = number.asDouble(&work) else { return nil }
            seconds = double / Double(perSecond) - Double(Self.origin)
        }
        return seconds.isFinite ? Date(timeIntervalSinceReferenceDate: seconds) : nil
    }
}

extension BuiltInFunction {
    /// The part of a date that the function returns; nil for other functions.
    package var datePart: DatePart? {
        switch self {
        case .year: .year
        case .month: .month
        case .day: .day
        case .hour: .hour
        case .minute: .minute
        case .second: .second
        case .weekday: .weekday
        default: nil
        }
    }
}
