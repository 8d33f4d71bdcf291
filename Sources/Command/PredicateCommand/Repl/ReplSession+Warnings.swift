import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// The warnings next to an answer.
extension ReplSession {
    /// The number of records whose values are examined.
    private static let sampledRecords = 100

    /// Shows the warnings of a predicate before its answer. A warning that one match would refute waits for the answer.
    func warn(of predicate: CheckedPredicate, for data: (any ReplData)?) throws {
        let findings = data.map { predicate.findings(in: sample(of: $0)) } ?? []
        let told = findings.filter { !$0.isRefutedByMatch }.map(\.diagnostic)
        try warn(predicate.warnings + told, in: predicate.source)
    }

    /// Shows possible reasons why no record matched.
    func warnOfNoMatch(_ predicate: CheckedPredicate, in data: ReplDataSet) throws {
        guard data.table.count > 0 else { return }
        let sample = sample(of: data)
        var found = predicate.findings(in: sample).filter(\.isRefutedByMatch).map(\.diagnostic)
        let known = found.map(\.range)
        found += predicate.patternsOfNoMatch(in: sample).filter { !known.contains($0.range) }
        try warn(found, in: predicate.source)
    }

    /// The first records; none if a schema declares their types, or they are untyped.
    private func sample(of data: any ReplData) -> [PredicateValue] {
        guard let data = data as? ReplDataSet, case .inferred = data.knowledge else { return [] }
        var values: [PredicateValue] = []
        var reader = data.reader
        data.table.forEach(in: 0..<min(Self.sampledRecords, data.table.count)) { _, raw in
            if let value = try? reader.read(raw) { values.append(value) }
            return true
        }
        return values
    }
}
