#if SQLite || PostgreSQL
import PredicateFormat
import PredicateRecords

/// The records of the files of an import, one after another.
struct ImportRecords {
    let request: PredicateRequest
    let environment: CommandEnvironment

    /// Calls a function with each record and its number, from 1. Returns the number of records.
    ///
    /// - Throws: `CommandFailure` for a bad record, for one that does not fit its columns, and if the input cannot be read.
    @discardableResult
    func forEach(_ body: (PredicateValue, Int) throws -> Void) throws -> Int {
        var reader = JSONReader()
        reader.requiresObjects = true
        var count = 0
        try request.forEachRecord(in: environment) { raw in
            let record = try reader.read(raw)
            count += 1
            do {
                try body(record, count)
            } catch let misfit as ImportLayout.Misfit {
                throw misfit.failure(at: raw)
            }
            return true
        }
        return count
    }
}
#endif
