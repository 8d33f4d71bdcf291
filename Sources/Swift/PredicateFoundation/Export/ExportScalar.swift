import PredicatePlatform

import PredicateCore

/// A Swift type whose values standard expressions compare with constants.
protocol ExportScalar: Hashable, Codable, Sendable {
    /// The value of the type that replaces a constant in comparisons: the same value, or the nearest value on one
    /// side of it. Nil if values of the type do not compare with the constant.
    static func threshold(for constant: PredicateValue) -> Threshold<Self>?
}

/// A value, and its order relative to the original constant.
struct Threshold<Value> {
    let value: Value
    let order: ValueSemantics.Order

    init(_ value: Value, _ order: ValueSemantics.Order = .equal) {
        self.value = value
        self.order = order
    }
}

extension Threshold: Sendable where Value: Sendable {}

/// A scalar with an order.
protocol OrderedScalar: ExportScalar, Comparable {
    /// The values that are not nil in the language; nil if that is true of all values.
    static var finite: ClosedRange<Self>? { get }
}

extension OrderedScalar {
    static var finite: ClosedRange<Self>? { nil }
}

/// An integer.
protocol IntegerScalar: OrderedScalar, FixedWidthInteger {}

/// A binary floating-point number.
protocol RealScalar: OrderedScalar, BinaryFloatingPoint {}

extension IntegerScalar {
    static func threshold(for constant: PredicateValue) -> Threshold<Self>? {
        switch constant {
        case .integer(let integer): return whole(integer, isWhole: true)
        case .boolean(let value): return Threshold(value ? 1 : 0)
        case .double(let double):
            let floor = double.rounded(.down)
            if let value = Self(exactly: floor) { return Threshold(value, floor == double ? .equal : .less) }
            return double > 0 ? Threshold(max, .less) : Threshold(min, .greater)
        case .decimal(let decimal):
            // The description of a decimal has no exponent.
            let parts = decimal.description.split(separator: ".", omittingEmptySubsequences: false)
            let isNegative = parts.first?.first == "-"
            guard let whole = parts.first.flatMap({ Self($0) }) else {
                // Only "-0" for an unsigned type and values out of range reach this.
                if isNegative { return Threshold(min, min == 0 && decimal > -1 && decimal == 0 ? .equal : .greater) }
                return Threshold(max, .less)
            }
            if parts.count == 1 { return Threshold(whole) }
            return isNegative ? Threshold(whole, .greater) : Threshold(whole, .less)
        default: return nil
        }
    }

    private static func whole(_ integer: Int64, isWhole: Bool) -> Threshold<Self> {
        if let value = Self(exactly: integer) { return Threshold(value) }
        return integer > 0 ? Threshold(max, .less) : Threshold(min, .greater)
    }
}

extension RealScalar {
    static var finite: ClosedRange<Self>? { -Self.greatestFiniteMagnitude...Self.greatestFiniteMagnitude }

    static func threshold(for constant: PredicateValue) -> Threshold<Self>? {
        var double: Double
        switch constant {
        case .integer(let integer):
            let value = Self(integer)
            let order = ExactNumber.compare(integer, Double(value))
            return Threshold(value, order == .less ? .greater : order == .greater ? .less : .equal)
        case .boolean(let value): double = value ? 1 : 0
        case .double(let value): double = value
        case .decimal(let decimal): double = Double(decimal.description) ?? 0
        default: return nil
        }
        let limit = Self.greatestFiniteMagnitude
        if double > Double(limit) { return Threshold(limit, .less) }
        if double < -Double(limit) { return Threshold(-limit, .greater) }
        var value = Self(double)
        // Rounding may exceed the largest value.
        if !value.isFinite { value = double > 0 ? limit : -limit }
        let own = Double(value)
        if own == double { double = own }
        return Threshold(value, own < double ? .less : own > double ? .greater : .equal)
    }
}

extension Int: IntegerScalar {}
extension Int8: IntegerScalar {}
extension Int16: IntegerScalar {}
extension Int32: IntegerScalar {}
extension Int64: IntegerScalar {}
extension UInt: IntegerScalar {}
extension UInt8: IntegerScalar {}
extension UInt16: IntegerScalar {}
extension UInt32: IntegerScalar {}
extension UInt64: IntegerScalar {}
extension Float: RealScalar {}
extension Double: RealScalar {}

extension Decimal: OrderedScalar {
    static var finite: ClosedRange<Decimal>? { -Decimal.greatestFiniteMagnitude...Decimal.greatestFiniteMagnitude }

    static func threshold(for constant: PredicateValue) -> Threshold<Decimal>? {
        switch constant {
        case .integer(let integer): Threshold(Decimal(integer))
        case .boolean(let value): Threshold(value ? 1 : 0)
        case .decimal(let decimal): Threshold(decimal)
        case .double(let double): Decimal(string: "\(double)").map { Threshold($0) }
        default: nil
        }
    }
}

extension Date: OrderedScalar {
    static var finite: ClosedRange<Date>? {
        let limit = Double.greatestFiniteMagnitude
        return Date(timeIntervalSinceReferenceDate: -limit)...Date(timeIntervalSinceReferenceDate: limit)
    }

    static func threshold(for constant: PredicateValue) -> Threshold<Date>? {
        switch constant {
        case .date(let date): return Threshold(date)
        case .string(let text):
            guard case .success(let date) = PredicateDate.parseLiteral(text) else { return nil }
            return Threshold(date)
        default: return nil
        }
    }
}

extension String: OrderedScalar {
    static func threshold(for constant: PredicateValue) -> Threshold<String>? {
        if case .string(let text) = constant { Threshold(text) } else { nil }
    }
}

extension Bool: ExportScalar {
    static func threshold(for constant: PredicateValue) -> Threshold<Bool>? {
        if case .boolean(let value) = constant { Threshold(value) } else { nil }
    }
}

extension UUID: ExportScalar {
    static func threshold(for constant: PredicateValue) -> Threshold<UUID>? {
        switch ValueSemantics.read(constant, as: .uuid) {
        case .uuid(let uuid): Threshold(uuid)
        default: nil
        }
    }
}

extension URL: ExportScalar {
    static func threshold(for constant: PredicateValue) -> Threshold<URL>? {
        switch constant {
        case .url(let text), .string(let text): URL(string: text).map { Threshold($0) }
        default: nil
        }
    }
}

extension Data: ExportScalar {
    static func threshold(for constant: PredicateValue) -> Threshold<Data>? {
        switch ValueSemantics.read(constant, as: .data) {
        case .data(let data): Threshold(data)
        default: nil
        }
    }
}

extension String {
    /// Whether no other text is canonically equivalent. Then `==` in Swift and in the language agree.
    ///
    /// Three characters decompose to ASCII: the Greek question mark to `;`, the varia to a grave accent, and the
    /// Kelvin sign to `K`. No other character does, except ASCII itself.
    var isAloneInItsCanonicalClass: Bool {
        utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "K") }
    }
}
