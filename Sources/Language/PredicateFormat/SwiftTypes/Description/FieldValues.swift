import PredicateCore
import PredicatePlatform

// The Swift types of the language's values.

extension Int: PredicateFieldValue {
    /// An integer.
    public static var predicateShape: PredicateShape<Int> { PredicateShape(.integer(.int)) }
}

extension Int8: PredicateFieldValue {
    /// An integer.
    public static var predicateShape: PredicateShape<Int8> { PredicateShape(.integer(.int8)) }
}

extension Int16: PredicateFieldValue {
    /// An integer.
    public static var predicateShape: PredicateShape<Int16> { PredicateShape(.integer(.int16)) }
}

extension Int32: PredicateFieldValue {
    /// An integer.
    public static var predicateShape: PredicateShape<Int32> { PredicateShape(.integer(.int32)) }
}

extension Int64: PredicateFieldValue {
    /// An integer.
    public static var predicateShape: PredicateShape<Int64> { PredicateShape(.integer(.int64)) }
}

extension UInt: PredicateFieldValue {
    /// An integer; a decimal if it does not fit in 63 bits (D100).
    public static var predicateShape: PredicateShape<UInt> { PredicateShape(wideShape) }
}

extension UInt8: PredicateFieldValue {
    /// An integer.
    public static var predicateShape: PredicateShape<UInt8> { PredicateShape(.integer(.uint8)) }
}

extension UInt16: PredicateFieldValue {
    /// An integer.
    public static var predicateShape: PredicateShape<UInt16> { PredicateShape(.integer(.uint16)) }
}

extension UInt32: PredicateFieldValue {
    /// An integer.
    public static var predicateShape: PredicateShape<UInt32> { PredicateShape(.integer(.uint32)) }
}

extension UInt64: PredicateFieldValue {
    /// An integer; a decimal if it does not fit in 63 bits (D100).
    public static var predicateShape: PredicateShape<UInt64> { PredicateShape(wideShape) }
}

extension UnsignedInteger where Self: FixedWidthInteger & Sendable {
    /// An integer that may not fit in 63 bits.
    fileprivate static var wideShape: ValueShape {
        .scalar(ScalarShape(.integer, swiftNumber: { value(of: $0) }) { $0.load(as: Self.self).predicateNumber })
    }

    fileprivate var predicateNumber: PredicateValue {
        Int64(exactly: self).map(PredicateValue.integer) ?? .decimal(Decimal(UInt64(truncatingIfNeeded: self)))
    }

    /// The number of a value; nil if it does not fit.
    fileprivate static func value(of value: PredicateValue) -> Any? {
        switch value {
        case .integer(let integer): Self(exactly: integer)
        case .double(let double): Self(exactly: double)
        case .decimal(let decimal): Self(decimal.description)
        default: nil
        }
    }
}

extension Float: PredicateFieldValue {
    /// A double; nil when it is not finite.
    public static var predicateShape: PredicateShape<Float> { PredicateShape(.float) }
}

extension Double: PredicateFieldValue {
    /// A double; nil when it is not finite.
    public static var predicateShape: PredicateShape<Double> { PredicateShape(.double) }
}

extension Bool: PredicateFieldValue {
    /// A boolean.
    public static var predicateShape: PredicateShape<Bool> { PredicateShape(.boolean) }
}

extension String: PredicateFieldValue {
    /// Text.
    public static var predicateShape: PredicateShape<String> { PredicateShape(.string) }
}

extension Substring: PredicateFieldValue {
    /// Text.
    public static var predicateShape: PredicateShape<Substring> { .mappedInOrder { String($0) } }
}

extension Character: PredicateFieldValue {
    /// Text.
    public static var predicateShape: PredicateShape<Character> { .mappedInOrder { String($0) } }
}

extension Date: PredicateFieldValue {
    /// A date; nil when it is not finite.
    public static var predicateShape: PredicateShape<Date> { PredicateShape(.date) }
}

extension UUID: PredicateFieldValue {
    /// A UUID.
    public static var predicateShape: PredicateShape<UUID> {
        PredicateShape(.scalar(ScalarShape(.uuid) { .uuid($0.assumingMemoryBound(to: UUID.self).pointee) }))
    }
}

extension URL: PredicateFieldValue {
    /// A URL, by its absolute text.
    public static var predicateShape: PredicateShape<URL> {
        PredicateShape(.scalar(ScalarShape(.url) { .url($0.assumingMemoryBound(to: URL.self).pointee.absoluteString) }))
    }
}

extension Decimal: PredicateFieldValue {
    /// A decimal; nil when it is not a number.
    public static var predicateShape: PredicateShape<Decimal> {
        PredicateShape(
            .scalar(
                ScalarShape(.decimal) {
                    let decimal = $0.assumingMemoryBound(to: Decimal.self).pointee
                    return decimal.isNaN ? .null : .decimal(decimal)
                }))
    }
}

extension Data: PredicateFieldValue {
    /// Bytes.
    public static var predicateShape: PredicateShape<Data> {
        PredicateShape(.scalar(ScalarShape(.data) { .data($0.assumingMemoryBound(to: Data.self).pointee) }))
    }
}

extension PredicateValue: PredicateFieldValue {
    /// A value of any type.
    public static var predicateShape: PredicateShape<PredicateValue> {
        PredicateShape(.scalar(ScalarShape(.any) { $0.assumingMemoryBound(to: PredicateValue.self).pointee }))
    }
}

extension Optional: PredicateFieldValue, PredicateArgument where Wrapped: PredicateFieldValue {
    /// The type or nil; an optional of an optional is one optional.
    public static var predicateShape: PredicateShape<Wrapped?> { .optional(Wrapped.predicateShape) }
}

extension Array: PredicateFieldValue, PredicateArgument where Element: PredicateFieldValue {
    /// A list.
    public static var predicateShape: PredicateShape<[Element]> { .list(of: Element.predicateShape) }
}

extension Set: PredicateFieldValue, PredicateArgument where Element: PredicateFieldValue {
    /// A set.
    public static var predicateShape: PredicateShape<Set<Element>> {
        PredicateShape(.collection(.set(of: Element.self, Element.predicateShape.shape)))
    }
}

extension Dictionary: PredicateFieldValue, PredicateArgument where Key == String, Value: PredicateFieldValue {
    /// A dictionary; its entries are in the order of their keys.
    public static var predicateShape: PredicateShape<[String: Value]> {
        PredicateShape(.collection(.dictionary(of: Value.self, Value.predicateShape.shape)))
    }
}

extension ClosedRange: PredicateFieldValue, PredicateArgument where Bound: PredicateFieldValue {
    /// The list of the two bounds, for BETWEEN.
    public static var predicateShape: PredicateShape<ClosedRange<Bound>> {
        PredicateShape(
            ValueShape.mapped([Bound].predicateShape.shape) { (range: Self) in [range.lowerBound, range.upperBound] })
    }
}
