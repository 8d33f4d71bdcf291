import PredicateFormat

extension PredicateExplanation {
    /// The version of the JSON form that is written.
    public static let jsonVersion = 1

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

    private typealias Member = JSONNode.Member

    private var jsonNode: JSONNode {
        let diagnostics = PredicateDiagnostics(source: source, diagnostics: warnings)
        return .object([
            Member("version", .number(String(Self.jsonVersion))),
            Member("text", .string(source)),
            Member("canonical", .string(canonical)),
            Member("schema", schemaOrigin.map { .string($0.rawValue) } ?? .null),
            Member("tree", tree.jsonNode(source: source)),
            Member("fields", .array(fields.map(Self.node))),
            Member(
                "variables",
                .array(
                    variables.map { .object([Member("name", .string($0.name))] + Self.members($0.type, $0.isSeen)) })),
            Member(
                "arguments",
                .array(
                    arguments.map { argument in
                        .object(
                            [
                                Member("index", .number(String(argument.index))),
                                Member("specifier", .string(argument.specifier.spelling)),
                            ] + Self.members(argument.type, argument.isSeen))
                    })),
            Member("functions", .array(functions.map { .string($0) })),
            Member("operators", .array(operators.map { .string($0) })),
            Member("simplified", simplification.map(node) ?? .null),
            Member("warnings", diagnostics.jsonNode),
        ])
    }

    private static func node(_ field: Field) -> JSONNode {
        var members = [Member("path", .string(field.path.description))] + members(field.type, field.isSeen)
        if let statistics = field.statistics {
            members.append(Member("present", .number(String(statistics.present))))
            members.append(Member("total", .number(String(statistics.total))))
        }
        return .object(members)
    }

    private static func members(_ type: ValueType, _ isSeen: Bool) -> [Member] {
        [
            Member("type", PredicateJSON.node(type)), Member("phrase", .string(type.phrase)),
            Member("seen", .boolean(isSeen)),
        ]
    }

    private func node(_ simplification: PredicateSimplification) -> JSONNode {
        let locations = DiagnosticJSON(source)
        let steps = simplification.steps.map { step in
            var members = [
                Member("rule", .string(step.rule.rawValue)), Member("message", .string(step.sentence(in: source))),
                Member("before", .string(Self.text(step.before))),
                Member("after", step.after.map { .string(Self.text($0)) } ?? .null),
            ]
            if let range = step.before.range { members.append(Member("range", locations.node(range))) }
            return JSONNode.object(members)
        }
        return .object([
            Member("canonical", .string(simplification.predicate.predicateFormat)), Member("steps", .array(steps)),
        ])
    }

    private static func text(_ node: PredicateTreeNode) -> String {
        switch node {
        case .predicate(let tree): tree.predicateFormat
        case .expression(let tree): tree.predicateFormat
        }
    }
}
