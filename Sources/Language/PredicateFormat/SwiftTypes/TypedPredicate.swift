import PredicateCore

/// A predicate that was checked against a described Swift type, and compiled for it.
///
/// Fields are read directly from the value in memory: no lookup by name, and no allocation for scalars. Several
/// threads can use it at once.
public struct TypedPredicate<Root>: Sendable {
    /// The predicate with its text, tree, schema and warnings.
    public let checked: CheckedPredicate
    /// The description of the values.
    package let valueDescription: PredicateDescription<Root>
    @usableFromInline let compiled: CompiledTypedPredicate

    package init(_ checked: CheckedPredicate, _ description: PredicateDescription<Root>) {
        self.init(checked, description, CompiledTypedPredicate.whole(checked, description.type))
    }

    init(
        _ checked: CheckedPredicate, _ description: PredicateDescription<Root>,
        _ compile: @escaping CompiledTypedPredicate.Compilation
    ) {
        self.checked = checked
        valueDescription = description
        compiled =
            checked.chain == nil
            ? CompiledTypedPredicate(checked, description.type, compile)
            : CompiledTypedPredicate(late: checked, description.type, compile)
    }

    /// The text that the predicate was made from.
    public var source: String { checked.source }

    /// The canonical text.
    public var predicateFormat: String { checked.predicateFormat }

    /// Whether a value satisfies the predicate; false if the evaluation reaches a limit. `now()` is the moment of the
    /// call. Where the predicate forbids something, use `answer(for:)`.
    @inlinable
    public func matches(_ value: Root) -> Bool {
        withUnsafePointer(to: value) { compiled.matches(UnsafeRawPointer($0)) }
    }

    /// Whether a value satisfies the predicate in a context (`now()`, limits, cancellation).
    @inlinable
    public func matches(_ value: Root, context: EvaluationContext) -> Bool {
        withUnsafePointer(to: value) { pointer in
            withUnsafePointer(to: context) { compiled.matches(UnsafeRawPointer(pointer), in: $0) }
        }
    }

    /// Whether a value satisfies the predicate, or the limit that leaves it undecided. `now()` is the moment of the call.
    @inlinable
    public func answer(for value: Root) -> PredicateAnswer {
        withUnsafePointer(to: value) { compiled.answer(UnsafeRawPointer($0)) }
    }

    /// Whether a value satisfies the predicate in a context (`now()`, limits, cancellation), or the limit that leaves it
    /// undecided.
    @inlinable
    public func answer(for value: Root, context: EvaluationContext) -> PredicateAnswer {
        withUnsafePointer(to: value) { compiled.answer(UnsafeRawPointer($0), in: context) }
    }

    /// A predicate has no variables: `TypedPredicateTemplate` has them.
    @available(*, unavailable, message: "a predicate has no free variables: make a template, and bind that")
    public func binding(_ values: [String: (any PredicateFieldValue)?]) throws(PredicateDiagnostics) -> TypedPredicate {
        self
    }
}

/// A predicate compiled for a described type, without the static type: it takes pointers to values.
@usableFromInline
final class CompiledTypedPredicate: Sendable {
    /// Makes the first condition, and the rest of an AND, for patterns of some limits.
    typealias Compilation = @Sendable (PredicateLimits) -> (first: ValueTest.Body, rest: ValueTest.Body?)

    fileprivate let checked: CheckedPredicate
    fileprivate let type: DescribedType
    /// The first condition, and the rest of an AND. Two closures avoid a third one that calls them. They are not
    /// optional, because references to optional closures are counted.
    fileprivate let first: ValueTest.Body
    fileprivate let rest: ValueTest.Body
    fileprivate let hasRest: Bool
    private let steps: Int
    private let limits: PredicateLimits
    private let compile: Compilation
    private let late: LateCompilation?
    /// The same predicate for the last contexts with other limits of patterns.
    private let others = Locked<[CompiledTypedPredicate]>([])

    init(
        _ checked: CheckedPredicate, _ type: DescribedType, limits: PredicateLimits? = nil,
        _ compile: @escaping Compilation
    ) {
        self.checked = checked
        self.type = type
        self.compile = compile
        self.limits = limits ?? checked.limits
        let compiled = compile(self.limits)
        first = compiled.first
        rest = compiled.rest ?? compiled.first
        hasRest = compiled.rest != nil
        steps = self.limits.evaluationSteps
        late = nil
    }

    /// The predicate compiled for the patterns of other limits.
    private func under(_ limits: PredicateLimits) -> CompiledTypedPredicate {
        if let late { return late.compiled.under(limits) }
        if limits.compilesPatterns(like: self.limits) { return self }
        if let known = others.withLock({ $0.first { limits.compilesPatterns(like: $0.limits) } }) { return known }
        let made = CompiledTypedPredicate(checked, type, limits: limits, compile)
        others.withLock { $0 = ($0 + [made]).suffix(8) }
        return made
    }

    /// A predicate that is compiled when it is first evaluated. Otherwise each step of a composition would compile all
    /// parts.
    init(late checked: CheckedPredicate, _ type: DescribedType, _ compile: @escaping Compilation) {
        self.checked = checked
        self.type = type
        self.compile = compile
        let late = LateCompilation { CompiledTypedPredicate(checked, type, compile) }
        let test: ValueTest.Body = { late.compiled.holds($0, &$1) }
        first = test
        rest = test
        hasRest = false
        limits = checked.limits
        steps = checked.limits.evaluationSteps
        self.late = late
    }

    /// The compilation of a predicate as a whole.
    static func whole(_ checked: CheckedPredicate, _ type: DescribedType) -> Compilation {
        { ValueTestCompiler.compile(checked.typedProgram, for: type, library: checked.library, limits: $0) }
    }

    /// The compilation of parts, each with its own description and library.
    static func apart(_ connective: PredicateChain.Connective, _ parts: [CompiledTypedPredicate]) -> Compilation {
        { limits in
            let parts = parts.map { $0.under(limits) }
            switch connective {
            case .and: return ({ pointer, run in parts.allSatisfy { $0.holds(pointer, &run) } }, nil)
            case .or: return ({ pointer, run in parts.contains { $0.holds(pointer, &run) } }, nil)
            case .not: return ({ pointer, run in !parts.contains { $0.holds(pointer, &run) } }, nil)
            }
        }
    }

    private func holds(_ pointer: UnsafeRawPointer, _ run: inout ValueRun) -> Bool {
        let holds = first(pointer, &run)
        return holds && hasRest ? rest(pointer, &run) : holds
    }

    @usableFromInline
    func matches(_ pointer: UnsafeRawPointer) -> Bool {
        var run = ValueRun(steps: steps)
        var holds = first(pointer, &run)
        if holds, hasRest { holds = rest(pointer, &run) }
        run.end()
        return holds && !run.isStopped
    }

    /// One evaluation in a context, which makes a state only where a part needs one, as without a context.
    @usableFromInline
    func matches(_ pointer: UnsafeRawPointer, in context: UnsafePointer<EvaluationContext>) -> Bool {
        guard context.pointee.limits.compilesPatterns(like: limits), context.pointee.unusable == nil else {
            return matches(pointer, apart: context.pointee)
        }
        var run = ValueRun(in: context)
        if context.pointee.isCancelled != nil, run.isCancelled() { return false }
        var holds = first(pointer, &run)
        if holds, hasRest { holds = rest(pointer, &run) }
        run.end()
        return holds && !run.isStopped
    }

    /// One evaluation in a context that counts or has other limits of patterns.
    @inline(never)
    private func matches(_ pointer: UnsafeRawPointer, apart context: EvaluationContext) -> Bool {
        var run = run(context)
        return run.matches(pointer)
    }

    /// One answer. A test of fields alone that reaches no limit needs no context.
    @usableFromInline
    func answer(_ pointer: UnsafeRawPointer) -> PredicateAnswer {
        var run = ValueRun(steps: steps)
        var holds = first(pointer, &run)
        if holds, hasRest { holds = rest(pointer, &run) }
        run.end()
        if !run.isDoubtful { return holds ? .yes : .no }
        return answer(pointer, in: EvaluationContext(limits: limits))
    }

    /// One answer in a context.
    @usableFromInline
    func answer(_ pointer: UnsafeRawPointer, in context: EvaluationContext) -> PredicateAnswer {
        .of(context) { context in withUnsafePointer(to: context) { matches(pointer, in: $0) } }
    }

    /// An evaluation for a sequence of values.
    @usableFromInline
    func run(_ context: EvaluationContext?) -> TypedRun {
        guard let context else { return TypedRun(late?.compiled ?? self, EvaluationContext(limits: checked.limits)) }
        // The predicate over records counts, so that this one need not be compiled.
        if context.unusable != nil, !checked.isUndecided { return TypedRun(self, context) }
        return TypedRun(under(context.limits), context)
    }
}

/// A predicate that is compiled on first use.
private final class LateCompilation: Sendable {
    private let make: @Sendable () -> CompiledTypedPredicate
    private let made = LazyValue<CompiledTypedPredicate>()

    init(_ make: @escaping @Sendable () -> CompiledTypedPredicate) { self.make = make }

    var compiled: CompiledTypedPredicate { made.value(make) }
}

/// An evaluation of a predicate for a sequence of values, in one context.
@usableFromInline
struct TypedRun {
    private let first: ValueTest.Body
    private let rest: ValueTest.Body
    private let hasRest: Bool
    private let steps: Int
    private var run: ValueRun
    /// Owns the state that the run points to.
    private let state: ValueRunState
    private let isCancellable: Bool
    /// The predicate over records, if the context counts unusable values.
    private let general: CompiledTypedPredicate?

    init(_ compiled: CompiledTypedPredicate, _ context: EvaluationContext) {
        first = compiled.first
        rest = compiled.rest
        hasRest = compiled.hasRest
        steps = context.limits.evaluationSteps
        state = ValueRunState(context)
        run = ValueRun(state)
        isCancellable = context.isCancelled != nil
        general = context.unusable == nil || compiled.checked.isUndecided ? nil : compiled
    }

    @usableFromInline
    mutating func matches(_ pointer: UnsafeRawPointer) -> Bool {
        if let general { return matches(pointer, generally: general) }
        run.begin(steps: steps)
        if isCancellable, run.isCancelled() { return false }
        guard first(pointer, &run) else { return false }
        if hasRest, !rest(pointer, &run) { return false }
        return !run.isStopped
    }

    @inline(never)
    private func matches(_ pointer: UnsafeRawPointer, generally general: CompiledTypedPredicate) -> Bool {
        general.checked.matches(.object(general.type.record(pointer)), context: state.context)
    }

    /// The number of adjacent values in memory that satisfy the predicate.
    @usableFromInline
    mutating func count(_ first: UnsafeRawPointer, _ count: Int, stride: Int) -> Int {
        var found = 0
        var pointer = first
        for _ in 0..<count {
            if matches(pointer) { found += 1 }
            pointer += stride
        }
        return found
    }

    /// The index of the first of adjacent values in memory whose answer is `wanted`.
    @usableFromInline
    mutating func first(_ first: UnsafeRawPointer, _ count: Int, stride: Int, thatIs wanted: Bool) -> Int? {
        var pointer = first
        for index in 0..<count {
            if matches(pointer) == wanted { return index }
            pointer += stride
        }
        return nil
    }
}

// The elements of an array are read directly in memory.
extension Sequence {
    /// The elements that satisfy a predicate.
    ///
    /// - Parameters:
    ///   - predicate: a predicate over the elements.
    ///   - context: the context for all of them. By default `now()` is one current instant.
    @inlinable
    public func filter(_ predicate: TypedPredicate<Element>, context: EvaluationContext? = nil) -> [Element] {
        var run = predicate.compiled.run(context)
        var found: [Element] = []
        let isDone: Void? = withContiguousStorageIfAvailable { elements in
            guard var element = elements.baseAddress else { return }
            for _ in 0..<elements.count {
                if run.matches(UnsafeRawPointer(element)) { found.append(element.pointee) }
                element += 1
            }
        }
        if isDone != nil { return found }
        for element in self where withUnsafePointer(to: element, { run.matches(UnsafeRawPointer($0)) }) {
            found.append(element)
        }
        return found
    }

    /// How many elements satisfy a predicate.
    @inlinable
    public func count(where predicate: TypedPredicate<Element>, context: EvaluationContext? = nil) -> Int {
        var run = predicate.compiled.run(context)
        let found = withContiguousStorageIfAvailable { elements in
            elements.baseAddress.map {
                run.count(UnsafeRawPointer($0), elements.count, stride: MemoryLayout<Element>.stride)
            } ?? 0
        }
        if let found { return found }
        var count = 0
        for element in self where withUnsafePointer(to: element, { run.matches(UnsafeRawPointer($0)) }) { count += 1 }
        return count
    }

    /// The first element that satisfies a predicate.
    @inlinable
    public func first(where predicate: TypedPredicate<Element>, context: EvaluationContext? = nil) -> Element? {
        first(predicate, is: true, context)
    }

    /// Whether an element satisfies a predicate.
    @inlinable
    public func contains(where predicate: TypedPredicate<Element>, context: EvaluationContext? = nil) -> Bool {
        first(predicate, is: true, context) != nil
    }

    /// Whether all elements satisfy a predicate.
    @inlinable
    public func allSatisfy(_ predicate: TypedPredicate<Element>, context: EvaluationContext? = nil) -> Bool {
        first(predicate, is: false, context) == nil
    }

    /// The first element for which a predicate has an answer.
    @inlinable
    func first(_ predicate: TypedPredicate<Element>, is wanted: Bool, _ context: EvaluationContext?) -> Element? {
        var run = predicate.compiled.run(context)
        let found: Element?? = withContiguousStorageIfAvailable { elements in
            guard let first = elements.baseAddress else { return nil }
            let stride = MemoryLayout<Element>.stride
            return run.first(UnsafeRawPointer(first), elements.count, stride: stride, thatIs: wanted).map { first[$0] }
        }
        if let found { return found }
        for element in self where withUnsafePointer(to: element, { run.matches(UnsafeRawPointer($0)) }) == wanted {
            return element
        }
        return nil
    }
}

extension TypedPredicate: PredicateArgument {
    /// The predicate.
    public var predicateArgument: PredicateArgumentContent { checked.predicateArgument }
}

extension TypedPredicate: Encodable {
    /// Writes the canonical text. The type of the values is known where it is read.
    ///
    /// - Throws: `EncodingError` if no string says what the predicate is; see `CheckedPredicate.encode(to:)`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(checked.writableFormat(for: encoder))
    }
}

extension TypedPredicate: Decodable where Root: PredicateDescribed {
    /// Reads a string and checks it against the description of the type.
    ///
    /// The library and the limits come from the decoder's `userInfo`: see `CodingUserInfoKey.predicateLibrary`.
    ///
    /// - Throws: `PredicateDiagnostics` if the text has errors, and `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let format = try decoder.singleValueContainer().decode(String.self)
        let description = Root.predicateDescription
        self.init(try CheckedPredicate.checked(format, against: description.checkedSchema(), in: decoder), description)
    }
}

extension TypedPredicate: Hashable {
    /// Whether the predicates are equal as `CheckedPredicate`s.
    public static func == (a: TypedPredicate, b: TypedPredicate) -> Bool { a.checked == b.checked }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) { hasher.combine(checked) }
}

extension TypedPredicate: CustomStringConvertible {
    /// The canonical text.
    public var description: String { predicateFormat }
}
