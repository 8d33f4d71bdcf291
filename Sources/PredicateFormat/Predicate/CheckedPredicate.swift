/// A predicate that is ready: checked against a schema or none, with its typed tree, and compiled for evaluation.
public struct CheckedPredicate: Sendable {
    /// What is known of the predicate, behind one reference: it is handed about, and a copy of each of its parts costs more than
    /// the way to them.
    final class Storage: Sendable {
        let origin: Origin
        let schema: RecordSchema?
        let library: PredicateLibrary
        let limits: PredicateLimits
        /// The substitution variables without a value.
        let variables: [PredicateTyping.Variable]
        /// What is made when it is first asked for; nil for a text, of which everything is there.
        private let late: Locked<Late>?

        /// What a predicate was made from.
        enum Origin {
            case text(Written, CoreProgram)
            case tree(BuiltPredicate, PredicateTyping, CoreProgram)
            case chain(PredicateChain)
        }

        /// A text with what checking has made of it.
        struct Written: Sendable {
            let source: String
            /// The nodes of the text, where variables are yet to be given values: it is checked again then.
            let parsed: ParsedPredicate?
            let typing: PredicateTyping
            let arguments: [PredicateValue]
            let bindings: NameTable<PredicateValue>

            init(
                _ parsed: ParsedPredicate, _ typing: PredicateTyping, _ arguments: [PredicateValue],
                _ bindings: NameTable<PredicateValue>
            ) {
                source = parsed.source
                self.parsed = typing.hasVariables ? parsed : nil
                self.typing = typing
                self.arguments = arguments
                self.bindings = bindings
            }
        }

        /// What is evaluated of a chain.
        struct Evaluated: Sendable {
            let program: CoreProgram
            let compiled: CompiledPredicate

            init(_ meaning: PredicateTree, _ library: PredicateLibrary) {
                (program, compiled) = DeepStack.run(levels: meaning.height) {
                    let program = Lowering.lower(meaning, library: library)
                    return (program, CompiledPredicate(program, library: library, height: meaning.height))
                }
            }
        }

        private struct Late {
            var written: Written?
            var evaluated: Evaluated?
        }

        init(
            _ written: Written, _ program: CoreProgram, schema: RecordSchema?, library: PredicateLibrary,
            limits: PredicateLimits
        ) {
            origin = .text(written, program)
            self.schema = schema
            self.library = library
            self.limits = limits
            variables = written.typing.uses
            late = nil
        }

        init(_ built: BuiltPredicate, _ typing: PredicateTyping, _ program: CoreProgram, schema: RecordSchema?) {
            origin = .tree(built, typing, program)
            self.schema = schema
            library = built.library
            limits = built.limits
            variables = typing.uses
            late = Locked(Late())
        }

        init(_ chain: PredicateChain, library: PredicateLibrary, schema: RecordSchema?, limits: PredicateLimits) {
            origin = .chain(chain)
            self.schema = schema
            self.library = library
            self.limits = limits
            variables = chain.variables
            late = Locked(Late())
        }

        /// The predicate as a text, with the tree that has its ranges.
        var written: Written {
            switch origin {
            case .text(let written, _): return written
            case .tree(let built, _, _): return writtenLate { built }
            case .chain(let chain): return writtenLate { chain.built(library, limits) }
            }
        }

        private func writtenLate(_ built: () -> BuiltPredicate) -> Written {
            if let late, let known = late.withLock({ $0.written }) { return known }
            let made = built().written(against: schema)
            late?.withLock { $0.written = made }
            return made
        }

        /// What is evaluated of a chain.
        func evaluated(_ chain: PredicateChain) -> Evaluated {
            if let late, let known = late.withLock({ $0.evaluated }) { return known }
            let made = Evaluated(chain.meaning, library)
            late?.withLock { $0.evaluated = made }
            return made
        }

        var compiled: CompiledPredicate {
            if case .chain(let chain) = origin { return evaluated(chain).compiled }
            return Evaluated(meaning, library).compiled
        }

        var program: CoreProgram {
            switch origin {
            case .text(_, let program), .tree(_, _, let program): program
            case .chain(let chain): evaluated(chain).program
            }
        }

        /// The tree that is evaluated, of what was not written out with ranges that count for nothing.
        var meaning: PredicateTree {
            switch origin {
            case .text(let written, _): written.typing.meaning
            case .tree(_, let typing, _): typing.meaning
            case .chain(let chain): chain.meaning
            }
        }

        /// The tree as it was built or read, for what is made of it. Its ranges count for nothing.
        var structure: PredicateTree {
            switch origin {
            case .text(let written, _): written.typing.tree
            case .tree(_, let typing, _): typing.tree
            case .chain(let chain): chain.tree(limits)
            }
        }
    }

    let storage: Storage
    /// Beside the rest: what runs is asked for with every record. A chain is compiled when it is first evaluated.
    private let ready: CompiledPredicate?

    package var compiled: CompiledPredicate { ready ?? storage.compiled }

    /// The text that ranges refer to. A predicate that was built is written out when its text, its tree or its warnings are asked for.
    public var source: String { storage.written.source }
    /// The typed tree.
    public var tree: PredicateTree { storage.written.typing.tree }
    /// The schema that it was checked against; nil when every field is `any`.
    public var schema: RecordSchema? { storage.schema }
    /// The library that its functions and operators come from.
    public var library: PredicateLibrary { storage.library }
    /// Bounds.
    public var limits: PredicateLimits { storage.limits }
    /// What is doubtful, by location.
    public var warnings: [PredicateDiagnostic] { storage.written.typing.diagnostics }
    /// The substitution variables that have no value yet, with the types that they are compared with, in the order of
    /// their first use.
    public var variables: [(name: String, type: ValueType)] {
        storage.variables.map { (name: $0.name, type: $0.value.type) }
    }
    /// The tree that is evaluated. Under an inferred schema its fields have no types: what a sample of the data has shown
    /// never changes an answer (§1).
    package var meaning: PredicateTree {
        // With the ranges of the text, for who points at its parts.
        storage.written.typing.meaning
    }
    /// Where each substitution variable stands first.
    var variableRanges: [SourceRange] { storage.written.typing.variableRanges }
    package var program: CoreProgram { storage.program }
    /// Whether the predicate was composed step by step, and is compiled when it is first evaluated.
    var isLate: Bool { ready == nil }

    /// The predicate of a text that was checked without an error.
    init(
        _ parsed: ParsedPredicate, _ typing: PredicateTyping, schema: RecordSchema?,
        arguments: [PredicateValue], bindings: NameTable<PredicateValue>
    ) {
        let evaluated = Storage.Evaluated(typing.meaning, parsed.library)
        ready = evaluated.compiled
        storage = Storage(
            Storage.Written(parsed, typing, arguments, bindings), evaluated.program, schema: schema,
            library: parsed.library, limits: parsed.limits)
    }

    /// The predicate of a tree that was checked without an error or a warning.
    init(_ built: BuiltPredicate, _ typing: PredicateTyping, schema: RecordSchema?) {
        let evaluated = Storage.Evaluated(typing.meaning, built.library)
        ready = evaluated.compiled
        storage = Storage(built, typing, evaluated.program, schema: schema)
    }

    /// A chain of predicates that fit together.
    init(_ chain: PredicateChain, library: PredicateLibrary, schema: RecordSchema?, limits: PredicateLimits) {
        storage = Storage(chain, library: library, schema: schema, limits: limits)
        ready = nil
    }

    /// The canonical text.
    public var predicateFormat: String { storage.structure.predicateFormat }

    /// The text in a style.
    public func formatted(_ style: PredicateFormatStyle) -> String { storage.structure.formatted(style) }

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
