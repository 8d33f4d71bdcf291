import PredicatePlatform

extension PredicateTree {
    /// Reads the JSON form of a tree.
    ///
    /// The tree must be checked (`checked(against:)`) before it can be evaluated.
    ///
    /// - Parameters:
    ///   - json: the document.
    ///   - limits: bounds on size (16 bytes for each of `sourceBytes`), depth, nodes and the elements of lists.
    /// - Throws: `PredicateJSONError` for the first error, with its location.
    public init(json: String, limits: PredicateLimits = .standard) throws(PredicateJSONError) {
        try self.init(json: Array(json.utf8), limits: limits)
    }

    /// Reads the JSON form of a tree from UTF-8.
    ///
    /// - Parameters:
    ///   - json: the bytes of the document.
    ///   - limits: bounds on size (16 bytes for each of `sourceBytes`), depth, nodes and the elements of lists.
    /// - Throws: `PredicateJSONError` for the first error, with its location.
    public init(json: some Sequence<UInt8>, limits: PredicateLimits = .standard) throws(PredicateJSONError) {
        let bytes = Array(json)
        let byteLimit = limits.sourceBytes.multipliedReportingOverflow(by: 16)
        guard byteLimit.overflow || bytes.count <= byteLimit.partialValue else {
            throw PredicateJSONError(
                .limit, "the document has \(bytes.count) bytes; the limit is \(byteLimit.partialValue)", at: "")
        }
        // A level of the tree is an object, and an array if it has any number of parts. Values and types go deeper.
        let depth = min(limits.depth, PredicateTree.maximumHeight) * 2 + 64
        let result: Result<PredicateTree, PredicateJSONError> = DeepStack.run(
            levels: Self.jsonDepth(of: bytes, limit: depth)
        ) {
            do {
                let document = try JSONNode(reading: bytes, depthLimit: depth)
                var reader = PredicateJSONReader(limits: limits)
                return .success(try reader.document(document))
            } catch let failure as JSONTextError {
                let message = "\(failure.message) (byte \(failure.offset))"
                return .failure(PredicateJSONError(.malformedJSON, message, at: ""))
            } catch let error as PredicateJSONError {
                return .failure(error)
            } catch {
                return .failure(PredicateJSONError(.malformedJSON, "the document cannot be read", at: ""))
            }
        }
        self = try result.get()
    }

    /// How deep brackets are nested. Brackets in strings count too, which at worst costs a thread.
    private static func jsonDepth(of bytes: [UInt8], limit: Int) -> Int {
        var depth = 0
        var deepest = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return min(deepest, limit)
    }
}

/// Reads trees from JSON.
private struct PredicateJSONReader {
    let limits: PredicateLimits
    private var nodeCount = 0

    init(limits: PredicateLimits) { self.limits = limits }

    typealias Failure = PredicateJSONError

    /// An object in the document, with its location and the keys that were read.
    fileprivate struct Entry {
        let node: JSONNode
        let pointer: String

        func failure(_ reason: Failure.Reason, _ message: String) -> Failure { Failure(reason, message, at: pointer) }

        func require(_ key: String) throws(Failure) -> Entry {
            guard let entry = self[key] else { throw failure(.missing, "`\(key)` is missing") }
            return entry
        }

        subscript(key: String) -> Entry? { node[key].map { Entry(node: $0, pointer: location(of: key)) } }

        /// The pointer to a key.
        func location(of key: String) -> String {
            pointer + "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
        }

        func string() throws(Failure) -> String {
            guard case .string(let text) = node else { throw failure(.wrongValue, "expected a string") }
            return text
        }

        func elements() throws(Failure) -> [Entry] {
            guard case .array(let elements) = node else { throw failure(.wrongValue, "expected an array") }
            return elements.enumerated().map { Entry(node: $1, pointer: pointer + "/\($0)") }
        }

        /// Verifies that the object has only these keys, each at most once.
        func allow(_ keys: [String]) throws(Failure) {
            guard case .object(let members) = node else { throw failure(.wrongValue, "expected an object") }
            var seen: Set<String> = []
            for member in members {
                guard keys.contains(member.key), seen.insert(member.key).inserted else {
                    throw Failure(
                        .unknownKey, seen.contains(member.key) ? "this key occurs twice" : "this key does not exist",
                        at: location(of: member.key))
                }
            }
        }

        func integer() throws(Failure) -> Int64 {
            guard case .number(let spelling) = node, let number = Int64(spelling) else {
                throw failure(.wrongValue, "expected an integer")
            }
            return number
        }

        func finite() throws(Failure) -> Double {
            guard case .number(let spelling) = node, let number = Double(spelling), number.isFinite else {
                throw failure(.wrongValue, "expected a number")
            }
            return number
        }

        /// A word of a closed list.
        func word<Word>(_ make: (String) -> Word?, _ what: String) throws(Failure) -> Word {
            guard let word = make(try string()) else { throw failure(.unknownWord, "there is no \(what) of this name") }
            return word
        }
    }

    mutating func document(_ node: JSONNode) throws(Failure) -> PredicateTree {
        let root = Entry(node: node, pointer: "")
        try root.allow(["$schema", "version", "source", "predicate"])
        let version = try root.require("version")
        guard try version.integer() == PredicateJSON.version else {
            throw version.failure(.unknownVersion, "the supported version is \(PredicateJSON.version)")
        }
        _ = try root["source"]?.string()
        return try predicate(root.require("predicate"), 1)
    }

    private static let common = ["kind", "type", "range"]

    /// Counts a node, and reads the members that every node may have.
    private mutating func begin(_ entry: Entry, _ level: Int) throws(Failure) -> (ValueType, SourceRange?) {
        nodeCount += 1
        guard nodeCount <= limits.nodes else {
            throw entry.failure(.limit, "the tree has too many nodes; the limit (nodes) is \(limits.nodes)")
        }
        guard level <= min(limits.depth, PredicateTree.maximumHeight - 1) + 2 else {
            throw entry.failure(
                .limit, "the tree is more than \(limits.depth) levels deep; the limit (depth) is \(limits.depth)")
        }
        guard case .object = entry.node else { throw entry.failure(.wrongValue, "expected a node") }
        var type = ValueType.any
        if let entry = entry["type"] { type = try self.type(entry, 0) }
        guard let location = entry["range"] else { return (type, nil) }
        let bounds = try location.elements()
        guard bounds.count == 2 else { throw location.failure(.wrongValue, "a range has two ends") }
        let (lower, upper) = (try bounds[0].integer(), try bounds[1].integer())
        guard lower >= 0, lower <= upper, upper <= limits.sourceBytes else {
            throw location.failure(.wrongValue, "this is not a range of a string")
        }
        return (type, SourceRange(Int(lower), Int(upper)))
    }

    // MARK: Predicates

    private mutating func predicate(_ entry: Entry, _ level: Int) throws(Failure) -> PredicateTree {
        let (_, range) = try begin(entry, level)
        let kind = try entry.require("kind")
        switch try kind.string() {
        case "truth":
            try entry.allow(Self.common + ["value"])
            let value = try entry.require("value")
            guard case .boolean(let truth) = value.node else {
                throw value.failure(.wrongValue, "expected true or false")
            }
            return PredicateTree(.constant(truth), range: range)
        case "and": return PredicateTree(.and(try group(entry, level)), range: range)
        case "or": return PredicateTree(.or(try group(entry, level)), range: range)
        case "not":
            try entry.allow(Self.common + ["predicate"])
            return PredicateTree(.not(try predicate(entry.require("predicate"), level + 1)), range: range)
        case "comparison": return PredicateTree(.comparison(try comparison(entry, level)), range: range)
        default: throw kind.failure(.unknownWord, "there is no predicate of this kind")
        }
    }

    private mutating func group(_ entry: Entry, _ level: Int) throws(Failure) -> [PredicateTree] {
        try entry.allow(Self.common + ["predicates"])
        var children: [PredicateTree] = []
        for child in try entry.require("predicates").elements() { children.append(try predicate(child, level + 1)) }
        return children
    }

    private mutating func comparison(_ entry: Entry, _ level: Int) throws(Failure) -> PredicateTree.Comparison {
        try entry.allow(
            Self.common + ["quantifier", "operator", "registeredOperator", "options", "left", "right"])
        let comparator: ComparisonOperator
        if let name = entry["registeredOperator"] {
            if entry["operator"] != nil { throw entry.failure(.wrongValue, "a comparison has one operator") }
            comparator = .custom(try name.string())
        } else {
            comparator = try entry.require("operator").word(
                { name in ComparisonOperator.builtIn.first { $0.spelling == name } }, "operator")
        }
        let quantifier = try entry["quantifier"]?.word(Quantifier.init, "quantifier")
        let options = try entry["options"]?.word({ StringOptions(letters: $0) }, "set of options") ?? []
        if case .between = comparator, !options.isEmpty {
            throw entry.failure(.wrongValue, "BETWEEN has no options")
        }
        let left = try expression(entry.require("left"), level + 1)
        let right = try expression(entry.require("right"), level + 1)
        return PredicateTree.Comparison(left, comparator, right, options: options, quantifier: quantifier)
    }

    // MARK: Expressions

    private mutating func expression(_ entry: Entry, _ level: Int) throws(Failure) -> ExpressionTree {
        let (type, range) = try begin(entry, level)
        let kind = try entry.require("kind")
        let name = try kind.string()
        guard let keys = Self.keys[name] else {
            throw kind.failure(.unknownWord, "there is no expression of this kind")
        }
        try entry.allow(Self.common + keys)
        return ExpressionTree(try part(name, entry, level + 1), type: type, range: range)
    }

    /// The keys of each kind of expression.
    private static let keys: [String: [String]] = [
        "constant": ["value"], "record": [], "element": [], "field": ["base", "name"], "dynamicField": ["base", "key"],
        "collection": ["operator", "base", "path"], "index": ["base", "key", "place"], "variable": ["name"],
        "assignment": ["name", "value"], "argument": ["index", "specifier"], "aggregate": ["elements"],
        "arithmetic": ["operator", "left", "right"], "set": ["operator", "left", "right"], "complement": ["operand"],
        "call": ["function", "arguments"], "function": ["target", "function", "arguments"],
        "cast": ["value", "target"], "ternary": ["condition", "then", "else"],
        "subquery": ["collection", "variable", "predicate"],
    ]

    private mutating func part(_ kind: String, _ entry: Entry, _ level: Int) throws(Failure) -> ExpressionTree.Kind {
        switch kind {
        case "constant": return .constant(try constant(entry.require("value")))
        case "record": return .record
        case "element": return .element
        case "field": return .field(try child("base", entry, level), try entry.require("name").string())
        case "dynamicField": return .dynamicField(try child("base", entry, level), try child("key", entry, level))
        case "collection":
            let symbol = try entry.require("operator").word(CollectionOperator.init(rawValue:), "collection operator")
            let base = try child("base", entry, level)
            return .collection(symbol, base, path: entry["path"] == nil ? nil : try child("path", entry, level))
        case "index": return try index(entry, level)
        case "variable": return .variable(try variable("name", entry))
        case "assignment": return .assignment(try variable("name", entry), try child("value", entry, level))
        case "argument": return try argument(entry)
        default: return try operation(kind, entry, level)
        }
    }

    private mutating func operation(_ kind: String, _ entry: Entry, _ level: Int) throws(Failure) -> ExpressionTree.Kind
    {
        switch kind {
        case "aggregate": return .aggregate(try children("elements", entry, level))
        case "arithmetic":
            let symbol = try entry.require("operator").word(ArithmeticOperator.init, "operator")
            return .arithmetic(symbol, try child("left", entry, level), try child("right", entry, level))
        case "set":
            let symbol = try entry.require("operator").word(SetOperator.init, "operator")
            return .set(symbol, try child("left", entry, level), try child("right", entry, level))
        case "complement": return .complement(try child("operand", entry, level))
        case "call": return .call(try entry.require("function").string(), try children("arguments", entry, level))
        case "function":
            let target = try child("target", entry, level)
            let selector = try entry.require("function").string()
            return .function(
                target: target, selector: selector, arguments: try children("arguments", entry, level))
        case "cast":
            let target = try entry.require("target").word(CastTarget.init, "type for CAST")
            return .cast(try child("value", entry, level), target)
        case "ternary":
            let condition = try predicate(entry.require("condition"), level)
            return .ternary(condition, try child("then", entry, level), try child("else", entry, level))
        default:
            let collection = try child("collection", entry, level)
            let name = try variable("variable", entry)
            return .subquery(collection, variable: name, try predicate(entry.require("predicate"), level))
        }
    }

    private mutating func child(_ key: String, _ entry: Entry, _ level: Int) throws(Failure) -> ExpressionTree {
        try expression(entry.require(key), level)
    }

    private mutating func children(_ key: String, _ entry: Entry, _ level: Int) throws(Failure) -> [ExpressionTree] {
        let entries = try list(entry.require(key))
        var children: [ExpressionTree] = []
        children.reserveCapacity(entries.count)
        for entry in entries { children.append(try expression(entry, level)) }
        return children
    }

    private func list(_ entry: Entry) throws(Failure) -> [Entry] {
        let elements = try entry.elements()
        guard elements.count <= limits.listElements else {
            throw entry.failure(
                .limit, "the list has \(elements.count) elements; the limit (listElements) is \(limits.listElements)")
        }
        return elements
    }

    private mutating func index(_ entry: Entry, _ level: Int) throws(Failure) -> ExpressionTree.Kind {
        let base = try child("base", entry, level)
        guard let location = entry["place"] else { return .index(base, .at(try child("key", entry, level))) }
        if entry["key"] != nil { throw entry.failure(.wrongValue, "an index has either a position or a key") }
        let locations: [String: ExpressionTree.Index] = ["FIRST": .first, "LAST": .last, "SIZE": .size]
        return .index(base, try location.word({ locations[$0] }, "place"))
    }

    private func variable(_ key: String, _ entry: Entry) throws(Failure) -> String {
        let name = try entry.require(key)
        guard SourceSpelling.isWord(try name.string()) else {
            throw name.failure(.wrongValue, "this cannot be the name of a variable")
        }
        return try name.string()
    }

    private func argument(_ entry: Entry) throws(Failure) -> ExpressionTree.Kind {
        let location = try entry.require("index")
        let index = try location.integer()
        guard index >= 0, index <= limits.nodes else {
            throw location.failure(.wrongValue, "this is not a position in a list")
        }
        let specifier = try entry.require("specifier").word({ FormatSpecifier(spelling: $0) }, "specifier")
        return .argument(Int(index), specifier)
    }

    // MARK: Values and types

    /// The value of a constant. Lists and other values with their own trees are not constants.
    private func constant(_ entry: Entry) throws(Failure) -> PredicateValue { try value(entry, 0) }

    fileprivate func value(_ entry: Entry, _ depth: Int) throws(Failure) -> PredicateValue {
        guard depth < ValueSemantics.nestingLimit else { throw entry.failure(.limit, "the value is nested too deep") }
        switch entry.node {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number: return .integer(try entry.integer())
        case .string(let text): return .string(text)
        case .array: throw entry.failure(.wrongValue, "expected a value")
        case .object(let members):
            guard members.count == 1, let member = members.first, let inner = entry[member.key] else {
                throw entry.failure(.wrongValue, "expected a value with the name of its type")
            }
            return try tagged(member.key, inner, entry, depth)
        }
    }

    private func tagged(_ type: String, _ entry: Entry, _ outer: Entry, _ depth: Int) throws(Failure) -> PredicateValue
    {
        switch type {
        case "double": return .double(try entry.finite())
        case "date": return .date(Date(timeIntervalSinceReferenceDate: try entry.finite()))
        case "decimal": return try entry.word({ NumberText.decimal($0).map(PredicateValue.decimal) }, "decimal")
        case "uuid": return try entry.word({ PredicateUUID.parse($0).map(PredicateValue.uuid) }, "UUID")
        case "data": return try entry.word({ Data(base64Encoded: $0).map(PredicateValue.data) }, "base64 text")
        case "url": return .url(try entry.string())
        case "list": return .list(try values(entry, depth))
        case "set": return .set(try values(entry, depth))
        case "object":
            guard case .object(let members) = entry.node else {
                throw entry.failure(.wrongValue, "expected an object")
            }
            var fields: [(String, PredicateValue)] = []
            for member in members {
                let inner = Entry(node: member.value, pointer: entry.location(of: member.key))
                fields.append((member.key, try value(inner, depth + 1)))
            }
            return .object(PredicateObject(fields))
        default: throw outer.failure(.unknownWord, "there is no type of value of this name")
        }
    }

    private func values(_ entry: Entry, _ depth: Int) throws(Failure) -> [PredicateValue] {
        var values: [PredicateValue] = []
        for element in try list(entry) { values.append(try value(element, depth + 1)) }
        return values
    }

    fileprivate func type(_ entry: Entry, _ depth: Int) throws(Failure) -> ValueType {
        guard depth < 32 else { throw entry.failure(.limit, "the type is nested too deep") }
        if case .string = entry.node { return try entry.word({ PredicateJSON.typesByName[$0] }, "type") }
        guard case .object(let members) = entry.node, members.count == 1, let member = members.first,
            let inner = entry[member.key]
        else { throw entry.failure(.wrongValue, "expected a type") }
        switch member.key {
        case "list": return .list(try type(inner, depth + 1))
        case "set": return .set(try type(inner, depth + 1))
        case "dictionary": return .dictionary(try type(inner, depth + 1))
        case "optional": return try type(inner, depth + 1).orNil
        case "object": return .object(try inner.string())
        case "enumeration":
            try inner.allow(["base", "cases"])
            let cases = try inner.require("cases")
            var values: [PredicateValue] = []
            for element in try list(cases) { values.append(try value(element, 0)) }
            return .enumeration(
                EnumerationType(base: try type(inner.require("base"), depth + 1), cases: values))
        default: throw entry.failure(.unknownWord, "there is no type of this name")
        }
    }
}

extension PredicateJSON {
    /// The value of its JSON form.
    package static func value(_ node: JSONNode) throws(PredicateJSONError) -> PredicateValue {
        let reader = PredicateJSONReader(limits: .standard)
        return try reader.value(PredicateJSONReader.Entry(node: node, pointer: ""), 0)
    }

    /// The type of its JSON form.
    package static func type(_ node: JSONNode) throws(PredicateJSONError) -> ValueType {
        let reader = PredicateJSONReader(limits: .standard)
        return try reader.type(PredicateJSONReader.Entry(node: node, pointer: ""), 0)
    }
}
