import PredicatePlatform

extension ValueSemantics {
    /// The order of two values; nil if they do not compare: incompatible types, nil on a side, and values without an
    /// order (data, lists, objects without the order of a Swift type).
    ///
    /// Numbers and booleans compare by value, text by code point or by the options, UUIDs by their bytes, URLs by their
    /// canonical text. Text next to a date, a UUID or a URL is read as such.
    package static func order(
        _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [], library: PredicateLibrary = .standard,
        _ work: inout WorkBudget
    ) -> Order? {
        switch (a, b) {
        case (.integer(let a), .integer(let b)): return a < b ? .less : a > b ? .greater : .equal
        case (.string(let a), .string(let b)):
            guard work.step(WorkCost.comparing(a, b, options)) else { return nil }
            return textOrder(a, b, options: options, library: library)
        default:
            if let a = ExactNumber(a), let b = ExactNumber(b) { return ExactNumber.compare(a, b, &work) }
            return orderAsRead(a, b, &work)
        }
    }

    static func textOrder(
        _ a: String, _ b: String, options: StringOptions, library: PredicateLibrary
    ) -> Order {
        let options = options.effective
        if options.contains(.localized), let collation = library.collation {
            return Order(sign: collation.compare(a, b, options: options))
        }
        return Order(sign: TextComparison.compare(a, b, options: options))
    }

    private static func orderAsRead(
        _ a: PredicateValue, _ b: PredicateValue, _ work: inout WorkBudget
    ) -> Order? {
        switch (a, b) {
        case (.date, _), (_, .date):
            guard let a = date(comparing: a, &work), let b = date(comparing: b, &work) else { return nil }
            return a < b ? .less : a > b ? .greater : .equal
        case (.uuid, _), (_, .uuid):
            guard let a = uuid(of: a, &work), let b = uuid(of: b, &work) else { return nil }
            return Order(sign: PredicateUUID.compare(a, b))
        case (.url, .url), (.url, .string), (.string, .url):
            guard let a = text(of: a), let b = text(of: b) else { return nil }
            guard work.step(WorkCost.readingBeside(a.utf8.count + b.utf8.count)) else { return nil }
            return Order(sign: TextComparison.compare(CanonicalURL(a).text, CanonicalURL(b).text, options: []))
        default:
            guard work.step(WorkCost.unrelated(a, b)), case .object(let a) = a, case .object(let b) = b,
                let a = a as? any OrderedRecord, let b = b as? any OrderedRecord
            else { return nil }
            return a.order(beside: b)
        }
    }

    /// A date, or text that is one (RFC 3339).
    package static func date(of value: PredicateValue) -> Date? {
        switch value {
        case .date(let date): date.timeIntervalSinceReferenceDate.isFinite ? date : nil
        case .string(let text): PredicateDate.parseRFC3339(text)
        default: nil
        }
    }

    /// `date(of:)`, charged for a string that is read.
    static func date(comparing value: PredicateValue, _ work: inout WorkBudget) -> Date? {
        if case .string(let text) = value, !work.step(WorkCost.readingBeside(text.utf8.count)) { return nil }
        return date(of: value)
    }

    private static func uuid(of value: PredicateValue, _ work: inout WorkBudget) -> UUID? {
        switch value {
        case .uuid(let uuid): uuid
        case .string(let text): work.step(WorkCost.readingBeside(text.utf8.count)) ? PredicateUUID.parse(text) : nil
        default: nil
        }
    }

    /// `<`, `<=`, `>` and `>=`. Because `<=` and `>=` include equality, they are true between nil and nil.
    package static func ordered(
        _ ordering: CoreOrdering, _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [],
        library: PredicateLibrary = .standard, _ work: inout WorkBudget
    ) -> Bool {
        guard let order = order(a, b, options: options, library: library, &work) else {
            switch ordering {
            case .less, .greater: return false
            case .lessOrEqual, .greaterOrEqual: return equals(a, b, options: options, library: library, &work)
            }
        }
        return holds(ordering, order)
    }

    /// Whether an order satisfies an operator.
    @inline(__always)
    package static func holds(_ ordering: CoreOrdering, _ order: Order) -> Bool {
        switch ordering {
        case .less: order == .less
        case .lessOrEqual: order != .greater
        case .greater: order == .greater
        case .greaterOrEqual: order != .less
        }
    }

    /// `BETWEEN`: both bounds are included, lower bound first; false if a value is nil or does not compare.
    package static func between(
        _ value: PredicateValue, _ low: PredicateValue, _ high: PredicateValue, _ work: inout WorkBudget
    ) -> Bool {
        guard let below = order(low, value, &work), below != .greater else { return false }
        guard let above = order(value, high, &work) else { return false }
        return above != .greater
    }

    /// `BETWEEN` with a list of bounds: false unless the list has two elements (D58). A set has no order, and so no
    /// bounds.
    package static func between(
        _ value: PredicateValue, bounds: PredicateValue, _ work: inout WorkBudget
    ) -> Bool {
        guard case .list(let bounds) = bounds, bounds.count == 2 else { return false }
        return between(value, bounds[0], bounds[1], &work)
    }
}
