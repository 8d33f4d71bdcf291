/// A predicate that is ready: checked against a schema or none, with its typed tree, and compiled for evaluation.
public struct CheckedPredicate: Sendable {
    /// The text that ranges refer to.
    public let source: String
    /// The typed tree.
    public let tree: PredicateTree
    /// The schema that it was checked against; nil when every field is `any`.
    public let schema: RecordSchema?
    /// The library that its functions and operators come from.
    public let library: PredicateLibrary
    /// Bounds.
    public let limits: PredicateLimits
    /// What is doubtful, by place.
    public let warnings: [PredicateDiagnostic]
    /// The substitution variables that have no value yet, with the types that they are compared with, in the order of
    /// their first use.
    public let variables: [(name: String, type: ValueType)]
    /// The tree that is evaluated. Under an inferred schema its fields have no types: what a sample of the data has shown
    /// never changes an answer (LANGUAGE, "One meaning").
    let meaning: PredicateTree
    /// Where each substitution variable stands first.
    let variableRanges: [SourceRange]
    /// The values of the format arguments of `source`.
    let arguments: [PredicateValue]
    /// The values that variables of `source` have been given.
    let bindings: [String: PredicateValue]
    package let program: CoreProgram
    package let compiled: CompiledPredicate

    init(
        source: String, tree: PredicateTree, meaning: PredicateTree, schema: RecordSchema?, library: PredicateLibrary,
        limits: PredicateLimits, warnings: [PredicateDiagnostic], variables: [(name: String, type: ValueType)],
        variableRanges: [SourceRange], arguments: [PredicateValue], bindings: [String: PredicateValue]
    ) {
        self.source = source
        self.tree = tree
        self.meaning = meaning
        self.schema = schema
        self.library = library
        self.limits = limits
        self.warnings = warnings
        self.variables = variables
        self.variableRanges = variableRanges
        self.arguments = arguments
        self.bindings = bindings
        let levels = tree.height
        let program = DeepStack.run(levels: levels) { Lowering.lower(meaning, library: library) }
        self.program = program
        self.compiled = DeepStack.run(levels: levels) {
            CompiledPredicate(program, library: library, height: meaning.height)
        }
    }

    /// The canonical text.
    public var predicateFormat: String { tree.predicateFormat }

    /// The text in a style.
    public func formatted(_ style: PredicateFormatStyle) -> String { tree.formatted(style) }

    /// Whether a value satisfies the predicate.
    ///
    /// - Parameters:
    ///   - value: a record, or any other value where the predicate asks for one.
    ///   - context: `now()`, the values of variables, limits, cancellation; its own instant unless given.
    public func matches(_ value: PredicateValue, context: EvaluationContext? = nil) -> Bool {
        compiled.evaluate(on: value, context: context ?? EvaluationContext(limits: limits))
    }

    /// Whether a record satisfies the predicate.
    public func matches(_ record: some PredicateRecord, context: EvaluationContext? = nil) -> Bool {
        matches(.object(record), context: context)
    }
}

extension ParsedPredicate {
    /// Checks names and types, and fills in format arguments.
    ///
    /// - Parameters:
    ///   - schema: what is known of the records; nil takes every field as `any`.
    ///   - arguments: the values of `%@` and its kin, in order.
    /// - Throws: `PredicateDiagnostics` with every error, and the warnings beside them.
    public func checked(against schema: RecordSchema? = nil, arguments: [PredicateValue] = [])
        throws(PredicateDiagnostics)
        -> CheckedPredicate
    {
        try checked(against: schema, arguments: arguments, bindings: [:])
    }

    /// Checks names and types with variables that have values: each is checked as a literal in its place.
    func checked(against schema: RecordSchema?, arguments: [PredicateValue], bindings: [String: PredicateValue])
        throws(PredicateDiagnostics) -> CheckedPredicate
    {
        let typing = typing(against: schema, arguments: arguments, bindings: bindings)
        guard !typing.hasErrors else { throw PredicateDiagnostics(source: source, diagnostics: typing.diagnostics) }
        return CheckedPredicate(
            source: source, tree: typing.tree, meaning: typing.meaning, schema: schema, library: library,
            limits: limits, warnings: typing.diagnostics, variables: typing.variables,
            variableRanges: typing.variableRanges, arguments: arguments, bindings: bindings)
    }

    /// The tree of the text with its format arguments left open and nothing checked: for printing, walking and rewriting.
    public var tree: PredicateTree { TreeBuilder.tree(of: root) }

    /// The canonical text, format arguments as they stand.
    public var predicateFormat: String { tree.predicateFormat }
}
