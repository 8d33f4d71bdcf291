import PredicateCore
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
    /// their text. Long strings, lists and objects are shortened and end in `"…"`. Members may be added without a new
    /// version.
    ///
    /// - Parameter pretty: whether to break and indent lines.
    public func json(pretty: Bool = false) -> String {
        let locations = DiagnosticJSON(source)
        let node: JSONNode = [
            "version": .integer(Self.jsonVersion), "text": .string(source), "matches": .boolean(matches),
            "complete": .boolean(isComplete), "deciding": .array(deciding.map { .integer($0) }),
            "nodes": .array(nodes.map { Self.node($0, under: $0.parent.map { nodes[$0].node }, locations, source) }),
        ]
        return node.text(pretty: pretty)
    }

    private static func node(
        _ node: Node, under parent: PredicateTreeNode?, _ locations: DiagnosticJSON, _ source: String
    ) -> JSONNode {
        let outcome = node.node.isUnwrittenRecord ? .unknown : node.outcome
        return [
            "parent": number(node.parent),
            "text": .string(JSONNode.shortText(of: node.node, under: parent, in: source)),
            "range": node.node.range.map(locations.node), "answer": answer(outcome), "value": value(outcome),
            "needed": .boolean(node.isNeeded), "decidedBy": number(node.decidedBy), "remarks": list(node.remarks),
            "elements": node.elements.map(self.node),
        ]
    }

    private static func node(_ elements: Elements) -> JSONNode {
        let kept = elements.kept.map { element -> JSONNode in
            [
                "index": .integer(element.index), "value": ShortJSON.node(element.value),
                "answer": answer(element.outcome), "result": value(element.outcome), "remarks": list(element.remarks),
            ]
        }
        return [
            "count": .integer(elements.count), "satisfied": number(elements.satisfied),
            "decidedBy": number(elements.decidedBy), "shown": number(elements.shown), "kept": .array(kept),
        ]
    }

    private static func answer(_ outcome: Outcome) -> JSONNode? {
        if case .answer(let answer) = outcome { .boolean(answer) } else { nil }
    }

    private static func value(_ outcome: Outcome) -> JSONNode? {
        if case .value(let value) = outcome { ShortJSON.node(value) } else { nil }
    }

    private static func list(_ remarks: [Remark]) -> JSONNode { .array(remarks.map { .string($0.sentence) }) }

    private static func number(_ number: Int?) -> JSONNode { number.map { .integer($0) } ?? .null }
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
        if let range = node.range, !range.isEmpty, !isHiddenNegation(parent, of: range) {
            return range.text(in: source).excerpt(200)
        }
        return node.predicateFormat.excerpt(200)
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
