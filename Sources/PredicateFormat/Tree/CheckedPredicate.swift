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
    let variableRanges: [String: SourceRange]
    /// The values of the format arguments of `source`.
    let arguments: [PredicateValue]
    /// The values that variables of `source` have been given.
    let bindings: [String: PredicateValue]
    package let program: CoreProgram
    package let compiled: CompiledPredicate

    init(
        source: String, tree: PredicateTree, meaning: PredicateTree, schema: RecordSchema?, library: PredicateLibrary,
        limits: PredicateLimits, warnings: [PredicateDiagnostic], variables: [(name: String, type: ValueType)],
        variableRanges: [String: SourceRange], arguments: [PredicateValue], bindings: [String: PredicateValue]
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
        self.compiled = DeepStack.run(levels: levels) { CompiledPredicate(program, library: library) }
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
        var checker = Checker(source: source, library: library, limits: limits, schema: schema, arguments: arguments)
        checker.bindings = bindings
        var tree = run(&checker)
        if arguments.count > argumentCount {
            checker.report(
                CheckingMessages.unusedArguments(
                    arguments.count, used: argumentCount, at: SourceRange(0, source.utf8.count)))
        }
        var found = (warnings + checker.diagnostics)
        if tree.height > limits.depth + 2 {
            found.append(CheckingMessages.treeTooDeep(limit: limits.depth, at: SourceRange(0, source.utf8.count)))
        }
        let ordered = ParsedPredicate.ordered(found)
        guard !ordered.contains(where: { $0.severity == .error }) else {
            throw PredicateDiagnostics(source: source, diagnostics: ordered)
        }
        var meaning = tree
        if schema?.origin == .inferred {
            var untyped = Checker(source: source, library: library, limits: limits, schema: nil, arguments: arguments)
            untyped.bindings = bindings
            meaning = run(&untyped)
            let conflicts = untyped.diagnostics.filter { $0.severity == .error }
            guard conflicts.isEmpty else { throw PredicateDiagnostics(source: source, diagnostics: conflicts) }
        }
        if schema == nil { tree = meaning }
        let variables = checker.variableNames.map { (name: $0, type: checker.variables[$0]?.type ?? .any) }
        return CheckedPredicate(
            source: source, tree: tree, meaning: meaning, schema: schema, library: library, limits: limits,
            warnings: ordered, variables: variables, variableRanges: checker.variables.mapValues(\.range),
            arguments: arguments, bindings: bindings)
    }

    private func run(_ checker: inout Checker) -> PredicateTree {
        let root = root
        var running = checker
        let tree = DeepStack.run(levels: root.height) { running.check(root) }
        checker = running
        return tree
    }

    /// Everything that is wrong or doubtful in a text: its syntax, and as far as it can be read also its names and types.
    ///
    /// `init(parsing:)` throws what is wrong with the syntax alone, because a text must be well-formed before it means anything.
    /// Who shows mistakes to a person wants all of them at once.
    ///
    /// - Parameters:
    ///   - schema: what is known of the records; nil takes every field as `any`.
    ///   - arguments: the values of `%@` and its kin, in order; nil leaves them open.
    public static func diagnostics(
        of source: String, against schema: RecordSchema? = nil, arguments: [PredicateValue]? = nil,
        library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) -> PredicateDiagnostics {
        let parsed = parse(source, library: library, limits: limits, asExpression: false)
        var checker = Checker(source: source, library: library, limits: limits, schema: schema, arguments: arguments)
        checker.excusesBareValues = parsed.diagnostics.contains { $0.code == "unclosed-bracket" }
        DeepStack.run(levels: parsed.root.height) { _ = checker.check(parsed.root) }
        var found = parsed.diagnostics + checker.diagnostics
        if let arguments, arguments.count > parsed.argumentCount {
            found.append(
                CheckingMessages.unusedArguments(
                    arguments.count, used: parsed.argumentCount, at: SourceRange(0, source.utf8.count)))
        }
        return PredicateDiagnostics(source: source, diagnostics: ordered(found))
    }

    /// By place; where two errors stand at one place the first is the cause. Only of a value where a condition should stand
    /// the checker knows more than the parser.
    static func ordered(_ diagnostics: [PredicateDiagnostic]) -> [PredicateDiagnostic] {
        var places: [SourceRange: Int] = [:]
        var unique: [PredicateDiagnostic] = []
        for diagnostic in diagnostics {
            guard diagnostic.severity == .error, let place = places[diagnostic.range] else {
                if diagnostic.severity == .error { places[diagnostic.range] = unique.count }
                unique.append(diagnostic)
                continue
            }
            if unique[place].code == "missing-comparison" { unique[place] = diagnostic }
        }
        // A call that there is not is no condition either.
        let calls: Set<PredicateDiagnostic.Code> = ["unknown-function", "method-call", "unavailable"]
        let callPlaces = unique.filter { calls.contains($0.code) }.map(\.range)
        unique.removeAll { $0.code == "missing-comparison" && callPlaces.contains(where: $0.range.contains) }
        return unique.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }.map(\.element)
    }

    /// The types that the format arguments are compared with, `any` where nothing is known of one.
    public func argumentTypes(against schema: RecordSchema? = nil) -> [ValueType] {
        var checker = Checker(source: source, library: library, limits: limits, schema: schema, arguments: nil)
        _ = run(&checker)
        return (0..<argumentCount).map { checker.argumentUses[$0]?.type ?? .any }
    }

    /// The tree of the text with its format arguments left open and nothing checked: for printing, walking and rewriting.
    public var tree: PredicateTree { TreeBuilder.tree(of: root) }

    /// The canonical text, format arguments as they stand.
    public var predicateFormat: String { tree.predicateFormat }
}
