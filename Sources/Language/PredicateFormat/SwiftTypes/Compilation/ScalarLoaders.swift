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

// MARK: Integers, and booleans as 1 and 0

private struct StoredInteger<Stored: FixedWidthInteger & Sendable>: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Int64? {
        Int64(truncatingIfNeeded: pointer.load(fromByteOffset: offset, as: Stored.self))
    }
}

private struct StoredOptionalInteger<Stored: FixedWidthInteger & Sendable>: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Int64? {
        (pointer + offset).assumingMemoryBound(to: Stored?.self).pointee.map { Int64(truncatingIfNeeded: $0) }
    }
}

private struct StoredBoolean: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Int64? { pointer.load(fromByteOffset: offset, as: Bool.self) ? 1 : 0 }
}

private struct StoredOptionalBoolean: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Int64? {
        (pointer + offset).assumingMemoryBound(to: Bool?.self).pointee.map { $0 ? 1 : 0 }
    }
}

private struct ReadInteger: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Int64? { Int64(read(pointer)) }
}

private struct ReadOptionalInteger: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> Int?
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Int64? { read(pointer).map { Int64($0) } }
}

private struct ReadBoolean: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> Bool
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Int64? { read(pointer) ? 1 : 0 }
}

// MARK: Doubles, and dates as seconds

private struct StoredReal<Stored: BinaryFloatingPoint & Sendable>: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Double? { Double(pointer.load(fromByteOffset: offset, as: Stored.self)) }
}

private struct StoredOptionalReal<Stored: BinaryFloatingPoint & Sendable>: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Double? {
        (pointer + offset).assumingMemoryBound(to: Stored?.self).pointee.map { Double($0) }
    }
}

private struct ReadReal: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> Double
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Double? { read(pointer) }
}

private struct ReadOptionalReal: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> Double?
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Double? { read(pointer) }
}

private struct StoredDate: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Double? {
        pointer.load(fromByteOffset: offset, as: Date.self).timeIntervalSinceReferenceDate
    }
}

private struct StoredOptionalDate: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Double? {
        (pointer + offset).assumingMemoryBound(to: Date?.self).pointee?.timeIntervalSinceReferenceDate
    }
}

private struct ReadDate: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> Date
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> Double? { read(pointer).timeIntervalSinceReferenceDate }
}

// MARK: Text

private struct StoredText: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> String? {
        (pointer + offset).assumingMemoryBound(to: String.self).pointee
    }
}

private struct StoredOptionalText: ScalarLoader {
    let offset: Int
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> String? {
        (pointer + offset).assumingMemoryBound(to: String?.self).pointee
    }
}

private struct ReadText: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> String
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> String? { read(pointer) }
}

private struct ReadOptionalText: ScalarLoader {
    let read: @Sendable (UnsafeRawPointer) -> String?
    @inline(__always)
    func load(_ pointer: UnsafeRawPointer) -> String? { read(pointer) }
}

extension ScalarTail {
    /// Visits the loader of an integer or a boolean; nil for other shapes.
    func visitInteger<Visitor: LoaderVisitor>(_ shape: ValueShape, _ visitor: Visitor) -> Visitor.Result?
    where Visitor.Value == Int64 {
        switch (source, shape) {
        case (.read(.integer(let read)), _): return visitor.visit(ReadInteger(read: read))
        case (.readOptional(.optionalInteger(let read)), _): return visitor.visit(ReadOptionalInteger(read: read))
        case (.read(.boolean(let read)), _): return visitor.visit(ReadBoolean(read: read))
        case (.stored(let offset), .boolean): return visitor.visit(StoredBoolean(offset: offset))
        case (.storedOptional(let offset), .boolean): return visitor.visit(StoredOptionalBoolean(offset: offset))
        case (.stored(let offset), .integer(let width)):
            switch width {
            case .int8: return visitor.visit(StoredInteger<Int8>(offset: offset))
            case .int16: return visitor.visit(StoredInteger<Int16>(offset: offset))
            case .int32: return visitor.visit(StoredInteger<Int32>(offset: offset))
            case .int64: return visitor.visit(StoredInteger<Int64>(offset: offset))
            case .uint8: return visitor.visit(StoredInteger<UInt8>(offset: offset))
            case .uint16: return visitor.visit(StoredInteger<UInt16>(offset: offset))
            case .uint32: return visitor.visit(StoredInteger<UInt32>(offset: offset))
            }
        case (.storedOptional(let offset), .integer(let width)):
            switch width {
            case .int8: return visitor.visit(StoredOptionalInteger<Int8>(offset: offset))
            case .int16: return visitor.visit(StoredOptionalInteger<Int16>(offset: offset))
            case .int32: return visitor.visit(StoredOptionalInteger<Int32>(offset: offset))
            case .int64: return visitor.visit(StoredOptionalInteger<Int64>(offset: offset))
            case .uint8: return visitor.visit(StoredOptionalInteger<UInt8>(offset: offset))
            case .uint16: return visitor.visit(StoredOptionalInteger<UInt16>(offset: offset))
            case .uint32: return visitor.visit(StoredOptionalInteger<UInt32>(offset: offset))
            }
        default: return nil
        }
    }

    /// Visits the loader of a double; nil for other shapes. The loader may return a value that is not finite.
    func visitReal<Visitor: LoaderVisitor>(_ shape: ValueShape, _ visitor: Visitor) -> Visitor.Result?
    where Visitor.Value == Double {
        switch (source, shape) {
        case (.read(.double(let read)), _): visitor.visit(ReadReal(read: read))
        case (.readOptional(.optionalDouble(let read)), _): visitor.visit(ReadOptionalReal(read: read))
        case (.stored(let offset), .double): visitor.visit(StoredReal<Double>(offset: offset))
        case (.stored(let offset), .float): visitor.visit(StoredReal<Float>(offset: offset))
        case (.storedOptional(let offset), .double): visitor.visit(StoredOptionalReal<Double>(offset: offset))
        case (.storedOptional(let offset), .float): visitor.visit(StoredOptionalReal<Float>(offset: offset))
        default: nil
        }
    }

    /// Visits the loader of a date, in seconds since 2001; nil for other shapes.
    func visitDate<Visitor: LoaderVisitor>(_ shape: ValueShape, _ visitor: Visitor) -> Visitor.Result?
    where Visitor.Value == Double {
        switch (source, shape) {
        case (.read(.date(let read)), _): visitor.visit(ReadDate(read: read))
        case (.stored(let offset), .date): visitor.visit(StoredDate(offset: offset))
        case (.storedOptional(let offset), .date): visitor.visit(StoredOptionalDate(offset: offset))
        default: nil
        }
    }

    /// Visits the loader of a text; nil for other shapes.
    func visitText<Visitor: LoaderVisitor>(_ shape: ValueShape, _ visitor: Visitor) -> Visitor.Result?
    where Visitor.Value == String {
        switch (source, shape) {
        case (.read(.string(let read, _)), _): visitor.visit(ReadText(read: read))
        case (.readOptional(.optionalString(let read)), _): visitor.visit(ReadOptionalText(read: read))
        case (.stored(let offset), .string): visitor.visit(StoredText(offset: offset))
        case (.storedOptional(let offset), .string): visitor.visit(StoredOptionalText(offset: offset))
        default: nil
        }
    }
}
