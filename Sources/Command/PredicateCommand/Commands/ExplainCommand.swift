#if Command
import ArgumentParser
import PredicateAnalysis

/// The form of an explanation.
enum ExplanationFormat: String, ExpressibleByArgument, CaseIterable {
    /// A tree for people.
    case text
    /// An object for programs.
    case json
    /// The source of a graph.
    case dot
    /// The graph, drawn by Graphviz.
    case svg
}

/// `predicate explain`
struct ExplainCommand: EnvironmentCommand {
    static let name = "explain"

    @OptionGroup var subject: SubjectOptions

    @OptionGroup var queryOptions: QueryOptions

    @Option(name: .shortAndLong, help: .of("explain --output"))
    var output = ExplanationFormat.text

    func validate() throws {
        guard subject.sourceOptions.from == nil, let option = queryOptions.firstName else { return }
        throw ValidationError("\(option) needs a database; add `--from ADDRESS`")
    }

    func run(in environment: CommandEnvironment) throws {
        let (request, records) = try subject.described(
            of: "explain", otherTexts: queryOptions.texts, in: environment)
        let explanation = try explanation(of: request, in: environment)
        switch output {
        case .text:
            let text = ExplanationText(
                explanation: explanation, fileName: request.text.fileName, width: environment.outputWidth)
            try environment.output.write(text.text)
            if case .columns(let columns, let name)? = records,
                let translator = SparkColumns.translator.withLock({ $0 }),
                let predicate = try predicate(of: request, in: environment)
            {
                try environment.output.write(translator.explanation(predicate, columns, name))
            } else if records == nil {
                try environment.output.write(try plan(of: request, in: environment)?.text() ?? "")
            }
            return
        case .json:
            var members: [JSONNode.Member] = []
            if records == nil, let plan = try plan(of: request, in: environment) { members.append(plan.member) }
            try environment.output.write(json: explanation.json(pretty: true, adding: members) + "\n")
            return
        case .dot: try environment.output.write(ExplanationGraph(explanation: explanation).text)
        case .svg: try environment.output.write(drawing(of: explanation))
        }
        if !explanation.warnings.isEmpty {
            let found = PredicateDiagnostics(source: explanation.source, diagnostics: explanation.warnings)
            environment.say(snippet: environment.snippet(of: found, fileName: request.text.fileName))
        }
    }

    /// The predicate of a request; nil if a format argument has no value.
    private func predicate(
        of request: PredicateRequest, in environment: CommandEnvironment
    ) throws(CommandFailure) -> CheckedPredicate? {
        try PredicateInspection(request, in: environment).predicate(of: request.text.text)
    }

    /// What the table of --from is asked; nil without one, and if a format argument has no value.
    private func plan(of request: PredicateRequest, in environment: CommandEnvironment) throws(CommandFailure)
        -> (any SourcePlan)?
    {
        guard let table = try subject.table(),
            let predicate = try predicate(of: request, in: environment)
        else { return nil }
        return table.plan(of: predicate, try queryOptions.checked(for: request, table.schema, in: environment))
    }

    private func explanation(of request: PredicateRequest, in environment: CommandEnvironment) throws(CommandFailure)
        -> PredicateExplanation
    {
        let inspection = try PredicateInspection(request, in: environment)
        let text = request.text.text
        let (found, compilation) = try inspection.checked(text)
        guard let explanation = compilation.explanation(against: inspection.schema) else {
            throw CommandFailure(found, of: request.text, in: environment)
        }
        return explanation
    }

    /// The graph as drawn by Graphviz.
    private func drawing(of explanation: PredicateExplanation) throws(CommandFailure) -> String {
        let graph = ExplanationGraph(explanation: explanation).text
        switch ChildProcess(command: ["dot", "-Tsvg"]).run(input: graph) {
        case .ended(0, let output, _): return String(decoding: output, as: UTF8.self)
        case .ended(let status, _, let messages):
            let reason = messages.split(separator: "\n").first.map { ": \(SafeText.plain(String($0)))" } ?? ""
            throw CommandFailure(.internalError, "error: `dot` of Graphviz ended with status \(status)\(reason)")
        case .notFound:
            throw CommandFailure(
                .unavailable,
                "error: --output svg needs Graphviz, but its program `dot` is not on the path; --output dot works without it"
            )
        case .failed(let reason):
            throw CommandFailure(.unavailable, "error: `dot` of Graphviz could not be started: \(reason)")
        }
    }
}
#endif
