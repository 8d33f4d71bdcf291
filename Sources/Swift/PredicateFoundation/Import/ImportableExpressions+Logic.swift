import PredicatePlatform

import PredicateCore
import PredicateFormat

// Conditions, and expressions that choose by a condition.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Conjunction: ImportableExpression, TwoSidedExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let parts = Importer.parts(of: self) { $0 as? any ConjunctionExpression }
        return .predicate(try importer.predicates(parts).conjunction())
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Disjunction: ImportableExpression, TwoSidedExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let parts = Importer.parts(of: self) { $0 as? any DisjunctionExpression }
        return .predicate(try importer.predicates(parts).disjunction())
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    /// The parts of a chain. `a && b && c` nests conjunctions as deep as the chain is long.
    fileprivate static func parts(
        of expression: any PredicateExpression,
        _ link: (any PredicateExpression) -> (any TwoSidedExpression)?
    ) -> [any PredicateExpression] {
        var parts: [any PredicateExpression] = []
        var pending: [any PredicateExpression] = [expression]
        while let next = pending.popLast() {
            guard let link = link(next) else {
                parts.append(next)
                continue
            }
            pending.append(link.rhs)
            pending.append(link.lhs)
        }
        return parts
    }

    fileprivate mutating func predicates(_ parts: [any PredicateExpression]) throws(PredicateImportError)
        -> [PredicateTree]
    {
        var trees: [PredicateTree] = []
        for part in parts { trees.append(try predicate(part)) }
        return trees
    }
}

/// `a && b` with any parts.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private protocol ConjunctionExpression: TwoSidedExpression {}

/// `a || b` with any parts.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private protocol DisjunctionExpression: TwoSidedExpression {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Conjunction: ConjunctionExpression {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Disjunction: DisjunctionExpression {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Negation: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .predicate(try importer.predicate(wrapped).negated)
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(wrapped))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Conditional: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let condition = try importer.predicate(test)
        let first = try importer.imported(trueBranch)
        let second = try importer.imported(falseBranch)
        switch (first, second) {
        case (.range, _), (.pattern, _), (_, .range), (_, .pattern):
            throw PredicateImportError(.inexpressible, "Conditional", "a range is chosen")
        case (.value(let a), .value(let b)):
            if Output.self == Bool.self { break }
            // A test of whether a result fits is redundant, because the language does it anyway.
            if b.isNull, ArithmeticGuards(a)?.isGuard(condition) == true { return first }
            return .value(ExpressionTree(.ternary(condition, a, b), type: a.isNull ? b.type : a.type))
        default: break
        }
        guard Output.self == Bool.self else {
            let a = try importer.value(of: first, "Conditional")
            return .value(ExpressionTree(.ternary(condition, a, try importer.value(of: second, "Conditional"))))
        }
        let a = try importer.predicate(of: first, "Conditional")
        let b = try importer.predicate(of: second, "Conditional")
        switch (a.constant, b.constant) {
        case (true, false): return .predicate(condition)
        case (false, true): return .predicate(condition.negated)
        case (nil, false): return .predicate(condition && a)
        case (nil, true): return .predicate(condition.negated || a)
        case (true, nil): return .predicate(condition || b)
        default:
            // With AND and OR, the condition and its parts would be needed twice.
            return .predicate(
                .comparing(
                    ExpressionTree(.ternary(condition, .boolean(a), .boolean(b))), .equal, .literal(.boolean(true))))
        }
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(
            test: walk.rebuild(test), trueBranch: walk.rebuild(trueBranch), falseBranch: walk.rebuild(falseBranch))
    }
}

// MARK: Comparisons

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Equal: ImportableExpression, TwoSidedExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .predicate(try importer.equality(lhs, .equal, rhs, LHS.Output.self))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.NotEqual: ImportableExpression, TwoSidedExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .predicate(try importer.equality(lhs, .notEqual, rhs, LHS.Output.self))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Comparison: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        importer.noteOrder(of: LHS.Output.self)
        let left = try importer.value(lhs)
        let right = try importer.value(rhs)
        let comparator: ComparisonOperator =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            @unknown default: throw PredicateImportError(.inexpressible, "Comparison", "its operator is unknown")
            }
        return .predicate(.comparing(left, comparator, right))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs), op: op)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.TypeCheck: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        let value = try importer.value(input)
        switch try importer.relation(of: Input.Output.self, to: Desired.self, "TypeCheck") {
        case .sameOrOptional: return .predicate(PredicateTree(.constant(true)))
        case .unwrapped: return .predicate(.comparing(value, .notEqual, .literal(.null)))
        case .none:
            importer.note(.cast)
            return .predicate(PredicateTree(.constant(false)))
        }
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(input))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Importer {
    /// `left == right` or `left != right`.
    mutating func equality(
        _ left: any PredicateExpression, _ comparator: ComparisonOperator, _ right: any PredicateExpression,
        _ type: Any.Type
    ) throws(PredicateImportError) -> PredicateTree {
        let (a, b) = (try imported(left), try imported(right))
        // nil equals nil whatever the type, and no other value.
        if a.constant != .null, b.constant != .null { noteEquality(of: type) }
        if let constant = b.constant, let tree = test(a, is: constant) {
            return comparator == .equal ? tree : tree.negated
        }
        if let constant = a.constant, let tree = test(b, is: constant) {
            return comparator == .equal ? tree : tree.negated
        }
        let first = try value(of: a, Self.name(of: left))
        return .comparing(first, comparator, try value(of: b, Self.name(of: right)))
    }

    /// Tests whether a condition has a boolean value; nil if the import is an ordinary value.
    private func test(_ imported: Imported, is constant: PredicateValue) -> PredicateTree? {
        switch (imported, constant) {
        case (.predicate(let tree), .boolean(let value)): value ? tree : tree.negated
        case (.predicate, .null): PredicateTree(.constant(false))
        case (.optionalPredicate(let optional), .boolean(let value)): value ? optional.isTrue : optional.isFalse
        case (.optionalPredicate(let optional), .null): optional.known.negated
        default: nil
        }
    }

    mutating func noteEquality(of type: Any.Type) {
        guard type != ComparisonResult.self else { return }
        let swift = SwiftType(type)
        if swift.isNestedOptional { note(.nestedOptional) }
        var own = swift.unwrapped
        while let element = (own.type as? any Sequence.Type).map({ Self.elementType(of: $0) }), !own.isTextual,
            own.type != Data.self
        {
            own = SwiftType(element).unwrapped
        }
        if own.isTextual { note(.textEquality) }
        if own.isReal { note(.notFinite) }
        if !own.isPlain { note(.valueEquality) }
    }

    static func elementType<S: Sequence>(of type: S.Type) -> Any.Type { S.Element.self }

    mutating func noteOrder(of type: Any.Type) {
        let swift = SwiftType(type).unwrapped
        if swift.isTextual { note(.textOrder) }
        if swift.isReal { note(.notFinite) }
        if !swift.isPlain { note(.valueOrder) }
    }

    /// The relation of a type to the type of a cast.
    enum CastRelation { case sameOrOptional, unwrapped, none }

    func relation(of type: Any.Type, to desired: Any.Type, _ part: String) throws(PredicateImportError) -> CastRelation
    {
        if SwiftType.same(type, desired) { return .sameOrOptional }
        let (own, other) = (SwiftType(type), SwiftType(desired))
        if SwiftType.same(own.unwrapped.type, other.unwrapped.type) {
            return other.isOptional || !own.isOptional ? .sameOrOptional : .unwrapped
        }
        guard own.unwrapped.isPlain, other.unwrapped.isPlain else {
            throw PredicateImportError(
                .inexpressible, part, "whether a \(type) is a \(desired) depends on more than its fields")
        }
        return .none
    }
}
