/// An operation that gets values, and may get some that are there and that it cannot use.
package struct OperationSite: Hashable, Sendable {
    /// What the operation does with a value.
    package enum Kind: Hashable, Sendable {
        /// Compares two values, as `<` and BEGINSWITH do.
        case comparison
        /// Reads a value as another type, or a part of it: CAST, with its target, and `year`.
        case reading(CastTarget?)
        /// Calculates with values, or takes a part of one.
        case calculation
        /// Brings the values of many records together: a function of groups, an order.
        case aggregate
    }

    package var kind: Kind
    /// The range of the operation in its source.
    package var range: SourceRange
    /// The range of the operand whose values are counted.
    package var operand: SourceRange
    /// What the operand has to be if it is one value, so that another spelling of it could be read; nil if anything else.
    package var wanted: Wanted?

    /// What an operand can be read as.
    package enum Wanted: Hashable, Sendable {
        case number, date
        /// The text of a number.
        case text
        /// A number, though the other side is the text of one.
        case numberBesideText
    }

    package init(_ kind: Kind, at range: SourceRange, operand: SourceRange, wanted: Wanted? = nil) {
        self.kind = kind
        self.range = range
        self.operand = operand
        self.wanted = wanted
    }
}

/// The operations of one program. Counts are joined for each instance.
package final class OperationSites: Sendable {
    /// The operations by their numbers.
    package let all: [OperationSite]

    package init(_ all: [OperationSite]) { self.all = all }
}

/// What the operations of one program have seen on one thread. Unchecked: one thread writes, and another reads only after
/// that has ended.
package final class UnusableTally: @unchecked Sendable {
    /// What was counted between two calls of `take`.
    package struct Part: Sendable {
        package let sites: OperationSites
        /// The number of values of each operation that it could use, and of those that it could not.
        package fileprivate(set) var used: [Int]
        package fileprivate(set) var unusable: [Int]
        /// The first value of each operation that it could not use, by its number.
        package fileprivate(set) var examples: [Int: Example]

        /// Nothing was seen.
        package init(_ sites: OperationSites) {
            self.sites = sites
            used = Array(repeating: 0, count: sites.all.count)
            unusable = used
            examples = [:]
        }

        /// Adds values of an operation that another process has counted.
        ///
        /// - Parameter example: the first that it could not use; nil if it could use all.
        package mutating func add(_ site: Int, used: Int, unusable: Int, _ example: Example?) {
            guard self.used.indices.contains(site) else { return }
            self.used[site] &+= max(0, used)
            self.unusable[site] &+= max(0, unusable)
            examples[site] = example
        }

        /// Adds what was counted later.
        package mutating func join(_ part: Part) {
            for site in used.indices {
                used[site] &+= part.used[site]
                unusable[site] &+= part.unusable[site]
            }
            // Only the first examples of a thread have a place.
            for (site, example) in part.examples {
                let number = examples[site]?.number ?? example.number
                if examples[site] == nil || examples[site]?.place == nil && example.place != nil {
                    examples[site] = example
                }
                examples[site]?.number = number
            }
        }

        /// Forgets what comparisons have seen, because it says nothing of the other values. Numbers that a string
        /// spells were all seen.
        package mutating func dropComparisons() {
            for (number, site) in sites.all.enumerated() where site.kind == .comparison && site.wanted != .text {
                (used[number], unusable[number], examples[number]) = (0, 0, nil)
            }
        }

        /// Changes the places of examples, which were found in a part of the input, to those in the input.
        package mutating func locate(_ place: (UnusableValues.Place) -> UnusableValues.Place) {
            for (site, example) in examples {
                if let own = example.place { examples[site]?.place = place(own) }
            }
        }
    }

    /// A value that an operation could not use.
    package struct Example: Sendable {
        package var site: Int
        package var value: PredicateValue
        /// Whether it is an element of the operand, which is a list.
        package var isElement = false
        /// The first value that is a number in quotes, whose reading an edit can write; nil without one among the first.
        package var number: PredicateValue?
        /// The record; nil if it is not known.
        package var place: UnusableValues.Place?

        package init(site: Int, value: PredicateValue) {
            self.site = site
            self.value = value
        }
    }

    private let sites: OperationSites
    /// The number of values of each operation that it could use. The last number is for what is not counted.
    package let used: UnsafeMutablePointer<Int>
    /// The place of the last number.
    package let spare: Int
    private var unusable: [Int]
    /// The number of unusable values of each operation so far, parts that were taken included.
    private var all: [Int]
    private var examples: [Int: Example] = [:]
    /// The unusable values of an operation at which its count ends. Looking costs more than deciding, and the share is
    /// known by then.
    fileprivate static let enough = 1 << 14
    /// The number of values in which a number in quotes is searched for.
    private static let examined = 256

    package init(_ sites: OperationSites) {
        self.sites = sites
        spare = sites.all.count
        used = .allocate(capacity: spare + 1)
        used.initialize(repeating: 0, count: spare + 1)
        unusable = Array(repeating: 0, count: spare)
        all = unusable
    }

    deinit { used.deallocate() }

    /// Counts values that an operation could use.
    @inline(__always)
    package func addUsed(_ site: Int, count: Int = 1) {
        if site >= 0, site < spare, all[site] < Self.enough { used[site] &+= count }
    }

    /// Counts values that an operation could not use.
    ///
    /// - Parameters:
    ///   - value: the first of them.
    ///   - isElement: whether it is an element of the operand.
    package func addUnusable(_ site: Int, _ value: PredicateValue, isElement: Bool = false, count: Int = 1) {
        guard all.indices.contains(site), count > 0, !isFull(site) else { return }
        // Only the first of all needs a place: parts are joined in the order of the input.
        if all[site] == 0 { needsPlace = true }
        if unusable[site] == 0 {
            examples[site] = Example(site: site, value: value)
            examples[site]?.isElement = isElement
        }
        // One odd value hides no other that could be read.
        if unusable[site] < Self.examined, examples[site]?.number == nil, value.isNumberText {
            examples[site]?.number = value
        }
        unusable[site] += count
        all[site] += count
    }

    /// Whether the count of an operation has ended.
    package func isFull(_ site: Int) -> Bool { all.indices.contains(site) && all[site] >= Self.enough }

    /// Whether there are first examples without a place.
    package private(set) var needsPlace = false

    /// Gives new examples their place.
    package func place(at place: UnusableValues.Place) {
        for (site, example) in examples where example.place == nil { examples[site]?.place = place }
        needsPlace = false
    }

    /// What was counted since the last call.
    package func take() -> Part {
        var part = Part(sites)
        for site in unusable.indices { part.used[site] = used[site] }
        (part.unusable, part.examples) = (unusable, examples)
        used.update(repeating: 0, count: spare)
        for site in unusable.indices { unusable[site] = 0 }
        examples = [:]
        return part
    }
}

/// Counts the values that were there and that operations could not use (D127), such as the text `"1,250.00"` where
/// `toNumber` reads a number.
///
/// An evaluation counts if it is the `unusable` of its context. Any number of evaluations, on any threads, may share one.
public final class UnusableValues: Sendable {
    /// Where a record is.
    package struct Place: Hashable, Sendable {
        /// The name of the input; nil if there is only one.
        package var file: String?
        /// The line of the record, or its number in the input if a record is not a line; both from 1.
        package var number: Int
        /// Whether the number is that of a line.
        package var isLine: Bool

        package init(file: String?, _ number: Int, isLine: Bool) {
            self.file = file
            self.number = number
            self.isLine = isLine
        }
    }

    /// The values of an operation.
    public struct Count: Sendable {
        package let sites: OperationSites
        package let site: OperationSite
        /// The range of the operation in the source of its predicate.
        public var range: SourceRange { site.range }
        /// The number of values that were there.
        public let seen: Int
        /// The number of them that the operation could not use.
        public let unusable: Int
        /// The first such value, with its place.
        package let example: UnusableTally.Example
        /// The first value that the operation could not use.
        public var value: PredicateValue { example.value }
        /// Whether the count may have ended before the run, so that there may be more.
        package var hasEnded: Bool { unusable >= UnusableTally.enough }
    }

    private struct State {
        var tallies: [UnusableTally] = []
        /// The joined parts, in the order of their programs, and their places by program.
        var joined: [UnusableTally.Part] = []
        var places: [ObjectIdentifier: Int] = [:]
    }

    private let state = Locked(State())

    /// Nothing was counted.
    public init() {}

    /// A tally for one thread, which `counts` reads when that has ended.
    package func tally(for sites: OperationSites) -> UnusableTally {
        let tally = UnusableTally(sites)
        state.withLock { $0.tallies.append(tally) }
        return tally
    }

    /// Adds what was counted in a part of the input. Parts come in its order, so that the first example is the first of all.
    package func join(_ part: UnusableTally.Part) {
        state.withLock { Self.join(part, &$0) }
    }

    private static func join(_ part: UnusableTally.Part, _ state: inout State) {
        guard let place = state.places[ObjectIdentifier(part.sites)] else {
            state.places[ObjectIdentifier(part.sites)] = state.joined.count
            return state.joined.append(part)
        }
        state.joined[place].join(part)
    }

    /// What was counted since the last call, by program, when all threads have ended.
    package func takeParts() -> [UnusableTally.Part] {
        state.withLock { state in
            for tally in state.tallies { Self.join(tally.take(), &state) }
            defer { (state.joined, state.places) = ([], [:]) }
            return state.joined
        }
    }

    /// The operations with unusable values, when all threads have ended.
    package func counts() -> [Count] {
        state.withLock { state in
            for tally in state.tallies { Self.join(tally.take(), &state) }
            return state.joined.flatMap { part in
                part.sites.all.enumerated().compactMap { number, site in
                    guard let example = part.examples[number] else { return nil }
                    return Count(
                        sites: part.sites, site: site, seen: part.used[number] &+ part.unusable[number],
                        unusable: part.unusable[number], example: example)
                }
            }
        }
    }
}
