#if SQLite
import GRDBSQLite
import PredicateCore
import PredicatePlatform

/// A value of the current row of a statement. Its bytes are valid until the next row.
package enum SQLiteCell {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeBufferPointer<UInt8>)
    case blob(UnsafeBufferPointer<UInt8>)

    /// The value of a column, by its index in the result.
    @inline(__always)
    package init(_ statement: OpaquePointer, _ index: Int32) {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            // The pointer comes before the size: asking for UTF-8 may convert the text.
            let text = sqlite3_column_text(statement, index)
            self = .text(UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, index))))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, index)
            let count = Int(sqlite3_column_bytes(statement, index))
            self = .blob(UnsafeBufferPointer(start: bytes?.assumingMemoryBound(to: UInt8.self), count: count))
        default: self = .null
        }
    }

    /// The cell as a value of a predicate.
    ///
    /// - Parameters:
    ///   - form: how values of the column are read.
    ///   - json: reads JSON; nil if the text is not JSON.
    package func value(
        _ form: SQLiteColumnForm, json: (UnsafeBufferPointer<UInt8>) -> PredicateValue?
    ) -> PredicateValue {
        switch self {
        case .null: return .null
        case .integer(let number):
            return form == .boolean && (number == 0 || number == 1) ? .boolean(number == 1) : .integer(number)
        case .real(let number): return number.isFinite ? .double(number) : .null
        case .text(let bytes):
            switch form {
            case .date: if let date = Self.date(bytes) { return .date(date) }
            case .uuid: if let uuid = UUID(uuidString: String(decoding: bytes, as: UTF8.self)) { return .uuid(uuid) }
            case .json: if let value = json(bytes) { return value }
            case .decimal:
                if let number = NumberText.decimal(String(decoding: bytes, as: UTF8.self)) { return .decimal(number) }
            default: break
            }
            return .string(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes):
            if form == .uuid, let uuid = Self.uuid(bytes) { return .uuid(uuid) }
            return .data(Data(bytes))
        }
    }

    /// The date in a string: as GRDB and SQLite write it (`2024-01-31`, `2024-01-31 12:30:00.000`), or as RFC 3339
    /// does. Without an offset it is in UTC.
    package static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        guard (10...40).contains(bytes.count), bytes[4] == 0x2D else { return nil }
        return PredicateDate.parseRFC3339(utf8: bytes) ?? PredicateDate.instant(utf8: bytes)
    }

    /// The UUID of 16 bytes.
    package static func uuid(_ bytes: UnsafeBufferPointer<UInt8>) -> UUID? {
        guard bytes.count == 16 else { return nil }
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
        return UUID(uuid: uuid)
    }
}
#endif
