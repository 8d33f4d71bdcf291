import PredicateRecords

/// Finds values that do not conform to a declared schema. They are mismatches, not errors (D61).
final class SchemaConformance {
    /// A value that does not conform.
    struct Mismatch: CustomStringConvertible {
        var field: String
        var expected: ValueType
        var location = ""

        var description: String { "\(location): `\(field)` is not \(expected.phrase)" }
    }

    private let schema: RecordSchema
    private var first: Mismatch?
    private var count = 0
    /// The fields that the predicate reads; nil for all.
    private let fields: Set<ExactName>?

    init(_ schema: RecordSchema, fields: [String]?) {
        self.schema = schema
        self.fields = fields.map { Set($0.map { ExactName($0) }) }
    }

    /// Counts a record with a value that does not conform to the schema.
    func check(_ value: PredicateValue, of record: RawRecord) {
        guard var mismatch = mismatch(of: value) else { return }
        count += 1
        guard first == nil else { return }
        mismatch.location = (record.file.map { $0 + ":" } ?? "line ") + "\(record.line)"
        first = mismatch
    }

    /// How many records do not conform; nil if all do.
    var sentence: String? {
        first.map {
            "\(count) \(count == 1 ? "record does" : "records do") not conform to the schema; the first: \($0)"
        }
    }

    /// The first value of a record that does not conform to the schema.
    func mismatch(of record: PredicateValue) -> Mismatch? { mismatch(record, schema.root, "SELF", isTop: true) }

    private func mismatch(_ value: PredicateValue, _ type: ValueType, _ path: String, isTop: Bool = false) -> Mismatch?
    {
        if case .null = value { return type.isOptional ? nil : Mismatch(field: path, expected: type) }
        switch (type.unwrapped, value) {
        case (.any, _), (.boolean, .boolean), (.integer, .integer), (.integer, .decimal), (.double, .integer),
            (.double, .double),
            (.double, .decimal), (.decimal, .decimal), (.decimal, .integer), (.decimal, .double), (.string, .string),
            (.url, .string):
            return nil
        case (.integer, .double(let number)):
            return number == number.rounded() ? nil : Mismatch(field: path, expected: type)
        case (.dateTime, .string), (.uuid, .string), (.data, .string), (.date, .string):
            return isReadable(value, as: type.unwrapped) ? nil : Mismatch(field: path, expected: type)
        case (.enumeration(let enumeration), _):
            return enumeration.allows(value) ? nil : Mismatch(field: path, expected: type)
        case (.list(let element), .list(let values)), (.set(let element), .list(let values)):
            for value in values { if let found = mismatch(value, element, path) { return found } }
            return nil
        case (.dictionary(let element), .object(let record)):
            for key in record.keys {
                if let found = mismatch(record.value(forKey: key), element, path + "." + key) { return found }
            }
            return nil
        case (.object(let name), .object(let record)):
            guard let fields = schema.types[name]?.fields else { return nil }
            for field in fields where !isTop || self.fields?.contains(ExactName(field.name)) != false {
                let inner = isTop ? field.name : path + "." + field.name
                if let found = mismatch(record.value(forKey: field.name), field.type, inner) { return found }
            }
            return nil
        default: return Mismatch(field: path, expected: type)
        }
    }

    private func isReadable(_ value: PredicateValue, as type: ValueType) -> Bool {
        let reading: CoreReading = type == .uuid ? .uuid : type == .data ? .data : .date
        if case .string = ValueSemantics.read(value, as: reading) { return false }
        return true
    }
}

extension JSONReader {
    /// A reader of records of a declared schema, or of records whose types are not declared.
    init(of declared: RecordSchema?, isUntyped: Bool, strict: Bool = false) {
        self.init(strict: strict, shape: declared.flatMap { RecordShape($0) })
        // Scalars are records only if that was requested (D70).
        requiresObjects = !isUntyped && declared?.rootIsRecord != false
    }
}
