#if Command && (SQLite || PostgreSQL)
import PredicateFormat
import PredicateRecords

/// Keys below a column of JSON that no record of a sample has.
///
/// The types of a table are declared, but not what is in such a column: a misspelt key is nil for every record.
enum UnseenKeys {
    /// The warnings about a predicate that fits what the table declares, in the order of the text. Whatever else it names is
    /// in a column of JSON.
    static func warnings(_ predicate: CheckedPredicate, in records: [PredicateValue]) -> [PredicateDiagnostic] {
        var inference = SchemaInference()
        for record in records { inference.add(record) }
        var warnings: [PredicateDiagnostic] = []
        for unknown in AbsentNames.of(predicate, in: inference.schema, nil)
        where !warnings.contains(where: { $0.range == unknown.range }) {
            let near = unknown.edits.first { $0.range == unknown.range }?.text
            let key = unknown.range.text(in: predicate.source)
            warnings.append(.unseenKey(key, isRoot: false, near: near, at: unknown.range))
        }
        return warnings
    }
}
#endif
