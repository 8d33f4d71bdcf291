import PredicateFormat
import PredicateRecords

/// The type of a column that Spark reads, of a field in it, or of an element.
indirect enum SparkRowType: Hashable {
    case boolean
    /// A whole number of up to 64 bits.
    case integer
    /// A double, or a float, which becomes the double of the same value.
    case double(isSingle: Bool)
    case decimal
    case string
    case binary
    /// A day. It reads as its first instant in UTC.
    case date
    /// An instant; without a zone, in UTC.
    case timestamp(hasZone: Bool)
    /// What reads as the text that Spark makes of it: a time of day, an interval.
    case text
    /// A value of any form.
    case variant
    /// The type of a column that holds only NULL.
    case null
    case array(SparkRowType)
    /// A map whose keys are text, or become it. No two keys of one map become the same text.
    case map(hasTextKeys: Bool, SparkRowType)
    case structure([SparkRowField])

    /// The type of a part of a schema as Spark writes it in JSON, without what has no form in JSON; nil if nothing is left.
    ///
    /// - Parameters:
    ///   - path: the name of the column or field.
    ///   - lost: receives the paths of the parts that are left out, with their types.
    init?(json: PredicateValue, _ path: String, _ lost: inout [(path: String, type: String)]) {
        var found: SparkRowType?
        switch (json.text, json["type"].text) {
        case (let name?, _): found = SparkRowType(named: name)
        case (_, "array"):
            guard let element = SparkRowType(json: json["elementType"], path, &lost) else { return nil }
            found = .array(element)
        case (_, "map"):
            var ofKeys: [(path: String, type: String)] = []
            let hasTextKeys: Bool
            switch SparkRowType(json: json["keyType"], path, &ofKeys) {
            case .string: hasTextKeys = true
            case .boolean, .integer, .decimal, .date, .timestamp: hasTextKeys = false
            default:
                lost.append((path, "map"))
                return nil
            }
            guard let value = SparkRowType(json: json["valueType"], path, &lost) else { return nil }
            found = .map(hasTextKeys: hasTextKeys, value)
        case (_, "struct"): found = .structure(SparkRowField.fields(of: json, path, &lost))
        default: break
        }
        guard let found else {
            lost.append((path, json.text ?? json["type"].text ?? "of no known form"))
            return nil
        }
        self = found
    }

    private init?(named name: String) {
        let word = String(name.unicodeScalars.prefix { ("a"..."z").contains($0) || $0 == "_" })
        switch word {
        case "boolean": self = .boolean
        case "byte", "short", "integer", "long": self = .integer
        case "double": self = .double(isSingle: false)
        case "float": self = .double(isSingle: true)
        case "decimal": self = .decimal
        case "string", "char", "varchar": self = .string
        case "binary": self = .binary
        case "date": self = .date
        case "timestamp", "timestamp_ntz", "timestamp_ltz": self = .timestamp(hasZone: word != "timestamp_ntz")
        case "time", "interval": self = .text
        case "variant": self = .variant
        case "void", "null": self = .null
        default: return nil
        }
    }
}

/// A column, or a field of a struct.
struct SparkRowField: Hashable {
    var name: String
    var type: SparkRowType
    /// Whether it may be NULL.
    var isOptional: Bool
    /// Whether its strings compare by their code points: neither a collation nor `char(n)` says otherwise.
    var isPlain = true

    /// The fields of a struct as Spark writes it in JSON, without what has no form in JSON.
    static func fields(
        of json: PredicateValue, _ path: String, _ lost: inout [(path: String, type: String)]
    ) -> [SparkRowField] {
        (json["fields"].elements ?? []).compactMap { field in
            guard let name = field["name"].text,
                let type = SparkRowType(json: field["type"], path.isEmpty ? name : path + "." + name, &lost)
            else { return nil }
            let isPlain = ["__CHAR_VARCHAR_TYPE_STRING", "__COLLATIONS"].allSatisfy { field["metadata"][$0] == .null }
            return SparkRowField(
                name: name, type: type, isOptional: field["nullable"] != .boolean(false), isPlain: isPlain)
        }
    }
}

/// The columns of the rows that Spark reads.
struct SparkColumns {
    /// The columns that have a form in JSON, in their order.
    let columns: [SparkRowField]
    /// What has no form in JSON, and is left out.
    let lost: [(path: String, type: String)]
    /// The name of the type of a row.
    static let rowName = "row"

    /// The columns of a schema as Spark writes it in JSON.
    ///
    /// - Throws: if it is not such a schema.
    init(json: [UInt8]) throws(CommandFailure) {
        var reader = JSONReader()
        guard let value = try? reader.read(RawRecord(bytes: json)), value["type"].text == "struct" else {
            throw CommandFailure(.internalError, "error: the cluster's description of the columns is damaged")
        }
        var lost: [(path: String, type: String)] = []
        columns = SparkRowField.fields(of: value, "", &lost)
        self.lost = lost
    }

    /// The types of the records.
    var schema: RecordSchema {
        var types: [RecordType] = []
        var names: Set<String> = []
        func named(_ path: String) -> String {
            var name = path
            while !names.insert(name).inserted { name += " " }
            return name
        }
        func type(of fields: [SparkRowField], _ path: String) -> String {
            let name = named(path)
            let members = fields.map { field in
                let own = valueType(field.type, path == Self.rowName ? field.name : path + "." + field.name)
                // JSON leaves nothing to tell a value that has no form, such as NaN, from NULL.
                return RecordField(field.name, field.isOptional || field.type.mayLackForm ? own.orNil : own)
            }
            types.append(RecordType(name, fields: members))
            return name
        }
        func valueType(_ own: SparkRowType, _ path: String) -> ValueType {
            switch own {
            case .boolean: .boolean
            case .integer: .integer
            case .double: .double
            case .decimal: .decimal
            case .string, .text: .string
            case .binary: .data
            case .date, .timestamp: .date
            case .null, .variant: .any
            // Spark tells whether elements may be NULL, but what it tells of files is always that they may.
            case .array(let element): .list(valueType(element, path).orNil)
            case .map(_, let value): .dictionary(valueType(value, path).orNil)
            case .structure(let fields): .object(type(of: fields, path))
            }
        }
        let root = type(of: columns, Self.rowName)
        return RecordSchema(root: root, types: types)
    }
}

extension SparkColumns {
    /// The columns that a run reads.
    ///
    /// - Parameter writesRecords: whether whole records are written.
    func needed(for prepared: FilterPreparation.Prepared, writesRecords: Bool) -> [SparkRowField] {
        guard !writesRecords, var keys = prepared.predicate.uses.topLevelKeys else { return columns }
        if let query = prepared.query {
            // Without a selection or groups, whole records are written, unless they are only counted.
            guard !query.columns.isEmpty || query.isGrouped, let read = query.readKeys else { return columns }
            keys += read
        }
        let wanted = Set(keys.map(ExactName.init))
        return columns.filter { wanted.contains(ExactName($0.name)) }
    }
}

extension SparkRowType {
    /// Whether some values read as nil: numbers that are not finite, and times beyond the years 0 to 9999.
    var mayLackForm: Bool {
        switch self {
        case .double, .date, .timestamp, .null, .variant: true
        default: false
        }
    }
}
