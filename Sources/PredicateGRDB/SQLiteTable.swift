#if SQLite
@_exported import GRDB
@_exported import PredicateFormat
#endif
