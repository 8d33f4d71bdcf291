import PredicateCore

/// An order of records by the values of expressions. It is stable, and ascending with nil first by default (D102).
///
/// Any two values have an order: values of one kind compare with `<`, and values of different kinds by kind (numbers
/// and booleans, text, dates, UUIDs, URLs, bytes, lists, objects). Values without an order keep their order of
/// arrival.
package struct RecordOrder: Sendable {
    /// One sort key.
    package struct Key: Sendable {
        /// The expression.
        package let expression: CheckedExpression
        /// Whether the greatest value comes first.
        package let isDescending: Bool
        /// Whether nil comes before all values.
        package let isNilFirst: Bool
        /// The string options for comparing text.
        package let options: StringOptions

        /// A sort key.
        ///
        /// - Parameters:
        ///   - expression: the value to compare.
        ///   - isDescending: whether the largest value comes first.
        ///   - isNilFirst: the position of nil; by default first, and last if the order is descending.
        ///   - options: the string options for comparing text.
        package init(
            _ expression: CheckedExpression, isDescending: Bool = false, isNilFirst: Bool? = nil,
            options: StringOptions = []
        ) {
            self.expression = expression
            self.isDescending = isDescending
            self.isNilFirst = isNilFirst ?? !isDescending
            self.options = options
        }

        /// The text of the key.
        package var text: String {
            let letters = options.letters
            var text = (isDescending ? "-" : "") + expression.source + (letters.isEmpty ? "" : "[\(letters)]")
            if isNilFirst == isDescending { text += isNilFirst ? ":nil-first" : ":nil-last" }
            return text
        }
    }

    /// The keys. Each one orders the rows that are equal by the keys before it.
    package let keys: [Key]
    /// How the values of each key are prepared for comparison.
    private let preparations: [Preparation]
    private let library: PredicateLibrary

    private enum Preparation {
        case none
        case read(as: CoreReading)
        case fold(StringOptions)

        init(_ key: Key) {
            let options = key.options.effective
            if options.isEmpty {
                self = key.expression.type.orderReading.map { .read(as: $0) } ?? .none
            } else {
                self = options.contains(.localized) ? .none : .fold(options)
            }
        }
    }

    /// An order by keys.
    package init(_ keys: [Key], library: PredicateLibrary = .standard) {
        self.keys = keys
        self.library = library
        preparations = keys.map(Preparation.init)
    }

    /// Whether there are no keys, so that records keep their order of arrival.
    package var isEmpty: Bool { keys.isEmpty }

    /// The text of the order.
    package var text: String { keys.map(\.text).joined(separator: ", ") }

    // MARK: Values

    /// A value prepared for comparison by a key, once instead of for every comparison: text is folded, or read as its
    /// declared type.
    package func comparable(_ value: PredicateValue, at index: Int) -> PredicateValue {
        guard preparations.indices.contains(index) else { return value }
        switch (preparations[index], value) {
        case (.read(let reading), _): return ValueSemantics.read(value, as: reading)
        case (.fold(let options), .string(let text)): return .string(TextFolding.fold(text, options))
        default: return value
        }
    }

    /// Compares two rows by one key.
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

    /// Compares two rows by their values for all keys.
    package func compare(_ a: [PredicateValue], _ b: [PredicateValue]) -> ValueSemantics.Order {
        for index in keys.indices where index < a.count && index < b.count {
            let order = compare(a[index], b[index], at: index)
            if order != .equal { return order }
        }
        return .equal
    }

    /// Orders values of one kind by the language's order, and values of different kinds by kind, so that any two have
    /// an order.
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
    /// The reversed order.
    package var reversed: ValueSemantics.Order {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}

extension PredicateValue {
    /// The value for comparisons with others of its declared type (D33).
    func comparable(as type: ValueType) -> PredicateValue {
        type.comparableReading.map { ValueSemantics.read(self, as: $0) } ?? self
    }

    /// Whether the value is nil.
    package var isNull: Bool { if case .null = self { true } else { false } }
}
