#if Command
import ArgumentParser
import PredicateFormat

extension DiagnosticsFormat: ExpressibleByArgument {}

/// `predicate check`
struct CheckCommand: EnvironmentCommand {
    static let name = "check"

    @OptionGroup var subject: SubjectOptions

    @Flag(help: .of("check --fix"))
    var fix = false

    @Flag(help: .of("--complete"))
    var complete = false

    @Flag(help: .of("--fail-on-warnings"))
    var failOnWarnings = false

    @Flag(help: .of("--apple"))
    var apple = false

    @Flag(help: .of("--cost"))
    var cost = false

    @Option(help: .of("--record-bytes"))
    var recordBytes: Int?

    @Option(help: .of("--diagnostics"))
    var diagnostics = DiagnosticsFormat.text

    func validate() throws {
        if fix, diagnostics == .json { throw ValidationError("--fix and --diagnostics json cannot be combined") }
        if cost, fix || diagnostics == .json {
            throw ValidationError("--cost and \(fix ? "--fix" : "--diagnostics json") cannot be combined")
        }
        if let recordBytes {
            if !cost { throw ValidationError("--record-bytes needs --cost; add it") }
            if recordBytes < 1 {
                throw ValidationError("`--record-bytes` needs a number, 1 or more, not `\(recordBytes)`")
            }
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
            try environment.output.write(CostText(cost: cost, knowsSchema: inspection.schema != nil).text)
        }
        if found.hasErrors || (failOnWarnings && !found.diagnostics.isEmpty) { throw ExitStatus.data }
    }
}

/// The output of `check --cost`.
private struct CostText {
    let cost: PredicateCost
    /// Whether there is a schema. Without a bound, the text then says which sizes the schema lacks.
    let knowsSchema: Bool

    /// The lines, each with a line feed.
    var text: String {
        var lines = [
            "steps: " + bound(cost.mostSteps, "a record"),
            "bytes held in addition to the record: " + bound(cost.mostBytes, nil),
        ]
        if let clause = cost.costliest {
            lines.append(
                "costs most: \(clause.text), \(bound(clause.mostSteps, nil))\(clause.mostSteps == nil ? "" : " steps")")
        }
        if cost.mostSteps == nil {
            lines.append(
                "Without --record-bytes" + (knowsSchema ? ", or maxItems and maxLength in the schema," : "")
                    + " there is no bound.")
        }
        return lines.map { SafeText.plain($0) + "\n" }.joined()
    }

    private func bound(_ number: Int?, _ what: String?) -> String {
        guard let number else { return "no bound is known" }
        return "at most \(number)" + (what.map { " for \($0)" } ?? "")
    }
}
#endif
