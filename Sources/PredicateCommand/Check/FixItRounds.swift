import PredicateFormat

/// Fixes a text by the edits of what is wrong or doubtful in it, round by round: fixing can bring the next mistake to light.
struct FixItRounds {
    /// The text as far as it could be fixed.
    private(set) var text: String
    /// What is still wrong or doubtful in it.
    private(set) var remaining: PredicateDiagnostics
    /// Whether anything was fixed.
    private(set) var hasChanged = false

    /// How often the text is fixed. Mistakes do not hide behind one another more often than this.
    static let rounds = 5

    /// Fixes a text.
    ///
    /// - Parameter diagnose: everything that is wrong or doubtful in a text.
    init(_ text: String, diagnose: (String) throws(CommandFailure) -> PredicateDiagnostics) throws(CommandFailure) {
        self.text = text
        remaining = try diagnose(text)
        var seen: Set<ExactName> = [ExactName(text)]
        for _ in 0..<Self.rounds {
            guard let fixed = remaining.fixed(.error, .warning), seen.insert(ExactName(fixed)).inserted else {
                return
            }
            let found = try diagnose(fixed)
            // What can be used is not given up for something that cannot.
            if !remaining.hasErrors, found.hasErrors { return }
            self.text = fixed
            remaining = found
            hasChanged = true
        }
    }
}
