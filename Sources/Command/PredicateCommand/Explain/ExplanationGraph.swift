import PredicateAnalysis
import PredicateFormat

/// An explanation as a Graphviz graph. Each row of the drawing is a node with its label and its type.
struct ExplanationGraph {
    let explanation: PredicateExplanation
    /// The maximum width of a label in columns. Wider boxes make the graph hard to read.
    private static let labelColumns = 40
    private static let typeColumns = 40
    private static let titleColumns = 120

    /// The source of the graph.
    var text: String {
        let title = ColumnText.cut(SafeText.plain(explanation.canonical), to: Self.titleColumns)
        var text = "digraph predicate {\n"
        text += "  graph [label=\(Self.quoted([title])), labelloc=t, ordering=out, fontname=\"Helvetica\"]\n"
        text += "  node [fontname=\"Helvetica\", fontsize=11]\n"
        text += "  edge [fontname=\"Helvetica\", fontsize=9, arrowhead=none]\n"
        let rows = ExplanationRows(explanation).rows
        for (index, row) in rows.enumerated() {
            let lines = [
                row.label.text(columns: Self.labelColumns), ColumnText.cut(row.type, to: Self.typeColumns),
            ]
            let shape = row.isPredicate ? "shape=box, style=rounded" : "shape=box, style=filled, fillcolor=\"#f2f2f2\""
            text += "  n\(index) [label=\(Self.quoted(lines)), \(shape)]\n"
        }
        for (index, row) in rows.enumerated() {
            guard let parent = row.parent else { continue }
            let label = row.role.map { " [label=\(Self.quoted([$0]))]" } ?? ""
            text += "  n\(parent) -> n\(index)\(label)\n"
        }
        return text + "}\n"
    }

    /// Lines as a Graphviz string. In labels, Graphviz interprets escapes and HTML entities.
    static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { SafeText.plain($0).escaping(["\"": "\\\"", "\\": "\\\\", "&": "&amp;"]) }
        return "\"" + escaped.joined(separator: "\\n") + "\""
    }
}
