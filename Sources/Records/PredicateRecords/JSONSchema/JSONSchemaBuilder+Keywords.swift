import PredicateCore

/// The keywords of JSON Schema, by their treatment.
enum JSONSchemaKeyword {
    static let references = ["$ref", "$dynamicRef", "$recursiveRef"]

    /// Keywords about the type.
    static let typed: Set<String> = [
        "$ref", "$dynamicRef", "$recursiveRef", "type", "properties", "required", "items", "enum", "const", "format",
        "additionalProperties", "unevaluatedProperties", "patternProperties", "prefixItems", "additionalItems",
        "uniqueItems", "allOf", "anyOf", "oneOf",
        "contentEncoding", "x-predicate-type",
    ]

    /// Keywords that only describe or name, or that are handled elsewhere.
    static let silent: Set<String> = [
        "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$defs", "definitions", "$comment",
        "$vocabulary", "title", "description",
        "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "nullable", "externalDocs",
    ]

    /// Keywords that limit the values of a type.
    static let limits: Set<String> = [
        "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "pattern",
        "minItems", "maxItems", "contains",
        "minContains", "maxContains", "minProperties", "maxProperties", "propertyNames", "dependentRequired",
        "contentMediaType", "contentSchema", "not",
    ]

    /// Keywords that may describe fields but are not used.
    static let unused: Set<String> = [
        "if", "then", "else", "dependentSchemas", "dependencies", "unevaluatedItems", "discriminator", "xml",
    ]

    /// The keyword that is nearest to a name, if one is similar enough.
    static func meant(by name: String) -> String? {
        let keywords = (typed.union(limits).union(unused).sorted() + silent.sorted()).filter { $0.utf8.count > 3 }
        return name.utf8.count > 3 ? Suggestions.nearest(to: name, among: keywords) : nil
    }
}

extension JSONSchemaBuilder {
    /// Records the keywords that are not used.
    mutating func noteKeywords(of schema: any PredicateRecord, at pointer: JSONPointer) throws(Fault) {
        for keyword in schema.keys {
            let location = pointer.appending(keyword)
            if JSONSchemaKeyword.typed.contains(keyword) || JSONSchemaKeyword.silent.contains(keyword) { continue }
            if JSONSchemaKeyword.limits.contains(keyword) {
                warn(.unchecked(keyword), at: location)
            } else if JSONSchemaKeyword.unused.contains(keyword) {
                warn(.unused(keyword), at: location)
            } else if !keyword.hasPrefix("x-") {
                warn(.unknownKeyword(keyword), at: location)
            }
        }
    }

    private static let typeNames: Set<String> = ["array", "boolean", "integer", "null", "number", "object", "string"]

    /// The names in `type`; nil if there is no such keyword.
    func types(of schema: any PredicateRecord, at pointer: JSONPointer) throws(Fault) -> Set<String>? {
        let names: [PredicateValue]
        switch schema.value(forKey: "type") {
        case .null where !schema.hasKey("type"): return nil
        case .string(let name): names = [.string(name)]
        case .list(let list) where !list.isEmpty: names = list
        default: throw .badKeyword("type", "the name of a type or a list of names, such as `\"string\"`", at: pointer)
        }
        var types: Set<String> = []
        for name in names {
            guard let name = name.text else {
                throw .badKeyword("type", "the name of a type or a list of names, such as `\"string\"`", at: pointer)
            }
            guard Self.typeNames.contains(name) else { throw .unknownType(name, at: pointer) }
            types.insert(name)
        }
        return types
    }

    /// The type from a schema's own keywords; nil if it has none that determine a type.
    mutating func own(
        _ schema: any PredicateRecord, at pointer: JSONPointer, depth: Int, isRecord: Bool
    ) throws(Fault) -> Reading? {
        var types = try self.types(of: schema, at: pointer)
        if let cases = try cases(of: schema, at: pointer, types: types) { return cases }
        if types == nil {
            // Without a type, the other keywords imply it.
            if isRecord
                || ["properties", "additionalProperties", "patternProperties", "required"].contains(
                    where: schema.hasKey)
            {
                types = ["object"]
            } else if ["items", "prefixItems", "uniqueItems"].contains(where: schema.hasKey) {
                types = ["array"]
            } else if schema.hasKey("format") || schema.hasKey("contentEncoding") {
                types = ["string"]
            }
            // `required` alone restricts an object that is described elsewhere.
            if !isRecord, schema.hasKey("required"), !schema.hasKey("properties"),
                !schema.hasKey("additionalProperties"),
                !schema.hasKey("patternProperties"), !schema.hasKey("type")
            {
                types = nil
            }
        }
        guard var remaining = types else { return nil }
        let isNullable = remaining.remove("null") != nil
        if remaining.contains("number") { remaining.remove("integer") }
        guard remaining.count <= 1 else {
            warn(.mixed("type"), at: pointer.appending("type"))
            return .anything
        }
        let type: ValueType =
            switch remaining.first {
            case nil: .null
            case "boolean": .boolean
            case "integer": try number(schema, .integer, at: pointer)
            case "number": try number(schema, .double, at: pointer)
            case "string": try string(schema, at: pointer)
            case "array": try list(schema, at: pointer, depth: depth)
            default: isRecord ? .any : try dictionary(schema, at: pointer, depth: depth)
            }
        return Reading(type: type, isNullable: isNullable)
    }

    private func format(of schema: any PredicateRecord, at pointer: JSONPointer) throws(Fault) -> String? {
        guard schema.hasKey("format") else { return nil }
        guard let format = schema.value(forKey: "format").text else {
            throw .badKeyword("format", "a string, such as `\"date-time\"`", at: pointer)
        }
        return format
    }

    private mutating func number(
        _ schema: any PredicateRecord, _ type: ValueType, at pointer: JSONPointer
    ) throws(Fault) -> ValueType {
        switch try format(of: schema, at: pointer) {
        case nil, "int32", "int64", "float", "double": return type
        case "decimal": return .decimal
        case let format?:
            warn(.format(format), at: pointer.appending("format"))
            return type
        }
    }

    private mutating func string(_ schema: any PredicateRecord, at pointer: JSONPointer) throws(Fault) -> ValueType {
        if schema.hasKey("contentEncoding") {
            if schema.value(forKey: "contentEncoding") == .string("base64") { return .data }
            warn(.unused("contentEncoding"), at: pointer.appending("contentEncoding"))
        }
        switch try format(of: schema, at: pointer) {
        case nil: return .string
        case "date-time": return schema.value(forKey: "x-predicate-type") == .string("date") ? .date : .dateTime
        case "uuid": return .uuid
        case "uri", "iri", "uri-reference", "iri-reference": return .url
        case "byte": return .data
        case let format?:
            warn(.format(format), at: pointer.appending("format"))
            return .string
        }
    }

    private mutating func list(
        _ schema: any PredicateRecord, at pointer: JSONPointer, depth: Int
    ) throws(Fault) -> ValueType {
        var element: ValueType?
        /// Adds the types of elements at fixed positions.
        func locations(_ keyword: String) throws(Fault) {
            warn(.unused(keyword), at: pointer.appending(keyword))
            for part in try subschemas(keyword, of: schema, at: pointer) {
                let type = try read(part, depth: depth + 1).orNil
                element = element.map { Self.joinOptional($0, type) } ?? type
            }
        }
        var hasLocations = false
        if schema.hasKey("prefixItems") {
            hasLocations = true
            try locations("prefixItems")
        }
        switch schema.value(forKey: "items") {
        case .null where !schema.hasKey("items"):
            // More elements of any type may follow.
            if hasLocations { element = .any }
        case .list(let parts):
            if !parts.isEmpty { try locations("items") }
            if schema.value(forKey: "additionalItems") != .boolean(false) { element = .any }
        case .boolean(false) where hasLocations: break
        default:
            let type = try read(pointer.appending("items"), depth: depth + 1).orNil
            element = element.map { Self.joinOptional($0, type) } ?? type
        }
        return schema.value(forKey: "uniqueItems") == .boolean(true) ? .set(element ?? .any) : .list(element ?? .any)
    }

    static func joinOptional(_ a: ValueType, _ b: ValueType) -> ValueType {
        let type = join(a.unwrapped, b.unwrapped)
        return a.isOptional || b.isOptional ? type.orNil : type
    }

    /// An object without properties.
    private mutating func dictionary(
        _ schema: any PredicateRecord, at pointer: JSONPointer, depth: Int
    ) throws(Fault) -> ValueType {
        if schema.hasKey("properties"), case .object = schema.value(forKey: "properties") {
        } else if schema.hasKey("properties") {
            throw .badKeyword(
                "properties", "an object of schemas, such as `{\"age\": {\"type\": \"integer\"}}`", at: pointer)
        }
        var values: ValueType?
        if schema.hasKey("patternProperties") {
            warn(.unused("patternProperties"), at: pointer.appending("patternProperties"))
            guard case .object(let patterns) = schema.value(forKey: "patternProperties") else {
                throw .badKeyword(
                    "patternProperties", "an object of schemas, such as `{\"age\": {\"type\": \"integer\"}}`",
                    at: pointer)
            }
            for pattern in patterns.keys {
                let location = JSONPointer(pointer.components + ["patternProperties", pattern])
                let type = try read(location, depth: depth + 1).orNil
                values = values.map { Self.joinOptional($0, type) } ?? type
            }
        }
        for keyword in ["additionalProperties", "unevaluatedProperties"] where schema.hasKey(keyword) {
            if schema.value(forKey: keyword) == .boolean(false) { continue }
            let type = try read(pointer.appending(keyword), depth: depth + 1).orNil
            values = values.map { Self.joinOptional($0, type) } ?? type
        }
        return .dictionary(values ?? .any)
    }

    /// The values of `enum` or `const`; nil if there is neither.
    private mutating func cases(
        of schema: any PredicateRecord, at pointer: JSONPointer, types: Set<String>?
    ) throws(Fault) -> Reading? {
        let keyword = schema.hasKey("const") ? "const" : "enum"
        guard schema.hasKey(keyword) else { return nil }
        var cases: [PredicateValue]
        if keyword == "const" {
            cases = [schema.value(forKey: keyword)]
        } else if case .list(let list) = schema.value(forKey: keyword) {
            cases = list
        } else {
            throw .badKeyword(keyword, "a list of values, such as `[\"a\", \"b\"]`", at: pointer)
        }
        var distinct = Set<PredicateValue>()
        cases = cases.filter { distinct.insert($0).inserted }
        let isNullable = cases.contains(.null) && types?.contains("null") != false
        cases.removeAll { $0 == .null }
        var base = ValueKinds()
        for value in cases { base.formUnion(ValueKinds(value)) }
        if cases.isEmpty {
            if !isNullable { warn(.impossible, at: pointer.appending(keyword)) }
            return isNullable ? Reading(type: .null, isNullable: true) : .anything
        }
        if types?.contains("number") == true, base == .integer { base = .double }
        func enumeration(_ type: ValueType, _ cases: [PredicateValue]) -> Reading {
            Reading(type: .enumeration(EnumerationType(base: type, cases: cases)), isNullable: isNullable)
        }
        switch base {
        case .string: return enumeration(.string, cases)
        case .boolean: return enumeration(.boolean, cases)
        case .integer: return enumeration(.integer, cases)
        case .double, [.integer, .double]:
            // 1 and 1.0 are one case.
            var numbers: [PredicateValue] = []
            for value in cases {
                let number: PredicateValue =
                    if case .integer(let integer) = value { .double(Double(integer)) } else { value }
                if !numbers.contains(number) { numbers.append(number) }
            }
            return enumeration(.double, numbers)
        default:
            warn(.mixed(keyword), at: pointer.appending(keyword))
            return .anything
        }
    }
}
