import PredicatePlatform

import PredicateCore

// Arithmetic that cannot trap, and TERNARY.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Exporter {
    // MARK: Operators

    func arithmetic(
        _ symbol: ArithmeticOperator, _ left: ExpressionTree, _ right: ExpressionTree, _ range: SourceRange
    ) throws(ExportRefusal) -> Operand {
        let a = try exported(left)
        let b = try exported(right)
        let type = try numericType(a, b, range)
        switch symbol {
        case .add, .subtract, .multiply, .divide: break
        default:
            throw ExportRefusal(.operation, range, "there is no standard expression for \(symbol.rawValue)")
        }
        if let integer = type as? any IntegerScalar.Type {
            return try integers(symbol, a, b, integer, range)
        }
        if let real = type as? any RealScalar.Type { return try reals(symbol, a, b, real, range) }
        throw ExportRefusal(.operation, range, "there is no standard expression for arithmetic of values of \(type)")
    }

    func remainder(_ left: ExpressionTree, _ right: ExpressionTree, _ range: SourceRange) throws(ExportRefusal)
        -> Operand
    {
        let a = try exported(left)
        let b = try exported(right)
        let type = try numericType(a, b, range)
        guard let integer = type as? any IntegerScalar.Type else {
            throw ExportRefusal(.operation, range, "there is no standard expression for the remainder of a \(type)")
        }
        return try integers(nil, a, b, integer, range)
    }

    /// The type of the calculation with two operands.
    private func numericType(_ a: Exported, _ b: Exported, _ range: SourceRange) throws(ExportRefusal) -> Any.Type {
        switch (a, b) {
        case (.operand(let a), .operand(let b)):
            let (a, b) = (a.byRawValue, b.byRawValue)
            guard SwiftType.same(a.type, b.type) else { throw conversion(a, b, range) }
            return a.type
        case (.operand(let operand), .constant), (.constant, .operand(let operand)): return operand.byRawValue.type
        default: throw ExportRefusal(.operation, range, "there is no standard expression for this arithmetic")
        }
    }

    /// An operand of arithmetic. A constant is a value of the calculation's type.
    private enum Term<T> {
        case constant(T)
        case value(Operand)
    }

    private func term<T: OrderedScalar>(_ exported: Exported, _ type: T.Type, _ range: SourceRange)
        throws(ExportRefusal) -> Term<T>?
    {
        switch exported {
        case .constant(.null): return nil
        case .constant(let value):
            // A double literal makes the whole expression a double.
            if case .double = value, type is any IntegerScalar.Type {
                throw ExportRefusal(.conversion, range, "no standard expression makes a double of a \(type)")
            }
            if case .decimal = value {
                throw ExportRefusal(.conversion, range, "no standard expression makes a decimal of a \(type)")
            }
            guard let threshold = T.threshold(for: value) else {
                throw ExportRefusal(.conversion, range, "this constant is not a \(type)")
            }
            if threshold.order != .equal {
                if type == Double.self { return .constant(threshold.value) }
                if type is any IntegerScalar.Type {
                    throw ExportRefusal(.conversion, range, "this constant is not a \(type)")
                }
                deviate(.narrowArithmetic, range, "this constant is rounded to a \(type)")
            }
            return .constant(threshold.value)
        case .operand(let operand): return .value(operand.byRawValue)
        case .list: throw ExportRefusal(.operation, range, "a list is not a number")
        }
    }

    /// The result of an operation on two terms; nil if one of them is nil.
    private func result<T: OrderedScalar>(
        _ a: Exported, _ b: Exported, _ type: T.Type, _ range: SourceRange,
        _ body: (StandardNode<T>, T?, StandardNode<T>, T?) -> StandardNode<T?>
    ) throws(ExportRefusal) -> Operand {
        guard let a = try term(a, type, range), let b = try term(b, type, range) else {
            return Operand(StandardForms.null(type), T?.self)
        }
        func bound(
            _ term: Term<T>, _ body: (StandardNode<T>, T?) throws(ExportRefusal) -> StandardNode<T?>
        ) throws(ExportRefusal) -> StandardNode<T?> {
            switch term {
            case .constant(let value): return try body(StandardForms.value(value), value)
            case .value(let operand):
                if let node = operand.plain(type) { return try body(node, nil) }
                guard let node = operand.optional(type) else { throw mismatch(operand, range) }
                let there = PredicateExpressions.Variable<T>()
                return StandardForms.flatMap(node, there, optional: try body(there, nil))
            }
        }
        let node = try bound(a) { (a, constantA) throws(ExportRefusal) in
            try bound(b) { b, constantB in body(a, constantA, b, constantB) }
        }
        return Operand(node, T?.self)
    }

    // MARK: Integers

    /// `a + b` and other operations, if the result fits. `symbol` is nil for the remainder.
    private func integers<T: IntegerScalar>(
        _ symbol: ArithmeticOperator?, _ a: Exported, _ b: Exported, _ type: T.Type, _ range: SourceRange
    ) throws(ExportRefusal) -> Operand {
        if T.bitWidth < 64 || !T.isSigned {
            deviate(
                .narrowArithmetic, range,
                "this is calculated in \(type), and is nil where the result does not fit there")
        }
        return try result(a, b, type, range) { a, constantA, b, constantB in
            let guarded: (fits: StandardNode<Bool>, value: StandardNode<T>)
            switch symbol {
            case .add: guarded = (Self.fitsSum(a, constantA, b, constantB), StandardForms.arithmetic(a, .add, b))
            case .subtract:
                guarded = (Self.fitsDifference(a, constantA, b, constantB), StandardForms.arithmetic(a, .subtract, b))
            case .multiply:
                guarded = (Self.fitsProduct(a, constantA, b, constantB), StandardForms.arithmetic(a, .multiply, b))
            case .divide: guarded = (Self.canDivide(a, b, constantB), StandardForms.quotient(a, b))
            default:
                let isNotZero = StandardForms.notEqual(b, StandardForms.value(0))
                guarded = (isNotZero, Self.remainder(a, b, constantB))
            }
            return StandardForms.conditional(
                guarded.fits, StandardForms.optional(guarded.value), StandardForms.null(type))
        }
    }

    private static func compare<T: IntegerScalar>(
        _ a: StandardNode<T>, _ symbol: PredicateExpressions.ComparisonOperator, _ b: T
    ) -> StandardNode<Bool> { StandardForms.compare(a, symbol, StandardForms.value(b)) }

    private static func fitsSum<T: IntegerScalar>(
        _ a: StandardNode<T>, _ constantA: T?, _ b: StandardNode<T>, _ constantB: T?
    ) -> StandardNode<Bool> {
        if let b = constantB { return fitsSum(a, b) }
        if let a = constantA { return fitsSum(b, a) }
        let room = StandardForms.arithmetic(StandardForms.value(T.max), .subtract, b)
        let depth = StandardForms.arithmetic(StandardForms.value(T.min), .subtract, b)
        return StandardForms.conditional(
            compare(b, .greaterThanOrEqual, 0), StandardForms.compare(a, .lessThanOrEqual, room),
            StandardForms.compare(a, .greaterThanOrEqual, depth))
    }

    private static func fitsSum<T: IntegerScalar>(_ a: StandardNode<T>, _ b: T) -> StandardNode<Bool> {
        b >= 0 ? compare(a, .lessThanOrEqual, T.max - b) : compare(a, .greaterThanOrEqual, T.min - b)
    }

    private static func fitsDifference<T: IntegerScalar>(
        _ a: StandardNode<T>, _ constantA: T?, _ b: StandardNode<T>, _ constantB: T?
    ) -> StandardNode<Bool> {
        if let b = constantB {
            return b >= 0 ? compare(a, .greaterThanOrEqual, T.min + b) : compare(a, .lessThanOrEqual, T.max + b)
        }
        // If b is not negative, min + b fits; otherwise max + b does.
        let depth = StandardForms.arithmetic(StandardForms.value(T.min), .add, b)
        let room = StandardForms.arithmetic(StandardForms.value(T.max), .add, b)
        return StandardForms.conditional(
            compare(b, .greaterThanOrEqual, 0), StandardForms.compare(a, .greaterThanOrEqual, depth),
            StandardForms.compare(a, .lessThanOrEqual, room))
    }

    private static func fitsProduct<T: IntegerScalar>(
        _ a: StandardNode<T>, _ constantA: T?, _ b: StandardNode<T>, _ constantB: T?
    ) -> StandardNode<Bool> {
        if let b = constantB { return fitsProduct(a, b) }
        if let a = constantA { return fitsProduct(b, a) }
        let highest = StandardForms.quotient(StandardForms.value(T.max), b)
        let lowest = StandardForms.quotient(StandardForms.value(T.min), b)
        let positive = StandardForms.and(
            StandardForms.compare(a, .lessThanOrEqual, highest), StandardForms.compare(a, .greaterThanOrEqual, lowest))
        let zero = compare(b, .lessThanOrEqual, 0)
        guard T.isSigned else { return StandardForms.conditional(zero, StandardForms.value(true), positive) }
        let negative = StandardForms.and(
            StandardForms.compare(a, .greaterThanOrEqual, highest), StandardForms.compare(a, .lessThanOrEqual, lowest))
        // min / -1 does not fit, so -1 is tested before the division.
        let minusOne = StandardForms.conditional(
            compare(b, .greaterThanOrEqual, -1), compare(a, .greaterThan, T.min), negative)
        return StandardForms.conditional(
            compare(b, .greaterThan, 0), positive,
            StandardForms.conditional(compare(b, .greaterThanOrEqual, 0), StandardForms.value(true), minusOne))
    }

    private static func fitsProduct<T: IntegerScalar>(_ a: StandardNode<T>, _ b: T) -> StandardNode<Bool> {
        if b == 0 { return StandardForms.value(true) }
        if b > 0 {
            return StandardForms.and(
                compare(a, .lessThanOrEqual, T.max / b), compare(a, .greaterThanOrEqual, T.min / b))
        }
        let (lowest, overflow) = T.min.dividedReportingOverflow(by: b)
        return overflow
            ? compare(a, .greaterThan, T.min)
            : StandardForms.and(compare(a, .greaterThanOrEqual, T.max / b), compare(a, .lessThanOrEqual, lowest))
    }

    /// The remainder of a division by anything but zero. The remainder by -1 is zero; in Swift it may trap, because
    /// the quotient of the minimum does not fit.
    private static func remainder<T: IntegerScalar>(_ a: StandardNode<T>, _ b: StandardNode<T>, _ constantB: T?)
        -> StandardNode<T>
    {
        if let b = constantB, b == 0 || (T.isSigned && b == -1) { return StandardForms.value(0) }
        let remainder = StandardForms.remainder(a, b)
        guard T.isSigned, constantB == nil else { return remainder }
        return StandardForms.conditional(
            StandardForms.equal(b, StandardForms.value(-1)), StandardForms.value(0), remainder)
    }

    private static func canDivide<T: IntegerScalar>(_ a: StandardNode<T>, _ b: StandardNode<T>, _ constantB: T?)
        -> StandardNode<Bool>
    {
        let isWhole = StandardForms.notEqual(a, StandardForms.value(T.min))
        if let b = constantB {
            if b == 0 { return StandardForms.value(false) }
            return T.isSigned && b == -1 ? isWhole : StandardForms.value(true)
        }
        let isNotZero = StandardForms.notEqual(b, StandardForms.value(0))
        guard T.isSigned else { return isNotZero }
        return StandardForms.and(
            isNotZero, StandardForms.or(StandardForms.notEqual(b, StandardForms.value(-1)), isWhole))
    }

    // MARK: Doubles

    private func reals<T: RealScalar>(
        _ symbol: ArithmeticOperator, _ a: Exported, _ b: Exported, _ type: T.Type, _ range: SourceRange
    ) throws(ExportRefusal) -> Operand {
        if type != Double.self {
            deviate(.narrowArithmetic, range, "this is calculated in \(type), and in doubles here")
        }
        if mode == .mayDiffer { noteFinite(range) }
        var operand = try result(a, b, type, range) { a, _, b, constantB in
            let value: StandardNode<T>
            var condition: StandardNode<Bool>?
            switch symbol {
            case .add: value = StandardForms.arithmetic(a, .add, b)
            case .subtract: value = StandardForms.arithmetic(a, .subtract, b)
            case .multiply: value = StandardForms.arithmetic(a, .multiply, b)
            default:
                value = StandardForms.ratio(a, b)
                if constantB == nil || constantB == 0 {
                    condition = StandardForms.notEqual(b, StandardForms.value(0))
                }
                // A number divided by an infinity is zero.
                if self.mode == .exact, constantB == nil {
                    condition = condition.map { StandardForms.and($0, self.isFinite(b)) }
                }
            }
            if self.mode == .exact {
                let isFinite = self.isFinite(value)
                condition = condition.map { StandardForms.and($0, isFinite) } ?? isFinite
            }
            guard let condition else { return StandardForms.optional(value) }
            return StandardForms.conditional(condition, StandardForms.optional(value), StandardForms.null(type))
        }
        operand.isFinite = mode == .exact
        return operand
    }

    // MARK: TERNARY

    func ternary(_ condition: PredicateTree, _ a: ExpressionTree, _ b: ExpressionTree, _ range: SourceRange)
        throws(ExportRefusal) -> Operand
    {
        let test = node(of: condition)
        let first = try exported(a)
        let second = try exported(b)
        let type: Any.Type
        switch (first, second) {
        case (.operand(let a), .operand(let b)):
            let (a, b) = (a.byRawValue, b.byRawValue)
            guard SwiftType.same(a.type, b.type) else { throw conversion(a, b, range) }
            type = a.type
        case (.operand(let operand), .constant), (.constant, .operand(let operand)): type = operand.byRawValue.type
        case (.constant(let a), .constant(let b)): type = try Self.constantType(a, b, range)
        default: throw ExportRefusal(.operation, range, "there is no standard expression for a choice of lists")
        }
        guard let scalar = type as? any ExportScalar.Type else {
            throw ExportRefusal(.type, range, "there is no standard expression for values of \(type) here")
        }
        func chosen<T: ExportScalar>(_ type: T.Type) throws(ExportRefusal) -> Operand {
            func branch(_ exported: Exported) throws(ExportRefusal) -> (
                plain: StandardNode<T>?, optional: StandardNode<T?>
            ) {
                switch exported {
                case .constant(.null): return (nil, StandardForms.null(type))
                case .constant(let value):
                    guard let threshold = T.threshold(for: value), threshold.order == .equal,
                        !isDouble(value, beside: type)
                    else { throw ExportRefusal(.conversion, range, "one of these values is not a \(type)") }
                    let node = StandardForms.value(threshold.value)
                    return (node, StandardForms.value(Optional(threshold.value)))
                case .operand(let operand):
                    let operand = operand.byRawValue
                    guard let optional = operand.optional(type) else { throw mismatch(operand, range) }
                    return (operand.plain(type), optional)
                case .list:
                    throw ExportRefusal(.operation, range, "there is no standard expression for a choice of lists")
                }
            }
            let (a, b) = (try branch(first), try branch(second))
            if let a = a.plain, let b = b.plain {
                return Operand(StandardForms.conditional(test, a, b), T.self)
            }
            return Operand(StandardForms.conditional(test, a.optional, b.optional), T?.self)
        }
        var result = try chosen(scalar)
        if case .operand(let a) = first, case .operand(let b) = second { result.isFinite = a.isFinite && b.isFinite }
        return result
    }

    /// Whether a constant would turn an integer on the other side into a double.
    private func isDouble(_ value: PredicateValue, beside type: Any.Type) -> Bool {
        if case .double = value { return type is any IntegerScalar.Type }
        return false
    }

    private static func constantType(_ a: PredicateValue, _ b: PredicateValue, _ range: SourceRange)
        throws(ExportRefusal) -> Any.Type
    {
        switch (a, b) {
        case (.boolean, .boolean), (.boolean, .null), (.null, .boolean): return Bool.self
        case (.string, .string), (.string, .null), (.null, .string): return String.self
        case (.integer, .integer), (.integer, .null), (.null, .integer): return Int.self
        case (.double, .double), (.double, .null), (.null, .double), (.integer, .double), (.double, .integer):
            return Double.self
        case (.date, .date), (.date, .null), (.null, .date): return Date.self
        default: throw ExportRefusal(.conversion, range, "these two values have different types")
        }
    }
}
