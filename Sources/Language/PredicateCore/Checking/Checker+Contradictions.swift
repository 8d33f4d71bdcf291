/// Neighbouring conditions on one field that AND makes false for every value, or OR makes true: `s == "open" AND s == "closed"`.
extension Checker {
    /// A comparison of a field with a constant.
    private struct Claim {
        let field: ExpressionTree
        let comparator: ComparisonOperator
        let value: PredicateValue

        /// Nil for other conditions.
        init?(_ condition: PredicateTree) {
            var (tree, isNegated) = (condition, false)
            if case .not(let inner) = condition.kind { (tree, isNegated) = (inner, true) }
            guard case .comparison(let comparison) = tree.kind, comparison.quantifier == nil,
                !isNegated || comparison.comparator == .equal, case .constant(let constant) = comparison.right.kind,
                case .field = comparison.left.kind, comparison.left.type.element == nil
            else { return nil }
            field = comparison.left
            comparator = isNegated ? .notEqual : comparison.comparator
            value = constant
        }
    }

    /// Warns of two conditions of a group that leave nothing to decide.
    mutating func warnOfContradictions(_ parts: [PredicateTree], isAnd: Bool) {
        var previous: (claim: Claim, range: SourceRange)?
        for part in parts {
            let claim = Claim(part)
            let range = part.range ?? SourceRange(at: 0)
            if let previous, let claim, previous.claim.field == claim.field {
                let whole = previous.range.union(range)
                if isAnd, Self.exclude(previous.claim, claim) {
                    report(.always(false, at: whole, hint: "for one or the other, write OR"))
                } else if !isAnd, previous.claim.comparator == .notEqual, claim.comparator == .notEqual,
                    Self.differ(previous.claim.value, claim.value)
                {
                    report(.always(true, at: whole, hint: "for neither of the two, write AND"))
                }
            }
            previous = claim.map { (claim: $0, range: range) }
        }
    }

    /// Whether no value satisfies both claims.
    private static func exclude(_ a: Claim, _ b: Claim) -> Bool {
        switch (a.comparator, b.comparator) {
        case (.equal, .equal): differ(a.value, b.value)
        case (.greater, .less), (.greater, .lessOrEqual), (.greaterOrEqual, .less):
            areNumbers(a.value, b.value) && ValueSemantics.order(a.value, b.value) != .less
        case (.greaterOrEqual, .lessOrEqual):
            areNumbers(a.value, b.value) && ValueSemantics.order(a.value, b.value) == .greater
        case (.less, .greater), (.lessOrEqual, .greater), (.less, .greaterOrEqual), (.lessOrEqual, .greaterOrEqual):
            exclude(b, a)
        default: false
        }
    }

    private static func areNumbers(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        [a, b].map { ValueType(of: $0) }.allSatisfy { $0.family == .number && $0 != .boolean }
    }

    /// Whether no value equals both constants, however its field is declared: two strings may be one date or UUID.
    private static func differ(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch (a, b) {
        case (.null, .null): false
        case (.null, _), (_, .null): true
        case (.string(let x), .string(let y)):
            !ValueSemantics.equals(a, b, options: [.caseInsensitive, .diacriticInsensitive])
                && PredicateDate.instant(of: x) == nil && PredicateDate.instant(of: y) == nil
                && PredicateUUID.parse(x) == nil
        default: areNumbers(a, b) && ValueSemantics.order(a, b) != .equal
        }
    }
}
