import PredicatePlatform

/// Values without repetition by `==` without options, in the order of their first appearance.
package struct DistinctValues: Sendable {
    /// The distinct values.
    package private(set) var values: [PredicateValue] = []
    /// Positions by hash; only used for many values.
    private var positions: [Int: [Int]] = [:]
    private let kind: ValueHash.Kind
    private let nesting: Int
    /// Up to this number, values are compared one by one.
    private let few: Int

    /// The distinct values among some.
    ///
    /// - Parameters:
    ///   - kind: the kind of hash for these values and for all values to find or insert.
    ///   - nesting: the number of sets around the comparison.
    ///   - few: the number of values that are compared one by one, which is faster for a few small ones.
    ///   - work: the budget. When it is used up, the remaining elements are left out.
    package init(
        _ elements: [PredicateValue], _ kind: ValueHash.Kind, nesting: Int = 0, few: Int = 8, _ work: inout WorkBudget
    ) {
        self.init(kind, nesting: nesting, few: few)
        for element in elements {
            guard !work.isStopped else { return }
            insert(element, &work)
        }
    }

    /// Without values.
    package init(_ kind: ValueHash.Kind, nesting: Int = 0, few: Int = 8) {
        self.few = few
        self.kind = kind
        self.nesting = nesting
    }

    /// Whether a value equal to this one is there.
    func contains(_ value: PredicateValue, _ work: inout WorkBudget) -> Bool {
        position(of: value, hash: hash(value, isNeeded: values.count > few, &work), &work) != nil
    }

    private func hash(_ value: PredicateValue, isNeeded: Bool, _ work: inout WorkBudget) -> Int {
        // Hashing walks over a value three times: to charge it, to find the kind of hash, and to hash it.
        let isExact = kind != .lenient
        if work.isLimited,
            !work.walk(
                over: value, each: isExact ? WorkCost.hashed : WorkCost.hashedAsRead, bytes: isExact ? 3 : 0)
        {
            return 0
        }
        guard isNeeded else { return 0 }
        return ValueHash.hash(value, kind)
    }

    private func position(of value: PredicateValue, hash: Int, _ work: inout WorkBudget) -> Int? {
        if values.count <= few {
            return values.firstIndex { ValueSemantics.equals($0, value, nesting: nesting, &work) }
        }
        guard let positions = positions[hash] else { return nil }
        // These values differ only below the depth of the hash.
        if positions.count > 1, !work.stepBeyondEstimate(positions.count) { return nil }
        return positions.first { ValueSemantics.equals(values[$0], value, nesting: nesting, &work) }
    }

    /// Adds a value unless an equal one exists, and returns the position of the value or the equal one.
    @discardableResult
    package mutating func insert(_ value: PredicateValue, _ work: inout WorkBudget) -> Int {
        let hash = hash(value, isNeeded: values.count >= few, &work)
        if let known = position(of: value, hash: hash, &work) { return known }
        guard work.make(WorkCost.distinctElement) else { return 0 }
        if values.count == few {
            for (position, value) in values.enumerated() {
                positions[ValueHash.hash(value, kind), default: []].append(position)
            }
        }
        if values.count >= few { positions[hash, default: []].append(values.count) }
        values.append(value)
        return values.count - 1
    }
}

/// Hashes that are equal for values that are equal by `==` without options.
package enum ValueHash {
    /// How exact a hash may be.
    package enum Kind: Int, Comparable, Sendable {
        /// As `exact`, and no double is past 2^53, so that integers past it hash by all their digits.
        case digits
        /// Text equals only the same text, and there are no sets, so lists compare in order. The hash covers
        /// everything, so that nobody can make many values with the same hash.
        case exact
        /// Text that reads as a date, UUID or URL has the hash of that value. Lists and sets hash without their order
        /// and repetitions.
        case lenient

        /// The kind of hash for values that are compared with each other.
        package init(for elements: [PredicateValue], _ others: [PredicateValue] = []) {
            self = max(Self.kind(of: elements, depth: -1), Self.kind(of: others, depth: -1))
        }

        package static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }

        private static func kind(of value: PredicateValue, depth: Int) -> Kind {
            switch value {
            case .null, .boolean, .integer, .decimal, .string: .digits
            case .double(let double): double.magnitude < 0x1p53 ? .digits : .exact
            case .date, .uuid, .data, .url, .set: .lenient
            case .list(let elements): kind(of: elements, depth: depth)
            case .object(let record): kind(of: record.keys.lazy.map { record.value(forKey: $0) }, depth: depth)
            }
        }

        private static func kind(of values: some Sequence<PredicateValue>, depth: Int) -> Kind {
            guard depth < deepest else { return .digits }
            var kind = Kind.digits
            for value in values where kind != .lenient { kind = max(kind, Self.kind(of: value, depth: depth + 1)) }
            return kind
        }
    }

    /// Deeper parts of lists and objects are ignored.
    private static let deepest = 100
    private static let deepestLenient = 6

    /// The hash of a value, to compare with hashes of the same kind.
    static func hash(_ value: PredicateValue, _ kind: Kind) -> Int {
        var hasher = Hasher()
        switch kind {
        case .digits, .exact: feed(value, to: &hasher, kind, depth: 0)
        case .lenient: return lenient(value, depth: 0)
        }
        return hasher.finalize()
    }

    // MARK: Exact

    private static func feed(_ value: PredicateValue, to hasher: inout Hasher, _ kind: Kind, depth: Int) {
        switch value {
        case .string(let text): feed(text, to: &hasher)
        case .boolean, .integer, .double, .decimal: feed(ExactNumber(value), to: &hasher, kind)
        case .list(let elements):
            hasher.combine(elements.count)
            guard depth < deepest else { return }
            for element in elements { feed(element, to: &hasher, kind, depth: depth + 1) }
        case .object(let record): feed(record, to: &hasher, kind, depth: depth)
        case .null, .date, .uuid, .data, .url, .set: hasher.combine(0)
        }
    }

    private static func feed(_ number: ExactNumber?, to hasher: inout Hasher, _ kind: Kind) {
        switch number {
        case .integer(let integer) where kind == .digits && integer.magnitude > 1 << 53: hasher.combine(integer)
        case .decimal(let decimal) where kind == .digits:
            if let integer = Int64(decimal.description) {
                feed(.integer(integer), to: &hasher, kind)
            } else if let digits = NumberText.literal(decimal) {
                hasher.combine(digits)
            } else {
                hasher.combine(ExactNumber.double(decimal))
            }
        default: hasher.combine(number?.asDouble ?? 0)
        }
    }

    private static func feed(_ text: String, to hasher: inout Hasher) {
        UTF8Text.withBytes(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // This byte does not occur in UTF-8, so it marks the end of a string.
        hasher.combine(UInt8(0xFF))
    }

    /// Adds the fields without their order, and without fields that are nil.
    private static func feed(_ record: any PredicateRecord, to hasher: inout Hasher, _ kind: Kind, depth: Int) {
        guard depth < deepest else { return }
        var all = 0
        for key in record.keys {
            let value = record.value(forKey: key)
            if case .null = value { continue }
            var field = Hasher()
            feed(key, to: &field)
            feed(value, to: &field, kind, depth: depth + 1)
            all ^= field.finalize()
        }
        hasher.combine(all)
    }

    // MARK: Lenient

    private static func lenient(_ value: PredicateValue, depth: Int) -> Int {
        switch value {
        case .null: 0
        case .string(let text): lenient(text)
        case .date(let date): tagged(1, date.timeIntervalSinceReferenceDate)
        case .uuid(let uuid): tagged(2, uuid)
        case .url(let text): lenient(text)
        case .data(let data): lenient(data.base64EncodedString())
        case .list(let elements), .set(let elements): lenient(elements, depth: depth)
        case .object(let record): lenient(record, depth: depth)
        case .boolean, .integer, .double, .decimal: tagged(3, ExactNumber(value)?.asDouble ?? 0)
        }
    }

    private static func tagged<T: Hashable>(_ tag: Int, _ value: T) -> Int {
        var hasher = Hasher()
        hasher.combine(tag)
        hasher.combine(value)
        return hasher.finalize()
    }

    private static func lenient(_ text: String) -> Int {
        if let date = PredicateDate.parseRFC3339(text) { return tagged(1, date.timeIntervalSinceReferenceDate) }
        if let uuid = PredicateUUID.parse(text) { return tagged(2, uuid) }
        return tagged(4, CanonicalURL(text))
    }

    /// A list may equal a set. So only the largest hash of the elements counts, which does not depend on order and
    /// repetitions.
    private static func lenient(_ elements: [PredicateValue], depth: Int) -> Int {
        guard depth < deepestLenient else { return 5 }
        var largest = Int.min
        for element in elements { largest = Swift.max(largest, lenient(element, depth: depth + 1)) }
        return tagged(6, largest)
    }

    private static func lenient(_ record: any PredicateRecord, depth: Int) -> Int {
        guard depth < deepestLenient else { return 7 }
        var all = 0
        for key in record.keys {
            let value = record.value(forKey: key)
            if case .null = value { continue }
            all ^= tagged(8, [tagged(9, CanonicalURL(key)), lenient(value, depth: depth + 1)])
        }
        return all
    }
}
