import PredicatePlatform

extension ValueSemantics {
    /// `==`.
    ///
    /// nil equals nil. Numbers compare by value, whatever their types; text next to a date, a UUID, a URL or data is
    /// read as such; values of other different types are not equal. Lists are equal element by element, objects over
    /// the union of their keys, a set and a list or set if they have the same distinct elements; the options affect
    /// only two strings (D1, D17, D29, D39, D59, D88).
    package static func equals(
        _ a: PredicateValue, _ b: PredicateValue, options: StringOptions = [], library: PredicateLibrary = .standard,
        _ work: inout WorkBudget
    ) -> Bool {
        switch (a, b) {
        case (.string(let a), .string(let b)):
            work.step(WorkCost.comparing(a, b, options)) && textEquals(a, b, options: options, library: library)
        case (.integer(let a), .integer(let b)): a == b
        case (.null, .null): true
        case (.null, _), (_, .null): false
        case (.list, .list), (.set, _), (_, .set), (.object, .object): containersEqual(a, b, nesting: 0, &work)
        case (.list, _), (_, .list), (.object, _), (_, .object): unrelated(&work)
        default: scalarsEqual(a, b, &work)
        }
    }

    /// The answer for values that are not equal whatever they hold.
    private static func unrelated(_ work: inout WorkBudget, steps: Int = WorkCost.unrelated) -> Bool {
        _ = work.step(steps)
        return false
    }

    /// `==` without options, `nesting` sets inside others.
    static func equals(_ a: PredicateValue, _ b: PredicateValue, nesting: Int, _ work: inout WorkBudget) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.null, _), (_, .null): false
        case (.list, .list), (.set, _), (_, .set), (.object, .object): containersEqual(a, b, nesting: nesting, &work)
        default: scalarsEqual(a, b, &work)
        }
    }

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

    private static func scalarsEqual(_ a: PredicateValue, _ b: PredicateValue, _ work: inout WorkBudget) -> Bool {
        switch (a, b) {
        case (.null, .null): return true
        case (.null, _), (_, .null): return false
        case (.string(let a), .string(let b)): return work.step(WorkCost.comparing(a, b, [])) && sameCodePoints(a, b)
        case (.date(let a), .date(let b)): return a == b
        case (.uuid(let a), .uuid(let b)): return a == b
        case (.data(let a), .data(let b)): return work.step(min(a.count, b.count) >> 6) && a == b
        case (.url(let a), .url(let b)):
            return work.step(WorkCost.readingBeside(a.utf8.count + b.utf8.count)) && CanonicalURL(a) == CanonicalURL(b)
        case (.string(let text), let other), (let other, .string(let text)): return equals(text: text, other, &work)
        default:
            guard isOneType(a, b) || work.step(WorkCost.mixed) else { return false }
            guard let a = ExactNumber(a), let b = ExactNumber(b) else { return false }
            return ExactNumber.compare(a, b, &work) == .equal
        }
    }

    /// Whether two numbers are of one type, so that a prepared comparison compares them for nothing.
    private static func isOneType(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        switch (a, b) {
        case (.integer, .integer), (.double, .double), (.boolean, .boolean), (.decimal, .decimal): true
        default: false
        }
    }

    /// Text compared with a value that has a string form.
    private static func equals(text: String, _ other: PredicateValue, _ work: inout WorkBudget) -> Bool {
        switch other {
        case .date(let date):
            work.step(WorkCost.readingBeside(text.utf8.count)) && PredicateDate.parseRFC3339(text) == date
        case .uuid(let uuid):
            work.step(WorkCost.readingBeside(text.utf8.count)) && PredicateUUID.parse(text) == uuid
        case .url(let url):
            work.step(WorkCost.readingBeside(text.utf8.count + url.utf8.count))
                && CanonicalURL(text) == CanonicalURL(url)
        case .data(let data):
            work.step(WorkCost.readingBeside(data.count)) && sameCodePoints(text, data.base64EncodedString())
        default: unrelated(&work, steps: WorkCost.mixed)
        }
    }

    /// Lists and objects are walked with a stack of our own, so that their depth cannot overflow the thread's stack.
    ///
    /// The first different pair ends the walk.
    private static func containersEqual(
        _ a: PredicateValue, _ b: PredicateValue, nesting: Int, _ work: inout WorkBudget
    ) -> Bool {
        guard work.step(WorkCost.unrelated) else { return false }
        var pending = [(a, b)]
        while let (a, b) = pending.popLast() {
            guard work.step(WorkCost.pair) else { return false }
            switch (a, b) {
            case (.list(let a), .list(let b)):
                guard a.count == b.count else { return false }
                if PredicateValue.isOneList(a, b) { continue }
                for (a, b) in zip(a, b) {
                    switch (a, b) {
                    case (.list, .list), (.set, _), (_, .set), (.object, .object): pending.append((a, b))
                    default: guard work.step(WorkCost.pair), scalarsEqual(a, b, &work) else { return false }
                    }
                }
            case (.set(let a), .set(let b)), (.set(let a), .list(let b)), (.list(let a), .set(let b)):
                guard sameDistinctElements(a, b, nesting: nesting, &work) else { return false }
            case (.object(let a), .object(let b)):
                guard work.step(WorkCost.key * (a.keys.count + b.keys.count)) else { return false }
                for key in a.keys { pending.append((a.value(forKey: key), b.value(forKey: key))) }
                for key in b.keys where !a.hasKey(key) { pending.append((.null, b.value(forKey: key))) }
            default:
                guard scalarsEqual(a, b, &work) else { return false }
            }
        }
        return true
    }

    private static func sameDistinctElements(
        _ a: [PredicateValue], _ b: [PredicateValue], nesting: Int, _ work: inout WorkBudget
    ) -> Bool {
        guard nesting < 16 else { return false }
        let kind = ValueHash.Kind(for: a, b)
        let a = DistinctValues(a, kind, nesting: nesting + 1, &work)
        let b = DistinctValues(b, kind, nesting: nesting + 1, &work)
        guard a.values.count == b.values.count else { return false }
        for value in a.values where !b.contains(value, &work) { return false }
        return true
    }

    /// The elements without repetition, each at its first position (D33).
    ///
    /// - Parameter reading: how elements are read to be compared; nil for as they are.
    package static func distinct(
        _ elements: [PredicateValue], comparedAs reading: CoreReading? = nil, _ work: inout WorkBudget
    ) -> [PredicateValue] {
        guard let reading else { return DistinctValues(elements, ValueHash.Kind(for: elements), &work).values }
        var known = DistinctValues(.lenient)
        var kept: [PredicateValue] = []
        for element in elements {
            let position = known.insert(read(element, as: reading, &work), &work)
            if work.isStopped { break }
            if position == kept.count { kept.append(element) }
        }
        return kept
    }
}
