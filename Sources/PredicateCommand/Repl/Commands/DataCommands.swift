import PredicateFormat
import PredicateRecords

extension ReplCommandRow {
    /// Reads a file.
    static let load: ReplCommandRow = ReplCommandRow(
        name: "load", usage: "FILE [at POINTER] [values] [as NAME]", summary: "Read the records of a file.",
        help: """
            The file becomes a data set, and the one that predicates are asked of. Its name is that of the file without \
            what follows the first point, or NAME. Records are one JSON value a line, a list, or what POINTER reaches in a \
            document (RFC 6901); with `values` they are the values of an object. gzip and zstd are read as they are. What \
            is wrong with a record is said, and the record skipped. A name with blanks stands in quotes.

              :load cities.ndjson
              :load shop.json at /items as items
              :load countries.json values
            """,
        argument: .file
    ) { session, argument in
        try session.load(ReplLoadRequest(argument))
    }

    /// Changes the data set.
    static let use: ReplCommandRow = ReplCommandRow(
        name: "use", usage: "[NAME]", summary: "Ask another data set, or list them.",
        help: "Without a name it lists the data sets; the one that predicates are asked of has a star.",
        argument: .dataSet
    ) { session, name in
        if name.isEmpty {
            try session.show(session.dataSetList)
            return
        }
        guard let data = session.dataSets.first(where: { $0.name == name }) else {
            let near = Suggestions.nearest(to: name, among: session.dataSets.map(\.name))
            let hint = near.map { "; did you mean `\(SafeText.plain($0))`?" } ?? "; `:use` lists them"
            throw ReplFailure("there is no data set `\(SafeText.plain(name))`\(hint)")
        }
        session.use(data)
        try session.show(session.description(of: data))
    }

    /// Shows the fields.
    static let schema: ReplCommandRow = ReplCommandRow(
        name: "schema", usage: "[PATH]", summary: "Show the fields as a tree, with types and where they were seen.",
        help: """
            Types are what the records show. A field that not every record has says in how many it is (\"in 241 of \
            2704\"). With a path only what is under that field is shown, and of a plain field the values that are common.

              :schema
              :schema continent.code
            """,
        argument: .field
    ) { session, path in
        try session.showSchema(path)
    }
}

/// What `:load` is asked for.
struct ReplLoadRequest {
    /// The file as it was named.
    var file: String
    /// The name of the data set; nil makes one from that of the file.
    var name: String?
    /// How records are read.
    var input = RecordInputOptions()

    /// A file, as the command line names it.
    init(file: String, input: RecordInputOptions) {
        self.file = file
        self.input = input
    }

    /// The words behind `:load`.
    init(_ argument: String) throws {
        var words = ReplWords.words(of: argument).map(\.text)[...]
        guard let file = words.popFirst() else {
            throw ReplFailure("`:load` needs a file: \(ReplCommandRow.load.synopsis)")
        }
        self.file = ReplFiles.expanded(file)
        while let word = words.popFirst() {
            switch word {
            case "values": input.values = true
            case "at":
                guard let pointer = words.popFirst() else {
                    throw ReplFailure("`at` needs a pointer, as in `at /items`")
                }
                input.pointer = try JSONPointer(parsing: pointer)
            case "as":
                guard let name = words.popFirst(), !name.isEmpty else { throw ReplFailure("`as` needs a name") }
                self.name = name
            default:
                throw ReplFailure(
                    "`\(SafeText.plain(word))` is not understood: \(ReplCommandRow.load.synopsis); a name with blanks stands in quotes"
                )
            }
        }
    }
}

extension ReplSession {
    /// Reads a file and says what is in it.
    func load(_ request: ReplLoadRequest) throws {
        if request.file == "-" {
            throw ReplFailure(
                "the lines of the session come from standard input, so no records can; a file can be named")
        }
        let started = ContinuousClock.now
        var loading = ReplLoading(request.file, request.input)
        let name = request.name ?? freeName(for: request.file)
        let data = try loading.load(name: name, file: request.file, in: self)
        add(data)
        try loading.report(in: self)
        try show(description(of: data) + (settings.timing ? ", in " + Self.duration(since: started) : ""))
    }

    /// A data set on a line.
    func description(of data: ReplDataSet) -> String {
        SafeText.plain("\(data.name): \(Plural.of(data.records.count, "record")) of \(data.file)")
    }

    /// The data sets, a line each.
    var dataSetList: String {
        if dataSets.isEmpty { return "there are no records yet; `:load FILE` reads some\n" }
        return dataSets.map { ($0 === current ? "* " : "  ") + description(of: $0) + "\n" }.joined()
    }

    /// Shows the tree of fields under a path.
    func showSchema(_ path: String) throws {
        let data = try dataInUse()
        guard let schema = data.schema else { throw ReplFailure("`\(SafeText.plain(data.name))` has no records") }
        if path.isEmpty {
            let name = schema.recordType(of: schema.root)?.name ?? "Record"
            let note = Plural.of(data.records.count, "record")
            try show(ReplSchemaDrawing(schema, of: schema.root, name: name, note: note, width: width).text)
            return
        }
        let field = try self.field(path, in: schema)
        let seen = ReplSchemaDrawing.seen(field)
        let note = SafeText.plain(field.type.phrase) + (seen.isEmpty ? "" : ", " + seen)
        try show(
            ReplSchemaDrawing(schema, of: field.type, name: SafeText.plain(path), note: note, width: width).text)
        for value in field.statistics?.values.prefix(20) ?? [] {
            try show(ColumnText.cut("  \(value.count)×  " + SafeText.plain(value.value.description), to: width))
        }
    }

    /// The field at a path; lists and dictionaries on the way are looked into.
    private func field(_ path: String, in schema: RecordSchema) throws(ReplFailure) -> RecordField {
        var type = schema.root
        var found: RecordField?
        for name in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            guard let record = schema.recordType(of: ReplSchemaDrawing.opened(type)) else {
                throw ReplFailure(
                    "`\(SafeText.plain(found?.name ?? path))` is \(SafeText.plain(type.phrase)) and has no fields")
            }
            guard let field = record.field(named: name) else {
                let near = Suggestions.nearest(to: name, among: record.fields.map(\.name))
                let hint = near.map { "; did you mean `\(SafeText.plain($0))`?" } ?? ""
                throw ReplFailure("`\(SafeText.plain(name))` is not a field of \(record.name)\(hint)")
            }
            found = field
            type = field.type
        }
        guard let found else { throw ReplFailure("`:schema` needs a path of fields, as in `:schema continent.code`") }
        return found
    }
}
