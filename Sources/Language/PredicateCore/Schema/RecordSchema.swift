/// The types of the records of a predicate: named record types, which may refer to one another.
public struct RecordSchema: Hashable, Codable, Sendable {
    /// The origin of the schema, which decides whether it may change an answer.
    public enum Origin: String, Hashable, Codable, Sendable {
        /// Stated by a person or a program: types decide how values are read and compared.
        case declared
        /// Concluded from records: serves to check, to suggest and to complete, and never changes an answer.
        case inferred
    }

    /// Declared or inferred.
    public var origin: Origin
    /// The type of a record; usually `.object` of one of `types`, but scalars are possible.
    public var root: ValueType
    /// The record types by name.
    public var types: [String: RecordType]
    /// The number of records that an inferred schema has examined.
    public var recordCount: Int?
    /// Whether the records are Swift values, which are of their declared types as they are. Estimates of cost rely on that. It is
    /// not part of what a schema says, so it is neither compared nor written.
    package var holdsSwiftValues = false

    private enum CodingKeys: String, CodingKey { case origin, root, types, recordCount }

    /// A schema of one or more record types.
    ///
    /// - Parameters:
    ///   - root: the name of the type of each record.
    ///   - types: all record types, in any order. If two have the same name, the first counts.
    ///   - origin: where the schema comes from.
    public init(root: String, types: [RecordType], origin: Origin = .declared) {
        self.init(root: .object(root), types: types, origin: origin)
    }

    /// A schema whose records may be any value, scalars too.
    public init(root: ValueType, types: [RecordType] = [], origin: Origin = .declared, recordCount: Int? = nil) {
        self.root = root
        self.types = Dictionary(types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.origin = origin
        self.recordCount = recordCount
    }

    /// Whether everything that the schemas say is equal.
    public static func == (a: RecordSchema, b: RecordSchema) -> Bool {
        a.origin == b.origin && a.root == b.root && a.types == b.types && a.recordCount == b.recordCount
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(root)
        hasher.combine(types)
    }

    /// The record type that a type names, whether optional or not.
    public func recordType(of type: ValueType) -> RecordType? {
        if case .object(let name) = type.unwrapped { return types[name] }
        return nil
    }
}

/// A record type: a name and its fields.
public struct RecordType: Hashable, Sendable {
    private struct Contents: Hashable, Codable {
        var name: String
        var fields: [RecordField]
        var additional: ValueType?
        var documentation: String?
    }

    /// The contents of the type, shared by one reference, because checking looks up a type for every component of every path.
    private final class Parts: Sendable {
        let contents: Contents
        private let positions: [ExactName: Int]
        /// The names, if there are few, because a linear search is then faster. Otherwise empty.
        private let names: [String]
        private static let few = 12

        init(_ contents: Contents) {
            self.contents = contents
            let names = contents.fields.map(\.name)
            self.positions = Dictionary(
                zip(names.map { ExactName($0) }, names.indices), uniquingKeysWith: { first, _ in first })
            self.names = names.count <= Self.few ? names : []
        }

        func position(of name: String) -> Int? {
            names.isEmpty ? positions[ExactName(name)] : names.firstIndex { sameCodePoints($0, name) }
        }
    }

    private var parts: Parts
    private var contents: Contents {
        get { parts.contents }
        set { parts = Parts(newValue) }
    }

    /// The name under which other types refer to it.
    public var name: String {
        get { contents.name }
        set { contents.name = newValue }
    }
    /// The fields in the order of their declaration.
    public var fields: [RecordField] {
        get { contents.fields }
        set { contents.fields = newValue }
    }
    /// The type of fields that are not listed; nil if there are no others (D44).
    public var additional: ValueType? {
        get { contents.additional }
        set { contents.additional = newValue }
    }
    /// A sentence about the type.
    public var documentation: String? {
        get { contents.documentation }
        set { contents.documentation = newValue }
    }

    /// A record type from its fields. Of two fields with one name the first counts.
    public init(_ name: String, fields: [RecordField], additional: ValueType? = nil, documentation: String? = nil) {
        parts = Parts(Contents(name: name, fields: fields, additional: additional, documentation: documentation))
    }

    /// The field with a name.
    public func field(named name: String) -> RecordField? {
        parts.position(of: name).map { parts.contents.fields[$0] }
    }

    /// The type of the field with a name, without its other properties.
    func type(ofField name: String) -> ValueType? { parts.position(of: name).map { parts.contents.fields[$0].type } }

    /// The same name, fields and sentence.
    public static func == (a: RecordType, b: RecordType) -> Bool { a.parts === b.parts || a.contents == b.contents }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) { contents.hash(into: &hasher) }
}

extension RecordType: Codable {
    /// Reads what `encode(to:)` writes.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws { parts = Parts(try Contents(from: decoder)) }

    /// Writes `name` and `fields`, and `additional` and `documentation` if there are any.
    ///
    /// - Throws: what the types and statistics of the fields throw.
    public func encode(to encoder: any Encoder) throws { try contents.encode(to: encoder) }
}

/// A field of a record type.
public struct RecordField: Hashable, Codable, Sendable {
    /// The key in the record.
    public var name: String
    /// Its type; optional if it may be null or missing.
    public var type: ValueType
    /// A sentence about the field.
    public var documentation: String?
    /// The statistics from inference.
    public var statistics: FieldStatistics?
    /// The declared maximum size of its value, for estimates of cost (`CheckedPredicate.cost(for:)`).
    public var limits: FieldLimits?
    /// Whether the values of a property of a Swift type are read from `Float`; nil for fields that are no such properties. It is
    /// neither encoded nor compared.
    package var isFloat: Bool?

    private enum CodingKeys: CodingKey { case name, type, documentation, statistics, limits }

    /// A field with a type.
    public init(
        _ name: String, _ type: ValueType, documentation: String? = nil, statistics: FieldStatistics? = nil,
        limits: FieldLimits? = nil
    ) {
        self.limits = limits
        self.name = name
        self.type = type
        self.documentation = documentation
        self.statistics = statistics
    }

    /// Whether the names have the same code points, and everything else is equal.
    public static func == (a: RecordField, b: RecordField) -> Bool {
        sameCodePoints(a.name, b.name) && a.type == b.type && a.documentation == b.documentation
            && a.statistics == b.statistics && a.limits == b.limits
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactName(name))
        hasher.combine(type)
        hasher.combine(documentation)
        hasher.combine(statistics)
        hasher.combine(limits)
    }
}

/// How large the value of a field may be.
public struct FieldLimits: Hashable, Codable, Sendable {
    /// The maximum number of elements of a list or a set, or entries of a dictionary; nil if not declared (`maxItems`, `maxProperties`).
    public var elements: Int?
    /// The maximum number of bytes of a string in UTF-8; nil if not declared (`maxLength`, which counts code points of
    /// up to four bytes).
    public var textBytes: Int?
    /// Bytes of a string that is an element.
    public var elementTextBytes: Int?

    /// Limits; nil is none.
    public init(elements: Int? = nil, textBytes: Int? = nil, elementTextBytes: Int? = nil) {
        self.elements = elements
        self.textBytes = textBytes
        self.elementTextBytes = elementTextBytes
    }

    /// Whether nothing is limited.
    package var isEmpty: Bool { elements == nil && textBytes == nil && elementTextBytes == nil }
}

/// The statistics of a field from inference.
public struct FieldStatistics: Hashable, Codable, Sendable {
    /// The number of records (or objects of the enclosing type) in which the field was there and not null.
    public var present: Int
    /// The number of records in which it was null.
    public var null: Int
    /// The number of objects of the enclosing type.
    public var total: Int
    /// The distinct values with their counts, most common first, when they are few; empty otherwise.
    public var values: [ValueCount]
    /// The distinct values with their counts, most common first, if there are few enough for completion. For a list, the values of its
    /// elements.
    public var seen: [ValueCount]
    /// Whether every string is an RFC 3339 date-time.
    public var allDates: Bool
    /// Whether nine of ten strings are numbers (`toNumber(field)`), without those that stand for no value, such as "n/a".
    public var allNumbers: Bool
    /// The forms of the strings if all are dates; for a list, those of its elements.
    package var dateForms: DateForms?
    /// The positions of percent signs in strings; for a list, in its elements.
    package var percentSigns: PercentSigns = []
    /// Some distinct values, for hints about what they are: those of `seen`, or the first if there are too many.
    package var examples: [PredicateValue] {
        get { seen.isEmpty ? first ?? [] : seen.map(\.value) }
        set { first = newValue.isEmpty ? nil : newValue }
    }
    private var first: [PredicateValue]?
    /// Whether some of the numbers separate thousands: "1,250.00".
    package var areGrouped = false

    /// A value and its count.
    public struct ValueCount: Hashable, Codable, Sendable {
        /// The value.
        public var value: PredicateValue
        /// How often it occurs.
        public var count: Int
        /// A value with its count.
        public init(_ value: PredicateValue, _ count: Int) {
            self.value = value
            self.count = count
        }
    }

    /// Statistics of a field; `seen` defaults to `values`.
    public init(
        present: Int, null: Int, total: Int, values: [ValueCount] = [], allDates: Bool = false,
        seen: [ValueCount]? = nil, allNumbers: Bool = false
    ) {
        self.init(
            present: present, null: null, total: total, values: values, allDates: allDates, seen: seen ?? values,
            allNumbers: allNumbers, dateForms: nil)
    }

    /// A copy with the given forms of dates.
    package init(
        present: Int, null: Int, total: Int, values: [ValueCount], allDates: Bool, seen: [ValueCount],
        allNumbers: Bool, dateForms: DateForms?
    ) {
        self.allNumbers = allNumbers
        self.dateForms = dateForms
        self.seen = seen
        self.present = present
        self.null = null
        self.total = total
        self.values = values
        self.allDates = allDates
    }
}

/// The positions of percent signs in strings, which distinguish SQL wildcards from literal percent signs.
package struct PercentSigns: OptionSet, Hashable, Codable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let atStart = PercentSigns(rawValue: 1)
    package static let atEnd = PercentSigns(rawValue: 2)
    /// At both ends of one string.
    package static let atBothEnds = PercentSigns(rawValue: 4)

    /// The positions of percent signs in a string.
    package init(_ text: String) {
        let (first, last) = (text.utf8.first == UInt8(ascii: "%"), text.utf8.last == UInt8(ascii: "%"))
        self = first && last ? [.atStart, .atEnd, .atBothEnds] : first ? .atStart : last ? .atEnd : []
    }
}

extension RecordSchema {
    /// The type of a part of the record, as in checking; nil if the part does not exist.
    ///
    /// If a value on the path may be nil, so may the part. Everything after an unknown key is `any`.
    public func type(at path: FieldPath) -> ValueType? {
        var type = root
        for step in path.steps {
            guard let next = self.type(behind: step, of: type) else { return nil }
            type = next
        }
        return type
    }

    /// The field at the end of a path, with its documentation and statistics; nil if the path does not end at a field of a
    /// record type, such as for the elements of a list.
    public func field(at path: FieldPath) -> RecordField? {
        guard case .key(let name) = path.steps.last,
            let base = type(at: FieldPath(Array(path.steps.dropLast())))
        else { return nil }
        return recordType(of: base)?.field(named: name)
    }

    private func type(behind step: FieldPath.Step, of type: ValueType) -> ValueType? {
        switch (step, type) {
        case (_, .any), (_, .null), (.anyKey, _): return .any
        case (_, .optional(let inner)): return self.type(behind: step, of: inner)?.orNil
        case (.elements, .list(let element)), (.elements, .set(let element)): return element
        case (.elements, .dictionary(let value)): return value
        case (.elements, _): return nil
        // A key of a list is a key of its elements.
        case (.key, .list(let element)): return self.type(behind: step, of: element).map { .list($0) }
        case (.key, .set(let element)): return self.type(behind: step, of: element).map { .set($0) }
        case (.key, .dictionary(let value)): return value.orNil
        case (.key(let name), .object(let typeName)):
            guard let record = types[typeName] else { return .any }
            if let field = record.field(named: name) { return field.type }
            return sameCodePoints(name, "self") ? type : record.additional?.orNil
        case (.key("self"), _): return type
        case (.key("length"), _): return type.isTextual ? .integer : nil
        case (.key, _): return nil
        }
    }
}
