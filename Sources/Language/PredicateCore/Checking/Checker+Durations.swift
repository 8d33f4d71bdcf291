/// Durations beside numbers (D116).
extension Checker {
    /// Warns of a duration beside a field of plain numbers, whose unit is unknown.
    mutating func warnOfDurations(_ left: ExpressionTree, _ right: ExpressionTree) {
        // A tree that was built without text spells no durations.
        guard wantsText == nil else { return }
        warnOfDurations(in: right, beside: left)
        warnOfDurations(in: left, beside: right)
    }

    private mutating func warnOfDurations(in tree: ExpressionTree, beside field: ExpressionTree) {
        guard field.type.innermost.family == .number, let fieldRange = field.range else { return }
        switch field.kind {
        case .field, .index, .collection: break
        default: return
        }
        var operands = [tree]
        if case .aggregate(let elements) = tree.kind { operands = elements }
        for operand in operands {
            guard case .constant(let value) = operand.kind, let range = operand.range,
                DurationUnit.isSpelled(in: text(range))
            else { continue }
            report(
                CheckingMessages.durationAsNumber(
                    excerpt(fieldRange), text(range), seconds: ExpressionTree.literal(value).predicateFormat, at: range,
                    field: fieldRange))
        }
    }
}
