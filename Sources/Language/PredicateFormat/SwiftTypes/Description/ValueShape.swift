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
    /// A scalar without a case of its own here.
    case scalar(ScalarShape)
    case optional(OptionalShape)
    case list(ListShape)
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
        case .list(let list): return list.value(at: pointer)
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

    static func list<Element>(_ element: ValueShape, _: Element.Type) -> ValueShape {
        .list(
            ListShape(element: element, stride: MemoryLayout<Element>.stride) { pointer, body in
                pointer.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer { elements in
                    body(elements.baseAddress.map { UnsafeRawPointer($0) } ?? pointer, elements.count)
                }
            })
    }

    static func mapped<Value, Other>(
        _ inner: ValueShape, cases: [PredicateValue]? = nil, isRawValue: Bool = false,
        _ transform: @escaping @Sendable (Value) -> Other
    ) -> ValueShape {
        .mapped(
            MappedShape(inner: inner, cases: cases, isRawValue: isRawValue) { pointer, body in
                withUnsafePointer(to: transform(pointer.assumingMemoryBound(to: Value.self).pointee)) {
                    body(UnsafeRawPointer($0))
                }
            })
    }
}

/// An integer that fits in a signed 64-bit integer.
@usableFromInline
enum IntegerWidth: Sendable {
    case int8, int16, int32, int64, uint8, uint16, uint32

    func load(_ pointer: UnsafeRawPointer) -> Int64 {
        switch self {
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

    init(_ type: ValueType, _ value: @escaping @Sendable (UnsafeRawPointer) -> PredicateValue) {
        self.type = type
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

/// An array.
@usableFromInline
struct ListShape: Sendable {
    let element: ValueShape
    let stride: Int
    /// Calls the body with the first element's location and the number of elements.
    let withElements: @Sendable (UnsafeRawPointer, (UnsafeRawPointer, Int) -> Void) -> Void

    func value(at pointer: UnsafeRawPointer) -> PredicateValue {
        var values: [PredicateValue] = []
        withElements(pointer) { first, count in
            values.reserveCapacity(count)
            for index in 0..<count { values.append(element.value(at: first + index * stride)) }
        }
        return .list(values)
    }
}

/// A set or a dictionary: read as a whole.
@usableFromInline
struct CollectionShape: Sendable {
    enum Kind: Sendable { case set, dictionary }

    let kind: Kind
    let element: ValueShape
    let value: @Sendable (UnsafeRawPointer) -> PredicateValue

    init(
        _ kind: Kind, of element: ValueShape, _ value: @escaping @Sendable (UnsafeRawPointer) -> PredicateValue
    ) {
        self.kind = kind
        self.element = element
        self.value = value
    }
}

/// A type with fields. The description is requested on demand, so that a type may have fields of its own type.
@usableFromInline
struct ObjectShape: Sendable {
    let type: @Sendable () -> DescribedType

    init(_ type: @escaping @Sendable () -> DescribedType) { self.type = type }
}

/// A value that is read as another one.
@usableFromInline
struct MappedShape: Sendable {
    let inner: ValueShape
    /// The possible values, if they are known.
    let cases: [PredicateValue]?
    /// Whether the other value is a raw value.
    let isRawValue: Bool
    /// Calls the body with the address of the other value, which is valid during the call.
    let withValue: @Sendable (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
}
