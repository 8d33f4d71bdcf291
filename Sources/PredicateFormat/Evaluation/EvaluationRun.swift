/// What one evaluation of a predicate or an expression needs and keeps: the record, the context, the slots and the work
/// that is left.
///
/// One run serves any number of records, one after another.
package struct EvaluationRun: Sendable {
    /// The record.
    package private(set) var record: PredicateValue = .null
    /// The record once more, when it is an object: reading a field of it then copies nothing.
    private var object: (any PredicateRecord)?
    /// Where the parts of the record are that its source has found beforehand; nil reads all from the record.
    package var row: (any PredicateRow)?
    /// What the run is evaluated with.
    package let context: EvaluationContext
    private var frame: [PredicateValue]
    /// Fields of the record that the predicate reads in several places, once they have been read, and which of them have been.
    private var known: [PredicateValue] = []
    private var isKnown: UInt64 = 0
    /// What is the same for all elements of loops, and has been evaluated for the record.
    var kept: [KeptValue] = []
    /// The work that is left for the record.
    package var work: WorkBudget
    /// How many bytes the text of the record has that is evaluated next, or that has been set last; 0 where it is not known.
    package var recordBytes: Int
    /// Whether another evaluation follows where this one ends at a limit, and tells of it.
    package var isPreliminary = false
    /// Whether a limit was exceeded or the evaluation cancelled: nothing counts any more.
    package var isStopped: Bool { work.isStopped }

    /// A run before its first record.
    package init(context: EvaluationContext, slotCount: Int) {
        self.context = context
        self.frame = [PredicateValue](repeating: .null, count: max(0, slotCount))
        recordBytes = context.recordBytes
        work = WorkBudget(steps: 0, bytes: 0, isCancelled: context.isCancelled)
    }

    /// Begins with a record; false when the evaluation is cancelled.
    package mutating func begin(_ record: PredicateValue) -> Bool {
        self.record = record
        if case .object(let object) = record { self.object = object } else { object = nil }
        isKnown = 0
        if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
        let (steps, bytes) = context.limits.budget(forRecordOf: recordBytes)
        return work.begin(steps: steps, bytes: bytes)
    }

    /// Ends the evaluation of a record: false, and a warning, when a limit was exceeded, and false when it was cancelled.
    package func end() -> Bool {
        if !work.isStopped { return true }
        if isPreliminary { return false }
        switch work.exceeded {
        case .steps?: context.warn?(.stepLimit)
        case .bytes?: context.warn?(.byteLimit)
        case nil: break
        }
        return false
    }

    /// Goes steps further; false when the evaluation has to end.
    @inline(__always)
    package mutating func step(_ count: Int = 1) -> Bool { work.step(count) }

    /// Whether what is evaluated is known before the record, and charged to none.
    private(set) var isFree = false

    /// Evaluates what is known before the record.
    mutating func free<Result>(_ body: (inout EvaluationRun) -> Result) -> Result {
        let charged = work
        work = .unlimited
        isFree = true
        defer {
            work = charged
            isFree = false
        }
        return body(&self)
    }

    /// The list of values, charged by the elements of all lists among them.
    mutating func makeList(_ values: [PredicateValue]) -> PredicateValue {
        guard work.step(2 * values.count), work.make(elements: values.count) else { return .null }
        for value in values { guard work.step(over: value) else { return .null } }
        return .list(values)
    }

    /// Charges the compilation of a pattern of MATCHES that is known only now.
    mutating func stepCompiling(_ pattern: PredicateValue) -> Bool {
        guard let text = ValueSemantics.text(of: pattern) else { return true }
        return work.step(WorkCost.compiling(pattern: min(text.utf8.count, context.limits.patternBytes)))
    }

    /// A part of the record that has been found beforehand.
    @inline(__always)
    func input(_ place: Int) -> PredicateValue { row?.value(at: place) ?? .null }

    /// A field of the record; what `ValueSemantics.member` says of everything that is not simply there.
    @inline(__always)
    mutating func field(_ key: String) -> PredicateValue {
        if let value = object?.value(forKey: key) {
            if case .null = value { return member(record, key) }
            return value
        }
        return member(record, key)
    }

    /// A field of the record; one that is read in several places is asked for once.
    @inline(__always)
    mutating func field(_ place: FieldPlace) -> PredicateValue {
        guard place.isShared, object != nil else { return field(place.key) }
        if isKnown & place.bit != 0 { return known[place.index] }
        return remember(place)
    }

    private mutating func remember(_ place: FieldPlace) -> PredicateValue {
        let value = field(place.key)
        while known.count <= place.index { known.append(.null) }
        known[place.index] = value
        isKnown |= place.bit
        return value
    }

    /// The value of a key.
    @inline(__always)
    mutating func member(_ base: PredicateValue, _ key: String) -> PredicateValue {
        ValueSemantics.member(base, key, &work)
    }

    /// A slot's value; nil for one that the program did not say it has.
    @inline(__always)
    func slot(_ slot: Int) -> PredicateValue { frame.indices.contains(slot) ? frame[slot] : .null }

    @inline(__always)
    package mutating func set(_ slot: Int, _ value: PredicateValue) {
        if frame.indices.contains(slot) { frame[slot] = value }
    }
}

/// A field of the record that a predicate reads, and whether it reads it in several places.
///
/// Changed only while the predicate is compiled, by the thread that compiles it.
final class FieldPlace: @unchecked Sendable {
    let key: String
    let index: Int
    fileprivate(set) var isShared = false
    /// One of the few places that were made before this one.
    fileprivate let previous: FieldPlace?

    /// The bit of the place among those that are known; none for more fields than there are bits.
    var bit: UInt64 { 1 << UInt64(index) }

    init(_ key: String, index: Int, behind previous: FieldPlace?) {
        self.key = key
        self.index = index
        self.previous = previous
    }

    fileprivate func share() { isShared = index < 64 }
}

/// The fields that a predicate reads, gathered while it is compiled.
struct FieldPlaces {
    /// The place that was made last, from which the others are reached while there are few.
    private var last: FieldPlace?
    private var count = 0
    /// The places by the bytes of their keys, once there are many.
    private var byKey: [[UInt8]: FieldPlace] = [:]
    private static let few = 8

    mutating func place(_ key: String) -> FieldPlace {
        if let known = known(key) {
            known.share()
            return known
        }
        if count == Self.few {
            var place = last
            while let next = place {
                byKey[Array(next.key.utf8)] = next
                place = next.previous
            }
            last = nil
        }
        let place = FieldPlace(key, index: count, behind: last)
        count += 1
        if count > Self.few { byKey[Array(key.utf8)] = place } else { last = place }
        return place
    }

    private func known(_ key: String) -> FieldPlace? {
        if count > Self.few { return byKey[Array(key.utf8)] }
        var place = last
        while let next = place {
            if sameCodePoints(next.key, key) { return next }
            place = next.previous
        }
        return nil
    }
}

/// The parts of a record that a predicate reads, found beforehand and read when they are asked for.
package protocol PredicateRow: AnyObject, Sendable {
    /// The value at a place of the row; nil where there is none.
    func value(at place: Int) -> PredicateValue
}
