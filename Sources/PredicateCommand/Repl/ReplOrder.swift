import PredicateFormat

/// An order of records by the values of expressions: stable, nil first ascending unless told (LANGUAGE D102).
struct ReplOrder {
    /// What is ordered by.
    struct Key: Sendable {
        /// The expression.
        var expression: CheckedExpression
        /// Whether the greatest comes first.
        var isDescending: Bool
        /// Whether nil comes before all values.
        var isNilFirst: Bool
    }

    private let keys: [Key]

    /// An order by a text such as `-population, name nil last`; an empty one is that of the data.
    init(_ text: String, in session: ReplSession) throws {
        var keys: [Key] = []
        for part in text.isEmpty ? [] : ReplWords.parts(of: text) { keys.append(try Self.key(part, in: session)) }
        self.keys = keys
    }

    private static func key(_ part: String, in session: ReplSession) throws -> Key {
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

    /// The places of records in the order; only the first of them where no more are wanted.
    func ordered(_ places: [Int], of data: ReplDataSet, first: Int?, in session: ReplSession) throws -> [Int] {
        if keys.isEmpty { return places }
        let warnings = EvaluationWarnings()
        let context = session.context(warnings)
        let keys = keys
        let ordered = try session.interruptibly { interruption in
            let columns = try Self.columns(keys, places, data, context, interruption)
            let precedes: (Int, Int) throws -> Bool = { a, b in
                try interruption.check()
                for (key, values) in zip(keys, columns) {
                    let order = Self.compare(values[a], values[b], by: key)
                    if order != .equal { return order == .less }
                }
                // Swift's sort is stable today and does not promise to be.
                return a < b
            }
            let rows = try first.flatMap { try Self.first($0, of: places.count, by: precedes) }
            return try (rows ?? places.indices.sorted(by: precedes)).map { places[$0] }
        }
        try session.tell(warnings)
        return ordered
    }

    /// The values of the keys, those of all records for each key.
    private static func columns(
        _ keys: [Key], _ places: [Int], _ data: ReplDataSet, _ context: EvaluationContext,
        _ interruption: ReplInterruption
    ) throws -> [[PredicateValue]] {
        try keys.map { key in
            try ReplScan(data, keys: key.expression.readKeys, interruption)
                .values(of: key.expression, at: places, context: context)
        }
    }

    /// The rows that come first, in order: most of many are looked at once.
    private static func first(_ wanted: Int, of count: Int, by precedes: (Int, Int) throws -> Bool) throws -> [Int]? {
        if wanted > 1000 || count < 4 * wanted { return nil }
        var best: [Int] = []
        for row in 0..<count {
            if best.count == wanted, let last = best.last, try !precedes(row, last) { continue }
            if wanted == 0 { break }
            var low = 0
            var high = best.count
            while low < high {
                let middle = (low + high) / 2
                if try precedes(best[middle], row) { low = middle + 1 } else { high = middle }
            }
            best.insert(row, at: low)
            if best.count > wanted { best.removeLast() }
        }
        return best
    }

    private static func compare(_ a: PredicateValue, _ b: PredicateValue, by key: Key) -> ValueSemantics.Order {
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
