import PredicateFormat

/// How the rules of a set are found.
public struct PredicateSetSummary: Hashable, Sendable, CustomStringConvertible {
    /// The number of rules.
    public fileprivate(set) var rules = 0
    /// The number of alternatives that the rules were divided into.
    public fileprivate(set) var alternatives = 0
    /// The number of alternatives found by the values of two fields.
    public fileprivate(set) var byTwoValues = 0
    /// The number of alternatives found by the value of a field, or by one of several.
    public fileprivate(set) var byValue = 0
    /// The number of alternatives found by a range, a prefix or a suffix.
    public fileprivate(set) var byRange = 0
    /// The number of alternatives found by text that a field must contain.
    public fileprivate(set) var bySubstring = 0
    /// The number of alternatives that are looked at for every record.
    public fileprivate(set) var always = 0
    /// The number of fields that are read.
    public fileprivate(set) var fields = 0
    /// The number of indexes. Rules that are inserted one by one are in several.
    public fileprivate(set) var indexes = 0
    /// The size of the indexes in bytes, without the predicates.
    public fileprivate(set) var indexBytes = 0

    /// The figures in one line.
    public var description: String {
        "\(rules) rules, \(alternatives) alternatives: \(byTwoValues) by two values, \(byValue) by a value, "
            + "\(byRange) by a range, \(bySubstring) by a substring, \(always) always; "
            + "\(fields) fields, \(indexes) indexes of \(indexBytes) bytes"
    }
}

extension PredicateSetSnapshot {
    /// How the rules are found.
    public var summary: PredicateSetSummary {
        var summary = PredicateSetSummary()
        summary.rules = count
        summary.fields = rows.fields.paths.count
        summary.indexes = segments.count
        for segment in segments {
            summary.indexBytes += segment.index.size
            summary.alternatives += segment.index.plans.count
            for plan in segment.index.plans {
                switch plan.access {
                case .pair: summary.byTwoValues += 1
                case .point: summary.byValue += 1
                case .interval: summary.byRange += 1
                case .substring: summary.bySubstring += 1
                case .always: summary.always += 1
                }
            }
        }
        return summary
    }
}

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
    /// - Parameter ids: the rules that match it, each once.
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
