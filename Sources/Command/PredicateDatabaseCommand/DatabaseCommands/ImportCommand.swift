#if Command && (SQLite || PostgreSQL)
import ArgumentParser
import PredicateFormat
import PredicateRecords

/// `predicate import`
struct ImportCommand: EnvironmentCommand {
    static let name = "import"

    @Argument(help: .of("import files"), completion: .file())
    var files: [String] = []

    @Option(name: .customLong("into"), help: .of("import --into"))
    var addresses: [String] = []

    @Option(help: .of("--schema"), completion: ShellCompletion.schemaFile)
    var schema: String?

    @OptionGroup var inputOptions: InputOptions

    @Option(help: .of("--key"))
    var key: String?

    @Option(help: .of("--index"))
    var index: [String] = []

    @Option(help: .of("--references"))
    var references: [String] = []

    @Flag(help: .of("import --json"))
    var json = false

    @Flag(help: .of("--dry-run"))
    var dryRun = false

    func validate() throws {
        if addresses.isEmpty { throw ValidationError("Missing expected argument '--into <address>'") }
        try refuseRepeated("--into", addresses, "the records go into one table")
        if files.isEmpty { throw ValidationError("Missing expected argument '<file> ...'") }
        if files.contains("-"), schema == nil {
            throw ValidationError("standard input cannot be read twice; --schema gives the types of its records")
        }
    }

    func run(in environment: CommandEnvironment) throws {
        let address = try SourceAddress(parsing: addresses.first ?? "", option: "--into")
        let table = try address.importTable()
        if environment.ownsProcess, address.scheme == .sqlite { UnfinishedFiles.removeOnSignals() }
        try run(address, table, in: environment)
    }
}

extension SourceAddress {
    /// The table of an address of `--into`.
    ///
    /// - Throws: `CommandFailure` if the address names no table, or a name that no table can have.
    fileprivate func importTable() throws(CommandFailure) -> String {
        if scheme == .spark {
            throw CommandFailure(.usage, "error: --into needs sqlite:FILE#TABLE or postgresql://HOST/DB#TABLE")
        }
        if target.isEmpty { throw CommandFailure(.usage, "error: --into names no table; write \(scheme.form)") }
        if target.utf8.contains(0) { throw CommandFailure(.usage, "error: the name of a table holds no NUL") }
        return target
    }
}

extension ImportCommand {
    private func run(_ address: SourceAddress, _ table: String, in environment: CommandEnvironment) throws {
        try environment.checkInputs(files)
        try checkPipes()
        let destination = try address.importDestination()
        if let existing = destination.existing(table) {
            throw CommandFailure(
                .data,
                "error: there is a table `\(existing)` in \(destination.place); import needs the name of a new one")
        }
        var links: [ImportReference] = []
        for text in references {
            let link = try ImportReference(text, in: table, ownKey: key, destination)
            if links.contains(where: { sameCodePoints($0.field, link.field) }) {
                throw CommandFailure(.usage, "error: --references names the field `\(link.field)` twice")
            }
            links.append(link)
        }
        let layout = try ImportLayout(
            try recordSchema(in: environment), table: table, key: key, references: links, keepsLists: json,
            taken: destination.tableNames, losesNames: inputOptions.values && inputOptions.nameField == nil)
        try check(layout)
        try destination.check(layout)
        // Databases do not index references by themselves, and a list of objects is looked up by its reference.
        var indexes = index
        for field in links.map(\.field) where !indexes.containsName(field) && field != key { indexes.append(field) }
        if dryRun {
            let statements = destination.tables(of: layout) + indexes.map { layout.index(of: $0) }
            return try environment.output.write(statements.map { $0 + ";\n" }.joined())
        }
        for child in layout.children {
            environment.say("the objects of `\(child.field)` go into the table `\(child.name)`")
        }
        let count = try destination.write(layout, indexes: indexes, records(in: environment))
        try environment.output.write(
            "\(Plural.of(count, "record")) imported into \(destination.address(of: table))\n")
    }

    private func checkPipes() throws(CommandFailure) {
        guard schema == nil else { return }
        for file in files where file != "-" {
            if case .other(let kind) = FileKind(path: file), kind != "a folder" {
                throw CommandFailure(
                    .usage,
                    "error: `\(file)` is \(kind), which cannot be read twice; --schema gives the types of its records")
            }
        }
    }

    private func recordSchema(in environment: CommandEnvironment) throws -> RecordSchema {
        if let schema {
            return try PredicateRequest(text: PredicateText("TRUEPREDICATE", orFile: nil))
                .declaredSchema(schema, in: environment)
        }
        var limits = SchemaInference.Limits()
        limits.distinctValues = 0
        limits.completionValues = 0
        if let schema = try schemaOfLines(limits, in: environment) { return schema }
        var inference = SchemaInference(limits: limits)
        try records(in: environment).forEach { record, _ in inference.add(record) }
        return inference.schema
    }

    private func records(in environment: CommandEnvironment) throws -> ImportRecords {
        var request = PredicateRequest(text: PredicateText(""), sources: environment.sources(files))
        request.input = try inputOptions.recordOptions()
        return ImportRecords(request: request, environment: environment)
    }

    /// The types of the columns, inferred from lines by several threads; nil if the records must be read in order.
    private func schemaOfLines(
        _ limits: SchemaInference.Limits, in environment: CommandEnvironment
    ) throws -> RecordSchema? {
        let options = try inputOptions.recordOptions()
        var reader = JSONReader()
        reader.requiresObjects = true
        var inference = SchemaInference(limits: limits)
        for source in environment.sources(files) {
            guard inference.add(linesOf: source, options, reader, threads: ParallelWork.processors) else { return nil }
        }
        return inference.schema
    }

    private func check(_ layout: ImportLayout) throws(CommandFailure) {
        let tables = [layout.columns] + layout.children.map(\.columns)
        for columns in tables {
            if columns.contains(where: { $0.name.utf8.contains(0) }) {
                throw CommandFailure(.data, "error: the name of a field holds NUL, which the name of a column cannot")
            }
        }
        for name in index where !layout.columns.contains(where: { sameCodePoints($0.name, name) }) {
            let hint = layout.columns.map(\.name).hint(for: name)
            throw CommandFailure(.usage, "error: --index `\(name)` is not a column\(hint)")
        }
    }
}
#endif
