import PredicateCore
import PredicateFormat

/// Reduces the matching records of a part to those that a query over all parts needs.
///
/// The query runs again over what the parts return, in the order of the parts. A record is left out only if no other
/// part can make it a result: with an order and a limit, a part returns its first records in that order; with distinct
/// results, the first of equal ones. For groups it returns parts of groups that can be joined, or else only the fields that
/// they read.
struct PartQuery: RecordOutput {
    private let query: CheckedQuery
    private var run: QueryRun<[UInt8]>
    private var reader: JSONReader
    /// The keys that the query reads; nil for all.
    private let keys: [String]?
    private let wanted: WantedFields?
    /// Whether the groups are made here.
    private let joinsGroups: Bool
    private let output: PartOutput

    init(
        _ query: CheckedQuery, joinsGroups: Bool, context: EvaluationContext, reader: JSONReader,
        into output: PartOutput
    ) {
        self.output = output
        self.query = query
        self.joinsGroups = joinsGroups && query.isGrouped
        self.reader = reader
        run = QueryRun(query, context: context)
        keys = query.readKeys
        wanted = keys.map { WantedFields($0) }
    }

    /// Whether no further record could be a result of the part.
    var isFull: Bool { !query.isGrouped && run.isFull }

    /// Takes a matching record.
    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        let record = isLine ? record : RawRecord(bytes: record.withBytes { JSONText.compact($0) })
        if query.isGrouped, !joinsGroups {
            let fields = projection(of: record)
            return try fields.withUnsafeBufferPointer { try output.write($0) }
        }
        let value: PredicateValue
        if let wanted {
            value = try reader.readPartially(record, fields: wanted)
        } else {
            value = try reader.read(record)
        }
        if joinsGroups {
            let (keys, depth) = (keys, reader.maximumDepth)
            return run.addToPart(value) { Self.projection(of: record, keys, depth) }
        }
        if run.add(value, payload: { record.bytes }, spelling: { _ in nil }) {
            try record.withBytes { try output.write($0) }
        }
    }

    /// Writes the records that were kept.
    mutating func finish() throws {
        if joinsGroups {
            for part in run.takeParts() where part.count > 0 {
                try PartGroup(part).json.withUnsafeBufferPointer { try output.write($0) }
            }
            return
        }
        if query.isGrouped { return }
        for case .record(let bytes) in run.finish() { try bytes.withUnsafeBufferPointer { try output.write($0) } }
    }

    /// An object with the fields of a record that the query reads, in their spelling.
    private func projection(of record: RawRecord) -> [UInt8] {
        Self.projection(of: record, keys, reader.maximumDepth)
    }

    private static func projection(of record: RawRecord, _ keys: [String]?, _ depth: Int) -> [UInt8] {
        record.withBytes { text in
            guard let keys, let fields = JSONText.fields(of: text, maximumDepth: depth) else {
                return Array(text)
            }
            var bytes: [UInt8] = [UInt8(ascii: "{")]
            for (key, range) in fields where keys.contains(where: { sameCodePoints($0, key) }) {
                if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
                RecordWriter.write(string: key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                bytes.append(contentsOf: text[range])
            }
            bytes.append(UInt8(ascii: "}"))
            return bytes
        }
    }
}
