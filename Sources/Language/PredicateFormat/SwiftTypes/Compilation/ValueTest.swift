import PredicateCore

/// The state of an evaluation over a Swift value: the remaining steps, and the state of general parts, if there are
/// any.
@usableFromInline
struct ValueRun {
    private var steps: Int
    private var stepsToCheck = Self.checkInterval
    /// Whether the limit of steps was exceeded or the evaluation cancelled. The result is then invalid.
    private(set) var isStopped = false
    /// Whether a match of a pattern reached its limit.
    private var hasPatternLimit = false
    /// Made on first use, unless a context was given. It is not counted as a reference, so that a run without it costs
    /// nothing.
    private var unmanaged: Unmanaged<ValueRunState>?
    /// Whether the run made the state, and must release it.
    private var ownsState = false
    /// The given context of a run without a state, which is made on first use.
    private var given: UnsafePointer<EvaluationContext>?

    private static let checkInterval = 1024

    /// A run that makes its own context when it is needed.
    @inline(__always)
    init(steps: Int) {
        self.steps = steps
    }

    /// A run in a context, which makes its own state when it is needed. The caller keeps the context in place.
    init(in context: UnsafePointer<EvaluationContext>) {
        steps = context.pointee.limits.evaluationSteps
        given = context
    }

    /// A run in a context. The caller keeps the state alive.
    init(_ state: ValueRunState) {
        steps = state.context.limits.evaluationSteps
        unmanaged = .passUnretained(state)
    }

    private var state: ValueRunState? { unmanaged?.takeUnretainedValue() }

    /// The context, if the caller gave one or a state was made.
    private var context: EvaluationContext? { given?.pointee ?? state?.context }

    /// Releases the state that the run made.
    @inline(__always)
    mutating func end() {
        if ownsState { unmanaged?.release() }
    }

    /// Begins with a value.
    @inline(__always)
    mutating func begin(steps: Int) {
        self.steps = steps
        stepsToCheck = Self.checkInterval
        isStopped = false
    }

    @inline(never)
    mutating func isCancelled() -> Bool {
        isStopped = context?.isCancelled?() ?? false
        return isStopped
    }

    /// Charges steps; false if the evaluation must end.
    @inline(__always)
    mutating func step(_ count: Int = 1) -> Bool {
        steps -= count
        stepsToCheck -= count
        return steps >= 0 && stepsToCheck >= 0 && !isStopped ? true : check()
    }

    @inline(never)
    private mutating func check() -> Bool {
        if isStopped { return false }
        if steps < 0 {
            isStopped = true
            context?.warn?(.stepLimit)
            return false
        }
        stepsToCheck = Self.checkInterval
        isStopped = context?.isCancelled?() ?? false
        return !isStopped
    }

    private mutating func makeState(_ limits: PredicateLimits) -> ValueRunState {
        let state = ValueRunState(given?.pointee ?? EvaluationContext(limits: limits))
        unmanaged = .passRetained(state)
        ownsState = true
        return state
    }

    /// The largest number of steps for one match of a pattern.
    var patternSteps: Int { (context?.limits ?? .standard).patternSteps }

    /// Reports a match of a pattern that reached its limit.
    mutating func warnOfLimit(ofPattern pattern: String) {
        hasPatternLimit = true
        context?.warn?(.patternLimit(pattern))
    }

    /// Whether a limit may have been reached: one was, or a general part was evaluated, which reports to its context.
    var isDoubtful: Bool { isStopped || hasPatternLimit || ownsState }

    /// The answer of a general part for a value.
    @inline(never)
    mutating func decide(_ part: GeneralPart, _ pointer: UnsafeRawPointer) -> Bool {
        let state = state ?? makeState(part.limits)
        let holds = state.decide(part, pointer)
        if state.isStopped { isStopped = true }
        return holds
    }
}

/// The state of general parts: a context, and a run of the compiled predicates over a row of the value's fields.
final class ValueRunState {
    let context: EvaluationContext
    private let row = ValueRow()
    private var run: EvaluationRun?
    private var slotCount = 0
    private(set) var isStopped = false

    init(_ context: EvaluationContext) { self.context = context }

    func decide(_ part: GeneralPart, _ pointer: UnsafeRawPointer) -> Bool {
        // Parts of different programs need different frames.
        if part.slotCount > slotCount { (run, slotCount) = (nil, part.slotCount) }
        var run = self.run ?? EvaluationRun(context: context, slotCount: slotCount)
        // A second owner would cause a copy of the frame.
        self.run = nil
        run.row = row
        row.base = pointer
        row.part = part
        let record = part.needsRecord ? PredicateValue.object(part.type.record(pointer)) : .null
        let holds = part.predicate.evaluate(on: record, in: &run)
        row.base = nil
        isStopped = run.isStopped
        self.run = run
        return holds
    }
}

/// The fields of a value that a general part reads.
///
/// One evaluation uses it, on one thread at a time. `base` is set only while the value is valid.
private final class ValueRow: PredicateRow, @unchecked Sendable {
    var base: UnsafeRawPointer?
    var part: GeneralPart?

    func value(at location: Int) -> PredicateValue {
        guard let base, let part, part.readers.indices.contains(location) else { return .null }
        return part.readers[location](base)
    }
}

/// A part without a fast test. The compiled predicate evaluates it.
final class GeneralPart: Sendable {
    let type: DescribedType
    let predicate: CompiledPredicate
    let limits: PredicateLimits
    let slotCount: Int
    /// The readers of the values in the row.
    let readers: [@Sendable (UnsafeRawPointer) -> PredicateValue]
    /// Whether it needs the whole record.
    let needsRecord: Bool

    init(
        _ type: DescribedType, _ program: CoreProgram, library: PredicateLibrary, limits: PredicateLimits,
        readers: [@Sendable (UnsafeRawPointer) -> PredicateValue]?
    ) {
        self.type = type
        self.limits = limits
        slotCount = program.slotCount
        self.readers = readers ?? []
        needsRecord = readers == nil
        predicate = CompiledPredicate(program, library: library, limits: limits)
    }
}

/// A compiled condition on the value at a pointer.
@usableFromInline
struct ValueTest: Sendable {
    @usableFromInline typealias Body = @Sendable (UnsafeRawPointer, inout ValueRun) -> Bool

    let holds: Body
    /// The approximate time in nanoseconds. Cheap conditions of an AND come first.
    let cost: Int
    /// Whether it charges no steps. Adjacent quiet tests may be reordered.
    let isQuiet: Bool

    init(cost: Int, isQuiet: Bool = true, _ holds: @escaping Body) {
        self.holds = holds
        self.cost = cost
        self.isQuiet = isQuiet
    }
}

/// A compiled condition, or its answer if that does not depend on the record.
enum ValueCondition: Sendable {
    case constant(Bool)
    case test(ValueTest)

    var test: ValueTest {
        switch self {
        case .constant(let holds): ValueTest(cost: 0) { _, _ in holds }
        case .test(let test): test
        }
    }
}
