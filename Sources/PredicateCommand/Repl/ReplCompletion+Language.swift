import PredicateAnalysis
import PredicateFormat

extension ReplSession {
    /// What may stand at the end of a text of the language: a predicate or an expression as far as it has been typed.
    ///
    /// - Parameters:
    ///   - text: the text up to the cursor.
    ///   - start: where in it the language begins, in bytes.
    ///   - offset: where in its line the text begins, in bytes.
    ///   - subject: whether it is a predicate or an expression.
    ///   - schema: what is known of what it is about, where that is not the records.
    func languageCompletion(
        _ text: String, from start: Int, at offset: Int = 0, as subject: PredicateCompletion.Subject = .predicate,
        schema: RecordSchema?? = nil
    ) -> ReplCompletion {
        let head = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
        let types = bindings.mapValues { ExpressionTree.literal($0).type }
        let completion = PredicateCompletion.candidates(
            in: head, at: head.utf8.count, schema: schema ?? current?.offeredSchema, library: commandLibrary,
            types: types, as: subject)
        let base = offset + start
        // readline replaces one piece before the cursor: where ANY has to go before the list, all that stands between.
        if let only = completion.candidates.first, completion.candidates.count == 1,
            let first = only.additionalEdits.map(\.range.lowerBound).min()
        {
            let whole = completion.inserting(only, in: head)
            return ReplCompletion(
                range: base + first..<base + completion.replacement.upperBound,
                candidates: [.init(String(decoding: whole.utf8.dropFirst(first), as: UTF8.self), label: only.label)])
        }
        return ReplCompletion(
            range: base + completion.replacement.lowerBound..<base + completion.replacement.upperBound,
            candidates: completion.candidates.map { candidate in
                .init(candidate.text, label: candidate.label, suffix: Self.suffix(behind: candidate))
            },
            isOfRecords: completion.candidates.contains { $0.kind == .field || $0.kind == .valueSeen })
    }

    /// A blank behind what is whole. Behind an object the next thing is a point, behind a bracket its content.
    private static func suffix(behind candidate: PredicateCompletion.Candidate) -> String {
        if candidate.isOpen, let last = candidate.text.last, "([{.".contains(last) { return "" }
        if candidate.kind == .field, case .object? = candidate.type?.unwrapped { return "" }
        return " "
    }
}
