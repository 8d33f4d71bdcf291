import PredicateCore
import PredicatePlatform
import PredicateRecords

/// Finds the schemas that a file of predicates names. Each schema file is read once.
package final class NamedSchemas {
    /// What the keys of a file give.
    struct Finding {
        /// The schema; nil if there is none.
        let schema: RecordSchema?
        /// Whether there should be a schema that cannot be used. It has been reported.
        let isMissing: Bool

        static let none = Finding(schema: nil, isMissing: false)
    }

    private let problems: NamedProblems
    private let types: [RecordSchema]
    private let folder: String
    private let knowsAllTypes: Bool
    private let bounds: FileBounds?
    private var known: [ExactName: Result<RecordSchema, FileBytes.Failure>] = [:]
    /// The paths of schema files, in the order of their first use, whether they can be read or not.
    private(set) var paths: [String] = []

    /// - Parameters:
    ///   - types: the schemas that the program gives, by the names of their records.
    ///   - folder: the folder that paths are relative to.
    ///   - knowsAllTypes: whether another name of a type is a mistake. A tool does not have the types of the program.
    ///   - bounds: the folders that must hold the schema files; nil for any.
    init(
        _ problems: NamedProblems, types: [RecordSchema], folder: String, knowsAllTypes: Bool = true,
        within bounds: FileBounds? = nil
    ) {
        self.knowsAllTypes = knowsAllTypes
        self.bounds = bounds
        self.problems = problems
        self.types = types
        self.folder = folder
    }

    /// The schema that the keys `schema` and `type` give, or the default.
    func schema(
        of entries: [ConfigurationNode.Entry], in keyPath: String, default other: Finding
    ) -> Finding {
        let schema = entries.value(of: "schema")
        let type = entries.value(of: "type")
        let prefix = keyPath.isEmpty ? "" : keyPath + "."
        if schema != nil, let type {
            problems.report(.schemaAndType(at: type.start), in: prefix + "type")
        }
        guard schema != nil || type != nil else { return other }
        let found =
            schema.map { self.schema($0, in: prefix + "schema") } ?? type.map { self.type($0, in: prefix + "type") }
        return Finding(schema: found ?? nil, isMissing: found.flatMap { $0 } == nil)
    }

    private func schema(_ node: ConfigurationNode, in keyPath: String) -> RecordSchema? {
        switch node.content {
        case .text(let path): return read(path.text, at: path.sourceRange, in: keyPath)
        case .mapping: return inline(node, in: keyPath)
        case .alias, .sequence, .other:
            problems.wrongKind("schema", "the path of a JSON Schema, or a JSON Schema", node, in: keyPath)
            return nil
        }
    }

    private func type(_ node: ConfigurationNode, in keyPath: String) -> RecordSchema? {
        guard let name = node.text else {
            problems.report(
                .wrongKind("type", "the name of a type that the program gives", at: node.start),
                in: keyPath)
            return nil
        }
        let names = types.map(Self.name)
        if let index = names.firstIndex(where: { sameCodePoints($0, name.text) }) { return types[index] }
        guard knowsAllTypes else { return nil }
        problems.report(.unknownRecordType(name.text, known: names, at: name.sourceRange), in: keyPath)
        return nil
    }

    /// The name of the records of a schema.
    private static func name(_ schema: RecordSchema) -> String {
        if case .object(let name) = schema.root.unwrapped { return name }
        return ""
    }

    // MARK: Files

    private func read(_ path: String, at range: SourceRange, in keyPath: String) -> RecordSchema? {
        let full = FilePath.joined(folder, path)
        if known[ExactName(full)] == nil {
            paths.append(full)
            known[ExactName(full)] = Self.read(full, within: bounds)
        }
        switch known[ExactName(full)] {
        case .success(let schema): return schema
        case .failure(let error):
            problems.report(.badSchema(error.reason, at: range), in: keyPath)
            return nil
        case nil: return nil
        }
    }

    private static func read(
        _ path: String, within bounds: FileBounds?
    ) -> Result<RecordSchema, FileBytes.Failure> {
        let bytes: [UInt8]
        do throws(FileBytes.Failure) {
            bytes = try FileBytes.read(path, .regular, within: bounds)
        } catch {
            return .failure(FileBytes.Failure(reason: "\(path): \(error.reason)"))
        }
        do throws(RecordError) {
            return .success(try JSONSchemaReader.read(bytes, file: path).schema)
        } catch {
            return .failure(FileBytes.Failure(reason: error.description))
        }
    }

    /// The folder of a file; empty for the current one.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    // MARK: Schemas in the file

    private func inline(_ node: ConfigurationNode, in keyPath: String) -> RecordSchema? {
        let json = LocatedJSON(node)
        if let alias = json.alias {
            problems.report(.alias(at: alias), in: keyPath)
            return nil
        }
        do throws(RecordError) {
            return try JSONSchemaReader.read(json.bytes).schema
        } catch {
            let range = error.location.flatMap { json.range(at: $0.offset) } ?? node.start
            problems.report(.badSchema(error.message, at: range), in: keyPath)
            return nil
        }
    }
}

/// The types of arguments, and values of these types.
enum NamedTypes {
    /// The words for types that have no parts. `integer`, `number`, `string`, `boolean` and `array` are those of JSON Schema.
    static let simple: [(word: String, type: ValueType)] = [
        ("integer", .integer), ("number", .double), ("double", .double), ("decimal", .decimal), ("string", .string),
        ("boolean", .boolean), ("date", .date), ("uuid", .uuid), ("url", .url), ("data", .data), ("any", .any),
    ]
    /// The word for a list.
    static let array = "array"
    /// All words.
    static let words = simple.map(\.word) + [array]

    static func isWord(_ text: String?) -> Bool { text.map { words.containsName($0) } ?? false }

    /// The words that other languages and formats have for the types.
    private static let habits: [String: String] = [
        "int": "integer", "int8": "integer", "int16": "integer", "int32": "integer", "int64": "integer",
        "uint": "integer", "uint8": "integer", "uint16": "integer", "uint32": "integer", "uint64": "integer",
        "short": "integer", "long": "integer", "bigint": "integer", "smallint": "integer", "nsinteger": "integer",
        "float": "number", "float32": "number", "float64": "number", "real": "number", "numeric": "number",
        "num": "number", "cgfloat": "number", "nsnumber": "number", "nsdecimalnumber": "decimal",
        "str": "string", "text": "string", "varchar": "string", "char": "string", "character": "string",
        "nsstring": "string", "bool": "boolean", "logical": "boolean", "bit": "boolean", "flag": "boolean",
        "datetime": "date", "date-time": "date", "timestamp": "date", "time": "date", "nsdate": "date",
        "instant": "date", "guid": "uuid", "nsuuid": "uuid", "uri": "url", "link": "url", "nsurl": "url",
        "bytes": "data", "binary": "data", "blob": "data", "base64": "data", "nsdata": "data", "list": "array",
        "set": "array", "tuple": "array", "sequence": "array", "nsarray": "array", "nsset": "array",
        "object": "any", "anything": "any", "unknown": "any", "mixed": "any",
    ]

    /// The word that is probably meant by another one; nil if none is near.
    static func meant(_ word: String) -> String? {
        if word.utf8.count > 40 { return nil }
        return habits[word.lowercased()] ?? Suggestions.nearest(to: word, among: words)
    }

    /// The type of a word; nil for a list and for other words.
    static func type(_ word: String) -> ValueType? { simple.first { sameCodePoints($0.word, word) }?.type }

    /// A value as one of a type; nil if it is none. Lists are as deep as the type.
    static func value(_ value: PredicateValue, as type: ValueType) -> PredicateValue? {
        switch (type, value) {
        // A decimal here is an integer past 64 bits.
        case (.any, _), (.boolean, .boolean), (.integer, .integer), (.integer, .decimal), (.double, .double),
            (.decimal, .decimal), (.string, .string), (.date, .date), (.uuid, .uuid), (.url, .url), (.data, .data):
            return value
        case (.integer, .double(let number)): return Int64(exactly: number).map(PredicateValue.integer)
        case (.double, .integer(let number)): return .double(Double(number))
        case (.double, .decimal), (.decimal, .integer), (.decimal, .double):
            return read(value, as: type == .double ? .double : .decimal, type)
        case (.date, .string(let text)):
            guard case .success(let date) = PredicateDate.parseLiteral(text) else { return nil }
            return .date(date)
        case (.uuid, .string(let text)): return PredicateUUID.parse(text).map(PredicateValue.uuid)
        case (.url, .string): return read(value, as: .url, type)
        case (.data, .string): return read(value, as: .data, type)
        case (.list(let element), .list(let values)):
            var result: [PredicateValue] = []
            for value in values {
                guard let value = Self.value(value, as: element) else { return nil }
                result.append(value)
            }
            return .list(result)
        default: return nil
        }
    }

    private static func read(_ value: PredicateValue, as reading: CoreReading, _ type: ValueType) -> PredicateValue? {
        var work = WorkBudget.unlimited
        let read = ValueSemantics.read(value, as: reading, &work)
        return ValueType(of: read) == type ? read : nil
    }
}
