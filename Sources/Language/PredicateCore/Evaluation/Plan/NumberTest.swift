import PredicatePlatform

/// A comparison of an ordered value with a constant.
package enum ConstantComparison: Sendable {
    case less, lessOrEqual, greater, greaterOrEqual, equal

    /// The comparison of an order.
    package init(_ ordering: CoreOrdering) {
        switch ordering {
        case .less: self = .less
        case .lessOrEqual: self = .lessOrEqual
        case .greater: self = .greater
        case .greaterOrEqual: self = .greaterOrEqual
        }
    }

    /// Whether the comparison holds for two values.
    @inlinable @inline(__always)
    package func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
        switch self {
        case .less: a < b
        case .lessOrEqual: a <= b
        case .greater: a > b
        case .greaterOrEqual: a >= b
        case .equal: a == b
        }
    }
}

extension CoreOrdering {
    /// The comparison with its sides exchanged.
    package var mirrored: CoreOrdering {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }
}

/// A constant that fits a machine number: an integer or a finite double.
package enum ConstantNumber: Sendable {
    case integer(Int64)
    case double(Double)

    /// A constant number; nil for other values, including decimals.
    package init?(_ value: PredicateValue) {
        switch value {
        case .integer(let integer): self = .integer(integer)
        case .double(let double) where double.isFinite: self = .double(double)
        default: return nil
        }
    }

    /// The nearest double.
    @inlinable @inline(__always)
    package var asDouble: Double {
        switch self {
        case .integer(let integer): Double(integer)
        case .double(let double): double
        }
    }
}

/// A test whether a number lies within constant bounds, or the seconds since 2001 of a date.
package struct NumberTest: Sendable {
    /// A bound.
    package struct Bound: Sendable {
        package let comparison: ConstantComparison
        package let number: ConstantNumber
    }

    /// The only bound, or the lower one of BETWEEN.
    package let bound: Bound
    /// The upper bound of BETWEEN.
    package let upper: Bound?
    /// The numbers within the bounds.
    package let range: NumberRange
    /// Whether the bounds are dates.
    package let isDate: Bool

    /// The only bound; nil if there are two.
    package var single: Bound? { upper == nil ? bound : nil }

    /// A test for equality with a constant; nil if the constant is neither a plain number nor a date.
    init?(equal value: PredicateValue) {
        guard let range = NumberRange(equal: value) else { return nil }
        self.init(.equal, value, range)
    }

    /// A test for an order to a constant; nil if the constant is neither a plain number nor a date.
    init?(_ ordering: CoreOrdering, _ value: PredicateValue) {
        guard let range = NumberRange(ordering, value) else { return nil }
        self.init(ConstantComparison(ordering), value, range)
    }

    /// A test for a value between two constants of one kind; nil for other constants.
    init?(_ low: PredicateValue, _ high: PredicateValue) {
        guard Self.isDate(low) == Self.isDate(high), let above = NumberRange(.greaterOrEqual, low),
            let below = NumberRange(.lessOrEqual, high), let first = Self.number(low), let second = Self.number(high)
        else { return nil }
        bound = Bound(comparison: .greaterOrEqual, number: first)
        upper = Bound(comparison: .lessOrEqual, number: second)
        range = above.intersection(below)
        isDate = Self.isDate(low)
    }

    private init?(_ comparison: ConstantComparison, _ value: PredicateValue, _ range: NumberRange) {
        guard let number = Self.number(value) else { return nil }
        bound = Bound(comparison: comparison, number: number)
        upper = nil
        self.range = range
        isDate = Self.isDate(value)
    }

    private static func isDate(_ value: PredicateValue) -> Bool { if case .date = value { true } else { false } }

    private static func number(_ value: PredicateValue) -> ConstantNumber? {
        switch value {
        case .boolean(let flag): .integer(flag ? 1 : 0)
        case .date(let date): .double(date.timeIntervalSinceReferenceDate)
        default: ConstantNumber(value)
        }
    }
}

/// The numbers that satisfy a comparison with a constant, as a range with both ends included.
///
/// `==`, `<`, `<=`, `>`, `>=` and BETWEEN are all ranges of the 64-bit integers and of the finite doubles, so one
/// closure serves them all. Dates are ranges of their seconds.
package struct NumberRange: Sendable {
    /// The least and the greatest integer. The range is empty if they are in the wrong order.
    package private(set) var lowInteger: Int64
    package private(set) var highInteger: Int64
    /// The least and the greatest double. The range is empty if they are in the wrong order.
    package private(set) var low: Double
    package private(set) var high: Double
    /// Whether the doubles are exact: false for an integer that no double represents.
    package private(set) var isExactForReals: Bool

    private init(_ lowInteger: Int64, _ highInteger: Int64, _ low: Double, _ high: Double, isExactForReals: Bool) {
        self.lowInteger = lowInteger
        self.highInteger = highInteger
        self.low = low
        self.high = high
        self.isExactForReals = isExactForReals
    }

    private static let greatest = Double.greatestFiniteMagnitude

    /// The numbers equal to a constant; nil if it is neither a number nor a date. Decimals have no range.
    package init?(equal value: PredicateValue) {
        guard let below = NumberRange(.lessOrEqual, value), let above = NumberRange(.greaterOrEqual, value) else {
            return nil
        }
        self = below.intersection(above)
    }

    /// The numbers in an order to a constant; nil if it is neither a number nor a date. Decimals have no range.
    init?(_ ordering: CoreOrdering, _ value: PredicateValue) {
        switch value {
        case .integer(let integer): self.init(ordering, integer: integer)
        case .boolean(let flag): self.init(ordering, integer: flag ? 1 : 0)
        case .double(let double) where double.isFinite: self.init(ordering, double: double)
        case .date(let date) where date.timeIntervalSinceReferenceDate.isFinite:
            self.init(ordering, double: date.timeIntervalSinceReferenceDate)
        default: return nil
        }
    }

    private init(_ ordering: CoreOrdering, integer: Int64) {
        let isExact = Int64(exactly: Double(integer)) == integer
        self.init(ordering, double: Double(integer))
        isExactForReals = isExact
        lowInteger = .min
        highInteger = .max
        switch ordering {
        case .less: if integer == .min { setEmptyIntegers() } else { highInteger = integer - 1 }
        case .lessOrEqual: highInteger = integer
        case .greater: if integer == .max { setEmptyIntegers() } else { lowInteger = integer + 1 }
        case .greaterOrEqual: lowInteger = integer
        }
    }

    private init(_ ordering: CoreOrdering, double: Double) {
        self.init(.min, .max, -Self.greatest, Self.greatest, isExactForReals: true)
        // Round the double first, which is exact, and then add or subtract one as an integer.
        switch ordering {
        case .less:
            high = double.nextDown
            let bound = double.rounded(.up)
            if bound <= -0x1p63 { setEmptyIntegers() } else if bound < 0x1p63 { highInteger = Int64(bound) - 1 }
        case .lessOrEqual:
            high = double
            let bound = double.rounded(.down)
            if bound < -0x1p63 { setEmptyIntegers() } else if bound < 0x1p63 { highInteger = Int64(bound) }
        case .greater:
            low = double.nextUp
            let bound = double.rounded(.down)
            if bound >= 0x1p63 { setEmptyIntegers() } else if bound >= -0x1p63 { lowInteger = Int64(bound) + 1 }
        case .greaterOrEqual:
            low = double
            let bound = double.rounded(.up)
            if bound >= 0x1p63 { setEmptyIntegers() } else if bound >= -0x1p63 { lowInteger = Int64(bound) }
        }
    }

    private mutating func setEmptyIntegers() {
        lowInteger = 1
        highInteger = 0
    }

    func intersection(_ other: NumberRange) -> NumberRange {
        NumberRange(
            max(lowInteger, other.lowInteger), min(highInteger, other.highInteger), max(low, other.low),
            min(high, other.high), isExactForReals: isExactForReals && other.isExactForReals)
    }
}
