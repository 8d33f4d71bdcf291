import PredicateFormat

/// Mends a text by the edits of what is wrong or doubtful in it, round by round: mending can bring the next mistake to light.
struct PredicateMending {
    /// The text as far as it could be mended.
    private(set) var text: String
    /// What is still wrong or doubtful in it.
    private(set) var remaining: PredicateDiagnostics
    /// Whether anything was mended.
    private(set) var hasChanged = false

    /// How often the text is mended. Mistakes do not hide behind one another more often than this.
    static let rounds = 5

    /// Mends a text.
    ///
    /// - Parameter diagnose: everything that is wrong or doubtful in a text.
    init(_ text: String, diagnose: (String) throws(CommandFailure) -> PredicateDiagnostics) throws(CommandFailure) {
        self.text = text
        remaining = try diagnose(text)
        var seen: Set<ExactName> = [ExactName(text)]
        for _ in 0..<Self.rounds {
            guard let mended = remaining.mended(.error, .warning), seen.insert(ExactName(mended)).inserted else {
                return
            }
            let found = try diagnose(mended)
            // What can be used is not given up for something that cannot.
            if !remaining.hasErrors, found.hasErrors { return }
            self.text = mended
            remaining = found
            hasChanged = true
        }
    }
}
