import PredicateFormat

/// Texts that no record has, but that differ from values only in case; and the empty text beside fields without a value.
extension SampleReview {
    mutating func reviewTexts(_ location: Location) {
        let comparison = location.comparison
        if comparison.isOfEmptyText { return reviewEmptyText(location) }
        guard let candidate = FoldedComparison(location.comparison, location.left, location.right, in: source) else {
            return
        }
        guard takesText() else { return }
        let seen = values(of: candidate.field, isQuantified: true)
        // A long list is looked up in the values first, which costs less than a comparison for each of its texts.
        let folded = candidate.single.count > 4 ? Set(seen.compactMap(Self.folded)) : nil
        for (exact, literal, range) in candidate.single {
            if let folded, !folded.contains(literal.lowercased()) { continue }
            guard count(exact) == 0 else { continue }
            var folded = exact
            folded.options.insert(.caseInsensitive)
            let fitting = count(folded)
            guard fitting > 0 else { continue }
            // A match of the only text shows that some record has it.
            let isRefuted =
                location.isNecessary && candidate.single.count == 1 && comparison.comparator != .notEqual
            guard isRefuted || Self.areFew(seen) else { continue }
            let example = seen.first { $0.isText(literal, ignoringCase: true) }
            return report(
                .caseDiffers(
                    literal, candidate.spelling, (fitting, records.count), example: example.map(Self.written),
                    at: range, field: candidate.field.range ?? range, edits: candidate.edits),
                isRefutedByMatch: isRefuted)
        }
    }

    private static func folded(_ value: PredicateValue) -> String? {
        if case .string(let text) = value { text.lowercased() } else { nil }
    }

    /// Whether the values repeat, so that one that is missing in a sample is probably missing in all records.
    private static func areFew(_ values: [PredicateValue]) -> Bool {
        values.count >= 10 && Set(values).count * 3 <= values.count
    }

    /// `email == ""` where no value is the empty text, and some records have none.
    private mutating func reviewEmptyText(_ location: Location) {
        guard location.comparison.comparator == .equal, count(location.comparison) == 0 else { return }
        let without = records.count - values(of: location.comparison.left).count
        guard without > 0 else { return }
        report(
            .neverEmpty(
                text(location.left), (without, records.count), at: location.right,
                edits: [.init(replacing: location.right, with: "nil")]), isRefutedByMatch: location.isNecessary)
    }

    // MARK: Days

    /// `time <= "2026-10-31"` where the values have times of day.
    mutating func reviewDays(_ location: Location) {
        guard let bound = DayBound(location.comparison, at: location.range, in: source),
            !isWarned(.dayAsBound, in: location.range),
            values(of: bound.field, isQuantified: true).contains(where: DayBound.isWithinDay)
        else { return }
        // The edits of another form of the date would overlap.
        report(
            bound.warning(in: source, hasEdits: !isWarned(.dateAsText, in: location.range)), isRefutedByMatch: false)
    }
}

/// A comparison that may be meant without regard to case.
struct FoldedComparison {
    /// The operand whose values are compared.
    let field: ExpressionTree
    /// The comparison with each of its texts, the text, and its range.
    let single: [(comparison: PredicateTree.Comparison, text: String, range: SourceRange)]
    /// The operator with the option that ignores case: `==[c]`.
    let spelling: String
    /// The edits that add the option; none if the operator is not found in the text.
    let edits: [PredicateDiagnostic.Edit]

    /// Nil if case is ignored already, or no text has letters.
    init?(_ comparison: PredicateTree.Comparison, _ left: SourceRange, _ right: SourceRange, in source: String) {
        guard !comparison.options.contains(.caseInsensitive), comparison.quantifier != .all else { return nil }
        var exact = comparison
        var single: [(PredicateTree.Comparison, String, SourceRange)] = []
        switch comparison.comparator {
        case .notEqual where comparison.quantifier == nil: exact.comparator = .equal
        case .equal, .in: break
        case let comparator where comparator.form.isOfText && comparator != .matches: break
        default: return nil
        }
        if exact.comparator == .in, case .constant(.string(let text)) = comparison.left.kind {
            field = comparison.right
            single = [(exact, text, left)]
        } else {
            guard !comparison.left.isConstant, let literals = comparison.right.scalars else { return nil }
            field = comparison.left
            for (value, range) in literals {
                guard case .string(let text) = value else { continue }
                var one = exact
                if exact.comparator == .in { one.comparator = .equal }
                one.right = ExpressionTree(.constant(value), type: .string, range: range)
                single.append((one, text, range))
            }
        }
        self.single = single.filter { !sameCodePoints($0.1.lowercased(), $0.1.uppercased()) }
        guard !self.single.isEmpty, !field.isConstant else { return nil }
        let letters = comparison.options.letters
        spelling = comparison.comparator.spelling + "[c\(letters)]"
        guard left.upperBound <= right.lowerBound else {
            edits = []
            return
        }
        let between = SourceRange(left.upperBound, right.lowerBound)
        let written = Array(between.text(in: source).utf8)
        guard !written.contains(where: { "(){}/-\"'".utf8.contains($0) }),
            let last = written.lastIndex(where: { $0 > 0x20 })
        else {
            edits = []
            return
        }
        let hasOptions = written[last] == UInt8(ascii: "]")
        edits = [
            .init(
                replacing: SourceRange(at: between.lowerBound + last + (hasOptions ? 0 : 1)),
                with: hasOptions ? "c" : "[c]")
        ]
    }
}

extension PredicateTree.Comparison {
    /// Whether it compares with the empty text.
    var isOfEmptyText: Bool {
        guard quantifier == nil, case .constant(.string(let text)) = right.kind, text.isEmpty else { return false }
        return comparator == .equal && !left.isConstant
    }
}

extension PredicateValue {
    fileprivate func isText(_ other: String, ignoringCase: Bool) -> Bool {
        guard case .string(let text) = self else { return false }
        return sameCodePoints(text.lowercased(), other.lowercased())
    }
}
