import ArgumentParser
import PredicateFormat
import PredicateRecords

/// `predicate import`
struct ImportCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Write records into a table of a database.",
        usage: "predicate import --into <address> [<options>] <file> ...",
        discussion: """
            Makes a table and writes the records of the files into it, all or none. The types of the columns come from \
            --schema, or from all records, which are read first. A field of numbers, texts or booleans becomes a column \
            of that type; an object, and a list of values, a column of JSON. A list of objects becomes a table of its \
            own, which refers to the records and keeps the order of the list; --json makes it a column, too. --dry-run \
            writes the statements that would make the tables, and changes nothing.

            The table must not exist. A record that does not fit ends the import with its line, and the database is as \
            before.

            EXAMPLES
              predicate import cities.ndjson --into sqlite:world.sqlite#city \\
                --key geonameid --index population
              # The statements that would make the table.
              predicate import --dry-run cities.ndjson --into sqlite:x.sqlite#y
            """)

    @Argument(
        help: ArgumentHelp("The files with the records; `-` is standard input, and needs --schema.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("The new table: sqlite:FILE#TABLE or postgresql://HOST/DB#TABLE.", valueName: "address"))
    var into: String

    @Option(
        help: ArgumentHelp("A JSON Schema of the records.", valueName: "file"), completion: ShellCompletion.schemaFile)
    var schema: String?

    @OptionGroup var inputOptions: InputOptions

    @Option(help: ArgumentHelp("The field that is the primary key.", valueName: "field"))
    var key: String?

    @Option(help: ArgumentHelp("A field to index (repeatable).", valueName: "field"))
    var index: [String] = []

    @Flag(help: "Keep lists of objects in columns of JSON.")
    var json = false

    @Flag(help: "Write the statements that make the tables, and change nothing.")
    var dryRun = false

    func validate() throws {
        if files.isEmpty { throw ValidationError("Missing expected argument '<file> ...'") }
        if files.contains("-"), schema == nil {
            throw ValidationError("Standard input cannot be read twice; --schema gives the types of its records.")
        }
    }

    func run(in environment: CommandEnvironment) throws {
        let address = try SourceAddress(parsing: into, option: "--into")
        guard case .sqlite(let file, let table) = address else {
            if case .postgresql(let url, let table) = address {
                #if PostgreSQL
                return try runPostgreSQL(url, table, in: environment)
                #else
                _ = (url, table)
                throw CommandFailure(lacking: "PostgreSQL", for: address)
                #endif
            }
            throw CommandFailure(.usage, "error: --into needs sqlite:FILE#TABLE or postgresql://HOST/DB#TABLE")
        }
        #if SQLite
        guard !table.isEmpty else {
            throw CommandFailure(.usage, "error: --into names no table; write sqlite:\(file)#TABLE")
        }
        guard !table.utf8.contains(0) else { throw CommandFailure(.usage, "error: the name of a table holds no NUL") }
        try environment.checkInputs(files)
        let taken = try SQLiteImport.tableNames(in: file)
        if let existing = taken.nearestOfCase(table) {
            throw CommandFailure(
                .data, "error: there is a table `\(existing)` in \(file); import needs the name of a new one")
        }
        let layout = try ImportLayout(
            try recordSchema(in: environment), table: table, key: key, keepsLists: json, taken: taken)
        try check(layout)
        if dryRun {
            let statements = layout.sqliteTables + index.map { layout.index(of: $0) }
            return try environment.output.write(statements.map { $0 + ";\n" }.joined())
        }
        for child in layout.children {
            environment.say("the objects of `\(child.field)` go into the table `\(child.name)`")
        }
        let count = try write(layout, file, in: environment)
        try environment.output.write(
            "\(count) \(count == 1 ? "record" : "records") imported into \(file)#\(table)\n")
        #else
        _ = (file, table)
        throw CommandFailure(lacking: "SQLite", for: address)
        #endif
    }

    func recordSchema(in environment: CommandEnvironment) throws -> RecordSchema {
        if let schema {
            return try PredicateRequest(text: PredicateText("TRUEPREDICATE", orFile: nil))
                .declaredSchema(schema, in: environment)
        }
        var limits = SchemaInference.Limits()
        limits.distinctValues = 0
        limits.completionValues = 0
        var inference = SchemaInference(limits: limits)
        try forEachRecord(in: environment) { record, _, _ in inference.add(record) }
        return inference.schema
    }

    func check(_ layout: ImportLayout) throws(CommandFailure) {
        let tables = [layout.columns] + layout.children.map(\.columns)
        for columns in tables {
            if columns.contains(where: { $0.name.utf8.contains(0) }) {
                throw CommandFailure(.data, "error: the name of a field holds NUL, which the name of a column cannot")
            }
        }
        for name in index where !layout.columns.contains(where: { sameCodePoints($0.name, name) }) {
            let near = layout.columns.map(\.name).nearest(to: name)
            throw CommandFailure(
                .usage, "error: --index `\(name)` is not a column" + (near.map { "; did you mean `\($0)`?" } ?? ""))
        }
    }

    #if SQLite
    private func write(_ layout: ImportLayout, _ file: String, in environment: CommandEnvironment) throws -> Int {
        var count = 0
        var progress = Progress(sources: environment.sources(files), in: environment, overOutput: true)
        defer { progress.clear() }
        try SQLiteImport(layout, into: file).run(indexes: index) { insert in
            try forEachRecord(in: environment) { record, raw, bytes in
                count += 1
                progress.update(bytes: bytes)
                do {
                    try insert(record, count)
                } catch let misfit as ImportLayout.Misfit {
                    throw CommandFailure(
                        .data,
                        "error: \(raw.file ?? "standard input"), line \(raw.line), offset \(raw.offset): \(misfit.message); nothing was imported"
                    )
                }
            }
        }
        return count
    }
    #endif

    /// Visits the records of all files, with the number of bytes read so far.
    func forEachRecord(
        in environment: CommandEnvironment, _ body: (PredicateValue, RawRecord, Int) throws -> Void
    ) throws {
        var reader = JSONReader()
        reader.requiresObjects = true
        do {
            var before = 0
            for source in environment.sources(files) {
                let stream = try RecordStream(source, try inputOptions.recordOptions())
                var last = 0
                while let record = try stream.next() {
                    last = record.offset + record.count
                    try body(try reader.read(record), record, before + last)
                }
                before += last
            }
        } catch let error as RecordError {
            throw CommandFailure(error, in: environment)
        }
    }
}
