import PredicateFormat

extension PredicateTrace {
    /// The version of the JSON form that is written.
    static let jsonVersion = 1

    /// The trace as a JSON object.
    ///
    /// Its members are
    ///
    /// - `version`: 1; another number if the form changes incompatibly,
    /// - `text`: the text that ranges refer to,
    /// - `matches`: whether the record satisfies the predicate,
    /// - `complete`: false if a limit kept a part from being evaluated,
    /// - `deciding`: the indices of the nodes that decided, from the root down,
    /// - `nodes`: the nodes of the tree, each before its children.
    ///
    /// A node has `parent` (the index of its parent, or null), `text` (its text, shortened) and `range` if it is
    /// known. It has `answer` (true or false) or `value`; a node that was not evaluated has neither, nor does the
    /// implicit record at the start of a path. It also has `needed`, `decidedBy` (an index, or null) and `remarks`
    /// (sentences). A collection has `elements`: an object of `count`, `satisfied` (null for a collection operator),
    /// `decidedBy` and `shown` (indices from 0, or null), and `kept`, a list of elements, each with `index`, `value`,
    /// `answer` or `result`, and `remarks`. Values have their JSON form if there is one; dates and similar values are
    /// their text. Long texts, lists and objects are shortened and end in `"…"`. Members may be added without a new
    /// version.
    ///
    /// - Parameter pretty: whether to break and indent lines.
    public func json(pretty: Bool = false) -> String {
        let locations = DiagnosticJSON(source)
        let node = JSONNode.object([
            Member("version", .number(String(Self.jsonVersion))), Member("text", .string(source)),
            Member("matches", .boolean(matches)), Member("complete", .boolean(isComplete)),
            Member("deciding", .array(deciding.map { .number(String($0)) })),
            Member(
                "nodes",
                .array(nodes.map { Self.node($0, under: $0.parent.map { nodes[$0].node }, locations, source) })),
        ])
        return node.text(pretty: pretty)
    }

    private typealias Member = JSONNode.Member

    private static func node(
        _ node: Node, under parent: PredicateTreeNode?, _ locations: DiagnosticJSON, _ source: String
    ) -> JSONNode {
        var members = [
            Member("parent", number(node.parent)),
            Member("text", .string(JSONNode.shortText(of: node.node, under: parent, in: source))),
        ]
        if let range = node.node.range { members.append(Member("range", locations.node(range))) }
        if !node.node.isUnwrittenRecord { members += outcome(node.outcome, value: "value") }
        members += [
            Member("needed", .boolean(node.isNeeded)), Member("decidedBy", number(node.decidedBy)),
            Member("remarks", .array(node.remarks.map { .string($0.sentence) })),
        ]
        if let elements = node.elements { members.append(Member("elements", self.node(elements))) }
        return .object(members)
    }

    private static func node(_ elements: Elements) -> JSONNode {
        .object([
            Member("count", .number(String(elements.count))), Member("satisfied", number(elements.satisfied)),
            Member("decidedBy", number(elements.decidedBy)), Member("shown", number(elements.shown)),
            Member(
                "kept",
                .array(
                    elements.kept.map { element in
                        .object(
                            [
                                Member("index", .number(String(element.index))),
                                Member("value", ShortJSON.node(element.value)),
                            ] + outcome(element.outcome, value: "result") + [
                                Member("remarks", .array(element.remarks.map { .string($0.sentence) }))
                            ])
                    })),
        ])
    }

    private static func outcome(_ outcome: Outcome, value key: String) -> [Member] {
        switch outcome {
        case .answer(let answer): [Member("answer", .boolean(answer))]
        case .value(let value): [Member(key, ShortJSON.node(value))]
        case .unknown: []
        }
    }

    private static func number(_ number: Int?) -> JSONNode { number.map { .number(String($0)) } ?? .null }
}

extension PredicateTreeNode {
    /// Whether it is the implicit record at the start of a path. Its value is left out.
    fileprivate var isUnwrittenRecord: Bool {
        guard case .expression(let tree) = self, case .record = tree.kind else { return false }
        return tree.range?.isEmpty ?? true
    }
}

extension JSONNode {
    /// The text of a node of a predicate, shortened.
    static func shortText(of node: PredicateTreeNode, under parent: PredicateTreeNode?, in source: String) -> String {
        let whole: String
        if let range = node.range, !range.isEmpty, !isHiddenNegation(parent, of: range) {
            whole = range.text(in: source)
        } else {
            switch node {
            case .predicate(let tree): whole = tree.predicateFormat
            case .expression(let tree): whole = tree.predicateFormat
            }
        }
        return whole.excerpt(200)
    }

    /// Whether a parent is a NOT that the text does not show: NONE is NOT ANY, but the text has no ANY.
    private static func isHiddenNegation(_ parent: PredicateTreeNode?, of range: SourceRange) -> Bool {
        guard case .predicate(let tree) = parent, case .not = tree.kind else { return false }
        return tree.range == range
    }
}

/// Values as JSON, shortened for readers.
private struct ShortJSON {
    private var left = 200
    private static let deepest = 16

    static func node(_ value: PredicateValue) -> JSONNode {
        var writer = ShortJSON()
        return writer.node(value, depth: 0)
    }

    private mutating func node(_ value: PredicateValue, depth: Int) -> JSONNode {
        left -= 1
        switch value {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .integer(let integer): return .number(String(integer))
        case .double(let double): return double.isFinite ? .number(NumberText.text(double)) : .null
        case .decimal(let decimal): return decimal.isNaN ? .null : .number(decimal.description)
        case .string(let text), .url(let text): return .string(text.excerpt(1000))
        case .date, .uuid, .data: return .string(value.abbreviated(to: 100))
        case .list(let elements), .set(let elements): return list(elements, depth)
        case .object(let record): return object(record, depth)
        }
    }

    private mutating func list(_ elements: [PredicateValue], _ depth: Int) -> JSONNode {
        var nodes: [JSONNode] = []
        for element in elements {
            guard left > 0, depth < Self.deepest else {
                nodes.append(.string("…"))
                break
            }
            nodes.append(node(element, depth: depth + 1))
        }
        return .array(nodes)
    }

    private mutating func object(_ record: any PredicateRecord, _ depth: Int) -> JSONNode {
        var members: [JSONNode.Member] = []
        for key in record.keys {
            guard left > 0, depth < Self.deepest else {
                members.append(JSONNode.Member("…", .string("…")))
                break
            }
            members.append(JSONNode.Member(key.excerpt(200), node(record.value(forKey: key), depth: depth + 1)))
        }
        return .object(members)
    }
}
