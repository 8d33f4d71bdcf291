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
        let writer = PredicateJSONWriter(hasRanges: source != nil)
        var members = [JSONNode.Member("version", .number(String(PredicateJSON.version)))]
        if let source { members.append(JSONNode.Member("source", .string(source))) }
        members.append(JSONNode.Member("predicate", writer.node(self)))
        return .object(members)
    }
}

/// Writes trees as JSON.
private struct PredicateJSONWriter {
    let hasRanges: Bool

    private typealias Member = JSONNode.Member

    private func object(_ kind: String, _ members: [Member], _ type: ValueType?, _ range: SourceRange?) -> JSONNode {
        var all = [Member("kind", .string(kind))]
        all.append(contentsOf: members)
        if let type, type != .any { all.append(Member("type", Self.node(type))) }
        if hasRanges, let range {
            all.append(
                Member("range", .array([.number(String(range.lowerBound)), .number(String(range.upperBound))])))
        }
        return .object(all)
    }

    // MARK: Predicates

    func node(_ tree: PredicateTree) -> JSONNode {
        // A tree that is too deep is not kept. null is not a predicate, so a reader refuses it.
        if tree.isTooDeep { return .null }
        switch tree.kind {
        case .constant(let value): return object("truth", [Member("value", .boolean(value))], nil, tree.range)
        case .and(let children): return group("and", children, tree.range)
        case .or(let children): return group("or", children, tree.range)
        case .not(let inner): return object("not", [Member("predicate", node(inner))], nil, tree.range)
        case .comparison(let comparison): return node(comparison, tree.range)
        }
    }

    private func group(_ kind: String, _ children: [PredicateTree], _ range: SourceRange?) -> JSONNode {
        var parts: [JSONNode] = []
        for child in children { parts.append(node(child)) }
        return object(kind, [Member("predicates", .array(parts))], nil, range)
    }

    private func node(_ comparison: PredicateTree.Comparison, _ range: SourceRange?) -> JSONNode {
        var members: [Member] = []
        if let quantifier = comparison.quantifier { members.append(Member("quantifier", .string(quantifier.rawValue))) }
        if case .custom(let name) = comparison.comparator {
            members.append(Member("registeredOperator", .string(name)))
        } else {
            members.append(Member("operator", .string(comparison.comparator.spelling)))
        }
        if !comparison.options.isEmpty { members.append(Member("options", .string(comparison.options.letters))) }
        members.append(Member("left", node(comparison.left)))
        members.append(Member("right", node(comparison.right)))
        return object("comparison", members, nil, range)
    }

    // MARK: Expressions

    private func node(_ tree: ExpressionTree) -> JSONNode {
        let (kind, members) = parts(of: tree)
        return object(kind, members, tree.type, tree.range)
    }

    private func nodes(_ trees: [ExpressionTree]) -> JSONNode {
        var parts: [JSONNode] = []
        for tree in trees { parts.append(node(tree)) }
        return .array(parts)
    }

    private func parts(of tree: ExpressionTree) -> (String, [Member]) {
        switch tree.kind {
        case .constant(let value): ("constant", [Member("value", Self.node(value))])
        case .record: ("record", [])
        case .element: ("element", [])
        case .field(let base, let name): ("field", [Member("base", node(base)), Member("name", .string(name))])
        case .dynamicField(let base, let key):
            ("dynamicField", [Member("base", node(base)), Member("key", node(key))])
        case .collection(let symbol, let base, let path):
            (
                "collection",
                [Member("operator", .string(symbol.rawValue)), Member("base", node(base))]
                    + (path.map { [Member("path", node($0))] } ?? [])
            )
        case .index(let base, let index): ("index", [Member("base", node(base)), member(index)])
        case .variable(let name): ("variable", [Member("name", .string(name))])
        case .assignment(let name, let value):
            ("assignment", [Member("name", .string(name)), Member("value", node(value))])
        case .argument(let index, let specifier):
            ("argument", [Member("index", .number(String(index))), Member("specifier", .string(specifier.spelling))])
        default: operation(of: tree)
        }
    }

    private func operation(of tree: ExpressionTree) -> (String, [Member]) {
        switch tree.kind {
        case .aggregate(let elements): ("aggregate", [Member("elements", nodes(elements))])
        case .arithmetic(let symbol, let left, let right): ("arithmetic", infix(symbol.rawValue, left, right))
        case .set(let symbol, let left, let right): ("set", infix(symbol.rawValue, left, right))
        case .complement(let operand): ("complement", [Member("operand", node(operand))])
        case .call(let name, let arguments):
            ("call", [Member("function", .string(name)), Member("arguments", nodes(arguments))])
        case .function(let target, let selector, let arguments):
            (
                "function",
                [
                    Member("target", node(target)), Member("function", .string(selector)),
                    Member("arguments", nodes(arguments)),
                ]
            )
        case .cast(let value, let target):
            ("cast", [Member("value", node(value)), Member("target", .string(target.rawValue))])
        case .ternary(let condition, let a, let b):
            ("ternary", [Member("condition", node(condition)), Member("then", node(a)), Member("else", node(b))])
        case .subquery(let collection, let variable, let predicate):
            (
                "subquery",
                [
                    Member("collection", node(collection)), Member("variable", .string(variable)),
                    Member("predicate", node(predicate)),
                ]
            )
        case .constant, .record, .element, .field, .dynamicField, .collection, .index, .variable, .assignment,
            .argument:
            parts(of: tree)
        }
    }

    private func infix(_ symbol: String, _ left: ExpressionTree, _ right: ExpressionTree) -> [Member] {
        [Member("operator", .string(symbol)), Member("left", node(left)), Member("right", node(right))]
    }

    private func member(_ index: ExpressionTree.Index) -> Member {
        switch index {
        case .first: Member("place", .string("FIRST"))
        case .last: Member("place", .string("LAST"))
        case .size: Member("place", .string("SIZE"))
        case .at(let key): Member("key", node(key))
        }
    }

    // MARK: Values and types

    /// Values with a JSON form are written directly; every other value is an object whose key names its type.
    static func node(_ value: PredicateValue) -> JSONNode {
        func tagged(_ type: String, _ value: JSONNode) -> JSONNode { .object([Member(type, value)]) }
        return switch value {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .number(String(value))
        case .double(let value): value.isFinite ? tagged("double", .number(NumberText.text(value))) : .null
        case .decimal(let value): tagged("decimal", .string("\(value)"))
        case .string(let text): .string(text)
        case .date(let date): tagged("date", .number(NumberText.text(date.timeIntervalSinceReferenceDate)))
        case .uuid(let uuid): tagged("uuid", .string(uuid.uuidString))
        case .data(let data): tagged("data", .string(data.base64EncodedString()))
        case .url(let text): tagged("url", .string(text))
        case .list(let elements): tagged("list", .array(elements.map(node)))
        case .set(let elements): tagged("set", .array(elements.map(node)))
        case .object(let record):
            tagged("object", .object(record.keys.map { Member($0, node(record.value(forKey: $0))) }))
        }
    }

    private static func node(_ type: ValueType) -> JSONNode { PredicateJSON.node(type) }
}

extension PredicateJSON {
    /// The JSON form of a value, as deep as the value.
    package static func node(_ value: PredicateValue) -> JSONNode { PredicateJSONWriter.node(value) }

    /// The JSON form of a type.
    package static func node(_ type: ValueType) -> JSONNode {
        typealias Member = JSONNode.Member
        func tagged(_ word: String, _ value: JSONNode) -> JSONNode { .object([Member(word, value)]) }
        return switch type {
        case .enumeration(let enumeration):
            tagged(
                "enumeration",
                .object([
                    Member("base", node(enumeration.base)),
                    Member("cases", .array(enumeration.cases.map(PredicateJSONWriter.node))),
                ]))
        case .object(let name): tagged("object", .string(name))
        case .list(let element): tagged("list", node(element))
        case .set(let element): tagged("set", node(element))
        case .dictionary(let value): tagged("dictionary", node(value))
        case .optional(let type): tagged("optional", node(type))
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
