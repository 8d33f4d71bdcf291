#if Command && (SQLite || PostgreSQL)
import PredicateFormat
import PredicateRecords

/// A database that records are imported into.
protocol ImportDestination {
    /// The database, for messages: `world.sqlite`, "the database `world`".
    var place: String { get }
    /// Where the records are in the end, for messages.
    func address(of table: String) -> String
    /// The names of its tables.
    var tableNames: [String] { get }
    /// The table that a new one with this name would collide with; nil if there is none.
    func existing(_ table: String) -> String?
    /// The columns of the primary key of a table that exists.
    func primaryKey(of table: String) throws(CommandFailure) -> [String]
    /// Checks that the database can have tables and columns of these names.
    func check(_ layout: ImportLayout) throws(CommandFailure)
    /// The statements that make the tables.
    func tables(of layout: ImportLayout) -> [String]
    /// Makes the tables, writes the records, and makes the indexes. After a failure the database is as before.
    ///
    /// - Parameters:
    ///   - layout: the tables.
    ///   - indexes: the columns to index.
    ///   - records: the records.
    /// - Returns: the number of records.
    /// - Throws: `CommandFailure`, and what `records` throws.
    func write(_ layout: ImportLayout, indexes: [String], _ records: ImportRecords) throws -> Int
}

/// The records of the files of an import, one after another.
struct ImportRecords {
    let request: PredicateRequest
    let environment: CommandEnvironment

    /// Calls a function with each record and its number, from 1. Returns the number of records.
    ///
    /// - Throws: `CommandFailure` for a bad record, for one that does not fit its columns, and if the input cannot be read.
    @discardableResult
    func forEach(_ body: (PredicateValue, Int) throws -> Void) throws -> Int {
        var reader = JSONReader()
        reader.requiresObjects = true
        var count = 0
        try request.forEachRecord(in: environment) { raw in
            let record = try reader.read(raw)
            count += 1
            do {
                try body(record, count)
            } catch let misfit as ImportLayout.Misfit {
                throw misfit.failure(at: raw)
            }
            return true
        }
        return count
    }
}

/// A kind of databases that records are imported into.
protocol ImportDatabase: RecordDatabase {
    /// Opens the database of an address.
    func importDestination(at address: SourceAddress) throws(CommandFailure) -> any ImportDestination
}

extension SourceAddress {
    /// Opens the database of an address of `--into`.
    ///
    /// - Throws: `CommandFailure` if it cannot be opened, or if this build lacks the database.
    func importDestination() throws(CommandFailure) -> any ImportDestination {
        guard let database = try database() as? any ImportDatabase else {
            throw CommandFailure(.usage, "error: nothing is imported into `\(scheme.rawValue):`")
        }
        return try database.importDestination(at: self)
    }
}

/// A column that refers to another table, as `--references FIELD=TABLE` says.
struct ImportReference: Hashable {
    /// The field of the records.
    var field: String
    /// The table that it refers to.
    var table: String
    /// The primary key of that table.
    var key: String

    /// The reference that an option describes.
    ///
    /// - Parameters:
    ///   - text: the value of the option.
    ///   - table: the new table, which may refer to itself.
    ///   - ownKey: the key of the new table.
    ///   - destination: the database.
    /// - Throws: `CommandFailure` if there is no such table, or if its key is not one column.
    init(
        _ text: String, in table: String, ownKey: String?, _ destination: any ImportDestination
    ) throws(CommandFailure) {
        guard let (field, target) = text.split(atFirst: "="), !field.isEmpty, !target.isEmpty else {
            throw CommandFailure(.usage, "error: --references needs FIELD=TABLE, not `\(text)`")
        }
        self.field = field
        if sameCodePoints(target, table) {
            guard let ownKey else {
                throw CommandFailure(
                    .usage, "error: --references \(text) needs --key, since it refers to the new table")
            }
            (self.table, key) = (target, ownKey)
            return
        }
        guard let existing = destination.tableNames.first(where: { sameCodePoints($0, target) }) else {
            let hint = destination.tableNames.hint(for: target)
            throw CommandFailure(
                .usage, "error: --references names `\(target)`, which is not a table of \(destination.place)\(hint)")
        }
        let columns = try destination.primaryKey(of: existing)
        guard let column = columns.first, columns.count == 1 else {
            throw CommandFailure(
                .usage,
                "error: --references names `\(existing)`, "
                    + (columns.isEmpty ? "which has no primary key" : "whose primary key is not one column"))
        }
        (self.table, key) = (existing, column)
    }
}
#endif
