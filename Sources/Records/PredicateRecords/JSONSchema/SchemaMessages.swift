import PredicateCore
import PredicateFormat

/// A part of a JSON Schema that is not used, or not used exactly. The schema is usable without it.
public struct SchemaWarning: Hashable, Sendable, CustomStringConvertible {
    /// The stable name of the message, such as `schema-keyword-unused`.
    public var code: RecordError.Code
    /// One sentence.
    public var message: String
    /// Its first location in the document.
    public var pointer: JSONPointer
    /// Its first location in the text.
    public var location: RecordError.Location?
    /// The number of occurrences.
    public var count: Int

    /// Whether a keyword is probably misspelt, so that the schema does not say what its author meant.
    package var isMisspelt: Bool { code == .schemaKeywordUnknown && message.endsExactly(with: "?") }

    /// The pointer and the sentence.
    public var description: String {
        let more = count > 1 ? " (and \(count - 1) more)" : ""
        return "#\(pointer)\(more): \(message)"
    }
}

/// The codes of all messages about JSON Schema.
extension RecordError.Code {
    /// A schema that is neither an object nor a boolean.
    package static let schemaNotASchema = RecordError.Code("schema-not-a-schema")
    /// A keyword whose value has the wrong type.
    package static let schemaBadKeyword = RecordError.Code("schema-bad-keyword")
    /// A `type` that does not exist.
    package static let schemaUnknownType = RecordError.Code("schema-unknown-type")
    /// A reference to something that the document lacks.
    package static let schemaReferenceNotFound = RecordError.Code("schema-reference-not-found")
    /// A reference that leads to itself.
    package static let schemaReferenceLoop = RecordError.Code("schema-reference-loop")
    /// Nesting of schemas beyond the limit.
    package static let schemaTooDeep = RecordError.Code("schema-too-deep")
    /// A reference to another document.
    package static let schemaReferenceRemote = RecordError.Code("schema-reference-remote")
    /// A keyword that limits values, not types.
    package static let schemaKeywordUnchecked = RecordError.Code("schema-keyword-unchecked")
    /// A keyword about types that is not used.
    package static let schemaKeywordUnused = RecordError.Code("schema-keyword-unused")
    /// A keyword that JSON Schema does not have.
    package static let schemaKeywordUnknown = RecordError.Code("schema-keyword-unknown")
    /// A format that is not used.
    package static let schemaFormatUnused = RecordError.Code("schema-format-unused")
    /// Several types at one location.
    package static let schemaMixedTypes = RecordError.Code("schema-mixed-types")
    /// Objects of several shapes that are read as one type.
    package static let schemaJoinedObjects = RecordError.Code("schema-joined-objects")
    /// A schema that no value satisfies.
    package static let schemaImpossible = RecordError.Code("schema-impossible")
    /// A type that contains itself without an object in between.
    package static let schemaEndlessType = RecordError.Code("schema-endless-type")
    /// A `required` key without a property.
    package static let schemaRequiredUnknown = RecordError.Code("schema-required-unknown")
}

extension RecordError {
    /// An error of a schema.
    struct SchemaFault: Error {
        var code: Code
        var message: String
        var pointer: JSONPointer

        static func notASchema(at pointer: JSONPointer) -> SchemaFault {
            SchemaFault(
                code: .schemaNotASchema, message: "a schema must be an object, `true` or `false`",
                pointer: pointer)
        }

        static func badKeyword(_ keyword: String, _ expected: String, at pointer: JSONPointer) -> SchemaFault {
            SchemaFault(
                code: .schemaBadKeyword, message: "`\(keyword)` must be \(expected)",
                pointer: pointer.appending(keyword))
        }

        static func unknownType(_ name: String, at pointer: JSONPointer) -> SchemaFault {
            let types = ["array", "boolean", "integer", "null", "number", "object", "string"]
            let others = [
                "int": "integer", "long": "integer", "float": "number", "double": "number", "decimal": "number",
                "bool": "boolean", "text": "string", "str": "string", "list": "array", "dict": "object",
                "map": "object", "nil": "null", "none": "null",
            ]
            let formats = ["date": "date-time", "datetime": "date-time", "timestamp": "date-time", "uuid": "uuid"]
            let advice: String
            if let format = formats[name.lowercased()] {
                advice = "write `\"type\": \"string\", \"format\": \"\(format)\"`"
            } else if let type = others[name.lowercased()] ?? Suggestions.nearest(to: name, among: types) {
                advice = "did you mean `\(type)`?"
            } else {
                advice = "the types are \(types.joined(separator: ", "))"
            }
            return SchemaFault(
                code: .schemaUnknownType, message: "`\(name)` is not a type of JSON Schema; \(advice)",
                pointer: pointer.appending("type"))
        }

        /// - Parameter names: the keys of the object in which the last key of the reference was looked for.
        static func referenceNotFound(
            _ reference: String, _ keyword: String, among names: [String], at pointer: JSONPointer
        ) -> SchemaFault {
            let last = reference.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
            let advice =
                Suggestions.nearest(to: last, among: names).map { near in
                    "did you mean `\(reference.dropLast(last.count))\(near)`?"
                }
                ?? (names.isEmpty ? "define it under `$defs`" : "there are \(names.prefix(8).joined(separator: ", "))")
            return SchemaFault(
                code: .schemaReferenceNotFound, message: "`\(reference)` does not exist in this document; \(advice)",
                pointer: pointer.appending(keyword))
        }

        static func referenceLoop(at pointer: JSONPointer) -> SchemaFault {
            SchemaFault(
                code: .schemaReferenceLoop, message: "this schema refers only to itself; give it a type",
                pointer: pointer)
        }

        static func tooManyParts(limit: Int, at pointer: JSONPointer) -> SchemaFault {
            SchemaFault(
                code: .schemaTooDeep, message: "more than \(limit) parts are in the types of this document",
                pointer: pointer)
        }

        static func tooDeep(limit: Int, at pointer: JSONPointer) -> SchemaFault {
            SchemaFault(
                code: .schemaTooDeep, message: "schemas are nested more than \(limit) levels deep", pointer: pointer)
        }
    }

    init(_ fault: SchemaFault, location: Location?, file: String?) {
        let pointer = fault.pointer.components.isEmpty ? "the schema" : "#\(fault.pointer)"
        self.init(fault.code, .data, "\(pointer): \(fault.message)", at: location, file: file)
    }
}

/// The contents of warnings, before they are counted.
enum SchemaDoubt: Hashable {
    case remote(String)
    case unchecked(String)
    case unused(String)
    case unknownKeyword(String)
    case format(String)
    case mixed(String)
    case joined(String)
    case impossible
    case endless
    case required(String)

    var text: (code: RecordError.Code, message: String) {
        switch self {
        case .remote(let reference):
            (
                .schemaReferenceRemote,
                "`\(reference)` is in another document, which is not read; copy it under `$defs` to check its fields"
            )
        case .unchecked(let keyword):
            (
                .schemaKeywordUnchecked,
                "`\(keyword)` limits values, not types, so it is not checked; a predicate can check it"
            )
        case .unused(let keyword):
            (
                .schemaKeywordUnused,
                "`\(keyword)` is not used, so its fields and types are unknown; declare them under `properties`"
            )
        case .unknownKeyword(let keyword):
            (
                .schemaKeywordUnknown,
                "`\(keyword)` is not a keyword of JSON Schema, so it is ignored; "
                    + (JSONSchemaKeyword.meant(by: keyword).map { "did you mean `\($0)`?" }
                        ?? "remove it, or begin its name with `x-`")
            )
        case .format(let format):
            (.schemaFormatUnused, "the format `\(format)` is ignored; the values are read as their `type` says")
        case .mixed(let keyword):
            (
                .schemaMixedTypes,
                "`\(keyword)` allows values of several types, so comparisons with them are not checked; to have them checked, declare one type"
            )
        case .joined(let keyword):
            (
                .schemaJoinedObjects,
                "`\(keyword)` allows objects of several shapes; they are read as one type with the fields of all"
            )
        case .impossible:
            (
                .schemaImpossible,
                "no value can fit this schema, so it is read as any type; change `type`, `enum` or `allOf` so that a value fits"
            )
        case .endless:
            (
                .schemaEndlessType,
                "this type contains itself other than through an object, so from here on it is any; give it `properties`"
            )
        case .required(let name):
            (
                .schemaRequiredUnknown,
                "`\(name)` is required but not declared, so its type is any; add it to `properties`, or correct the name"
            )
        }
    }
}
