import PredicateCore
import PredicateFormat

/// Passes the records that satisfy a predicate to a query, and its results to an output.
///
/// The fields of the query are read again from each matching record, unless its value is known. The scan on all threads has
/// already found that it matches and is well-formed. A class, because a pipeline would copy a value for each record.
final class QueryOutput: RecordOutput {
    private let query: CheckedQuery
    var run: QueryRun<Kept>
    private(set) var reader: JSONReader
    /// The keys that the query reads; nil for all.
    let wanted: WantedFields?
    private var results: any RecordOutput
    /// The number of columns before the fields of the record, which are kept; nil if they are not.
    private let keptFields: Int?

    /// Whether no further record could be a result.
    private(set) var isFull: Bool
    /// Whether a record can make it full.
    private let canFill: Bool

    /// A record that may be a result: only its own bytes, not those that were read with it.
    struct Kept {
        var bytes: [UInt8]
        var file: String?
        var isLine: Bool
        /// The value if it has fields that are not in the text.
        var value: PredicateValue?
    }

    init(
        _ query: CheckedQuery, context: EvaluationContext, reader: JSONReader, keeping keptFields: Int? = nil,
        into results: any RecordOutput
    ) {
        self.query = query
        self.keptFields = keptFields
        self.reader = reader
        self.results = results
        run = QueryRun(query, context: context)
        isFull = run.isFull
        canFill = query.isStreaming && query.limit != nil
        wanted = query.readKeys.map { WantedFields($0) }
    }

    func write(_ record: RawRecord, isLine: Bool) throws {
        try take(record, value: try read(record), isKnown: false, isLine: isLine)
    }

    func write(_ record: RawRecord, value: PredicateValue) throws {
        try take(record, value: value, isKnown: true, isLine: true)
    }

    private func take(_ record: RawRecord, value: PredicateValue, isKnown: Bool, isLine: Bool) throws {
        let text = RecordText(record)
        let isResult = run.add(value) {
            Kept(
                bytes: record.bytes, file: record.file, isLine: isLine, value: isKnown ? Optional(value) : Optional.none
            )
        } spelling: { path in
            text.value(at: path)
        }
        if canFill { isFull = run.isFull }
        if isResult { try write(record, text, value, isLine: isLine) }
    }

    private func read(_ record: RawRecord) throws(RecordError) -> PredicateValue {
        guard let wanted else { return try reader.read(record) }
        return try reader.readPartially(record, fields: wanted)
    }

    private func write(_ record: RawRecord, _ text: RecordText, _ value: PredicateValue?, isLine: Bool) throws {
        if query.columns.isEmpty { return try results.write(record, isLine: isLine) }
        var computed: [PredicateValue]?
        var fields: [(name: String, cell: QueryCell)] = []
        for (index, column) in query.columns.enumerated() {
            if let path = column.path, let spelling = text.value(at: path) {
                fields.append((column.name, QueryCell(.null, spelling: spelling)))
                continue
            }
            if computed == nil { computed = run.values(of: try value ?? read(record)) }
            fields.append((column.name, QueryCell(computed?[index] ?? .null)))
        }
        if let keptFields {
            // A column of the same name stands for the field.
            let names = Set(fields.map { ExactName($0.name) })
            let own = text.all.filter { !names.contains(ExactName($0.name)) }
            fields.insert(contentsOf: own, at: min(keptFields, fields.count))
        }
        try write(fields, of: record.file)
    }

    private func write(_ fields: [(name: String, cell: QueryCell)], of file: String? = nil) throws {
        try results.write(RawRecord(fields: fields, file: file), isLine: true)
    }

    func finish() throws {
        for row in run.finish() {
            switch row {
            case .record(let kept):
                let record = RawRecord(bytes: kept.bytes, file: kept.file)
                try write(record, RecordText(record), kept.value, isLine: kept.isLine)
            case .group(let fields): try write(fields)
            }
        }
        try results.finish()
    }

    func finishPart() throws {
        // An order or groups of a part of the records would look complete.
        if query.isStreaming { try results.finishPart() }
    }
}

/// Takes the results of a pipeline: writes them, counts them, or makes others of them.
package protocol RecordOutput {
    /// Writes a record. `isLine` is true if it was a whole line of the input.
    mutating func write(_ record: RawRecord, isLine: Bool) throws
    /// Writes a record whose value is known, with fields that are not in its text.
    mutating func write(_ record: RawRecord, value: PredicateValue) throws
    /// Writes a line of the input as it is, with its line feed, which only the last line may lack.
    ///
    /// - Returns: false if the output needs the record instead, and has written nothing.
    mutating func write(line: UnsafeBufferPointer<UInt8>) throws -> Bool
    /// Writes the remaining output.
    mutating func finish() throws
    /// The same if not all records could be read. Output that would look complete is not written.
    mutating func finishPart() throws
    /// Whether no further record would be written.
    var isFull: Bool { get }
}

extension RecordOutput {
    package mutating func write(_ record: RawRecord, value: PredicateValue) throws { try write(record, isLine: true) }
    package mutating func write(line: UnsafeBufferPointer<UInt8>) throws -> Bool { false }
    package mutating func finishPart() throws { try finish() }
    package var isFull: Bool { false }
}

/// Writes nothing, because only the number of records is wanted.
package struct CountOutput: RecordOutput {
    package init() {}

    package mutating func write(_ record: RawRecord, isLine: Bool) {}
    package mutating func finish() {}
}

/// Passes records to a function until it wants no more.
package struct FunctionOutput: RecordOutput {
    private let take: (RawRecord) throws -> Bool
    package private(set) var isFull = false

    /// - Parameter take: takes a record; false ends the pipeline.
    package init(_ take: @escaping (RawRecord) throws -> Bool) { self.take = take }

    package mutating func write(_ record: RawRecord, isLine: Bool) throws { isFull = try !take(record) }
    package mutating func finish() {}
}
