/// The result of compiling the text of an expression: the diagnostics of all stages, and the expression if there is no
/// error.
package struct ExpressionCompilation: Sendable {
    /// All errors and warnings, by location.
    package let diagnostics: PredicateDiagnostics
    /// The expression; nil after an error.
    package let expression: CheckedExpression?

    /// Parses and checks a format string.
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - bindings: the values of variables. Every variable must have a value; nil leaves all open.
    ///   - arguments: the values of `%@` and other format arguments, in order.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the text and on the work of an evaluation.
    package init(
        _ source: String, against schema: RecordSchema?, values bindings: NameTable<PredicateValue>?,
        arguments: [PredicateValue] = [], library: PredicateLibrary, limits: PredicateLimits = .standard
    ) {
        self.init(
            ParsedText(source, as: .expression, library: library, limits: limits), against: schema, values: bindings,
            arguments: arguments)
    }

    /// Checks a parsed text.
    package init(
        _ text: ParsedText, against schema: RecordSchema?, values bindings: NameTable<PredicateValue>?,
        arguments: [PredicateValue] = []
    ) {
        let (library, limits) = (text.library, text.limits)
        switch Self.checked(text, against: schema, values: bindings, arguments: arguments) {
        case .success(let checked):
            diagnostics = PredicateDiagnostics(source: text.source, diagnostics: checked.warnings)
            expression = checked
        case .failure(let error):
            var diagnostics = error
            let found = Self.findings(of: text, .failure(error))
            diagnostics.diagnostics = UnquotedKeys.recovered(found, in: text.source, schema) { source in
                let text = ParsedText(source, as: .expression, library: library, limits: limits)
                return Self.findings(
                    of: text, Self.checked(text, against: schema, values: bindings, arguments: arguments))
            }
            self.diagnostics = diagnostics
            expression = nil
        }
    }

    private typealias Outcome = Result<CheckedExpression, PredicateDiagnostics>

    private static func checked(
        _ text: ParsedText, against schema: RecordSchema?, values bindings: NameTable<PredicateValue>?,
        arguments: [PredicateValue]
    ) -> Outcome {
        do throws(PredicateDiagnostics) {
            let parsed = try ParsedExpression(parsed: text)
            if let bindings {
                return .success(try parsed.checked(against: schema, bindings: bindings, arguments: arguments))
            }
            return .success(try parsed.checked(against: schema, arguments: arguments))
        } catch {
            return .failure(error)
        }
    }

    private static func findings(of text: ParsedText, _ outcome: Outcome) -> UnquotedKeys.Findings {
        switch outcome {
        case .success(let checked):
            UnquotedKeys.Findings(
                diagnostics: checked.warnings, syntaxErrors: [], tree: .expression(checked.tree))
        case .failure(let error):
            UnquotedKeys.Findings(
                diagnostics: error.diagnostics,
                syntaxErrors: text.diagnostics.filter { $0.severity == .error }.map(\.range))
        }
    }
}
