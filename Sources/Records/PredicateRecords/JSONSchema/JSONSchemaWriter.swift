import PredicateCore

/// Writes a schema as JSON Schema 2020-12.
///
/// The text depends only on the schema. Record types are in `$defs`, and the type of the records is at the root.
/// Statistics from inference are in descriptions ("seen in 912 of 1000") and in annotations whose names begin with
/// `x-`. `JSONSchemaReader` reads the same declared types back.
public enum JSONSchemaWriter {
    /// The schema as JSON text, pretty-printed, with a line feed at the end.
    public static func text(_ schema: RecordSchema) -> String {
        RecordWriter.json(value(schema), layout: .pretty) + "\n"
    }

    /// The schema as a JSON value.
    public static func value(_ schema: RecordSchema) -> PredicateValue {
        let root: String? = if case .object(let name) = schema.root, schema.types[name] != nil { name } else { nil }
        let writer = SchemaValueWriter(schema: schema, root: root)
        let rootType = root.flatMap { schema.types[$0] }
        let reached = schema.reachedTypes
        let rest = schema.types.keys.filter { !reached.contains($0) }.sorted()
        let definitions = (reached + rest).filter { $0 != root }.map { name in
            (name, schema.types[name].map { PredicateValue(members: writer.members(of: $0)) })
        }
        let head: SchemaValueWriter.Members = [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", root.map { .string($0) }),
        ]
        let body = rootType.map(writer.members) ?? writer.members(of: schema.root, isNullable: false)
        return PredicateValue(
            members: head + body + [
                ("x-records", schema.recordCount.map { .count($0) }),
                ("$defs", definitions.isEmpty ? nil : PredicateValue(members: definitions)),
            ])
    }
}

private struct SchemaValueWriter {
    let schema: RecordSchema
    /// The name of the record type at the root.
    let root: String?

    typealias Members = [(String, PredicateValue?)]

    func members(of type: RecordType) -> Members {
        let required = type.fields.filter { field in
            if field.type == .any, let statistics = field.statistics {
                return statistics.present + statistics.null == statistics.total
            }
            return !field.type.isOptional
        }
        let additional: PredicateValue =
            switch type.additional {
            case nil: false
            case .any?: true
            case let type?: PredicateValue(members: members(of: type))
            }
        return [
            ("description", type.documentation.map { .string($0) }), ("type", "object"),
            ("properties", PredicateValue(members: type.fields.map { ($0.name, value(of: $0)) })),
            ("required", required.isEmpty ? nil : .list(required.map { .string($0.name) })),
            ("additionalProperties", additional),
        ]
    }

    private func value(of field: RecordField) -> PredicateValue {
        let statistics = field.statistics
        // An optional field that was never null is only missing from some records.
        let isNullable = field.type.isOptional && (statistics.map { $0.null > 0 } ?? true)
        var description = field.documentation
        if let statistics {
            let seen = "seen in \(statistics.present) of \(statistics.total)"
            description = description.map { $0 + " (" + seen + ")" } ?? seen
        }
        let seen = statistics.map { statistics -> PredicateValue in
            ["present": .count(statistics.present), "null": .count(statistics.null), "total": .count(statistics.total)]
        }
        let values = (statistics?.values ?? []).map { entry -> PredicateValue in
            ["value": entry.value, "count": .integer(Int64(entry.count))]
        }
        return PredicateValue(
            members: [("description", description.map { .string($0) })]
                + members(of: field.type.unwrapped, isNullable: isNullable)
                + [("x-seen", seen), ("x-values", values.isEmpty ? nil : .list(values))])
    }

    private func members(of type: ValueType) -> Members {
        members(of: type.unwrapped, isNullable: type.isOptional && type != .any)
    }

    /// A type that is not optional itself.
    func members(of type: ValueType, isNullable: Bool) -> Members {
        func named(_ name: String, _ more: Members = []) -> Members {
            [("type", isNullable ? [.string(name), "null"] : .string(name))] + more
        }
        switch type {
        case .any: return []
        case .null: return [("type", "null")]
        case .boolean: return named("boolean")
        case .integer: return named("integer")
        case .double: return named("number")
        case .decimal: return named("number", [("format", "decimal")])
        case .string: return named("string")
        case .dateTime: return named("string", [("format", "date-time")])
        case .date: return named("string", [("format", "date-time"), ("x-predicate-type", "date")])
        case .uuid: return named("string", [("format", "uuid")])
        case .data: return named("string", [("contentEncoding", "base64")])
        case .url: return named("string", [("format", "uri")])
        case .enumeration(let enumeration):
            let name =
                switch enumeration.base {
                case .integer: "integer"
                case .double: "number"
                case .boolean: "boolean"
                default: "string"
                }
            if enumeration.cases.isEmpty { return named(name) }
            return named(name, [("enum", .list(enumeration.cases + (isNullable ? [.null] : [])))])
        case .list(let element): return named("array", items(element))
        case .set(let element): return named("array", items(element) + [("uniqueItems", true)])
        case .dictionary(let value):
            let inner = members(of: value)
            return named(
                "object", [("additionalProperties", inner.isEmpty ? true : PredicateValue(members: inner))])
        case .object(let name):
            let reference: Members =
                schema.types[name] == nil
                ? [("type", "object")] : [("$ref", .string(name == root ? "#" : "#/$defs/" + Self.fragment(name)))]
            if !isNullable { return reference }
            return [("anyOf", [PredicateValue(members: reference), ["type": "null"]])]
        case .optional(let type): return members(of: type, isNullable: true)
        }
    }

    private func items(_ element: ValueType) -> Members {
        let inner = members(of: element)
        return inner.isEmpty ? [] : [("items", PredicateValue(members: inner))]
    }

    /// A name as a component of a pointer in a URI fragment.
    private static func fragment(_ name: String) -> String {
        JSONPointer([name]).description.utf8.dropFirst().percentEncoded {
            $0.isASCIIAlphanumeric || "-._~".utf8.contains($0)
        }
    }
}

extension RecordSchema {
    /// The names of the record types that the type of the records refers to, in order of reference.
    var reachedTypes: [String] {
        var found: [String] = []
        var seen: Set<String> = []
        var pending: [ValueType] = [root]
        while let type = pending.popLast() {
            switch type {
            case .optional(let type), .list(let type), .set(let type), .dictionary(let type): pending.append(type)
            case .object(let name):
                guard let record = types[name], seen.insert(name).inserted else { continue }
                found.append(name)
                pending += record.additional.map { [$0] } ?? []
                pending += record.fields.reversed().map(\.type)
            default: break
            }
        }
        return found
    }
}
