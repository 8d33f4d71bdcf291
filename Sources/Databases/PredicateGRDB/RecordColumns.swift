#if SQLite
import Foundation
import GRDB
import PredicateFormat
import PredicateSQL
import PredicateSQLite

/// Where a record type of GRDB stores the properties of its description, and how it reads them: by the strategies of the
/// type, as its own coding does.
struct RecordColumns {
    private let record: any PredicateTableRecord.Type
    private let description: DescribedType
    private let fetchable: any FetchableRecord.Type
    private let encodable: any EncodableRecord.Type

    init(_ record: any PredicateTableRecord.Type, _ description: DescribedType) {
        self.record = record
        self.description = description
        fetchable = record as? any FetchableRecord.Type ?? PlainRecord.self
        if case .convertFromSnakeCase = fetchable.databaseColumnDecodingStrategy {
            encodable = record as? any EncodableRecord.Type ?? SnakeCaseRecord.self
        } else {
            encodable = record as? any EncodableRecord.Type ?? PlainRecord.self
        }
    }

    // MARK: Mappings

    /// The table of the type, with a column for each field.
    var mapping: SQLMapping {
        let table = record.databaseTableName
        var fields: [String: SQLField] = [:]
        for field in description.fields {
            // Only the database knows the collation.
            let column = SQLColumn(
                name(of: field.name), .other, isGuaranteed: false, hasPlainEquality: false, hasCodePointOrder: false)
            fields[field.name] = stored(column, field).map { .column($0) }
        }
        return SQLMapping(root: table, tables: [table: SQLTable(table, fields: fields)])
    }

    /// A mapping whose columns hold what the type stores. A field is found by its name, or by that of its column.
    func adapt(_ mapping: SQLMapping) -> SQLMapping {
        var mapping = mapping
        let fields = mapping.rootTable?.fields ?? [:]
        for field in description.fields {
            guard case .column(let column)? = fields[field.name] ?? fields[name(of: field.name)] else { continue }
            mapping.tables[mapping.root]?.fields[field.name] = stored(column, field).map { .column($0) }
        }
        return mapping
    }

    private func name(of property: String) -> String { Self.name(of: property, in: encodable) }

    /// The name of the column of a property.
    fileprivate static func name<Record: EncodableRecord>(of property: String, in _: Record.Type) -> String {
        if case .useDefaultKeys = Record.databaseColumnEncodingStrategy { return property }
        return (try? NamedProperty<Record>(key: PropertyKey(property)).databaseDictionary.keys.first) ?? property
    }

    /// A column with the type of what it stores of a field; nil if nothing reads that. What a mapping says of a column
    /// stays if it does not contradict.
    private func stored(_ column: SQLColumn, _ field: DescribedField) -> SQLColumn? {
        guard let own = type(of: field, in: column.name) else { return nil }
        var column = column
        switch (own, column.type) {
        case (_, .binaryJSON), (.real, .singlePrecision), (.text, .textOfValue), (_, own): break
        // The decoder reads numbers as seconds since 1970 by default.
        case (.date(.text), .date(.unixSeconds)) where isUsual(Date.self, column.name): break
        default:
            column.type = own
            column.isGuaranteed = false
        }
        if record.predicateTrustsColumns { column.isGuaranteed = true }
        return column
    }

    // MARK: Types

    /// How SQL compares the values of a column: `other` if it does not; nil if no value of it can be read.
    private func type(of field: DescribedField, in column: String) -> SQLColumnType? {
        let read = decoder(of: field, in: column)
        guard case .object(let name) = description.schema.root else { return nil }
        let type = description.schema.types[name]?.field(named: field.name)?.type.unwrapped
        // What is described as another type than it has is known to its decoder alone.
        if read != nil, !field.readsAsDeclared { return .other }
        switch type {
        case .boolean: return .boolean
        case .integer: return .integer
        case .double: return .real
        case .string: return .text
        case .enumeration(let type) where type.order != nil: return .other
        case .enumeration(let type):
            // A type can store its cases in another way than by their raw values.
            let areRaw = type.cases.allSatisfy { raw in
                switch raw {
                case .string(let text): read?(text.databaseValue) == raw
                case .integer(let integer): read?(integer.databaseValue) == raw
                default: false
                }
            }
            return areRaw ? type.base == .string ? .text : .integer : .other
        case .date where read != nil: return dateType(column)
        case .uuid: return uuidType(column)
        case .data where isUsual(Data.self, column): return .blob
        default: return read == nil ? nil : .other
        }
    }

    private func dateType(_ column: String) -> SQLColumnType {
        let written = encodable.databaseDateEncodingStrategy(for: column)
        switch (fetchable.databaseDateDecodingStrategy(for: column), written) {
        case (.timeIntervalSinceReferenceDate, _): return .date(.referenceSeconds)
        case (.millisecondsSince1970, _): return .date(.unixMilliseconds)
        // The decoder reads numbers as seconds by default.
        case (.timeIntervalSince1970, _), (.deferredToDate, .timeIntervalSince1970),
            (.deferredToDate, .secondsSince1970):
            return .date(.unixSeconds)
        case (.iso8601, _), (.deferredToDate, .iso8601), (.deferredToDate, .deferredToDate): return .date(.text)
        default: return .other
        }
    }

    private func uuidType(_ column: String) -> SQLColumnType {
        switch encodable.databaseUUIDEncodingStrategy(for: column) {
        case .deferredToUUID: .uuid(.blob)
        // Others may have written the letters of the other case.
        case .uppercaseString: .uuid(record.predicateTrustsColumns ? .uppercaseText : .text)
        case .lowercaseString: .uuid(record.predicateTrustsColumns ? .lowercaseText : .text)
        }
    }

    /// Whether GRDB writes and reads the values of a property of a type in its usual form.
    private func isUsual(_ type: Any.Type, _ column: String) -> Bool {
        if type == Date.self {
            guard case .deferredToDate = encodable.databaseDateEncodingStrategy(for: column),
                case .deferredToDate = fetchable.databaseDateDecodingStrategy(for: column)
            else { return false }
        } else if type == Data.self {
            guard case .deferredToData = encodable.databaseDataEncodingStrategy(for: column),
                case .deferredToData = fetchable.databaseDataDecodingStrategy(for: column)
            else { return false }
        }
        return true
    }

    // MARK: Values

    /// Whether a string is a date in the form that GRDB writes, `2024-01-31 12:00:00.000`, in a year that all calendars
    /// of readers agree on.
    private static func isUsualDate(_ text: String) -> Bool {
        text.utf8.count == 23 && Array(text.utf8)[10] == 0x20
            && text.utf8.prefix(4).lexicographicallyPrecedes("1583".utf8) == false
    }

    /// Reads stored values as the value of the field in memory; nil if the type of the column says how they read.
    func reading(_ name: String, in column: SQLColumn) -> (@Sendable (SQLiteCell) -> PredicateValue)? {
        switch column.type {
        case .date, .uuid, .blob, .binaryJSON, .other: break
        default: return nil
        }
        guard let field = description.field(named: name), let decoder = decoder(of: field, in: column.name) else {
            return nil
        }
        // It uses static members of types alone.
        nonisolated(unsafe) let decode = decoder
        // GRDB takes ten times as long as we do for a date in the form that it writes.
        let hasUsualDates = column.type == .date(.text) && isUsual(Date.self, column.name)
        return { cell in
            if hasUsualDates, case .string(let text) = cell.databaseValue.storage, Self.isUsualDate(text),
                case .date(let date) = cell.value(.date, json: { _ in nil })
            {
                return .date(date)
            }
            // What does not decode reads as it is (D61).
            return decode(cell.databaseValue) ?? cell.value(.any) { _ in nil }
        }
    }

    /// The decoder of a property; nil if it has none.
    private func decoder(of field: DescribedField, in column: String) -> ((DatabaseValue) -> PredicateValue?)? {
        let (type, value) = field.wrapped
        // Only a type that is fetched says how it reads what a strategy has written.
        guard record is any FetchableRecord.Type || isUsual(type, column), let type = type as? any Decodable.Type else {
            return nil
        }
        let key = name(of: field.name) == column ? field.name : column
        return Self.decoder(fetchable, type, PropertyKey(key), value)
    }

    private static func decoder<Record: FetchableRecord, Value: Decodable>(
        _: Record.Type, _: Value.Type, _ key: PropertyKey, _ value: @escaping (UnsafeRawPointer) -> PredicateValue
    ) -> (DatabaseValue) -> PredicateValue? {
        { stored in
            if stored.isNull { return .null }
            let property = try? DecodedProperty<Record, Value>(row: Row([key.stringValue: stored]))
            return property.map { withUnsafePointer(to: $0.value) { value(UnsafeRawPointer($0)) } }
        }
    }
}

// MARK: GRDB's own coding

private struct PropertyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

/// A record with one property, which has the column that another type of records gives it.
private struct NamedProperty<Record: EncodableRecord>: EncodableRecord, Encodable {
    let key: PropertyKey

    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { Record.databaseColumnEncodingStrategy }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PropertyKey.self)
        try container.encodeNil(forKey: key)
    }
}

/// A record with one property, which is read as another type of records reads it.
private struct DecodedProperty<Record: FetchableRecord, Value: Decodable>: FetchableRecord, Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PropertyKey.self)
        value = try container.decode(Value.self, forKey: container.allKeys.first ?? PropertyKey(""))
    }

    // GRDB gives the name of a column to strategies, and the key of a property to decoders of JSON.
    static func databaseDateDecodingStrategy(for key: String) -> DatabaseDateDecodingStrategy {
        Record.databaseDateDecodingStrategy(for: column(of: key))
    }
    static func databaseDataDecodingStrategy(for key: String) -> DatabaseDataDecodingStrategy {
        Record.databaseDataDecodingStrategy(for: column(of: key))
    }
    static func databaseJSONDecoder(for key: String) -> JSONDecoder { Record.databaseJSONDecoder(for: key) }
    static var databaseDecodingUserInfo: [CodingUserInfoKey: Any] { Record.databaseDecodingUserInfo }

    private static func column(of key: String) -> String {
        (Record.self as? any EncodableRecord.Type).map { RecordColumns.name(of: key, in: $0) } ?? key
    }
}

/// A record type without strategies.
private struct PlainRecord: FetchableRecord, EncodableRecord {
    init(row: Row) {}
    func encode(to container: inout PersistenceContainer) {}
}

/// A record type whose columns have names in snake case.
private struct SnakeCaseRecord: EncodableRecord {
    static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { .convertToSnakeCase }
    func encode(to container: inout PersistenceContainer) {}
}

extension SQLiteCell {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let integer): integer.databaseValue
        case .real(let double): double.databaseValue
        case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
        case .blob(let bytes): Data(bytes).databaseValue
        }
    }
}
#endif
