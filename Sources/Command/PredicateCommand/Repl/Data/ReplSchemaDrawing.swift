import PredicateFormat

/// Draws the fields of records as a tree, with the type and the frequency of each.
///
///     Record        2704 records
///     ├─ name       a string
///     ├─ capital    a boolean or nil     in 241 of 2704
///     └─ country    an object (Country)
///        └─ code    a string
struct ReplSchemaDrawing {
    private struct Row {
        /// The row of the record that has the field; nil for the root.
        var parent: Int?
        var name: String
        var type: String
        var seen: String
    }

    private let width: Int
    private var rows: [Row] = []
    /// The maximum number of rows. There can be as many keys as records.
    private static let mostRows = 500
    private var isCut = false

    /// The tree of the records or of a field.
    ///
    /// - Parameters:
    ///   - name: the label of its root.
    ///   - note: the text next to it.
    init(_ root: ReplFieldKnowledge, name: String, note: String, width: Int) {
        self.width = width
        rows.append(Row(parent: nil, name: name, type: note, seen: ""))
        add(fieldsOf: root, within: [])
    }

    private mutating func add(fieldsOf location: ReplFieldKnowledge, within outer: Set<String>) {
        guard let name = location.typeName, !outer.contains(name) else { return }
        let parent = rows.count - 1
        for (fieldName, field) in location.fields {
            guard rows.count < Self.mostRows else {
                isCut = true
                return
            }
            rows.append(
                Row(parent: parent, name: SafeText.plain(fieldName), type: field.phrase, seen: field.seen))
            add(fieldsOf: field, within: outer.union([name]))
        }
    }

    /// The lines, each with a line feed.
    var text: String {
        let leads = TreeLines(parents: rows.map(\.parent)).leads
        let names = zip(leads, rows).map { $0 + ColumnText.cut($1.name, to: 40) }
        let nameColumns = names.map { TextWidth.columns(of: $0) }.max() ?? 0
        let typeColumns = rows.map { $0.seen.isEmpty ? 0 : min(40, TextWidth.columns(of: $0.type)) }.max() ?? 0
        var text = ""
        for (name, row) in zip(names, rows) {
            var line = ColumnText.pad(name, to: nameColumns) + "  "
            line +=
                row.seen.isEmpty
                ? row.type : ColumnText.pad(ColumnText.cut(row.type, to: 40), to: typeColumns) + "  " + row.seen
            text += ColumnText.cut(ColumnText.trimmed(line), to: max(width, 20)) + "\n"
        }
        return isCut ? text + "… more fields than can be shown; `:schema PATH` shows those of one\n" : text
    }
}
