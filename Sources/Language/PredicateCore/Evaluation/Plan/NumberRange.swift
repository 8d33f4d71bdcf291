import PredicatePlatform

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
