/// What one evaluation over a Swift value keeps: the steps that are left, and what the general parts need when there are any.
@usableFromInline
struct ValueRun {
    private var steps: Int
    private var stepsToCheck = Self.checkInterval
    /// Whether the limit of steps was reached or the evaluation cancelled: nothing counts any more.
    private(set) var isStopped = false
    /// Made when it is first needed, unless a context was given. Not counted as a reference, so that a run that needs none costs nothing.
    private var unmanaged: Unmanaged<ValueRunState>?
    /// Whether the run has made the state, and has to give it back.
    private var ownsState = false

    private static let checkInterval = 1024

    /// A run with a context of its own, which is made when something asks for it.
    @inline(__always)
    init(steps: Int) {
        self.steps = steps
    }

    /// A run in a context, whose state is kept by the caller.
    init(_ state: ValueRunState) {
        steps = state.context.limits.evaluationSteps
        unmanaged = .passUnretained(state)
    }

    private var state: ValueRunState? { unmanaged?.takeUnretainedValue() }

    /// Gives back what the run has made.
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
        isStopped = state?.context.isCancelled?() ?? false
        return isStopped
    }

    /// Goes steps further; false when the evaluation has to end.
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
            state?.context.warn?(.stepLimit)
            return false
        }
        stepsToCheck = Self.checkInterval
        isStopped = state?.context.isCancelled?() ?? false
        return !isStopped
    }

    private mutating func makeState(_ limits: PredicateLimits) -> ValueRunState {
        let state = ValueRunState(EvaluationContext(limits: limits))
        unmanaged = .passRetained(state)
        ownsState = true
        return state
    }

    /// Steps of one match of a pattern.
    var patternSteps: Int { (state?.context.limits ?? .standard).patternSteps }

    func warn(_ warning: EvaluationWarning) { state?.context.warn?(warning) }

    /// What a general part says of a value.
    @inline(never)
    mutating func decide(_ part: GeneralPart, _ pointer: UnsafeRawPointer) -> Bool {
        let state = state ?? makeState(part.limits)
        let holds = state.decide(part, pointer)
        if state.isStopped { isStopped = true }
        return holds
    }
}

/// What general parts need: a context, and a run of the compiled predicates over a row of the value's fields.
final class ValueRunState {
    let context: EvaluationContext
    private let row = ValueRow()
    private var run: EvaluationRun?
    private(set) var isStopped = false

    init(_ context: EvaluationContext) { self.context = context }

    func decide(_ part: GeneralPart, _ pointer: UnsafeRawPointer) -> Bool {
        var run = self.run ?? EvaluationRun(context: context, slotCount: part.slotCount)
        // Two owners would make the frame be copied.
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
/// One evaluation uses it, on one thread at a time; `base` is set only while the value is there.
private final class ValueRow: PredicateRow, @unchecked Sendable {
    var base: UnsafeRawPointer?
    var part: GeneralPart?

    func value(at location: Int) -> PredicateValue {
        guard let base, let part, part.readers.indices.contains(location) else { return .null }
        return part.readers[location](base)
    }
}

/// A part that only the compiled predicate knows.
final class GeneralPart: Sendable {
    let type: DescribedType
    let predicate: CompiledPredicate
    let limits: PredicateLimits
    let slotCount: Int
    /// What gives the value at each location of the row.
    let readers: [@Sendable (UnsafeRawPointer) -> PredicateValue]
    /// Whether it reads the record as a whole.
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

/// A compiled condition on a value that stands at a pointer.
@usableFromInline
struct ValueTest: Sendable {
    @usableFromInline typealias Body = @Sendable (UnsafeRawPointer, inout ValueRun) -> Bool

    let holds: Body
    /// About how many nanoseconds it takes: cheap conditions of an AND come first.
    let cost: Int
    /// Whether it goes no steps, so that it may change locations with others like it.
    let isQuiet: Bool

    init(cost: Int, isQuiet: Bool = true, _ holds: @escaping Body) {
        self.holds = holds
        self.cost = cost
        self.isQuiet = isQuiet
    }
}

/// A compiled condition, or its answer when that is known beforehand.
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
