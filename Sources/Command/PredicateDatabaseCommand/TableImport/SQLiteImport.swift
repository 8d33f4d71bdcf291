#if Command && SQLite
import PredicateFormat
import PredicatePlatform
import PredicateRecords
import PredicateSQL
import PredicateSQLite

/// Writes records into new tables of an SQLite file, in one transaction.
struct SQLiteImport: ImportDestination {
    private let file: String
    /// Whether the file is made for the import.
    private let isNew: Bool
    private let catalogue: SQLiteCatalogue?

    /// Reads the tables of a file, which need not exist.
    init(_ file: String) throws(CommandFailure) {
        self.file = file
        switch FileKind(path: file) {
        case .other(let kind): throw CommandFailure(.noInput, "error: cannot open \(file): it is \(kind)")
        case .missing:
            // SQLite would take what is in them for a part of the new file.
            if let other = SQLiteCompanions.first(of: file) {
                throw CommandFailure(
                    .inputOutput,
                    "error: cannot make \(file): SQLite would take \(other), which belongs to another file, for its own; move it elsewhere"
                )
            }
            (isNew, catalogue) = (true, nil)
        case .file:
            isNew = false
            catalogue = try SQLiteFailure.translating(try SQLiteCatalogue(SQLiteConnection(reading: file))) {
                CommandFailure($0, reading: file)
            }
        }
    }

    var place: String { file }
    func address(of table: String) -> String { "\(file)#\(table)" }
    var tableNames: [String] { catalogue?.names ?? [] }
    func existing(_ table: String) -> String? { tableNames.nearestOfCase(table) }
    func primaryKey(of table: String) -> [String] { catalogue?.table(table)?.primaryKey ?? [] }

    /// SQLite takes names that differ only in the case of letters for one.
    func check(_ layout: ImportLayout) throws(CommandFailure) {
        for table in layout.tableNames where table.lowercased().hasPrefix("sqlite_") {
            throw CommandFailure(
                .usage, "error: the name `\(table)` belongs to SQLite, as do all that begin with `sqlite_`")
        }
        for columns in [layout.columns] + layout.children.map(\.columns) {
            var names: [String] = []
            for column in columns {
                if let other = names.nearestOfCase(column.name) {
                    throw CommandFailure(
                        .data,
                        "error: the fields `\(other)` and `\(column.name)` would be one column in SQLite, which ignores the"
                            + " case of names")
                }
                names.append(column.name)
            }
        }
    }

    func tables(of layout: ImportLayout) -> [String] { layout.tables(\.rawValue, mayBeStrict: true) }

    func write(_ layout: ImportLayout, indexes: [String], _ records: ImportRecords) throws -> Int {
        do {
            guard isNew else { return try write(layout, indexes, records, to: SQLiteConnection(writing: file)) {} }
            let draft = try SQLiteDraft(of: file)
            let count = try write(layout, indexes, records, to: SQLiteConnection(drafting: draft.path)) {
                draft.discard()
            }
            try draft.publish()
            return count
        } catch let failure as SQLiteFailure {
            if failure.kind == .constraint, let message = layout.brokenReference {
                throw CommandFailure(.data, "error: in a record, \(message); nothing was imported")
            }
            throw CommandFailure(failure, writing: file)
        } catch let failure as OutputFileFailure {
            throw CommandFailure(.inputOutput, "error: cannot write \(file): \(failure.reason); nothing was imported")
        }
    }

    /// - Parameter discard: what is left to undo after the transaction, if a signal ends the process.
    private func write(
        _ layout: ImportLayout, _ indexes: [String], _ records: ImportRecords, to connection: SQLiteConnection,
        _ discard: @escaping () -> Void
    ) throws -> Int {
        // SQLite does not check references by itself.
        try connection.execute("PRAGMA foreign_keys = ON")
        try connection.execute("BEGIN IMMEDIATE")
        let writing = SignalGuard(interrupt: connection.interrupt) {
            try? connection.execute("ROLLBACK")
            discard()
        }
        defer { writing.end() }
        do {
            try writing.run {
                for table in tables(of: layout) { try connection.execute(table) }
            }
            let rows = try Rows(layout, connection)
            let count = try records.forEach { record, number in
                try writing.run { try rows.insert(record, number: number) }
            }
            try writing.run {
                for index in indexes { try connection.execute(layout.index(of: index)) }
                try connection.execute("COMMIT")
            }
            return count
        } catch {
            try? writing.run { try connection.execute("ROLLBACK") }
            throw error
        }
    }

    /// The rows of all tables.
    private struct Rows {
        let layout: ImportLayout
        let rows: SQLiteStatement
        let children: [SQLiteStatement]

        init(_ layout: ImportLayout, _ connection: SQLiteConnection) throws(SQLiteFailure) {
            self.layout = layout
            func insertion(into table: String, _ count: Int) throws(SQLiteFailure) -> SQLiteStatement {
                let places = Array(repeating: "?", count: count).joined(separator: ", ")
                return try connection.prepare("INSERT INTO \(table.quotedSQLName) VALUES (\(places))")
            }
            rows = try insertion(into: layout.name, layout.columns.count + (layout.number == nil ? 0 : 1))
            var children: [SQLiteStatement] = []
            for child in layout.children { children.append(try insertion(into: child.name, child.columns.count + 2)) }
            self.children = children
        }

        /// Writes a record.
        func insert(_ record: PredicateValue, number: Int) throws {
            try insert(try layout.row(of: record, number: number), rows)
            for row in try layout.children(of: record, number: number) { try insert(row.row, children[row.child]) }
        }

        private func insert(_ values: [PredicateValue], _ statement: SQLiteStatement) throws {
            try statement.bind(values)
            do throws(SQLiteFailure) {
                _ = try statement.step()
            } catch {
                statement.reset()
                guard error.kind == .constraint else { throw error }
                let isReference = error.message.startsExactly(with: "FOREIGN KEY")
                throw ImportLayout.Misfit(
                    message: isReference ? layout.brokenReference ?? error.message : error.message)
            }
            statement.reset()
        }
    }
}

extension CommandFailure {
    /// The failure to write a database.
    init(_ failure: SQLiteFailure, writing file: String) {
        let reason: String
        switch failure.kind {
        case .notADatabase, .isLocked, .cannotOpen, .interrupted, .needsRecovery, .changed:
            self.init(failure, reading: file)
            return
        case .isFull: reason = "the disk is full"
        case .isReadOnly, .constraint, .tooLarge, .outOfMemory, .endless, .other: reason = failure.message
        }
        self.init(.inputOutput, "error: cannot write \(file): \(reason); nothing was imported")
    }
}

extension SQLiteDatabase: ImportDatabase {
    func importDestination(at address: SourceAddress) throws(CommandFailure) -> any ImportDestination {
        try SQLiteImport(address.place)
    }
}

/// A database that is written where no other program can open it, and gets its name when it is whole. A file that has
/// the name by then stays.
///
/// On Linux the draft has no name before, so that nothing of it is left whatever ends the process. Elsewhere, and where
/// a file system cannot do that, it has a temporary name.
final class SQLiteDraft: Sendable {
    /// How the draft is opened.
    let path: String
    private let target: String
    private let descriptor: Int32
    /// Whether `path` is the name of the draft.
    private let isNamed: Bool
    private let isOver = Locked(false)

    /// Makes an empty draft in the folder of a file that does not exist.
    init(of file: String) throws(OutputFileFailure) {
        target = try OutputFile.target(of: file)
        let folder = FileSystem.folder(of: target)
        if let unnamed = Self.unnamed(in: folder.isEmpty ? "." : folder) {
            (path, descriptor, isNamed) = (Self.link(to: unnamed), unnamed, false)
            return
        }
        let name = folder + UnfinishedFiles.newName()
        let opened = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw .system }
        (path, descriptor, isNamed) = (name, opened, true)
    }

    deinit {
        discard()
        close(descriptor)
    }

    /// Removes the draft, unless it has its name. Any thread may do it.
    func discard() {
        isOver.withLock { isOver in
            if !isOver, isNamed { unlink(path) }
            isOver = true
        }
    }

    /// Gives the draft its name, after it is written to the disk.
    func publish() throws(OutputFileFailure) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .system }
        let code = isOver.withLock { isOver in
            guard !isOver else { return EINTR }
            let code = name()
            isOver = code == 0
            return code
        }
        switch code {
        case 0: return
        case EEXIST: throw OutputFileFailure("another program has made the file meanwhile")
        default: throw OutputFileFailure(String(cString: strerror(code)))
        }
    }

    /// Gives the draft its name, and the code of the failure otherwise.
    private func name() -> Int32 {
        guard isNamed else { return linkat(AT_FDCWD, path, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno }
        if PredicatePlatform.link(path, target) == 0 {
            unlink(path)
            return 0
        }
        guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { return errno }
        // Without hard links, a separate empty file reserves the name.
        let place = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard place >= 0 else { return errno }
        close(place)
        return rename(path, target) == 0 ? 0 : errno
    }

    /// A file without a name; nil if the system or the file system has none, or if it could not be opened again.
    private static func unnamed(in folder: String) -> Int32? {
        #if os(Linux)
        // O_TMPFILE
        let descriptor = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        if access(link(to: descriptor), R_OK | W_OK) == 0 { return descriptor }
        close(descriptor)
        #endif
        return nil
    }

    /// A path that leads to an open file.
    private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
}
#endif
