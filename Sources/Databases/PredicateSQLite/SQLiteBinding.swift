#if SQLite
import GRDBSQLite
import PredicateFormat
import PredicatePlatform

/// Binds values to the parameters of a statement.
package enum SQLiteBinding {
    /// Binds a value: a date as RFC 3339, a UUID as its text, a decimal as its digits. Lists and objects are NULL.
    ///
    /// - Returns: SQLite's result code.
    package static func bind(_ value: PredicateValue, _ statement: OpaquePointer, _ index: Int32) -> Int32 {
        switch value {
        case .null, .list, .set, .object: return sqlite3_bind_null(statement, index)
        case .boolean(let value): return sqlite3_bind_int64(statement, index, value ? 1 : 0)
        case .integer(let value): return sqlite3_bind_int64(statement, index, value)
        case .double(let value): return sqlite3_bind_double(statement, index, value)
        case .decimal(let value): return bind("\(value)", statement, index)
        case .string(let text), .url(let text): return bind(text, statement, index)
        case .date(let date): return bind(PredicateDate.format(date), statement, index)
        case .uuid(let uuid): return bind(uuid.uuidString, statement, index)
        case .data(let data): return bind(blob: Array(data), statement, index)
        }
    }

    /// Binds a text, NUL included.
    package static func bind(_ text: String, _ statement: OpaquePointer, _ index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bind($0, statement, index) }
    }

    /// Binds the UTF-8 of a text.
    package static func bind(
        _ bytes: UnsafeBufferPointer<UInt8>, _ statement: OpaquePointer, _ index: Int32
    ) -> Int32 {
        guard let base = bytes.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, transient) }
        return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            sqlite3_bind_text64(statement, index, $0, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
        }
    }

    /// Binds bytes.
    package static func bind(blob bytes: [UInt8], _ statement: OpaquePointer, _ index: Int32) -> Int32 {
        bytes.withUnsafeBytes { bytes in
            // An empty blob has no address, which would bind NULL.
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : sqlite3_bind_blob64(statement, index, bytes.baseAddress, UInt64(bytes.count), transient)
        }
    }

    /// SQLITE_TRANSIENT: SQLite copies the bytes.
    private static var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
#endif
