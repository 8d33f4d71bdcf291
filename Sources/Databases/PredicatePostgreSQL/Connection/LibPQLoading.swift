#if PostgreSQL
import CLibPQ

/// The functions of libpq, under their own names. A program that never connects does not load libpq (`CLibPQ.h` says why).
///
/// They may be called only after `LibPQ.load()` succeeded. Every connection begins with that, and the other functions need
/// a connection or a result.
var libpq: CLibPQFunctions {
    @inline(__always) get { CLibPQ().pointee }
}

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
