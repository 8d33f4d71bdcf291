#if PostgreSQL
import CLibPQ
@_exported import PredicateFormat
#endif
