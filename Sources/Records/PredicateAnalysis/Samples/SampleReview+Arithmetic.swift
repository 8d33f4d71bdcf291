import PredicateFormat

/// Calculations with fields that hold numbers, and numbers written as text.
extension SampleReview {
    /// `bytes / 1024` where some values are text, which gives nil; and `round(toNumber(size) / 1024)` where all values
    /// are integers.
    mutating func reviewArithmetic(_ root: PredicateTreeNode) {
        var operands: [(text: String, tree: ExpressionTree, ranges: [SourceRange])] = []
        var locations: [ExactName: Int] = [:]
        var ranges: Set<SourceRange> = []
        var quotients: [(function: String, tree: ExpressionTree)] = []
        root.forEachNode { node in
            guard case .expression(let tree) = node else { return }
            for operand in Self.numbers(of: tree) where operand.isField || operand.isElement {
                guard let range = operand.range else { continue }
                let written = text(range)
                guard ranges.insert(range).inserted else { continue }
                if let index = locations[ExactName(written)] {
                    operands[index].ranges.append(range)
                } else {
                    locations[ExactName(written)] = operands.count
                    operands.append((written, operand, [range]))
                }
            }
            if case .call(let name, let arguments) = tree.kind, let operand = arguments.first,
                name == BuiltInFunction.round.rawValue || name == BuiltInFunction.ceiling.rawValue
            {
                quotients.append((name, operand))
            }
        }
        for operand in operands where Self.isClosed(.expression(operand.tree)) {
            reviewMixture(of: operand.tree, operand.text, .arithmetic, at: operand.ranges)
        }
        for quotient in quotients { reviewQuotient(quotient.tree, roundedBy: quotient.function) }
    }

    /// The operands of an expression that must be numbers.
    private static func numbers(of tree: ExpressionTree) -> [ExpressionTree] {
        switch tree.kind {
        case .arithmetic(_, let left, let right): [left, right]
        case .call(let name, let arguments):
            switch BuiltInFunction(rawValue: name) {
            case .modulus, .squareRoot, .naturalLogarithm, .logarithm, .exponential, .floor, .ceiling, .truncate,
                .absolute, .round:
                Array(arguments.prefix(name == BuiltInFunction.modulus.rawValue ? 2 : 1))
            default: []
            }
        default: []
        }
    }

    /// Reports a field that holds numbers, and numbers written as text. Returns whether it does.
    @discardableResult
    mutating func reviewMixture(
        of tree: ExpressionTree, _ written: String, _ use: NumberUse, at ranges: [SourceRange]
    ) -> Bool {
        // The type of a field that is always a number or always text leaves nothing to ask.
        guard tree.type.isAny || tree.type.family == .any, let first = ranges.first else { return false }
        let seen = values(of: tree)
        let texts = seen.filter(\.isNumberText)
        let numbers = seen.count { $0.isNumeric }
        guard numbers > 0, !texts.isEmpty else { return false }
        report(
            .numbersInTwoForms(
                texts.count, of: numbers + seen.count(where: \.isString), use, example: Self.example(texts), written,
                at: first, edits: ranges.flatMap(PredicateDiagnostic.Edit.toNumber)), isRefutedByMatch: false)
        return true
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

/// What a number is used for, which text does not do.
enum NumberUse: Equatable {
    case comparison
    /// A comparison with text, for which numbers are wrong.
    case text
    case arithmetic
    case order
    case key
    /// The function of a group.
    case aggregate(QueryFunction)
}

extension ExpressionTree {
    /// Whether the expression is an element of a list, or the value of a key.
    var isElement: Bool { if case .index = kind { true } else { false } }
}

extension PredicateValue {
    fileprivate var isInteger: Bool { if case .integer = self { true } else { false } }
}
