/// What one evaluation of a predicate or an expression needs and keeps: the record, the context, the slots and the steps.
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
    private var steps = 0
    private var stepsToCheck = 0
    /// Whether the limit of steps was reached or the evaluation cancelled: nothing counts any more.
    package private(set) var isStopped = false

    /// How many steps pass between two questions whether the evaluation is cancelled.
    private static let checkInterval = 1024

    /// A run before its first record.
    package init(context: EvaluationContext, slotCount: Int) {
        self.context = context
        self.frame = [PredicateValue](repeating: .null, count: max(0, slotCount))
    }

    /// Begins with a record; false when the evaluation is cancelled.
    package mutating func begin(_ record: PredicateValue) -> Bool {
        self.record = record
        if case .object(let object) = record { self.object = object } else { object = nil }
        isKnown = 0
        steps = context.limits.evaluationSteps
        stepsToCheck = Self.checkInterval
        isStopped = context.isCancelled?() ?? false
        return !isStopped
    }

    /// Goes steps further; false when the evaluation has to end.
    ///
    /// A step is an element that an operation visits: a quantifier, a subquery, a collection operator, a key or a function
    /// over a list, membership in a list, the comparison of lists, at any depth. Four bytes of text that a function
    /// makes are also a step. Lists that are written in the predicate are not counted.
    @inline(__always)
    mutating func step(_ count: Int = 1) -> Bool {
        steps -= count
        stepsToCheck -= count
        return steps >= 0 && stepsToCheck >= 0 && !isStopped ? true : check()
    }

    /// Counts one step for each element of a collection, at any depth.
    @inline(__always)
    mutating func step(over value: PredicateValue) -> Bool {
        switch value {
        case .list(let elements), .set(let elements): step(over: elements)
        default: true
        }
    }

    /// Counts one step for each element, at any depth. A list that another one contains twice counts twice, because
    /// walks visit it twice. This bounds the size of lists that are built from each other.
    mutating func step(over elements: [PredicateValue]) -> Bool {
        guard step(elements.count) else { return false }
        let hasCollections = elements.contains { element in
            switch element {
            case .list, .set: true
            default: false
            }
        }
        return hasCollections ? step(within: elements) : true
    }

    @inline(never)
    private mutating func step(within elements: [PredicateValue]) -> Bool {
        var pending = [elements]
        while let next = pending.popLast() {
            for element in next {
                guard let inner = ValueSemantics.elements(of: element), !inner.isEmpty else { continue }
                guard step(inner.count) else { return false }
                pending.append(inner)
            }
        }
        return true
    }

    /// Counts the steps of a function: the elements that it visits, and the text that it makes.
    mutating func step(calling function: BuiltInFunction, with arguments: [PredicateValue]) -> Bool {
        for argument in arguments {
            guard step(over: argument) else { return false }
            if function.makesText, case .string(let text) = argument, !step(text.utf8.count / 4) { return false }
        }
        return true
    }

    /// Counts the steps of a list made of values: the elements of all collections among them.
    mutating func step(making values: [PredicateValue]) -> Bool {
        for value in values { guard step(over: value) else { return false } }
        return true
    }

    /// Goes the steps of a comparison: as many as there are elements when both sides are collections.
    @inline(__always)
    mutating func step(comparing a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch (a, b) {
        case (.list(let elements), .list), (.list(let elements), .set), (.set(let elements), .list),
            (.set(let elements), .set):
            step(over: elements)
        default: true
        }
    }

    private mutating func check() -> Bool {
        if isStopped { return false }
        if steps < 0 {
            isStopped = true
            context.warn?(.stepLimit)
            return false
        }
        stepsToCheck = Self.checkInterval
        isStopped = context.isCancelled?() ?? false
        return !isStopped
    }

    /// A part of the record that has been found beforehand.
    @inline(__always)
    func input(_ place: Int) -> PredicateValue { row?.value(at: place) ?? .null }

    /// A field of the record; what `ValueSemantics.member` says of everything that is not simply there.
    @inline(__always)
    mutating func field(_ key: String) -> PredicateValue {
        if let value = object?.value(forKey: key) {
            if case .null = value { return ValueSemantics.member(record, key) }
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

    /// The value of a key; what maps over a list costs a step an element.
    mutating func member(_ base: PredicateValue, _ key: String) -> PredicateValue {
        guard step(over: base) else { return .null }
        return ValueSemantics.member(base, key)
    }

    /// A slot's value; nil for one that the program did not say it has.
    @inline(__always)
    func slot(_ slot: Int) -> PredicateValue { frame.indices.contains(slot) ? frame[slot] : .null }

    @inline(__always)
    mutating func set(_ slot: Int, _ value: PredicateValue) {
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
