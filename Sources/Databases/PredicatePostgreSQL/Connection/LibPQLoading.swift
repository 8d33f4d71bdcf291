#if PostgreSQL
import CLibPQ

/// Loading libpq.
enum LibPQ {
    /// Why libpq cannot be used; nil if it is loaded. Swift computes it once, whichever thread comes first.
    private static let failure: PostgreSQLError? = failure(CLibPQLoadOnce())

    /// Loads libpq, if it is not loaded yet.
    ///
    /// - Throws: kind `connection` if libpq is not installed.
    static func load() throws(PostgreSQLError) {
        if let failure { throw failure }
    }

    /// Loads a library as if it were libpq, and throws what `load` would throw for it. For tests.
    static func tryLoading(_ library: String) throws(PostgreSQLError) -> CLibPQFunctions {
        let functions = UnsafeMutablePointer<CLibPQFunctions>.allocate(capacity: 1)
        defer { functions.deallocate() }
        if let failure = failure(CLibPQLoad(library, functions)) { throw failure }
        return functions.pointee
    }

    private static func failure(_ reason: UnsafePointer<CChar>?) -> PostgreSQLError? {
        reason.map {
            PostgreSQLError(
                .connection,
                "libpq, the client library of PostgreSQL, cannot be loaded; on Debian and Ubuntu install `libpq5`: "
                    + String(cString: $0))
        }
    }
}
#endif
