/// Draws diagnostics as text.
public struct DiagnosticRenderer: Sendable {
    /// A renderer.
    public init() {}
    /// All diagnostics of a text.
    public func render(_ diagnostics: PredicateDiagnostics) -> String {
        diagnostics.diagnostics.map(\.message).joined(separator: "\n")
    }
}
