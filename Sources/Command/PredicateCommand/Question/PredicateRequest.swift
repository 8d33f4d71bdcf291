import PredicateFormat
import PredicatePatterns
import PredicateRecords

/// A predicate for a command: its text, its records, and the values of arguments and variables.
struct PredicateRequest {
    /// The text, and its file if it has one.
    var text: PredicateText
    /// The sources of the records.
    var sources: [RecordSource] = []
    /// The options for reading the records.
    var input = RecordInputOptions()
    /// A JSON Schema of the records.
    var schemaFile: String?
    /// The types of a table; nil if the records are in files.
    var givenSchema: RecordSchema?
    /// The predicate of a file that `@name` chose. Its types, and the defaults of its arguments, apply where the request has none.
    var named: KnownPredicate?
    /// Whether every field may hold anything.
    var untyped = false
    /// The values of `--arg` and `--arg-file`, in their order.
    var arguments: [GivenValue] = []
    /// The values of `--var` and `--var-file`, by name.
    var variables = NameTable<GivenValue>()
    /// Whether variables may have no value, and format arguments none if no `--arg` is given, as for a predicate that
    /// is only checked.
    var allowsOpen = false
    /// Whether the text is fixed.
    var fixes = false
    /// The warnings to show when records are evaluated.
    var warnings = WarningChoice.wrongAnswers

    /// The declared types of the records: those of the table, of `schemaFile`, of both, or of the named predicate; nil
    /// without any.
    func declaredSchema(in environment: CommandEnvironment) throws(CommandFailure) -> RecordSchema? {
        if let schemaFile {
            let declared = try declaredSchema(schemaFile, in: environment)
            guard let givenSchema else { return declared }
            guard let typed = givenSchema.typed(by: declared) else {
                throw CommandFailure(
                    .data, "error: \(SafeText.plain(schemaFile)) declares no column of text or of JSON of the table")
            }
            return typed
        }
        if let givenSchema { return givenSchema }
        return untyped ? nil : named?.schema
    }

    /// The schema of a file. Prints the warning of a misspelt keyword, and its other warnings if all are shown.
    func declaredSchema(_ file: String, in environment: CommandEnvironment) throws(CommandFailure) -> RecordSchema {
        let text = try readText(file)
        do throws(RecordError) {
            let read = try JSONSchemaReader.read(text, file: file)
            // A misspelt `properties` declares no field, so that no name would be checked.
            for warning in read.warnings where warnings == .all || warnings != .none && warning.isMisspelt {
                environment.say("warning: \(SafeText.plain(file)): \(warning)")
            }
            return read.schema
        } catch {
            throw CommandFailure(error, in: environment)
        }
    }
}

/// Compiles the format strings of a request with their values.
///
/// A format string is parsed once, and checked once per schema (and once without a schema, see `PredicateFrontEnd`).
/// The expected types of given values need a separate check, because the values are not known before.
final class RequestCompiler {
    let request: PredicateRequest
    /// The last compiled text, with the schema by which its values were read.
    private var latest: (frontEnd: PredicateFrontEnd, known: RecordSchema?)?
    /// The last result, and its schema.
    private var result: (compilation: PredicateCompilation, schema: RecordSchema?)?

    init(_ request: PredicateRequest) { self.request = request }

    /// The compilation of the request's predicate.
    func compilation(against schema: RecordSchema?) -> PredicateCompilation {
        compilation(of: request.text.text, against: schema)
    }

    /// The compilation of a format string.
    func compilation(of text: String, against schema: RecordSchema?) -> PredicateCompilation {
        let frontEnd = frontEnd(of: text, against: schema)
        if let result, result.schema == schema { return result.compilation }
        let compilation = frontEnd.compilation(against: schema)
        result = (compilation, schema)
        return compilation
    }

    /// The predicate of the request, ready to be evaluated. A predicate in the spelling of another language is
    /// translated; its source is then the translation.
    func predicate(against schema: RecordSchema?) throws(PredicateDiagnostics) -> CheckedPredicate {
        let compilation = compilation(against: schema)
        if let predicate = compilation.open { return predicate }
        guard request.text.fileName == nil, let translated = compilation.diagnostics.translated,
            let predicate = self.compilation(of: translated, against: schema).open
        else { throw compilation.diagnostics }
        return predicate
    }

    /// The errors of a format string that has syntax errors, which do not depend on records; nil if it has none, or if
    /// they are only spellings of another language.
    var syntaxErrors: PredicateDiagnostics? {
        do throws(PredicateDiagnostics) {
            _ = try predicate(against: nil)
            return nil
        } catch {
            return frontEnd(of: request.text.text, against: nil).text.hasErrors ? error : nil
        }
    }

    private func frontEnd(of text: String, against schema: RecordSchema?) -> PredicateFrontEnd {
        // A sample must not decide how a value is read.
        let known = schema?.origin == .declared ? schema : nil
        if let latest, sameCodePoints(latest.frontEnd.text.source, text) {
            if latest.known == known { return latest.frontEnd }
            return use(latest.frontEnd.text, known)
        }
        let limits = request.fixes ? PredicateLimits.standard.fixing : .standard
        return use(ParsedText(text, as: .predicate, library: commandLibrary, limits: limits), known)
    }

    private func use(_ text: ParsedText, _ known: RecordSchema?) -> PredicateFrontEnd {
        let values = GivenValues(request, for: text, against: known)
        let frontEnd = PredicateFrontEnd(
            text, arguments: values.arguments, bindings: values.bindings, requiresValues: !request.allowsOpen)
        latest = (frontEnd, known)
        result = nil
        return frontEnd
    }
}

/// The values for the format arguments and variables of a format string, read by their expected types.
private struct GivenValues {
    /// The format arguments; nil leaves them open.
    var arguments: [PredicateValue]?
    /// The values of variables, by name.
    var bindings = NameTable<PredicateValue>()

    /// The values that a request gives for a format string.
    ///
    /// In a malformed text all values stay open: the expected types are unknown, and a value of a wrong type would be
    /// a false error.
    init(_ request: PredicateRequest, for text: ParsedText, against known: RecordSchema?) {
        guard !text.hasErrors else { return }
        if !request.arguments.isEmpty || !request.allowsOpen {
            let hasTypes = text.argumentCount > 0 && !request.arguments.isEmpty
            let types = hasTypes ? text.argumentTypes(against: known) : []
            arguments = request.arguments.enumerated().map { index, given in
                given.value(as: index < types.count ? types[index] : .any)
            }
        }
        guard !request.variables.isEmpty || request.named != nil, text.source.utf8.contains(UInt8(ascii: "$")) else {
            return
        }
        for (name, type) in text.variableTypes(against: known, arguments: arguments) {
            let argument = request.named?.arguments.first { sameCodePoints($0.name, name) }
            if let given = request.variables[name] {
                bindings[name] = given.value(as: argument?.type ?? type)
            } else {
                bindings[name] = argument?.defaultValue
            }
        }
    }
}

extension PredicateRequest {
    /// The values of variables in a query, each read by its expected type.
    func bindings(of query: RecordQuery, against schema: RecordSchema?) -> NameTable<PredicateValue> {
        guard !variables.isEmpty else { return NameTable() }
        // A sample must not decide how a value is read.
        let known = schema?.origin == .declared ? schema : nil
        let open = try? query.openlyChecked(against: known, library: commandLibrary)
        let types = open?.variableTypes ?? NameTable()
        var bindings = NameTable<PredicateValue>()
        for (name, given) in variables.entries {
            bindings[name] = given.value(as: types[name] ?? .any)
        }
        return bindings
    }
}

/// The text of a predicate as it was given: on the command line, or in a file.
struct PredicateText {
    /// The predicate.
    var text: String
    /// The file of the predicate. Messages begin with its name.
    var fileName: String?
    /// The byte order mark before the predicate in its file.
    private var head = ""
    /// The blanks and line ends after the predicate in its file.
    private var tail = "\n"

    /// An operand of the command line.
    init(_ text: String) { self.text = text }

    /// The text of the file if one is named, otherwise an operand of the command line.
    init(_ text: String?, orFile file: String?) throws(CommandFailure) {
        if let file { try self.init(file: file) } else { self.init(text ?? "") }
    }

    /// The text of a file; `-` is standard input. Blanks before the predicate are kept, so that lines and columns are
    /// those of the file. A byte order mark, and blanks and line ends after the predicate, are set aside.
    init(file: String) throws(CommandFailure) {
        fileName = file == "-" ? "standard input" : file
        var scalars = try readText(file, keepsMark: true).unicodeScalars[...]
        if scalars.first == "\u{FEFF}" { head.unicodeScalars.append(scalars.removeFirst()) }
        let whole = scalars
        while let last = scalars.last, last == " " || last == "\n" || last == "\r" || last == "\t" {
            scalars.removeLast()
        }
        text = String(scalars)
        tail = String(whole[scalars.endIndex...])
    }

    /// The contents of the file with another predicate in place of this one.
    func replacing(with text: String) -> String { head + text + tail }
}

extension PredicateDiagnostics {
    /// The codes of the errors, in their order.
    var errorCodes: [String] { diagnostics.filter { $0.severity == .error }.map(\.code.rawValue) }
}

extension CommandFailure {
    /// The failure for errors in a predicate.
    init(_ diagnostics: PredicateDiagnostics, of text: PredicateText, in environment: CommandEnvironment) {
        self.init(diagnostics, fileName: text.fileName, in: environment)
    }
}

/// The whole text of a file, for predicates and schemas.
func readText(_ path: String, keepsMark: Bool = false) throws(CommandFailure) -> String {
    let source = path == "-" ? RecordSource.standardInput : .file(path)
    return try RecordError.translating(try source.text(keepsMark: keepsMark)) { CommandFailure($0) }
}

/// The library that the command evaluates with.
let commandLibrary = PredicateLibrary.standardWithPatterns

/// Names that need no quotes.
enum PlainName {
    /// Whether a string can be the name of a variable or a saved predicate, or of a field without quotes.
    static func isOne(_ text: String) -> Bool {
        guard text.utf8.count <= 200, let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart
        else { return false }
        return text.unicodeScalars.dropFirst().allSatisfy { $0.properties.isXIDContinue }
    }
}

/// The warnings to show with an answer.
enum WarningChoice {
    /// None.
    case none
    /// Warnings of a certainly wrong answer (D79).
    case wrongAnswers
    /// All, including those of the schema and the data.
    case all

    /// Whether a diagnostic is shown; errors always are.
    func shows(_ diagnostic: PredicateDiagnostic) -> Bool {
        switch self {
        case .none: diagnostic.severity == .error
        case .wrongAnswers: diagnostic.consequence != .doubt
        case .all: true
        }
    }
}

extension RecordInputOptions {
    /// Whether there is a field for the object around a list, but the pointer leads to no list in one.
    var lacksParent: Bool {
        let path = pointer.components
        return parentField != nil
            && (path.last ?? JSONPointer.each == JSONPointer.each || path.contains { Int($0) != nil })
    }
}
