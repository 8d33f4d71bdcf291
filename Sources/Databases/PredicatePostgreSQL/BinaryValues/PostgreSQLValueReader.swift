#if PostgreSQL
import PredicateCore
import PredicatePlatform
import PredicateSQL

/// Reads values of one type from the server's binary form.
///
/// NaN, infinite numbers and infinite dates are nil. Decimals keep 38 digits; one that is beyond the range of decimals is
/// nil. A timestamp without a zone is UTC.
package struct PostgreSQLValueReader: Sendable {
    /// The type of the values.
    package let type: PostgreSQLType
    /// Whether text may be something else than UTF-8.
    let checksText: Bool
    /// The maximum nesting of JSON.
    private static let jsonDepth = 512

    /// A reader for a type.
    package init(_ type: PostgreSQLType) { self.init(type, checksText: false) }

    init(_ type: PostgreSQLType, checksText: Bool) {
        self.type = type
        self.checksText = checksText
    }

    /// The value of bytes.
    ///
    /// - Throws: kind `value` if the bytes do not have the form of the type.
    package func value(_ bytes: UnsafeBufferPointer<UInt8>) throws(PostgreSQLError) -> PredicateValue {
        var reader = BinaryReader(bytes)
        return try value(&reader, of: type)
    }

    private func value(_ reader: inout BinaryReader, of type: PostgreSQLType) throws(PostgreSQLError) -> PredicateValue
    {
        switch type {
        case .boolean: return .boolean(try reader.byte() != 0)
        case .smallInteger: return .integer(Int64(try reader.int16()))
        case .integer: return .integer(Int64(try reader.int32()))
        case .bigInteger: return .integer(try reader.int64())
        case .objectIdentifier: return .integer(Int64(UInt32(bitPattern: try reader.int32())))
        case .real:
            let value = Float(bitPattern: UInt32(bitPattern: try reader.int32()))
            return value.isFinite ? .double(Double(value)) : .null
        case .double:
            let value = Double(bitPattern: UInt64(bitPattern: try reader.int64()))
            return value.isFinite ? .double(value) : .null
        case .numeric: return try NumericReader.value(&reader)
        case .text, .caselessText, .enumeration, .other: return .string(try text(reader.rest()))
        case .paddedText:
            var bytes = reader.rest()
            while bytes.last == 0x20 { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()) }
            return .string(try text(bytes))
        case .uuid: return .uuid(try reader.uuid())
        case .date:
            let day = try reader.int32()
            if day == .max || day == .min { return .null }
            // Days since 2000-01-01.
            return .date(Date(timeIntervalSinceReferenceDate: Double((Int64(day) - 366) * 86400)))
        case .timestamp, .timestampWithZone:
            let microseconds = try reader.int64()
            if microseconds == .max || microseconds == .min { return .null }
            // Microseconds since 2000-01-01T00:00:00Z.
            let seconds = SQLTimestamp.referenceSeconds(ofMicroseconds: microseconds, origin: 366 * 86_400_000_000)
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .bytes: return .data(Data(reader.rest()))
        case .json: return try json(reader.rest())
        case .binaryJSON:
            // A version, then the text.
            guard try reader.byte() == 1 else { throw Self.malformed }
            return try json(reader.rest())
        case .array(let element): return try array(&reader, of: element)
        }
    }

    private func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(PostgreSQLError) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if checksText, !text.utf8.elementsEqual(bytes) {
            throw PostgreSQLError(.value, "it holds text that is not UTF-8")
        }
        return text
    }

    static let malformed = PostgreSQLError(.value, "the server sent a value in an unknown form")

    // MARK: Arrays

    /// An array: dimensions, a flag, the type of the elements, sizes, then the elements in order.
    private func array(
        _ reader: inout BinaryReader, of element: PostgreSQLType
    ) throws(PostgreSQLError) -> PredicateValue {
        let dimensions = try reader.int32()
        _ = try reader.int32()
        _ = try reader.int32()
        guard (0...6).contains(dimensions) else { throw Self.malformed }
        var sizes: [Int] = []
        var total = 1
        for _ in 0..<dimensions {
            let size = Int(try reader.int32())
            _ = try reader.int32()
            let (product, overflow) = total.multipliedReportingOverflow(by: size)
            guard size >= 0, !overflow, product <= reader.count / 4 else { throw Self.malformed }
            sizes.append(size)
            total = product
        }
        if sizes.isEmpty { return .list([]) }
        var elements: [PredicateValue] = []
        elements.reserveCapacity(total)
        for _ in 0..<total {
            let length = Int(try reader.int32())
            if length < 0 {
                elements.append(.null)
            } else {
                var inner = BinaryReader(try reader.bytes(length))
                elements.append(try value(&inner, of: element))
            }
        }
        // The innermost dimension runs fastest: group from the last to the second.
        for size in sizes.dropFirst().reversed() where size > 0 {
            var groups: [PredicateValue] = []
            var start = 0
            while start < elements.count {
                let end = min(start + size, elements.count)
                groups.append(.list(Array(elements[start..<end])))
                start = end
            }
            elements = groups
        }
        return .list(elements)
    }

    // MARK: JSON

    private func json(_ bytes: UnsafeBufferPointer<UInt8>) throws(PostgreSQLError) -> PredicateValue {
        do throws(JSONTextError) {
            return PredicateValue(try JSONNode(reading: Array(bytes), depthLimit: Self.jsonDepth))
        } catch {
            throw PostgreSQLError(.value, "it holds JSON that cannot be read: \(error.message)")
        }
    }
}

/// Reads numbers in network order.
struct BinaryReader {
    private var bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// How many bytes follow.
    var count: Int { bytes.count }

    @inline(__always)
    private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(PostgreSQLError) -> Number {
        let size = MemoryLayout<Number>.size
        guard let base = bytes.baseAddress, bytes.count >= size else { throw PostgreSQLValueReader.malformed }
        let value = UnsafeRawPointer(base).loadUnaligned(as: Number.self)
        bytes = UnsafeBufferPointer(start: base + size, count: bytes.count - size)
        return Number(bigEndian: value)
    }

    mutating func byte() throws(PostgreSQLError) -> UInt8 { try number(UInt8.self) }
    mutating func int16() throws(PostgreSQLError) -> Int16 { try number(Int16.self) }
    mutating func int32() throws(PostgreSQLError) -> Int32 { try number(Int32.self) }
    mutating func int64() throws(PostgreSQLError) -> Int64 { try number(Int64.self) }

    mutating func uuid() throws(PostgreSQLError) -> UUID {
        guard let base = bytes.baseAddress, bytes.count >= 16 else { throw PostgreSQLValueReader.malformed }
        return UUID(uuid: UnsafeRawPointer(base).loadUnaligned(as: uuid_t.self))
    }

    mutating func bytes(_ length: Int) throws(PostgreSQLError) -> UnsafeBufferPointer<UInt8> {
        guard length >= 0, length <= bytes.count else { throw PostgreSQLValueReader.malformed }
        let part = UnsafeBufferPointer(rebasing: bytes.prefix(length))
        bytes = UnsafeBufferPointer(rebasing: bytes.dropFirst(length))
        return part
    }

    mutating func rest() -> UnsafeBufferPointer<UInt8> {
        let all = bytes
        bytes = UnsafeBufferPointer(start: nil, count: 0)
        return all
    }
}

/// Reads numerics: groups of four decimal digits.
enum NumericReader {
    static func value(_ reader: inout BinaryReader) throws(PostgreSQLError) -> PredicateValue {
        let count = try reader.int16()
        let weight = Int(try reader.int16())
        let sign = UInt16(bitPattern: try reader.int16())
        _ = try reader.int16()
        // Anything else is NaN or infinite.
        guard sign == 0 || sign == 0x4000 else { return .null }
        guard count >= 0 else { throw PostgreSQLValueReader.malformed }
        let isNegative = sign == 0x4000
        // The exponent of ten of the last group.
        var exponent = 4 * (weight - Int(count) + 1)
        if count <= 4 {
            var mantissa: UInt64 = 0
            for _ in 0..<count { mantissa = mantissa * 10000 + UInt64(try digits(&reader)) }
            if mantissa == 0 { return .decimal(0) }
            while mantissa % 10 == 0 {
                mantissa /= 10
                exponent += 1
            }
            guard (-128...100).contains(exponent) else { return .null }
            return .decimal(
                Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(mantissa)))
        }
        var text = isNegative ? "-" : ""
        for _ in 0..<count {
            let group = String(try digits(&reader))
            text += String(repeating: "0", count: 4 - group.utf8.count) + group
        }
        return NumberText.decimal("\(text)e\(exponent)").map { .decimal($0) } ?? .null
    }

    private static func digits(_ reader: inout BinaryReader) throws(PostgreSQLError) -> Int16 {
        let digits = try reader.int16()
        guard (0..<10000).contains(digits) else { throw PostgreSQLValueReader.malformed }
        return digits
    }
}

/// Dates as the server reads them.
enum PostgreSQLDate {
    /// The text of a date that the server reads as `timestamptz`: rounded to microseconds, as the server rounds. A date outside
    /// the server's range is infinite, so that comparisons keep their order.
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        // 4713 BC and AD 294276.
        if seconds < -211_845_000_000 { return "-infinity" }
        if seconds > 9_223_371_331_000 { return "infinity" }
        var text = PredicateDate.format(date)
        // The server writes years before the year 1 in another way, and has no signs.
        if text.hasPrefix("-") || text.hasPrefix("0000-") {
            let digits = text.drop { $0 == "-" }.prefix { $0 != "-" }
            let year = (Int(digits) ?? 0) + 1
            let rest = text.drop { $0 == "-" }.drop { $0 != "-" }
            let padded = String(repeating: "0", count: max(0, 4 - String(year).utf8.count)) + String(year)
            return padded + rest + " BC"
        }
        if text.hasPrefix("+") { text.removeFirst() }
        return text
    }
}
#endif
