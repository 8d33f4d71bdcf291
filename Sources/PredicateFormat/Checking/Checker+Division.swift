/// Divisions of integers that lose a fraction: `used / total > 0.5`.
extension Checker {
    /// Warns of a division of two integers that is compared with a number that has a fraction, or multiplied by 100.
    /// The quotient is truncated (§4.9).
    mutating func warnOfDivision(_ comparison: PredicateTree.Comparison) {
        for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
            let wantsFraction = Self.wantsFraction(other, comparison.comparator)
            guard let division = Self.lossyDivision(in: side, wantsFraction: wantsFraction), let range = division.range,
                case .arithmetic(_, let left, let right) = division.kind, let start = left.range?.lowerBound
            else { continue }
            let edit: PredicateDiagnostic.Edit
            if case .constant = right.kind, let divisor = right.range {
                edit = .init(replacing: SourceRange(at: divisor.upperBound), with: ".0")
            } else {
                edit = .init(replacing: SourceRange(at: start), with: "1.0 * ")
            }
            var bytes = Array(text(range).utf8)
            let offset = min(max(0, edit.range.lowerBound - range.lowerBound), bytes.count)
            bytes.insert(contentsOf: edit.text.utf8, at: offset)
            return report(
                CheckingMessages.integerDivision(String(decoding: bytes, as: UTF8.self), at: range, edit: edit))
        }
    }

    /// Whether an operand makes a fraction matter: it has a fraction, or may have one.
    private static func wantsFraction(_ tree: ExpressionTree, _ comparator: ComparisonOperator) -> Bool {
        switch tree.kind {
        case .constant(.double(let number)):
            // Truncation does not change whether a quotient is at least 1.0.
            let isTold = comparator == .greaterOrEqual || comparator == .less
            return !(isTold && number.rounded(.towardZero) == number)
        case .constant: return false
        case .aggregate(let elements): return elements.contains { wantsFraction($0, comparator) }
        default: return tree.type.unwrapped == .double
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
