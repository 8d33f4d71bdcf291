import PredicateCore

// Finds the reason for a false comparison, by comparing in slightly different ways.

extension Tracer {
    /// The remarks on a false comparison of the core. For `!=` they are about the equality that it negates, and only
    /// about differences that are easily overlooked, because it is obvious that the sides differ.
    ///
    /// - Parameter isSwapped: whether the sides are exchanged in the text, as for IN.
    mutating func remarks(on comparison: CorePredicate, isSwapped: Bool) -> [Remark] {
        let (core, isNegated) = comparison.stripped
        let remarks = remarks(onRelation: core, isSwapped)
        return isNegated ? remarks.filter(\.isNear) : remarks
    }

    private mutating func remarks(onRelation core: CorePredicate, _ isSwapped: Bool) -> [Remark] {
        switch core {
        case .equal(let a, let b, let options): return compare(core, .equal, a, b, options, isSwapped)
        case .ordered(let ordering, let a, let b, let options):
            return compare(core, .ordered(ordering), a, b, options, isSwapped)
        case .text(let op, let a, let b, let options): return compare(core, .text(op), a, b, options, isSwapped)
        case .between(let value, let low, let high):
            guard let value = self.value(value), let low = self.value(low), let high = self.value(high) else {
                return []
            }
            let below = Relation.ordered(.greaterOrEqual)
            if !ValueSemantics.ordered(.greaterOrEqual, value, low) { return relate(below, value, low, []) }
            guard !ValueSemantics.ordered(.lessOrEqual, value, high) else { return [] }
            return relate(.ordered(.lessOrEqual), value, high, [])
        default: return []
        }
    }

    private mutating func compare(
        _ core: CorePredicate, _ relation: Relation, _ a: CoreExpression, _ b: CoreExpression, _ options: StringOptions,
        _ isSwapped: Bool
    ) -> [Remark] {
        guard holds(core) == false, let a = value(a), let b = value(b) else { return [] }
        return relate(relation, a, b, options, isSwapped)
    }

    private func relate(
        _ relation: Relation, _ a: PredicateValue, _ b: PredicateValue, _ options: StringOptions,
        _ isSwapped: Bool = false
    ) -> [Remark] {
        ComparisonRemarks(
            relation: relation, options: options, library: evaluator.library, patterns: evaluator.patterns,
            context: silent, textBytes: limits.textBytes, isSwapped: isSwapped
        ).remarks(a, b)
    }

    /// The context of internal evaluations, whose limits are not reported.
    private var silent: EvaluationContext {
        var context = run.context
        context.warn = nil
        return context
    }
}

/// The relation of a comparison.
enum Relation {
    case equal
    case ordered(CoreOrdering)
    case text(TextOperator)

    /// Whether it needs text on both sides.
    var isOfText: Bool {
        switch self {
        case .equal, .ordered, .text(.contains): false
        case .text: true
        }
    }
}

/// Finds why a relation of two values is false.
struct ComparisonRemarks {
    let relation: Relation
    let options: StringOptions
    let library: PredicateLibrary
    let patterns: PatternCache
    let context: EvaluationContext
    let textBytes: Int
    /// Whether the text has the sides in the opposite order.
    let isSwapped: Bool
    /// The maximum number of elements to search for one that nearly matches.
    private static let elementLimit = 1000

    /// The remarks on two values for which the relation does not hold. For nil the remark on the path is more useful.
    func remarks(_ a: PredicateValue, _ b: PredicateValue) -> [Remark] {
        if case .null = a { return [] }
        if case .null = b { return [] }
        if let a = ValueSemantics.text(of: a), let b = ValueSemantics.text(of: b) { return texts(a, b) }
        switch relation {
        case .text(.contains): return membership(a, b)
        case .equal: return missed(a, b, nil) ?? kinds(a, b)
        case .ordered(let ordering): return missed(a, b, ordering) ?? kinds(a, b)
        default: return kinds(a, b)
        }
    }

    private func kinds(_ a: PredicateValue, _ b: PredicateValue) -> [Remark] {
        let (left, right) = (Remark.kind(of: a), Remark.kind(of: b))
        if relation.isOfText { return [.kinds(left: left, right: right)] }
        if case .ordered = relation {
            return ValueSemantics.order(a, b) == nil ? [.kinds(left: left, right: right)] : []
        }
        return left == right || ValueSemantics.order(a, b) != nil ? [] : [.kinds(left: left, right: right)]
    }

    // MARK: Numbers and dates

    private func missed(_ a: PredicateValue, _ b: PredicateValue, _ ordering: CoreOrdering?) -> [Remark]? {
        var (a, b) = (a, b)
        var isDate = false
        switch (a, b) {
        case (.boolean, .boolean): return nil
        case (.date, _), (_, .date):
            guard let first = ValueSemantics.date(of: a), let second = ValueSemantics.date(of: b) else { return nil }
            (a, b) = (.date(first), .date(second))
            isDate = true
        default: break
        }
        guard let order = ValueSemantics.order(a, b) else { return nil }
        let miss: Remark.Miss
        switch (ordering, order) {
        case (nil, _): miss = .different
        case (_, .equal): return [.missedBy(.integer(0), .same, isDate: isDate)]
        case (_, .greater): miss = .tooLarge
        case (_, .less): miss = .tooSmall
        }
        let amount =
            order == .less
            ? ValueSemantics.arithmetic(.subtract, b, a) : ValueSemantics.arithmetic(.subtract, a, b)
        if case .null = amount { return [] }
        return [.missedBy(amount, miss, isDate: isDate)]
    }

    // MARK: Collections

    /// The remark on the element of a collection that nearly equals the wanted one.
    private func membership(_ container: PredicateValue, _ element: PredicateValue) -> [Remark] {
        let candidates = ValueSemantics.elements(of: container) ?? ValueSemantics.dictionaryValues(of: container)
        guard let candidates else { return kinds(container, element) }
        guard case .string(let wanted) = element else { return [] }
        let equality = ComparisonRemarks(
            relation: .equal, options: options, library: library, patterns: patterns, context: context,
            textBytes: textBytes, isSwapped: !isSwapped)
        for case .string(let candidate) in candidates.prefix(Self.elementLimit) {
            guard let differences = equality.differences(wanted, candidate) else { continue }
            return [.onlyIn(differences, element: TextChange.cut(candidate))]
        }
        return []
    }

    // MARK: Strings

    private func texts(_ a: String, _ b: String) -> [Remark] {
        guard a.utf8.count + b.utf8.count <= textBytes else {
            return []
        }
        if case .ordered = relation { return [] }
        var remarks: [Remark] = []
        if let differences = differences(a, b) { remarks.append(.onlyIn(differences, element: nil)) }
        switch relation {
        case .equal: remarks.append(.location(location(a, b, fromEnd: false)))
        case .text(let op) where (op.place == .start || op.place == .end) && !b.isEmpty:
            remarks.append(.location(location(a, b, fromEnd: op.place == .end)))
        case .text(.contains) where remarks.isEmpty && !b.isEmpty:
            remarks.append(.containsBeginning(beginning(of: b, in: a)))
        case .text(.like): if holds(a, "*" + b + "*", options) { remarks.append(.fitsPart) }
        case .text(.matches): remarks += pattern(a, b)
        default: break
        }
        return remarks
    }

    /// Whether the relation holds between two strings.
    private func holds(_ a: String, _ b: String, _ options: StringOptions) -> Bool {
        let (left, right) = (PredicateValue.string(a), PredicateValue.string(b))
        switch relation {
        case .equal: return ValueSemantics.equals(left, right, options: options, library: library)
        case .ordered(let ordering):
            return ValueSemantics.ordered(ordering, left, right, options: options, library: library)
        case .text(let op):
            var work = WorkBudget.unlimited
            return ValueSemantics.holds(
                op, left, right, options: options, library: library, patterns: patterns, context: context, &work)
        }
    }

    /// The smallest set of differences that make the relation fail; nil if there are other differences.
    private func differences(_ a: String, _ b: String) -> [PredicateTrace.TextDifference]? {
        if case .equal = relation, CanonicalDecomposition.areEquivalent(a, b) { return [.composition] }
        var changes = TextChange.all
        func holdsChanged(_ changes: TextChange) -> Bool {
            var options = self.options.effective
            if changes.contains(.letterCase) { options.insert(.caseInsensitive) }
            if changes.contains(.diacritics) { options.insert(.diacriticInsensitive) }
            // In a pattern, blanks may have a meaning.
            let right = relation.isPattern ? b : changes.applied(to: b)
            return holds(changes.applied(to: a), right, options)
        }
        if holdsChanged(changes) {
            for change in TextChange.single where holdsChanged(changes.subtracting(change)) {
                changes.subtract(change)
            }
            let found = changes.differences(a, b, isPattern: relation.isPattern)
            return found.isEmpty ? nil : isSwapped ? found.map(\.swapped) : found
        }
        return nil
    }

    // MARK: Places

    /// The first difference of the strings that the options do not ignore.
    private func location(_ a: String, _ b: String, fromEnd: Bool) -> PredicateTrace.TextLocation {
        let (left, right) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
        let options = TextFolding.folding(self.options)
        var shared = 0
        if options.isEmpty {
            let count = min(left.count, right.count)
            if fromEnd {
                while shared < count, left[left.count - 1 - shared] == right[right.count - 1 - shared] { shared += 1 }
            } else {
                while shared < count, left[shared] == right[shared] { shared += 1 }
            }
            return TextChange.location(left, right, shared, shared, fromEnd)
        }
        // Folding goes from left to right and depends only on what comes before. So bisection finds the longest prefix
        // that the strings share.
        let sharedLeft = Self.longest(left, along: right, options, fromEnd)
        let sharedRight = Self.longest(right, along: left, options, fromEnd)
        return TextChange.location(left, right, sharedLeft, sharedRight, fromEnd)
    }

    private static func longest(
        _ text: [Unicode.Scalar], along other: [Unicode.Scalar], _ options: StringOptions, _ fromEnd: Bool
    ) -> Int {
        let whole = TextFolding.fold(TextChange.string(other[...]), options)
        return bisect(text.count) { count in
            let part = TextFolding.fold(
                TextChange.string(fromEnd ? text.suffix(count) : text.prefix(count)), options)
            return fromEnd
                ? whole.utf8.reversed().starts(with: part.utf8.reversed()) : whole.utf8.starts(with: part.utf8)
        }
    }

    /// The greatest number up to a limit for which a condition holds. The condition must hold for all smaller numbers.
    static func bisect(_ limit: Int, _ holds: (Int) -> Bool) -> Int {
        (1..<limit + 1).partitioningIndex { !holds($0) } - 1
    }

    private func beginning(of needle: String, in text: String) -> String {
        let scalars = Array(needle.unicodeScalars)
        let count = Self.bisect(scalars.count) { count in
            count == 0
                || TextComparison.contains(text, TextChange.string(scalars[..<count]), options: options.effective)
        }
        return TextChange.cut(TextChange.string(scalars[..<count]))
    }

    // MARK: Patterns

    private func pattern(_ text: String, _ pattern: String) -> [Remark] {
        guard !pattern.isEmpty,
            let compiled = patterns.compiled(pattern, options: options, limits: context.limits)
        else { return [] }
        var remarks: [Remark] = []
        // The groups keep the pattern in one piece. If it contains a comment, the result does not compile.
        let part = "(?s:.*)(?:" + pattern + ")(?s:.*)"
        if let found = patterns.compiled(part, options: options, limits: context.limits), found.match(text) == .matched
        {
            remarks.append(.fitsPart)
        }
        let scalars = Array(text.unicodeScalars)
        var isTold = true
        let count = Self.bisect(scalars.count) { count in
            guard count > 0 else { return true }
            guard let fits = compiled.canBegin(with: TextChange.string(scalars[..<count])) else {
                isTold = false
                return false
            }
            return fits
        }
        // If the pattern fits a part, it is obvious that it does not fit the start.
        if isTold, count > 0 || remarks.isEmpty {
            remarks.append(.patternStops(after: count, rest: TextChange.cut(scalars[count...])))
        }
        return remarks
    }
}

extension Relation {
    /// Whether its right side is a pattern.
    fileprivate var isPattern: Bool {
        if case .text(let op) = self { op.hasPattern } else { false }
    }
}
