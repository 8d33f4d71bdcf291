import PredicateFormat
import PredicateRecords

/// Passes the records that satisfy a predicate to a query, and writes its results.
///
/// The fields of the query are read again from each matching record. The scan on all threads has already found that
/// it matches and is well-formed.
struct QueryOutput: RecordOutput {
    private let query: CheckedQuery
    private var run: QueryRun<Kept>
    private var reader: JSONReader
    /// The keys that the query reads; nil for all.
    private let wanted: WantedFields?
    private var results: any RecordOutput
    /// The number of columns before the fields of the record, which are kept; nil if they are not.
    private let keptFields: Int?

    /// A record that may be a result: only its own bytes, not those that were read with it.
    private struct Kept {
        var bytes: [UInt8]
        var file: String?
        var isLine: Bool
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
        wanted = query.readKeys.map { WantedFields($0) }
    }

    var isFull: Bool { run.isFull }

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        let value = try read(record)
        let text = RecordText(record)
        let isResult = run.add(value) {
            Kept(bytes: record.bytes, file: record.file, isLine: isLine)
        } spelling: { path in
            text.value(at: path)
        }
        if isResult { try write(record, text, value, isLine: isLine) }
    }

    /// Takes some records of a group, which a worker has put together.
    mutating func join(_ part: PartGroup) throws {
        var reader = reader
        let wanted = wanted
        try run.join(part) { bytes in
            let record = RawRecord(bytes: bytes)
            let text = RecordText(record)
            let value = try wanted.map { try reader.readPartially(record, fields: $0) } ?? reader.read(record)
            return QueryRun<Kept>.PartRecord(value: value) { text.value(at: $0) }
        }
    }

    private mutating func read(_ record: RawRecord) throws(RecordError) -> PredicateValue {
        guard let wanted else { return try reader.read(record) }
        return try reader.readPartially(record, fields: wanted)
    }

    private mutating func write(_ record: RawRecord, _ text: RecordText, _ value: PredicateValue?, isLine: Bool) throws
    {
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

    private mutating func write(_ fields: [(name: String, cell: QueryCell)], of file: String? = nil) throws {
        try results.write(RawRecord(fields: fields, file: file), isLine: true)
    }

    mutating func finish() throws {
        for row in run.finish() {
            switch row {
            case .record(let kept):
                let record = RawRecord(bytes: kept.bytes, file: kept.file)
                try write(record, RecordText(record), nil, isLine: kept.isLine)
            case .group(let fields): try write(fields)
            }
        }
        try results.finish()
    }

    mutating func finishPart() throws {
        // An order or groups of a part of the records would look complete.
        if query.isStreaming { try results.finishPart() }
    }
}

/// The text of a record, for the original spelling of its values. Its fields are located once, on first use.
final class RecordText {
    private let record: RawRecord
    private lazy var fields = record.withBytes { Self.fields(of: $0) }

    init(_ record: RawRecord) { self.record = record }

    private static func fields(of text: UnsafeBufferPointer<UInt8>) -> [(key: String, value: Range<Int>)] {
        JSONText.fields(of: text, maximumDepth: PredicateLimits.standard.recordDepth) ?? []
    }

    /// All fields, with the spelling of their values.
    var all: [(name: String, cell: QueryCell)] {
        record.withBytes { bytes in
            fields.map { field in
                let value = JSONText.compact(UnsafeBufferPointer(rebasing: bytes[field.value]))
                return (field.key, QueryCell(.null, spelling: value))
            }
        }
    }

    /// The text of the value at a path of keys, without blanks; nil if there is none, or the path leads through a
    /// value that is not an object.
    func value(at path: [String]) -> [UInt8]? {
        record.withBytes { bytes in
            var text = bytes
            for (depth, key) in path.enumerated() {
                let fields = depth == 0 ? self.fields : Self.fields(of: text)
                guard let field = fields.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) else { return nil }
                text = UnsafeBufferPointer(rebasing: text[field.value])
            }
            return JSONText.compact(text)
        }
    }
}

extension RawRecord {
    /// A result of a query as a line. Values with a spelling keep it.
    ///
    /// - Parameter file: the name of the input of the record that the result shows; nil for a group.
    init(fields: [(name: String, cell: QueryCell)], file: String? = nil) {
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for (index, field) in fields.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            RecordWriter.write(string: field.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            Self.write(field.cell, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        self.init(bytes: bytes, file: file)
    }

    private static func write(_ cell: QueryCell, to bytes: inout [UInt8]) {
        if let spelling = cell.spelling {
            bytes += spelling
        } else if let elements = cell.elements {
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        } else {
            RecordWriter.write(cell.value, to: &bytes)
        }
    }
}

extension PredicateRequest {
    /// The values of variables in a query, each read by its expected type.
    func bindings(of query: RecordQuery, against schema: RecordSchema?) -> NameTable<PredicateValue> {
        guard !variables.isEmpty else { return NameTable() }
        // A sample must not decide how a value is read.
        let known = schema?.origin == .declared ? schema : nil
        let open = try? query.openlyChecked(against: known, library: commandLibrary)
        let types = open?.variableTypes ?? NameTable()
        var bindings = NameTable<PredicateValue>()
        for (name, given) in variables.entries {
            bindings[name] = given.value(as: types[name] ?? .any)
        }
        return bindings
    }
}
