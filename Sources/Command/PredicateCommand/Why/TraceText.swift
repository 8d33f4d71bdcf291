import PredicateAnalysis
import PredicateFormat

/// Why a record matches or does not, for people: the answer with the part that decided, and below it the tree with
/// the answer or value of every part.
///
///     record 2 does not match: population > 1000000 is false
///
///     AND                       false
///     ├─ ==                     true
///     │  ├─ countrycode         "PT"
///     │  └─ "PT"
///     └─ >                      false, decides
///        │                      747312 too small
///        ├─ population          252688
///        └─ 1000000
///
/// It contains no control characters except line breaks and its own colours, and keeps its width as far as the depth of the tree allows.
struct TraceText {
    let trace: PredicateTrace
    /// The name of the record: `record 3`.
    let title: String
    let width: Int
    /// Whether answers have colours.
    var isColoured = false

    private static let notNeeded = "(…) was not needed for the answer."
    private static let incomplete = "Some parts took too many steps and were not evaluated."

    /// The lines, each with its end.
    var text: String {
        var lines = ColumnText.wrapped(SafeText.plain(title) + " " + reason, to: width)
        lines.append("")
        let drawing = TraceDrawing(trace, width: width, isColoured: isColoured)
        lines += drawing.lines
        if drawing.hasUnneeded || !trace.isComplete { lines.append("") }
        if drawing.hasUnneeded { lines.append(Self.notNeeded) }
        if !trace.isComplete { lines.append(Self.incomplete) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Whether the record matches, and the part that decided.
    private var reason: String {
        let answer = trace.matches ? "matches" : "does not match"
        guard let index = trace.deciding.last, trace.nodes.indices.contains(index),
            case .predicate(let tree) = trace.nodes[index].node, case .answer(let holds) = trace.nodes[index].outcome
        else { return answer }
        switch tree.kind {
        case .and(let parts) where holds && !parts.isEmpty:
            return answer + ": " + (parts.count == 2 ? "both parts" : "all \(parts.count) parts")
                + " of its AND are true"
        case .or(let parts) where !holds && !parts.isEmpty:
            return answer + ": " + (parts.count == 2 ? "neither part" : "none of the \(parts.count) parts")
                + " of its OR is true"
        default:
            if index == 0 { return answer }
            let text = ColumnText.cut(SafeText.plain(tree.predicateFormat), to: max(20, width - 40))
            return answer + ": \(text) is \(holds)"
        }
    }
}

/// The nodes of a trace as a tree of lines, with the answer or value of each in a column next to it.
struct TraceDrawing {
    private var rows: [Row] = []
    private let width: Int
    private let trace: PredicateTrace
    private let deciding: Set<Int>
    private let isColoured: Bool
    /// Whether any part is in brackets because it was not needed.
    private(set) var hasUnneeded = false

    /// The minimum width of a column.
    private static let narrowest = 18

    private struct Row {
        var parent: Int?
        var role: String?
        var label: NodeLabel
        /// The text next to the label.
        var answer: String
        /// The node, for the remarks below.
        var node: Int
    }

    init(_ trace: PredicateTrace, width: Int, isColoured: Bool = false) {
        self.isColoured = isColoured
        self.trace = trace
        self.width = width
        deciding = Set(trace.deciding.dropFirst())
        for place in DrawnNode.nodes(trace.nodes.map { ($0.node, $0.parent) }, isShown: Self.isShown) {
            let node = trace.nodes[place.index]
            var role = place.role
            if role == "where", let shown = node.parent.flatMap({ trace.nodes[$0].elements?.shown }) {
                role = "where, for [\(shown)]"
            }
            rows.append(
                Row(
                    parent: place.parent, role: role, label: NodeLabel(node.node),
                    answer: answer(of: node, at: place.index), node: place.index))
            if case .predicate = node.node, !node.isNeeded { hasUnneeded = true }
        }
    }

    /// Whether a node below one that is not a list of constants has its own row. A plain path has only one row.
    private static func isShown(_ node: PredicateTreeNode, under parent: PredicateTreeNode, at ordinal: Int) -> Bool {
        if case .expression(let tree) = parent, case .expression(let child) = node, tree.isPlainPath {
            switch tree.kind {
            case .collection where ordinal == 1: if child.isPlainPath { return false }
            case .field, .index, .dynamicField, .collection: if ordinal == 0 { return false }
            default: break
            }
        }
        return ExplanationRows.isShown(node, under: parent, at: ordinal)
    }

    // MARK: Words

    private func answer(of node: PredicateTrace.Node, at index: Int) -> String {
        switch node.outcome {
        case .answer(let holds):
            return (node.isNeeded ? "\(holds)" : "(\(holds))") + (deciding.contains(index) ? ", decides" : "")
        case .value(let value):
            guard case .expression(let tree) = node.node, !tree.isPlainConstant, !tree.isListOfConstants else {
                return ""
            }
            return shown(value)
        case .unknown: return node.node.isPredicate ? "not evaluated" : "–"
        }
    }

    private func shown(_ value: PredicateValue) -> String { SafeText.plain(value.abbreviated(to: max(20, width))) }

    /// The text below the answer, cut to a maximum width if possible.
    private func more(on row: Row, columns: Int) -> [String] {
        let node = trace.nodes[row.node]
        var lines = node.remarks.map { SafeText.plain($0.sentence) }
        guard let elements = node.elements, elements.count > 0 else { return lines }
        if let satisfied = elements.satisfied {
            lines.append("\(satisfied) of \(elements.count) \(elements.count == 1 ? "element" : "elements")")
        }
        var next = 0
        for element in elements.kept {
            if element.index > next { lines.append("…") }
            next = element.index + 1
            lines.append(line(for: element, decides: element.index == elements.decidedBy, columns))
        }
        if next < elements.count { lines.append("… \(elements.count - next) more") }
        return lines
    }

    private func line(for element: PredicateTrace.Element, decides: Bool, _ columns: Int) -> String {
        let location = "[\(element.index)] "
        switch element.outcome {
        case .value(let value): return location + shown(value)
        case .unknown: return location + shown(element.value)
        case .answer(let holds):
            let answer = (holds ? "true" : "false") + (decides ? ", decides" : "")
            // A note on each element that simply has another value would hide the others.
            let near = element.remarks.filter(\.isNear).map { ": " + SafeText.plain($0.sentence) }.joined()
            let room = max(8, columns - location.count - answer.count - 2)
            return location + ColumnText.cut(shown(element.value), to: room) + "  " + answer + near
        }
    }

    // MARK: Lines

    /// The width of the right column before labels are cut for it, because a cut value is still readable.
    private var rightRoom: Int { max(Self.narrowest, min(36, width / 2)) }

    /// The lines of the drawing.
    var lines: [String] {
        let tree = TreeLines(parents: rows.map(\.parent))
        let natural = rows.indices.map { index in
            let lead = tree.leads[index] + (rows[index].role.map { $0 + ": " } ?? "")
            return (lead: lead, label: rows[index].label.text(columns: width))
        }
        let widest = natural.map { TextWidth.columns(of: $0.lead) + TextWidth.columns(of: $0.label) }.max() ?? 0
        let longest = rows.reduce(0) { longest, row in
            ([row.answer] + more(on: row, columns: rightRoom)).reduce(longest) { max($0, TextWidth.columns(of: $1)) }
        }
        let left = min(widest, max(Self.narrowest, width - 2 - min(longest, rightRoom)))
        let right = max(Self.narrowest, width - left - 2)
        var lines: [String] = []
        for (index, row) in rows.enumerated() {
            let room = max(8, left - TextWidth.columns(of: natural[index].lead))
            let label = natural[index].lead + row.label.text(columns: room)
            let answer = ColumnText.styled(ColumnText.cut(row.answer, to: right), style(of: row))
            lines.append(Self.line(label, answer, left))
            let margin = tree.margins[index] + (tree.hasChildren[index] ? "│" : "")
            for text in more(on: row, columns: right).flatMap({ ColumnText.wrapped($0, to: right) }) {
                lines.append(Self.line(margin, text, left))
            }
        }
        return lines
    }

    /// Green is true and red is false, bold if it decides, and faint if it was not needed.
    private func style(of row: Row) -> String? {
        let node = trace.nodes[row.node]
        guard isColoured, case .predicate = node.node, case .answer(let holds) = node.outcome else { return nil }
        return (deciding.contains(row.node) ? "1;" : node.isNeeded ? "" : "2;") + (holds ? "32" : "31")
    }

    private static func line(_ left: String, _ right: String, _ column: Int) -> String {
        right.isEmpty ? left : ColumnText.pad(left, to: column) + "  " + right
    }
}

extension PredicateTreeNode {
    fileprivate var isPredicate: Bool {
        if case .predicate = self { true } else { false }
    }
}
