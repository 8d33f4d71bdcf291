import PredicateFormat

/// Applies the fix-its of errors and warnings to a text, in rounds: a fix can reveal the next mistake.
struct FixItRounds {
    /// The text with all fix-its that could be applied.
    private(set) var text: String
    /// The remaining errors and warnings.
    private(set) var remaining: PredicateDiagnostics
    /// Whether any fix-it was applied.
    private(set) var hasChanged = false

    /// The maximum number of rounds. More mistakes do not hide behind one another.
    static let rounds = 5

    /// Fixes a text.
    ///
    /// - Parameter diagnose: returns the errors and warnings of a text.
    init(_ text: String, diagnose: (String) throws(CommandFailure) -> PredicateDiagnostics) throws(CommandFailure) {
        self.text = text
        remaining = try diagnose(text)
        var seen: Set<ExactName> = [ExactName(text)]
        for _ in 0..<Self.rounds {
            guard let fixed = remaining.fixed(.error, .warning), seen.insert(ExactName(fixed)).inserted else {
                return
            }
            let found = try diagnose(fixed)
            // A usable text is not replaced by an unusable one.
            if !remaining.hasErrors, found.hasErrors { return }
            self.text = fixed
            remaining = found
            hasChanged = true
        }
    }
}
