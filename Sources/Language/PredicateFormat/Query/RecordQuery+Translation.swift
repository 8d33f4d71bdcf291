import PredicateCore

extension RecordQuery {
    /// Checks the query. A part whose only errors are spellings of other languages with one meaning is translated first;
    /// the checked query has the translation.
    ///
    /// - Parameter check: checks the query that it gets.
    /// - Throws: the errors that are no such spellings.
    package func translated(
        _ check: (RecordQuery) throws(RecordQueryDiagnostics) -> CheckedQuery
    ) throws(RecordQueryDiagnostics) -> CheckedQuery {
        var query = self
        // The groups are translated before the parts that read them can be checked.
        for _ in Part.allCases {
            do throws(RecordQueryDiagnostics) {
                return try check(query)
            } catch {
                var isChanged = false
                for found in error.parts {
                    guard let text = found.diagnostics.translated else { continue }
                    query[found.part] = text
                    isChanged = true
                }
                if isChanged { continue }
                var error = error
                for index in error.parts.indices {
                    error.parts[index].diagnostics = error.parts[index].diagnostics.withoutTranslations
                }
                throw error
            }
        }
        return try check(query)
    }
}
