import PredicatePlatform

/// A value as a number. Booleans count as 1 and 0 (D6); a value that is not finite is not a number (D25).
package enum ExactNumber: Sendable {
    case integer(Int64)
    case double(Double)
    case decimal(Decimal)

    /// The number of a value; nil if the value is not a number.
    @inline(__always)
    package init?(_ value: PredicateValue) {
        switch value {
        case .boolean(let flag): self = .integer(flag ? 1 : 0)
        case .integer(let integer): self = .integer(integer)
        case .double(let double):
            guard double.isFinite else { return nil }
            self = .double(double)
        case .decimal(let decimal):
            guard !decimal.isNaN else { return nil }
            self = .decimal(decimal)
        default: return nil
        }
    }

    /// The number as a value. A boolean has become an integer.
    package var value: PredicateValue {
        switch self {
        case .integer(let integer): .integer(integer)
        case .double(let double): .double(double)
        case .decimal(let decimal): .decimal(decimal)
        }
    }

    /// The nearest double.
    package var asDouble: Double {
        switch self {
        case .integer(let integer): Double(integer)
        case .double(let double): double
        case .decimal(let decimal): Self.double(decimal)
        }
    }

    /// The nearest double. A decimal is charged for its text; nil if the evaluation must end.
    @inline(__always)
    func asDouble(_ work: inout WorkBudget) -> Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .double(let double): double
        case .decimal(let decimal): work.text(of: decimal).map { Double($0) ?? 0 }
        }
    }

    /// The nearest double of a decimal.
    ///
    /// It is parsed from the digits, because Foundation's conversion rounds twice.
    static func double(_ decimal: Decimal) -> Double { Double(decimal.description) ?? 0 }

    /// The order of two numbers. It is exact, except that a decimal and a double compare as doubles (D100).
    package static func compare(_ a: ExactNumber, _ b: ExactNumber) -> ValueSemantics.Order {
        switch (a, b) {
        case (.integer(let a), .integer(let b)): order(a, b)
        case (.double(let a), .double(let b)): order(a, b)
        case (.integer(let a), .double(let b)): compare(a, b)
        case (.double(let a), .integer(let b)): reversed(compare(b, a))
        case (.decimal(let a), .decimal(let b)): order(a, b)
        case (.decimal(let a), .integer(let b)): order(a, Decimal(b))
        case (.integer(let a), .decimal(let b)): order(Decimal(a), b)
        case (.decimal(let a), .double(let b)): order(double(a), b)
        case (.double(let a), .decimal(let b)): order(a, double(b))
        }
    }

    /// The order of two numbers, with the steps of decimals; nil if the evaluation must end.
    @inline(__always)
    static func compare(_ a: ExactNumber, _ b: ExactNumber, _ work: inout WorkBudget) -> ValueSemantics.Order? {
        switch (a, b) {
        case (.decimal(let a), .double(let b)): work.text(of: a).map { order(Double($0) ?? 0, b) }
        case (.double(let a), .decimal(let b)): work.text(of: b).map { order(a, Double($0) ?? 0) }
        case (.decimal, _), (_, .decimal): work.step(WorkCost.decimalComparison) ? compare(a, b) : nil
        default: compare(a, b)
        }
    }

    /// The order of an integer and a finite double, without rounding.
    package static func compare(_ integer: Int64, _ double: Double) -> ValueSemantics.Order {
        if double >= 0x1p63 { return .less }
        if double < -0x1p63 { return .greater }
        let whole = Int64(double)
        if integer != whole { return integer < whole ? .less : .greater }
        return order(0, double - Double(whole))
    }

    @inline(__always)
    private static func order<T: Comparable>(_ a: T, _ b: T) -> ValueSemantics.Order {
        a < b ? .less : b < a ? .greater : .equal
    }

    private static func reversed(_ order: ValueSemantics.Order) -> ValueSemantics.Order {
        switch order {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}

/// A sum of 64-bit integers that cannot overflow: 128 bits in two's complement.
struct WideSum: Sendable {
    private(set) var high: Int64 = 0
    private(set) var low: UInt64 = 0

    /// Adds another sum.
    mutating func add(high: Int64, low other: UInt64) {
        let (sum, carry) = low.addingReportingOverflow(other)
        low = sum
        self.high = self.high &+ high &+ (carry ? 1 : 0)
    }

    mutating func add(_ integer: Int64) {
        let (sum, carry) = low.addingReportingOverflow(UInt64(bitPattern: integer))
        low = sum
        high = high &+ (integer < 0 ? -1 : 0) &+ (carry ? 1 : 0)
    }

    /// The sum; nil if it does not fit in 64 bits.
    var integer: Int64? {
        let narrow = Int64(bitPattern: low)
        return high == (narrow < 0 ? -1 : 0) ? narrow : nil
    }

    /// The nearest double.
    var double: Double {
        if let integer { return Double(integer) }
        let negative = high < 0
        let magnitudeLow = negative ? ~low &+ 1 : low
        let magnitudeHigh = negative ? ~UInt64(bitPattern: high) &+ (low == 0 ? 1 : 0) : UInt64(bitPattern: high)
        // The leading 64 bits, whose last one also stands for all later bits, so that rounding happens only once.
        let shift = magnitudeHigh.leadingZeroBitCount
        var leading = magnitudeHigh
        var exponent = 64
        if magnitudeHigh == 0 {
            leading = magnitudeLow
            exponent = 0
        } else if shift > 0 {
            leading = magnitudeHigh << UInt64(shift) | magnitudeLow >> UInt64(64 - shift)
            if magnitudeLow << UInt64(shift) != 0 { leading |= 1 }
            exponent = 64 - shift
        } else if magnitudeLow != 0 {
            leading |= 1
        }
        let magnitude = Double(sign: .plus, exponent: exponent, significand: Double(leading))
        return negative ? -magnitude : magnitude
    }

    /// The sum as a decimal.
    var decimal: Decimal {
        if let integer { return Decimal(integer) }
        return Decimal(high) * (Decimal(UInt64.max) + 1) + Decimal(low)
    }
}
