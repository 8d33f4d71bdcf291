import PredicateCore
import PredicatePlatform

/// The type of Swift values in the language, and how the values are read from memory.
///
/// A shape is used with a pointer to an initialized value of its type, and the value stays there
/// during the call.
@usableFromInline
indirect enum ValueShape: Sendable {
    case integer(IntegerWidth)
    case double
    case float
    case boolean
    case string
    case date
    /// A scalar without its own case here.
    case scalar(ScalarShape)
    case optional(OptionalShape)
    case collection(CollectionShape)
    case object(ObjectShape)
    case mapped(MappedShape)

    /// The value at a location, as every evaluator sees it.
    @usableFromInline
    func value(at pointer: UnsafeRawPointer) -> PredicateValue {
        switch self {
        case .integer(let width): return .integer(width.load(pointer))
        case .double: return ValueSemantics.value(pointer.load(as: Double.self))
        case .float: return ValueSemantics.value(Double(pointer.load(as: Float.self)))
        case .boolean: return .boolean(pointer.load(as: Bool.self))
        case .string: return .string(pointer.assumingMemoryBound(to: String.self).pointee)
        case .date:
            let date = pointer.load(as: Date.self)
            return date.timeIntervalSinceReferenceDate.isFinite ? .date(date) : .null
        case .scalar(let scalar): return scalar.value(pointer)
        case .optional(let optional): return optional.isNil(pointer) ? .null : optional.wrapped.value(at: pointer)
        case .collection(let collection): return collection.value(pointer)
        case .object(let object): return .object(object.type().record(pointer))
        case .mapped(let mapped):
            var value = PredicateValue.null
            mapped.withValue(pointer) { value = mapped.inner.value(at: $0) }
            return value
        }
    }

    /// The shape inside optionals and mappings, which determines the type.
    var core: ValueShape {
        switch self {
        case .optional(let optional): optional.wrapped.core
        case .mapped(let mapped): mapped.inner.core
        default: self
        }
    }

    static func optional<Wrapped>(_ wrapped: ValueShape, _: Wrapped.Type) -> ValueShape {
        .optional(
            OptionalShape(wrapped: wrapped) { pointer in
                switch pointer.assumingMemoryBound(to: Wrapped?.self).pointee {
                case .none: true
                case .some: false
                }
            })
    }

    static func mapped<Value, Other>(
        _ inner: ValueShape, cases: (() -> [PredicateValue])? = nil, order: MappedShape.Order? = nil,
        isRawValue: Bool = false, _ transform: @escaping (Value) -> Other
    ) -> ValueShape {
        .mapped(
            MappedShape(
                inner: inner, cases: cases,
                order: order ?? (Value.self is any Comparable.Type ? .unknown : .kept), isRawValue: isRawValue,
                withValue: ValueVisit { pointer, body in
                    withUnsafePointer(to: transform(pointer.assumingMemoryBound(to: Value.self).pointee)) {
                        body(UnsafeRawPointer($0))
                    }
                }))
    }
}

/// An integer that fits in a signed 64-bit integer.
@usableFromInline
enum IntegerWidth: Sendable {
    case int, int8, int16, int32, int64, uint8, uint16, uint32

    func load(_ pointer: UnsafeRawPointer) -> Int64 {
        switch self {
        case .int: Int64(pointer.load(as: Int.self))
        case .int8: Int64(pointer.load(as: Int8.self))
        case .int16: Int64(pointer.load(as: Int16.self))
        case .int32: Int64(pointer.load(as: Int32.self))
        case .int64: pointer.load(as: Int64.self)
        case .uint8: Int64(pointer.load(as: UInt8.self))
        case .uint16: Int64(pointer.load(as: UInt16.self))
        case .uint32: Int64(pointer.load(as: UInt32.self))
        }
    }
}

/// A scalar that is always read as a `PredicateValue`.
@usableFromInline
struct ScalarShape: Sendable {
    let type: ValueType
    let value: @Sendable (UnsafeRawPointer) -> PredicateValue
    /// The number in its Swift type, if the language has another type for it.
    let swiftNumber: (@Sendable (PredicateValue) -> Any?)?

    init(
        _ type: ValueType, swiftNumber: (@Sendable (PredicateValue) -> Any?)? = nil,
        _ value: @escaping @Sendable (UnsafeRawPointer) -> PredicateValue
    ) {
        self.type = type
        self.swiftNumber = swiftNumber
        self.value = value
    }
}

/// An optional. The wrapped value has the address of the optional: Swift puts the payload of an enumeration with one
/// payload at its start, and marks nil after it or with an unused bit pattern.
@usableFromInline
struct OptionalShape: Sendable {
    let wrapped: ValueShape
    let isNil: @Sendable (UnsafeRawPointer) -> Bool
}

// The functions of the following shapes hold only types and shapes. They are not `@Sendable`, because then the types would have to
// conform to protocols on every thread, and a type of the main actor may not.

/// Calls a function with the location of another value, which is valid during the call, if there is one.
struct ValueVisit: @unchecked Sendable {
    private let visit: (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void

    init(_ visit: @escaping (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void) { self.visit = visit }

    @inline(__always)
    func callAsFunction(_ pointer: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) { visit(pointer, body) }
}

/// An array, a set or a dictionary, which is read where it is.
@usableFromInline
struct CollectionShape: @unchecked Sendable {
    enum Kind: Sendable { case list, set, dictionary }

    /// How the elements, or the values of a dictionary, are visited.
    struct Walk: @unchecked Sendable {
        /// The number of bytes between two elements of a run.
        let stride: Int
        /// Calls a function with runs of elements that are adjacent in memory, until it returns false: the location of the first
        /// element, and their number. An array is one run. Each element of a set or a dictionary is a separate run.
        let runs: (UnsafeRawPointer, (UnsafeRawPointer, Int) -> Bool) -> Void

        /// Calls a function with the location of each element until it returns false.
        @inline(__always)
        func forEach(_ pointer: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool) {
            runs(pointer) { first, count in
                var element = first
                for _ in 0..<count {
                    guard body(element) else { return false }
                    element += stride
                }
                return true
            }
        }
    }

    let kind: Kind
    let element: ValueShape
    let walk: Walk
    /// The number of elements or entries.
    let count: (UnsafeRawPointer) -> Int
    /// Finds the element of a set that equals a constant, or the value of a key in a dictionary, without a walk; nil if that
    /// is not possible.
    let finder: (PredicateValue) -> ValueVisit?
    /// All of it as a value of the language.
    let value: (UnsafeRawPointer) -> PredicateValue

    /// Whether there are as many elements in the language. Some that Swift tells apart may be equal there.
    var keepsCount: Bool { kind != .set || element.keepsValuesApart }
}

/// A type with fields. The description is requested on demand, so that a type may have fields of the same type.
@usableFromInline
struct ObjectShape: @unchecked Sendable {
    let type: () -> DescribedType

    init(_ type: @escaping () -> DescribedType) { self.type = type }
}

/// A value that is read as another one.
@usableFromInline
struct MappedShape: @unchecked Sendable {
    /// The order of the values of a type.
    enum Order: Sendable {
        /// That of the other values; also for types without an order.
        case kept
        /// That of the type.
        case own(ValueOrder)
        /// The type is comparable, and does not say whether the other values have its order.
        case unknown
    }

    let inner: ValueShape
    /// The possible values, if they are known.
    let cases: (() -> [PredicateValue])?
    let order: Order
    /// Whether the other value is a raw value.
    let isRawValue: Bool
    /// Calls the body with the address of the other value, which is valid during the call.
    let withValue: ValueVisit

    /// The order of the type, if values in memory may be compared: a raw value makes the same value again, unless it is a number
    /// that is not finite. Other mappings need not be exact.
    var orderOfMemory: ValueOrder? {
        guard isRawValue, case .own(let order) = order else { return nil }
        switch inner {
        case .integer, .boolean, .string: return order
        default: return nil
        }
    }
}
