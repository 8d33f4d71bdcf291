import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Counts what rules cannot use in the first records, and finds the names that these do not have. The index of the rules
/// decides most of them without an evaluation, so it sees no values to count.
struct RuleReview {
    private let rules: [(id: String, predicate: CheckedPredicate)]
    private var decisions: [ValueDecision]
    private let values = UnusableValues()
    private var inference = SchemaInference()
    /// The number of records that are still examined, and whether there were more.
    private var left: Int
    private var hasMore = false
    /// The evaluations that all rules take together: about a fifth of a second.
    private static let evaluations = 100_000
    /// The most rules that are reviewed. More would take longer to compile than to match.
    private static let mostRules = 5000
    /// The most warnings.
    private static let most = 3

    init(_ rules: [(id: String, predicate: CheckedPredicate)]) {
        self.rules = rules
        left = rules.count > Self.mostRules ? 0 : Self.evaluations / max(1, rules.count)
        var context = EvaluationContext()
        context.unusable = values
        decisions = left > 0 ? rules.map { ValueDecision($0.predicate, context: context) } : []
    }

    /// Takes the next record. One that is bad where no rule reads it is left out.
    mutating func add(_ record: RawRecord, _ reader: inout JSONReader) {
        guard left > 0 else { return hasMore = true }
        left -= 1
        guard let value = try? reader.read(record) else { return }
        inference.add(value)
        for index in decisions.indices { _ = decisions[index].holds(value, of: record) }
    }

    /// Says what was found, first of the rules that could not use most.
    func say(in environment: CommandEnvironment) {
        guard inference.recordCount > 0 else { return }
        var unusable: [ObjectIdentifier: Int] = [:]
        for count in values.counts() { unusable[ObjectIdentifier(count.sites), default: 0] += count.unusable }
        let schema = inference.schema
        let remark = hasMore ? RecordSample.extent(of: inference.recordCount) : nil
        var told: [(count: Int, found: PredicateDiagnostics, id: String)] = []
        for (id, predicate) in rules {
            let count = predicate.sites.flatMap { unusable[ObjectIdentifier($0)] } ?? 0
            var found: [PredicateDiagnostic] = []
            if count > 0 {
                found = UnusableWarnings(of: values, predicate, nil, .likely).predicate?.diagnostics ?? []
            }
            if predicate.schema == nil { found += AbsentNames.of(predicate, in: schema, remark) }
            guard !found.isEmpty else { continue }
            told.append((count, PredicateDiagnostics(source: predicate.source, diagnostics: found), id))
        }
        // Equal counts stay in the order of the rules.
        let order = told.indices.sorted { (-told[$0].count, $0) < (-told[$1].count, $1) }
        for index in order.prefix(Self.most) {
            let (found, id) = (told[index].found, told[index].id)
            environment.say(found, name: "rule \(id)", of: ("rule", id))
        }
        let rest = told.count - Self.most
        if rest > 0 { environment.say("warning: \(rest) more \(rest == 1 ? "rule has" : "rules have") such warnings") }
    }
}
