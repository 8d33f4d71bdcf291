import CRecordScan
import PredicateFormat

/// The values of one path in the records of a chunk, in the smallest form that distinguishes them.
///
/// A value keeps its type from its record: an integer among doubles stays an integer, because only declared types
/// change an answer. A value is nil if it is missing, null, or a field of something that is not an object.
///
/// `ColumnBuilder` writes the memory once. It never changes afterwards.
final class ColumnChunk: Sendable {
    /// The representation of the values.
    enum Form: Sendable {
        /// All values are nil.
        case empty
        /// One byte each, 0 or 1.
        case booleans
        case int8, int16, int32, int64
        /// Doubles, and integers that are exact as doubles. `integral` marks the integers.
        case doubles
        /// Repeated strings: an 8- or 16-bit code for each row. `offsets` and `bytes` hold the strings.
        case codes8, codes16
        /// Strings, one after another.
        case texts
        /// Lists. Their elements are in their own chunks.
        case lists(ColumnLists)
        /// Any values, as `rs_slot`s. Their strings are in `bytes`.
        case mixed
    }

    let form: Form
    /// Whether the values may be of any kind.
    var isMixed: Bool {
        if case .mixed = form { true } else { false }
    }
    /// The number of records in the chunk.
    let count: Int
    /// The rows that are not nil; nil if all are.
    let valid: RowSet?
    /// The rows that the chunk cannot represent: their records must be read.
    let unknown: RowSet?
    /// For `doubles`: the rows that are integers in the record; nil if there are none.
    let integral: RowSet?
    /// The values, padded to whole words of rows.
    let values: ColumnMemory
    /// The starts of the strings, and the end of the last one.
    let offsets: ColumnMemory
    /// Strings, with readable memory before and after them.
    let bytes: ColumnMemory
    /// Whether all strings are ASCII.
    let isASCII: Bool
    /// The least and the greatest integer.
    let range: ClosedRange<Int64>
    /// The number of distinct strings, for codes.
    let dictionaryCount: Int

    init(
        _ form: Form, count: Int, valid: RowSet?, unknown: RowSet?, integral: RowSet? = nil,
        values: ColumnMemory = .none, offsets: ColumnMemory = .none, bytes: ColumnMemory = .none,
        isASCII: Bool = false, range: ClosedRange<Int64> = 0...0, dictionaryCount: Int = 0
    ) {
        self.form = form
        self.count = count
        self.valid = valid
        self.unknown = unknown
        self.integral = integral
        self.values = values
        self.offsets = offsets
        self.bytes = bytes
        self.isASCII = isASCII
        self.range = range
        self.dictionaryCount = dictionaryCount
    }

    /// The size of the chunk in bytes.
    var byteCount: Int {
        var total = values.byteCount + offsets.byteCount + bytes.byteCount + 200
        for rows in [valid, unknown, integral] { total += (rows?.words.count ?? 0) * 8 }
        if case .lists(let lists) = form { total += lists.byteCount }
        return total
    }

    /// The number of readable bytes before the first text.
    static let padding = 8

    // MARK: Reading

    @inline(__always)
    func isNil(_ row: Int) -> Bool { valid.map { !$0.contains(row) } ?? false }

    /// The text at an index of `offsets`.
    @inline(__always)
    func text(_ location: Int) -> UnsafeBufferPointer<UInt8> {
        let offsets = self.offsets.base.assumingMemoryBound(to: UInt32.self)
        let start = Int(offsets[location])
        return UnsafeBufferPointer(
            start: textBase + start, count: Int(offsets[location + 1]) - start)
    }

    /// The first byte of the first text.
    @inline(__always)
    var textBase: UnsafePointer<UInt8> {
        UnsafePointer(bytes.base.assumingMemoryBound(to: UInt8.self)) + Self.padding
    }

    /// The end of the readable memory of the strings.
    var textLimit: UnsafePointer<UInt8> {
        UnsafePointer(bytes.base.assumingMemoryBound(to: UInt8.self)) + bytes.byteCount
    }

    /// The code of a string.
    @inline(__always)
    func code(_ row: Int) -> Int {
        if case .codes8 = form { return Int(values.base.assumingMemoryBound(to: UInt8.self)[row]) }
        return Int(values.base.assumingMemoryBound(to: UInt16.self)[row])
    }

    /// The integer of a row, for the integer forms.
    @inline(__always)
    func integer(_ row: Int) -> Int64 {
        switch form {
        case .int8: Int64(values.base.assumingMemoryBound(to: Int8.self)[row])
        case .int16: Int64(values.base.assumingMemoryBound(to: Int16.self)[row])
        case .int32: Int64(values.base.assumingMemoryBound(to: Int32.self)[row])
        default: values.base.assumingMemoryBound(to: Int64.self)[row]
        }
    }

    @inline(__always)
    func double(_ row: Int) -> Double { values.base.assumingMemoryBound(to: Double.self)[row] }

    /// The value of a row as the line scanner returns it; nil for lists, whose elements are in their own chunks.
    func slot(_ row: Int) -> rs_slot? {
        if isNil(row) { return .null }
        switch form {
        case .empty: return .null
        case .booleans: return .boolean(values.base.assumingMemoryBound(to: UInt8.self)[row] != 0)
        case .int8, .int16, .int32, .int64: return .integer(integer(row))
        case .doubles:
            let double = double(row)
            if let integral, integral.contains(row) { return .integer(Int64(double)) }
            return .double(double)
        case .codes8, .codes16: return .text(text(code(row)), isASCII: isASCII)
        case .texts: return .text(text(row), isASCII: isASCII)
        case .mixed: return values.base.assumingMemoryBound(to: rs_slot.self)[row]
        case .lists: return nil
        }
    }
}

/// Memory of a column.
final class ColumnMemory: @unchecked Sendable {
    // Threads may share it because nothing writes to it once a chunk has it.
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Memory filled with zeros.
    init(byteCount: Int) {
        self.byteCount = byteCount
        base = .allocate(byteCount: max(1, byteCount), alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, byteCount))
    }

    deinit { base.deallocate() }

    /// Empty memory.
    static let none = ColumnMemory(byteCount: 0)

    /// Memory for the values of a number of rows, rounded up to whole words of rows.
    static func rows<Value>(_ count: Int, of type: Value.Type) -> ColumnMemory {
        ColumnMemory(byteCount: RowSet.wordCount(count) * 64 * MemoryLayout<Value>.stride)
    }

    func bound<Value>(to type: Value.Type) -> UnsafeMutablePointer<Value> {
        base.assumingMemoryBound(to: type)
    }
}

extension rs_slot {
    static let null = rs_slot(kind: rs_null.rawValue, length: 0, .init(integer: 0))

    static func boolean(_ flag: Bool) -> rs_slot {
        rs_slot(kind: flag ? rs_true.rawValue : rs_false.rawValue, length: 0, .init(integer: 0))
    }

    static func integer(_ integer: Int64) -> rs_slot {
        rs_slot(kind: rs_integer.rawValue, length: 0, .init(integer: integer))
    }

    static func double(_ double: Double) -> rs_slot {
        rs_slot(kind: rs_double.rawValue, length: 0, .init(number: double))
    }

    /// A string without escapes.
    static func text(_ text: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> rs_slot {
        let isASCII = isASCII || text.allSatisfy { $0 < 0x80 }
        return rs_slot(
            kind: isASCII ? rs_ascii.rawValue : rs_utf8.rawValue, length: UInt32(text.count),
            .init(bytes: text.baseAddress))
    }
}
