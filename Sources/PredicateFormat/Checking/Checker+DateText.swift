/// Dates compared as text, as happens to two strings under an inferred schema (LANGUAGE D39, D95).
extension Checker {
    /// Warns of a date whose form differs from the dates in the records: comparing their texts then gives a different
    /// result from comparing the instants. Dates in the same form, such as all in UTC, bring no warning.
    mutating func warnOfDateText(_ comparison: PredicateTree.Comparison, _ syntax: ComparisonNode) {
        guard schema?.origin == .inferred, comparison.options.isEmpty else { return }
        let isOrder: Bool
        switch comparison.comparator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between: isOrder = true
        case .equal, .notEqual, .in: isOrder = false
        // On a string, CONTAINS may look for part of a date.
        case .contains where comparison.left.type.element != nil: isOrder = false
        default: return
        }
        let sides = [
            (comparison.left, syntax.left.range, comparison.right, syntax.right.range),
            (comparison.right, syntax.right.range, comparison.left, syntax.left.range),
        ]
        for (field, fieldRange, literal, literalRange) in sides {
            guard let forms = statistics(of: field)?.dateForms, let example = forms.example else { continue }
            for (text, range) in texts(of: literal, literalRange) {
                guard let form = DateForms.Form(text), !forms.compareRightly(with: form, isOrder: isOrder) else {
                    continue
                }
                let isCastable = forms.areInstants && field.type.element == nil
                return report(
                    CheckingMessages.dateAsText(
                        example: example, at: range, field: fieldRange,
                        edits: isCastable ? wrap(fieldRange, "NSDate") : []))
            }
        }
    }

    /// The strings of a constant, or of the elements of a list, with their ranges.
    private func texts(of tree: ExpressionTree, _ range: SourceRange) -> [(String, SourceRange)] {
        switch tree.kind {
        case .constant(.string(let text)): [(text, range)]
        case .aggregate(let elements):
            elements.compactMap { element in
                if case .constant(.string(let text)) = element.kind { (text, element.range ?? range) } else { nil }
            }
        default: []
        }
    }
}
