/// A predicate that was checked against a schema, or without one, and can be evaluated.
///
/// It has no substitution variables without values: a string with such variables is a `PredicateTemplate`.
public struct CheckedPredicate: Sendable {
    /// All parts of the predicate, in one object: predicates are passed around, and copying each part costs more than
    /// the indirection.
    final class Storage: Sendable {
        let origin: Origin
        let schema: RecordSchema?
        let library: PredicateLibrary
        let limits: PredicateLimits
        /// The substitution variables without a value.
        let variables: [PredicateTyping.Variable]
        private let lateWritten = LazyValue<Written>()
        private let lateFormat = LazyValue<String>()
        private let lateProgram = LazyValue<CoreProgram>()
        private let lateCompiled = LazyValue<CompiledPredicate>()
        private let lateCounting = LazyValue<(program: CoreProgram, compiled: CompiledPredicate)>()

        /// The source of a predicate.
        enum Origin {
            case text(Written)
            case tree(BuiltPredicate, PredicateTyping)
            case chain(PredicateChain)
        }

        /// A format string with the result of its check.
        struct Written: Sendable {
            let source: String
            /// The nodes of the text, if variables have no value yet; nil otherwise. Binding a variable checks them
            /// again.
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

        init(_ written: Written, schema: RecordSchema?, library: PredicateLibrary, limits: PredicateLimits) {
            origin = .text(written)
            self.schema = schema
            self.library = library
            self.limits = limits
            variables = written.typing.uses
        }

        init(_ built: BuiltPredicate, _ typing: PredicateTyping, schema: RecordSchema?) {
            origin = .tree(built, typing)
            self.schema = schema
            library = built.library
            limits = built.limits
            variables = typing.uses
        }

        init(_ chain: PredicateChain, library: PredicateLibrary, schema: RecordSchema?, limits: PredicateLimits) {
            origin = .chain(chain)
            self.schema = schema
            self.library = library
            self.limits = limits
            variables = chain.variables
        }

        /// The predicate as a format string, with the tree that has its ranges.
        var written: Written {
            switch origin {
            case .text(let written): written
            case .tree(let built, _): lateWritten.value { built.written(against: schema) }
            case .chain(let chain): lateWritten.value { chain.built(library, limits).written(against: schema) }
            }
        }

        /// The canonical text. It is kept, because equality and hashing read it again and again.
        var format: String { lateFormat.value { structure.predicateFormat } }

        var program: CoreProgram {
            lateProgram.value {
                let meaning = meaning
                return DeepStack.run(levels: meaning.height) { Lowering.lower(meaning, library: library) }
            }
        }

        var compiled: CompiledPredicate {
            lateCompiled.value {
                let height = meaning.height
                return DeepStack.run(levels: height) {
                    CompiledPredicate(program, library: library, height: height)
                }
            }
        }

        /// The program that counts what its operations cannot use, with the places of the text.
        var counting: (program: CoreProgram, compiled: CompiledPredicate) {
            lateCounting.value {
                let meaning = meaningInText
                return DeepStack.run(levels: meaning.height) {
                    let program = Lowering.lower(meaning, library: library, counting: true)
                    return (program, CompiledPredicate(program, library: library))
                }
            }
        }

        /// The tree that is evaluated. If no text was written, its ranges have no meaning.
        var meaning: PredicateTree {
            switch origin {
            case .text(let written): written.typing.meaning
            case .tree(_, let typing): typing.meaning
            case .chain(let chain): chain.meaning
            }
        }

        /// The tree that is evaluated, with the ranges of the text.
        var meaningInText: PredicateTree { chain?.isUndecided == true ? meaning : written.typing.meaning }

        var chain: PredicateChain? { if case .chain(let chain) = origin { chain } else { nil } }

        /// The tree as it was built or read, for composing and printing. Its ranges have no meaning.
        var structure: PredicateTree {
            switch origin {
            case .text(let written): written.typing.tree
            case .tree(_, let typing): typing.tree
            case .chain(let chain): chain.tree(limits)
            }
        }
    }

    let storage: Storage

    /// The predicate as closures. They are made when the first record is evaluated, because many predicates are only
    /// checked, or run by engines without closures.
    package var compiled: CompiledPredicate { storage.compiled }

    /// The text that ranges refer to. For a predicate that was built, it is written when its text, tree or warnings
    /// are first read.
    public var source: String { storage.written.source }
    /// The typed tree.
    public var tree: PredicateTree { storage.written.typing.tree }
    /// The schema that it was checked against; nil if every field is `any`.
    public var schema: RecordSchema? { storage.schema }
    /// The library that its functions and operators come from.
    public var library: PredicateLibrary { storage.library }
    /// The limits of the check and of evaluations.
    public var limits: PredicateLimits { storage.limits }
    /// The warnings, by location.
    public var warnings: [PredicateDiagnostic] {
        // What is right under the limits of a part may be an error under those of another.
        isUndecided ? [] : storage.written.typing.diagnostics.filter { $0.severity == .warning }
    }
    /// The substitution variables that have no value yet, with the types that they are compared with, in the order of
    /// their first use. Only the predicate of a template has any.
    package var variables: [(name: String, type: ValueType)] {
        storage.variables.map { (name: $0.name, type: $0.value.type) }
    }
    /// The tree that is evaluated. Under an inferred schema its fields have no types, because a sample of the data
    /// never changes an answer (§1).
    package var meaning: PredicateTree {
        // Unlike the tree in `storage`, it has the ranges of the text, for callers that point at its parts.
        storage.meaningInText
    }
    /// The tree as it was built or read, for composing and printing. Its ranges have no meaning.
    package var structure: PredicateTree { storage.structure }
    /// The first range of each substitution variable.
    var variableRanges: [SourceRange] { storage.written.typing.variableRanges }
    package var program: CoreProgram { storage.program }
    /// The program for Swift values, whose fields are of their declared types as they are.
    package var typedProgram: CoreProgram {
        let meaning = storage.meaning
        return DeepStack.run(levels: meaning.height) { Lowering.lower(meaning, library: library, isTyped: true) }
    }

    /// The program that a context asks for: one that counts unusable values, or not.
    package func program(for context: EvaluationContext) -> CoreProgram {
        context.unusable == nil ? storage.program : storage.counting.program
    }

    /// The closures of `program(for:)`.
    package func compiled(for context: EvaluationContext) -> CompiledPredicate {
        context.unusable == nil ? storage.compiled : storage.counting.compiled
    }

    /// The operations of the program that counts unusable values.
    package var sites: OperationSites? { storage.counting.program.sites }
    /// The parts of a composed predicate. Nothing should be made from it before it is evaluated.
    package var chain: PredicateChain? { storage.chain }
    /// Whether every evaluation reaches a limit; see `PredicateChain`.
    package var isUndecided: Bool { chain?.isUndecided == true }

    /// The predicate of a format string that was checked without an error.
    init(
        _ parsed: ParsedPredicate, _ typing: PredicateTyping, schema: RecordSchema?,
        arguments: [PredicateValue], bindings: NameTable<PredicateValue>
    ) {
        storage = Storage(
            Storage.Written(parsed, typing, arguments, bindings), schema: schema, library: parsed.library,
            limits: parsed.limits)
    }

    /// The predicate of a tree that was checked without an error or a warning.
    init(_ built: BuiltPredicate, _ typing: PredicateTyping, schema: RecordSchema?) {
        storage = Storage(built, typing, schema: schema)
    }

    /// A chain of predicates that fit together.
    package init(_ chain: PredicateChain, library: PredicateLibrary, schema: RecordSchema?, limits: PredicateLimits) {
        storage = Storage(chain, library: library, schema: schema, limits: limits)
    }

    /// The canonical text.
    public var predicateFormat: String { storage.format }

    /// The text in a style.
    public func formatted(_ style: PredicateFormatStyle) -> String { storage.structure.formatted(style) }

    /// Whether a value satisfies the predicate; false if the evaluation reaches a limit. Where the predicate forbids
    /// something, use `answer(for:context:)`.
    ///
    /// - Parameters:
    ///   - value: a record, or any other value if the predicate is about one.
    ///   - context: `now()`, limits, cancellation. By default `now()` is the current instant.
    public func matches(_ value: PredicateValue, context: EvaluationContext? = nil) -> Bool {
        let context = context ?? EvaluationContext(limits: limits)
        return compiled(for: context).evaluate(on: value, context: context)
    }

    /// Whether a record satisfies the predicate.
    public func matches(_ record: some PredicateRecord, context: EvaluationContext? = nil) -> Bool {
        matches(.object(record), context: context)
    }

    /// Whether a value satisfies the predicate, or the limit that leaves it undecided.
    ///
    /// - Parameters:
    ///   - value: a record, or any other value if the predicate is about one.
    ///   - context: `now()`, limits, cancellation. By default `now()` is the current instant.
    public func answer(for value: PredicateValue, context: EvaluationContext? = nil) -> PredicateAnswer {
        .of(context ?? EvaluationContext(limits: limits)) {
            compiled(for: $0).evaluate(on: value, context: $0)
        }
    }

    /// Whether a record satisfies the predicate, or the limit that leaves it undecided.
    public func answer(for record: some PredicateRecord, context: EvaluationContext? = nil) -> PredicateAnswer {
        answer(for: .object(record), context: context)
    }
}

extension ParsedPredicate {
    /// Checks names and types, and fills in format arguments.
    ///
    /// - Parameters:
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of `%@` and other format arguments, in order.
    /// - Throws: `PredicateDiagnostics` with every error, and the warnings; `unbound-variable` for a substitution variable,
    ///   which `template(against:arguments:)` leaves open.
    public func checked(against schema: RecordSchema? = nil, arguments: [PredicateValue] = [])
        throws(PredicateDiagnostics)
        -> CheckedPredicate
    {
        try checked(against: schema, arguments: arguments, bindings: NameTable()).closed()
    }

    /// Checks names and types with the values of variables. Each value is checked like a literal at the location of
    /// its variable.
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

extension CheckedPredicate: CustomStringConvertible {
    /// The canonical text.
    public var description: String { predicateFormat }
}

extension CheckedPredicate {
    /// The fields, variables, functions and operators that the predicate uses.
    public var uses: PredicateUses { structure.uses }
}

extension CheckedPredicate: Hashable {
    /// Whether the predicates have the same canonical text, byte by byte, and equal schemas, libraries and limits.
    ///
    /// A predicate in NFC and one in NFD answer differently, so they are not equal. Libraries are equal if what a
    /// predicate can name is: see `PredicateLibrary`.
    public static func == (a: CheckedPredicate, b: CheckedPredicate) -> Bool {
        a.storage === b.storage
            || sameCodePoints(a.predicateFormat, b.predicateFormat) && a.schema == b.schema && a.limits == b.limits
                && a.library == b.library
    }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) { hasher.combine(ExactName(predicateFormat)) }
}

extension UnusableValues {
    /// The operations of a predicate that could not use all values, in the order of its text. Evaluations that count here
    /// must have ended.
    public func counts(of predicate: CheckedPredicate) -> [Count] {
        counts().filter { $0.sites === predicate.sites }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
