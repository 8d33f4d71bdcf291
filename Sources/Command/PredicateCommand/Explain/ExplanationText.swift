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
