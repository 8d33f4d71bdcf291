#if PostgreSQL
import CLibPQ
import PredicateCore

/// What went wrong with a server or its data.
public struct PostgreSQLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures that a program may want to tell apart.
    public enum Kind: String, Hashable, Sendable {
        /// The connection string or a name cannot be used.
        case usage
        /// No server answers, or it refuses connections.
        case connection
        /// The server refuses the user or the password.
        case authentication
        /// The database does not exist.
        case missingDatabase
        /// The table does not exist.
        case missingTable
        /// The user may not read or write the table.
        case permission
        /// The statement was cancelled.
        case cancelled
        /// The statement exceeded `statement_timeout`.
        case timeout
        /// The server or the network went away.
        case connectionLost
        /// A table is no longer what the catalogue said.
        case changed
        /// A value cannot be read or sent, does not fit its type, or breaks a constraint.
        case value
        /// The disk of the server is full.
        case diskFull
        /// Every other error of the server.
        case server
    }

    /// The kind of the failure.
    public var kind: Kind
    /// A sentence without its full stop. It never contains a password.
    public var message: String
    /// The server's code of the error, five letters and digits; nil if the failure is not the server's.
    public var sqlState: String?
    /// The number of the line of the input that COPY refused; nil if the failure is another.
    public var line: Int?

    /// A failure with its sentence.
    public init(_ kind: Kind, _ message: String, sqlState: String? = nil) {
        self.kind = kind
        self.message = message
        self.sqlState = sqlState
    }

    /// The sentence.
    public var description: String { message }
}

extension PostgreSQLError {
    /// The failure of a statement.
    init(_ result: OpaquePointer?, on connection: OpaquePointer) {
        func field(_ letter: Unicode.Scalar) -> String? {
            libpq.PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
        }
        let state = field("C")
        guard libpq.PQstatus(connection) == CONNECTION_OK else {
            self = .lost(connection, reason: field("M"))
            self.sqlState = state
            return
        }
        let primary = field("M") ?? Self.firstLine(libpq.PQerrorMessage(connection))
        let (kind, message) = Self.sentence(for: state ?? "", primary, table: field("t"))
        self.init(kind, message + (field("D").map { " (\($0))" } ?? ""), sqlState: state)
    }

    /// The kind and the sentence for a code of the server.
    private static func sentence(for state: String, _ primary: String, table: String?) -> (Kind, String) {
        switch state {
        case "42P01": (.missingTable, "the server has no such table: \(primary)")
        case "42501": (.permission, "the server does not permit it: \(primary)")
        case "57014" where primary.contains("timeout"):
            (.timeout, "the server ended the query because it exceeded statement_timeout")
        // The server's language may not be English; a timeout is then told as a cancellation.
        case "57014": (.cancelled, "the query was cancelled")
        case "55P03": (.timeout, "the table is locked by someone else: \(primary)")
        case "53100": (.diskFull, "the disk of the server is full: \(primary)")
        // A column was dropped after the catalogue was read.
        case "42703": (.changed, "the table changed while it was read: \(primary)")
        // Data that does not fit its type, or that breaks a constraint.
        case _ where state.hasPrefix("22") || state.hasPrefix("23"): (.value, "the server reports: \(primary)")
        default: (.server, "the server reports: \(primary)")
        }
    }

    /// The connection has ended.
    static func lost(_ connection: OpaquePointer, reason: String? = nil) -> PostgreSQLError {
        var reason = reason ?? firstLine(libpq.PQerrorMessage(connection))
        // The severity of the server's last words says nothing more.
        if let severity = reason.range(of: "FATAL: ") {
            reason = ValueSemantics.trimmed(String(reason[severity.upperBound...]))
        }
        return PostgreSQLError(
            .connectionLost, "the connection to the PostgreSQL server was lost" + (reason.isEmpty ? "" : ": \(reason)"))
    }

    /// The failure to connect.
    static func refused(_ connection: OpaquePointer, place: String, user: String, database: String) -> PostgreSQLError {
        let text = firstLine(libpq.PQerrorMessage(connection))
        // What follows the severity is the server's; what libpq says of the address is said by us.
        let fatal = text.range(of: "FATAL: ").map { Array(text.utf8[$0.upperBound...]) }
        let reason = ValueSemantics.trimmed(
            fatal.map { String(decoding: $0, as: UTF8.self) }
                ?? text.range(of: "failed: ").map { String(text[$0.upperBound...]) } ?? text)
        if libpq.PQconnectionNeedsPassword(connection) != 0 {
            return PostgreSQLError(
                .authentication,
                "PostgreSQL at \(place) asks for the password of user `\(user)`; put it into ~/.pgpass, "
                    + "or into the file that PGPASSFILE names")
        }
        if libpq.PQconnectionUsedPassword(connection) != 0, fatal != nil, reason.contains("password") {
            return PostgreSQLError(.authentication, "PostgreSQL at \(place) refuses the password of user `\(user)`")
        }
        if fatal != nil, reason.hasPrefix("database "), reason.contains("does not exist") {
            return PostgreSQLError(.missingDatabase, "no database `\(database)` on the PostgreSQL server at \(place)")
        }
        if fatal != nil {
            let isUser = reason.contains("authentication") || reason.contains("role") || reason.contains("pg_hba")
            return PostgreSQLError(
                isUser ? .authentication : .connection, "PostgreSQL at \(place) refuses the connection: \(reason)")
        }
        // A server that answers, but not as TLS requires.
        if reason.contains("SSL") || reason.contains("certificate") {
            return PostgreSQLError(.connection, "cannot connect to PostgreSQL at \(place): \(reason)")
        }
        return PostgreSQLError(.connection, "no PostgreSQL server answers at \(place): \(reason)")
    }

    /// The first line of a message of libpq. Further lines repeat it for other addresses, or quote the statement.
    static func firstLine(_ message: UnsafePointer<CChar>?) -> String {
        guard let message else { return "" }
        let text = String(cString: message)
        return ValueSemantics.trimmed(String(text.split(whereSeparator: \.isNewline).first ?? ""))
    }
}

extension String {
    /// Where a string occurs first. (Foundation's search is not in its essentials.)
    fileprivate func range(of needle: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(needle) {
                return start..<(index(start, offsetBy: needle.count, limitedBy: endIndex) ?? endIndex)
            }
            start = index(after: start)
        }
        return nil
    }
}
#endif
