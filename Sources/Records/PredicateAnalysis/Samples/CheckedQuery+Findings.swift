import PredicateCore
import PredicateFormat

extension CheckedQuery {
    /// Warnings about the parts of a query that need values in addition to types: numbers written as text in keys, and
    /// quotients of integers.
    ///
    /// - Parameters:
    ///   - records: some of the records; none if only types are known.
    ///   - predicate: what selects the records of the query.
    package func findings(in records: [PredicateValue], selectedBy predicate: CheckedPredicate)
        -> [RecordQueryDiagnostics.Found]
    {
        let selected = Self.selection(of: records, by: predicate)
        var found: [RecordQueryDiagnostics.Found] = []
        for piece in pieces {
            var review = SampleReview(of: piece.expression, in: selected)
            // A constant divisor in a column may well be meant to drop the rest, as in `bytes / 1024`.
            if case .arithmetic(.divide, _, let divisor) = piece.expression.tree.kind,
                piece.function == .sum || piece.function == .average || piece.part == .select && !divisor.isConstant
            {
                review.reviewQuotient(piece.expression.tree)
            }
            if !selected.isEmpty, piece.isOfRecords {
                let isKey = piece.part == .groupBy || [.countDistinct, .distinct, .mode].contains(piece.function)
                if isKey { review.reviewNumbers(piece.expression.tree) }
                review.reviewQuotedName(piece.expression.tree)
                review.reviewCount(piece.expression.tree, in: nil)
                if piece.part == .groupBy { review.reviewListKey(piece.expression.tree) }
                let isValue = piece.function == .min || piece.function == .max
                if isValue || piece.part == .sort {
                    review.reviewTextOrder(of: piece.expression.tree, isValue: isValue)
                }
                review.run()
            }
            let diagnostics = review.findings.map { $0.diagnostic.moved(by: piece.start) }
            found.add(diagnostics, to: piece.part, of: query[piece.part] ?? "")
        }
        return found
    }

    /// The number of matching records that suffices for a review.
    private static let enough = 10

    /// The records that the query is about. If the sample has few, all records stand for them.
    private static func selection(of records: [PredicateValue], by predicate: CheckedPredicate) -> [PredicateValue] {
        if case .constant(true) = predicate.meaning.kind { return records }
        let context = EvaluationContext(limits: predicate.limits)
        let matching = records.filter { predicate.compiled.evaluate(on: $0, context: context) }
        return matching.count >= enough ? matching : records
    }
}

extension [RecordQueryDiagnostics.Found] {
    /// Adds diagnostics to those of the same part.
    mutating func add(_ diagnostics: [PredicateDiagnostic], to part: RecordQuery.Part, of source: String) {
        guard !diagnostics.isEmpty else { return }
        if let index = firstIndex(where: { $0.part == part }) {
            self[index].diagnostics.diagnostics += diagnostics
        } else {
            append(.init(part, PredicateDiagnostics(source: source, diagnostics: diagnostics)))
        }
    }
}
