/// A predicate that is ready to run: the core compiled to closures, for records of any source.
///
/// It gives the same answers as `ReferenceEvaluator`. Everything that does not depend on the record is computed once:
/// constants are folded, needles and patterns prepared, lists of constants hashed. Safe to use from several threads at
/// once.
package struct CompiledPredicate: Sendable {
    private let test: CompiledTest
    private let slotCount: Int
    private let levels: Int
    private let sites: OperationSites?

    /// Compiles a program.
    ///
    /// - Parameters:
    ///   - limits: the limits for constant patterns. A run with other limits compiles its own patterns.
    ///   - height: the levels of the tree that was lowered; nil if they are unknown.
    package init(
        _ program: CoreProgram, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard,
        height: Int? = nil
    ) {
        let program = CoreInvariants.marked(program)
        slotCount = program.slotCount
        sites = program.sites
        // A level of the tree is at most four levels of the core, so a low tree need not be measured.
        if let height, height <= CoreDepth.direct / 4, !program.isMarked {
            levels = 4 * height
        } else {
            levels = CoreDepth.of(program.predicate)
        }
        test = CoreDepth.run(levels: levels) {
            var compiler = PredicateCompiler(library: library, limits: limits)
            return compiler.condition(program.predicate).test
        }
    }

    /// Whether the predicate holds for a record; false if a limit is exceeded or the evaluation is cancelled.
    package func evaluate(on record: PredicateValue, context: EvaluationContext) -> Bool {
        var run = EvaluationRun(context: context, slotCount: slotCount)
        return run.counted(by: sites) { evaluate(on: record, in: &$0) }
    }

    /// A run that serves many records, one after another.
    package func makeRun(context: EvaluationContext) -> EvaluationRun {
        EvaluationRun(context: context, slotCount: slotCount, sites: sites)
    }

    /// Whether the predicate holds for a record, in a run from `makeRun`.
    package func evaluate(on record: PredicateValue, in run: inout EvaluationRun) -> Bool {
        guard run.begin(record) else { return false }
        let holds = CoreDepth.run(levels: levels) { test.holds(&run) }
        return run.end() && holds
    }
}

/// An expression that is ready to run; see `CompiledPredicate`.
package struct CompiledExpression: Sendable {
    private let operand: CompiledOperand
    private let slotCount: Int
    private let levels: Int
    /// The operations whose unusable values are counted; nil if none are.
    let sites: OperationSites?

    /// Compiles a program.
    package init(
        _ program: CoreExpressionProgram, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) {
        let program = CoreInvariants.marked(program)
        slotCount = program.slotCount
        sites = program.sites
        levels = CoreDepth.of(program.expression)
        operand = CoreDepth.run(levels: levels) {
            var compiler = PredicateCompiler(library: library, limits: limits)
            return compiler.operand(program.expression)
        }
    }

    /// The value of the expression for a record; nil if a limit is exceeded or the evaluation is cancelled.
    package func evaluate(on record: PredicateValue, context: EvaluationContext) -> PredicateValue {
        var run = EvaluationRun(context: context, slotCount: slotCount)
        return run.counted(by: sites) { evaluate(on: record, in: &$0) }
    }

    /// A run that serves many records, one after another.
    package func makeRun(context: EvaluationContext) -> EvaluationRun {
        EvaluationRun(context: context, slotCount: slotCount, sites: sites)
    }

    /// The value of the expression for a record, in a run from `makeRun`.
    package func evaluate(on record: PredicateValue, in run: inout EvaluationRun) -> PredicateValue {
        guard run.begin(record) else { return .null }
        let value = CoreDepth.run(levels: levels) { operand.computed.value(&run) }
        return run.end() ? value : .null
    }
}

/// A compiled predicate.
///
/// The closure is wrapped in a structure, because closures stored directly in arrays and optionals are called through
/// thunks, which cost time and, in deep trees, stack.
package struct CompiledTest: Sendable {
    let holds: @Sendable (inout EvaluationRun) -> Bool

    init(_ holds: @escaping @Sendable (inout EvaluationRun) -> Bool) { self.holds = holds }
}

/// A compiled expression.
package struct CompiledValue: Sendable {
    let value: @Sendable (inout EvaluationRun) -> PredicateValue

    init(_ value: @escaping @Sendable (inout EvaluationRun) -> PredicateValue) { self.value = value }
}

/// A compiled predicate, or its answer if that does not depend on the record.
enum CompiledCondition: Sendable {
    case constant(Bool)
    case test(CompiledTest)

    init(_ holds: @escaping @Sendable (inout EvaluationRun) -> Bool) { self = .test(CompiledTest(holds)) }

    var test: CompiledTest {
        switch self {
        case .constant(let holds): CompiledTest { _ in holds }
        case .test(let test): test
        }
    }
}

/// A compiled expression, or its value if that does not depend on the record.
package enum CompiledOperand: Sendable {
    case constant(PredicateValue)
    case computed(CompiledValue)

    init(_ value: @escaping @Sendable (inout EvaluationRun) -> PredicateValue) {
        self = .computed(CompiledValue(value))
    }

    var computed: CompiledValue {
        switch self {
        case .constant(let value): CompiledValue { _ in value }
        case .computed(let value): value
        }
    }

    package var constant: PredicateValue? {
        if case .constant(let value) = self { return value }
        return nil
    }
}
