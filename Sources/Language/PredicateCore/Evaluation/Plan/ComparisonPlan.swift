/// A comparison with constants, classified: the operand, the relation for every value, and a fast test for values of
/// the constants' kind.
///
/// All engines carry out this plan: closures over values, closures over pointers, slots of the scanner, and columns.
/// They differ in how they read the operand and which tests they make fast. For all other values they use the
/// relation.
package struct ComparisonPlan: Sendable {
    /// The operand that is compared with the constants.
    package let operand: CoreExpression
    /// The comparison as `ValueSemantics` decides it, for every value.
    package let relation: ConstantRelation
    /// The comparison for values of one kind, with its constants prepared.
    package let test: ConstantTest

    private init(_ operand: CoreExpression, _ relation: ConstantRelation, _ test: ConstantTest) {
        self.operand = operand
        self.relation = relation
        self.test = test
    }

    /// The plan of a comparison; nil if neither side is constant, or if the predicate is not a comparison.
    ///
    /// - Parameters:
    ///   - patterns: keeps the compiled patterns of MATCHES.
    ///   - limits: the limits for compiling patterns.
    ///   - constant: the value of an expression that does not depend on the record.
    package init?(
        _ predicate: CorePredicate, library: PredicateLibrary, patterns: @autoclosure () -> PatternCache,
        limits: PredicateLimits, constant: (CoreExpression) -> PredicateValue?
    ) {
        switch predicate {
        case .equal(let a, let b, let options):
            guard let (operand, value, _) = Self.sides(a, b, constant) else { return nil }
            self.init(operand, .equal(value, options), Self.equality(value, options))
        case .ordered(let ordering, let a, let b, let options):
            guard let (operand, value, isMirrored) = Self.sides(a, b, constant) else { return nil }
            let ordering = isMirrored ? ordering.mirrored : ordering
            self.init(operand, .ordered(ordering, value, options), Self.order(ordering, value, options))
        case .between(let operand, let low, let high):
            guard let low = constant(low), let high = constant(high) else { return nil }
            self.init(operand, .between(low, high), Self.between(low, high))
        case .betweenList(let operand, let bounds):
            guard case .list(let bounds)? = constant(bounds), bounds.count == 2 else { return nil }
            self.init(operand, .between(bounds[0], bounds[1]), Self.between(bounds[0], bounds[1]))
        case .text(.contains, let container, let element, let options):
            if let elements = ListedMembership.elements(of: container) {
                let set = ConstantSet(elements, options: options, library: library)
                self.init(element, .listed(elements, options), set.map { ConstantTest.among($0) } ?? .general)
            } else if let value = constant(element) {
                let text = ValueSemantics.text(of: value).map { PreparedText($0, options: options) }
                self.init(
                    container, .text(.contains, value, options),
                    text.map { ConstantTest.text(.contains($0)) } ?? .general)
            } else if let value = constant(container) {
                self.init(element, .within(value, options), .general)
            } else {
                return nil
            }
        case .text(let op, let operand, let other, let options):
            let value: PredicateValue?
            // Only a written pattern is prepared. A computed one is charged to the record.
            if op.hasPattern, case .constant(let written) = other {
                value = written
            } else {
                value = op.hasPattern ? nil : constant(other)
            }
            guard let value else { return nil }
            let cache = op == .matches ? patterns() : nil
            let test = ValueSemantics.text(of: value).flatMap {
                TextTest(op, $0, options: options, patterns: cache, limits: limits)
            }
            self.init(operand, .text(op, value, options), test.map { ConstantTest.text($0) } ?? .general)
        case .constant, .and, .or, .not, .scoped, .quantified, .custom, .counted: return nil
        }
    }

    /// The bounds of a test of numbers or booleans; nil for dates and other tests.
    package var numbers: NumberTest? {
        if case .range(let test, _) = test, !test.isDate { return test }
        if case .boolean(let flag) = test { return NumberTest(equal: .boolean(flag)) }
        return nil
    }

    /// The operand, the constant, and whether the constant is on the left.
    private static func sides(
        _ a: CoreExpression, _ b: CoreExpression, _ constant: (CoreExpression) -> PredicateValue?
    ) -> (CoreExpression, PredicateValue, isMirrored: Bool)? {
        if let value = constant(b) { return (a, value, false) }
        return constant(a).map { (b, $0, true) }
    }

    private static func equality(_ value: PredicateValue, _ options: StringOptions) -> ConstantTest {
        switch value {
        case .null: .isNil
        case .boolean(let flag): .boolean(flag)
        case .string(let text):
            PreparedText(comparing: text, options: options).map { ConstantTest.text(.equal($0)) } ?? .general
        default: NumberTest(equal: value).map { ConstantTest.range($0, value) } ?? .general
        }
    }

    private static func order(
        _ ordering: CoreOrdering, _ value: PredicateValue, _ options: StringOptions
    ) -> ConstantTest {
        if case .string(let text) = value {
            return PreparedText(comparing: text, options: options).map { ConstantTest.text(.ordered(ordering, $0)) }
                ?? .general
        }
        return NumberTest(ordering, value).map { ConstantTest.range($0, value) } ?? .general
    }

    private static func between(_ low: PredicateValue, _ high: PredicateValue) -> ConstantTest {
        if case .string(let low) = low, case .string(let high) = high {
            return .text(.between(PreparedText(low, options: []), PreparedText(high, options: [])))
        }
        return NumberTest(low, high).map { ConstantTest.range($0, low) } ?? .general
    }

    /// BETWEEN with two numbers as two comparisons; nil for other predicates.
    package static func bounds(of predicate: CorePredicate) -> [CorePredicate]? {
        guard case .between(let value, .constant(let low), .constant(let high)) = predicate,
            ConstantNumber(low) != nil, ConstantNumber(high) != nil
        else { return nil }
        return [
            .ordered(.lessOrEqual, value, .constant(high), []), .ordered(.greaterOrEqual, value, .constant(low), []),
        ]
    }
}

/// The relation of a value to constants, defined for every value.
package enum ConstantRelation: Sendable {
    case equal(PredicateValue, StringOptions)
    case ordered(CoreOrdering, PredicateValue, StringOptions)
    case between(PredicateValue, PredicateValue)
    /// The value on the left of an operator with a constant right side.
    case text(TextOperator, PredicateValue, StringOptions)
    /// The value is an element of a list that is written in the predicate.
    case listed([PredicateValue], StringOptions)
    /// The value is an element or a part of another constant.
    case within(PredicateValue, StringOptions)

    /// Whether it tests equality or order with a string.
    package var isOfText: Bool {
        switch self {
        case .equal(.string, _), .ordered(_, .string, _): true
        case .equal, .ordered, .between, .text, .listed, .within: false
        }
    }

    /// Whether the comparison has a pattern. The limits of an evaluation bound patterns.
    var hasPattern: Bool { if case .text(let op, _, _) = self { op.hasPattern } else { false } }

    /// Whether a value satisfies the comparison.
    ///
    /// - Parameters:
    ///   - patterns: keeps the compiled patterns of MATCHES.
    ///   - context: the context for a comparison with a pattern.
    package func holds(
        _ value: PredicateValue, library: PredicateLibrary, patterns: PatternCache? = nil,
        context: EvaluationContext? = nil, _ work: inout WorkBudget
    ) -> Bool {
        switch self {
        case .equal(let other, let options):
            ValueSemantics.equals(value, other, options: options, library: library, &work)
        case .ordered(let ordering, let other, let options):
            ValueSemantics.ordered(ordering, value, other, options: options, library: library, &work)
        case .between(let low, let high): ValueSemantics.between(value, low, high, &work)
        case .text(let op, let other, let options):
            ValueSemantics.holds(
                op, value, other, options: options, library: library,
                patterns: patterns, context: context, &work)
        case .listed(let elements, let options):
            ValueSemantics.contains(.list(elements), value, options: options, library: library, &work)
        case .within(let container, let options):
            ValueSemantics.contains(container, value, options: options, library: library, &work)
        }
    }
}

/// The kinds of comparisons with constants.
package enum ConstantTest: Sendable {
    case isNil
    case boolean(Bool)
    /// Numbers within bounds, or the seconds since 2001 of dates. The value is a constant of that kind.
    case range(NumberTest, PredicateValue)
    case text(TextTest)
    case among(ConstantSet)
    /// There is no fast test; use the relation.
    case general
}
