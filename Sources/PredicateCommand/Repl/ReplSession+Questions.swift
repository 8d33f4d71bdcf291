import PredicateFormat
import PredicateRecords

/// A predicate or an expression, as a line means it.
enum ReplQuestion {
    case predicate(CheckedPredicate)
    case expression(CheckedExpression)
}

extension ReplSession {
    /// The values of the variables.
    var bindings: [String: PredicateValue] {
        Dictionary(variables.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    }

    /// What a line is evaluated with: one instant for all records (LANGUAGE D101), and an end when somebody wants it.
    func context(_ warnings: EvaluationWarnings) -> EvaluationContext {
        let isInterrupted = isInterrupted
        return EvaluationContext(
            bindings: bindings, isCancelled: { isInterrupted() }, warn: { warnings.add($0) })
    }

    // MARK: Reading

    /// What a text means: a predicate, or where it is none an expression. The failure shows all mistakes at once.
    func question(_ text: String) throws(ReplFailure) -> ReplQuestion {
        let found = diagnostics(ofPredicate: text)
        if !found.hasErrors { return .predicate(try predicate(text)) }
        if (try? ParsedExpression(parsing: text, library: commandLibrary)) != nil {
            return .expression(try expression(text))
        }
        throw ReplFailure(picture: picture(of: found))
    }

    /// Everything that is wrong or doubtful in a predicate.
    func diagnostics(ofPredicate text: String) -> PredicateDiagnostics {
        ParsedPredicate.diagnostics(
            of: text, against: current?.schema, arguments: [], bindings: bindings, library: commandLibrary)
    }

    /// The predicate of a text, with the values of the variables, ready to be evaluated.
    func predicate(_ text: String) throws(ReplFailure) -> CheckedPredicate {
        let found = diagnostics(ofPredicate: text)
        do throws(PredicateDiagnostics) {
            if found.hasErrors { throw found }
            let checked = try ParsedPredicate(parsing: text, library: commandLibrary).checked(against: current?.schema)
            let bound = variables.isEmpty ? checked : try checked.binding(bindings)
            try bound.requireBound()
            return bound
        } catch {
            throw failure(error)
        }
    }

    /// The expression of a text, with the values of the variables, ready to be evaluated.
    func expression(_ text: String) throws(ReplFailure) -> CheckedExpression {
        do throws(PredicateDiagnostics) {
            return try ParsedExpression(parsing: text, library: commandLibrary)
                .checked(against: current?.schema, bindings: bindings)
        } catch {
            throw failure(error)
        }
    }

    /// The predicate that a command is given, or else the last one that was asked.
    func predicateText(_ argument: String) throws(ReplFailure) -> String {
        if !argument.isEmpty { return argument }
        guard let lastPredicate else { throw ReplFailure("there has been no predicate yet") }
        return lastPredicate
    }

    private func failure(_ diagnostics: PredicateDiagnostics) -> ReplFailure {
        var diagnostics = diagnostics
        for index in diagnostics.diagnostics.indices
        where diagnostics.diagnostics[index].code == "unbound-variable" && diagnostics.diagnostics[index].hint == nil {
            diagnostics.diagnostics[index].hint = "`:let NAME = EXPRESSION` gives it one"
        }
        return ReplFailure(picture: picture(of: diagnostics))
    }

    // MARK: Answering

    /// Answers a predicate or an expression.
    func ask(_ text: String) throws {
        let question = try question(text)
        let started = ContinuousClock.now
        switch question {
        case .predicate(let predicate):
            lastPredicate = text
            try warn(predicate.warnings, in: predicate.source)
            try answer(predicate, started)
        case .expression(let expression):
            try warn(expression.warnings, in: expression.source)
            try answer(expression, started)
        }
    }

    private func answer(_ predicate: CheckedPredicate, _ started: ContinuousClock.Instant) throws {
        guard let current else {
            // What asks nothing of a record can be answered without one.
            guard predicate.tree.uses.fields.isEmpty else { _ = try dataInUse(); return }
            let warnings = EvaluationWarnings()
            try show(predicate.matches(.null, context: context(warnings)) ? "true\n" : "false\n")
            try tell(warnings)
            return
        }
        let matches = try matching(predicate, in: current)
        let ordered = try ReplOrder(settings.sort, in: self).ordered(matches, of: current, in: self)
        try ReplRecordDisplay(session: self, data: current).show(ordered, started: started)
    }

    private func answer(_ expression: CheckedExpression, _ started: ContinuousClock.Instant) throws {
        let warnings = EvaluationWarnings()
        let readsRecord = !expression.tree.uses.fields.isEmpty
        guard readsRecord, let current else {
            if readsRecord { _ = try dataInUse() }
            try show(Self.line(expression.value(for: .null, context: context(warnings))))
            try tell(warnings)
            return
        }
        var values: [PredicateValue] = []
        values.reserveCapacity(current.records.count)
        var run = expression.compiled.makeRun(context: context(warnings))
        for record in current.records {
            values.append(expression.compiled.evaluate(on: record.value, in: &run))
            try checkInterrupt()
        }
        let summary = try ReplSummary(values, checkInterrupt: checkInterrupt)
        try show(ReplSummaryText(summary: summary, type: expression.type, width: width).text)
        try tell(warnings)
        if settings.timing { try show(Self.took(started)) }
    }

    /// The places of the records that satisfy a predicate, in their order.
    func matching(_ predicate: CheckedPredicate, in data: ReplDataSet) throws -> [Int] {
        let warnings = EvaluationWarnings()
        var run = predicate.compiled.makeRun(context: context(warnings))
        var matches: [Int] = []
        for (index, record) in data.records.enumerated() {
            if predicate.compiled.evaluate(on: record.value, in: &run) { matches.append(index) }
            // An evaluation that was ended counts as false, and must not pass for an answer.
            try checkInterrupt()
        }
        try tell(warnings)
        return matches
    }

    func tell(_ warnings: EvaluationWarnings) throws(OutputFailure) {
        for sentence in warnings.sentences { try tell("warning: " + SafeText.plain(sentence)) }
    }

    /// A value on a line of its own.
    static func line(_ value: PredicateValue) -> String {
        ColumnText.cut(SafeText.plain(value.description), to: longestValue) + "\n"
    }

    /// Columns of a value that stands by itself.
    private static let longestValue = 4000

    /// How long it has taken since.
    static func took(_ started: ContinuousClock.Instant) -> String { "took " + duration(since: started) }

    /// A duration as people read it.
    static func duration(since started: ContinuousClock.Instant) -> String {
        let duration = ContinuousClock.now - started
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        return seconds < 1
            ? FixedNumber.text(seconds * 1000, digits: 1) + " ms" : FixedNumber.text(seconds, digits: 2) + " s"
    }
}
