#if PostgreSQL
import Foundation
import PredicatePostgreSQL
import Testing

/// Connecting, and what fails there.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct ConnectionTests {
    @Test func parametersArriveAsValues() throws {
        let connection = try Server.connection()
        let texts = [
            "'; DROP TABLE x; --", "\\", "\\x41", "%s", "$1", "\"", "é e\u{301} 日本", "{a,b}",
            String(repeating: "x", count: 100_000),
        ]
        for text in texts {
            let result = try connection.run("SELECT $1::text, $2::text[]", [.string(text), [.string(text), nil]])
            #expect(result.text(0, 0) == text)
            let list = try result.withBytes(0, 1) { try PostgreSQLValueReader(.array(.text)).value($0) }
            #expect(list == [.string(text), nil])
        }
        #expect(failure { try connection.run("SELECT $1::text", ["a\0b"]) }?.kind == .value)
        #expect(connection.serverVersion > 100_000)
    }

    struct Refusal: Sendable {
        var location: String
        var kind: PostgreSQLError.Kind
        var message: String
    }

    @Test(arguments: [
        Refusal(
            location: "postgresql://reader@127.0.0.1/predicate?password=wrong-secret", kind: .authentication,
            message: "PostgreSQL at 127.0.0.1:PORT refuses the password of user `reader`"),
        Refusal(
            location: "host=127.0.0.1 user=reader passfile=/nonexistent", kind: .authentication,
            message:
                "PostgreSQL at 127.0.0.1:PORT asks for the password of user `reader`; put it into ~/.pgpass, "
                + "or into the file that PGPASSFILE names"),
        Refusal(
            location: "host=127.0.0.1 port=1", kind: .connection,
            message: "no PostgreSQL server answers at 127.0.0.1:1: Connection refused"),
        Refusal(
            location: "dbname=absent", kind: .missingDatabase,
            message: "no database `absent` on the PostgreSQL server at HOST:PORT"),
        Refusal(
            location: "user=nobody_here", kind: .authentication,
            message: "PostgreSQL at HOST:PORT refuses the connection: role \"nobody_here\" does not exist"),
        Refusal(
            location: "postgresql://h:secret@[::1/x", kind: .usage,
            message:
                "the location of the PostgreSQL server cannot be read: end of string reached when looking for matching"),
        Refusal(
            location: "dbname=a\0b", kind: .usage, message: "the name of the server or the database contains NUL"),
    ])
    func refusals(_ refusal: Refusal) throws {
        let error = failure { try PostgreSQLConnection(refusal.location) }
        #expect(error?.kind == refusal.kind)
        let host = Server.environment("PGHOST") ?? ""
        let message = error?.message.replacing(Server.port, with: "PORT").replacing(host, with: "HOST")
        #expect(message == refusal.message)
        #expect(error?.message.contains("secret") != true)
    }

    @Test func cancellationEndsTheStatement() throws {
        let connection = try Server.connection()
        let process = try connection.run("SELECT pg_backend_pid()::text").text(0, 0) ?? ""
        let cancellation = connection.cancellation
        // A thread of its own: the test blocks one of Swift's.
        Thread.detachNewThread {
            let other = try? Server.connection()
            let isActive = "SELECT 1 FROM pg_stat_activity WHERE pid = $1::text::int4 AND query LIKE '%pg_sleep%'"
            while let other, (try? other.run(isActive, [.string(process)]).rowCount) == 0 {}
            cancellation()
        }
        let error = failure { try connection.run("SELECT pg_sleep(60)") }
        #expect(error?.kind == .cancelled)
        #expect(error?.message == "the query was cancelled")
    }

    @Test func timeoutsEndTheStatement() throws {
        let connection = try PostgreSQLConnection("", statementTimeout: 30)
        let error = failure { try connection.run("SELECT pg_sleep(60)") }
        #expect(error?.kind == .timeout)
        #expect(error?.message == "the server ended the query because it exceeded statement_timeout")
    }

    @Test func terminatedConnections() throws {
        let connection = try Server.connection()
        let process = try connection.run("SELECT pg_backend_pid()::text").text(0, 0)
        try Server.connection().run("SELECT pg_terminate_backend($1::text::int)", [.string(process ?? "")])
        let error = failure { try connection.run("SELECT 1") }
        #expect(error?.kind == .connectionLost)
        #expect(
            error?.message
                == "the connection to the PostgreSQL server was lost: terminating connection due to administrator command"
        )
        #expect(failure { try connection.run("SELECT 1") }?.kind == .connectionLost)
    }

    @Test func transactionsReadOneSnapshot() throws {
        try Server.withSchema { connection, schema in
            try connection.execute("CREATE TABLE t (n int)")
            let other = try Server.connection()
            try connection.transaction(readsOneSnapshot: true) {
                #expect(try connection.run("SELECT count(*)::text FROM t").text(0, 0) == "0")
                try other.execute("INSERT INTO \(schema).t VALUES (1)")
                #expect(try connection.run("SELECT count(*)::text FROM t").text(0, 0) == "0")
            }
            #expect(try connection.run("SELECT count(*)::text FROM t").text(0, 0) == "1")
            let error = failure {
                try connection.transaction(readsOneSnapshot: true) {
                    try connection.execute("INSERT INTO t VALUES (2)")
                }
            }
            #expect(error?.sqlState == "25006")
        }
    }
}

extension String {
    fileprivate func replacing(_ needle: String, with other: String) -> String {
        var rest = self[...]
        var result = ""
        while !rest.isEmpty {
            if !needle.isEmpty, rest.hasPrefix(needle) {
                result += other
                rest = rest.dropFirst(needle.count)
            } else if let letter = rest.popFirst() {
                result.append(letter)
            }
        }
        return result
    }
}
#endif
