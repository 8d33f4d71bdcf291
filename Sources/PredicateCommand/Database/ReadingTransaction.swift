#if SQLite || PostgreSQL
/// Whether a table is being read in a transaction. Reads inside of others belong to the same one.
final class ReadingTransaction {
    var isOpen = false
}
#endif
