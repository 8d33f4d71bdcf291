import PredicateCore

extension JSONSchemaBuilder {
    /// The fields of an object, collected from a schema and its parts.
    struct Fields {
        struct Field {
            var reading: Reading
            var isRequired: Bool
            var documentation: String?
            var limits: FieldLimits?
        }

        var names: [String] { byName.names }
        var byName = NameTable<Field>()
        var required: Set<ExactName> = []
        var additional: ValueType?
        /// Whether two parts contradict each other about a field.
        var hasConflict = false

        var recordFields: [RecordField] {
            byName.entries.map { name, field in
                let type = field.reading.orNil
                return RecordField(
                    name, field.isRequired ? type : type.orNil, documentation: field.documentation, limits: field.limits
                )
            }
        }

        /// Adds a field. If another part already describes it, both apply.
        mutating func add(_ name: String, _ field: Field) {
            guard let known = byName[name] else {
                byName[name] = field
                return
            }
            let narrower = JSONSchemaBuilder.narrower(known.reading.type, field.reading.type)
            if narrower == nil { hasConflict = true }
            let type = narrower ?? .any
            byName[name] = Field(
                reading: Reading(type: type, isNullable: known.reading.isNullable && field.reading.isNullable),
                isRequired: known.isRequired || field.isRequired,
                documentation: known.documentation ?? field.documentation, limits: known.limits ?? field.limits)
        }

        /// Adds the fields of another part. If both parts describe a field, both apply.
        mutating func formIntersection(_ other: Fields) {
            for name in other.names { if let field = other.byName[name] { add(name, field) } }
            required.formUnion(other.required)
            if other.hasConflict { hasConflict = true }
            additional = additional ?? other.additional
        }
    }

    /// The declared maximum size of the values of the schema at a pointer; nil if there is none.
    private func limits(at pointer: JSONPointer) -> FieldLimits? {
        guard case .object(let schema)? = document.value(at: pointer) else { return nil }
        func limit(_ keyword: String, of schema: any PredicateRecord, times factor: Int = 1) -> Int? {
            guard case .integer(let limit) = schema.value(forKey: keyword), limit >= 0 else { return nil }
            let (bytes, isTooLarge) = Int(clamping: limit).multipliedReportingOverflow(by: factor)
            return isTooLarge ? nil : bytes
        }
        // A code point takes up to four bytes.
        var limits = FieldLimits(
            elements: limit("maxItems", of: schema) ?? limit("maxProperties", of: schema),
            textBytes: limit("maxLength", of: schema, times: 4))
        for keyword in ["items", "additionalProperties"] {
            guard case .object(let elements) = schema.value(forKey: keyword) else { continue }
            limits.elementTextBytes = limit("maxLength", of: elements, times: 4)
        }
        return limits.isEmpty ? nil : limits
    }

    /// Collects the fields of the schema at a pointer.
    mutating func collect(
        _ pointer: JSONPointer, depth: Int, _ visited: inout Set<JSONPointer>
    ) throws(Fault) -> Fields {
        var fields = Fields()
        guard visited.insert(pointer).inserted, case .object(let schema)? = document.value(at: pointer) else {
            return fields
        }
        guard depth < JSONSchemaReader.maximumDepth else {
            throw .tooDeep(limit: JSONSchemaReader.maximumDepth, at: pointer)
        }
        gathered += 1
        if gathered > maximumParts {
            throw .tooManyParts(limit: maximumParts, at: pointer)
        }
        if !isKnown(pointer) { try noteKeywords(of: schema, at: pointer) }
        fields.required = try required(of: schema, at: pointer)
        if schema.hasKey("properties") {
            guard case .object(let properties) = schema.value(forKey: "properties") else {
                throw .badKeyword(
                    "properties", "an object of schemas, such as `{\"age\": {\"type\": \"integer\"}}`", at: pointer)
            }
            for name in properties.keys {
                let location = JSONPointer(pointer.components + ["properties", name])
                let reading = try read(location, depth: depth + 1)
                fields.add(
                    name,
                    Fields.Field(
                        reading: reading, isRequired: false, documentation: documentation(at: location),
                        limits: limits(at: location)))
            }
        }
        if schema.hasKey("patternProperties") {
            warn(.unused("patternProperties"), at: pointer.appending("patternProperties"))
            fields.additional = .any
        }
        for keyword in ["additionalProperties", "unevaluatedProperties"] where schema.hasKey(keyword) {
            if schema.value(forKey: keyword) == .boolean(false) { continue }
            let type = try read(pointer.appending(keyword), depth: depth + 1).orNil
            fields.additional = fields.additional == nil || fields.additional == type ? type : .any
        }
        for keyword in JSONSchemaKeyword.references where schema.hasKey(keyword) {
            if let target = try target(of: schema, keyword, at: pointer) {
                fields.formIntersection(try collect(target, depth: depth + 1, &visited))
            } else {
                warn(.remote(schema.value(forKey: keyword).text ?? ""), at: pointer.appending(keyword))
                fields.additional = .any
            }
        }
        for part in try subschemas("allOf", of: schema, at: pointer) {
            fields.formIntersection(try collect(part, depth: depth + 1, &visited))
        }
        for keyword in ["anyOf", "oneOf"] where schema.hasKey(keyword) {
            let branches = try alternatives(keyword, of: schema, at: pointer)
            if branches.isEmpty { continue }
            fields.formIntersection(try union(of: branches, depth: depth, &visited))
            warn(.joined(keyword), at: pointer.appending(keyword))
        }
        // A required field may be described by another part.
        for name in fields.required.map(\.text).sorted() {
            if fields.byName[name] != nil {
                fields.byName[name]?.isRequired = true
            } else if depth == 0 {
                if fields.additional == nil { warn(.required(name), at: pointer) }
                fields.add(name, Fields.Field(reading: .anything, isRequired: true, documentation: nil))
            }
        }
        if fields.hasConflict && depth == 0 { warn(.mixed("allOf"), at: pointer) }
        return fields
    }

    /// The fields of the objects that any of several schemas allows.
    private mutating func union(
        of branches: [JSONPointer], depth: Int, _ visited: inout Set<JSONPointer>
    ) throws(Fault) -> Fields {
        var result: Fields?
        for branch in branches {
            // Several branches may contain the same schema.
            var inner = visited
            let fields = try collect(branch, depth: depth + 1, &inner)
            guard var known = result else {
                result = fields
                continue
            }
            for name in fields.names where known.byName[name] == nil {
                guard var field = fields.byName[name] else { continue }
                field.isRequired = false
                known.add(name, field)
            }
            for name in known.names {
                guard var field = known.byName[name] else { continue }
                if let other = fields.byName[name] {
                    field.reading = join(field.reading, other.reading)
                    field.isRequired = field.isRequired && other.isRequired
                } else {
                    field.isRequired = false
                }
                known.byName[name] = field
            }
            known.required.formIntersection(fields.required)
            if let additional = fields.additional {
                known.additional = known.additional == nil || known.additional == additional ? additional : .any
            }
            result = known
        }
        return result ?? Fields()
    }

    private func required(of schema: any PredicateRecord, at pointer: JSONPointer) throws(Fault) -> Set<ExactName> {
        // A boolean here is a form of draft 3 that schemas still contain. It is ignored.
        guard schema.hasKey("required"), schema.value(forKey: "required") != .boolean(true),
            schema.value(forKey: "required") != .boolean(false)
        else { return [] }
        guard case .list(let names) = schema.value(forKey: "required") else {
            throw .badKeyword("required", "a list of names, such as `[\"age\"]`", at: pointer)
        }
        var required: Set<ExactName> = []
        for name in names {
            guard let name = name.text else {
                throw .badKeyword("required", "a list of names, and \(name) is not one", at: pointer)
            }
            required.insert(ExactName(name))
        }
        return required
    }
}
