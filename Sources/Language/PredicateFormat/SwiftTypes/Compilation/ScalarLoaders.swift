import PredicateCore
import PredicatePlatform

/// Loads a scalar from a pointer to the value that contains it; nil if the language sees it as nil.
///
/// Each Swift type and each way to reach it has its own loader, so that a comparison compiles to one closure without
/// type tests.
protocol ScalarLoader: Sendable {
    associatedtype Value
    func load(_ pointer: UnsafeRawPointer) -> Value?
}

/// Makes a result for the loader of a location.
protocol LoaderVisitor {
    associatedtype Value
    associatedtype Result
    func visit<Loader: ScalarLoader>(_ loader: Loader) -> Result where Loader.Value == Value
}

/// A Swift type of scalars, and what its values are compared as.
///
/// Integers and booleans are compared as integers, floating-point numbers as doubles, dates as their seconds since 2001.
protocol StoredScalar: Sendable {
    associatedtype Loaded
    var loaded: Loaded { get }
}

extension StoredScalar where Self: FixedWidthInteger {
    var loaded: Int64 {
        @inline(__always) get { Int64(truncatingIfNeeded: self) }
    }
}

extension Int: StoredScalar {}
extension Int8: StoredScalar {}
extension Int16: StoredScalar {}
extension Int32: StoredScalar {}
extension Int64: StoredScalar {}
extension UInt8: StoredScalar {}
extension UInt16: StoredScalar {}
extension UInt32: StoredScalar {}

extension Bool: StoredScalar {
    var loaded: Int64 {
        @inline(__always) get { self ? 1 : 0 }
    }
}

extension Double: StoredScalar {
    var loaded: Double {
        @inline(__always) get { self }
    }
}

extension Float: StoredScalar {
    var loaded: Double {
        @inline(__always) get { Double(self) }
    }
}

extension Date: StoredScalar {
    var loaded: Double {
        @inline(__always) get { timeIntervalSinceReferenceDate }
    }
}

extension String: StoredScalar {
    var loaded: String {
        @inline(__always) get { self }
    }
}

private struct Stored<Scalar: StoredScalar>: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Scalar.Loaded? {
        (pointer + offset).assumingMemoryBound(to: Scalar.self).pointee.loaded
    }
}

private struct StoredOptional<Scalar: StoredScalar>: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Scalar.Loaded? {
        (pointer + offset).assumingMemoryBound(to: Scalar?.self).pointee.map { $0.loaded }
    }
}

private struct Read<Scalar: StoredScalar>: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> Scalar
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Scalar.Loaded? { read(pointer).loaded }
}

private struct ReadOptional<Scalar: StoredScalar>: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> Scalar?
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Scalar.Loaded? { read(pointer).map { $0.loaded } }
}

extension ScalarTail {
    /// Visits the loader of an integer or a boolean; nil for other shapes.
    func visitInteger<Visitor: LoaderVisitor>(_ shape: ValueShape, _ visitor: Visitor) -> Visitor.Result?
    where Visitor.Value == Int64 {
        switch (source, shape) {
        case (.read(.integer(let read)), _): visitor.visit(Read(read: read))
        case (.readOptional(.optionalInteger(let read)), _): visitor.visit(ReadOptional(read: read))
        case (.read(.boolean(let read)), _): visitor.visit(Read(read: read))
        case (_, .boolean): visitStored(Bool.self, visitor)
        case (_, .integer(.int)): visitStored(Int.self, visitor)
        case (_, .integer(.int8)): visitStored(Int8.self, visitor)
        case (_, .integer(.int16)): visitStored(Int16.self, visitor)
        case (_, .integer(.int32)): visitStored(Int32.self, visitor)
        case (_, .integer(.int64)): visitStored(Int64.self, visitor)
        case (_, .integer(.uint8)): visitStored(UInt8.self, visitor)
        case (_, .integer(.uint16)): visitStored(UInt16.self, visitor)
        case (_, .integer(.uint32)): visitStored(UInt32.self, visitor)
        default: nil
        }
    }

    /// Visits the loader of a double; nil for other shapes. The loader may return a value that is not finite.
    func visitReal<Visitor: LoaderVisitor>(_ shape: ValueShape, _ visitor: Visitor) -> Visitor.Result?
    where Visitor.Value == Double {
        switch (source, shape) {
        case (.read(.double(let read)), _): visitor.visit(Read(read: read))
        case (.readOptional(.optionalDouble(let read)), _): visitor.visit(ReadOptional(read: read))
        case (_, .double): visitStored(Double.self, visitor)
        case (_, .float): visitStored(Float.self, visitor)
        default: nil
        }
    }

    /// Visits the loader of a date, in seconds since 2001; nil for other shapes.
    func visitDate<Visitor: LoaderVisitor>(_ shape: ValueShape, _ visitor: Visitor) -> Visitor.Result?
    where Visitor.Value == Double {
        switch (source, shape) {
        case (.read(.date(let read)), _): visitor.visit(Read(read: read))
        case (_, .date): visitStored(Date.self, visitor)
        default: nil
        }
    }

    /// Visits the loader of a string; nil for other shapes.
    func visitText<Visitor: LoaderVisitor>(_ shape: ValueShape, _ visitor: Visitor) -> Visitor.Result?
    where Visitor.Value == String {
        switch (source, shape) {
        case (.read(.string(let read, _)), _): visitor.visit(Read(read: read))
        case (.readOptional(.optionalString(let read)), _): visitor.visit(ReadOptional(read: read))
        case (_, .string): visitStored(String.self, visitor)
        default: nil
        }
    }

    /// Visits the loader of a scalar in memory; nil for one that a closure gives.
    private func visitStored<Scalar: StoredScalar, Visitor: LoaderVisitor>(
        _: Scalar.Type, _ visitor: Visitor
    ) -> Visitor.Result? where Visitor.Value == Scalar.Loaded {
        switch source {
        case .stored(let offset): visitor.visit(Stored<Scalar>(offset: offset))
        case .storedOptional(let offset): visitor.visit(StoredOptional<Scalar>(offset: offset))
        case .read, .readOptional: nil
        }
    }
}
