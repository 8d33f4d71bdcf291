#if SQLite
extension CommandWing {
    /// Tables in files of SQLite.
    public static let sqlite = CommandWing.tables(of: SQLiteDatabase())
}
#endif
