#if PostgreSQL
import CRecordScan
import PredicateFormat
import PredicatePlatform

/// Writes plain records as rows of COPY, straight from their JSON.
///
/// It writes what `ImportLayout.row` and `PostgreSQLCopyText` give, and refuses everything that it is not certain of: such
/// a record is read, so that there is one place for each rule and each message.
struct PostgreSQLPlainRows {
    private let columns: [(type: ImportLayout.ColumnType, isNullable: Bool)]

    /// Rows of the records, which have no other tables.
    init(_ layout: ImportLayout) { columns = layout.columns.map { ($0.type, $0.isNullable) } }

    /// Appends the row of a record.
    ///
    /// - Parameter slots: the values of the columns.
    /// - Returns: false if the record must be read. Nothing is then appended.
    func append(_ slots: UnsafePointer<rs_slot>, to text: ImportText) -> Bool {
        let start = text.count
        for index in columns.indices {
            if index > 0 {
                text.reserve(1)
                text.put(0x09)
            }
            guard append(slots[index], columns[index], to: text) else {
                text.cut(to: start)
                return false
            }
        }
        text.reserve(1)
        text.put(0x0A)
        return true
    }

    @inline(__always)
    private func append(
        _ slot: rs_slot, _ column: (type: ImportLayout.ColumnType, isNullable: Bool), to text: ImportText
    ) -> Bool {
        let kind = rs_kind(slot.kind)
        if kind == rs_missing || kind == rs_null {
            text.append("\\N")
            return column.isNullable
        }
        switch column.type {
        case .text, .date, .uuid: return appendString(slot, kind, to: text)
        case .integer:
            guard kind == rs_integer else { return false }
            text.append(slot.integer)
        case .real:
            if kind == rs_double {
                text.append(slot.number)
            } else {
                guard kind == rs_integer else { return false }
                text.append(Double(slot.integer))
            }
        case .boolean:
            guard kind == rs_true || kind == rs_false else { return false }
            text.append(kind == rs_true ? "t" : "f")
        case .json: return appendJSON(slot, kind, to: text)
        }
        return true
    }

    // MARK: Strings

    private func appendString(_ slot: rs_slot, _ kind: rs_kind, to text: ImportText) -> Bool {
        guard kind == rs_ascii || kind == rs_utf8 || kind == rs_escaped, let bytes = slot.bytes else { return false }
        let count = Int(slot.length)
        // A string without escapes has nothing that COPY means by itself: no backslash, and no control character.
        text.reserve(count)
        if kind == rs_escaped { return appendEscaped(bytes, count, to: text) }
        text.put(bytes, count)
        return true
    }

    /// Appends a string with escapes of JSON, which are never shorter than those of COPY. There must be room for it.
    private func appendEscaped(_ bytes: UnsafePointer<UInt8>, _ count: Int, to text: ImportText) -> Bool {
        var index = 0
        while index < count {
            let rest = count &- index
            let run = memchr(bytes + index, 0x5C, rest).map { UnsafeRawPointer(bytes + index).distance(to: $0) } ?? rest
            text.put(bytes + index, run)
            index &+= run
            guard index &+ 1 < count else { return index == count }
            switch bytes[index &+ 1] {
            case 0x22: text.put(0x22)
            case 0x2F: text.put(0x2F)
            case 0x62: text.put(0x08)
            case 0x66: text.put(0x0C)
            case 0x5C, 0x6E, 0x72, 0x74:
                text.put(0x5C)
                text.put(bytes[index &+ 1])
            case 0x75:
                guard let length = appendUnit(bytes + index, count &- index, to: text) else { return false }
                index &+= length
                continue
            default: return false
            }
            index &+= 2
        }
        return true
    }

    /// Appends the character of `\uXXXX`, or of a pair of them, and returns the length of the escape; nil for NUL and for
    /// half of a pair.
    private func appendUnit(_ bytes: UnsafePointer<UInt8>, _ count: Int, to text: ImportText) -> Int? {
        guard var code = Self.unit(bytes, count) else { return nil }
        var length = 6
        if code & 0xFC00 == 0xD800 {
            guard count >= 12, let low = Self.unit(bytes + 6, count - 6), low & 0xFC00 == 0xDC00 else { return nil }
            code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
            length = 12
        }
        switch code {
        case 0: return nil
        case 0x09: text.append("\\t")
        case 0x0A: text.append("\\n")
        case 0x0D: text.append("\\r")
        case 0x5C: text.append("\\\\")
        default:
            guard let scalar = Unicode.Scalar(code), let encoded = UTF8.encode(scalar) else { return nil }
            for byte in encoded { text.put(byte) }
        }
        return length
    }

    private static func unit(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt32? {
        guard count >= 6, bytes[0] == 0x5C, bytes[1] == 0x75 else { return nil }
        var code: UInt32 = 0
        for index in 2..<6 {
            let byte = bytes[index]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            default: return nil
            }
            code = code << 4 | UInt32(digit)
        }
        return code
    }

    // MARK: JSON

    /// Appends a value as JSON in the form of `RecordWriter`.
    private func appendJSON(_ slot: rs_slot, _ kind: rs_kind, to text: ImportText) -> Bool {
        switch kind {
        case rs_true: text.append("true")
        case rs_false: text.append("false")
        case rs_integer: text.append(slot.integer)
        case rs_double: text.append(slot.number)
        case rs_ascii, rs_utf8:
            guard let bytes = slot.bytes else { return false }
            text.reserve(Int(slot.length) + 2)
            text.put(0x22)
            text.put(bytes, Int(slot.length))
            text.put(0x22)
        case rs_object, rs_list:
            guard let bytes = slot.bytes else { return false }
            return appendNested(bytes, Int(slot.length), to: text)
        default: return false
        }
        return true
    }

    /// Appends an object or a list without the blanks between its tokens. One with an escape, or a number that is not
    /// written in the shortest form, must be read.
    private func appendNested(_ bytes: UnsafePointer<UInt8>, _ count: Int, to text: ImportText) -> Bool {
        if memchr(bytes, 0x5C, count) != nil { return false }
        text.reserve(count)
        var index = 0
        while index < count {
            let byte = bytes[index]
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: index &+= 1
            case 0x22:
                guard let end = memchr(bytes + (index + 1), 0x22, count - index - 1) else { return false }
                let length = UnsafeRawPointer(bytes + index).distance(to: end) &+ 1
                text.put(bytes + index, length)
                index &+= length
            case 0x2D, 0x30...0x39:
                guard let length = Self.plainNumber(bytes + index, count &- index) else { return false }
                text.put(bytes + index, length)
                index &+= length
            default:
                text.put(byte)
                index &+= 1
            }
        }
        return true
    }

    /// The length of a number that is written as `RecordWriter` writes it; nil if it may not be.
    ///
    /// A double has fifteen digits, so a number of so many digits is the shortest form, unless it ends with zeros.
    private static func plainNumber(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int? {
        let sign = bytes[0] == 0x2D ? 1 : 0
        var index = sign
        while index < count, bytes[index] &- 0x30 <= 9 { index &+= 1 }
        let whole = index &- sign
        guard whole >= 1, whole <= 15 else { return nil }
        guard index < count, bytes[index] | 0x20 == 0x65 || bytes[index] == 0x2E else {
            // A zero has no sign as an integer.
            return sign == 1 && bytes[1] == 0x30 ? nil : index
        }
        guard bytes[index] == 0x2E else { return nil }
        let fraction = index &+ 1
        index = fraction
        while index < count, bytes[index] &- 0x30 <= 9 { index &+= 1 }
        let digits = index &- fraction
        guard digits >= 1, whole &+ digits <= 15, index == count || bytes[index] | 0x20 != 0x65 else { return nil }
        if digits == 1 { return index }
        guard bytes[index &- 1] != 0x30 else { return nil }
        // Numbers below 0.0001 have an exponent.
        if bytes[sign] == 0x30, digits > 4, (0..<4).allSatisfy({ bytes[fraction &+ $0] == 0x30 }) { return nil }
        return index
    }
}
#endif
