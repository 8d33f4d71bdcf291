/// How often the rules of a set held, as counted by whoever matches.
///
/// ```swift
/// var tally = RuleTally<String>()
/// for line in lines { tally.add(try rules.matches(json: line)) }
/// tally.never(among: rules.ids)
/// ```
public struct RuleTally<ID: Hashable & Sendable>: Sendable {
    /// The number of records.
    public private(set) var records = 0
    private var counts: [ID: Int] = [:]

    /// A tally without records.
    public init() {}

    /// Adds a record.
    ///
    /// - Parameter ids: the rules that hold for it, each once.
    public mutating func add(_ ids: [ID]) {
        records += 1
        for id in ids { counts[id, default: 0] += 1 }
    }

    /// Adds the records of another tally, such as that of another thread.
    public mutating func add(_ other: RuleTally) {
        records += other.records
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// The number of records that a rule held for.
    public func count(_ id: ID) -> Int { counts[id] ?? 0 }

    /// The rules that held for no record.
    public func never(among ids: [ID]) -> [ID] { ids.filter { count($0) == 0 } }

    /// The rules that held for every record; none if there were no records.
    public func always(among ids: [ID]) -> [ID] { records == 0 ? [] : ids.filter { count($0) == records } }
}
