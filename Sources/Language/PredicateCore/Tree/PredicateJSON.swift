import PredicatePlatform

/// The JSON form of trees: a document with a version, the text that ranges refer to, and the tree, node by node.
///
/// `Grammar/predicate-tree.schema.json` is its schema. A document is untrusted data: reading gives only a tree,
/// which must be checked (`checked(against:)`) before it can be evaluated. Types and ranges
/// in it are for other readers, and are ignored here.
public enum PredicateJSON {
    /// The version that is written, and the only version that can be read.
    public static let version = 1
}

/// Describes why a document is not the JSON form of a predicate.
public struct PredicateJSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public enum Reason: String, Hashable, Sendable {
        /// The document is not JSON.
        case malformedJSON = "malformed-json"
        /// The version of the document is not supported.
        case unknownVersion = "unknown-version"
        /// A required member is missing.
        case missing
        /// A value has the wrong kind, or is out of range.
        case wrongValue = "wrong-value"
        /// A kind of node, an operator, a type or another word is unknown.
        case unknownWord = "unknown-word"
        /// The document has an unknown key.
        case unknownKey = "unknown-key"
        /// A limit on size, depth or nodes is exceeded.
        case limit
    }

    /// The kind of the error.
    public var reason: Reason
    /// One sentence.
    public var message: String
    /// The location in the document as a JSON pointer (RFC 6901); empty for the whole document.
    public var pointer: String

    /// An error at a location.
    public init(_ reason: Reason, _ message: String, at pointer: String) {
        self.reason = reason
        self.message = message
        self.pointer = pointer
    }

    /// The location and the message.
    public var description: String { pointer.isEmpty ? message : "\(pointer): \(message)" }
}

extension PredicateTree {
    /// The JSON form of the tree.
    ///
    /// - Parameters:
    ///   - source: the text that the ranges refer to; without one the document has no ranges.
    ///   - pretty: whether to break and indent lines.
    public func json(source: String? = nil, pretty: Bool = false) -> String {
        // A level of the tree is one or two nested objects or arrays in JSON.
        DeepStack.run(levels: height * 2) { jsonNode(source: source).text(pretty: pretty) }
    }

    /// The document; the caller ensures enough stack.
    package func jsonNode(source: String?) -> JSONNode {
        [
            "version": .integer(PredicateJSON.version), "source": source.map { .string($0) },
            "predicate": PredicateJSONWriter(hasRanges: source != nil).node(self),
        ]
    }
}

/// Writes trees as JSON.
private struct PredicateJSONWriter {
    let hasRanges: Bool

    /// The members of an object, in their order; those without a value are left out.
    private typealias Members = KeyValuePairs<String, JSONNode?>

    private func object(
        _ kind: String, _ members: Members, _ range: SourceRange?, type: ValueType = .any
    ) -> JSONNode {
        var all: [(String, JSONNode?)] = [("kind", .string(kind))]
        all += members.map { ($0, $1) }
        all.append(("type", type == .any ? nil : PredicateJSON.node(type)))
        all.append(("range", hasRanges ? range.map { [.integer($0.lowerBound), .integer($0.upperBound)] } : nil))
        return JSONNode(members: all)
    }

    // MARK: Predicates

    func node(_ tree: PredicateTree) -> JSONNode {
        // A tree that is too deep is not kept. null is not a predicate, so a reader refuses it.
        if tree.isTooDeep { return .null }
        switch tree.kind {
        case .constant(let value): return object("truth", ["value": .boolean(value)], tree.range)
        case .and(let children): return object("and", ["predicates": .array(children.map(node))], tree.range)
        case .or(let children): return object("or", ["predicates": .array(children.map(node))], tree.range)
        case .not(let inner): return object("not", ["predicate": node(inner)], tree.range)
        case .comparison(let comparison): return node(comparison, tree.range)
        }
    }

    private func node(_ comparison: PredicateTree.Comparison, _ range: SourceRange?) -> JSONNode {
        var name: String?
        if case .custom(let custom) = comparison.comparator { name = custom }
        let members: Members = [
            "quantifier": comparison.quantifier.map { .string($0.rawValue) },
            "registeredOperator": name.map { .string($0) },
            "operator": name == nil ? .string(comparison.comparator.spelling) : nil,
            "options": comparison.options.isEmpty ? nil : .string(comparison.options.letters),
            "left": node(comparison.left), "right": node(comparison.right),
        ]
        return object("comparison", members, range)
    }

    // MARK: Expressions

    private func node(_ tree: ExpressionTree) -> JSONNode {
        let (kind, members) = parts(of: tree)
        return object(kind, members, tree.range, type: tree.type)
    }

    private func parts(of tree: ExpressionTree) -> (String, Members) {
        switch tree.kind {
        case .constant(let value): ("constant", ["value": PredicateJSON.node(value)])
        case .record: ("record", [:])
        case .element: ("element", [:])
        case .field(let base, let name): ("field", ["base": node(base), "name": .string(name)])
        case .dynamicField(let base, let key): ("dynamicField", ["base": node(base), "key": node(key)])
        case .collection(let symbol, let base, let path):
            ("collection", ["operator": .string(symbol.rawValue), "base": node(base), "path": path.map(node)])
        case .index(let base, .first): ("index", ["base": node(base), "place": "FIRST"])
        case .index(let base, .last): ("index", ["base": node(base), "place": "LAST"])
        case .index(let base, .size): ("index", ["base": node(base), "place": "SIZE"])
        case .index(let base, .at(let key)): ("index", ["base": node(base), "key": node(key)])
        case .variable(let name): ("variable", ["name": .string(name)])
        case .assignment(let name, let value): ("assignment", ["name": .string(name), "value": node(value)])
        case .argument(let index, let specifier):
            ("argument", ["index": .integer(index), "specifier": .string(specifier.spelling)])
        case .aggregate(let elements): ("aggregate", ["elements": .array(elements.map(node))])
        case .arithmetic(let symbol, let left, let right): ("arithmetic", infix(symbol.rawValue, left, right))
        case .set(let symbol, let left, let right): ("set", infix(symbol.rawValue, left, right))
        case .complement(let operand): ("complement", ["operand": node(operand)])
        case .call(let name, let arguments):
            ("call", ["function": .string(name), "arguments": .array(arguments.map(node))])
        case .function(let target, let selector, let arguments):
            (
                "function",
                ["target": node(target), "function": .string(selector), "arguments": .array(arguments.map(node))]
            )
        case .cast(let value, let target): ("cast", ["value": node(value), "target": .string(target.rawValue)])
        case .ternary(let condition, let a, let b):
            ("ternary", ["condition": node(condition), "then": node(a), "else": node(b)])
        case .subquery(let collection, let variable, let predicate):
            (
                "subquery",
                ["collection": node(collection), "variable": .string(variable), "predicate": node(predicate)]
            )
        }
    }

    private func infix(_ symbol: String, _ left: ExpressionTree, _ right: ExpressionTree) -> Members {
        ["operator": .string(symbol), "left": node(left), "right": node(right)]
    }
}

extension PredicateJSON {
    /// The JSON form of a value, as deep as the value.
    ///
    /// Values with a JSON form are written directly; every other value is an object whose key names its type.
    package static func node(_ value: PredicateValue) -> JSONNode {
        switch value {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .number(String(value))
        case .double(let value): value.isFinite ? ["double": .number(NumberText.text(value))] : .null
        case .decimal(let value): ["decimal": .string("\(value)")]
        case .string(let text): .string(text)
        case .date(let date): ["date": .number(NumberText.text(date.timeIntervalSinceReferenceDate))]
        case .uuid(let uuid): ["uuid": .string(uuid.uuidString)]
        case .data(let data): ["data": .string(data.base64EncodedString())]
        case .url(let text): ["url": .string(text)]
        case .list(let elements): ["list": .array(elements.map(node))]
        case .set(let elements): ["set": .array(elements.map(node))]
        case .object(let record):
            ["object": .object(record.keys.map { JSONNode.Member($0, node(record.value(forKey: $0))) })]
        }
    }

    /// The JSON form of a type.
    package static func node(_ type: ValueType) -> JSONNode {
        switch type {
        case .enumeration(let enumeration):
            ["enumeration": ["base": node(enumeration.base), "cases": .array(enumeration.cases.map(node))]]
        case .object(let name): ["object": .string(name)]
        case .list(let element): ["list": node(element)]
        case .set(let element): ["set": node(element)]
        case .dictionary(let value): ["dictionary": node(value)]
        case .optional(let type): ["optional": node(type)]
        default: .string(PredicateJSON.typeNames[type] ?? "any")
        }
    }
}

extension PredicateJSON {
    static let typeNames: [ValueType: String] = [
        .any: "any", .null: "null", .boolean: "boolean", .integer: "integer", .double: "double", .decimal: "decimal",
        .string: "string", .dateTime: "date-time", .date: "date", .uuid: "uuid", .data: "data", .url: "url",
    ]
    static let typesByName = Dictionary(uniqueKeysWithValues: typeNames.map { ($0.value, $0.key) })
}
