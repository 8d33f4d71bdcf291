import PredicatePlatform

/// The numbers that stand in a relation to a constant: from one to another, both included.
///
/// All of `==`, `<`, `<=`, `>`, `>=` and BETWEEN are such ranges, both among the integers of 64 bits and among the finite doubles; so one
/// closure does for all of them. Dates are ranges of their seconds.
package struct NumberRange: Sendable {
    /// The least and the greatest integer; empty when they are the wrong way round.
    private(set) var lowInteger: Int64
    private(set) var highInteger: Int64
    /// The least and the greatest double; empty when they are the wrong way round.
    private(set) var low: Double
    private(set) var high: Double
    /// Whether the doubles are exact: an integer that no double is has no location among them.
    private(set) var isExactForReals: Bool

    private init(_ lowInteger: Int64, _ highInteger: Int64, _ low: Double, _ high: Double, isExactForReals: Bool) {
        self.lowInteger = lowInteger
        self.highInteger = highInteger
        self.low = low
        self.high = high
        self.isExactForReals = isExactForReals
    }

    private static let greatest = Double.greatestFiniteMagnitude

    /// What is equal to a constant; nil when it is neither a number (decimals are left to others) nor a date.
    init?(equal value: PredicateValue) {
        guard let below = NumberRange(.lessOrEqual, value), let above = NumberRange(.greaterOrEqual, value) else {
            return nil
        }
        self = below.intersection(above)
    }

    /// What stands in an order to a constant; nil when it is neither a number (decimals are left to others) nor a date.
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
        // Rounding is exact; only then is one added or taken away, among integers.
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
