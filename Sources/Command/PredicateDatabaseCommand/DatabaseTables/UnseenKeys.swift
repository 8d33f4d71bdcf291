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
        for record in records { inference.add(Keys.of(record)) }
        var warnings: [PredicateDiagnostic] = []
        for unknown in AbsentNames.of(predicate, in: inference.schema, nil)
        where !warnings.contains(where: { $0.range == unknown.range }) {
            let near = unknown.edits.first { $0.range == unknown.range }?.text
            let key = unknown.range.text(in: predicate.source)
            warnings.append(.unseenKey(key, isRoot: false, near: near, at: unknown.range))
        }
        return warnings
    }

    /// An object with nil in place of strings, numbers and the like: a column of objects and other values has the keys of its objects.
    private struct Keys: PredicateRecord {
        let object: any PredicateRecord

        var keys: [String] { object.keys }

        func hasKey(_ key: String) -> Bool { object.hasKey(key) }

        func value(forKey key: String) -> PredicateValue { Self.of(object.value(forKey: key)) }

        static func of(_ value: PredicateValue) -> PredicateValue {
            switch value {
            case .object(let object): .object(Keys(object: object))
            case .list(let elements): .list(elements.map(of))
            default: .null
            }
        }
    }
}
#endif
