import PredicateCore
import PredicateFormat

extension PredicateTree {
    /// A smaller predicate with the same answer for every record, if one can be found.
    ///
    /// Nested groups of one kind are joined. Parts that are always true or false, repetitions, and parts that another
    /// part of their group implies are removed (`a AND (a OR b)` is `a`, `a > 3 AND a > 5` is `a > 5`). Comparisons and
    /// arithmetic of constants are evaluated. Double negations are removed, and `NOT a == b` becomes `a != b`.
    /// `random()`, `now()` and other impure functions stay unchanged, and a predicate with `:=` only has its groups
    /// joined.
    ///
    /// - Parameter library: knows which registered functions are pure.
    public func simplified(library: PredicateLibrary = .standard) -> PredicateTree {
        simplification(library: library).predicate
    }

    /// The predicate of `simplified(library:)`, with the steps.
    ///
    /// - Parameter library: knows which registered functions are pure.
    public func simplification(library: PredicateLibrary = .standard) -> PredicateSimplification {
        var simplifier = Simplifier(library: library, assigns: PredicateTreeNode.predicate(self).assigns)
        let predicate = rewriting(
            predicates: { simplifier.simplify($0) }, expressions: { simplifier.simplify($0) })
        return PredicateSimplification(predicate: predicate, steps: simplifier.steps)
    }
}

extension ExpressionTree {
    /// A smaller expression with the same value for every record; see `PredicateTree.simplified`.
    public func simplified(library: PredicateLibrary = .standard) -> ExpressionTree {
        var simplifier = Simplifier(library: library, assigns: PredicateTreeNode.expression(self).assigns)
        return rewriting(predicates: { simplifier.simplify($0) }, expressions: { simplifier.simplify($0) })
    }
}

extension CheckedPredicate {
    /// A smaller predicate with the same answer for every record, checked again; see `PredicateTree.simplified`.
    ///
    /// Its `source` is the text of the simplified tree.
    public func simplified() -> CheckedPredicate {
        let simpler = tree.simplified(library: library)
        guard simpler != tree, !isUndecided else { return self }
        // The simpler form may be an error (the constant of `level == 2 + 3` may not be a case of an enumeration).
        return (try? simpler.openlyChecked(against: schema, library: library, limits: limits)) ?? self
    }
}

extension TypedPredicate {
    /// A simpler predicate with the same answer for every value; see `PredicateTree.simplified`.
    public func simplified() -> TypedPredicate {
        checked.isUndecided ? self : TypedPredicate(checked.simplified(), valueDescription)
    }
}

/// Simplifies a node whose parts are already simplified.
private struct Simplifier {
    let library: PredicateLibrary
    /// Whether there is an assignment. Then no part can be removed or moved, because other parts may use its
    /// variables.
    let assigns: Bool
    private(set) var steps: [SimplificationStep] = []

    init(library: PredicateLibrary, assigns: Bool) {
        self.library = library
        self.assigns = assigns
    }

    // MARK: Predicates

    mutating func simplify(_ tree: PredicateTree) -> PredicateTree {
        switch tree.kind {
        case .constant: return tree
        case .and(let children): return group(children, isAnd: true, tree)
        case .or(let children): return group(children, isAnd: false, tree)
        case .not(let inner):
            let (result, rule) = Self.negation(of: inner, tree.range)
            if let rule { note(rule, tree, result) }
            return result
        case .comparison(let comparison): return simplify(comparison, tree)
        }
    }

    private mutating func note(
        _ rule: SimplificationStep.Rule, _ before: PredicateTree, _ after: PredicateTree?, other: PredicateTree? = nil,
        isAnd: Bool? = nil
    ) {
        steps.append(
            SimplificationStep(
                rule: rule, before: .predicate(before), after: after.map { .predicate($0) },
                other: other.map { .predicate($0) }, isConjunction: isAnd))
    }

    private mutating func group(_ children: [PredicateTree], isAnd: Bool, _ tree: PredicateTree) -> PredicateTree {
        func node(_ parts: [PredicateTree]) -> PredicateTree {
            switch parts.count {
            case 0: PredicateTree(.constant(isAnd), range: tree.range)
            case 1: parts[0]
            default: PredicateTree(isAnd ? .and(parts) : .or(parts), range: tree.range)
            }
        }
        var parts: [PredicateTree] = []
        for child in children {
            switch (child.kind, isAnd) {
            case (.and(let inner), true), (.or(let inner), false):
                note(.nestedGroup, child, nil, isAnd: isAnd)
                parts.append(contentsOf: inner)
            default: parts.append(child)
            }
        }
        if assigns { return node(parts) }
        let decided = PredicateTree(.constant(!isAnd), range: tree.range)
        var kept: [PredicateTree] = []
        var seen: Set<PredicateTree> = []
        var bounds: [ExpressionTree: ValueBounds] = [:]
        for part in parts {
            if case .constant(let value) = part.kind {
                if value == isAnd {
                    note(.neutralPart, part, nil, isAnd: isAnd)
                    continue
                }
                note(.decidingPart, part, decided, isAnd: isAnd)
                return decided
            }
            guard isPure(.predicate(part)) else {
                kept.append(part)
                continue
            }
            let opposite = Self.negation(of: part, nil).tree
            if let index = seen.firstIndex(of: opposite) {
                note(.oppositeParts, part, decided, other: seen[index], isAnd: isAnd)
                return decided
            }
            if let other = Self.excluded(by: part, isAnd: isAnd, &bounds) {
                note(.contradiction, part, decided, other: other, isAnd: isAnd)
                return decided
            }
            if seen.insert(part).inserted {
                kept.append(part)
            } else {
                note(.repeatedPart, part, nil, isAnd: isAnd)
            }
        }
        return node(withoutImplied(kept.filter { !isImplied($0, isAnd: isAnd, by: seen) }, isAnd: isAnd))
    }

    /// The parts without comparisons that add nothing to another comparison of the same value: in `a > 3 AND a > 5` the
    /// first, in an OR the second.
    private mutating func withoutImplied(_ parts: [PredicateTree], isAnd: Bool) -> [PredicateTree] {
        var removed: Set<Int> = []
        /// The comparisons of each value that stay, so far. A few: each is compared with each.
        var known: [ExpressionTree: [(index: Int, comparison: ComparisonImplication)]] = [:]
        for (index, part) in parts.enumerated() {
            guard let comparison = ComparisonImplication(part), isPure(.predicate(part)) else { continue }
            var others = known[comparison.subject] ?? []
            if let other = others.first(where: {
                isAnd ? $0.comparison.implies(comparison) : comparison.implies($0.comparison)
            }) {
                note(.impliedPart, part, nil, other: parts[other.index], isAnd: isAnd)
                removed.insert(index)
                continue
            }
            others.removeAll { other in
                guard isAnd ? comparison.implies(other.comparison) : other.comparison.implies(comparison) else {
                    return false
                }
                note(.impliedPart, parts[other.index], nil, other: part, isAnd: isAnd)
                removed.insert(other.index)
                return true
            }
            if others.count < Self.comparedParts { others.append((index, comparison)) }
            known[comparison.subject] = others
        }
        return removed.isEmpty ? parts : parts.indices.filter { !removed.contains($0) }.map { parts[$0] }
    }

    /// The most comparisons of one value that are compared with each further one.
    private static let comparedParts = 16

    /// Another part of the group that contradicts this one or, in an OR, one with which it covers every value.
    private static func excluded(
        by part: PredicateTree, isAnd: Bool, _ bounds: inout [ExpressionTree: ValueBounds]
    ) -> PredicateTree? {
        guard case .comparison(let comparison) = part.kind, comparison.quantifier == nil, comparison.options.isEmpty,
            !comparison.left.isConstant, comparison.left.type.order == nil
        else { return nil }
        return isAnd
            ? bounds[comparison.left, default: ValueBounds()].add(comparison, part)
            : bounds[comparison.left, default: ValueBounds()].addAlternative(comparison, part)
    }

    /// Whether the group contains a part of this group, which is of the other kind: `a AND (a OR b)`.
    private mutating func isImplied(_ part: PredicateTree, isAnd: Bool, by others: Set<PredicateTree>) -> Bool {
        switch (part.kind, isAnd) {
        case (.or(let inner), true), (.and(let inner), false):
            for tree in inner {
                guard let index = others.firstIndex(of: tree) else { continue }
                note(.impliedPart, part, nil, other: others[index], isAnd: isAnd)
                return true
            }
            return false
        default: return false
        }
    }

    /// The negation, and the rule that makes it simpler than `NOT` of the predicate.
    private static func negation(of inner: PredicateTree, _ range: SourceRange?) -> (
        tree: PredicateTree, rule: SimplificationStep.Rule?
    ) {
        switch inner.kind {
        case .constant(let value): return (PredicateTree(.constant(!value), range: range), .negatedConstant)
        case .not(let tree): return (tree, .doubleNegation)
        case .comparison(var comparison) where comparison.quantifier == nil:
            switch comparison.comparator {
            // These two negate each other for all operands (D1). No other pair does: neither `a < b` nor `a >= b` is
            // true for nil.
            case .equal: comparison.comparator = .notEqual
            case .notEqual: comparison.comparator = .equal
            default: return (PredicateTree(.not(inner), range: range), nil)
            }
            return (PredicateTree(.comparison(comparison), range: range), .negatedEquality)
        default: return (PredicateTree(.not(inner), range: range), nil)
        }
    }

    private mutating func simplify(_ comparison: PredicateTree.Comparison, _ tree: PredicateTree) -> PredicateTree {
        if let answer = constantAnswer(comparison) {
            let result = PredicateTree(.constant(answer), range: tree.range)
            note(.constantComparison, tree, result)
            return result
        }
        if let answer = knownAnswer(comparison), !assigns {
            let result = PredicateTree(.constant(answer), range: tree.range)
            note(.neverTrue, tree, result)
            return result
        }
        guard comparison.comparator == .in, case .aggregate(let elements) = comparison.right.kind,
            elements.count == 1, case .constant(let value) = elements[0].kind, isScalar(value)
        else { return tree }
        // nil equals nil, but is in no list. Every other scalar is in a list of one element exactly if it equals that
        // element.
        var equality = comparison
        equality.comparator = .equal
        equality.right = elements[0]
        let result = PredicateTree(.comparison(equality), range: tree.range)
        note(.singleElement, tree, result)
        return result
    }

    private func isScalar(_ value: PredicateValue) -> Bool {
        switch value {
        case .boolean, .integer, .double, .string, .date: true
        default: false
        }
    }

    /// The answer of a comparison of constants; nil if it is not evaluated here.
    private func constantAnswer(_ comparison: PredicateTree.Comparison) -> Bool? {
        switch comparison.comparator {
        // A pattern may exceed its limit, and operators of the program must not be called here.
        case .matches, .custom: return nil
        default: break
        }
        // The library defines the order of a locale.
        guard comparison.left.isConstant, comparison.right.isConstant,
            !comparison.options.effective.contains(.localized)
        else { return nil }
        var typed = comparison
        typed.left = Self.typed(comparison.left)
        typed.right = Self.typed(comparison.right)
        let tree = PredicateTree(.comparison(typed))
        let levels = tree.height
        return DeepStack.run(levels: levels) {
            let program = Lowering.lower(tree, library: library)
            return ReferenceEvaluator(library: library).evaluate(program, on: .null, context: EvaluationContext())
        }
    }

    /// A constant with the types of the checker, so that a built tree means the same here as after its check.
    private static func typed(_ tree: ExpressionTree) -> ExpressionTree {
        tree.rewriting(predicates: { $0 }) { node in
            var node = node
            switch node.kind {
            case .constant(let value): node.type = ValueType(of: value)
            case .aggregate(let elements):
                node.type = .list(elements.dropFirst().reduce(elements.first?.type ?? .any) { .join($0, $1.type) })
            case .cast(_, let target):
                switch target {
                case .date: node.type = .date
                case .number: node.type = .double
                case .decimal: node.type = .decimal
                case .string: node.type = .string
                case .uuid: node.type = .uuid
                case .url: node.type = .url
                }
            default: break
            }
            return node
        }
    }

    /// The answer of a comparison that one side decides; nil for others.
    private func knownAnswer(_ comparison: PredicateTree.Comparison) -> Bool? {
        // ALL is true for an empty list, whatever the right side is.
        guard comparison.quantifier == nil || comparison.quantifier == .any else { return nil }
        switch (comparison.comparator.form, comparison.right.kind) {
        case (.membership, .aggregate(let elements)): return elements.isEmpty ? false : nil
        case (.text(let op), .constant(.string(let text))) where !op.hasPattern: return text.isEmpty ? false : nil
        case (.text, .constant(.null)), (.between, .constant(.null)), (.membership, .constant(.null)): return false
        case (.relation, .constant(.null)):
            return comparison.comparator == .less || comparison.comparator == .greater ? false : nil
        default: return nil
        }
    }

    // MARK: Expressions

    mutating func simplify(_ tree: ExpressionTree) -> ExpressionTree {
        guard case .arithmetic(let symbol, let left, let right) = tree.kind, case .constant(let a) = left.kind,
            case .constant(let b) = right.kind, isNumber(a), isNumber(b)
        else { return tree }
        // The checker would not treat a result of nil as a number.
        let result = ValueSemantics.arithmetic(symbol, a, b)
        guard isNumber(result) else { return tree }
        let simpler = ExpressionTree(.constant(result), type: ValueType(of: result), range: tree.range)
        steps.append(SimplificationStep(rule: .arithmetic, before: .expression(tree), after: .expression(simpler)))
        return simpler
    }

    /// Whether a value is a number or a date. Strings are excluded, because the other side decides how a literal is
    /// read.
    private func isNumber(_ value: PredicateValue) -> Bool {
        switch value {
        case .integer, .double, .date: true
        default: false
        }
    }

    // MARK: Purity

    /// Whether the value of a node depends only on the record and the bindings.
    private func isPure(_ root: PredicateTreeNode) -> Bool {
        var pure = true
        root.forEachNode { node in
            guard pure, case .expression(let tree) = node else { return }
            switch tree.kind {
            case .call(let selector, _), .function(_, let selector, _):
                if let function = library.functions.value(ofName: selector) {
                    pure = function.isPure
                } else if let function = BuiltInFunction(rawValue: selector) {
                    pure = function.isPure
                } else {
                    // FUNCTION may name operators. Any other name is unknown.
                    pure = ArithmeticOperator.allCases.contains { $0.selector == selector }
                }
            default: break
            }
        }
        return pure
    }
}
