import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// The meaning of a line: a predicate or an expression.
enum ReplQuestion: Sendable {
    case predicate(CheckedPredicate)
    case expression(CheckedExpression)

    /// The fields that it reads.
    var readPaths: [String] {
        switch self {
        case .predicate(let predicate): predicate.readPaths
        case .expression: []
        }
    }
}

/// The context for parsing and checking predicates: the types of the records, and the values of the variables.
struct ReplLanguage: Sendable {
    /// The types of the records; nil checks no names.
    var schema: RecordSchema?
    /// The values of the variables.
    let bindings: NameTable<PredicateValue>

    /// The meaning of a line: a predicate, or else an expression. A line in the spelling of another language is
    /// translated. A failure has all errors at once.
    func question(_ text: String) throws(PredicateDiagnostics) -> ReplQuestion {
        do throws(PredicateDiagnostics) {
            return try exactQuestion(text)
        } catch {
            guard let translated = error.translated, let predicate = try? predicate(translated) else { throw error }
            return .predicate(predicate)
        }
    }

    private func exactQuestion(_ text: String) throws(PredicateDiagnostics) -> ReplQuestion {
        let parsed = ParsedText(text, as: .either, library: commandLibrary)
        if parsed.isExpression {
            let expression = try expression(parsed)
            guard expression.type.unwrapped == .boolean else { return .expression(expression) }
            // A call whose result is a boolean is a condition, as in `predicate filter`.
            let condition = ParsedText(text, as: .predicate, library: commandLibrary)
            if !condition.hasErrors, let predicate = compilation(condition).predicate { return .predicate(predicate) }
            return .expression(expression)
        }
        let compilation = compilation(parsed)
        if let predicate = compilation.predicate { return .predicate(predicate) }
        let found = compilation.diagnostics
        guard parsed.hasErrors else { throw found }
        // If the text is not a predicate, an expression may be meant.
        let other = ParsedText(text, as: .expression, library: commandLibrary)
        if !other.hasErrors { return .expression(try expression(other)) }
        // `1 +` is meant as an expression. A missing comparison is an error only where a condition is needed, which
        // is not here.
        let others = found.diagnostics.filter { $0.code != .missingComparison }
        guard others.map(\.message) == other.diagnostics.map(\.message) else { throw found }
        // `.name | startswith("A")` is a condition, once it is read.
        if found.translated != nil { throw found }
        return .expression(try expression(other))
    }

    /// The predicate of a line, with the values of the variables, ready to be evaluated.
    func predicate(_ text: String) throws(PredicateDiagnostics) -> CheckedPredicate {
        let compilation = compilation(ParsedText(text, as: .predicate, library: commandLibrary))
        guard let predicate = compilation.predicate else { throw compilation.diagnostics }
        return predicate
    }

    /// The expression of a line, with the values of the variables, ready to be evaluated.
    func expression(_ text: String) throws(PredicateDiagnostics) -> CheckedExpression {
        try expression(ParsedText(text, as: .expression, library: commandLibrary))
    }

    private func expression(_ text: ParsedText) throws(PredicateDiagnostics) -> CheckedExpression {
        let compilation = ExpressionCompilation(text, against: schema, values: bindings)
        guard let expression = compilation.expression else { throw compilation.diagnostics }
        return expression
    }

    /// A query over records, with the values of the variables.
    func query(_ query: RecordQuery) throws(PredicateDiagnostics) -> CheckedQuery {
        do throws(RecordQueryDiagnostics) {
            return try query.translated { query throws(RecordQueryDiagnostics) in
                try query.checked(against: schema, bindings: bindings, library: commandLibrary)
            }
        } catch {
            throw error.parts.first?.diagnostics ?? PredicateDiagnostics(source: "", diagnostics: [])
        }
    }

    /// The explanation of a predicate.
    func explanation(_ text: String) throws(PredicateDiagnostics) -> PredicateExplanation {
        let compilation = compilation(ParsedText(text, as: .predicate, library: commandLibrary))
        guard let explanation = compilation.explanation(against: schema) else { throw compilation.diagnostics }
        return explanation
    }

    /// The compilation of a predicate. All its variables must have values.
    private func compilation(_ text: ParsedText) -> PredicateCompilation {
        PredicateFrontEnd(text, arguments: [], bindings: bindings, requiresValues: true).compilation(against: schema)
    }
}

extension ReplSession {
    /// The current context for reading lines.
    var language: ReplLanguage { ReplLanguage(schema: current?.schema, bindings: names.bindings) }

    /// The meaning of a line: a predicate, or else an expression.
    func question(_ text: String) throws -> ReplQuestion { try read { try $0.question(text) } }

    /// The predicate of a line, with the values of the variables, ready to be evaluated.
    func predicate(_ text: String) throws -> CheckedPredicate { try read { try $0.predicate(text) } }

    /// The expression of a line, with the values of the variables, ready to be evaluated.
    func expression(_ text: String) throws -> CheckedExpression { try read { try $0.expression(text) } }

    /// A query over records, with the values of the variables.
    func query(_ query: RecordQuery) throws -> CheckedQuery { try read { try $0.query(query) } }

    /// The explanation of a predicate.
    func explanation(of text: String) throws -> PredicateExplanation { try read { try $0.explanation(text) } }

    /// The predicate of a command, which is the last one now, or else the last one.
    func predicate(ofCommand argument: String) throws -> CheckedPredicate {
        let predicate = try predicate(predicateText(argument))
        if !argument.isEmpty { lastPredicate = argument }
        return predicate
    }

    /// The text of the predicate of a command, or else of the last one.
    func predicateText(_ argument: String) throws(ReplFailure) -> String {
        if !argument.isEmpty { return argument }
        guard let lastPredicate else { throw ReplFailure("no predicate has been entered yet") }
        return lastPredicate
    }

    /// Checks a line. If it has errors only because of the types in the first records, this waits until all records
    /// have been examined, and checks it again.
    private func read<Meaning: Sendable>(
        _ body: @escaping @Sendable (ReplLanguage) throws -> Meaning
    ) throws -> Meaning {
        let isProvisional = current?.isProvisional ?? false
        do {
            let language = language
            return try interruptibly { _ in try body(language) }
        } catch let error as PredicateDiagnostics {
            guard isProvisional, let current = current as? ReplDataSet else { throw failure(error) }
            var open = language
            open.schema = nil
            let untyped = open
            guard (try? interruptibly({ _ in try body(untyped) })) != nil else { throw failure(error) }
            let unknown = error.diagnostics.first { $0.code == .unknownField }
            try awaitStatistics(of: current, for: unknown.map { $0.range.text(in: error.source) } ?? "this")
        }
        do {
            let language = language
            return try interruptibly { _ in try body(language) }
        } catch let error as PredicateDiagnostics {
            throw failure(error)
        }
    }

    private func failure(_ diagnostics: PredicateDiagnostics) -> ReplFailure {
        var diagnostics = diagnostics
        for index in diagnostics.diagnostics.indices
        where diagnostics.diagnostics[index].code == .unboundVariable && diagnostics.diagnostics[index].hint == nil {
            diagnostics.diagnostics[index].hint = "`:let NAME = EXPRESSION` sets it"
        }
        // Only a document that is read as one record may contain several records.
        if let current = current as? ReplDataSet, current.table.count == 1 {
            diagnostics = RecordAdvice(current.request.input, loaded: current.table.record(at: 0), from: current.file)
                .added(to: diagnostics)
        }
        var failure = ReplFailure(snippet: snippet(of: diagnostics))
        failure.isLimit = diagnostics.diagnostics.contains { $0.code == .listTooLong }
        return failure
    }

    /// Waits until all records of a data set have been examined.
    ///
    /// - Parameters:
    ///   - subject: the missing name, for a message on a terminal; nil for no message.
    ///   - turns: the maximum wait, in fiftieths of a second.
    func awaitStatistics(of data: ReplDataSet, for subject: String? = nil, atMost turns: Int = .max) throws {
        if data.statistics.isComplete { return }
        let interruption = interruption()
        if let subject, environment.output.isTerminal {
            let shown = subject == "this" ? subject : "`\(SafeText.plain(ColumnText.cut(subject, to: 24)))`"
            let known = Plural.of(data.statistics.knownCount, "record")
            try tell("the first \(known) do not show \(shown); reading on, Ctrl-C ends it …")
        }
        // A wait without a limit can use all processors.
        if turns == .max { data.statistics.readTheRest(threads: ParallelWork.processors - 1) }
        let progress = Progress(total: data.table.count, in: environment)
        defer { progress.clear() }
        var waited = 0
        while waited < turns, !data.statistics.isComplete(within: 20) {
            waited += 1
            try interruption.check()
            progress.redraw(bytes: data.statistics.knownCount)
        }
    }
}
