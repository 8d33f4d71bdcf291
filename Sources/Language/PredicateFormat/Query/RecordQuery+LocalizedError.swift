import PredicateCore
import PredicatePlatform

extension RecordQueryDiagnostics: LocalizedError {
    /// The first error in one line, after the name of its part. It is in English.
    public var errorDescription: String? {
        let found = parts.first { $0.diagnostics.hasErrors } ?? parts.first
        return found.map { "\($0.part.rawValue): \($0.diagnostics.errorDescription ?? "")" }
    }
}
