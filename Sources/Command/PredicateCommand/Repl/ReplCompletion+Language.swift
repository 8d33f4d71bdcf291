import PredicateAnalysis
import PredicateFormat

extension ReplSession {
    /// The candidates at the end of a text of the language: the beginning of a predicate or an expression.
    ///
    /// - Parameters:
    ///   - text: the text up to the cursor.
    ///   - start: the start of the language text in it, in bytes.
    ///   - offset: the start of the text in its line, in bytes.
    ///   - subject: whether it is a predicate or an expression.
    ///   - schema: the types of its subject, if the subject is not a record.
    ///   - onlyFields: whether only fields are candidates.
    func languageCompletion(
        _ text: String, from start: Int, at offset: Int = 0, as subject: PredicateCompletion.Subject = .predicate,
        schema: RecordSchema?? = nil, onlyFields: Bool = false
    ) -> ReplCompletion {
        let head = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
        var types = bindings.mapValues { ExpressionTree.literal($0).type }
        if let last = lastResult, head.utf8.contains(UInt8(ascii: "$")) {
            // Its fields are known by the types of its records, which are not those of other records.
            let root = last.data === current ? current?.offeredSchema?.root : nil
            types["_"] = .list(root ?? .any)
        }
        var completion = PredicateCompletion.candidates(
            in: head, at: head.utf8.count, schema: schema ?? current?.offeredSchema, library: commandLibrary,
            types: types, as: subject)
        if onlyFields { completion.candidates.removeAll { $0.kind != .field } }
        // The result may be a condition too.
        for index in completion.candidates.indices where completion.candidates[index].text == "$_." {
            completion.candidates[index].text = "$_"
        }
        let base = offset + start
        // readline replaces one range before the cursor. If ANY must be inserted before the list, the range begins
        // there.
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

    /// A space after a complete candidate. An object continues with a dot, a bracket with its contents.
    private static func suffix(behind candidate: PredicateCompletion.Candidate) -> String {
        if candidate.text == "$_" { return "" }
        if candidate.isOpen, let last = candidate.text.last, "([{.".contains(last) { return "" }
        if candidate.kind == .field, case .object? = candidate.type?.unwrapped { return "" }
        return " "
    }
}
