import PredicateAnalysis
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// Completions for the predicate on a command line, from the fields and values of the file that the line names.
enum ShellCompletion {
    /// The maximum number of records to examine while the user waits.
    private static let recordLimit = 5000
    /// The maximum number of candidates for a shell.
    private static let candidateLimit = 200

    static let addressOption = "--from"
    static let queryOptions: Set<String> = ["--sort", "--select", "--group-by", "--aggregate"]

    /// `@name` for each predicate of a file; none if it has mistakes.
    static func names(in file: String) -> [CompletionAnswer.Item] {
        let silent = CommandEnvironment(output: OutputSink(), errors: OutputSink())
        let predicates = try? KnownPredicates.requiredReader().read(file, types: [], in: silent)
        return (predicates?.predicates ?? []).map { predicate in
            CompletionAnswer.Item(text: "@" + predicate.name, label: predicate.name, note: predicate.description)
        }
    }

    /// Predicates that continue the typed text.
    static func predicates(
        in text: String, schema: RecordSchema?, as subject: PredicateCompletion.Subject = .predicate
    ) -> [CompletionAnswer.Item] {
        let completion = PredicateCompletion.candidates(
            in: text, at: text.utf8.count, schema: schema, library: commandLibrary, as: subject, atMost: candidateLimit)
        // Candidates that do not begin with the typed text would hide the others.
        let isPlain = completion.candidates.contains { $0.additionalEdits.isEmpty }
        return completion.candidates.compactMap { candidate in
            if isPlain, !candidate.additionalEdits.isEmpty { return nil }
            let whole = completion.inserting(candidate, in: text)
            // Shells read lines, so control characters are not allowed.
            guard !whole.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                return nil
            }
            return CompletionAnswer.Item(
                // A space after an operator lets the user continue without another key.
                text: candidate.isOpen && candidate.kind == .operator ? whole + " " : whole,
                label: candidate.label, note: candidate.documentation)
        }
    }

    /// Parts of a query that continue the typed text.
    ///
    /// - Parameter option: the option to which the part belongs.
    static func queries(in text: String, option: String, schema: RecordSchema?) -> [CompletionAnswer.Item] {
        let cursor = QueryCursor(
            behind: text, isOrder: option == "--sort", hasFunctions: option == "--aggregate")
        let head = String(decoding: text.utf8.prefix(cursor.start), as: UTF8.self)
        let rest = String(decoding: text.utf8.dropFirst(cursor.start), as: UTF8.self)
        switch cursor.subject {
        case .aggregate:
            return QueryCursor.functions(beginningWith: rest).map { function in
                CompletionAnswer.Item(
                    text: head + function.rawValue + "(", label: function.rawValue, note: function.help)
            }
        case .having: return []
        case .expression:
            return predicates(in: rest, schema: schema, as: .expression).map { item in
                CompletionAnswer.Item(text: head + item.text, label: item.label, note: item.note)
            }
        }
    }

    /// Addresses that continue the typed text. They are complete only with a table.
    ///
    /// - Parameter prefix: what comes before the text in its word.
    static func addresses(in text: String, behind prefix: String) -> CompletionAnswer {
        switch AddressCompletion(of: text) {
        case nil:
            .open(
                AddressCompletion.beginnings(of: text).map { CompletionAnswer.Item(text: prefix + $0, label: $0) })
        case .tables(let tables):
            .words(tables.map { CompletionAnswer.Item(text: prefix + $0.text, label: $0.label) })
        case .files(let scheme, let file):
            .open(
                FolderNames.beginning(with: file).map { name in
                    let text = prefix + scheme + SQLiteFile.escaped(name)
                    return CompletionAnswer.Item(text: name.hasSuffix("/") ? text : text + "#", label: name)
                })
        }
    }

    /// The options of a command line that describe the records.
    struct RecordsOfLine {
        /// The value of `--from`, the address of a table.
        var address: String?
        /// The value of `--schema`.
        var schemaFile: String?
        /// The value of `--data` and the files.
        var files: [String] = []
        /// The value of `--at`.
        var pointer: String?
        /// `--values`
        var values = false
        /// `--untyped`
        var isUntyped = false

        /// The schema of `schemaFile`.
        private var declared: RecordSchema? {
            // Reading a pipe would wait, and would lose the bytes that are read.
            guard let schemaFile, RecordSource.file(schemaFile).isRereadable, let text = try? readText(schemaFile)
            else { return nil }
            return try? JSONSchemaReader.read(text, file: schemaFile).schema
        }

        /// The declared schema, or the schema of the records in the first file; nil if neither can be read.
        var schema: RecordSchema? {
            if isUntyped { return nil }
            if let address {
                let table = (try? SourceAddress(ofData: address)).flatMap { $0 }.flatMap {
                    try? $0.impatient.openTable().schema
                }
                return declared.flatMap { table?.typed(by: $0) } ?? table
            }
            if schemaFile != nil { return declared }
            let sources = files.map { RecordSource.file($0) }.filter(\.isRereadable)
            guard let source = sources.first else { return nil }
            var input = RecordInputOptions(values: values)
            if let pointer {
                guard let parsed = try? JSONPointer(parsing: pointer) else { return nil }
                input = RecordInputOptions(pointer: parsed, values: values)
            }
            let sample = RecordSample(PredicateRequest(text: PredicateText(""), sources: [source], input: input))
            try? sample.read(upTo: recordLimit)
            return sample.schema
        }
    }
}

extension Array where Element: Hashable {
    /// The elements without duplicates, in order of first appearance.
    var uniqued: [Element] {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}

/// What may follow in the beginning of an address of a table, at a prompt and in a shell.
enum AddressCompletion {
    /// A whole address, and the name of its table.
    struct Table: Hashable {
        var text: String
        var label: String
    }

    /// The tables after `#`; none if the database cannot be read.
    case tables([Table])
    /// The name of a file after a scheme.
    case files(scheme: String, file: String)

    /// The candidates for the beginning of an address; nil if the text does not begin like one, or if nobody knows what
    /// follows.
    init?(of text: String) {
        if let (place, begun) = text.split(atFirst: "#") {
            guard let address = try? SourceAddress(ofData: text) else { return nil }
            let names = (try? address.impatient.tableNames()) ?? []
            self = .tables(
                names.filter { $0.startsExactly(with: begun) }.map { Table(text: place + "#" + $0, label: $0) })
            return
        }
        let scheme = SourceAddress.Scheme.sqlite.rawValue + ":"
        guard text.startsExactly(with: scheme) else { return nil }
        self = .files(scheme: scheme, file: String(text.unicodeScalars.dropFirst(scheme.unicodeScalars.count)))
    }

    /// The beginnings of addresses that begin with a string.
    static func beginnings(of text: String) -> [String] {
        ["sqlite:", "postgresql://"].filter { $0.startsExactly(with: text) && $0 != text }
    }
}

extension SourceAddress {
    /// The same address for a user who waits for candidates: a server may take two seconds.
    var impatient: SourceAddress {
        guard scheme == .postgresql, place.startsExactly(with: "postgresql://") else { return self }
        return SourceAddress(scheme, place + (place.contains("?") ? "&" : "?") + "connect_timeout=2", target)
    }
}

/// The names of files, for completion.
enum FolderNames {
    /// A path with the user's home folder in place of a leading `~`.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else {
            return path
        }
        return home + path.dropFirst()
    }

    /// The sorted names in a folder. Folders end with a slash.
    static func names(in folder: String) -> [String] {
        let path = folder.isEmpty ? "." : expanded(folder)
        let names = FileSystem.names(in: path) ?? []
        return names.sorted().map { FileSystem.isFolder(path + "/" + $0) == true ? $0 + "/" : $0 }
    }

    /// The paths that begin with a string. Folders end with a slash. Hidden files need their point.
    static func beginning(with path: String) -> [String] {
        let slash = path.unicodeScalars.lastIndex(of: "/").map { path.unicodeScalars.index(after: $0) }
        let folder = String(path.unicodeScalars[..<(slash ?? path.startIndex)])
        let stem = String(path.unicodeScalars[(slash ?? path.startIndex)...])
        return names(in: folder).filter {
            SafeText.isSafe($0) && $0.startsExactly(with: stem)
                && (!$0.startsExactly(with: ".") || stem.startsExactly(with: "."))
        }.map { folder + $0 }
    }
}
