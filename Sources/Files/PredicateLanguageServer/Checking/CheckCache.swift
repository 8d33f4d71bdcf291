import PredicateFiles
import PredicateFormat

/// The diagnostics of texts that were checked before.
///
/// A keystroke changes one predicate of a file. The others are found again by their text and by what they are checked against, wherever
/// they stand now. What the last two complete checks of a document did not ask for is dropped.
struct CheckCache {
    /// What a result depends on beside the schema.
    private struct Key: Hashable {
        let text: ExactName
        let profile: String
        let isOpen: Bool
        let isExpression: Bool
        let api: SourceCall.API?
        let arguments: [SourceArgument.Kind]?
        let hasOpenArguments: Bool?
        let injectionCount: Int?
        let notation: PredicateNotation?

        init(_ predicate: FoundPredicate) {
            text = ExactName(predicate.text.text)
            profile = predicate.profile
            isOpen = predicate.isOpen
            isExpression = predicate.isExpression
            api = predicate.call?.api
            arguments = predicate.call?.arguments.map(\.kind)
            hasOpenArguments = predicate.call?.hasOpenArguments
            injectionCount = predicate.call?.injections.count
            notation = predicate.notation
        }
    }

    private struct Entry {
        let schema: RecordSchema?
        let diagnostics: [PredicateDiagnostic]
    }

    private var last: [Key: Entry] = [:]
    private var current: [Key: Entry] = [:]
    /// How many texts were checked, for tests.
    private(set) var checkCount = 0

    /// What was found for a predicate before; nil if it has not been checked.
    mutating func diagnostics(of predicate: FoundPredicate) -> [PredicateDiagnostic]? {
        let key = Key(predicate)
        if let entry = current[key], entry.schema == predicate.schema { return entry.diagnostics }
        guard let entry = last[key], entry.schema == predicate.schema else { return nil }
        current[key] = entry
        return entry.diagnostics
    }

    /// Keeps what was found for a predicate.
    mutating func keep(_ diagnostics: [PredicateDiagnostic], of predicate: FoundPredicate) {
        checkCount += 1
        current[Key(predicate)] = Entry(schema: predicate.schema, diagnostics: diagnostics)
    }

    /// A check of all predicates is complete.
    mutating func finishRound() {
        last = current
        current = [:]
    }

    /// Drops everything, because profiles or schemas have changed.
    mutating func removeAll() {
        last = [:]
        current = [:]
    }
}
