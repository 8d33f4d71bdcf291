import PredicateFormat
import PredicateRecords

/// Failures without a location in a predicate, in the JSON form of diagnostics, so that programs always find an
/// array.
enum FailureDiagnostics {
    /// The array for a failure. Its `range` is null, because the failure is not about a text.
    static func json(code: String, message: String) -> String {
        let element: PredicateValue = [
            "code": .string(code), "severity": "error", "message": .string(message), "range": .null,
            "labels": .list([]),
            "edits": .list([]), "notes": .list([]),
        ]
        return RecordWriter.json(.list([element]), layout: .pretty) + "\n"
    }
}
