import PredicateFormat
import PredicateRecords

/// The fields that `--omit` leaves out of records: keys, or paths of keys with dots.
struct OmittedFields {
    /// The keys as given, in their order.
    private(set) var names: [String] = []
    /// The keys of this level.
    private var keys: Set<ExactName> = []
    /// What is left out of the objects under a key.
    private var nested: [ExactName: OmittedFields] = [:]

    /// The fields of lists such as `name,country.code`.
    init(_ lists: [String]) {
        for list in lists {
            for name in list.split(separator: ",") {
                let name = String(name).trimmingBlanks
                if !name.isEmpty { add(name) }
            }
        }
    }

    private init() {}

    private mutating func add(_ name: String) {
        names.append(name)
        add(name, parts: name.split(separator: ".").map(String.init)[...])
        // A key may itself contain a dot.
        keys.insert(ExactName(name))
    }

    private mutating func add(_ name: String, parts: ArraySlice<String>) {
        guard let first = parts.first else { return }
        if parts.count == 1 {
            keys.insert(ExactName(first))
            return
        }
        var inner = nested[ExactName(first)] ?? OmittedFields()
        inner.add(name, parts: parts.dropFirst())
        nested[ExactName(first)] = inner
    }

    var isEmpty: Bool { names.isEmpty }

    /// Whether a field of records is left out as a whole.
    func contains(_ name: String) -> Bool { keys.contains(ExactName(name)) }

    /// An object without the fields.
    ///
    /// - Parameters:
    ///   - path: the keys that lead to the object, each with a dot after it.
    ///   - seen: gets the names that were left out.
    fileprivate func removed(
        from json: UnsafeBufferPointer<UInt8>, path: String = "", seen: inout Set<String>
    ) -> [UInt8] {
        let depth = PredicateLimits.standard.recordDepth
        guard let fields = JSONText.fields(of: json, maximumDepth: depth) else { return JSONText.compact(json) }
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        for field in fields {
            if contains(field.key) {
                seen.insert(path + field.key)
                continue
            }
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            RecordWriter.write(string: field.key, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            let value = UnsafeBufferPointer(rebasing: json[field.value])
            if let inner = nested[ExactName(field.key)] {
                // As deep as the paths of the command line.
                bytes += inner.removed(from: value, path: path + field.key + ".", seen: &seen)
            } else {
                bytes += JSONText.compact(value)
            }
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}

/// Leaves fields out of the records before they are written.
struct OmittingOutput: RecordOutput {
    private let fields: OmittedFields
    private var results: any RecordOutput
    private let environment: CommandEnvironment
    /// The fields that were left out of some record, and those of the first record.
    private var seen: Set<String> = []
    private var known: [String]?

    init(_ fields: OmittedFields, into results: any RecordOutput, in environment: CommandEnvironment) {
        self.fields = fields
        self.results = results
        self.environment = environment
    }

    var isFull: Bool { results.isFull }

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        if known == nil {
            known = record.withBytes {
                JSONText.fields(of: $0, maximumDepth: PredicateLimits.standard.recordDepth)?.map(\.key) ?? []
            }
        }
        let bytes = record.withBytes { fields.removed(from: $0, seen: &seen) }
        try results.write(RawRecord(bytes: bytes, file: record.file), isLine: true)
    }

    mutating func finish() throws {
        try results.finish()
        sayUnknown()
    }

    mutating func finishPart() throws { try results.finishPart() }

    /// Says which of the fields no record had: the name may be misspelt, and the field then written.
    private func sayUnknown() {
        guard let known else { return }
        for name in fields.names where !seen.contains(name) {
            environment.say(
                "warning: --omit: no record that was written has a field `\(SafeText.plain(name))`"
                    + known.hint(for: name))
        }
    }
}

/// Adds the name of its file to each record, as its first field.
struct FileNameOutput: RecordOutput {
    /// The usual name of the field.
    static let field = "filename"

    let field: String
    var results: any RecordOutput

    var isFull: Bool { results.isFull }

    mutating func write(_ record: RawRecord, isLine: Bool) throws {
        let bytes = try record.withBytes { json in
            guard let fields = JSONText.fields(of: json, maximumDepth: PredicateLimits.standard.recordDepth) else {
                return JSONText.compact(json)
            }
            if fields.contains(where: { sameCodePoints($0.key, field) }) {
                throw CommandFailure(
                    .data,
                    "error: a record already has a field `\(SafeText.plain(field))`; to add the file's name under another name, use --filename-field"
                )
            }
            var bytes: [UInt8] = [UInt8(ascii: "{")]
            RecordWriter.write(string: field, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            RecordWriter.write(string: record.file ?? "", to: &bytes)
            let rest = JSONText.compact(json).dropFirst()
            if !fields.isEmpty { bytes.append(UInt8(ascii: ",")) }
            bytes += rest
            return bytes
        }
        try results.write(RawRecord(bytes: bytes, file: record.file), isLine: true)
    }

    mutating func finish() throws { try results.finish() }
    mutating func finishPart() throws { try results.finishPart() }
}
