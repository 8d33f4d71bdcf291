/// The result of compiling a format string: the diagnostics of all stages, and the predicate if there is no error.
///
/// ```swift
/// let compilation = PredicateCompilation("age > 30 AND nmae == 'Ann'", schema: person)
/// print(compilation.diagnostics)          // all mistakes, each at its location
/// compilation.predicate?.matches(record)  // nil here, because there is an error
/// ```
///
/// The text is parsed once, and its names and types are checked once. Under an inferred schema they are checked a
/// second time without the schema, which only advises.
public struct PredicateCompilation: Sendable {
    /// All errors and warnings, by location.
    public let diagnostics: PredicateDiagnostics
    /// The predicate; nil after an error, or if format arguments or variables have no value.
    public var predicate: CheckedPredicate? { open.flatMap { $0.storage.variables.isEmpty ? $0 : nil } }
    /// The predicate with its substitution variables, which need values; nil after an error, or if format arguments have
    /// no value. Without variables it is the predicate.
    public var template: PredicateTemplate? { open.map(PredicateTemplate.init) }
    /// The predicate, which may have variables without values.
    package let open: CheckedPredicate?
    /// The text as it was parsed.
    package let text: ParsedText
    /// The result of the check.
    package let typing: PredicateTyping

    /// The text.
    public var source: String { diagnostics.source }

    /// Compiles a format string.
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of `%@`, `%K` and `%d`, in order; nil leaves them open, with a warning for each.
    ///   - bindings: values of substitution variables by name, each checked like a literal at its location; the others
    ///     stay open. A name that is not in the string is an error.
    ///   - requiresValues: whether an argument or a variable without a value is an error. Use it before evaluation.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the text and on the work of an evaluation.
    public init(
        _ source: String, schema: RecordSchema? = nil, arguments: [PredicateValue]? = [],
        bindings: [String: PredicateValue] = [:], requiresValues: Bool = false, library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) {
        let text = ParsedText(source, as: .predicate, library: library, limits: limits)
        self = PredicateFrontEnd(
            text, arguments: arguments, bindings: NameTable(bindings), requiresValues: requiresValues,
            refusesUnusedValues: true
        ).compilation(against: schema)
    }

    init(_ frontEnd: PredicateFrontEnd, against schema: RecordSchema?) {
        let (found, typing) = frontEnd.examination(against: schema)
        text = frontEnd.text
        self.typing = typing
        guard !found.hasErrors, typing.openArguments.isEmpty else {
            diagnostics = found
            open = nil
            return
        }
        let checked = CheckedPredicate(
            ParsedPredicate(frontEnd.text), typing, schema: schema, arguments: frontEnd.arguments ?? [],
            bindings: frontEnd.bindings)
        guard let tooCostly = checked.tooCostly else {
            diagnostics = found
            open = checked
            return
        }
        var all = found
        all.diagnostics = ParsedPredicate.ordered(found.diagnostics + [tooCostly])
        diagnostics = all
        open = nil
    }
}

extension CheckedPredicate {
    /// A predicate from a format string.
    ///
    /// ```swift
    /// let adults = try CheckedPredicate("age >= %d AND city == %@", schema: person, arguments: [18, "Rome"])
    /// adults.matches(record)
    /// ```
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of `%@`, `%K` and `%d`, in order.
    ///   - bindings: the values of substitution variables by name.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the text and on the work of an evaluation.
    /// - Throws: `PredicateDiagnostics` with the errors of all stages, and the warnings: also for a variable without a
    ///   value, which a `PredicateTemplate` may have. `PredicateCompilation` also gives the warnings of a predicate
    ///   without errors.
    @_disfavoredOverload
    public init(
        _ source: some StringProtocol, schema: RecordSchema? = nil, arguments: [PredicateValue] = [],
        bindings: [String: PredicateValue] = [:], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) {
        let compilation = PredicateCompilation(
            String(source), schema: schema, arguments: arguments, bindings: bindings, requiresValues: true,
            library: library,
            limits: limits)
        guard let predicate = compilation.predicate else { throw compilation.diagnostics }
        self = predicate
    }
}

/// Compiles a parsed text, with values for its arguments and variables, against any number of schemas.
///
/// The check without a schema runs once, for a compilation without a schema and for the evaluated tree of a predicate
/// under an inferred one.
package final class PredicateFrontEnd: Sendable {
    /// The text.
    package let text: ParsedText
    /// The values of the format arguments; nil leaves them open.
    package let arguments: [PredicateValue]?
    /// The values of variables.
    package let bindings: NameTable<PredicateValue>
    /// Whether an argument or a variable without a value is an error.
    let requiresValues: Bool
    /// Whether a value for a variable that the text does not have is an error.
    let refusesUnusedValues: Bool
    /// Variables with known types: each is checked like a field of its type, and is not one of `variables` of the result.
    let typedVariables: NameTable<ValueType>
    private let untyped = Locked<UntypedCheck?>(nil)

    package init(
        _ text: ParsedText, arguments: [PredicateValue]?, bindings: NameTable<PredicateValue>, requiresValues: Bool,
        typedVariables: NameTable<ValueType> = NameTable(), refusesUnusedValues: Bool = false
    ) {
        self.text = text
        self.arguments = arguments
        self.bindings = bindings
        self.requiresValues = requiresValues
        self.refusesUnusedValues = refusesUnusedValues
        self.typedVariables = typedVariables
    }

    /// The compilation of the text against a schema.
    package func compilation(against schema: RecordSchema?) -> PredicateCompilation {
        PredicateCompilation(self, against: schema)
    }

    /// All errors and warnings, and the result of the check.
    func examination(against schema: RecordSchema?) -> (PredicateDiagnostics, PredicateTyping) {
        let typing = typing(of: text, against: schema)
        let found = UnquotedKeys.recovered(findings(of: text, typing, schema), in: text.source, schema) { source in
            let text = ParsedText(source, as: .predicate, library: self.text.library, limits: self.text.limits)
            return self.findings(of: text, self.typing(of: text, against: schema), schema)
        }
        let (library, limits, arguments, bindings) = (text.library, text.limits, arguments, bindings)
        let requiresValues = requiresValues
        let diagnostics = PredicateDiagnostics(source: text.source, diagnostics: found) { source in
            ParsedPredicate.diagnostics(
                of: source, against: schema, arguments: arguments, values: bindings, requiresValues: requiresValues,
                library: library, limits: limits
            ).diagnostics
        }
        return (diagnostics, typing)
    }

    private func typing(of text: ParsedText, against schema: RecordSchema?) -> PredicateTyping {
        var checker = Checker(
            source: text.source, library: text.library, limits: text.limits, schema: schema, arguments: arguments)
        checker.bindings = bindings
        if !typedVariables.isEmpty { checker.scopes = [typedVariables] }
        checker.excusesBareValues = text.diagnostics.contains { $0.code == .unclosedBracket }
        // An edited text has its own check.
        let isOwn = text.root === self.text.root
        let typing = PredicateTyping(
            text.root, found: text.diagnostics, argumentCount: text.argumentCount, &checker,
            untyped: isOwn ? untyped.withLock { $0 } : nil)
        let made = schema == nil ? UntypedCheck(typing.tree, checker, text.argumentCount) : typing.untyped
        if isOwn, let made { untyped.withLock { $0 = made } }
        return typing
    }

    private func findings(
        of text: ParsedText, _ typing: PredicateTyping, _ schema: RecordSchema?
    ) -> UnquotedKeys.Findings {
        let errors = text.diagnostics.filter { $0.severity == .error }
        // The values that a malformed text needs are unknown.
        var open = errors.isEmpty ? typing.openValues(requiresValues: requiresValues, of: text.source, schema) : []
        if errors.isEmpty, refusesUnusedValues, !bindings.isEmpty {
            let unused = unusedValues(of: text, typing)
            open.removeAll { open in open.code == .unboundVariable && unused.contains { $0.range == open.range } }
            open += unused
        }
        // A key that is not a condition is a different mistake from a key without quotes.
        let syntaxErrors = errors.filter { $0.code != .missingComparison }
        return UnquotedKeys.Findings(
            diagnostics: open.isEmpty ? typing.diagnostics : ParsedPredicate.ordered(typing.diagnostics + open),
            syntaxErrors: syntaxErrors.map(\.range), tree: .predicate(typing.tree))
    }

    /// The errors of values for variables that the text does not have.
    private func unusedValues(of text: ParsedText, _ typing: PredicateTyping) -> [PredicateDiagnostic] {
        let names = TreeBuilder.tree(of: text.root).uses.variables
        let missing = typing.variables.map(\.name)
        return bindings.names.filter { !names.containsName($0) }.map { name in
            let meant = Suggestions.nearest(to: name, among: missing.isEmpty ? names : missing)
            let location = meant.flatMap { meant in missing.firstIndex { sameCodePoints(meant, $0) } }
            return .unknownVariable(
                name, meant: meant, known: names,
                at: location.map { typing.variableRanges[$0] } ?? SourceRange(0, text.source.utf8.count))
        }
    }
}
