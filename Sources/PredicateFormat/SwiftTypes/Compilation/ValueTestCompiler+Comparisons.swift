#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Comparisons of one field with constants.
extension ValueTestCompiler {
    /// A comparison in a form of its own; nil when it has none.
    func comparison(_ predicate: CorePredicate, _ scope: ValueScope) -> ValueCondition? {
        switch predicate {
        case .quantified(let quantifier, let over, let slot, let expansion, let body):
            return quantified(quantifier, over, slot, expansion, body, scope)
        case .text(.contains, let container, let element, let options):
            if let location = scope.location(container), case .list(let list) = location.shape {
                return constant(element).flatMap { contains(location, list, $0, options) }
            }
        default: break
        }
        if let found = scalar(predicate, scope) { return found }
        return counted(predicate, scope) ?? numeric(predicate, scope)
    }

    /// The value of an expression that does not depend on the record.
    func constant(_ expression: CoreExpression) -> PredicateValue? {
        switch expression {
        case .constant(let value): return value
        // These are never constant, and compiling them would be for nothing.
        case .record, .input, .slot, .variable, .member, .read: return nil
        default:
            var folding = folding
            return folding.operand(expression).constant
        }
    }

    // MARK: Scalars

    private func scalar(_ predicate: CorePredicate, _ scope: ValueScope) -> ValueCondition? {
        switch predicate {
        case .equal(let a, let b, let options):
            if let location = scope.location(a) { return constant(b).flatMap { equal(location, $0, options) } }
            if let location = scope.location(b) { return constant(a).flatMap { equal(location, $0, options) } }
        case .ordered(let ordering, let a, let b, let options):
            if let location = scope.location(a) {
                return constant(b).flatMap { ordered(ordering, location, $0, options) }
            }
            if let location = scope.location(b) {
                return constant(a).flatMap { ordered(PredicateCompiler.mirrored(ordering), location, $0, options) }
            }
        case .between(let value, let low, let high):
            guard let location = scope.location(value), let low = constant(low), let high = constant(high) else {
                return nil
            }
            return between(location, low, high)
        case .betweenList(let value, let bounds):
            guard let location = scope.location(value), case .list(let bounds)? = constant(bounds), bounds.count == 2
            else {
                return nil
            }
            return between(location, bounds[0], bounds[1])
        case .text(.contains, let container, let element, let options):
            if let location = scope.location(element) {
                return constant(container).flatMap { among(location, $0, options) }
            }
            if let location = scope.location(container) {
                return constant(element).flatMap { part(location, $0, options) }
            }
        case .text(.beginsWith, let a, let b, let options):
            return textual(a, b, scope) { .prefix(PreparedText($0, options: options)) }
        case .text(.endsWith, let a, let b, let options):
            return textual(a, b, scope) { .suffix(PreparedText($0, options: options)) }
        case .text(.like, let a, let b, let options):
            return textual(a, b, scope) { pattern in
                pattern.utf8.count <= limits.patternBytes ? .like(LikePattern(pattern, options: options)) : nil
            }
        case .text(.matches, let a, let b, let options):
            return textual(a, b, scope) { pattern in
                if pattern.isEmpty { return nil }
                return patterns.compiled(pattern, options: options, limits: limits).map { .pattern($0, pattern) }
            }
        default: break
        }
        return nil
    }

    private func equal(_ location: ValueLocation, _ value: PredicateValue, _ options: StringOptions) -> ValueCondition?
    {
        switch (location.shape, value) {
        // Of the others a value may be nil that is there: what is not finite.
        case (.list, .null), (.collection, .null), (.object, .null), (.integer, .null), (.boolean, .null),
            (.string, .null):
            return nilTest(location)
        case (.list, _), (.collection, _), (.object, _): return nil
        case (.string, .string(let text)):
            if options.effective.isEmpty { return .test(equalText(location, text)) }
            return PreparedText(comparing: text, options: options).map { .test(textTest(location, .equal($0))) }
        default:
            let range = NumberRange(equal: value)
            if let found = ranged(location, range, value) { return found }
            return decided(location) { [library] in ValueSemantics.equals($0, value, options: options, library: library)
            }
        }
    }

    private func ordered(
        _ ordering: CoreOrdering, _ location: ValueLocation, _ value: PredicateValue, _ options: StringOptions
    ) -> ValueCondition? {
        switch (location.shape, value) {
        case (.list, _), (.collection, _), (.object, _): return nil
        case (.string, .string(let text)):
            return PreparedText(comparing: text, options: options).map {
                .test(textTest(location, .ordered(ordering, $0)))
            }
        default:
            if let found = ranged(location, NumberRange(ordering, value), value) { return found }
            return decided(location) { [library] in
                ValueSemantics.ordered(ordering, $0, value, options: options, library: library)
            }
        }
    }

    private func between(_ location: ValueLocation, _ low: PredicateValue, _ high: PredicateValue) -> ValueCondition? {
        switch (location.shape, low, high) {
        case (.list, _, _), (.collection, _, _), (.object, _, _): return nil
        case (.string, .string(let low), .string(let high)):
            let test = TextMatcher.between(PreparedText(low, options: []), PreparedText(high, options: []))
            return .test(textTest(location, test))
        default:
            let (above, below) = (NumberRange(.greaterOrEqual, low), NumberRange(.lessOrEqual, high))
            if Self.sameKind(low, high), let above, let below,
                let found = ranged(location, above.intersection(below), low)
            {
                return found
            }
            return decided(location) { ValueSemantics.between($0, low, high) }
        }
    }

    private static func sameKind(_ a: PredicateValue, _ b: PredicateValue) -> Bool {
        if case .date = a, case .date = b { return true }
        return ExactNumber(a) != nil && ExactNumber(b) != nil
    }

    /// A number or a date within a range that a constant of its kind bounds.
    private func ranged(_ location: ValueLocation, _ range: NumberRange?, _ constant: PredicateValue) -> ValueCondition?
    {
        guard let range else { return nil }
        let tail = ScalarTail(location)
        let isDate = if case .date = constant { true } else { false }
        let test: ValueTest?
        switch location.shape {
        case .integer where !isDate, .boolean where !isDate:
            let visitor = IntegerRangeVisitor(low: range.lowInteger, high: range.highInteger)
            test = tail.visitInteger(location.shape, visitor)
        case .double where !isDate, .float where !isDate, .date where isDate:
            guard range.isExactForReals else { return nil }
            let visitor = RealRangeVisitor(low: range.low, high: range.high)
            test = isDate ? tail.visitDate(location.shape, visitor) : tail.visitReal(location.shape, visitor)
        default: return nil
        }
        return test.map { .test($0.behind(tail.before, whenNil: false)) }
    }

    /// `field IN {…}`.
    private func among(_ location: ValueLocation, _ container: PredicateValue, _ options: StringOptions)
        -> ValueCondition?
    {
        switch location.shape {
        case .list, .collection, .object: return nil
        default: break
        }
        guard let elements = ValueSemantics.elements(of: container) else {
            return decided(location) { [library] in
                ValueSemantics.contains(container, $0, options: options, library: library)
            }
        }
        if case .string = location.shape, options.effective.isEmpty, let table = TextTable(elements) {
            return .test(textTest(location, .among(table)))
        }
        if case .integer = location.shape, let set = IntegerTable(elements) {
            let tail = ScalarTail(location)
            if let test = tail.visitInteger(location.shape, IntegerTableVisitor(table: set)) {
                return .test(test.behind(tail.before, whenNil: false))
            }
        }
        if let prepared = PreparedList(elements, options: options, library: library) {
            return decided(location) { prepared.contains($0) }
        }
        return decided(location) { [library] in
            ValueSemantics.contains(container, $0, options: options, library: library)
        }
    }

    /// `field CONTAINS constant` for a field that is no list.
    private func part(_ location: ValueLocation, _ element: PredicateValue, _ options: StringOptions) -> ValueCondition?
    {
        switch (location.shape, ValueSemantics.text(of: element)) {
        case (.list, _), (.collection, _), (.object, _): return nil
        case (.string, let text?): return .test(textTest(location, .part(PreparedText(text, options: options))))
        default:
            return decided(location) { [library] in
                ValueSemantics.contains($0, element, options: options, library: library)
            }
        }
    }

    /// An operator on text.
    private func textual(
        _ a: CoreExpression, _ b: CoreExpression, _ scope: ValueScope, _ matcher: (String) -> TextMatcher?
    ) -> ValueCondition? {
        guard let location = scope.location(a), let value = constant(b) else { return nil }
        guard let text = ValueSemantics.text(of: value) else { return .constant(false) }
        guard let matcher = matcher(text) else { return nil }
        switch location.shape {
        case .string: return .test(textTest(location, matcher))
        // The texts of URLs and UUIDs.
        case .scalar:
            return decided(location) { value, run in
                guard let text = ValueSemantics.text(of: value) else { return false }
                return UTF8Text.withBytes(text) { matcher.holds($0, &run) }
            }
        // What is no text satisfies no operator on text.
        default: return .constant(false)
        }
    }

    func textTest(_ location: ValueLocation, _ matcher: TextMatcher) -> ValueTest {
        let tail = ScalarTail(location)
        let test = tail.visitText(location.shape, TextVisitor(matcher: matcher)) ?? ValueTest(cost: 0) { _, _ in false }
        return test.behind(tail.before, whenNil: false)
    }

    private func equalText(_ location: ValueLocation, _ text: String) -> ValueTest {
        let tail = ScalarTail(location)
        let text = ConstantText(text)
        let test: ValueTest?
        if case .read(.string(_, let equal)) = tail.source {
            test = ValueTest(cost: 3) { pointer, _ in equal(pointer, text) }
        } else {
            test = tail.visitText(location.shape, EqualTextVisitor(text: text))
        }
        return (test ?? ValueTest(cost: 0) { _, _ in false }).behind(tail.before, whenNil: false)
    }

    /// Whether what stands at a location is nil.
    private func nilTest(_ location: ValueLocation) -> ValueCondition {
        .test(ValueTest(cost: 1) { _, _ in false }.behind(location.steps, whenNil: true))
    }

    /// A comparison of a scalar that is decided by its value.
    private func decided(
        _ location: ValueLocation, _ decide: @escaping @Sendable (PredicateValue) -> Bool
    ) -> ValueCondition? {
        decided(location) { value, _ in decide(value) }
    }

    private func decided(
        _ location: ValueLocation, _ decide: @escaping @Sendable (PredicateValue, inout ValueRun) -> Bool
    ) -> ValueCondition? {
        switch location.shape {
        case .list, .collection, .object: return nil
        // What is any may be a list, whose elements are steps.
        case .scalar(let scalar) where scalar.type == .any: return nil
        default: break
        }
        var run = ValueRun(steps: 0)
        let whenNil = decide(.null, &run)
        let shape = location.shape
        let test = ValueTest(cost: 40) { decide(shape.value(at: $0), &$1) }
        return .test(test.behind(location.steps, whenNil: whenNil))
    }
}
