/// The state of an evaluation of a predicate or an expression: the record, the context, the slots and the remaining
/// work.
///
/// One run serves any number of records, one after another.
package struct EvaluationRun: Sendable {
    /// The record.
    package private(set) var record: PredicateValue = .null
    /// The record again if it is an object, so that reading a field copies nothing.
    private var object: (any PredicateRecord)?
    /// The parts of the record that its source found beforehand; nil if everything is read from the record.
    package var row: (any PredicateRow)?
    package let context: EvaluationContext
    private var frame: [PredicateValue]
    /// The values of shared fields (`FieldLocation.isShared`) that were read, and a bit for each of them.
    private var known: [PredicateValue] = []
    private var isKnown: UInt64 = 0
    /// The loop-invariant values that were evaluated for the record.
    var kept: [KeptValue] = []
    /// The remaining work for the record.
    package var work: WorkBudget
    /// Counts the values that operations cannot use; nil in a run that counts none.
    package var tally: UnusableTally?
    /// The size of the next record's text in bytes, until it is set again; 0 if it is unknown.
    package var recordBytes: Int
    /// The steps that this evaluation and the following ones may take together; nil if each has those of its limits.
    package var allowance: Int?
    /// Whether another evaluation follows if this one exceeds a limit. That evaluation reports the limit.
    package var isPreliminary = false
    /// Whether a limit was exceeded or the evaluation cancelled. The result is then invalid.
    package var isStopped: Bool { work.isStopped }

    /// A run before its first record.
    package init(context: EvaluationContext, slotCount: Int, sites: OperationSites? = nil) {
        self.context = context
        tally = sites.flatMap { context.unusable?.tally(for: $0) }
        self.frame = [PredicateValue](repeating: .null, count: max(0, slotCount))
        recordBytes = context.recordBytes
        work = WorkBudget(steps: 0, bytes: 0, isCancelled: context.isCancelled)
    }

    /// Evaluates one record only, and adds at once what was counted.
    package mutating func counted<Result>(
        by sites: OperationSites?, _ evaluate: (inout EvaluationRun) -> Result
    ) -> Result {
        guard let sites, let unusable = context.unusable else { return evaluate(&self) }
        let tally = UnusableTally(sites)
        self.tally = tally
        defer { unusable.join(tally.take()) }
        return evaluate(&self)
    }

    /// Begins with a record; false if the evaluation is cancelled.
    package mutating func begin(_ record: PredicateValue) -> Bool {
        self.record = record
        if case .object(let object) = record { self.object = object } else { object = nil }
        isKnown = 0
        if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
        let (steps, bytes) = context.limits.budget(forRecordOf: recordBytes)
        return work.begin(steps: min(steps, allowance ?? steps), bytes: bytes)
    }

    /// Takes what an evaluation took from the allowance.
    private mutating func settle() {
        guard let given = allowance else { return }
        let begun = min(given, context.limits.budget(forRecordOf: recordBytes).steps)
        allowance = given - (begun - max(0, work.left.steps))
    }

    /// Ends the evaluation of a record. Returns false if a limit was exceeded, with a warning, or if it was cancelled.
    package mutating func end() -> Bool {
        settle()
        if !work.isStopped { return true }
        if isPreliminary { return false }
        switch work.exceeded {
        case .steps?: context.warn?(.stepLimit)
        case .bytes?: context.warn?(.byteLimit)
        case nil: break
        }
        return false
    }

    /// Charges steps; false if the evaluation must end.
    @inline(__always)
    package mutating func step(_ count: Int = 1) -> Bool { work.step(count) }

    /// Whether the current part does not depend on the record, and is charged to none.
    package private(set) var isFree = false

    /// Evaluates a part that does not depend on the record, without charging it.
    package mutating func free<Result>(_ body: (inout EvaluationRun) -> Result) -> Result {
        let charged = work
        work = .unlimited
        isFree = true
        defer {
            work = charged
            isFree = false
        }
        return body(&self)
    }

    /// The list of values, charged with the elements of all lists in it.
    package mutating func makeList(_ values: [PredicateValue]) -> PredicateValue {
        guard work.step(2 * values.count), work.make(elements: values.count) else { return .null }
        for value in values { guard work.step(over: value) else { return .null } }
        return .list(values)
    }

    /// Charges the compilation of a MATCHES pattern that depends on the record.
    package mutating func stepCompiling(_ pattern: PredicateValue) -> Bool {
        guard let text = ValueSemantics.text(of: pattern) else { return true }
        return work.step(WorkCost.compiling(pattern: min(text.utf8.count, context.limits.patternBytes)))
    }

    /// A part of the record that was found beforehand.
    @inline(__always)
    package func input(_ location: Int) -> PredicateValue { row?.value(at: location) ?? .null }

    /// A field of the record; `ValueSemantics.member` handles missing and nil fields.
    @inline(__always)
    mutating func field(_ key: String) -> PredicateValue {
        if let value = object?.value(forKey: key) {
            if case .null = value { return member(record, key) }
            return value
        }
        return member(record, key)
    }

    /// A field of the record. A field that is read in several locations is read once.
    @inline(__always)
    mutating func field(_ location: FieldLocation) -> PredicateValue {
        guard location.isShared, object != nil else { return field(location.key) }
        if isKnown & location.bit != 0 { return known[location.index] }
        return remember(location)
    }

    private mutating func remember(_ location: FieldLocation) -> PredicateValue {
        let value = field(location.key)
        while known.count <= location.index { known.append(.null) }
        known[location.index] = value
        isKnown |= location.bit
        return value
    }

    /// The value of a key.
    @inline(__always)
    mutating func member(_ base: PredicateValue, _ key: String) -> PredicateValue {
        ValueSemantics.member(base, key, &work)
    }

    /// A slot's value; nil for a slot outside the frame. It is charged for being passed on, each time.
    @inline(__always)
    package mutating func slot(_ slot: Int) -> PredicateValue {
        guard frame.indices.contains(slot) else { return .null }
        let value = frame[slot]
        switch value {
        case .list, .set, .object, .string, .url: _ = work.step(WorkCost.passing(value))
        default: break
        }
        return value
    }

    @inline(__always)
    package mutating func set(_ slot: Int, _ value: PredicateValue) {
        if frame.indices.contains(slot) { frame[slot] = value }
    }
}

/// A field of the record that a predicate reads, and whether several locations read it.
///
/// Changed only while the predicate is compiled, by the thread that compiles it.
final class FieldLocation: @unchecked Sendable {
    let key: String
    let index: Int
    fileprivate(set) var isShared = false
    /// The location made before this one, while there are few.
    fileprivate let previous: FieldLocation?

    /// The bit of the location in `isKnown`; 0 from the 65th field on.
    var bit: UInt64 { 1 << UInt64(index) }

    init(_ key: String, index: Int, behind previous: FieldLocation?) {
        self.key = key
        self.index = index
        self.previous = previous
    }

    fileprivate func share() { isShared = index < 64 }
}

/// The fields that a predicate reads, collected while it is compiled.
struct FieldLocations {
    /// The last location made. The others are linked from it while there are few.
    private var last: FieldLocation?
    private var count = 0
    /// The locations by the bytes of their keys, once there are many.
    private var byKey: [[UInt8]: FieldLocation] = [:]
    private static let few = 8

    mutating func location(_ key: String) -> FieldLocation {
        if let known = known(key) {
            known.share()
            return known
        }
        if count == Self.few {
            var location = last
            while let next = location {
                byKey[Array(next.key.utf8)] = next
                location = next.previous
            }
            last = nil
        }
        let location = FieldLocation(key, index: count, behind: last)
        count += 1
        if count > Self.few { byKey[Array(key.utf8)] = location } else { last = location }
        return location
    }

    private func known(_ key: String) -> FieldLocation? {
        if count > Self.few { return byKey[Array(key.utf8)] }
        var location = last
        while let next = location {
            if sameCodePoints(next.key, key) { return next }
            location = next.previous
        }
        return nil
    }
}

/// The parts of a record that a predicate reads: found beforehand, and read on demand.
package protocol PredicateRow: AnyObject, Sendable {
    /// The value at a location of the row; nil if there is none.
    func value(at location: Int) -> PredicateValue
}

/// A loop-invariant value (`CoreInvariants`), kept while one record is evaluated.
struct KeptValue: Sendable {
    /// The value, once it has been evaluated.
    fileprivate var value: PredicateValue?
    /// How often a value was searched for in it.
    fileprivate var lookups = 0
    /// Its elements by their hashes, once enough values have been searched for.
    fileprivate var table = Table.none

    fileprivate enum Table {
        case none
        case hashed(DistinctValues)
        /// The elements have no exact hash, so the list is always searched.
        case refused
    }
}

extension EvaluationRun {
    /// The value kept under a number, evaluated when it is first needed.
    package mutating func once(_ location: Int, _ evaluate: (inout EvaluationRun) -> PredicateValue) -> PredicateValue {
        if location < kept.count, let value = kept[location].value {
            _ = work.step(WorkCost.passing(value))
            return value
        }
        let held = work.holding
        let value = evaluate(&self)
        work.keep(since: held)
        while kept.count <= location { kept.append(KeptValue()) }
        kept[location].value = value
        return value
    }

    /// `ValueSemantics.contains` for the container kept under a number. A list is hashed once many values have been
    /// searched for in it.
    package mutating func contains(
        keptAt location: Int, _ element: PredicateValue, options: StringOptions, library: PredicateLibrary
    ) -> Bool {
        guard kept.indices.contains(location), let container = kept[location].value else { return false }
        if options.effective.isEmpty, let elements = ValueSemantics.elements(of: container),
            elements.count >= CoreInvariants.leastElements, let found = lookUp(element, in: elements, location)
        {
            return found
        }
        return ValueSemantics.contains(container, element, options: options, library: library, &work)
    }

    /// Whether an element is in a list, by its hash; nil if the list must be searched.
    private mutating func lookUp(_ element: PredicateValue, in elements: [PredicateValue], _ location: Int) -> Bool? {
        switch element {
        case .list, .set, .object: break
        default:
            kept[location].lookups += 1
            guard kept[location].lookups > CoreInvariants.leastLookups else { return nil }
        }
        if case .none = kept[location].table { kept[location].table = table(of: elements) }
        guard case .hashed(let table) = kept[location].table else { return nil }
        guard work.walk(over: element, each: 1, bytes: Int.bitWidth - 1) else { return false }
        guard ValueHash.Kind(for: [element]) != .lenient else { return nil }
        if case .null = element { return false }
        return table.contains(element, &work)
    }

    private mutating func table(of elements: [PredicateValue]) -> KeptValue.Table {
        guard work.walk(over: .list(elements), each: 1, bytes: Int.bitWidth - 1) else { return .refused }
        guard ValueHash.Kind(for: elements) != .lenient else { return .refused }
        let held = work.holding
        defer { work.keep(since: held) }
        return .hashed(DistinctValues(elements, .exact, few: 0, &work))
    }
}
