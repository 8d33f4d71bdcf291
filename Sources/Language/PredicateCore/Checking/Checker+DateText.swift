/// Dates compared as text: two strings under an inferred schema (D39, D95).
extension Checker {
    /// `time >= 2026-11-01`: how to write a date that lacks its quotes. Nil for other literals and types.
    ///
    /// A sample does not make a string a date (D95), so both sides need a CAST where only a sample tells the type.
    func unquotedDate(_ fault: SourceRange, beside other: SourceRange, _ type: ValueType) -> (
        hint: String?, edits: [PredicateDiagnostic.Edit]
    )? {
        let written = text(fault)
        guard Self.isDateText(written), type.family == .date || type.family == .text else { return nil }
        let quoted = SourceSpelling.quoted(written)
        guard schema?.origin == .inferred, type.unwrapped == .dateTime else {
            return ("in quotes it is a date", [.init(replacing: fault, with: quoted)])
        }
        let date = "CAST(\(quoted), \"\(CastTarget.date.rawValue)\")"
        return (
            "write `\(date)`", PredicateDiagnostic.Edit.cast(other, to: .date) + [.init(replacing: fault, with: date)]
        )
    }

    /// Warns of a date whose form differs from the dates in the records: comparing their strings then gives a different
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
        // A string that is compared with a computed date is its instant (D39).
        if case .aggregate(let elements) = comparison.right.kind,
            elements.contains(where: { $0.type.unwrapped == .date && !$0.isConstant })
        {
            return
        }
        if warnOfTwoDates(comparison, syntax, isOrder: isOrder) { return }
        // `at == "2024-01-31"` asks for a day, and no text of an instant is one.
        if comparison.comparator == .equal, case let range = syntax.left.range.union(syntax.right.range),
            let day = DayBound(comparison, at: range, in: source),
            let forms = statistics(of: day.field)?.dateForms, forms.areInstants
        {
            return report(day.warning(in: source))
        }
        let sides = [
            (comparison.left, syntax.left.range, comparison.right, syntax.right.range),
            (comparison.right, syntax.right.range, comparison.left, syntax.left.range),
        ]
        for (field, fieldRange, literal, literalRange) in sides {
            guard let forms = statistics(of: field)?.dateForms, forms.example != nil else { continue }
            let isCastable = field.type.element == nil
            let found = texts(of: literal, literalRange).compactMap { text, range in
                warning(of: text, at: range, beside: forms, fieldRange, isOrder, isCastable)
            }
            for warning in found { say(warning) }
            if !found.isEmpty { return }
        }
    }

    /// Reports a warning of a date. If the same is said of another date already, that warning gets its edits and a label.
    private mutating func say(_ warning: PredicateDiagnostic) {
        let earlier = diagnostics.firstIndex {
            $0.code == warning.code && sameCodePoints($0.message, warning.message)
                && $0.labels.first?.message == warning.labels.first?.message
        }
        guard let earlier else {
            dateEdits[warning.message, default: []].formUnion(warning.edits)
            return report(warning)
        }
        for edit in warning.edits where dateEdits[warning.message, default: []].insert(edit).inserted {
            diagnostics[earlier].edits.append(edit)
        }
        if let hint = warning.hint, hint != diagnostics[earlier].hint {
            diagnostics[earlier].labels.append(.init(hint, at: warning.range))
        }
    }

    /// Warns of two fields of dates whose strings do not compare like the dates. Returns true if both sides are such
    /// fields.
    private mutating func warnOfTwoDates(
        _ comparison: PredicateTree.Comparison, _ syntax: ComparisonNode, isOrder: Bool
    ) -> Bool {
        guard let left = statistics(of: comparison.left)?.dateForms, let first = left.example,
            let right = statistics(of: comparison.right)?.dateForms, let second = right.example
        else { return false }
        guard let difference = left.difference(from: right, isOrder: isOrder) else { return true }
        let areCastable = comparison.left.type.element == nil && comparison.right.type.element == nil
        report(
            .datesAsText(
                difference, examples: [(first, syntax.left.range), (second, syntax.right.range)],
                at: syntax.right.range,
                edits: areCastable
                    ? PredicateDiagnostic.Edit.cast(syntax.left.range, to: .date)
                        + PredicateDiagnostic.Edit.cast(syntax.right.range, to: .date) : []))
        return true
    }

    /// The warning for a literal that is compared with dates; nil if the strings compare like the instants.
    private func warning(
        of text: String, at range: SourceRange, beside forms: DateForms, _ field: SourceRange, _ isOrder: Bool,
        _ isCastable: Bool
    ) -> PredicateDiagnostic? {
        let example = forms.example ?? ""
        guard let form = DateForms.Form(text) else {
            // The start of a date sorts correctly. A word such as "never" is not meant as a date.
            let isMeant =
                isOrder ? DateForms.isPrefix(text) || text.isEmpty : !text.utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
            if isMeant { return nil }
            let day = DateForms.readable(text).flatMap { day in
                DateForms.Form(day).flatMap { forms.compareRightly(with: $0, isOrder: isOrder) ? day : nil }
            }
            return .textBesideDates(text, day, example: example, at: range, field: field)
        }
        guard let difference = forms.difference(from: form, isOrder: isOrder) else { return nil }
        if let rewritten = forms.rewritten(text, isOrder: isOrder) {
            return .dateAsText(
                difference, example: example, rewritten: rewritten, at: range, field: field,
                edits: [.init(replacing: range, with: SourceSpelling.quoted(rewritten))])
        }
        return .dateAsText(
            difference, example: example, at: range, field: field,
            edits: isCastable ? PredicateDiagnostic.Edit.cast(field, to: .date) : [])
    }

    // MARK: Days as bounds

    /// Warns of a day without a time as the upper bound of declared instants: `created <= "2026-10-31"` leaves out that
    /// day. Where only a sample tells the types, its values tell whether they have times of day (`SampleReview`).
    mutating func warnOfDayAsBound(_ comparison: PredicateTree.Comparison, _ range: SourceRange) {
        let types = [comparison.left, comparison.right].map { $0.type.innermost.unwrapped }
        guard isDeclared, comparison.comparator != .equal, types.contains(.dateTime),
            let bound = DayBound(comparison, at: range, in: source)
        else { return }
        report(bound.warning(in: source))
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
