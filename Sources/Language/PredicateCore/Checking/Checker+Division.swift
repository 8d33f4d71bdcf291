/// Divisions of integers that lose a fraction: `used / total > 0.5`.
extension Checker {
    /// Warns of a division of two integers that is compared with a number that has a fraction, or multiplied by 100.
    /// The quotient is truncated (§4.9).
    mutating func warnOfDivision(_ comparison: PredicateTree.Comparison) {
        let sides = [(comparison.left, comparison.right, false), (comparison.right, comparison.left, true)]
        for (side, other, isMirrored) in sides {
            let wantsFraction =
                Self.mayHaveFraction(other)
                && !Self.truncationIsHarmless(side, comparison.comparator, other, isMirrored: isMirrored)
            guard let division = Self.lossyDivision(in: side, wantsFraction: wantsFraction),
                let warning = PredicateDiagnostic.integerDivision(division, in: source)
            else { continue }
            return report(warning)
        }
    }

    /// Warns of `round(bytes / 1024)`: the quotient of two integers has no fraction that a function could round. `floor`
    /// gives the same number as the truncation where nothing is negative, so only a difference or a minus brings the
    /// warning there.
    mutating func warnedOfRounding(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .call(let name, let arguments) = tree.kind, let operand = arguments.first else { return tree }
        switch BuiltInFunction(rawValue: name) {
        case .round, .ceiling: break
        case .floor where Self.mayBeNegative(operand): break
        default: return tree
        }
        if let division = Self.lossyDivision(in: operand, wantsFraction: true),
            let warning = PredicateDiagnostic.integerDivision(division, in: source, roundedBy: name)
        {
            report(warning)
        }
        return tree
    }

    /// Whether an operand has a difference, or a number below zero.
    private static func mayBeNegative(_ tree: ExpressionTree) -> Bool {
        var pending = [tree]
        while let tree = pending.popLast() {
            switch tree.kind {
            case .arithmetic(.subtract, _, _): return true
            case .arithmetic(_, let left, let right): pending += [left, right]
            case .constant(.integer(let value)): if value < 0 { return true }
            default: break
            }
        }
        return false
    }

    /// Whether an operand has a fraction, may have one, or is a number written with one.
    private static func mayHaveFraction(_ tree: ExpressionTree) -> Bool {
        switch tree.kind {
        case .constant(.double): true
        case .constant: false
        case .aggregate(let elements): elements.contains(where: mayHaveFraction)
        default: tree.type.unwrapped == .double
        }
    }

    /// Whether a quotient compares with a number like the truncated quotient: both are at least 1.0 or neither is.
    private static func truncationIsHarmless(
        _ quotient: ExpressionTree, _ comparator: ComparisonOperator, _ bound: ExpressionTree, isMirrored: Bool
    ) -> Bool {
        guard case .arithmetic(.divide, _, _) = quotient.kind, case .constant(.double(let number)) = bound.kind,
            number.rounded(.towardZero) == number
        else { return false }
        // Truncation moves towards zero, so a whole bound is crossed only at zero or from its far side.
        switch comparator {
        // With the quotient on the right, `>=` reads as `<=`, and `<` as `>`.
        case .greaterOrEqual, .less: return isMirrored ? number < 0 : number > 0
        case .greater, .lessOrEqual: return isMirrored ? number > 0 : number < 0
        default: return false
        }
    }

    /// A division of integers within sums and products whose fraction would matter.
    private static func lossyDivision(in tree: ExpressionTree, wantsFraction: Bool) -> ExpressionTree? {
        var pending = [(tree, wantsFraction)]
        while let (tree, wantsFraction) = pending.popLast() {
            guard case .arithmetic(let symbol, let left, let right) = tree.kind else { continue }
            let areIntegers = left.type.unwrapped == .integer && right.type.unwrapped == .integer
            switch symbol {
            case .divide where areIntegers:
                if wantsFraction, !left.isConstant || !right.isConstant { return tree }
            case .multiply, .add, .subtract:
                for (side, other) in [(right, left), (left, right)] {
                    // A share in percent: `used / total * 100`.
                    var isShare = false
                    if symbol == .multiply, case .constant(.integer(100)) = other.kind,
                        case .arithmetic(.divide, _, let divisor) = side.kind
                    {
                        isShare = !divisor.isConstant
                    }
                    pending.append((side, wantsFraction || isShare || other.type.unwrapped == .double))
                }
            default: break
            }
        }
        return nil
    }
}
