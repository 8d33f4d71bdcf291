import PredicateCore

/// A number that is computed from a value's fields.
enum NumberReading: Sendable {
    /// Returns nil if there is no result.
    case integer(@Sendable (UnsafeRawPointer) -> Int64?)
    /// Returns NaN if there is no result, and never an infinite value.
    case real(@Sendable (UnsafeRawPointer) -> Double)

    /// The number as a double; NaN if there is no result.
    var asReal: @Sendable (UnsafeRawPointer) -> Double {
        switch self {
        case .integer(let read): { pointer in read(pointer).map { Double($0) } ?? .nan }
        case .real(let read): read
        }
    }
}

private struct IntegerReadingVisitor: LoaderVisitor {
    typealias Value = Int64
    func visit<Loader: ScalarLoader>(_ loader: Loader) -> NumberReading where Loader.Value == Int64 {
        .integer { loader.load($0) }
    }
}

private struct RealReadingVisitor: LoaderVisitor {
    typealias Value = Double
    func visit<Loader: ScalarLoader>(_ loader: Loader) -> NumberReading where Loader.Value == Double {
        .real { pointer in
            guard let double = loader.load(pointer), double.isFinite else { return .nan }
            return double
        }
    }
}

// Arithmetic, and comparisons of numbers that both depend on the record.
extension ValueTestCompiler {
    /// A comparison of numbers with arithmetic, or of two fields.
    func numeric(
        _ predicate: CorePredicate, _ plan: ComparisonPlan?, _ scope: ValueScope
    ) -> ValueCondition? {
        switch predicate {
        case .equal(let a, let b, _):
            guard let a = number(a, scope), let b = number(b, scope) else { return nil }
            return .test(Self.equal(a, b))
        case .ordered(let ordering, let a, let b, _):
            if let plan, let test = plan.numbers, let reading = number(plan.operand, scope),
                let found = Self.ranged(reading, test.range)
            {
                return .test(found)
            }
            guard let left = number(a, scope), let right = number(b, scope) else { return nil }
            return .test(Self.ordered(ordering, left, right))
        default: return nil
        }
    }

    static func ranged(_ reading: NumberReading, _ range: NumberRange) -> ValueTest? {
        switch reading {
        case .integer(let read):
            let (low, high) = (range.lowInteger, range.highInteger)
            return ValueTest(cost: 8) { pointer, _ in read(pointer).map { $0 >= low && $0 <= high } ?? false }
        case .real(let read):
            guard range.isExactForReals else { return nil }
            let (low, high) = (range.low, range.high)
            return ValueTest(cost: 8) { pointer, _ in
                let double = read(pointer)
                return double >= low && double <= high
            }
        }
    }

    private static func equal(_ a: NumberReading, _ b: NumberReading) -> ValueTest {
        switch (a, b) {
        // nil equals nil.
        case (.integer(let a), .integer(let b)): return ValueTest(cost: 8) { pointer, _ in a(pointer) == b(pointer) }
        case (.real(let a), .real(let b)):
            return ValueTest(cost: 8) { pointer, _ in
                let (a, b) = (a(pointer), b(pointer))
                return a == b || (a.isNaN && b.isNaN)
            }
        case (.integer(let a), .real(let b)), (.real(let b), .integer(let a)):
            return ValueTest(cost: 8) { pointer, _ in
                let double = b(pointer)
                guard let integer = a(pointer) else { return double.isNaN }
                return !double.isNaN && ExactNumber.compare(integer, double) == .equal
            }
        }
    }

    private static func ordered(_ ordering: CoreOrdering, _ a: NumberReading, _ b: NumberReading) -> ValueTest {
        // "Or equal" holds between nil and nil.
        let whenBothNil = ordering == .lessOrEqual || ordering == .greaterOrEqual
        return ValueTest(cost: 10) { pointer, _ in
            let left = Self.value(a, pointer)
            let right = Self.value(b, pointer)
            guard let left, let right else { return whenBothNil && left == nil && right == nil }
            return ValueSemantics.holds(ordering, ExactNumber.compare(left, right))
        }
    }

    @inline(__always)
    private static func value(_ reading: NumberReading, _ pointer: UnsafeRawPointer) -> ExactNumber? {
        switch reading {
        case .integer(let read): return read(pointer).map { .integer($0) }
        case .real(let read):
            let double = read(pointer)
            return double.isNaN ? nil : .double(double)
        }
    }

    /// An expression of fields and arithmetic with a numeric value; nil for other expressions.
    private func number(_ expression: CoreExpression, _ scope: ValueScope) -> NumberReading? {
        if let value = constant(expression) {
            switch value {
            case .integer(let integer): return .integer { _ in integer }
            case .double(let double) where double.isFinite: return .real { _ in double }
            default: return nil
            }
        }
        if let location = scope.location(expression) { return number(location) }
        guard case .arithmetic(let op, let a, let b) = expression else { return nil }
        guard let left = number(a, scope), let right = number(b, scope) else { return nil }
        return Self.arithmetic(op, left, right)
    }

    func number(_ location: ValueLocation) -> NumberReading? {
        let tail = ScalarTail(location)
        // A boolean is an integer in arithmetic and in an order. Tests of a boolean alone are compiled elsewhere.
        let reading: NumberReading?
        switch location.shape {
        case .integer, .boolean: reading = tail.visitInteger(location.shape, IntegerReadingVisitor())
        case .double, .float: reading = tail.visitReal(location.shape, RealReadingVisitor())
        default: reading = nil
        }
        return reading.map { $0.behind(tail.before) }
    }

    private static func arithmetic(_ op: ArithmeticOperator, _ a: NumberReading, _ b: NumberReading) -> NumberReading? {
        if case .integer(let a) = a, case .integer(let b) = b { return integers(op, a, b) }
        let (a, b) = (a.asReal, b.asReal)
        // A result that is not finite is nil, and so NaN. Every operation on NaN gives NaN.
        switch op {
        case .add: return .real { finite(a($0) + b($0)) }
        case .subtract: return .real { finite(a($0) - b($0)) }
        case .multiply: return .real { finite(a($0) * b($0)) }
        case .divide: return .real { finite(a($0) / b($0)) }
        case .power, .bitAnd, .bitOr, .bitXor, .shiftLeft, .shiftRight: return nil
        }
    }

    @inline(__always)
    private static func finite(_ double: Double) -> Double { double.isFinite ? double : .nan }

    private static func integers(
        _ op: ArithmeticOperator, _ a: @escaping @Sendable (UnsafeRawPointer) -> Int64?,
        _ b: @escaping @Sendable (UnsafeRawPointer) -> Int64?
    ) -> NumberReading? {
        func combined(
            _ apply: @escaping @Sendable (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
        ) -> NumberReading {
            .integer { pointer in
                guard let a = a(pointer), let b = b(pointer) else { return nil }
                let result = apply(a, b)
                return result.overflow ? nil : result.partialValue
            }
        }
        switch op {
        case .add: return combined { $0.addingReportingOverflow($1) }
        case .subtract: return combined { $0.subtractingReportingOverflow($1) }
        case .multiply: return combined { $0.multipliedReportingOverflow(by: $1) }
        // Division by zero is reported as an overflow.
        case .divide: return combined { $0.dividedReportingOverflow(by: $1) }
        case .bitAnd: return combined { ($0 & $1, false) }
        case .bitOr: return combined { ($0 | $1, false) }
        case .bitXor: return combined { ($0 ^ $1, false) }
        case .power, .shiftLeft, .shiftRight: return nil
        }
    }
}

extension NumberReading {
    /// The reading with the steps that lead to its value.
    fileprivate func behind(_ steps: [LocationStep]) -> NumberReading {
        var reading = self
        for step in steps.reversed() {
            switch reading {
            case .integer(let inner): reading = .integer { Self.follow(step, $0, whenNil: nil, inner) }
            case .real(let inner): reading = .real { Self.follow(step, $0, whenNil: .nan, inner) }
            }
        }
        return reading
    }

    @inline(__always)
    private static func follow<Result>(
        _ step: LocationStep, _ pointer: UnsafeRawPointer, whenNil: Result, _ inner: (UnsafeRawPointer) -> Result
    ) -> Result {
        var result = whenNil
        switch step {
        case .offset(let offset): result = inner(pointer + offset)
        case .optional(let isNil): if !isNil(pointer) { result = inner(pointer) }
        case .access(let access): access.withValue(pointer) { result = inner($0) }
        case .visit(let visit): visit(pointer) { result = inner($0) }
        }
        return result
    }
}
