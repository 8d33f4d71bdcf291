import ArgumentParser
import PredicateFormat

/// The form of diagnostics.
enum DiagnosticsFormat: String, ExpressibleByArgument, CaseIterable {
    /// Snippets for people, on standard error.
    case text
    /// An array for programs, on standard output.
    case json
}

/// `predicate check`
struct CheckCommand: EnvironmentCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong with a predicate, and fix it.",
        usage: """
            predicate check [--schema <file> | --data <file> | --untyped] [<options>] <predicate>
            predicate check [<options>] --predicate-file <file>
            """,
        discussion: """
            Shows all errors and warnings at once. The status is 0 if the predicate can be used, and 65 if it cannot; \
            with --fail-on-warnings it is 65 for warnings too. Names and types are checked against --schema, or \
            against the records of --data; without either, every field may hold anything. Variables need no value. \
            Format arguments such as %@ need no value if no --arg is given, but each one then brings a warning. With \
            --complete, every variable and argument needs a value, as in evaluation.

            --fix writes only the fixed text to standard output, and reports the remaining mistakes on standard error. \
            It never changes the answer of a text without errors, and makes no edit that would cause a new error; \
            such edits are only suggestions. --diagnostics json writes one array to standard output, `[]` if \
            nothing is wrong. Each element has code, severity, message, hint (if there is one), range, \
            labels, edits and notes; a range has start and end, half-open offsets in UTF-8, and line and column. If a \
            file or an option is wrong, the array has one element with that message, whose range is null.

            --apple tells whether the text is one that NSPredicate itself would take, as far as its syntax is known: every \
            function, literal or name that only this language has is an error. It does not look at types.

            --cost writes the maximum number of steps and bytes that an evaluation is charged for a record, and the \
            most expensive comparison. The cost depends on the sizes of lists and texts: maxItems, maxProperties and \
            maxLength of --schema, and --record-bytes, which bounds the whole record. Without a size there is no bound.

            EXAMPLES
              # A mistake that only a schema reveals; the status is 65.
              predicate check --schema city.schema.json 'population > "many"'
              # The fixed text.
              predicate check --data cities.ndjson --fix 'nmae BEGINSWITH "A"'
              # For an editor or continuous integration.
              predicate check --diagnostics json 'age > 30 AND'
              # Check that every value is given.
              predicate check --complete 'age > %@'
              # Whether NSPredicate itself would take the text; the status is 65 if not.
              predicate check --untyped --apple 'trim(name) == "Ann"'
              # The maximum cost for a record of ten kilobytes.
              predicate check --cost --record-bytes 10000 'ANY tags IN wanted'
              # Fail on a warning.
              predicate check --untyped --fail-on-warnings 'name LIKE "%x%"'
            """)

    @OptionGroup var subject: SubjectOptions

    @Flag(help: "Write the fixed text to standard output.")
    var fix = false

    @Flag(help: "Treat a variable or a %@ without a value as an error.")
    var complete = false

    @Flag(help: "End with status 65 even if there are only warnings.")
    var failOnWarnings = false

    @Flag(help: "Name every part of the text that NSPredicate itself would not read.")
    var apple = false

    @Flag(help: "Write the maximum cost for a record, and the most expensive comparison.")
    var cost = false

    @Option(help: ArgumentHelp("With --cost, the maximum size of a record in bytes.", valueName: "n"))
    var recordBytes: Int?

    @Option(help: ArgumentHelp("The form of errors and warnings.", valueName: "format"))
    var diagnostics = DiagnosticsFormat.text

    func validate() throws {
        if fix, diagnostics == .json { throw ValidationError("--fix and --diagnostics json cannot be combined.") }
        if cost, fix || diagnostics == .json {
            throw ValidationError("--cost and \(fix ? "--fix" : "--diagnostics json") cannot be combined.")
        }
        if let recordBytes {
            if !cost { throw ValidationError("--record-bytes needs --cost.") }
            if recordBytes < 1 { throw ValidationError("--record-bytes must be at least 1.") }
        }
    }

    func run(in environment: CommandEnvironment) throws {
        do {
            try check(in: environment)
        } catch let failure as CommandFailure where diagnostics == .json {
            try environment.output.write(json: FailureDiagnostics.json(code: failure.code, message: failure.sentence))
            throw failure.status
        }
    }

    private func check(in environment: CommandEnvironment) throws {
        var request = try subject.request(of: "check", in: environment)
        request.allowsOpen = !complete
        request.fixes = fix
        let inspection = try PredicateInspection(request, in: environment)
        var found: PredicateDiagnostics
        var fileName = request.text.fileName
        if fix {
            let fixing = try FixItRounds(inspection.diagnostics(of: request.text.text)) {
                text throws(CommandFailure) in try inspection.diagnostics(of: text)
            }
            try environment.output.write(request.text.replacing(with: fixing.text))
            try environment.output.flush()
            found = fixing.remaining
            // The remaining diagnostics belong to the fixed text, whose columns may differ from the file's.
            if fixing.hasChanged { fileName = nil }
        } else {
            found = try inspection.verifiedDiagnostics(of: request.text.text)
        }
        // A fixed text with errors left is not looked at.
        if apple, !found.hasErrors,
            let parsed = try? ParsedPredicate(
                parsing: request.text.text, library: commandLibrary)
        {
            found.diagnostics += AppleReview.diagnostics(of: parsed)
        }
        switch diagnostics {
        case .text:
            if !found.diagnostics.isEmpty {
                environment.say(snippet: environment.snippet(of: found, fileName: fileName))
                environment.sayExplanations(of: found.errorCodes)
            }
        case .json: try environment.output.write(json: found.json(pretty: true) + "\n")
        }
        if cost, !found.hasErrors {
            guard let checked = inspection.predicate(of: request.text.text) else {
                throw CommandFailure(.usage, "error: --cost needs a value for each format argument")
            }
            let cost = checked.cost(for: RecordSizes(recordBytes: recordBytes))
            try environment.output.write(CostText(cost, knowsSchema: inspection.schema != nil).text)
        }
        if found.hasErrors || (failOnWarnings && !found.diagnostics.isEmpty) { throw ExitStatus.data }
    }
}
