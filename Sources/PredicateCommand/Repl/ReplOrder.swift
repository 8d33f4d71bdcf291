import PredicateFormat

/// An order of records by the values of expressions: stable, nil first ascending unless told (LANGUAGE D102).
struct ReplOrder {
    /// What is ordered by.
    struct Key {
        /// The expression.
        var expression: CheckedExpression
        /// Whether the greatest comes first.
        var isDescending: Bool
        /// Whether nil comes before all values.
        var isNilFirst: Bool
    }

    private let keys: [Key]

    /// An order by a text such as `-population, name nil last`; an empty one is that of the data.
    init(_ text: String, in session: ReplSession) throws(ReplFailure) {
        var keys: [Key] = []
        for part in text.isEmpty ? [] : ReplWords.parts(of: text) { keys.append(try Self.key(part, in: session)) }
        self.keys = keys
    }

    private static func key(_ part: String, in session: ReplSession) throws(ReplFailure) -> Key {
        var text = part
        let isDescending = text.hasPrefix("-")
        if isDescending || text.hasPrefix("+") { text.removeFirst() }
        // Descending is ascending turned round, nil with it.
        var isNilFirst = !isDescending
        for (suffix, first) in [(" nil first", true), (" nil last", false)] where text.hasSuffix(suffix) {
            text.removeLast(suffix.count)
            isNilFirst = first
        }
        text = ReplSession.trimmed(text)
        if text.isEmpty { throw ReplFailure("a comma with nothing to order by; `:sort -population, name`") }
        return Key(expression: try session.expression(text), isDescending: isDescending, isNilFirst: isNilFirst)
    }

    /// The places of records in the order.
    func ordered(_ places: [Int], of data: ReplDataSet, in session: ReplSession) throws -> [Int] {
        if keys.isEmpty { return places }
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        var rows: [(place: Int, values: [PredicateValue])] = places.map { ($0, []) }
        for key in keys {
            var run = key.expression.compiled.makeRun(context: context)
            for index in rows.indices {
                rows[index].values.append(
                    key.expression.compiled.evaluate(on: data.records[rows[index].place].value, in: &run))
                try session.checkInterrupt()
            }
        }
        try rows.sort { a, b in
            try session.checkInterrupt()
            for (index, key) in keys.enumerated() {
                let order = compare(a.values[index], b.values[index], by: key)
                if order != .equal { return order == .less }
            }
            // Swift's sort is stable today and does not promise to be.
            return a.place < b.place
        }
        try session.tell(warnings)
        return rows.map(\.place)
    }

    private func compare(_ a: PredicateValue, _ b: PredicateValue, by key: Key) -> ValueSemantics.Order {
        switch (a.isNull, b.isNull) {
        case (true, true): return .equal
        case (true, false): return key.isNilFirst ? .less : .greater
        case (false, true): return key.isNilFirst ? .greater : .less
        case (false, false): break
        }
        let order = Self.order(a, b)
        guard key.isDescending else { return order }
        return order == .less ? .greater : order == .greater ? .less : .equal
    }

    /// Values of one kind by the language's order; those of several kinds by kind, so that any two stand somewhere.
    static func order(_ a: PredicateValue, _ b: PredicateValue) -> ValueSemantics.Order {
        let (x, y) = (rank(a), rank(b))
        if x != y { return x < y ? .less : .greater }
        return ValueSemantics.order(a, b) ?? .equal
    }

    private static func rank(_ value: PredicateValue) -> Int {
        switch value {
        case .null: 0
        case .boolean, .integer, .double, .decimal: 1
        case .string: 2
        case .date: 3
        case .uuid: 4
        case .url: 5
        case .data: 6
        case .list, .set: 7
        case .object: 8
        }
    }
}

extension PredicateValue {
    /// Whether it is nil.
    var isNull: Bool { if case .null = self { true } else { false } }
}
