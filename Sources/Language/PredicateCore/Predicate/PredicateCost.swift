/// The maximum cost of an evaluation of a predicate for one record, known before it runs.
///
/// The bounds hold for every record of the given sizes: an evaluation is never charged more than `mostSteps`
/// (`PredicateLimits.evaluationSteps`). Matches of regular expressions are counted up to their initial number of steps;
/// `PredicateLimits.patternSteps` limits each match beyond that.
public struct PredicateCost: Hashable, Sendable {
    /// The minimum number of steps: none, because work that takes the same time for every record is not charged.
    public let leastSteps: Int
    /// The maximum number of steps; nil if there is no bound.
    public let mostSteps: Int?
    /// The maximum number of bytes of strings and lists in memory in addition to the record; nil if there is no bound.
    public let mostBytes: Int?
    /// The most expensive comparison; nil if nothing is charged.
    public let costliest: Clause?

    /// A comparison of the predicate and its cost.
    public struct Clause: Hashable, Sendable {
        /// Its text, as it prints.
        public let text: String
        /// Its range in the source; nil for a tree that was not parsed.
        public let range: SourceRange?
        /// The maximum number of steps; nil if there is no bound.
        public let mostSteps: Int?
    }

    /// Whether the estimate is at most a number of steps.
    package func isWithin(steps: Int) -> Bool { mostSteps.map { $0 <= steps } ?? false }
}

extension CheckedPredicate {
    /// The maximum cost of an evaluation, by the sizes of records.
    ///
    /// - Parameters:
    ///   - sizes: the sizes of records. Missing sizes come from the schema of the predicate. A field of a Swift type that states
    ///     none counts with 1,000 elements and 4,096 bytes of text, and a result of a registered function with what that declares.
    ///   - bindings: the values of substitution variables. Their actual sizes count.
    public func cost(for sizes: RecordSizes = RecordSizes(), bindings: [String: PredicateValue] = [:]) -> PredicateCost
    {
        let finder = SizeFinder(schema, sizes)
        let known = CoreCost.Sizes(
            record: finder.value(at: []).size, value: schema == nil ? nil : { finder.value(at: $0) },
            bindings: bindings, limits: limits, trustsResults: true)
        let most = CoreCost.most(program, known)
        return PredicateCost(
            leastSteps: 0, mostSteps: Self.count(most.steps), mostBytes: Self.count(most.bytes),
            costliest: costliest(known))
    }

    /// The error of a predicate whose estimate exceeds `PredicateLimits.estimatedCost`.
    var tooCostly: PredicateDiagnostic? {
        guard let limit = limits.estimatedCost else { return nil }
        let cost = cost(for: limits.estimatedRecord)
        if cost.isWithin(steps: limit) { return nil }
        let whole = SourceRange(0, source.utf8.count)
        return .tooCostly(cost.mostSteps, limit: limit, at: cost.costliest?.range ?? tree.range ?? whole)
    }

    private static func count(_ number: Double) -> Int? { number.isFinite ? Int(exactly: number.rounded(.up)) : nil }

    /// The most expensive comparison at the top of the predicate, below AND, OR and NOT.
    private func costliest(_ sizes: CoreCost.Sizes) -> PredicateCost.Clause? {
        var most = 0.0
        var found: PredicateTree?
        var pending = [meaning]
        while let tree = pending.popLast() {
            switch tree.kind {
            case .and(let parts), .or(let parts): pending.append(contentsOf: parts.reversed())
            case .not(let part): pending.append(part)
            case .constant: break
            case .comparison:
                let steps = CoreCost.most(Lowering.lower(tree, library: library), sizes).steps
                if steps > most { (most, found) = (steps, tree) }
            }
        }
        return found.map {
            PredicateCost.Clause(text: $0.predicateFormat, range: $0.range, mostSteps: Self.count(most))
        }
    }
}
