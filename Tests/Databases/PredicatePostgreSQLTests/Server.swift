#if PostgreSQL
import PredicatePlatform
import PredicatePostgreSQL
import Testing

/// The server of `Scripts/postgresql.sh`.
enum Server {
    /// Whether the script has started one. Its variables name it for libpq.
    static let isRunning = environment("PREDICATE_POSTGRESQL") != nil
    static let reason: Comment = "no server: run the tests in `Scripts/postgresql.sh run`"

    static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The port of the server on 127.0.0.1.
    static var port: String { environment("PGPORT") ?? "" }

    static func connection() throws -> PostgreSQLConnection { try PostgreSQLConnection("") }

    /// The extension of texts without case, made once: two tests that make it at the same time would fail.
    private static let citext = Result {
        try connection().execute("CREATE EXTENSION IF NOT EXISTS citext WITH SCHEMA public")
    }

    /// Calls a test with a connection and a schema of its own, which is removed afterwards.
    static func withSchema<Result>(
        _ name: String = #function, _ body: (PostgreSQLConnection, String) throws -> Result
    ) throws -> Result {
        try citext.get()
        let connection = try connection()
        let letters = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40)
        let schema = "test_\(letters)_\(UInt32.random(in: 0 ... .max))"
        try connection.execute("CREATE SCHEMA \(schema); SET search_path TO \(schema), public")
        defer { try? PostgreSQLConnection("").execute("DROP SCHEMA \(schema) CASCADE") }
        return try body(connection, schema)
    }
}

/// The error that a function throws.
func failure<Result>(_ body: () throws -> Result) -> PostgreSQLError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? PostgreSQLError
    }
}
#endif
