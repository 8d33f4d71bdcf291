import PredicateFormat

/// A number as its integral part and the rest, so that integers and doubles are ordered exactly.
///
/// Beyond 64 bits the integral part is the nearest integer, and the rest is the double itself.
struct NumberKey: Comparable, Sendable, BitwiseCopyable {
    var integer: Int64
    var rest: Double

    @inline(__always)
    init(_ integer: Int64) {
        self.integer = integer
        rest = 0
    }

    /// The key of a boolean, which counts as 1 or 0.
    @inline(__always)
    init(_ flag: Bool) { self.init(flag ? 1 as Int64 : 0) }

    /// The key of a finite double.
    @inline(__always)
    init(_ double: Double) {
        let whole = double.rounded(.towardZero)
        if let integer = Int64(exactly: whole) {
            self.integer = integer
            rest = double - whole
        } else {
            integer = double < 0 ? .min : .max
            rest = double
        }
    }

    init(_ number: ConstantNumber) {
        switch number {
        case .integer(let integer): self.init(integer)
        case .double(let double): self.init(double)
        }
    }

    @inline(__always)
    static func < (a: NumberKey, b: NumberKey) -> Bool {
        a.integer != b.integer ? a.integer < b.integer : a.rest < b.rest
    }

    @inline(__always)
    static func == (a: NumberKey, b: NumberKey) -> Bool { a.integer == b.integer && a.rest == b.rest }
}

extension Interval<NumberKey> {
    /// The numbers that pass a test.
    init(_ test: NumberTest) {
        self.init(test.bound)
        guard let upper = test.upper else { return }
        let above = Interval(upper)
        high = above.high
        includesHigh = above.includesHigh
    }

    private init(_ bound: NumberTest.Bound) {
        let key = NumberKey(bound.number)
        switch bound.comparison {
        case .less: self.init(high: key, includesHigh: false)
        case .lessOrEqual: self.init(high: key)
        case .greater: self.init(low: key, includesLow: false)
        case .greaterOrEqual: self.init(low: key)
        case .equal: self.init(low: key, high: key)
        }
    }
}
