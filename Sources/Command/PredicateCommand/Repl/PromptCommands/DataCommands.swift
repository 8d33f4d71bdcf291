import PredicateFormat
import PredicateRecords

extension ReplCommandRow {
    /// Reads a file.
    static let load: Self = Self(name: "load", argument: .records) { session, argument in
        try session.load(ReplLoadRequest(argument))
    }

    /// Lists the tables of databases.
    static let tables: Self = Self(name: "tables", argument: .database) { session, argument in
        try session.listTables(argument)
    }

    /// Changes the data set.
    static let use: Self = Self(name: "use", argument: .dataSet) { session, name in
        if name.isEmpty {
            try session.show(session.dataSetList)
            return
        }
        guard let data = session.dataSets.first(\.name, name) else {
            let hint = session.dataSets.map(\.name).hint(for: name, or: "; `:use` lists them")
            throw ReplFailure("there is no data set `\(SafeText.plain(name))`\(hint)")
        }
        session.current = data
        try session.show(data.description)
    }

    /// Shows the fields.
    static let schema: Self = Self(name: "schema", argument: .field) { session, path in
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
        self.init(file: FolderNames.expanded(file), input: RecordInputOptions())
        while let word = words.popFirst() {
            func next(_ what: String) throws(ReplFailure) -> String {
                guard let next = words.popFirst(), !next.isEmpty || word == "at" else {
                    throw ReplFailure("`\(word)` needs \(what)")
                }
                return next
            }
            switch word {
            case "values": input.values = true
            case "at": input.pointer = try JSONPointer(parsing: try next("a pointer, as in `at /items`"))
            case "parent": input.parentField = try next("a name, as in `at /orders/*/items parent order`")
            case "schema": schemaFile = FolderNames.expanded(try next("a file, as in `schema people.schema.json`"))
            case "as": name = try next("a name")
            case let word where word.hasPrefix("--"): throw Self.isOption(word)
            default:
                throw ReplFailure(
                    "`\(SafeText.plain(word))` is not understood: \(ReplCommandRow.load.synopsis); quote a name with spaces"
                )
            }
        }
        if input.lacksParent {
            throw ReplFailure("`parent` needs `at` with the path of a list, such as /*/items")
        }
    }

    /// The failure for a command line option, which the REPL does not accept.
    private static func isOption(_ word: String) -> ReplFailure {
        ReplFailure(
            "`\(SafeText.plain(word))` is an option of the command line; here, use \(ReplCommandRow.load.synopsis)")
    }
}

extension ReplSession {
    /// What opens the table of an address for a request of the REPL; nil if this build has no databases. The wing
    /// Databases registers it.
    static let openTable = Locked<(@Sendable (SourceAddress, ReplLoadRequest, ReplSession) throws -> any ReplData)?>(
        nil)

    /// The maximum size in bytes of records that the REPL waits for, at most a fifth of a second.
    static let smallBytes = 4 << 20

    /// Reads a file, or opens a table of a database, and describes its contents.
    func load(_ request: ReplLoadRequest) throws {
        if let address = try SourceAddress(ofData: request.file) { return try load(address, request) }
        if request.file == "-" {
            throw ReplFailure(
                "standard input holds the commands; load the records from a file")
        }
        try environment.checkInputs([request.file] + (request.schemaFile.map { [$0] } ?? []))
        try checkNotWritten(request.file)
        let started = ContinuousClock.now
        let loading = ReplLoading(
            request: request, declared: try declared(by: request), whenComplete: terminal.whenNoticed)
        let data = try SQLiteFile.whileReading([request.file], line: ":load") {
            try loading.load(name: request.name ?? freeName(for: request.file), in: self)
        }
        data.statistics.readTheRest(threads: max(1, ParallelWork.processors - 1))
        if terminal.awaitsStatistics {
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
        try show(data.description + note + (settings.timing ? ", in " + Self.duration(since: started) : ""))
    }

    /// Checks that `:output` does not write a file that is loaded.
    private func checkNotWritten(_ path: String) throws(ReplFailure) {
        guard case .file(let file) = destination, let written = FileIdentity(path: file.path),
            written == FileIdentity(path: path)
        else { return }
        throw ReplFailure("records are being written to `\(SafeText.plain(path))`; enter `:output -` first")
    }

    /// Opens a table of a database, and describes it. Its records are not read.
    private func load(_ address: SourceAddress, _ request: ReplLoadRequest) throws {
        var address = address
        if address.scheme == .spark {
            throw ReplFailure("the REPL does not query Spark; `predicate filter --from \(request.file)` does")
        }
        if address.scheme == .sqlite {
            address.place = FolderNames.expanded(address.place)
            try environment.checkInputs([address.place])
            try checkNotWritten(address.place)
        }
        let options = [
            ("at", !request.input.pointer.components.isEmpty), ("values", request.input.values),
            ("schema", request.schemaFile != nil), ("--untyped", request.isUntyped),
        ]
        if let option = options.first(where: \.1) {
            throw ReplFailure("`\(option.0)` is for files; the database knows the types of a table")
        }
        let started = ContinuousClock.now
        _ = try address.database()
        guard let open = Self.openTable.withLock({ $0 }) else { throw ReplFailure("this REPL cannot open tables") }
        let data = try open(address, request, self)
        add(data)
        try show(data.description + (settings.timing ? ", in " + Self.duration(since: started) : ""))
        if let remark = data.orderRemark { try tell("note: " + remark) }
    }

    /// Lists the tables of a database, or of all databases that are loaded.
    func listTables(_ argument: String) throws {
        let words = ReplWords.words(of: argument).map(\.text)
        if words.count > 1 { throw ReplFailure("`:tables` takes one database; quote a name with spaces") }
        var databases: [(place: String, address: SourceAddress)] = []
        if let word = words.first {
            let address = try SourceAddress(ofData: word) ?? SourceAddress(.sqlite, FolderNames.expanded(word), "")
            databases = [(word.split(atFirst: "#")?.before ?? word, address)]
        } else {
            for data in dataSets {
                guard let address = data.address else { continue }
                let place = data.file.split(atFirst: "#")?.before ?? data.file
                if !databases.contains(where: { $0.place == place }) { databases.append((place, address)) }
            }
            if databases.isEmpty { throw ReplFailure("no table is loaded; `:tables FILE` lists those of a database") }
        }
        for (place, address) in databases {
            let tables = try interruptibly { _ in try address.listTables() }
            if databases.count > 1 { try show(SafeText.plain(place) + ":") }
            if tables.isEmpty { try show("\(SafeText.plain(place)) has no tables") }
            try show(ReplTableList.text(tables, width: width))
        }
    }

    private func declared(by request: ReplLoadRequest) throws(CommandFailure) -> RecordSchema? {
        guard !request.isUntyped, let file = request.schemaFile else { return nil }
        var reading = PredicateRequest(text: PredicateText(""))
        reading.warnings = .all
        return try reading.declaredSchema(file, in: environment)
    }

    /// The list of data sets, one per line.
    var dataSetList: String {
        if dataSets.isEmpty { return "no records are loaded; `:load FILE` loads some\n" }
        return dataSets.map { ($0 === current ? "* " : "  ") + $0.description + "\n" }.joined()
    }

    /// The field at a path: in the language's spelling, by its keys with dots between them, or by one key that is not
    /// an identifier.
    private static func field(_ path: String, of records: ReplFieldKnowledge) -> Result<ReplFieldKnowledge, ReplFailure>
    {
        let readings = Self.readings(of: path)
        for names in readings.dropLast() {
            if case .success(let field) = records.field(names, path) { return .success(field) }
        }
        return records.field(readings.last ?? [path], path)
    }

    /// The names on the way to a field: as a path of the language, as one name, and between dots.
    private static func readings(of path: String) -> [[String]] {
        let expression = try? ParsedExpression(parsing: path, library: commandLibrary).checked()
        let keys = path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return (expression.flatMap { QueryColumn(name: nil, $0).path }.map { [$0] } ?? []) + [[path], keys]
    }

    /// Shows the tree of fields under a path.
    func showSchema(_ path: String) throws {
        let data = try dataInUse()
        let note = data.progressNote.isEmpty ? data.size : data.progressNote
        guard !path.isEmpty else {
            let knowledge = try data.fieldKnowledge()
            let name = knowledge.recordName
            try show(ReplSchemaDrawing(knowledge, name: name, note: note, width: width).text)
            return
        }
        var found = Self.field(path, of: try data.fieldKnowledge())
        if case .failure = found, let data = data as? ReplDataSet, data.isProvisional {
            try awaitStatistics(of: data, for: path)
            found = Self.field(path, of: try data.fieldKnowledge())
        }
        let field = try found.get()
        let seen = field.seen
        let about = field.phrase + (seen.isEmpty ? "" : ", " + seen) + (data.progressNote.isEmpty ? "" : ", " + note)
        try show(ReplSchemaDrawing(field, name: SafeText.plain(path), note: about, width: width).text)
        try showDeclaration(of: path, in: data)
        var values = field.statistics?.values ?? []
        if values.isEmpty, let (fields, note) = data.sampleKnowledge(),
            case .success(let seen) = Self.field(path, of: fields)
        {
            values = seen.statistics?.values ?? []
            if !values.isEmpty, !note.isEmpty { try show(note) }
        }
        for value in values.prefix(20) {
            try show(ColumnText.cut("  \(value.count)×  " + SafeText.plain(value.value.description), to: width))
        }
    }

    /// Shows what a database has declared of a field.
    private func showDeclaration(of path: String, in data: any ReplData) throws {
        for names in Self.readings(of: path) {
            let lines = try data.declarationLines(of: names, in: self)
            guard !lines.isEmpty else { continue }
            for line in lines { try show("  " + SafeText.plain(line)) }
            return
        }
    }
}
