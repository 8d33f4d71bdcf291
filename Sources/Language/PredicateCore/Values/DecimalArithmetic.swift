import PredicatePlatform

/// Arithmetic on decimals. Foundation's multiplication traps if the sum of the exponents is out of range.
enum DecimalArithmetic {
    /// A decimal unless it is NaN, which is how Foundation reports an overflow.
    static func checked(_ decimal: Decimal) -> Decimal? { decimal.isNaN ? nil : decimal }

    static func product(_ a: Decimal, _ b: Decimal) -> Decimal? {
        guard (-128...127).contains(a.exponent + b.exponent) else { return nil }
        return checked(a * b)
    }

    static func quotient(_ a: Decimal, _ b: Decimal) -> Decimal? {
        b == 0 ? nil : checked(a / b)
    }

    /// A whole power by repeated squaring; a negative one is the reciprocal.
    static func power(_ base: Decimal, _ exponent: Int64) -> Decimal? {
        var result = Decimal(1)
        var square = base
        var rest = exponent.magnitude
        while rest > 0 {
            if rest & 1 == 1 {
                guard let product = product(result, square) else { return nil }
                result = product
            }
            rest >>= 1
            if rest > 0 {
                guard let product = product(square, square) else { return nil }
                square = product
            }
        }
        return exponent < 0 ? quotient(1, result) : result
    }
}
