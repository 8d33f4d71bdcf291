#if PostgreSQL
import PredicateFormat
import PredicatePostgreSQL
import PredicateRecords

extension ImportCommand {
    /// Imports into a table of a PostgreSQL server.
    func runPostgreSQL(_ url: String, _ table: String, in environment: CommandEnvironment) throws {
        guard !table.isEmpty else {
            throw CommandFailure(.usage, "error: --into names no table; write postgresql://HOST/DB#TABLE")
        }
        guard !table.utf8.contains(0), table.utf8.count <= 63 else {
            throw CommandFailure(.usage, "error: the name of a table of PostgreSQL has at most 63 bytes and no NUL")
        }
        try environment.checkInputs(files)
        let connection: PostgreSQLConnection
        let taken: [String]
        do throws(PostgreSQLError) {
            connection = try PostgreSQLConnection(url)
            taken = try connection.tableNames()
        } catch {
            throw CommandFailure(error)
        }
        let place = "the database `\(connection.database)`"
        if taken.contains(where: { sameCodePoints($0, table) }) {
            throw CommandFailure(
                .data, "error: there is a table `\(table)` in \(place); import needs the name of a new one")
        }
        let layout = try ImportLayout(
            try recordSchema(in: environment), table: table, key: key, keepsLists: json, taken: taken)
        try check(layout)
        try checkNames(layout)
        if dryRun {
            let statements = layout.postgresqlTables + index.map { layout.index(of: $0) }
            return try environment.output.write(statements.map { $0 + ";\n" }.joined())
        }
        for child in layout.children {
            environment.say("the objects of `\(child.field)` go into the table `\(child.name)`")
        }
        var count = 0
        var progress = Progress(sources: environment.sources(files), in: environment, overOutput: true)
        defer { progress.clear() }
        try PostgreSQLImport(layout, on: connection).run(indexes: index) { insert in
            try forEachRecord(in: environment) { record, raw, bytes in
                count += 1
                progress.update(bytes: bytes)
                do {
                    try insert(record, count)
                } catch let misfit as ImportLayout.Misfit {
                    throw misfit.failure(at: raw)
                }
            }
        }
        environment.say("\(count) \(count == 1 ? "record" : "records") imported into \(place), table `\(table)`")
    }

    /// The server would cut longer names in silence.
    private func checkNames(_ layout: ImportLayout) throws(CommandFailure) {
        let columns = layout.postgresqlNames.indices.flatMap { layout.postgresqlColumns(ofTable: $0) }
        guard let long = (layout.postgresqlNames + columns).first(where: { $0.utf8.count > 63 }) else { return }
        throw CommandFailure(.data, "error: `\(long)` is longer than the 63 bytes of a name in PostgreSQL")
    }
}

extension ImportLayout.Misfit {
    /// The failure of the import at a record.
    func failure(at raw: RawRecord) -> CommandFailure {
        CommandFailure(
            .data,
            "error: \(raw.file ?? "standard input"), line \(raw.line), offset \(raw.offset): \(message); nothing was imported"
        )
    }
}
#endif
