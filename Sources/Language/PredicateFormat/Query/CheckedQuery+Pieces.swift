import PredicateCore

extension CheckedQuery {
    /// An expression of a part, with its position in the text of the part.
    package struct Piece: Sendable {
        /// The part.
        package let part: RecordQuery.Part
        /// The expression.
        package let expression: CheckedExpression
        /// Its offset in the text of the part, in bytes.
        package let start: Int
        /// The function of a group that takes it; nil for other parts.
        package let function: QueryFunction?
        /// Whether records are its operands, and not groups.
        package let isOfRecords: Bool
    }

    /// The expressions of the order, groups, aggregates and selection that were written as text.
    package var pieces: [Piece] {
        let keys = grouping?.keys ?? []
        let aggregates = grouping?.aggregates ?? []
        var found: [Piece] = []
        func add(
            _ part: RecordQuery.Part, _ expressions: [(CheckedExpression, QueryFunction?)],
            _ body: (QueryText, QueryText.Piece) -> QueryText.Piece?
        ) {
            guard let source = query[part] else { return }
            let text = QueryText(source)
            var bodies = text.items.compactMap { body(text, $0) }
            for (expression, function) in expressions {
                // An argument may have a word before the expression, or a percentage behind it.
                let own = expression.source
                guard
                    let index = bodies.firstIndex(where: { body in
                        sameCodePoints(body.text, own)
                            || function != nil && (body.text.hasPrefix(own) || body.text.hasSuffix(own))
                    })
                else { continue }
                let body = bodies.remove(at: index)
                let start =
                    body.text.hasPrefix(own)
                    ? body.start : body.start + body.text.utf8.count - own.utf8.count
                found.append(
                    Piece(
                        part: part, expression: expression, start: start, function: function,
                        isOfRecords: grouping == nil || part == .groupBy || part == .aggregate))
            }
        }
        add(.groupBy, keys.map { ($0.expression, nil) }) { $0.named($1).body }
        add(
            .aggregate,
            aggregates.compactMap { aggregate in aggregate.column.map { ($0.expression, aggregate.function) } }
        ) { text, item in text.call(text.named(item).body)?.argument }
        add(.sort, order.keys.map { ($0.expression, nil) }) { $0.sortItem($1).expression }
        add(.select, columns.map { ($0.expression, nil) }) { $0.named($1).body }
        return found
    }
}

extension CheckedExpression {
    /// Whether the expression is a field whose values in a sample are all numbers written as text.
    var holdsNumberTexts: Bool {
        guard let schema, schema.origin == .inferred, case .field(let base, let name) = tree.kind else { return false }
        return schema.recordType(of: base.type)?.field(named: name)?.statistics?.allNumbers ?? false
    }
}
