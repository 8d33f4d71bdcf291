import PredicatePlatform

extension PredicateDiagnostics: LocalizedError {
    /// The first error in one line, for a log or an alert: its message, and the hint if there is one. It is in English.
    public var errorDescription: String? {
        guard let first = diagnostics.first(where: { $0.severity == .error }) ?? diagnostics.first else { return nil }
        let others = diagnostics.count { $0.severity == .error } - 1
        return first.message + (first.hint.map { " (\($0))" } ?? "") + (others > 0 ? ", and \(others) more" : "")
    }
}
