/// An expression that was checked, with its typed tree, and compiled for evaluation.
public struct CheckedExpression: Sendable {
    /// The text that ranges refer to.
    public let source: String
    /// The typed tree.
    public let tree: ExpressionTree
    /// The schema that it was checked against; nil when every field is `any`.
    public let schema: RecordSchema?
    /// Bounds.
    public let limits: PredicateLimits
    /// The warnings, by location.
    public let warnings: [PredicateDiagnostic]
    /// The substitution variables with their types, in the order of their first use.
    public let variables: [(name: String, type: ValueType)]
    package let library: PredicateLibrary
    package let program: CoreExpressionProgram
    package let compiled: CompiledExpression
    fileprivate let counting: Counting

    /// The closures that count what their operations cannot use, made when they are first needed.
    fileprivate final class Counting: Sendable {
        let meaning: ExpressionTree
        let library: PredicateLibrary
        private let late = LazyValue<CompiledExpression>()

        init(_ meaning: ExpressionTree, _ library: PredicateLibrary) {
            self.meaning = meaning
            self.library = library
        }

        var compiled: CompiledExpression {
            late.value {
                DeepStack.run(levels: meaning.height) {
                    CompiledExpression(
                        Lowering.lower(meaning, library: library, counting: true), library: library)
                }
            }
        }
    }

    /// The closures that a context asks for: ones that count unusable values, or not.
    package func compiled(for context: EvaluationContext) -> CompiledExpression {
        context.unusable == nil ? compiled : counting.compiled
    }

    /// The operations of the closures that count unusable values. The first is what takes the values of the expression.
    package var sites: OperationSites? { counting.compiled.sites }

    /// The type of the value.
    public var type: ValueType { tree.type }

    /// The canonical text.
    public var predicateFormat: String { tree.predicateFormat }

    /// The value of the expression for a record.
    ///
    /// - Parameters:
    ///   - record: the record, or any other value.
    ///   - context: `now()`, the values of variables, limits, cancellation. By default `now()` is the current instant.
    public func value(for record: PredicateValue, context: EvaluationContext? = nil) -> PredicateValue {
        let context = context ?? EvaluationContext(limits: limits)
        return compiled(for: context).evaluate(on: record, context: context)
    }
}

extension ParsedExpression {
    /// Checks names and types, and fills in format arguments.
    ///
    /// - Parameters:
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of `%@` and other format arguments, in order.
    /// - Throws: `PredicateDiagnostics` with every error, and the warnings.
    public func checked(against schema: RecordSchema? = nil, arguments: [PredicateValue] = [])
        throws(PredicateDiagnostics) -> CheckedExpression
    {
        try checked(against: schema, bindings: NameTable(), arguments: arguments, requiresValues: false)
    }

    /// Checks names and types with values for variables. Each value is checked like a literal at the location of its
    /// variable.
    ///
    /// - Parameter requiresValues: whether every variable must have a value.
    package func checked(
        against schema: RecordSchema?, bindings: NameTable<PredicateValue>, arguments: [PredicateValue] = [],
        requiresValues: Bool = true
    ) throws(PredicateDiagnostics) -> CheckedExpression {
        var (tree, checker) = run(against: schema, arguments, bindings)
        if arguments.count > argumentCount {
            checker.report(
                .unusedArguments(arguments.count, used: argumentCount, at: SourceRange(0, source.utf8.count)))
        }
        let found = ParsedPredicate.ordered(checker.diagnostics)
        guard !found.contains(where: { $0.severity == .error }) else {
            throw PredicateDiagnostics(source: source, diagnostics: found) { [library, limits] text in
                do throws(PredicateDiagnostics) {
                    return try ParsedExpression(parsing: text, library: library, limits: limits)
                        .checked(
                            against: schema, bindings: bindings, arguments: arguments, requiresValues: false
                        ).warnings
                } catch {
                    return error.diagnostics
                }
            }
        }
        if requiresValues {
            let missing = checker.variables.entries.map {
                PredicateDiagnostic.unboundVariable($0.name, at: $0.value.range, of: source, in: schema)
            }
            guard missing.isEmpty else {
                throw PredicateDiagnostics(source: source, diagnostics: ParsedPredicate.ordered(missing))
            }
        }
        // A sample never changes an answer, so an expression under an inferred schema is evaluated without types.
        let meaning = schema?.origin == .inferred ? run(against: nil, arguments, bindings).tree : tree
        if schema == nil { tree = meaning }
        let levels = max(tree.height, meaning.height)
        let program = DeepStack.run(levels: levels) { Lowering.lower(meaning, library: library) }
        let compiled = DeepStack.run(levels: levels) { CompiledExpression(program, library: library) }
        return CheckedExpression(
            source: source, tree: tree, schema: schema, limits: limits, warnings: found,
            variables: checker.variables.entries.map { (name: $0.name, type: $0.value.type) },
            library: library, program: program, compiled: compiled,
            counting: CheckedExpression.Counting(meaning, library))
    }

    private func run(
        against schema: RecordSchema?, _ arguments: [PredicateValue], _ bindings: NameTable<PredicateValue>
    ) -> (tree: ExpressionTree, checker: Checker) {
        let root = root
        StageCounter.countCheck(source)
        var checker = Checker(source: source, library: library, limits: limits, schema: schema, arguments: arguments)
        checker.bindings = bindings
        let tree = DeepStack.run(levels: root.height) { checker.check(expression: root) }
        checker.warnOfConstantWord(in: tree)
        return (tree, checker)
    }
}
