import PredicateFormat
import PredicateRecords

/// Failures that are of no location in a predicate, in the form that diagnostics have in JSON: programs always find an array.
enum FailureDiagnostics {
    /// The array for a failure; its `range` is null, because there is no text that it is about.
    static func json(code: String, message: String) -> String {
        let element: PredicateValue = [
            "code": .string(code), "severity": "error", "message": .string(message), "range": .null,
            "labels": .list([]),
            "edits": .list([]), "notes": .list([]),
        ]
        return RecordWriter.json(.list([element]), layout: .pretty) + "\n"
    }
}
