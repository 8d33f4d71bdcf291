/// An order of records by the values of expressions: stable, nil first ascending unless told (D102).
///
/// Any two values stand somewhere: those of one kind by the order that `<` has, those of several kinds by kind (numbers and booleans, text, dates,
/// UUIDs, URLs, bytes, lists, objects). Those without an order among themselves stay as they come.
public struct RecordOrder: Sendable {
    /// What is ordered by.
    public struct Key: Sendable {
        /// The expression.
        public let expression: CheckedExpression
        /// Whether the greatest comes first.
        public let isDescending: Bool
        /// Whether nil comes before all values.
        public let isNilFirst: Bool
        /// How text is compared.
        public let options: StringOptions

        /// A key.
        ///
        /// - Parameters:
        ///   - expression: what is compared.
        ///   - isDescending: whether the largest comes first.
        ///   - isNilFirst: where nil stands; descending is ascending turned round, nil with it, unless it is said.
        ///   - options: how text is compared.
        public init(
            _ expression: CheckedExpression, isDescending: Bool = false, isNilFirst: Bool? = nil,
            options: StringOptions = []
        ) {
            self.expression = expression
            self.isDescending = isDescending
            self.isNilFirst = isNilFirst ?? !isDescending
            self.options = options
        }

        /// The key as it is written.
        public var text: String {
            let letters = options.letters
            var text = (isDescending ? "-" : "") + expression.source + (letters.isEmpty ? "" : "[\(letters)]")
            if isNilFirst == isDescending { text += isNilFirst ? ":nil-first" : ":nil-last" }
            return text
        }
    }

    /// The keys; among what is equal by the first the second decides, and so on.
    public let keys: [Key]
    private let library: PredicateLibrary

    /// An order by keys.
    public init(_ keys: [Key], library: PredicateLibrary = .standard) {
        self.keys = keys
        self.library = library
    }

    /// Whether everything stays as it comes.
    public var isEmpty: Bool { keys.isEmpty }

    /// The order as it is written.
    public var text: String { keys.map(\.text).joined(separator: ", ") }

    // MARK: Values

    /// A value as it is compared by a key: text is folded once and not for every comparison.
    package func comparable(_ value: PredicateValue, at index: Int) -> PredicateValue {
        guard case .string(let text) = value, keys.indices.contains(index) else { return value }
        let options = keys[index].options.effective
        if options.isEmpty || options.contains(.localized) { return value }
        return .string(TextFolding.fold(text, options))
    }

    /// How two rows stand to each other by one key.
    package func compare(_ a: PredicateValue, _ b: PredicateValue, at index: Int) -> ValueSemantics.Order {
        let key = keys[index]
        switch (a.isNull, b.isNull) {
        case (true, true): return .equal
        case (true, false): return key.isNilFirst ? .less : .greater
        case (false, true): return key.isNilFirst ? .greater : .less
        case (false, false): break
        }
        let options = key.options.contains(.localized) ? key.options : []
        let order = Self.order(a, b, options: options, library: library)
        return key.isDescending ? order.reversed : order
    }

    /// How two rows stand to each other, each by its values for all keys.
    package func compare(_ a: [PredicateValue], _ b: [PredicateValue]) -> ValueSemantics.Order {
        for index in keys.indices where index < a.count && index < b.count {
            let order = compare(a[index], b[index], at: index)
            if order != .equal { return order }
        }
        return .equal
    }

    /// Values of one kind by the language's order; those of several kinds by kind, so that any two stand somewhere.
    package static func order(
        _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [], library: PredicateLibrary = .standard
    ) -> ValueSemantics.Order {
        let (x, y) = (rank(a), rank(b))
        if x != y { return x < y ? .less : .greater }
        return ValueSemantics.order(a, b, options: options, library: library) ?? .equal
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

extension ValueSemantics.Order {
    /// The order turned round.
    package var reversed: ValueSemantics.Order {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}

extension PredicateValue {
    /// Whether it is nil.
    package var isNull: Bool { if case .null = self { true } else { false } }
}
