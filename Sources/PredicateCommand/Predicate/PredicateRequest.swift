import PredicateFormat
import PredicateRecords

/// What a command is told of a predicate: its text, what is known of the records, and the values given with it.
struct PredicateRequest {
    /// The text and where it stands.
    var text: PredicateText
    /// Where the records come from.
    var sources: [RecordSource] = []
    /// How they are read.
    var input = RecordInputOptions()
    /// A JSON Schema of the records.
    var schemaFile: String?
    /// Whether every field may hold anything.
    var untyped = false
    /// The texts of `--arg`.
    var arguments: [String] = []
    /// The texts of `--var`, by name.
    var variables = NameTable<String>()
    /// Whether variables may stay without a value, and format arguments too where none is given, as when a predicate is looked
    /// at and not evaluated.
    var allowsOpen = false
    /// The warnings to show when records are evaluated.
    var warnings = WarningChoice.wrongAnswers

    /// The schema of `schemaFile`; its reader's warnings are said where warnings are shown.
    func declaredSchema(_ file: String, in environment: CommandEnvironment) throws(CommandFailure) -> RecordSchema {
        let text = try readText(file)
        do throws(RecordError) {
            let read = try JSONSchemaReader.read(text, file: file)
            if warnings == .all {
                for warning in read.warnings { environment.say("warning: \(warning)") }
            }
            return read.schema
        } catch {
            throw CommandFailure(error, in: environment)
        }
    }
}

/// The values for the format arguments and variables of a text, read by the types that the text and a schema expect.
struct GivenValues {
    /// The format arguments; nil leaves them open.
    var arguments: [PredicateValue]?
    /// The values of variables, by name.
    var bindings = NameTable<PredicateValue>()

    /// The values that a request gives for a text.
    ///
    /// In a text that is not well-formed everything stays open: which types are expected cannot be told, and a value of a wrong
    /// type would be a mistake that nobody has made.
    init(_ request: PredicateRequest, for text: String, against schema: RecordSchema?) {
        guard let parsed = try? ParsedPredicate(parsing: text, library: commandLibrary) else { return }
        // What a sample has shown must not decide how a value is read.
        let known = schema?.origin == .declared ? schema : nil
        if !request.arguments.isEmpty || !request.allowsOpen {
            let types = parsed.argumentTypes(against: known)
            arguments = request.arguments.enumerated().map { index, text in
                TextValues.value(text, as: index < types.count ? types[index] : .any)
            }
        }
        guard !request.variables.isEmpty else { return }
        for (name, type) in parsed.variableTypes(against: known, arguments: arguments) {
            guard let text = request.variables[name] else { continue }
            bindings[name] = TextValues.value(text, as: type)
        }
    }
}

extension PredicateRequest {
    /// Everything that is wrong or doubtful in a text with the values that are given for it: its syntax, its names and its types,
    /// because a person wants all mistakes at once, whichever stage finds them.
    func diagnostics(of text: String, against schema: RecordSchema?) -> PredicateDiagnostics {
        let given = GivenValues(self, for: text, against: schema)
        return ParsedPredicate.diagnostics(
            of: text, against: schema, arguments: given.arguments, values: given.bindings,
            requiresValues: !allowsOpen, library: commandLibrary)
    }

    /// The predicate of the request, with the values that are given, ready to be evaluated.
    func checked(against schema: RecordSchema?) throws(PredicateDiagnostics) -> CheckedPredicate {
        let found = diagnostics(of: text.text, against: schema)
        guard !found.hasErrors else { throw found }
        let given = GivenValues(self, for: text.text, against: schema)
        let predicate = try ParsedPredicate(parsing: text.text, library: commandLibrary)
            .checked(against: schema, arguments: given.arguments ?? [])
        let bound = given.bindings.isEmpty ? predicate : try predicate.binding(values: given.bindings)
        if !allowsOpen { try bound.requireBound() }
        return bound
    }
}
