import PredicateAnalysis
import PredicateFormat
import PredicateRecords

/// Counts what rules cannot use in the first records, and finds the names that these do not have. The index of the rules
/// decides most of them without an evaluation, so it sees no values to count.
struct RuleReview {
    private let rules: [(id: String, predicate: CheckedPredicate)]
    private var decisions: [ValueDecision]
    private let values = UnusableValues()
    /// The first records, and which rules one of them satisfies.
    private var sample: [PredicateValue] = []
    private var hasMatched: [Bool]
    private var inference = SchemaInference()
    /// The number of records that are still examined, and whether there were more.
    private var left: Int
    private var hasMore = false
    /// The evaluations that all rules take together: about a fifth of a second.
    private static let evaluations = 100_000
    /// The most rules that are reviewed. More would take longer to compile than to match.
    private static let mostRules = 5000
    /// The most rules that are looked at for warnings: each is compared with all fields and counts.
    private static let mostChecks = 200
    /// The most warnings.
    private static let most = 3
    /// The records that other readings of a rule are tried on, and the length of the rules that they are tried for.
    private static let sampleSize = 100
    private static let mostTriedBytes = 10_000

    init(_ rules: [(id: String, predicate: CheckedPredicate)]) {
        self.rules = rules
        hasMatched = [Bool](repeating: false, count: rules.count)
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
        if sample.count < Self.sampleSize { sample.append(value) }
        for index in decisions.indices where decisions[index].holds(value, of: record) { hasMatched[index] = true }
    }

    /// Says what was found, first of the rules that could not use most.
    func say(in environment: CommandEnvironment) {
        guard inference.recordCount > 0 else { return }
        var unusable: [ObjectIdentifier: Int] = [:]
        for count in values.counts() { unusable[ObjectIdentifier(count.sites), default: 0] += count.unusable }
        let schema = inference.schema
        let remark = hasMore ? RecordSample.extent(of: inference.recordCount) : nil
        let counts = rules.map { rule in rule.predicate.sites.flatMap { unusable[ObjectIdentifier($0)] } ?? 0 }
        // Equal counts stay in the order of the rules.
        let order = rules.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
        var (told, triedBytes) = (0, 0)
        for index in order.prefix(Self.mostChecks) {
            let (id, predicate) = rules[index]
            var found = UnusableWarnings(of: values, predicate, nil, .likely).predicate?.diagnostics ?? []
            // Each other reading is a whole text that is checked.
            if triedBytes < Self.mostTriedBytes {
                let readings = predicate.findings(in: sample).filter { !$0.isRefutedByMatch || !hasMatched[index] }
                found += readings.map(\.diagnostic)
            }
            triedBytes += predicate.source.utf8.count
            if predicate.schema == nil { found += AbsentNames.of(predicate, in: schema, remark) }
            guard !found.isEmpty else { continue }
            told += 1
            guard told <= Self.most else { continue }
            environment.say(
                PredicateDiagnostics(source: predicate.source, diagnostics: found), name: "rule \(id)", of: ("rule", id)
            )
        }
        guard told > Self.most else { return }
        let rest = "\(told - Self.most) more \(told == Self.most + 1 ? "rule has" : "rules have") such warnings"
        environment.say("warning: " + (rules.count > Self.mostChecks ? "at least " : "") + rest)
    }
}
