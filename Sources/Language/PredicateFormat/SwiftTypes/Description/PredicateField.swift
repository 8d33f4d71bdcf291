import PredicateCore
import PredicatePlatform

/// A field of a described type: its name in predicates, and access to its value.
///
/// ```swift
/// PredicateField("age", \.age)
/// PredicateField("fullName") { $0.first + " " + $0.last }
/// ```
///
/// A key path to a stored property of a structure is the fastest: its value is read directly from memory. Other key
/// paths and closures are called each time, and closures are then much faster than key paths.
public struct PredicateField<Root>: Sendable {
    let field: DescribedField

    @usableFromInline
    init<Value>(
        name: String, documentation: String?, limits: FieldLimits?, shape: PredicateShape<Value>, access: FieldAccess,
        keyPath: (any KeyPath<Root, Value> & Sendable)?
    ) {
        field = DescribedField(
            name: name, documentation: documentation, limits: limits, valueType: Value.self, shape: shape.shape,
            access: access, keyPath: keyPath)
    }

    /// A field by a key path.
    ///
    /// - Parameters:
    ///   - name: the name in predicates; any text, but a name that is not an identifier needs quotes there.
    ///   - keyPath: the property.
    ///   - documentation: a sentence about the field.
    ///   - limits: how large its values may be, for estimates of cost (`PredicateLimits.untrusted`). A field that states nothing
    ///     counts with 1,000 elements and 4,096 bytes of text.
    @inlinable
    public init<Value: PredicateFieldValue>(
        _ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, documentation: String? = nil,
        limits: FieldLimits? = nil
    ) {
        self.init(name, keyPath, as: Value.predicateShape, documentation: documentation, limits: limits)
    }

    /// A field by a key path, with a given shape for its type.
    @inlinable
    public init<Value>(
        _ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, as shape: PredicateShape<Value>,
        documentation: String? = nil, limits: FieldLimits? = nil
    ) {
        self.init(name, keyPath, as: shape, documentation: documentation, limits: limits) { $0[keyPath: keyPath] }
    }

    /// A field by a key path and a closure that reads the same property.
    ///
    /// The key path identifies the field in predicates that are written in Swift. The closure reads the value, unless
    /// it has a fixed offset in the containing value. The macro writes this form.
    @inlinable
    public init<Value: PredicateFieldValue>(
        _ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, documentation: String? = nil,
        limits: FieldLimits? = nil, reading: @escaping @Sendable (Root) -> Value
    ) {
        self.init(
            name, keyPath, as: Value.predicateShape, documentation: documentation, limits: limits, reading: reading)
    }

    /// A field by a key path and a closure that reads the same property, with a given shape for its type.
    @inlinable
    public init<Value>(
        _ name: String, _ keyPath: any KeyPath<Root, Value> & Sendable, as shape: PredicateShape<Value>,
        documentation: String? = nil, limits: FieldLimits? = nil, reading: @escaping @Sendable (Root) -> Value
    ) {
        let access: FieldAccess =
            MemoryLayout<Root>.offset(of: keyPath).map(FieldAccess.offset) ?? FieldAccess(Root.self, reading)
        self.init(
            name: name, documentation: documentation, limits: limits, shape: shape, access: access, keyPath: keyPath)
    }

    /// A field by a key path to a property of the main actor.
    ///
    /// Predicates that read it are evaluated on the main actor. Elsewhere the program ends, as with
    /// `MainActor.assumeIsolated`.
    @MainActor @inlinable
    public init<Value: PredicateFieldValue>(
        _ name: String, onMainActor keyPath: KeyPath<Root, Value>, documentation: String? = nil,
        limits: FieldLimits? = nil
    ) {
        // A key path never changes. This one is not `Sendable` because its property belongs to the actor.
        let keyPath = unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
        self.init(
            name: name, documentation: documentation, limits: limits, shape: Value.predicateShape,
            access: FieldAccess(onMainActor: keyPath), keyPath: keyPath)
    }

    /// A field whose value comes from a closure.
    @inlinable
    public init<Value: PredicateFieldValue>(
        _ name: String, documentation: String? = nil, limits: FieldLimits? = nil,
        reading: @escaping @Sendable (Root) -> Value
    ) {
        self.init(name, as: Value.predicateShape, documentation: documentation, limits: limits, reading: reading)
    }

    /// A field whose value comes from a closure, with a given shape for its type.
    @inlinable
    public init<Value>(
        _ name: String, as shape: PredicateShape<Value>, documentation: String? = nil, limits: FieldLimits? = nil,
        reading: @escaping @Sendable (Root) -> Value
    ) {
        self.init(
            name: name, documentation: documentation, limits: limits, shape: shape,
            access: FieldAccess(Root.self, reading), keyPath: nil)
    }
}

/// How the value of a field is read, from a pointer to the value that contains the field.
///
/// The most common types have their own cases, so that their closures are called directly. The closures are made in
/// inlinable code where a field is declared: there the compiler knows the type and the property. A closure inside
/// another closure would copy the whole value first.
@usableFromInline
enum FieldAccess: Sendable {
    /// An offset in bytes from the pointer.
    case offset(Int)
    case integer(@Sendable (UnsafeRawPointer) -> Int)
    case optionalInteger(@Sendable (UnsafeRawPointer) -> Int?)
    case double(@Sendable (UnsafeRawPointer) -> Double)
    case optionalDouble(@Sendable (UnsafeRawPointer) -> Double?)
    case boolean(@Sendable (UnsafeRawPointer) -> Bool)
    /// Text, and a comparison with a constant text that makes no copy.
    case string(
        @Sendable (UnsafeRawPointer) -> String, equal: @Sendable (UnsafeRawPointer, ConstantText) -> Bool)
    case optionalString(@Sendable (UnsafeRawPointer) -> String?)
    case date(@Sendable (UnsafeRawPointer) -> Date)
    /// Calls a body with the address of the value, which is valid during the call.
    case value(@Sendable (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void)

    @inlinable
    init<Root, Value>(_: Root.Type, _ read: @escaping @Sendable (Root) -> Value) {
        // Equal types have the same layout.
        if Value.self == Int.self {
            self = .integer { unsafeBitCast(read($0.assumingMemoryBound(to: Root.self).pointee), to: Int.self) }
        } else if Value.self == Int?.self {
            self = .optionalInteger {
                unsafeBitCast(read($0.assumingMemoryBound(to: Root.self).pointee), to: Int?.self)
            }
        } else if Value.self == Double.self {
            self = .double { unsafeBitCast(read($0.assumingMemoryBound(to: Root.self).pointee), to: Double.self) }
        } else if Value.self == Double?.self {
            self = .optionalDouble {
                unsafeBitCast(read($0.assumingMemoryBound(to: Root.self).pointee), to: Double?.self)
            }
        } else if Value.self == Bool.self {
            self = .boolean { unsafeBitCast(read($0.assumingMemoryBound(to: Root.self).pointee), to: Bool.self) }
        } else if Value.self == String.self {
            self = .string(
                { unsafeBitCast(read($0.assumingMemoryBound(to: Root.self).pointee), to: String.self) },
                equal: { pointer, text in
                    text.equals(
                        unsafeBitCast(read(pointer.assumingMemoryBound(to: Root.self).pointee), to: String.self))
                })
        } else if Value.self == String?.self {
            self = .optionalString {
                unsafeBitCast(read($0.assumingMemoryBound(to: Root.self).pointee), to: String?.self)
            }
        } else if Value.self == Date.self {
            self = .date { unsafeBitCast(read($0.assumingMemoryBound(to: Root.self).pointee), to: Date.self) }
        } else {
            self = .value { pointer, body in
                withUnsafePointer(to: read(pointer.assumingMemoryBound(to: Root.self).pointee)) {
                    body(UnsafeRawPointer($0))
                }
            }
        }
    }

    @inlinable
    init<Root, Value>(onMainActor keyPath: any KeyPath<Root, Value> & Sendable) {
        self.init(Root.self) { root in
            MainActor.preconditionIsolated()
            return root[keyPath: keyPath]
        }
    }

    /// Calls a body with the location of the value.
    func withValue(_ pointer: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        switch self {
        case .offset(let offset): body(pointer + offset)
        case .integer(let read): Self.location(read(pointer), body)
        case .optionalInteger(let read): Self.location(read(pointer), body)
        case .double(let read): Self.location(read(pointer), body)
        case .optionalDouble(let read): Self.location(read(pointer), body)
        case .boolean(let read): Self.location(read(pointer), body)
        case .string(let read, _): Self.location(read(pointer), body)
        case .optionalString(let read): Self.location(read(pointer), body)
        case .date(let read): Self.location(read(pointer), body)
        case .value(let withValue): withValue(pointer, body)
        }
    }

    @inline(__always)
    private static func location<Value>(_ value: Value, _ body: (UnsafeRawPointer) -> Void) {
        withUnsafePointer(to: value) { body(UnsafeRawPointer($0)) }
    }
}

extension PredicateDescription {
    /// Collects the fields of a description.
    @resultBuilder
    public enum FieldBuilder {
        /// One field.
        public static func buildExpression(_ field: PredicateField<Root>) -> [PredicateField<Root>] { [field] }
        /// Several fields that were made elsewhere.
        public static func buildExpression(_ fields: [PredicateField<Root>]) -> [PredicateField<Root>] { fields }
        /// All of them.
        public static func buildBlock(_ parts: [PredicateField<Root>]...) -> [PredicateField<Root>] {
            parts.flatMap { $0 }
        }
        /// `if` without `else`.
        public static func buildOptional(_ part: [PredicateField<Root>]?) -> [PredicateField<Root>] { part ?? [] }
        /// The first branch.
        public static func buildEither(first part: [PredicateField<Root>]) -> [PredicateField<Root>] { part }
        /// The other branch.
        public static func buildEither(second part: [PredicateField<Root>]) -> [PredicateField<Root>] { part }
        /// A loop.
        public static func buildArray(_ parts: [[PredicateField<Root>]]) -> [PredicateField<Root>] {
            parts.flatMap { $0 }
        }
    }
}
