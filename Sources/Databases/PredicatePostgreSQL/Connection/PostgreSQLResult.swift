#if PostgreSQL
import CLibPQ

/// The rows that a statement returned, as bytes of the server.
package final class PostgreSQLResult {
    private let result: OpaquePointer
    /// The number of rows.
    package let rowCount: Int
    /// The number of columns.
    package let columnCount: Int

    init(_ result: OpaquePointer) {
        self.result = result
        rowCount = Int(libpq.PQntuples(result))
        columnCount = Int(libpq.PQnfields(result))
    }

    deinit { libpq.PQclear(result) }

    /// The identifier of the type of a column, as in `pg_type.oid`.
    package func type(ofColumn column: Int) -> UInt32 { libpq.PQftype(result, Int32(clamping: column)) }

    /// The name of a column; empty if there is no such column.
    package func name(ofColumn column: Int) -> String {
        libpq.PQfname(result, Int32(clamping: column)).map { String(cString: $0) } ?? ""
    }

    /// How many rows the statement changed; 0 if it changes none.
    package var changedCount: Int { libpq.PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// Calls a function with the bytes of a value; nil if it is NULL or there is no such value. The bytes are valid during the call.
    @inline(__always)
    package func withBytes<Value, Failure: Error>(
        _ row: Int, _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        guard row >= 0, row < rowCount, column >= 0, column < columnCount else { return nil }
        let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
        guard libpq.PQgetisnull(result, row, column) == 0, let value = libpq.PQgetvalue(result, row, column) else {
            return nil
        }
        let length = Int(libpq.PQgetlength(result, row, column))
        let bytes = UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self)
        return try body(UnsafeBufferPointer(start: bytes, count: length))
    }

    /// A value of type text, or any value in text form.
    package func text(_ row: Int, _ column: Int) -> String? {
        withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
    }
}
#endif
