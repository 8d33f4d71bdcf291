import PredicateFormat
import PredicateRecords

extension ReplCommandRow {
    /// Reads a file.
    static let load: ReplCommandRow = ReplCommandRow(
        name: "load", usage: "FILE [at POINTER] [values] [schema FILE] [as NAME]",
        summary: "Read the records of a file.",
        help: """
            The file becomes a data set, and predicates now apply to it. Its name is NAME, or the name of the file up to \
            the first dot. Records are one JSON value per line, a list, or the value at POINTER in a \
            document (RFC 6901); with `values` they are the values of an object. Files may be compressed with gzip or zstd. \
            With `schema` the fields and types come from a JSON Schema; otherwise they are inferred from the records. Bad \
            records are reported and skipped. Quote a name with spaces.

            On a terminal the prompt returns as soon as the records are found. A large file is then examined while you go \
            on, and a line reports when that is done; without a terminal the prompt waits for it.

              :load cities.ndjson
              :load shop.json at /items as items
              :load people.ndjson schema people.schema.json
              :load countries.json values
            """,
        argument: .file
    ) { session, argument in
        try session.load(ReplLoadRequest(argument))
    }

    /// Changes the data set.
    static let use: ReplCommandRow = ReplCommandRow(
        name: "use", usage: "[NAME]", summary: "Switch to another data set, or list them.",
        help: "Without a name it lists the data sets; a star marks the current one.",
        argument: .dataSet
    ) { session, name in
        if name.isEmpty {
            try session.show(session.dataSetList)
            return
        }
        guard let data = session.dataSets.first(where: { sameCodePoints($0.name, name) }) else {
            let near = Suggestions.nearest(to: name, among: session.dataSets.map(\.name))
            let hint = near.map { "; did you mean `\(SafeText.plain($0))`?" } ?? "; `:use` lists them"
            throw ReplFailure("there is no data set `\(SafeText.plain(name))`\(hint)")
        }
        session.use(data)
        try session.show(session.description(of: data))
    }

    /// Shows the fields.
    static let schema: ReplCommandRow = ReplCommandRow(
        name: "schema", usage: "[PATH]", summary: "Show the fields as a tree, with types and how often they occur.",
        help: """
            Types are inferred from the records, or declared by a schema. A field that some records lack shows how many have \
            it (\"in 241 of 2704\"); a field that the schema lacks is marked. With a path, only the fields under that path are \
            shown; for a plain field, its most common values.

              :schema
              :schema continent.code
            """,
        argument: .field
    ) { session, path in
        try session.showSchema(path)
    }
}

extension ReplLoadRequest {
    /// Parses the words after `:load`.
    init(_ argument: String) throws {
        var words = ReplWords.words(of: argument).map(\.text)[...]
        guard let file = words.popFirst() else {
            throw ReplFailure("`:load` needs a file: \(ReplCommandRow.load.synopsis)")
        }
        guard !file.hasPrefix("--") else { throw Self.isOption(file) }
        self.init(file: ReplFiles.expanded(file), input: RecordInputOptions())
        while let word = words.popFirst() {
            switch word {
            case "values": input.values = true
            case "at":
                guard let pointer = words.popFirst() else {
                    throw ReplFailure("`at` needs a pointer, as in `at /items`")
                }
                input.pointer = try JSONPointer(parsing: pointer)
            case "schema":
                guard let file = words.popFirst() else {
                    throw ReplFailure("`schema` needs a file, as in `schema people.schema.json`")
                }
                schemaFile = ReplFiles.expanded(file)
            case "as":
                guard let name = words.popFirst(), !name.isEmpty else { throw ReplFailure("`as` needs a name") }
                self.name = name
            case let word where word.hasPrefix("--"): throw Self.isOption(word)
            default:
                throw ReplFailure(
                    "`\(SafeText.plain(word))` is not understood: \(ReplCommandRow.load.synopsis); quote a name with spaces"
                )
            }
        }
    }

    /// The failure for a command line option, which the prompt does not accept.
    private static func isOption(_ word: String) -> ReplFailure {
        ReplFailure(
            "`\(SafeText.plain(word))` is an option of the command line; here, use \(ReplCommandRow.load.synopsis)")
    }
}

extension ReplSession {
    /// The maximum size in bytes of records that the prompt waits for, at most a fifth of a second.
    private static let smallBytes = 4 << 20

    /// Reads a file and describes its contents.
    func load(_ request: ReplLoadRequest) throws {
        if request.file == "-" {
            throw ReplFailure(
                "standard input holds the commands; load the records from a file")
        }
        try environment.checkInputs([request.file] + (request.schemaFile.map { [$0] } ?? []))
        if let file = outputFile, let written = FileIdentity(path: file.path),
            written == FileIdentity(path: request.file)
        {
            throw ReplFailure(
                "records are being written to `\(SafeText.plain(request.file))`; enter `:output -` first")
        }
        let started = ContinuousClock.now
        let loading = ReplLoading(
            request: request, knowledge: try knowledge(of: request), whenComplete: whenNoticed)
        let data = try loading.load(name: request.name ?? freeName(for: request.file), in: self)
        data.statistics.readTheRest(threads: max(1, ReplThread.processors - 1))
        if awaitsStatistics {
            try awaitStatistics(of: data)
        } else if data.table.byteCount <= Self.smallBytes {
            // Unnoticeable work needs no report.
            try awaitStatistics(of: data, atMost: 10)
        }
        add(data)
        let isWhole = data.statistics.announcesNow()
        let report = isWhole ? data.report(in: self) : ""
        if !report.isEmpty { try tell(snippet: report) }
        let note = isWhole ? "" : " (fields and values follow)"
        try show(description(of: data) + note + (settings.timing ? ", in " + Self.duration(since: started) : ""))
    }

    private func knowledge(of request: ReplLoadRequest) throws(CommandFailure) -> ReplDataSet.Knowledge {
        if request.isUntyped { return .untyped }
        guard let file = request.schemaFile else { return .inferred }
        var reading = PredicateRequest(text: PredicateText(""))
        reading.warnings = .all
        return .declared(try reading.declaredSchema(file, in: environment))
    }

    /// The description of a data set on one line.
    func description(of data: ReplDataSet) -> String {
        SafeText.plain("\(data.name): \(Plural.of(data.recordCount, "record")) of \(data.file)")
    }

    /// The list of data sets, one per line.
    var dataSetList: String {
        if dataSets.isEmpty { return "no records are loaded; `:load FILE` loads some\n" }
        return dataSets.map { ($0 === current ? "* " : "  ") + description(of: $0) + "\n" }.joined()
    }

    /// The field at a path: in the language's spelling, by its keys with dots between them, or by one key that is not
    /// an identifier.
    private static func field(_ path: String, of records: ReplFieldKnowledge) -> Result<ReplFieldKnowledge, ReplFailure>
    {
        let expression = try? ParsedExpression(parsing: path, library: commandLibrary).checked()
        let keys = path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        for names in [expression.flatMap { QueryColumn(name: nil, $0).path }, [path]] {
            if let names, case .success(let field) = records.field(names, path) { return .success(field) }
        }
        return records.field(keys, path)
    }

    /// Shows the tree of fields under a path.
    func showSchema(_ path: String) throws {
        let data = try dataInUse()
        let note = data.progressNote.isEmpty ? Plural.of(data.recordCount, "record") : data.progressNote
        guard !path.isEmpty else {
            let knowledge = try ReplFieldKnowledge(data)
            let name = knowledge.recordName
            try show(ReplSchemaDrawing(knowledge, name: name, note: note, width: width).text)
            return
        }
        var found = Self.field(path, of: try ReplFieldKnowledge(data))
        if case .failure = found, data.isProvisional {
            try awaitStatistics(of: data, for: path)
            found = Self.field(path, of: try ReplFieldKnowledge(data))
        }
        let field = try found.get()
        let seen = field.seen
        let about = field.phrase + (seen.isEmpty ? "" : ", " + seen) + (data.progressNote.isEmpty ? "" : ", " + note)
        try show(ReplSchemaDrawing(field, name: SafeText.plain(path), note: about, width: width).text)
        for value in field.statistics?.values.prefix(20) ?? [] {
            try show(ColumnText.cut("  \(value.count)×  " + SafeText.plain(value.value.description), to: width))
        }
    }
}
