import PredicateFormat
import PredicateRecords

/// The answers of this program to predicates over the same records, by two routes: each record is evaluated by itself,
/// and columns are made of all records as JSON.
package struct EvaluationRoutes: Sendable {
    /// The routes take different records.
    package struct Disagreement: Error, CustomStringConvertible {
        package let description: String
    }

    private let records: [PredicateValue]
    /// The records as they are read from JSON, if that changes them.
    private let reread: [PredicateValue]?
    /// Nil for a schema with decimals, which columns do not hold: every answer would come from the records again.
    private let columns: RecordColumns?

    /// Records of a schema.
    ///
    /// - Parameter isFaithful: whether a record as JSON gives the same answers. Bytes in a field of texts do not: JSON
    ///   has them as their base64.
    package init(_ records: [PredicateValue], schema: RecordSchema, isFaithful: Bool = true) throws {
        self.records = records
        guard RecordShape(schema) == nil else {
            reread = nil
            columns = nil
            return
        }
        var table = RecordTable()
        var reader = JSONReader()
        var reread: [PredicateValue] = []
        for record in records {
            var bytes: [UInt8] = []
            RecordWriter.write(record, to: &bytes)
            let raw = RawRecord(bytes: bytes)
            table.append(raw)
            if !isFaithful { reread.append(try reader.read(raw)) }
        }
        self.reread = isFaithful ? nil : reread
        columns = RecordColumns(table, reader: reader)
    }

    /// The places of the records that a predicate takes.
    ///
    /// - Throws: `Disagreement`.
    package func matches(_ predicate: CheckedPredicate) throws -> [Int] {
        let found = records.indices.filter { predicate.matches(records[$0]) }
        guard let columns else { return found }
        let wanted = reread.map { reread in reread.indices.filter { predicate.matches(reread[$0]) } } ?? found
        let taken = columns.matches(of: predicate, threads: 1)
        guard taken == wanted else {
            throw Disagreement(description: "columns take \(taken), evaluation takes \(wanted)")
        }
        return found
    }
}
