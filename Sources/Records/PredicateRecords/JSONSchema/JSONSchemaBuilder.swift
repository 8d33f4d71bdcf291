import PredicateCore

/// Makes a declared schema from a JSON Schema document.
///
/// A subschema is identified by its pointer. A subschema that describes an object with properties becomes a named
/// record type. Its fields are read later from a queue, so that types may refer to each other. Everything else is
/// read directly.
struct JSONSchemaBuilder {
    typealias Fault = RecordError.SchemaFault

    /// The type that a schema describes, and whether null is also allowed.
    struct Reading: Hashable {
        var type: ValueType
        var isNullable: Bool
        /// Any value.
        static let anything = Reading(type: .any, isNullable: true)

        var orNil: ValueType { isNullable ? type.orNil : type }
    }

    let document: SchemaDocument
    private(set) var warnings: [SchemaWarning] = []
    private var doubts: [SchemaDoubt: Int] = [:]
    private var readings: [JSONPointer: Reading] = [:]
    private var inProgress: Set<JSONPointer> = []
    private var names: [JSONPointer: String] = [:]
    private var usedNames: Set<String> = []
    private var queue: [(pointer: JSONPointer, name: String)] = []
    private var noted: Set<JSONPointer> = []
    /// The number of schemas whose fields have been collected. A schema that several branches share counts for each.
    var gathered = 0
    /// The limit of `gathered`.
    var maximumParts = JSONSchemaReader.maximumParts

    init(document: SchemaDocument) { self.document = document }

    mutating func schema() throws(Fault) -> RecordSchema {
        reserveNames()
        let root = try read(JSONPointer([]), depth: 0)
        var types: [RecordType] = []
        var next = 0
        while next < queue.count {
            let (pointer, name) = queue[next]
            next += 1
            var visited: Set<JSONPointer> = []
            let fields = try collect(pointer, depth: 0, &visited)
            types.append(
                RecordType(
                    name, fields: fields.recordFields, additional: fields.additional,
                    // A title that became the name is not repeated as documentation.
                    documentation: documentation(at: pointer).flatMap { $0 == name ? nil : $0 }))
        }
        // Record types that were only alternatives of an `any` are no longer reached.
        var schema = RecordSchema(root: root.type, types: types, origin: .declared)
        let reached = Set(schema.reachedTypes)
        schema.types = schema.types.filter { reached.contains($0.key) }
        return schema
    }

    // MARK: Warnings and names

    mutating func warn(_ doubt: SchemaDoubt, at pointer: JSONPointer) {
        if let index = doubts[doubt] {
            warnings[index].count += 1
        } else {
            doubts[doubt] = warnings.count
            warnings.append(
                SchemaWarning(
                    code: doubt.text.code, message: doubt.text.message, pointer: pointer, location: nil, count: 1))
        }
    }

    /// Definitions keep their names from the document, regardless of the order of reading.
    private mutating func reserveNames() {
        for keyword in ["$defs", "definitions"] {
            guard case .object(let definitions)? = document.value(at: JSONPointer([keyword])) else { continue }
            for name in definitions.keys where usedNames.insert(name).inserted {
                names[JSONPointer([keyword, name])] = name
            }
        }
    }

    /// The name of the record type at a pointer. Its fields are read later.
    private mutating func recordName(at pointer: JSONPointer) -> String {
        if let name = names[pointer] {
            if noted.insert(pointer).inserted { queue.append((pointer, name)) }
            return name
        }
        let name = uniqueName(for: pointer)
        names[pointer] = name
        noted.insert(pointer)
        queue.append((pointer, name))
        return name
    }

    private mutating func uniqueName(for pointer: JSONPointer) -> String {
        var path: [String] = []
        var isElement = false
        for (index, component) in pointer.components.enumerated() {
            let before = index > 0 ? pointer.components[index - 1] : ""
            if ["properties", "$defs", "definitions", "patternProperties"].contains(before) {
                path.append(component)
                isElement = false
            }
            if ["items", "additionalProperties", "prefixItems"].contains(component), before != "properties" {
                isElement = true
            }
        }
        if isElement, let last = path.popLast() { path.append(SchemaNaming.singular(last)) }
        var candidates: [String] = []
        if case .object(let schema)? = document.value(at: pointer), let title = schema.value(forKey: "title").text,
            !title.isEmpty
        {
            candidates.append(title)
        }
        candidates += [path.last ?? "Record", path.suffix(2).joined(separator: " ")].map(SchemaNaming.typeName)
        candidates = candidates.filter { !$0.isEmpty }
        for candidate in candidates where usedNames.insert(candidate).inserted { return candidate }
        let base = candidates.last ?? "Record"
        var number = 2
        while !usedNames.insert(base + String(number)).inserted { number += 1 }
        return base + String(number)
    }

    func documentation(at pointer: JSONPointer) -> String? {
        guard case .object(let schema)? = document.value(at: pointer) else { return nil }
        return schema.value(forKey: "description").text ?? schema.value(forKey: "title").text
    }

    /// Whether the keywords of a schema have been read.
    func isKnown(_ pointer: JSONPointer) -> Bool { readings[pointer] != nil || noted.contains(pointer) }

    // MARK: Types

    /// The type that the schema at a pointer describes.
    mutating func read(_ pointer: JSONPointer, depth: Int) throws(Fault) -> Reading {
        if let reading = readings[pointer] { return reading }
        guard depth < JSONSchemaReader.maximumDepth else {
            throw .tooDeep(limit: JSONSchemaReader.maximumDepth, at: pointer)
        }
        guard inProgress.insert(pointer).inserted else {
            warn(.endless, at: pointer)
            return .anything
        }
        defer { inProgress.remove(pointer) }
        let reading = try describe(pointer, depth: depth)
        readings[pointer] = reading
        return reading
    }

    private mutating func describe(_ pointer: JSONPointer, depth: Int) throws(Fault) -> Reading {
        switch document.value(at: pointer) {
        case .boolean(true): return .anything
        case .boolean(false):
            warn(.impossible, at: pointer)
            return .anything
        case .object(let schema):
            try noteKeywords(of: schema, at: pointer)
            var visited: Set<JSONPointer> = []
            var reading: Reading
            if try aliasTarget(of: schema, at: pointer) == nil, try isRecord(pointer, depth: depth, &visited) {
                let isNullable = try own(schema, at: pointer, depth: depth, isRecord: true)?.isNullable ?? false
                reading = Reading(type: .object(recordName(at: pointer)), isNullable: isNullable)
                if try alternativesAllowNull(of: schema, at: pointer) { reading.isNullable = true }
            } else {
                reading = try combine(schema, at: pointer, depth: depth)
            }
            if schema.value(forKey: "nullable") == .boolean(true) { reading.isNullable = true }
            return reading
        default: throw .notASchema(at: pointer)
        }
    }

    /// The target of a schema that is only a reference.
    private func aliasTarget(of schema: any PredicateRecord, at pointer: JSONPointer) throws(Fault) -> JSONPointer? {
        let own = schema.keys.filter { JSONSchemaKeyword.typed.contains($0) }
        guard own.count == 1, let keyword = own.first else { return nil }
        if keyword == "allOf" {
            guard case .list(let parts) = schema.value(forKey: keyword), parts.count == 1 else { return nil }
            return JSONPointer(pointer.components + [keyword, "0"])
        }
        guard JSONSchemaKeyword.references.contains(keyword) else { return nil }
        return try target(of: schema, keyword, at: pointer)
    }

    /// The target of a reference; nil if it is in another document.
    func target(of schema: any PredicateRecord, _ keyword: String, at pointer: JSONPointer) throws(Fault)
        -> JSONPointer?
    {
        guard let reference = schema.value(forKey: keyword).text else {
            throw .badKeyword(keyword, "a string, such as `\"#/$defs/person\"`", at: pointer)
        }
        switch document.resolve(reference, from: pointer) {
        case .local(let target): return target
        case .remote: return nil
        case .missing:
            let path = try? JSONPointer(parsing: String(reference.drop { $0 != "#" }))
            let parent = path.flatMap { document.value(at: JSONPointer(Array($0.components.dropLast()))) }
            var names: [String] = []
            if case .object(let object)? = parent { names = object.keys }
            throw .referenceNotFound(reference, keyword, among: names, at: pointer)
        }
    }

    /// Whether a schema describes objects with properties, by itself or by its parts.
    private mutating func isRecord(
        _ pointer: JSONPointer, depth: Int, _ visited: inout Set<JSONPointer>
    ) throws(Fault) -> Bool {
        guard visited.insert(pointer).inserted, case .object(let schema)? = document.value(at: pointer) else {
            return false
        }
        guard depth < JSONSchemaReader.maximumDepth else {
            throw .tooDeep(limit: JSONSchemaReader.maximumDepth, at: pointer)
        }
        let types = try self.types(of: schema, at: pointer)
        if let types, !types.subtracting(["null", "object"]).isEmpty { return false }
        if schema.hasKey("enum") || schema.hasKey("const") { return false }
        if case .object(let properties) = schema.value(forKey: "properties"), !properties.keys.isEmpty { return true }
        // `{"type": "object", "additionalProperties": false}` is a record without fields.
        if types?.contains("object") == true, schema.value(forKey: "additionalProperties") == .boolean(false),
            !schema.hasKey("patternProperties")
        {
            return true
        }
        for keyword in JSONSchemaKeyword.references where schema.hasKey(keyword) {
            if let target = try target(of: schema, keyword, at: pointer),
                try isRecord(target, depth: depth + 1, &visited)
            {
                return true
            }
        }
        for part in try subschemas("allOf", of: schema, at: pointer) {
            if try isRecord(part, depth: depth + 1, &visited) { return true }
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = try alternatives(keyword, of: schema, at: pointer)
            if branches.isEmpty { continue }
            var count = 0
            for branch in branches where try isRecord(branch, depth: depth + 1, &visited) { count += 1 }
            // One object among other types is not a record. For a single branch besides null, `combine` takes the
            // type.
            if count == branches.count && count > 1 { return true }
        }
        return false
    }

    /// The pointers of a list of schemas; empty if the keyword is missing.
    func subschemas(_ keyword: String, of schema: any PredicateRecord, at pointer: JSONPointer) throws(Fault)
        -> [JSONPointer]
    {
        switch schema.value(forKey: keyword) {
        case .null where !schema.hasKey(keyword): return []
        case .list(let parts) where !parts.isEmpty:
            return parts.indices.map { JSONPointer(pointer.components + [keyword, String($0)]) }
        default: throw .badKeyword(keyword, "a list of schemas, such as `[{\"type\": \"string\"}]`", at: pointer)
        }
    }

    /// The branches of `anyOf` or `oneOf` that are not just null.
    func alternatives(_ keyword: String, of schema: any PredicateRecord, at pointer: JSONPointer) throws(Fault)
        -> [JSONPointer]
    {
        try subschemas(keyword, of: schema, at: pointer).filter { !isNull($0) }
    }

    private func isNull(_ pointer: JSONPointer) -> Bool {
        guard case .object(let schema)? = document.value(at: pointer) else { return false }
        return schema.value(forKey: "type") == .string("null")
            || schema.value(forKey: "enum") == .list([.null])
            || schema.hasKey("const") && schema.value(forKey: "const") == .null
    }

    private func alternativesAllowNull(of schema: any PredicateRecord, at pointer: JSONPointer) throws(Fault) -> Bool {
        for keyword in ["anyOf", "oneOf"] {
            let all = try subschemas(keyword, of: schema, at: pointer)
            if all.contains(where: isNull) { return true }
        }
        return false
    }

    /// The type of a schema that is not a record: the intersection of its keywords, references and parts.
    private mutating func combine(
        _ schema: any PredicateRecord, at pointer: JSONPointer, depth: Int
    ) throws(Fault) -> Reading {
        var parts: [Reading] = []
        for keyword in JSONSchemaKeyword.references where schema.hasKey(keyword) {
            if let target = try target(of: schema, keyword, at: pointer) {
                if inProgress.contains(target), try aliasTarget(of: schema, at: pointer) != nil,
                    try leadsBack(from: target, to: pointer)
                {
                    throw .referenceLoop(at: pointer)
                }
                parts.append(try read(target, depth: depth + 1))
            } else {
                warn(.remote(schema.value(forKey: keyword).text ?? ""), at: pointer.appending(keyword))
            }
        }
        for part in try subschemas("allOf", of: schema, at: pointer) { parts.append(try read(part, depth: depth + 1)) }
        if let own = try own(schema, at: pointer, depth: depth, isRecord: false) { parts.append(own) }
        for keyword in ["anyOf", "oneOf"] {
            let all = try subschemas(keyword, of: schema, at: pointer)
            if all.isEmpty { continue }
            // Branches that only limit a type described elsewhere do not determine the type.
            if parts.contains(where: { $0.type != .any }) {
                warn(.unused(keyword), at: pointer.appending(keyword))
                continue
            }
            var union: Reading?
            for branch in all {
                let reading =
                    isNull(branch) ? Reading(type: .null, isNullable: true) : try read(branch, depth: depth + 1)
                union = union.map { join($0, reading) } ?? reading
            }
            guard let union else { continue }
            if union.type == .any { warn(.mixed(keyword), at: pointer.appending(keyword)) }
            parts.append(union)
        }
        return try agree(on: parts, at: pointer)
    }

    /// Whether following references and single parts leads from one schema to another, or into a loop.
    private func leadsBack(from start: JSONPointer, to end: JSONPointer) throws(Fault) -> Bool {
        var pointer = start
        var visited: Set<JSONPointer> = []
        while visited.insert(pointer).inserted {
            if pointer == end { return true }
            guard case .object(let schema)? = document.value(at: pointer),
                let next = try aliasTarget(of: schema, at: pointer)
            else { return false }
            pointer = next
        }
        return true
    }

    /// The type that satisfies all parts.
    private mutating func agree(on parts: [Reading], at pointer: JSONPointer) throws(Fault) -> Reading {
        let typed = parts.filter { $0.type != .any }
        guard var result = typed.first else { return .anything }
        for part in typed.dropFirst() where part.type != result.type {
            if let narrower = Self.narrower(result.type, part.type) {
                result.type = narrower
            } else {
                warn(.mixed("allOf"), at: pointer)
                return .anything
            }
        }
        result.isNullable = parts.allSatisfy(\.isNullable)
        return result
    }

    /// The narrower of two types, if the values of one are values of the other.
    static func narrower(_ a: ValueType, _ b: ValueType) -> ValueType? {
        if a == b || b == .any { return a }
        if a == .any { return b }
        for (a, b) in [(a, b), (b, a)] {
            switch (a, b) {
            case (.integer, .double), (.decimal, .double), (.dateTime, .string), (.uuid, .string), (.url, .string),
                (.data, .string):
                return a
            case (.enumeration(let cases), _) where cases.base == b || cases.base == .integer && b == .double: return a
            case (.list, .list(.any)), (.set, .list(.any)), (.dictionary, .dictionary(.any)),
                (.object, .dictionary(.any)):
                return a
            default: continue
            }
        }
        return nil
    }

    /// A type that includes the values of both.
    func join(_ a: Reading, _ b: Reading) -> Reading {
        let isNullable = a.isNullable || b.isNullable
        return Reading(type: Self.join(a.type, b.type), isNullable: isNullable)
    }

    static func join(_ a: ValueType, _ b: ValueType) -> ValueType {
        if a == b || b == .null { return a }
        if a == .null { return b }
        for (a, b) in [(a, b), (b, a)] {
            switch (a, b) {
            case (.integer, .double), (.integer, .decimal): return b
            case (.enumeration(let cases), _) where cases.base == b: return b
            default: continue
            }
        }
        if case .enumeration(let a) = a, case .enumeration(let b) = b, a.base == b.base {
            return .enumeration(
                EnumerationType(base: a.base, cases: a.cases + b.cases.filter { !a.cases.contains($0) }))
        }
        return .any
    }
}
