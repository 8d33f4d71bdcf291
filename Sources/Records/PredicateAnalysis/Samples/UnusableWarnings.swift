import PredicateFormat

/// What is said after a run about values that operations could not use.
package struct UnusableWarnings {
    /// The warnings about the predicate, and about the parts of the query.
    package private(set) var predicate: PredicateDiagnostics?
    package private(set) var query: [RecordQueryDiagnostics.Found] = []
    /// The most warnings.
    private static let most = 3
    /// One value of so many, at least, must be unusable for a comparison to be worth a word.
    private static let share = 10

    /// The warnings, those of the most values first.
    ///
    /// - Parameters:
    ///   - values: what a run has counted.
    ///   - predicate: its predicate.
    ///   - query: its query.
    ///   - told: the ranges of the predicate that a warning has already pointed at.
    ///   - isComplete: whether operations are named that could use nearly all values.
    package init(
        of values: UnusableValues, _ predicate: CheckedPredicate, _ query: CheckedQuery?, told: [SourceRange] = [],
        isComplete: Bool
    ) {
        var counts = values.counts().filter { count in
            let isTold =
                count.sites === predicate.sites
                && told.contains { $0.contains(count.site.range) || count.site.range.contains($0) }
            return !isTold && (isComplete || count.isWorthAWord(leastShare: Self.share))
        }
        counts.sort { $0.unused > $1.unused }
        // A text may stand twice in a program, as the bounds of BETWEEN do.
        var known: [ObjectIdentifier: Set<SourceRange>] = [:]
        counts = counts.filter { known[ObjectIdentifier($0.sites), default: []].insert($0.site.range).inserted }
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
    /// Whether the count is said without being asked for. What was written to read values is to read them all.
    fileprivate func isWorthAWord(leastShare: Int) -> Bool {
        switch site.kind {
        case .reading, .aggregate: true
        case .comparison, .calculation: unused * leastShare >= seen
        }
    }
}

/// The expression that reads a value which an operation could not use.
struct UnusableReading {
    let text: String
    /// Whether it takes the place of the operation, and not of its operand.
    let isWhole: Bool

    /// Nil if none is known.
    init?(of count: UnusableValues.Count, _ operand: String, in operation: String) {
        guard case .string(let value) = count.example.value, !operand.hasSuffix("…") else { return nil }
        // The operand of several is not known.
        if count.site.kind == .calculation, count.site.operand == count.site.range { return nil }
        func isNumber(_ text: String) -> Bool { ValueSemantics.cast(.string(text), .number) != .null }
        isWhole = count.site.kind == .reading
        let readsNumbers = operation.hasPrefix("toNumber(") || operation.hasSuffix(", \"NSNumber\")")
        if isWhole {
            guard readsNumbers else { return nil }
        } else if isNumber(value) {
            text = "toNumber(\(operand))"
            return
        }
        guard value.contains(","), isNumber(String(value.filter { $0 != "," })) else { return nil }
        text = "toNumber(replace(\(operand), \",\", \"\"))"
    }
}

extension CheckedPredicate {
    /// The warnings about values of some records that operations of the predicate cannot use.
    ///
    /// - Parameter told: the ranges that other warnings point at.
    package func unusable(in records: [PredicateValue], told: [SourceRange] = []) -> [PredicateDiagnostic] {
        let values = UnusableValues()
        var context = EvaluationContext(limits: limits)
        context.unusable = values
        let compiled = compiled(for: context)
        var run = compiled.makeRun(context: context)
        for record in records { _ = compiled.evaluate(on: record, in: &run) }
        return UnusableWarnings(of: values, self, nil, told: told, isComplete: true).predicate?.diagnostics ?? []
    }
}
