import PredicateCore
import PredicateFormat

/// The meaning of a predicate, for people and tools: the type of every node, the fields that it reads, its open
/// values, and a simpler form.
///
/// ```swift
/// let explanation = try ParsedPredicate(parsing: "age > $least AND 1 == 1").explanation(against: person)
/// explanation.fields.map(\.path.description)                 // ["age"]
/// explanation.variables.map(\.name)                          // ["least"]
/// explanation.simplification?.predicate.predicateFormat      // "age > $least"
/// ```
public struct PredicateExplanation: Sendable {
    /// Whether types were declared or inferred; nil without a schema.
    public let schemaOrigin: RecordSchema.Origin?
    /// The text that ranges refer to.
    public let source: String
    /// The typed tree.
    public let tree: PredicateTree
    /// The nodes of the tree, each before its children, in the order of the text.
    public let nodes: [Node]
    /// The parts of the record that are read, each once, in the order of their first use.
    public let fields: [Field]
    /// The substitution variables that have no value, in the order of their first use.
    public let variables: [Variable]
    /// The format arguments that are open, in the order of the text.
    public let arguments: [Argument]
    /// The functions by their selectors, in the order of their first use.
    public let functions: [String]
    /// The operators of the library, in the order of their first use.
    public let operators: [String]
    /// A simpler predicate with the same answers, and the steps to it; nil if none was found.
    public let simplification: PredicateSimplification?
    /// The warnings, by location.
    public let warnings: [PredicateDiagnostic]

    /// The canonical text.
    public var canonical: String { tree.predicateFormat }

    /// A node of the tree.
    public struct Node: Sendable {
        /// The node.
        public let node: PredicateTreeNode
        /// The index of its parent among the nodes; nil for the root.
        public let parent: Int?
        /// The type of its value; for an open value the type that it is compared with; nil for a predicate, which is
        /// true or false.
        public let type: ValueType?
        /// Whether the type comes from a sample of the records instead of the text or a declaration.
        public let isSeen: Bool
    }

    /// A part of the record.
    public struct Field: Sendable {
        /// Its path in the record.
        public let path: FieldPath
        /// Its type; `any` without a schema.
        public let type: ValueType
        /// Whether the type comes from a sample of the records.
        public let isSeen: Bool
        /// The statistics of the sample in addition to its type.
        public let statistics: FieldStatistics?
    }

    /// A substitution variable.
    public struct Variable: Sendable {
        /// Its name, without `$`.
        public let name: String
        /// The type that it is compared with; `any` if it is unknown.
        public let type: ValueType
        /// Whether the type comes from a sample, because the variable is compared with a field of a sample.
        public let isSeen: Bool
    }

    /// A format argument.
    public struct Argument: Sendable {
        /// Its index in the list of arguments, from 0.
        public let index: Int
        /// Its specifier.
        public let specifier: FormatSpecifier
        /// The type that it is compared with; `any` if it is unknown.
        public let type: ValueType
        /// Whether the type comes from a sample, because the argument is compared with a field of a sample.
        public let isSeen: Bool
    }
}

extension ParsedPredicate {
    /// Checks the predicate and explains it.
    ///
    /// - Parameters:
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of `%@` and other format arguments, in order; nil leaves them open.
    ///   - bindings: values of substitution variables by name; the others stay open.
    /// - Throws: `PredicateDiagnostics` with every error, and the warnings.
    public func explanation(
        against schema: RecordSchema? = nil, arguments: [PredicateValue]? = nil,
        bindings: [String: PredicateValue] = [:]
    ) throws(PredicateDiagnostics) -> PredicateExplanation {
        try explanation(against: schema, arguments: arguments, bindings: NameTable(bindings))
    }

    /// Checks the predicate and explains it, with the values of variables in a `NameTable`.
    package func explanation(
        against schema: RecordSchema?, arguments: [PredicateValue]?, bindings: NameTable<PredicateValue>
    ) throws(PredicateDiagnostics) -> PredicateExplanation {
        let typing = typing(against: schema, arguments: arguments, bindings: bindings)
        guard !typing.hasErrors else {
            throw diagnostics(typing.diagnostics, against: schema, arguments: arguments, bindings: bindings)
        }
        return PredicateExplanation(self, typing, schema)
    }
}

extension PredicateCompilation {
    /// The explanation of the predicate; nil after an error. Format arguments may be open.
    ///
    /// - Parameter schema: the schema that the text was compiled against.
    package func explanation(against schema: RecordSchema?) -> PredicateExplanation? {
        diagnostics.hasErrors ? nil : PredicateExplanation(ParsedPredicate(text), typing, schema)
    }
}

extension PredicateExplanation {
    fileprivate init(_ parsed: ParsedPredicate, _ typing: PredicateTyping, _ schema: RecordSchema?) {
        schemaOrigin = schema?.origin
        let isInferred = schema?.origin == .inferred
        source = parsed.source
        tree = typing.tree
        warnings = typing.diagnostics
        let uses = typing.tree.uses
        functions = uses.functions
        operators = uses.operators
        fields = uses.fields.map { path in
            let type = schema?.type(at: path) ?? .any
            return Field(
                path: path, type: type, isSeen: isInferred && type != .any,
                statistics: isInferred ? schema?.field(at: path)?.statistics : nil)
        }
        variables = typing.variables.map { name, type in
            Variable(name: name, type: type, isSeen: isInferred && type != typing.untypedVariables[name])
        }
        arguments = Self.arguments(typing, isInferred: isInferred)
        nodes = Self.nodes(typing, variables, arguments, isInferred: isInferred)
        simplification = Self.simplification(parsed, typing.tree, schema, hasArguments: !arguments.isEmpty)
    }

    private static func nodes(
        _ typing: PredicateTyping, _ variables: [Variable], _ arguments: [Argument], isInferred: Bool
    ) -> [Node] {
        // If the type of a node differs without the sample, it comes from the sample.
        let untyped = isInferred && typing.meaning == typing.tree ? types(of: typing.meaning) : nil
        let open = OpenValues(typing.tree, variables, arguments)
        var nodes: [Node] = []
        var pending: [(node: PredicateTreeNode, parent: Int?)] = [(.predicate(typing.tree), nil)]
        while let (node, parent) = pending.popLast() {
            let index = nodes.count
            if let (type, isSeen) = open.type(of: node) {
                nodes.append(Node(node: node, parent: parent, type: type, isSeen: isSeen))
            } else {
                let type = node.valueType
                let isSeen = isInferred && (untyped.map { $0[index] != type } ?? (type != nil && type != .any))
                nodes.append(Node(node: node, parent: parent, type: type, isSeen: isSeen))
            }
            for child in node.children.reversed() { pending.append((child, index)) }
        }
        return nodes
    }

    private static func types(of tree: PredicateTree) -> [ValueType?] {
        var types: [ValueType?] = []
        tree.forEachNode { types.append($0.valueType) }
        return types
    }

    private static func arguments(_ typing: PredicateTyping, isInferred: Bool) -> [Argument] {
        var arguments: [Argument] = []
        typing.tree.forEachNode { node in
            guard case .expression(let tree) = node, case .argument(let index, let specifier) = tree.kind,
                !arguments.contains(where: { $0.index == index })
            else { return }
            let type = typing.argumentTypes.indices.contains(index) ? typing.argumentTypes[index] : .any
            let known = type == .any ? tree.type : type
            let untyped =
                typing.untypedArgumentTypes.indices.contains(index) ? typing.untypedArgumentTypes[index] : .any
            arguments.append(
                Argument(
                    index: index, specifier: specifier, type: known,
                    isSeen: isInferred && known == type && type != untyped))
        }
        return arguments.sorted { $0.index < $1.index }
    }

    /// The simpler predicate, if the schema accepts it: the constant of `level == 2 + 3` may not be a case of an
    /// enumeration.
    private static func simplification(
        _ parsed: ParsedPredicate, _ tree: PredicateTree, _ schema: RecordSchema?, hasArguments: Bool
    ) -> PredicateSimplification? {
        let simplification = tree.simplification(library: parsed.library)
        guard !simplification.steps.isEmpty else { return nil }
        let simpler = simplification.predicate
        if hasArguments {
            let found = ParsedPredicate.diagnostics(
                of: simpler.predicateFormat, against: schema, library: parsed.library, limits: parsed.limits)
            return found.hasErrors ? nil : simplification
        }
        let checked = try? simpler.openlyChecked(against: schema, library: parsed.library, limits: parsed.limits)
        return checked == nil ? nil : simplification
    }
}

/// The types of open values: each has the type that it is compared with.
private struct OpenValues {
    private var variables = NameTable<PredicateExplanation.Variable?>()
    private var arguments: [Int: PredicateExplanation.Argument] = [:]

    init(
        _ tree: PredicateTree, _ variables: [PredicateExplanation.Variable],
        _ arguments: [PredicateExplanation.Argument]
    ) {
        for argument in arguments { self.arguments[argument.index] = argument }
        for variable in variables { self.variables[variable.name] = variable }
        if variables.isEmpty { return }
        // A name with two meanings is left out, because it is unclear here which one applies.
        tree.forEachNode { node in
            guard case .expression(let tree) = node else { return }
            switch tree.kind {
            case .assignment(let name, _), .subquery(_, let name, _): self.variables[name] = .some(nil)
            default: break
            }
        }
    }

    func type(of node: PredicateTreeNode) -> (type: ValueType, isSeen: Bool)? {
        guard case .expression(let tree) = node else { return nil }
        switch tree.kind {
        case .variable(let name): return variables[name]?.map { ($0.type, $0.isSeen) }
        case .argument(let index, _): return arguments[index].map { ($0.type, $0.isSeen) }
        default: return nil
        }
    }
}

extension PredicateTreeNode {
    /// The type of an expression; nil for a predicate.
    fileprivate var valueType: ValueType? {
        if case .expression(let tree) = self { tree.type } else { nil }
    }
}

extension PredicateExplanation {
    /// The version of the JSON form that is written.
    static let jsonVersion = 1

    /// The explanation as a JSON object.
    ///
    /// Its members are
    ///
    /// - `version`: 1; another number if the form changes incompatibly,
    /// - `text`: the text that ranges refer to,
    /// - `canonical`: the canonical text,
    /// - `schema`: `"declared"`, `"inferred"`, or null without a schema,
    /// - `tree`: the tree with types and ranges, a document of the JSON form of trees (`PredicateJSON`),
    /// - `fields`: the parts of the record that are read, each with `path`, `type`, `phrase` and `seen`, and with
    ///   `present` and `total` if a sample has counted the records that have it,
    /// - `variables`: the substitution variables without a value, each with `name`, `type`, `phrase` and `seen`,
    /// - `arguments`: the open format arguments, each with `index` (from 0), `specifier`, `type`, `phrase` and `seen`,
    /// - `functions` and `operators`: selectors, and the names of operators of the library,
    /// - `simplified`: null, or `canonical` (the simpler text) and `steps`, each with `rule`, `message`, `before`,
    ///   `after` (null for a removed part) and, if it is known, `range`,
    /// - `warnings`: as in `PredicateDiagnostics.json(pretty:)`.
    ///
    /// A `type` is as in the JSON form of trees, a `phrase` is the type in words, and `seen` means that the type comes
    /// from a sample of the records instead of a declaration. Ranges outside of `tree` are as in
    /// `PredicateDiagnostics.json(pretty:)`. Members may be added without a new version.
    ///
    /// - Parameter pretty: whether to break and indent lines.
    public func json(pretty: Bool = false) -> String { json(pretty: pretty, adding: []) }

    /// The same with further members at the end.
    package func json(pretty: Bool, adding members: [JSONNode.Member]) -> String {
        // A level of the tree is one or two nested objects or arrays in JSON.
        DeepStack.run(levels: tree.height * 2 + 2) {
            guard case .object(let own) = jsonNode else { return jsonNode.text(pretty: pretty) }
            return JSONNode.object(own + members).text(pretty: pretty)
        }
    }

    private var jsonNode: JSONNode {
        let diagnostics = PredicateDiagnostics(source: source, diagnostics: warnings)
        let variables = variables.map { Self.object([("name", .string($0.name))], of: $0.type, $0.isSeen) }
        let arguments = arguments.map {
            Self.object(
                [("index", .integer($0.index)), ("specifier", .string($0.specifier.spelling))], of: $0.type, $0.isSeen)
        }
        return [
            "version": .integer(Self.jsonVersion), "text": .string(source), "canonical": .string(canonical),
            "schema": schemaOrigin.map { .string($0.rawValue) } ?? .null, "tree": tree.jsonNode(source: source),
            "fields": .array(fields.map(Self.node)), "variables": .array(variables), "arguments": .array(arguments),
            "functions": .array(functions.map { .string($0) }), "operators": .array(operators.map { .string($0) }),
            "simplified": simplification.map(node) ?? .null, "warnings": diagnostics.jsonNode,
        ]
    }

    private static func node(_ field: Field) -> JSONNode {
        object(
            [("path", .string(field.path.description))], of: field.type, field.isSeen,
            [
                ("present", field.statistics.map { .integer($0.present) }),
                ("total", field.statistics.map { .integer($0.total) }),
            ])
    }

    private typealias Members = [(String, JSONNode?)]

    /// An object of a type, with members before and after those that say the type.
    private static func object(
        _ first: Members, of type: ValueType, _ isSeen: Bool, _ last: Members = []
    ) -> JSONNode {
        let own: Members = [
            ("type", PredicateJSON.node(type)), ("phrase", .string(type.phrase)), ("seen", .boolean(isSeen)),
        ]
        return JSONNode(members: first + own + last)
    }

    private func node(_ simplification: PredicateSimplification) -> JSONNode {
        let locations = DiagnosticJSON(source)
        let steps = simplification.steps.map { step -> JSONNode in
            [
                "rule": .string(step.rule.rawValue), "message": .string(step.sentence(in: source)),
                "before": .string(step.before.predicateFormat),
                "after": step.after.map { .string($0.predicateFormat) } ?? .null,
                "range": step.before.range.map(locations.node),
            ]
        }
        return ["canonical": .string(simplification.predicate.predicateFormat), "steps": .array(steps)]
    }
}
