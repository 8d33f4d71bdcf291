#if Command
import ArgumentParser
import PredicateFormat
import PredicateRecords

extension OutputFormat: ExpressibleByArgument {}

extension ShellCompletion {
    /// Marks an argument that is a predicate. `CommandLineCompletion` completes it, so this function is never used.
    static let predicate = CompletionKind.custom { _, _, _ in [] }

    /// Marks an option that is an address of a table, in the same way.
    static let address = CompletionKind.custom { _, _, _ in [] }

    /// Marks an option that is a part of a query, in the same way.
    static let query = CompletionKind.custom { _, _, _ in [] }

    /// The codes of all messages.
    static let messageCodes = CompletionKind.list(MessageReference.codes)

    /// The topics of `predicate language`, without symbols and words that a shell would have to quote.
    static let languageTopics = CompletionKind.list(
        LanguageReference.names.filter { name in
            name.allSatisfy { $0.isLetter || $0 == "-" || $0 == "@" } && name.count > 1
        })

    /// Files of JSON Schema.
    static let schemaFile = CompletionKind.file(extensions: ["json"])

    /// Files of named predicates.
    static let predicateFile = CompletionKind.file(extensions: ["yaml", "yml", "toml", "json", "plist"])
}

/// The options for reading records.
struct InputOptions: ParsableArguments {
    @Option(name: .customLong("at"), help: .of("--at"))
    var pointer: String?

    @Flag(help: .of("--values"))
    var values = false

    @Option(help: .of("--name-field"))
    var nameField: String?

    @Option(help: .of("--parent-field"))
    var parentField: String?

    @Option(help: .of("--json-from"))
    var jsonFrom: String?

    @Flag(help: .of("--nan-as-null"))
    var nanAsNull = false

    /// The options that only text has, and whether each is given.
    var textOptions: [(name: String, isGiven: Bool)] {
        [
            ("--at", pointer != nil), ("--values", values), ("--json-from", jsonFrom != nil),
            ("--nan-as-null", nanAsNull),
        ]
    }

    func validate() throws {
        if jsonFrom?.isEmpty == true {
            throw ValidationError("--json-from needs a string, such as `--json-from data:`")
        }
        if nameField != nil, !values { throw ValidationError("--name-field needs --values; add it") }
        if nameField?.isEmpty == true { throw ValidationError("--name-field needs a name, such as `--name-field id`") }
        if parentField?.isEmpty == true {
            throw ValidationError("--parent-field needs a name, such as `--parent-field run`")
        }
    }

    /// The options for a record stream.
    func recordOptions() throws(CommandFailure) -> RecordInputOptions {
        var options = RecordInputOptions(values: values)
        do throws(RecordError) {
            if let pointer { options.pointer = try JSONPointer(parsing: pointer) }
        } catch {
            throw CommandFailure(error)
        }
        options.nameField = nameField
        options.parentField = parentField
        if options.lacksParent {
            throw CommandFailure(.usage, "error: --parent-field needs --at with the path of a list, such as /*/items")
        }
        options.form.start = jsonFrom ?? ""
        options.form.readsNaN = nanAsNull
        return options
    }
}

/// The options for the types of the records.
struct SchemaOptions: ParsableArguments {
    @Option(help: .of("--schema"), completion: ShellCompletion.schemaFile)
    var schema: String?

    @Flag(help: .of("--untyped"))
    var untyped = false

    func validate() throws {
        if schema != nil, untyped { throw ValidationError("--schema and --untyped cannot be combined") }
    }
}

/// Values for the arguments and variables of a predicate.
struct ValueOptions: ParsableArguments {
    @Option(
        name: .customLong("arg"), parsing: .unconditionalSingleValue, help: .of("--arg"), transform: OrderedText.init)
    var texts: [OrderedText] = []

    @Option(
        name: .customLong("arg-file"), parsing: .unconditionalSingleValue, help: .of("--arg-file"),
        completion: .file(), transform: OrderedText.init)
    var files: [OrderedText] = []

    @Option(name: .customLong("var"), parsing: .unconditionalSingleValue, help: .of("--var"))
    var variables: [String] = []

    @Option(name: .customLong("var-file"), parsing: .unconditionalSingleValue, help: .of("--var-file"))
    var variableFiles: [String] = []

    /// The values of the arguments, in the order of the command line.
    func argumentValues() throws(CommandFailure) -> [GivenValue] {
        let all = texts.map { (given: $0, isFile: false) } + files.map { (given: $0, isFile: true) }
        return try all.sorted { $0.given.place < $1.given.place }.map { option throws(CommandFailure) in
            option.isFile
                ? try GivenValue(file: option.given.text, of: "--arg-file") : .text(option.given.text)
        }
    }

    /// The values of the variables by name.
    func variableValues() throws(CommandFailure) -> NameTable<GivenValue> {
        var result = NameTable<GivenValue>()
        for (text, isFile) in variables.map({ ($0, false) }) + variableFiles.map({ ($0, true) }) {
            let option = isFile ? "--var-file" : "--var"
            guard let (before, value) = text.split(atFirst: "="), !before.isEmpty else {
                throw CommandFailure(.usage, "error: \(option) needs NAME=\(isFile ? "FILE" : "VALUE"), not `\(text)`")
            }
            let name = String(before.unicodeScalars.drop { $0 == "$" })
            guard result[name] == nil else {
                throw CommandFailure(.usage, "error: \(option) gives a value for $\(name) twice")
            }
            result[name] = isFile ? try GivenValue(file: value, of: option) : .text(value)
        }
        return result
    }
}

/// The options for a predicate that is checked but not evaluated, and for the types of its records.
struct SubjectOptions: ParsableArguments {
    @Argument(help: .of("predicate"), completion: ShellCompletion.predicate)
    var predicate: String?

    @Option(
        name: [.customShort("f"), .customLong("predicate-file")], help: .of("--predicate-file"), completion: .file())
    var predicateFile: String?

    @Option(help: .of("--predicates"), completion: ShellCompletion.predicateFile)
    var predicates: String?

    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var sourceOptions: SourceOptions

    @Option(help: .of("--data"), completion: .file())
    var data: String?

    @OptionGroup var inputOptions: InputOptions
    @OptionGroup var valueOptions: ValueOptions

    func validate() throws {
        if predicateFile == nil, predicate == nil { throw ValidationError("Missing expected argument '<predicate>'") }
        if predicateFile != nil, predicate != nil {
            throw ValidationError(
                "--predicate-file and a predicate on the command line cannot be combined; give one of them")
        }
        if predicateFile != nil, predicates != nil {
            throw ValidationError("--predicate-file and --predicates cannot be combined")
        }
        if data != nil, schemaOptions.schema != nil || schemaOptions.untyped {
            throw ValidationError("--data cannot be combined with --schema or --untyped")
        }
        let isSpark = (try? sourceOptions.address())?.scheme == .spark
        try sourceOptions.refuse([
            ("--schema", isSpark && schemaOptions.schema != nil), ("--untyped", schemaOptions.untyped),
            ("--data", data != nil),
        ])
        if data == nil, inputOptions.pointer != nil || inputOptions.values {
            throw ValidationError("--at and --values need records: add `--data FILE`")
        }
        if predicateFile == "-", data == "-" {
            throw ValidationError(
                "standard input cannot hold the predicate and the records; name a file for one of them")
        }
    }

    /// The table of --from; nil without it, and for records on a cluster.
    func table() throws(CommandFailure) -> (any SourceTable)? {
        guard let address = try sourceOptions.address(), address.scheme != .spark else { return nil }
        return try address.openTable()
    }

    /// The request that the options describe. Without a schema, data and a table, every field may hold anything.
    ///
    /// - Parameter command: the name of the sub-command.
    func request(
        of command: String, in environment: CommandEnvironment
    ) throws(CommandFailure) -> PredicateRequest {
        try described(of: command, in: environment).request
    }

    /// The request, and what a cluster tells of its records, if --from names one.
    ///
    /// - Parameter otherTexts: other strings of the command line that may use the variables.
    func described(
        of command: String, otherTexts: [String] = [], in environment: CommandEnvironment
    ) throws(CommandFailure) -> (request: PredicateRequest, records: SparkDescription?) {
        if predicateFile == nil, let predicate {
            try MisplacedFile.refuse(predicate, of: command, readsRecords: false, in: environment)
        }
        try environment.checkInputs([predicateFile, predicates, data, schemaOptions.schema].compactMap { $0 })
        var request = PredicateRequest(
            text: try PredicateText(predicate, orFile: predicateFile),
            sources: data.map { environment.sources([$0]) } ?? [],
            input: try inputOptions.recordOptions(), schemaFile: schemaOptions.schema,
            untyped: data == nil && schemaOptions.schema == nil && sourceOptions.from == nil,
            arguments: try valueOptions.argumentValues(),
            variables: try valueOptions.variableValues(), allowsOpen: true)
        try request.lookUpName(in: predicates, otherTexts: otherTexts, environment)
        var records: SparkDescription?
        if let address = try sourceOptions.address(), address.scheme == .spark {
            let told = try SparkDescription(address, in: environment)
            request.sources = told.sources(in: environment)
            request.givenSchema = told.columns?.schema
            records = told
        } else {
            request.givenSchema = try table()?.schema
        }
        // The types in the file of the predicate count, unless the line gives others.
        if data == nil, !schemaOptions.untyped, request.named?.schema != nil { request.untyped = false }
        return (request, records)
    }
}

/// The options for a predicate that is evaluated, and for its records.
struct EvaluationOptions: ParsableArguments {
    @Argument(help: .of("predicate"), completion: ShellCompletion.predicate)
    var predicate: String?

    @Argument(help: .of("files"), completion: .file())
    var files: [String] = []

    @Option(
        name: [.customShort("f"), .customLong("predicate-file")], help: .of("--predicate-file"), completion: .file())
    var predicateFile: String?

    @Option(help: .of("--predicates"), completion: ShellCompletion.predicateFile)
    var predicates: String?

    func validate() throws {
        if predicateFile != nil, predicates != nil {
            throw ValidationError("--predicate-file and --predicates cannot be combined")
        }
    }

    /// Refuses a command line without a predicate.
    ///
    /// - Parameter takesAll: whether all records are taken, so that there is none.
    func validatePredicate(takesAll: Bool = false) throws {
        if takesAll {
            if predicateFile != nil { throw ValidationError("--all and --predicate-file cannot be combined") }
            if predicates != nil { throw ValidationError("--all and --predicates cannot be combined") }
        } else if predicateFile == nil, predicate == nil {
            throw ValidationError("Missing expected argument '<predicate>'")
        }
        // Without quotes, `status == 500 FILE` arrives as four words.
        guard !takesAll, predicateFile == nil, let predicate, files.count > 1,
            ["=", "==", "!=", "<>", "<=", ">=", "contains", "beginswith", "endswith", "like", "in", "matches"]
                .contains(files[0].lowercased())
        else { return }
        throw ValidationError(
            "the shell split the predicate into words; put it in quotes: "
                + ShellWord.quoted("\(predicate) \(files[0]) \(files[1])"))
    }

    /// Refuses to read the predicate and the records from standard input.
    func validateStandardInput() throws {
        let files = recordFiles()
        if predicateFile == "-", files.isEmpty || files.contains("-") {
            throw ValidationError(
                "standard input cannot hold the predicate and the records; name a file for one of them")
        }
    }

    /// The operands that name records. With --predicate-file, and with --all, the first operand is one of them.
    func recordFiles(takesAll: Bool = false) -> [String] {
        predicateFile == nil && !takesAll ? files : (predicate.map { [$0] } ?? []) + files
    }
}

/// A command that evaluates a predicate for records. Its option groups are not nested: in a debug build the command
/// line parser examines a nested group many times, which would take most of the time of a test.
protocol EvaluationCommand: EnvironmentCommand {
    var subject: EvaluationOptions { get }
    var schemaOptions: SchemaOptions { get }
    var inputOptions: InputOptions { get }
    var valueOptions: ValueOptions { get }
    /// Whether all records are taken, so that there is no predicate on the command line.
    var takesAll: Bool { get }
}

extension EvaluationCommand {
    var takesAll: Bool { false }

    /// The request that the options describe.
    ///
    /// - Parameter otherTexts: other strings of the command line that may use the variables.
    func predicateRequest(
        in environment: CommandEnvironment, otherTexts: [String] = []
    ) throws(CommandFailure) -> PredicateRequest {
        let files = subject.recordFiles(takesAll: takesAll)
        if takesAll, let text = subject.predicate { try MisplacedFile.refusePredicate(text) }
        if !takesAll, subject.predicateFile == nil, let text = subject.predicate {
            try MisplacedFile.refuse(
                text, of: Self.name, before: files, readsRecords: true,
                in: environment)
        }
        try environment.checkInputs(
            (files.isEmpty ? ["-"] : files)
                + [subject.predicateFile, subject.predicates, schemaOptions.schema].compactMap { $0 })
        var request = PredicateRequest(
            text: takesAll
                ? PredicateText("TRUEPREDICATE")
                : try PredicateText(subject.predicate, orFile: subject.predicateFile),
            sources: environment.sources(files),
            input: try inputOptions.recordOptions(),
            schemaFile: schemaOptions.schema, untyped: schemaOptions.untyped,
            arguments: try valueOptions.argumentValues(),
            variables: try valueOptions.variableValues())
        try request.lookUpName(in: subject.predicates, otherTexts: otherTexts, environment)
        return request
    }
}

/// The option for records in a database or on a cluster.
struct SourceOptions: ParsableArguments {
    @Option(name: .customLong("from"), help: .of("source --from"), completion: ShellCompletion.address)
    var addresses: [String] = []

    /// The address as it was given; nil without the option.
    var from: String? { addresses.first }

    func validate() throws { try refuseRepeated("--from", addresses, "the records are those of one table") }

    /// The address; nil without the option.
    func address() throws(CommandFailure) -> SourceAddress? {
        guard let from else { return nil }
        return try SourceAddress(parsing: from)
    }

    /// Refuses options that describe records of files.
    ///
    /// - Parameter others: the names of options that were given.
    func refuse(_ others: [(name: String, isGiven: Bool)]) throws {
        guard from != nil, let other = others.first(where: \.isGiven) else { return }
        throw ValidationError("--from and \(other.name) cannot be combined")
    }
}

/// Refuses an option that was given again. Otherwise the last value would silently win.
func refuseRepeated(_ option: String, _ values: [String], _ reason: String) throws {
    guard values.count > 1 else { return }
    throw ValidationError("\(option) was given \(values.count) times, but \(reason)")
}
#endif
