import PredicatePlatform

import PredicateFormat

/// The text form of a number: its significant digits, as far as they fit in 64 bits, and its exponent.
///
/// The value is `mantissa` · 10^`exponent`, exactly when `dropped` is 0.
struct JSONNumber {
    var start: Int
    var end = 0
    var isNegative = false
    /// Whether the number has no decimal point and no exponent.
    var isInteger = true
    /// The first nineteen significant digits.
    var mantissa: UInt64 = 0
    /// The number of significant digits in `mantissa`.
    var digits = 0
    /// The number of significant digits that do not fit in `mantissa`.
    var dropped = 0
    /// The power of ten by which `mantissa` is multiplied.
    var exponent = 0

    init(start: Int) { self.start = start }

    @inline(__always)
    mutating func append(_ digit: UInt8, isFraction: Bool) {
        if isFraction { exponent &-= 1 }
        if digits < 19 {
            mantissa = mantissa &* 10 &+ UInt64(digit)
            if mantissa != 0 { digits &+= 1 }
        } else {
            dropped &+= 1
            exponent &+= 1
        }
    }

    /// The number is below 10^`magnitude`.
    @inline(__always)
    var magnitude: Int { digits &+ exponent }

    /// The value: an integer, past 64 bits a decimal, and with a point or an exponent a double (D128, D92).
    @inline(__always)
    func value(in base: UnsafePointer<UInt8>) -> PredicateValue {
        if isInteger && dropped == 0 {
            if !isNegative {
                if mantissa <= UInt64(Int64.max) { return .integer(Int64(mantissa)) }
            } else if mantissa <= UInt64(Int64.max) + 1 {
                return .integer(0 &- Int64(truncatingIfNeeded: mantissa))
            }
        }
        if isInteger { return decimal(in: base) }
        return .double(double(in: base) ?? 0)
    }

    /// The nearest double; nil if the number is out of range.
    @inline(__always)
    func double(in base: UnsafePointer<UInt8>) -> Double? {
        // Both factors are exact, so the result is rounded only once.
        if dropped == 0 && mantissa <= 1 << 53 && exponent >= -22 && exponent <= 22 {
            let value = Double(mantissa)
            let scaled = exponent < 0 ? value / Self.powersOfTen(-exponent) : value * Self.powersOfTen(exponent)
            return isNegative ? -scaled : scaled
        }
        return slowDouble(in: base)
    }

    @inline(never)
    private func slowDouble(in base: UnsafePointer<UInt8>) -> Double? {
        if mantissa == 0 { return isNegative ? -0.0 : 0 }
        let text = String(decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self)
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// 10^0 to 10^22, which are exact as doubles.
    @inline(__always)
    private static func powersOfTen(_ exponent: Int) -> Double {
        // Products of exact powers below 10^23 are exact.
        var value = 1.0
        if exponent & 1 != 0 { value *= 1e1 }
        if exponent & 2 != 0 { value *= 1e2 }
        if exponent & 4 != 0 { value *= 1e4 }
        if exponent & 8 != 0 { value *= 1e8 }
        if exponent & 16 != 0 { value *= 1e16 }
        return value
    }

    /// The number as a decimal, rounded to the nearest if it has more than 38 digits; as a double if it is out of range
    /// for decimals.
    @inline(never)
    func decimal(in base: UnsafePointer<UInt8>) -> PredicateValue {
        var digits: [UInt8] = []
        var exponent = exponent - dropped
        for index in start..<end {
            let byte = base[index]
            if byte | 0x20 == 0x65 { break }
            guard byte >= 0x30 && byte <= 0x39, byte != 0x30 || !digits.isEmpty else { continue }
            digits.append(byte - 0x30)
        }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        // Digits below the smallest exponent are rounded as well.
        let room = max(-1, min(38, digits.count + exponent + 128))
        if digits.count > room {
            let roundsUp = room >= 0 && digits[room] >= 5
            exponent += digits.count - max(room, 0)
            digits.removeLast(digits.count - max(room, 0))
            if roundsUp { Self.increment(&digits, &exponent) }
        }
        if digits.isEmpty { return .decimal(0) }
        if exponent > 127 { return .double(double(in: base) ?? 0) }
        let high = digits.dropLast(19).reduce(UInt64(0)) { $0 &* 10 &+ UInt64($1) }
        let low = digits.suffix(19).reduce(UInt64(0)) { $0 &* 10 &+ UInt64($1) }
        let significand = Decimal(high) * Decimal(10_000_000_000_000_000_000 as UInt64) + Decimal(low)
        let value = Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
        return value.isNaN ? .double(double(in: base) ?? 0) : .decimal(value)
    }

    /// Adds one to the last digit.
    private static func increment(_ digits: inout [UInt8], _ exponent: inout Int) {
        while let last = digits.last {
            if last < 9 {
                digits[digits.count - 1] = last + 1
                return
            }
            digits.removeLast()
            exponent += 1
        }
        digits = [1]
    }
}
