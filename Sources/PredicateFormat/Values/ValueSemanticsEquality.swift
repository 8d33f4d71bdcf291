#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ValueSemantics {
    /// `==`.
    ///
    /// nil equals nil. Numbers compare by value, whatever their types; text beside a date, a UUID, a URL or bytes is read as
    /// such; other types that differ are not equal. Lists are equal element by element, objects over the union of their
    /// keys, a set and a list or set when they hold the same distinct elements; the options matter between two strings
    /// only (LANGUAGE D1, D17, D29, D39, D59, D88).
    package static func equals(
        _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [], library: PredicateLibrary = .standard
    ) -> Bool {
        switch (a, b) {
        case (.string(let a), .string(let b)): textEquals(a, b, options: options, library: library)
        case (.integer(let a), .integer(let b)): a == b
        case (.list, .list), (.set, _), (_, .set), (.object, .object): containersEqual(a, b, nesting: 0)
        default: scalarsEqual(a, b)
        }
    }

    /// `==` without options, `nesting` sets inside others.
    static func equals(_ a: PredicateValue, _ b: PredicateValue, nesting: Int) -> Bool {
        switch (a, b) {
        case (.list, .list), (.set, _), (_, .set), (.object, .object): containersEqual(a, b, nesting: nesting)
        default: scalarsEqual(a, b)
        }
    }

    /// Whether two texts are equal under options.
    static func textEquals(
        _ a: String, _ b: String, options: StringOptions, library: PredicateLibrary
    ) -> Bool {
        let options = options.effective
        if options.isEmpty { return sameCodePoints(a, b) }
        if options.contains(.localized), let collation = library.collation {
            return collation.compare(a, b, options: options) == 0
        }
        return TextComparison.equal(a, b, options: options)
    }

    private static func scalarsEqual(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch (a, b) {
        case (.null, .null): return true
        case (.null, _), (_, .null): return false
        case (.string(let a), .string(let b)): return sameCodePoints(a, b)
        case (.date(let a), .date(let b)): return a == b
        case (.uuid(let a), .uuid(let b)): return a == b
        case (.data(let a), .data(let b)): return a == b
        case (.url(let a), .url(let b)): return CanonicalURL(a) == CanonicalURL(b)
        case (.string(let text), let other), (let other, .string(let text)): return equals(text: text, other)
        default:
            guard let a = ExactNumber(a), let b = ExactNumber(b) else { return false }
            return ExactNumber.compare(a, b) == .equal
        }
    }

    /// Text beside a value that has a form as text.
    private static func equals(text: String, _ other: PredicateValue) -> Bool {
        switch other {
        case .date(let date): PredicateDate.parseRFC3339(text) == date
        case .uuid(let uuid): PredicateUUID.parse(text) == uuid
        case .url(let url): CanonicalURL(text) == CanonicalURL(url)
        case .data(let data): sameCodePoints(text, data.base64EncodedString())
        default: false
        }
    }

    /// Lists and objects are walked with a stack of our own, so that no depth of theirs overflows the thread's.
    private static func containersEqual(_ a: PredicateValue, _ b: PredicateValue, nesting: Int) -> Bool {
        var pending = [(a, b)]
        while let (a, b) = pending.popLast() {
            switch (a, b) {
            case (.list(let a), .list(let b)):
                guard a.count == b.count else { return false }
                pending.append(contentsOf: zip(a, b))
            case (.set(let a), .set(let b)), (.set(let a), .list(let b)), (.list(let a), .set(let b)):
                guard sameDistinctElements(a, b, nesting: nesting) else { return false }
            case (.object(let a), .object(let b)):
                for key in a.keys { pending.append((a.value(forKey: key), b.value(forKey: key))) }
                for key in b.keys where !a.hasKey(key) { pending.append((.null, b.value(forKey: key))) }
            default:
                guard scalarsEqual(a, b) else { return false }
            }
        }
        return true
    }

    private static func sameDistinctElements(_ a: [PredicateValue], _ b: [PredicateValue], nesting: Int) -> Bool {
        guard nesting < 16 else { return false }
        let a = DistinctValues(a, nesting: nesting + 1)
        let b = DistinctValues(b, nesting: nesting + 1)
        return a.values.count == b.values.count && a.values.allSatisfy { b.contains($0) }
    }

    /// The elements without repetition, each where it stood first (LANGUAGE D33).
    package static func distinct(_ elements: [PredicateValue]) -> [PredicateValue] {
        DistinctValues(elements).values
    }
}

/// Values without repetition by `==` without options, in the order of their first appearance.
package struct DistinctValues: Sendable {
    /// The distinct values.
    package private(set) var values: [PredicateValue] = []
    /// Positions by hash; only kept when there are many values.
    private var positions: [Int: [Int]] = [:]
    private let nesting: Int
    private static let few = 8

    package init(_ elements: [PredicateValue] = []) { self.init(elements, nesting: 0) }

    init(_ elements: [PredicateValue], nesting: Int) {
        self.nesting = nesting
        for element in elements { insert(element) }
    }

    /// Where a value equal to this one stands.
    package func position(of value: PredicateValue) -> Int? {
        if values.count <= Self.few {
            return values.firstIndex { ValueSemantics.equals($0, value, nesting: nesting) }
        }
        let candidates = positions[ValueSemantics.hash(value)] ?? []
        return candidates.first { ValueSemantics.equals(values[$0], value, nesting: nesting) }
    }

    /// Whether a value equal to this one is there.
    package func contains(_ value: PredicateValue) -> Bool { position(of: value) != nil }

    /// Adds a value unless an equal one is there, and says where it or the equal one stands.
    @discardableResult
    package mutating func insert(_ value: PredicateValue) -> Int {
        if let known = position(of: value) { return known }
        values.append(value)
        if values.count > Self.few {
            if positions.isEmpty {
                for (position, value) in values.enumerated() {
                    positions[ValueSemantics.hash(value), default: []].append(position)
                }
            } else {
                positions[ValueSemantics.hash(value), default: []].append(values.count - 1)
            }
        }
        return values.count - 1
    }
}

extension ValueSemantics {
    /// A hash that is the same for values that `==` without options calls equal.
    ///
    /// Numbers hash as the nearest double. Text hashes as the date or UUID that it can be read as, and otherwise without
    /// the case of ASCII letters, because of URLs. A list may equal a set, so neither order nor number counts.
    package static func hash(_ value: PredicateValue) -> Int { hash(value, depth: 6) }

    private static func hash(_ value: PredicateValue, depth: Int) -> Int {
        switch value {
        case .null: 0
        case .string(let text): hash(text: text)
        case .date(let date): hash(1, date.timeIntervalSinceReferenceDate)
        case .uuid(let uuid): hash(2, uuid)
        case .url(let text): hash(text: text)
        case .data(let data): hash(text: data.base64EncodedString())
        case .list(let elements), .set(let elements): hash(elements: elements, depth: depth)
        case .object(let record): hash(record: record, depth: depth)
        case .boolean, .integer, .double, .decimal: hash(3, ExactNumber(value)?.asDouble ?? 0)
        }
    }

    private static func hash<T: Hashable>(_ tag: Int, _ value: T) -> Int {
        var hasher = Hasher()
        hasher.combine(tag)
        hasher.combine(value)
        return hasher.finalize()
    }

    private static func hash(text: String) -> Int {
        if let date = PredicateDate.parseRFC3339(text) { return hash(1, date.timeIntervalSinceReferenceDate) }
        if let uuid = PredicateUUID.parse(text) { return hash(2, uuid) }
        var hasher = Hasher()
        for byte in text.utf8 { hasher.combine(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) }
        return hasher.finalize()
    }

    private static func hash(elements: [PredicateValue], depth: Int) -> Int {
        guard depth > 0 else { return 4 }
        var largest = Int.min
        for element in elements { largest = Swift.max(largest, hash(element, depth: depth - 1)) }
        return hash(5, largest)
    }

    private static func hash(record: any PredicateRecord, depth: Int) -> Int {
        guard depth > 0 else { return 6 }
        var all = 0
        for key in record.keys {
            let value = record.value(forKey: key)
            if case .null = value { continue }
            all ^= hash(7, [hash(text: key), hash(value, depth: depth - 1)])
        }
        return all
    }
}
