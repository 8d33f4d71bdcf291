import PredicateFormat

/// Quotients that are rounded, and keys that hold numbers in two forms.
extension SampleReview {
    /// `round(toNumber(size) / 1024)` where all values are integers.
    mutating func reviewArithmetic(_ root: PredicateTreeNode) {
        var quotients: [(function: String, tree: ExpressionTree)] = []
        root.forEachNode { node in
            if case .expression(let tree) = node, case .call(let name, let arguments) = tree.kind,
                let operand = arguments.first,
                name == BuiltInFunction.round.rawValue || name == BuiltInFunction.ceiling.rawValue
            {
                quotients.append((name, operand))
            }
        }
        for quotient in quotients { reviewQuotient(quotient.tree, roundedBy: quotient.function) }
    }

    /// Reports a key of groups that holds numbers, and numbers written as text.
    mutating func reviewKey(_ tree: ExpressionTree) {
        // The type of a field that is always a number or always text leaves nothing to ask.
        guard tree.type.isAny || tree.type.family == .any, let range = tree.range else { return }
        let seen = values(of: tree)
        let texts = seen.filter(\.isNumberText)
        let numbers = seen.count { $0.isNumeric }
        guard numbers > 0, !texts.isEmpty else { return }
        report(
            .numbersInTwoForms(
                texts.count, of: numbers + seen.count(where: \.isString), isKey: true, example: Self.example(texts),
                source, at: range, edits: PredicateDiagnostic.Edit.toNumber(range)), isRefutedByMatch: false)
    }

    /// A quotient that is rounded, where all values of both sides are integers, but not by their types.
    private mutating func reviewQuotient(_ tree: ExpressionTree, roundedBy function: String) {
        var tree = tree
        // A factor rounds to some digits: `round(a / b * 100) / 100`.
        while case .arithmetic(.multiply, let left, let right) = tree.kind { tree = right.isConstant ? left : right }
        guard case .arithmetic(.divide, let left, let right) = tree.kind, left.type.isAny || right.type.isAny,
            Self.isClosed(.expression(tree)), let range = tree.range, !isWarned(.integerDivision, in: range)
        else { return }
        let dividends = values(of: left).filter(\.isNumeric)
        let divisors = values(of: right).filter(\.isNumeric)
        guard !dividends.isEmpty, !divisors.isEmpty, (dividends + divisors).allSatisfy(\.isInteger),
            let warning = PredicateDiagnostic.integerDivision(tree, in: source, roundedBy: function)
        else { return }
        report(warning, isRefutedByMatch: false)
    }
}

extension PredicateValue {
    fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}
