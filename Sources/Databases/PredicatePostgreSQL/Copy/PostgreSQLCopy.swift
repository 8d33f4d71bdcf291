#if PostgreSQL
import CLibPQ
import PredicateFormat
import PredicatePlatform
import PredicateSQL

/// Rows that are written to a table with COPY, in the server's text form.
///
///     let copy = try PostgreSQLCopy(into: "public.player", columns: ["name", "score"], on: connection)
///     try copy.add([.string("Ada"), .integer(12)])
///     let count = try copy.finish()
package final class PostgreSQLCopy {
    private let connection: PostgreSQLConnection
    private let table: String
    private var buffer: [UInt8] = []
    private var isOpen = true
    /// The number of rows so far.
    package private(set) var count = 0

    /// The number of bytes that are sent at once.
    private static let chunk = 1 << 16

    /// Begins to copy.
    ///
    /// - Parameters:
    ///   - table: the name of the table in SQL, quoted.
    ///   - columns: the names of the columns, in the order of the values.
    ///   - connection: a connection inside of a transaction. It does nothing else until the end.
    /// - Throws: an error of the server.
    package init(into table: String, columns: [String], on connection: PostgreSQLConnection) throws(PostgreSQLError) {
        self.connection = connection
        self.table = table
        let names = columns.map(\.quotedSQLName).joined(separator: ", ")
        try connection.execute("COPY \(table) (\(names)) FROM STDIN")
        buffer.reserveCapacity(Self.chunk + 4096)
    }

    deinit { abandon() }

    /// Adds a row.
    ///
    /// - Parameter values: one for each column; lists are arrays, and objects cannot be written.
    /// - Throws: kind `value` for a value that the server cannot hold, and `connectionLost`. The copy cannot go on after that.
    package func add(_ values: [PredicateValue]) throws(PostgreSQLError) {
        try PostgreSQLCopyText.append(values, to: &buffer)
        count += 1
        if buffer.count >= Self.chunk { try send() }
    }

    /// Adds rows in the server's text form.
    ///
    /// - Parameters:
    ///   - rows: whole rows with their line feeds, as `PostgreSQLCopyText` writes them.
    ///   - count: their number.
    package func add(_ rows: [UInt8], count: Int) throws(PostgreSQLError) {
        if !buffer.isEmpty { try send() }
        var start = 0
        while start < rows.count {
            let end = min(rows.count, start + Self.chunk)
            try check(rows[start..<end].withUnsafeBytes { send($0) })
            start = end
        }
        self.count += count
    }

    private func send() throws(PostgreSQLError) {
        let isSent = buffer.withUnsafeBytes { send($0) }
        buffer.removeAll(keepingCapacity: true)
        try check(isSent)
    }

    private func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        libpq.PQputCopyData(
            connection.handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
            == 1
    }

    private func check(_ isSent: Bool) throws(PostgreSQLError) {
        guard !isSent else { return }
        isOpen = false
        throw .lost(connection.handle)
    }

    /// Ends the copy. The rows are in the table when the transaction is committed.
    ///
    /// - Returns: the number of rows.
    /// - Throws: an error of the server, with the number of the row that it refused as `line`.
    @discardableResult
    package func finish() throws(PostgreSQLError) -> Int {
        if !buffer.isEmpty { try send() }
        isOpen = false
        guard libpq.PQputCopyEnd(connection.handle, nil) == 1 else { throw .lost(connection.handle) }
        try drain()
        return count
    }

    /// Reads the results up to the last. The first error counts.
    private func drain() throws(PostgreSQLError) {
        var first: PostgreSQLError?
        while let result = libpq.PQgetResult(connection.handle) {
            defer { libpq.PQclear(result) }
            let status = libpq.PQresultStatus(result)
            if status != PGRES_COMMAND_OK, first == nil {
                first = PostgreSQLError(result, on: connection.handle)
                first?.line = Self.line(libpq.PQresultErrorField(result, Int32(UInt8(ascii: "W"))))
            }
            // On a lost connection the state stays, and there is no end.
            if status == PGRES_COPY_IN { break }
        }
        if let first { throw first }
        guard libpq.PQstatus(connection.handle) == CONNECTION_OK else { throw .lost(connection.handle) }
    }

    /// The number after `COPY t, line `. The name of the table may contain anything, so the last such word counts.
    private static func line(_ context: UnsafeMutablePointer<CChar>?) -> Int? {
        guard let context else { return nil }
        let words = String(cString: context).split(separator: " ")
        for (index, word) in words.enumerated().reversed() where word == "line" && index + 1 < words.count {
            let digits = words[index + 1].prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits) { return number }
        }
        return nil
    }

    /// Ends the copy without its rows.
    package func abandon() {
        guard isOpen else { return }
        isOpen = false
        _ = libpq.PQputCopyEnd(connection.handle, "the rows are not wanted")
        while let result = libpq.PQgetResult(connection.handle) { libpq.PQclear(result) }
    }
}

/// Rows in the text form of COPY: values with tabs between them, and a line feed at the end.
package enum PostgreSQLCopyText {
    /// Appends a row.
    ///
    /// - Throws: kind `value` for a value that the server cannot hold. What was appended of the row is then meaningless.
    package static func append(_ values: [PredicateValue], to bytes: inout [UInt8]) throws(PostgreSQLError) {
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(0x09) }
            switch value {
            case .null: bytes.append(contentsOf: [0x5C, 0x4E])
            case .string(let text), .url(let text): try append(text, to: &bytes)
            case .integer(let number): bytes.append(contentsOf: String(number).utf8)
            default:
                guard let text = try PostgreSQLParameter.text(value) else { continue }
                try append(text, to: &bytes)
            }
        }
        bytes.append(0x0A)
    }

    /// A string with escapes for what COPY means by itself.
    private static func append(_ text: String, to bytes: inout [UInt8]) throws(PostgreSQLError) {
        for byte in text.utf8 {
            switch byte {
            case 0x5C, 0x09, 0x0A, 0x0D:
                bytes.append(0x5C)
                bytes.append(byte == 0x09 ? 0x74 : byte == 0x0A ? 0x6E : byte == 0x0D ? 0x72 : 0x5C)
            case 0: throw PostgreSQLError(.value, "a string contains NUL, which PostgreSQL cannot hold")
            default: bytes.append(byte)
            }
        }
    }
}
#endif
