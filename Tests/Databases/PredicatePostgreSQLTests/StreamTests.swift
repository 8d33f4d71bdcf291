#if PostgreSQL
import PredicatePostgreSQL
import Testing

/// Records as an asynchronous sequence.
@Suite(.enabled(if: Server.isRunning, Server.reason))
struct StreamTests {
    private let table = "stream_\(UInt32.random(in: 0 ... .max))"

    private func withTable<Result>(_ body: () async throws -> Result) async throws -> Result {
        let connection = try Server.connection()
        try connection.execute(
            "CREATE TABLE \(table) (id int4 PRIMARY KEY); INSERT INTO \(table) SELECT generate_series(1, 3000)")
        defer { try? Server.connection().execute("DROP TABLE \(table)") }
        return try await body()
    }

    @Test func recordsArriveInOrder() async throws {
        try await withTable {
            var ids: [PredicateValue] = []
            for try await record in PostgreSQLRecords(table, matching: "id > 1000") {
                ids.append(record.value(forKey: "id"))
            }
            #expect(ids == (1001...3000).map { .integer(Int64($0)) })
        }
    }

    @Test func anEarlyEndEndsTheConnection() async throws {
        try await withTable {
            var count = 0
            for try await _ in PostgreSQLRecords(table, matching: "TRUEPREDICATE") {
                count += 1
                if count == 10 { break }
            }
            #expect(count == 10)
            // The table can be dropped, so no transaction keeps it.
        }
    }

    @Test func errorsAreThrown() async throws {
        try await withTable {
            await #expect(throws: PostgreSQLError.self) {
                for try await _ in PostgreSQLRecords("absent_\(table)", matching: "id > 1") {}
            }
            await #expect(throws: PredicateDiagnostics.self) {
                for try await _ in PostgreSQLRecords(table, matching: "idd > 1") {}
            }
        }
    }
}
#endif
