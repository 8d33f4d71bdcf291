#if PostgreSQL
import CLibPQ

/// The functions of libpq, under their own names. A program that never connects does not load libpq (`CLibPQ.h` says why).
///
/// They may be called only after `LibPQ.load()` succeeded. Every connection begins with that, and the other functions need
/// a connection or a result.
var libpq: CLibPQFunctions {
    @inline(__always) get { CLibPQ().pointee }
}
#endif
