import PredicateFormat
import PredicateRecords

/// The declared type and the statistics of one location: the records themselves, or a field.
struct ReplFieldKnowledge {
    /// The schema that gives the types, and the type of the location in it.
    private var schema: RecordSchema
    private var type: ValueType
    /// The inferred schema and type of the location; nil if the schema itself is inferred.
    private var shown: (schema: RecordSchema, type: ValueType)?
    /// The statistics of the field; nil for the records, and if there are none.
    private(set) var statistics: FieldStatistics?
    /// The remark if the declared schema lacks the field, or no record has it.
    private var remark = ""
}

extension ReplFieldKnowledge {
    /// For the records of a data set.
    init(_ data: ReplDataSet) throws(ReplFailure) {
        let seen = data.statistics.schema
        if let declared = data.declared {
            self.init(schema: declared, type: declared.root, shown: seen.map { ($0, $0.root) })
        } else {
            guard let seen else { throw ReplFailure("`\(SafeText.plain(data.name))` has no records") }
            self.init(seen)
        }
    }

    /// For records of which nothing is known but a schema.
    init(_ schema: RecordSchema) { self.init(schema: schema, type: schema.root) }

    /// The name of the type of the records.
    var recordName: String { SafeText.plain(schema.recordType(of: schema.root)?.name ?? "Record") }

    /// The type in words.
    var phrase: String { SafeText.plain(type.phrase) }

    /// How often the field occurs, with remarks.
    var seen: String {
        guard let statistics, statistics.present < statistics.total else { return remark }
        return "in \(statistics.present) of \(statistics.total)" + (remark.isEmpty ? "" : ", " + remark)
    }

    /// The name of the record type here, or in lists and dictionaries; nil if there are no fields.
    var typeName: String? {
        if case .object(let name) = Self.opened(type), schema.types[name] != nil { return name }
        return nil
    }

    /// The fields, declared ones before those that were only found in records.
    var fields: [(name: String, field: ReplFieldKnowledge)] {
        let record = typeName.flatMap { schema.types[$0] }
        let seen = shown.flatMap { shown in shown.schema.recordType(of: Self.opened(shown.type)) }
        var fields = (record?.fields ?? []).map { field in
            guard let shown else {
                return (field.name, ReplFieldKnowledge(schema: schema, type: field.type, statistics: field.statistics))
            }
            let own = seen?.field(named: field.name)
            return (
                field.name,
                ReplFieldKnowledge(
                    schema: schema, type: field.type, shown: own.map { (shown.schema, $0.type) },
                    statistics: own?.statistics, remark: own == nil ? "in no record" : "")
            )
        }
        // A type that allows any fields is not contradicted by fields that it does not list.
        guard let shown, let seen, let record else { return fields }
        let remark = record.additional == nil ? "not in the schema" : ""
        for field in seen.fields where record.field(named: field.name) == nil {
            let other = ReplFieldKnowledge(
                schema: shown.schema, type: field.type, statistics: field.statistics, remark: remark)
            fields.append((field.name, other))
        }
        return fields
    }

    /// The field at a path of names; `path` is its text for messages. Lists and dictionaries on the path are opened.
    func field(_ names: [String], _ path: String) -> Result<ReplFieldKnowledge, ReplFailure> {
        var location = self
        var last = path
        for name in names {
            guard let record = location.typeName else {
                return .failure(ReplFailure("`\(SafeText.plain(last))` is \(location.phrase) and has no fields"))
            }
            let fields = location.fields
            guard let found = fields.first(where: { sameCodePoints($0.name, name) }) else {
                let hint = fields.map(\.name).hint(for: name)
                return .failure(
                    ReplFailure("`\(SafeText.plain(name))` is not a field of \(SafeText.plain(record))\(hint)"))
            }
            location = found.field
            last = name
        }
        return .success(location)
    }

    /// The type inside lists and dictionaries.
    private static func opened(_ type: ValueType) -> ValueType {
        var type = type.unwrapped
        while true {
            if let element = type.element {
                type = element.unwrapped
            } else if case .dictionary(let value) = type {
                type = value.unwrapped
            } else {
                return type
            }
        }
    }
}

extension RecordSchema {
    /// The schema with the statistics of its fields, for completion, never for answers. The fields of a type that
    /// occurs at several locations have the statistics of the first location.
    func addingStatistics(of seen: RecordSchema) -> RecordSchema {
        var schema = self
        var known: Set<String> = []
        // Pairs still to visit: a type of this schema, and the type of the other schema at the same location.
        var locations = [(root, seen.root)]
        while let (own, other) = locations.popLast() {
            switch (own.unwrapped, other.unwrapped) {
            case (.object(let name), _):
                guard let record = seen.recordType(of: other), var type = schema.types[name],
                    known.insert(name).inserted
                else { continue }
                for index in type.fields.indices {
                    guard let field = record.field(named: type.fields[index].name) else { continue }
                    type.fields[index].statistics = field.statistics
                    locations.append((type.fields[index].type, field.type))
                }
                schema.types[name] = type
            case (.dictionary(let a), .dictionary(let b)): locations.append((a, b))
            case (let a, let b):
                if let a = a.element, let b = b.element { locations.append((a, b)) }
            }
        }
        return schema
    }
}

/// Draws the fields of records as a tree, with the type and the frequency of each.
///
///     Record        2704 records
///     ├─ name       a string
///     ├─ capital    a boolean or nil     in 241 of 2704
///     └─ country    an object (Country)
///        └─ code    a string
struct ReplSchemaDrawing {
    private struct Row {
        /// The row of the record that has the field; nil for the root.
        var parent: Int?
        var name: String
        var type: String
        var seen: String
    }

    private let width: Int
    private var rows: [Row] = []
    /// The maximum number of rows. There can be as many keys as records.
    private static let mostRows = 500
    private var isCut = false

    /// The tree of the records or of a field.
    ///
    /// - Parameters:
    ///   - name: the label of its root.
    ///   - note: what is shown next to the label.
    init(_ root: ReplFieldKnowledge, name: String, note: String, width: Int) {
        self.width = width
        rows.append(Row(parent: nil, name: name, type: note, seen: ""))
        add(fieldsOf: root, within: [])
    }

    private mutating func add(fieldsOf location: ReplFieldKnowledge, within outer: Set<String>) {
        guard let name = location.typeName, !outer.contains(name) else { return }
        let parent = rows.count - 1
        for (fieldName, field) in location.fields {
            guard rows.count < Self.mostRows else {
                isCut = true
                return
            }
            rows.append(
                Row(parent: parent, name: SafeText.plain(fieldName), type: field.phrase, seen: field.seen))
            add(fieldsOf: field, within: outer.union([name]))
        }
    }

    /// The lines, each with a line feed.
    var text: String {
        let leads = TreeLines(parents: rows.map(\.parent)).leads
        let names = zip(leads, rows).map { $0 + ColumnText.cut($1.name, to: 40) }
        let nameColumns = names.map { TextWidth.columns(of: $0) }.max() ?? 0
        let typeColumns = rows.map { $0.seen.isEmpty ? 0 : min(40, TextWidth.columns(of: $0.type)) }.max() ?? 0
        var text = ""
        for (name, row) in zip(names, rows) {
            var line = ColumnText.pad(name, to: nameColumns) + "  "
            line +=
                row.seen.isEmpty
                ? row.type : ColumnText.pad(ColumnText.cut(row.type, to: 40), to: typeColumns) + "  " + row.seen
            text += ColumnText.cut(ColumnText.trimmed(line), to: max(width, 20)) + "\n"
        }
        return isCut ? text + "… more fields than can be shown; `:schema PATH` shows those of one\n" : text
    }
}
