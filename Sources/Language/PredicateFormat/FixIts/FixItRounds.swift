import PredicateCore

extension PredicateDiagnostics {
    /// Whether the text has more mistakes than these.
    fileprivate var areCut: Bool {
        diagnostics.contains { $0.notes.contains(where: CheckingMessages.tellsOfMore) }
    }

    /// The diagnostics up to the number that is reported, with a note of the number of others.
    fileprivate var shortened: PredicateDiagnostics {
        let most = PredicateLimits.standard.diagnostics
        guard diagnostics.count > most else { return self }
        var shortened = self
        shortened.diagnostics.removeLast(diagnostics.count - most)
        shortened.diagnostics[most - 1].notes.append(CheckingMessages.leftOut(diagnostics.count - most))
        return shortened
    }
}

/// Applies the fix-its of a predicate in rounds, until no edit is left: a fix can reveal the next mistake.
///
/// The result is an end: fixing it again changes nothing. Rounds that reach no end, because an edit brings the last
/// text back or makes the text longer each time, make no edit at all. Neither does a predicate with more mistakes than
/// are found at once.
package struct FixItRounds {
    /// The text with all fix-its that could be applied.
    package private(set) var text: String
    /// The remaining errors and warnings.
    package private(set) var remaining: PredicateDiagnostics
    /// Whether any fix-it was applied.
    package private(set) var hasChanged = false

    /// The maximum number of rounds. More mistakes do not hide one another.
    package static let most = 12

    /// Fixes a predicate.
    ///
    /// - Parameters:
    ///   - found: the errors and warnings of the text.
    ///   - diagnose: returns the errors and warnings of a fixed text.
    package init<Failure: Error>(
        _ found: PredicateDiagnostics, diagnose: (String) throws(Failure) -> PredicateDiagnostics
    ) throws(Failure) {
        text = found.source
        remaining = found.shortened
        var last = found
        var seen: Set<ExactName> = [ExactName(found.source)]
        for _ in 0...Self.most {
            // Each round would reveal as many mistakes again.
            if last.areCut { return }
            var next: PredicateDiagnostics?
            if let fixed = last.fixed(.error, .warning), !sameCodePoints(fixed, last.source) {
                // The edits lead back to the predicate of an earlier round.
                if !seen.insert(ExactName(fixed)).inserted { return }
                let found = try diagnose(fixed)
                // A usable text is not replaced by an unusable one.
                if last.hasErrors || !found.hasErrors { next = found }
            }
            guard let next else {
                text = last.source
                remaining = last.shortened
                hasChanged = !sameCodePoints(text, found.source)
                return
            }
            last = next
        }
    }

    /// Fixes a predicate whose diagnostics know how it was diagnosed. Otherwise one round is the end.
    package init(_ found: PredicateDiagnostics) {
        self.init(found) { text in
            guard let rediagnosis = found.rediagnosis else {
                return PredicateDiagnostics(source: text, diagnostics: [])
            }
            return PredicateDiagnostics(
                source: text, diagnostics: rediagnosis.diagnose(text), rediagnosing: rediagnosis.diagnose)
        }
    }
}
