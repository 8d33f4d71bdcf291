/// A predicate with substitution variables that have no values yet: `age > $least AND name != $name`.
///
/// ```swift
/// let template = try PredicateTemplate("age > $least AND name != $name", schema: person)
/// let adults = try template.binding(["least": 18, "name": "Ada"])
/// adults.matches(record)
/// ```
///
/// A template has no answer, so a variable without a value cannot pass for a predicate that is false. Binding gives a
/// `CheckedPredicate`, which has no variables, and whose `matches` does not throw. A template can be bound any number of
/// times. `TypedPredicateTemplate` is the same for Swift values.
public struct PredicateTemplate: Sendable {
    /// The predicate with its variables, for code that gives values by other means, or never evaluates it.
    package let open: CheckedPredicate

    /// A template from a format string.
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of `%@`, `%K` and `%d`, in order.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the text and on the work of an evaluation.
    /// - Throws: `PredicateDiagnostics` with the errors of all stages, and the warnings.
    @_disfavoredOverload
    public init(
        _ source: some StringProtocol, schema: RecordSchema? = nil, arguments: [PredicateValue] = [],
        library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) {
        let compilation = PredicateCompilation(
            String(source), schema: schema, arguments: arguments, library: library, limits: limits)
        guard let open = compilation.open else { throw compilation.diagnostics }
        self.open = open
    }

    /// A predicate as a template, for joining it with templates. Binding it needs no values.
    public init(_ predicate: CheckedPredicate) { open = predicate }

    /// The text that ranges refer to.
    public var source: String { open.source }
    /// The canonical text.
    public var predicateFormat: String { open.predicateFormat }
    /// The typed tree.
    public var tree: PredicateTree { open.tree }
    /// The schema that it was checked against; nil if every field is `any`.
    public var schema: RecordSchema? { open.schema }
    /// The library that its functions and operators come from.
    public var library: PredicateLibrary { open.library }
    /// The limits of the check and of evaluations.
    public var limits: PredicateLimits { open.limits }
    /// The warnings, by location.
    public var warnings: [PredicateDiagnostic] { open.warnings }
    /// The fields, variables, functions and operators that the template uses.
    public var uses: PredicateUses { open.uses }

    /// The variables without a value, with the types that they are compared with, in the order of their first use.
    public var variables: [(name: String, type: ValueType)] { open.variables }

    /// The predicate with a value for each variable.
    ///
    /// A value is checked like a literal at the location of its variable: a string that is compared with a date must be
    /// readable as a date. nil is a value.
    ///
    /// - Parameter values: the values by name, without `$`.
    /// - Throws: `PredicateDiagnostics` with `unknown-variable` for a name that the text does not have,
    ///   `unbound-variable` for a variable without a value, and what a value does not fit. Each has a range in
    ///   `source`.
    public func binding(_ values: [String: PredicateValue]) throws(PredicateDiagnostics) -> CheckedPredicate {
        try open.bindingAll(NameTable(values), isComplete: true)
    }

    /// The predicate with values for some variables. The others stay in `variables`.
    ///
    /// - Parameter values: the values by name, without `$`.
    /// - Throws: `PredicateDiagnostics` with `unknown-variable` for a name that is not in the string, and what a value
    ///   does not fit.
    public func partiallyBinding(_ values: [String: PredicateValue]) throws(PredicateDiagnostics) -> PredicateTemplate {
        PredicateTemplate(try open.bindingAll(NameTable(values), isComplete: false))
    }

    /// The predicate with the values of a context's variables. A context may also have values for other predicates.
    ///
    /// - Throws: `PredicateDiagnostics` with `unbound-variable` for a variable without a value, and what a value does not
    ///   fit.
    public func binding(_ context: EvaluationContext) throws(PredicateDiagnostics) -> CheckedPredicate {
        try open.binding(context)
    }

    /// Whether a value satisfies the template with the values of a context's variables.
    ///
    /// Each call binds the variables. For many values, bind them once: see `binding(_:)`.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func matches(_ value: PredicateValue, context: EvaluationContext) throws(PredicateDiagnostics) -> Bool {
        try open.binding(context).matches(value, context: context)
    }

    /// Whether a record satisfies the template with the values of a context's variables; see `matches(_:context:)`.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func matches(_ record: some PredicateRecord, context: EvaluationContext) throws(PredicateDiagnostics)
        -> Bool
    {
        try matches(.object(record), context: context)
    }

    /// What the template says about a value with the values of a context's variables; see `matches(_:context:)`.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func answer(for value: PredicateValue, context: EvaluationContext) throws(PredicateDiagnostics)
        -> PredicateAnswer
    {
        try open.binding(context).answer(for: value, context: context)
    }

    /// What the template says about a record with the values of a context's variables; see `matches(_:context:)`.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func answer(for record: some PredicateRecord, context: EvaluationContext) throws(PredicateDiagnostics)
        -> PredicateAnswer
    {
        try answer(for: .object(record), context: context)
    }
}

extension PredicateTemplate: Hashable, CustomStringConvertible {
    /// Whether the templates have the same canonical text, byte by byte, and equal schemas, libraries and limits.
    public static func == (a: PredicateTemplate, b: PredicateTemplate) -> Bool { a.open == b.open }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) { hasher.combine(open) }

    /// The canonical text.
    public var description: String { predicateFormat }
}

extension ParsedPredicate {
    /// Checks names and types, fills in format arguments, and leaves variables without values.
    ///
    /// - Parameters:
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of `%@` and other format arguments, in order.
    /// - Throws: `PredicateDiagnostics` with every error, and the warnings.
    public func template(against schema: RecordSchema? = nil, arguments: [PredicateValue] = [])
        throws(PredicateDiagnostics) -> PredicateTemplate
    {
        PredicateTemplate(try checked(against: schema, arguments: arguments, bindings: NameTable()))
    }
}
