import PredicateAnalysis
import PredicateFormat

/// An explanation for people: the tree, then the parts that the predicate uses and a simpler form.
///
/// It contains no control characters except line breaks.
struct ExplanationText {
    let explanation: PredicateExplanation
    let fileName: String?
    let width: Int
    /// The minimum width of the second column of a table, however long the names are.
    private static let narrowest = 20

    /// The lines, each with a line feed.
    var text: String {
        var sections = [TreeDrawing(ExplanationRows(explanation), width: width).lines]
        sections.append(["canonical:"] + indented([explanation.canonical]))
        add("fields", table(explanation.fields.map { ($0.path.description, words(for: $0)) }), to: &sections)
        add(
            "variables",
            table(explanation.variables.map { ("$" + $0.name, Words.type($0.type, isSeen: $0.isSeen)) }), to: &sections)
        add("arguments", table(explanation.arguments.map { (words(for: $0), self.type(of: $0)) }), to: &sections)
        add("functions", table(explanation.functions.map { ($0, help(for: $0)) }), to: &sections)
        add(
            "operators",
            table(explanation.operators.map { ($0, commandLibrary.operators[$0.uppercased()]?.help ?? "") }),
            to: &sections)
        if let simplification = explanation.simplification {
            let steps = simplification.steps.map { "- " + $0.sentence(in: explanation.source) }
            add("simplified", indented([simplification.predicate.predicateFormat] + steps), to: &sections)
        }
        if !explanation.warnings.isEmpty {
            let diagnostics = PredicateDiagnostics(source: explanation.source, diagnostics: explanation.warnings)
            sections.append([DiagnosticRenderer(width: width, fileName: fileName).render(diagnostics)])
        }
        return sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private func add(_ title: String, _ lines: [String], to sections: inout [[String]]) {
        if !lines.isEmpty { sections.append([title + ":"] + lines) }
    }

    private func indented(_ lines: [String]) -> [String] { lines.map { "  " + SafeText.plain($0) } }

    /// Names and their descriptions, in two columns.
    private func table(_ rows: [(name: String, words: String)]) -> [String] {
        let names = rows.map { SafeText.plain($0.name) }
        let column = min(names.map { TextWidth.columns(of: $0) }.max() ?? 0, width - Self.narrowest)
        return zip(names, rows).map { name, row in
            row.words.isEmpty ? "  " + name : "  " + ColumnText.pad(name, to: column) + "  " + SafeText.plain(row.words)
        }
    }

    private func words(for field: PredicateExplanation.Field) -> String {
        let words = Words.type(field.type, isSeen: field.isSeen)
        guard let statistics = field.statistics, statistics.present < statistics.total else { return words }
        return words + ", in \(statistics.present) of \(statistics.total)"
    }

    private func words(for argument: PredicateExplanation.Argument) -> String {
        "\(argument.index + 1). \(argument.specifier.spelling)"
    }

    private func type(of argument: PredicateExplanation.Argument) -> String {
        argument.specifier.kind == .keyPath ? "the path of a field" : Words.type(argument.type, isSeen: argument.isSeen)
    }

    private func help(for selector: String) -> String {
        commandLibrary.functions[selector]?.help ?? BuiltInFunction(rawValue: selector)?.signature.help ?? ""
    }
}

/// The nodes of a predicate for a drawing, each before its children.
///
/// Obvious nodes have no row: the implicit record at the start of a path, a constant index or an argument that names
/// a field, and the elements of a list of constants, whose type is the element type of the list.
struct ExplanationRows {
    /// A node.
    struct Row {
        /// The index of the parent's row; nil for the root.
        var parent: Int?
        /// The role of the node in its parent, unless the order shows it.
        var role: String?
        var label: NodeLabel
        /// The type in words.
        var type: String
        var isPredicate: Bool
        /// The rows of the children.
        var children: [Int] = []
    }

    private(set) var rows: [Row] = []

    init(_ explanation: PredicateExplanation) {
        for place in DrawnNode.nodes(explanation.nodes.map { ($0.node, $0.parent) }, isShown: Self.isShown) {
            let node = explanation.nodes[place.index]
            if let parent = place.parent { rows[parent].children.append(rows.count) }
            rows.append(
                Row(
                    parent: place.parent, role: place.role, label: NodeLabel(node.node),
                    type: node.type.map { Words.type($0, isSeen: node.isSeen) } ?? "true or false",
                    isPredicate: node.type == nil))
        }
    }

    /// Whether a node below one that is not a list of constants has its own row.
    static func isShown(_ node: PredicateTreeNode, under parent: PredicateTreeNode, at ordinal: Int) -> Bool {
        guard case .expression(let parent) = parent, case .expression(let tree) = node else { return true }
        switch parent.kind {
        case .field, .dynamicField, .collection, .index:
            if ordinal == 0 { return tree.kind != .record && tree.kind != .element }
            if case .collection = parent.kind { return true }
            return !tree.isPlainConstant && !tree.isOpenArgument
        default: return true
        }
    }

    static func role(under parent: PredicateTreeNode, at ordinal: Int) -> String? {
        guard case .expression(let tree) = parent else { return nil }
        return switch tree.kind {
        case .ternary: ["if", "then", "else"][min(ordinal, 2)]
        case .subquery: ordinal == 0 ? "of" : "where"
        case .collection: ordinal == 0 ? nil : "of each"
        default: nil
        }
    }
}

/// A node of a tree that has a row in a drawing.
struct DrawnNode {
    /// The index of the node.
    var index: Int
    /// The row of its parent; nil for the root.
    var parent: Int?
    /// The role of the node in its parent, unless the order shows it.
    var role: String?

    /// The nodes that have rows, each before its children. A list of constants has one row, and its elements have none.
    ///
    /// - Parameters:
    ///   - nodes: all nodes in their order, each with the index of its parent.
    ///   - isShown: whether a node has a row, under its parent and at its place there.
    static func nodes(
        _ nodes: [(node: PredicateTreeNode, parent: Int?)],
        isShown: (PredicateTreeNode, PredicateTreeNode, Int) -> Bool
    ) -> [DrawnNode] {
        var drawn: [DrawnNode] = []
        /// The row of each node, if its children may have rows.
        var rows = [Int?](repeating: nil, count: nodes.count)
        var childCounts = [Int](repeating: 0, count: nodes.count)
        for (index, (node, parent)) in nodes.enumerated() {
            var place = DrawnNode(index: index)
            if let parent {
                let ordinal = childCounts[parent]
                childCounts[parent] += 1
                let above = nodes[parent].node
                guard let row = rows[parent], isShown(node, above, ordinal) else { continue }
                place.parent = row
                place.role = ExplanationRows.role(under: above, at: ordinal)
            }
            if !node.isListOfConstants { rows[index] = drawn.count }
            drawn.append(place)
        }
        return drawn
    }
}

/// Words for types.
enum Words {
    /// A type in words, marked if it comes from a sample of the records.
    static func type(_ type: ValueType, isSeen: Bool) -> String {
        SafeText.plain((isSeen ? "seen as " : "") + type.phrase)
    }
}
