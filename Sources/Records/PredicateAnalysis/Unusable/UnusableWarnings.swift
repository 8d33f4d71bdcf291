import PredicateCore
import PredicateFormat

/// What is said after a run about values that operations could not use.
package struct UnusableWarnings {
    /// The warnings about the predicate, and about the parts of the query.
    package private(set) var predicate: PredicateDiagnostics?
    package private(set) var query: [RecordQueryDiagnostics.Found] = []
    /// The most warnings.
    private static let most = 3

    /// Which operations are named.
    package enum Choice {
        /// All that could not use a value.
        case all
        /// Those that the user wrote to read values, that could use a number in quotes, or that could not use at least one
        /// value in ten.
        case likely
        /// The same without regard to the number of values.
        case meant
    }

    /// The warnings, those of the most values first.
    ///
    /// - Parameters:
    ///   - values: what a run has counted.
    ///   - predicate: its predicate.
    ///   - query: its query.
    ///   - reported: the ranges of the predicate that a warning has already pointed at.
    ///   - choice: which operations are named.
    package init(
        of values: UnusableValues, _ predicate: CheckedPredicate?, _ query: CheckedQuery?, reported: [SourceRange] = [],
        _ choice: Choice
    ) {
        var counts = values.counts().filter { count in
            let isReported =
                count.sites === predicate?.sites
                && reported.contains { $0.contains(count.site.range) || count.site.range.contains($0) }
            return !isReported && count.isNamed(by: choice)
        }
        counts.sort { ($0.unusable, $0.seen) > ($1.unusable, $1.seen) }
        // A string may occur twice in a program, as the bounds of BETWEEN do.
        var known: [ObjectIdentifier: Set<OperationSite>] = [:]
        counts = counts.filter { count in
            var site = count.site
            site.range = site.operand
            return known[ObjectIdentifier(count.sites), default: []].insert(site).inserted
        }
        for count in counts.prefix(choice == .all ? .max : Self.most) { add(count, predicate, query) }
    }

    /// Whether there is nothing to say.
    package var isEmpty: Bool { predicate == nil && query.isEmpty }

    private mutating func add(_ count: UnusableValues.Count, _ predicate: CheckedPredicate?, _ query: CheckedQuery?) {
        if let predicate, count.sites === predicate.sites {
            let found = (self.predicate?.diagnostics ?? []) + [.unusable(count, in: predicate.source)]
            return self.predicate = PredicateDiagnostics(source: predicate.source, diagnostics: found)
        }
        guard let query else { return }
        if let having = query.grouping?.having, count.sites === having.sites {
            self.query.add([.unusable(count, in: having.source)], to: .having, of: having.source)
        } else if let piece = query.pieces.first(where: { $0.expression.sites === count.sites }) {
            let own = PredicateDiagnostic.unusable(count, in: piece.expression.source, by: piece.function)
            self.query.add([own.moved(by: piece.start)], to: piece.part, of: query.query[piece.part] ?? "")
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
    /// Whether a choice names the operation. A function that was written to read values is meant to read them all. A
    /// number in quotes would count, as would the number that a string spells.
    fileprivate func isNamed(by choice: UnusableWarnings.Choice) -> Bool {
        switch (choice, site.kind) {
        case (.all, _), (_, .reading), (_, .aggregate): true
        case (_, .comparison) where site.wanted == .text: true
        case (.likely, _): unusable * 10 >= seen || example.number != nil
        case (.meant, _): example.number != nil
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
        if case .reading = count.site.kind { isWhole = true } else { isWhole = false }
        let example = count.example.number ?? count.example.value
        let isFirst = example == count.example.value
        read = isFirst ? "such values" : "others, such as \(SampleReview.written(example))"
        guard !operand.hasSuffix("…"), !count.example.isElement else { return nil }
        switch (count.site.wanted, example) {
        case (.number, .string(let value)) where NumberText.ungrouped(value).flatMap(NumberText.number) != nil:
            // Values that are numbers are read, too.
            text = "toNumber(replace(toString(\(operand)), \",\", \"\"))"
        case (.number, .string) where !isWhole && count.example.number != nil: text = "toNumber(\(operand))"
        case (.date, let time):
            guard let unit = UnixUnit(suggestedBy: [time]) else { return nil }
            text = unit.call(of: operand)
        case (.numberBesideText, let number) where number.isNumeric: text = "toNumber(\(operand))"
        case (.text, let number) where number.isNumeric: text = "toString(\(operand))"
        default: return nil
        }
    }
}

extension CheckedPredicate {
    /// The warnings about values of some records that operations of the predicate cannot use.
    ///
    /// - Parameters:
    ///   - reported: the ranges that other warnings point at.
    ///   - choice: which operations are named.
    package func unusable(
        in records: [PredicateValue], reported: [SourceRange] = [], _ choice: UnusableWarnings.Choice = .all
    ) -> [PredicateDiagnostic] {
        let values = UnusableValues()
        var context = EvaluationContext(limits: limits)
        context.unusable = values
        let compiled = compiled(for: context)
        var run = compiled.makeRun(context: context)
        run.allowance = SampleReview.steps(limits, records)
        for record in records {
            _ = compiled.evaluate(on: record, in: &run)
            // Warnings delay no answer.
            if run.isStopped { break }
        }
        return UnusableWarnings(of: values, self, nil, reported: reported, choice).predicate?.diagnostics ?? []
    }

    /// Warnings about the values that operations of the predicate could not use, those of the most values first. An edit
    /// writes the expression that reads them, if one is known.
    ///
    /// - Parameter values: what evaluations have counted. They must have ended.
    public func warnings(about values: UnusableValues) -> [PredicateDiagnostic] {
        UnusableWarnings(of: values, self, nil, .all).predicate?.diagnostics ?? []
    }
}

extension CheckedQuery {
    /// Warnings about the values that operations of the predicate and of other parts could not use, part by part.
    ///
    /// - Parameter values: what an evaluation of the query has counted. It must have ended.
    public func warnings(about values: UnusableValues) -> [RecordQueryDiagnostics.Found] {
        let found = UnusableWarnings(of: values, predicate, self, .all)
        return (found.predicate.map { [.init(.predicate, $0)] } ?? []) + found.query
    }
}
