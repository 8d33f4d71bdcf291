// On other systems libpq is linked.
#if PostgreSQL && os(Linux)
@testable import PredicatePostgreSQL
import Testing

/// Loading libpq, which needs no server.
struct LibPQTests {
    private static let advice =
        "libpq, the client library of PostgreSQL, cannot be loaded; on Debian and Ubuntu install `libpq5`: "

    @Test func missingLibrary() {
        let error = failure { try LibPQ.tryLoading("libpq-absent.so.5") }
        #expect(error?.kind == .connection)
        let reason = "libpq-absent.so.5: cannot open shared object file: No such file or directory"
        #expect(error?.message == Self.advice + reason)
    }

    /// A library without the functions of libpq, as an old libpq would be.
    @Test func missingFunction() {
        let error = failure { try LibPQ.tryLoading("libz.so.1") }
        #expect(error?.kind == .connection)
        #expect(error?.message.hasPrefix(Self.advice) == true)
        #expect(error?.message.hasSuffix("undefined symbol: PQcancel") == true)
    }

    @Test func functionsCanBeCalled() throws {
        let functions = try LibPQ.tryLoading("libpq.so.5")
        var options = functions.PQconninfoParse("host=a", nil)
        #expect(options != nil)
        functions.PQconninfoFree(options)
        options = functions.PQconninfoParse("host", nil)
        #expect(options == nil)
    }

    /// Threads that connect first at the same time all find the library loaded.
    @Test func concurrentLoads() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    try LibPQ.load()
                    return libpq.PQserverVersion(nil)
                }
            }
            for try await version in group { #expect(version == 0) }
        }
    }
}
#endif
