import PredicateFormat

extension FoundPredicate {
    /// Diagnostics of the predicate with ranges and edits of the file, in the notation and the words of the file.
    func located(_ diagnostics: [PredicateDiagnostic]) -> [PredicateDiagnostic] {
        let messages = diagnostics.isEmpty ? nil : notation?.messages(about: original.text)
        return diagnostics.map { located($0, messages) }
    }

    private func located(
        _ diagnostic: PredicateDiagnostic, _ messages: PredicateNotation.Messages?
    ) -> PredicateDiagnostic {
        var diagnostic = diagnostic
        // A binary file has no locations: the ranges stay those of the predicate.
        if text.style == .binary {
            diagnostic.edits = []
        } else {
            diagnostic = diagnostic.located(in: text) { replacement(of: $0.range, with: $0.text) }
        }
        guard let messages else { return diagnostic }
        diagnostic.message = messages.restored(diagnostic.message)
        diagnostic.hint = diagnostic.hint.map(messages.restored)
        diagnostic.notes = diagnostic.notes.map(messages.restored)
        diagnostic.labels = diagnostic.labels.map { .init(messages.restored($0.message), at: $0.range) }
        return diagnostic
    }

    /// The edit of the file that replaces a range of the predicate; nil if the file's form or the notation cannot hold it.
    private func replacement(of range: SourceRange, with replacement: String) -> (range: Range<Int>, text: String)? {
        guard let notation else { return text.replacement(of: range, with: replacement) }
        // An item of the notation is replaced as a whole.
        let whole = text.map.wholeUnits(around: range)
        guard whole != range else { return text.replacement(of: range, with: notation.restored(replacement)) }
        let head = SourceRange(whole.lowerBound, range.lowerBound).text(in: text.text)
        let tail = SourceRange(range.upperBound, whole.upperBound).text(in: text.text)
        let changed = head + replacement + tail
        let restored = notation.restored(changed)
        // A value that a placeholder stands for is no part of the file.
        guard !sameCodePoints(restored, changed) else { return nil }
        return text.replacement(of: whole, with: restored)
    }
}
