/// Draws diagnostics as text.
public struct DiagnosticRenderer: Sendable {
    /// A renderer.
    public init(width: Int = 80, colour: Bool = false) {}
    /// All diagnostics of a text.
    public func render(_ diagnostics: PredicateDiagnostics) -> String {
        diagnostics.diagnostics.map {
            "error: " + $0.message + " " + ($0.hint ?? "") + "\n  " + $0.notes.joined(separator: "\n  ")
        }.joined(separator: "\n")
    }
}
