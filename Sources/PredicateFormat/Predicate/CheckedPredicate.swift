/// A predicate that is ready: checked against a schema or none, with its typed tree, and compiled for evaluation.
public struct CheckedPredicate: Sendable {
    /// The contents of the predicate, shared by one reference, because copying each part would cost more than the
    /// indirection.
    private final class Storage: Sendable {
        let source: String
        /// The parsed text, if variables need values later; it is then checked again.
        let parsed: ParsedPredicate?
        let typing: PredicateTyping
        let schema: RecordSchema?
        let library: PredicateLibrary
        let limits: PredicateLimits
        let arguments: [PredicateValue]
        let bindings: NameTable<PredicateValue>
        let program: CoreProgram

        init(
            _ parsed: ParsedPredicate, _ typing: PredicateTyping, schema: RecordSchema?, arguments: [PredicateValue],
            bindings: NameTable<PredicateValue>
        ) {
            source = parsed.source
            self.parsed = typing.hasVariables ? parsed : nil
            library = parsed.library
            limits = parsed.limits
            self.schema = schema
            self.arguments = arguments
            self.bindings = bindings
            let meaning = typing.meaning
            let library = parsed.library
            program = DeepStack.run(levels: typing.tree.height) { Lowering.lower(meaning, library: library) }
            self.typing = typing
        }
    }

    private let storage: Storage
    /// Stored directly, because every record uses it.
    package let compiled: CompiledPredicate

    /// The text that ranges refer to.
    public var source: String { storage.source }
    /// The typed tree.
    public var tree: PredicateTree { storage.typing.tree }
    /// The schema that it was checked against; nil when every field is `any`.
    public var schema: RecordSchema? { storage.schema }
    /// The library that its functions and operators come from.
    public var library: PredicateLibrary { storage.library }
    /// Bounds.
    public var limits: PredicateLimits { storage.limits }
    /// The warnings, by location.
    public var warnings: [PredicateDiagnostic] { storage.typing.diagnostics }
    /// The substitution variables that have no value yet, with the types that they are compared with, in the order of
    /// their first use.
    public var variables: [(name: String, type: ValueType)] { storage.typing.variables }
    /// The tree that is evaluated. With an inferred schema its fields have no types: a sample of the data
    /// never changes an answer (§1).
    package var meaning: PredicateTree { storage.typing.meaning }
    /// The first range of each substitution variable.
    var variableRanges: [SourceRange] { storage.typing.variableRanges }
    /// The values of the format arguments of `source`.
    var arguments: [PredicateValue] { storage.arguments }
    /// The parsed text, if variables have no value yet.
    var parsed: ParsedPredicate? { storage.parsed }
    /// The values of variables of `source`.
    var bindings: NameTable<PredicateValue> { storage.bindings }
    package var program: CoreProgram { storage.program }

    init(
        _ parsed: ParsedPredicate, _ typing: PredicateTyping, schema: RecordSchema?,
        arguments: [PredicateValue], bindings: NameTable<PredicateValue>
    ) {
        let storage = Storage(parsed, typing, schema: schema, arguments: arguments, bindings: bindings)
        compiled = DeepStack.run(levels: typing.tree.height) {
            CompiledPredicate(storage.program, library: parsed.library, height: typing.meaning.height)
        }
        self.storage = storage
    }

    /// The canonical text.
    public var predicateFormat: String { tree.predicateFormat }

    /// The text in a style.
    public func formatted(_ style: PredicateFormatStyle) -> String { tree.formatted(style) }

    /// Whether a value satisfies the predicate.
    ///
    /// - Parameters:
    ///   - value: a record, or any other value if the predicate is about one.
    ///   - context: `now()`, the values of variables, limits, cancellation. By default `now()` is the current instant.
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
    ///   - schema: the types of the records; nil takes every field as `any`.
    ///   - arguments: the values of `%@` and other format arguments, in order.
    /// - Throws: `PredicateDiagnostics` with every error, and the warnings.
    public func checked(against schema: RecordSchema? = nil, arguments: [PredicateValue] = [])
        throws(PredicateDiagnostics)
        -> CheckedPredicate
    {
        try checked(against: schema, arguments: arguments, bindings: NameTable())
    }

    /// Checks names and types with variables that have values: each is checked as a literal in its place.
    func checked(against schema: RecordSchema?, arguments: [PredicateValue], bindings: NameTable<PredicateValue>)
        throws(PredicateDiagnostics) -> CheckedPredicate
    {
        let typing = typing(against: schema, arguments: arguments, bindings: bindings)
        if typing.hasErrors {
            throw diagnostics(typing.diagnostics, against: schema, arguments: arguments, bindings: bindings)
        }
        let checked = CheckedPredicate(self, typing, schema: schema, arguments: arguments, bindings: bindings)
        if let tooCostly = checked.tooCostly {
            throw diagnostics(
                typing.diagnostics + [tooCostly], against: schema, arguments: arguments, bindings: bindings)
        }
        return checked
    }

    /// The tree of the text with open format arguments, without checks: for printing, walking and rewriting.
    public var tree: PredicateTree { TreeBuilder.tree(of: root) }

    /// The canonical text, with its format arguments.
    public var predicateFormat: String { tree.predicateFormat }
}
