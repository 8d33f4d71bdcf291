import PredicateFormat

/// What is said after a run about values that operations could not use.
package struct UnusableWarnings {
    /// The warnings about the predicate, and about the parts of the query.
    package private(set) var predicate: PredicateDiagnostics?
    package private(set) var query: [RecordQueryDiagnostics.Found] = []
    /// The most warnings.
    private static let most = 3
    /// A comparison is reported by default if at least one value in this many is unusable.
    private static let share = 10

    /// The warnings, those of the most values first.
    ///
    /// - Parameters:
    ///   - values: what a run has counted.
    ///   - predicate: its predicate.
    ///   - query: its query.
    ///   - reported: the ranges of the predicate that a warning has already pointed at.
    ///   - isComplete: whether operations are named that could use nearly all values.
    package init(
        of values: UnusableValues, _ predicate: CheckedPredicate, _ query: CheckedQuery?, reported: [SourceRange] = [],
        isComplete: Bool
    ) {
        var counts = values.counts().filter { count in
            let isReported =
                count.sites === predicate.sites
                && reported.contains { $0.contains(count.site.range) || count.site.range.contains($0) }
            return !isReported && (isComplete || count.isReportedByDefault(leastShare: Self.share))
        }
        counts.sort { $0.unusable > $1.unusable }
        // A text may stand twice in a program, as the bounds of BETWEEN do.
        var known: [ObjectIdentifier: Set<OperationSite>] = [:]
        counts = counts.filter { count in
            var site = count.site
            site.range = site.operand
            return known[ObjectIdentifier(count.sites), default: []].insert(site).inserted
        }
        for count in counts.prefix(isComplete ? .max : Self.most) { add(count, predicate, query) }
    }

    /// Whether there is nothing to say.
    package var isEmpty: Bool { predicate == nil && query.isEmpty }

    private mutating func add(_ count: UnusableValues.Count, _ predicate: CheckedPredicate, _ query: CheckedQuery?) {
        if count.sites === predicate.sites {
            let found = (self.predicate?.diagnostics ?? []) + [.unusable(count, in: predicate.source)]
            return self.predicate = PredicateDiagnostics(source: predicate.source, diagnostics: found)
        }
        guard let query else { return }
        let found: RecordQueryDiagnostics.Found
        if let having = query.grouping?.having, count.sites === having.sites {
            found = .init(
                .having, PredicateDiagnostics(source: having.source, diagnostics: [.unusable(count, in: having.source)])
            )
        } else if let piece = query.pieces.first(where: { $0.expression.sites === count.sites }) {
            let own = PredicateDiagnostic.unusable(count, in: piece.expression.source, by: piece.function)
            found = .init(
                piece.part,
                PredicateDiagnostics(source: query.query[piece.part] ?? "", diagnostics: [own.moved(by: piece.start)]))
        } else {
            return
        }
        if let index = self.query.firstIndex(where: { $0.part == found.part }) {
            self.query[index].diagnostics.diagnostics += found.diagnostics.diagnostics
        } else {
            self.query.append(found)
        }
    }
}

extension UnusableValues.Place {
    /// The place in a message: `orders.ndjson:17`, `record 17 of orders.json`.
    var text: String {
        guard let file else { return isLine ? "line \(number)" : "record \(number)" }
        return isLine ? "\(file):\(number)" : "record \(number) of \(file)"
    }
}

extension UnusableValues.Count {
    /// Whether the count is said without being asked for. What was written to read values is to read them all, and a
    /// number in quotes is one that would count.
    fileprivate func isReportedByDefault(leastShare: Int) -> Bool {
        switch site.kind {
        case .reading, .aggregate: true
        case .comparison, .calculation:
            Double(unusable) * Double(leastShare) >= Double(seen) || example.number != nil
        }
    }
}

/// The expression that reads a value which an operation could not use.
struct UnusableReading {
    let text: String
    /// What it reads, in words: not always the first value.
    let read: String
    /// Whether it takes the place of the operation, and not of its operand.
    let isWhole: Bool

    /// Nil if none is known.
    init?(of count: UnusableValues.Count, _ operand: String) {
        guard count.site.wantsNumber, !count.example.isElement, !operand.hasSuffix("…"),
            case .string(let value) = count.example.number ?? count.example.value
        else { return nil }
        if case .reading = count.site.kind { isWhole = true } else { isWhole = false }
        let isFirst = if case .string(value) = count.example.value { true } else { false }
        read = isFirst ? "such values" : "others, such as \(SampleReview.written(.string(value)))"
        if !isWhole, count.example.number != nil {
            text = "toNumber(\(operand))"
        } else if value.wholeMatch(of: /[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?/) != nil {
            // Values that are numbers are read, too.
            text = "toNumber(replace(toString(\(operand)), \",\", \"\"))"
        } else {
            return nil
        }
    }
}

extension CheckedPredicate {
    /// The warnings about values of some records that operations of the predicate cannot use.
    ///
    /// - Parameter reported: the ranges that other warnings point at.
    package func unusable(in records: [PredicateValue], reported: [SourceRange] = []) -> [PredicateDiagnostic] {
        let values = UnusableValues()
        var context = EvaluationContext(limits: limits)
        context.unusable = values
        let compiled = compiled(for: context)
        var run = compiled.makeRun(context: context)
        run.allowance = SampleReview.steps(limits, records)
        for record in records {
            _ = compiled.evaluate(on: record, in: &run)
            // Warnings delay no answer.
            if run.isStopped { return [] }
        }
        return UnusableWarnings(of: values, self, nil, reported: reported, isComplete: true).predicate?.diagnostics
            ?? []
    }
}
