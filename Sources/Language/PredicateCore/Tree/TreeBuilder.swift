/// Makes the tree of a predicate without checking it, to print a well-formed one.
///
/// Unlike the checker, it keeps unknown names and operands of wrong types in the tree.
struct TreeBuilder {
    static func tree(of root: SyntaxNode) -> PredicateTree {
        DeepStack.run(levels: root.height) { TreeBuilder().predicate(root) }
    }

    private func predicate(_ node: SyntaxNode) -> PredicateTree {
        switch node.kind {
        case .or(let children): PredicateTree(.or(predicates(children)), range: node.range)
        case .and(let children, _): PredicateTree(.and(predicates(children)), range: node.range)
        case .chain(let children, let isAnd): chain(children, isAnd, node.range)
        case .not(let inner): PredicateTree(.not(predicate(inner)), range: node.range)
        case .truth(let value): PredicateTree(.constant(value), range: node.range)
        case .comparison(let comparison): self.comparison(comparison, node.range)
        case .parenthesized(let inner): predicate(inner)
        default: PredicateTree(.constant(false), range: node.range)
        }
    }

    private func chain(_ nodes: [SyntaxNode], _ isAnd: Bool, _ range: SourceRange) -> PredicateTree {
        var tree = PredicateTree(isAnd ? .and(predicates(nodes)) : .or(predicates(nodes)), range: range)
        tree.isStepwise = true
        return tree
    }

    private func predicates(_ nodes: [SyntaxNode]) -> [PredicateTree] {
        var trees: [PredicateTree] = []
        trees.reserveCapacity(nodes.count)
        for node in nodes { trees.append(predicate(node)) }
        return trees
    }

    private func comparison(_ syntax: SyntaxComparison, _ range: SourceRange) -> PredicateTree {
        // Operators that exist only in Apple's language keep their names. No library has them.
        let comparator: ComparisonOperator =
            switch syntax.comparator {
            case .known(let known): known
            case .unavailable(let name): .custom(name)
            case .invalid: .equal
            }
        var comparison = PredicateTree.Comparison(
            expression(syntax.left), comparator, expression(syntax.right), options: syntax.options,
            quantifier: syntax.quantifier?.kind)
        guard comparison.quantifier == Quantifier.none else {
            return PredicateTree(.comparison(comparison), range: range)
        }
        comparison.quantifier = .any
        return PredicateTree(.not(PredicateTree(.comparison(comparison), range: range)), range: range)
    }

    // MARK: Expressions

    private func expression(_ node: SyntaxNode) -> ExpressionTree {
        switch node.kind {
        case .literal(let value): ExpressionTree(.constant(value), type: ValueType(of: value), range: node.range)
        case .path(let base, let components): path(base, components, node.range)
        case .call(let call): self.call(call, node.range)
        case .cast(let value, let type): cast(value, type, node.range)
        case .function(let target, let selector, let arguments): function(target, selector, arguments, node.range)
        case .negative(let operand): negative(operand, node.range)
        case .parenthesized(let inner): expression(inner)
        default: ExpressionTree(kind(node), range: node.range)
        }
    }

    private func expressions(_ nodes: [SyntaxNode]) -> [ExpressionTree] {
        var trees: [ExpressionTree] = []
        trees.reserveCapacity(nodes.count)
        for node in nodes { trees.append(expression(node)) }
        return trees
    }

    private func kind(_ node: SyntaxNode) -> ExpressionTree.Kind {
        switch node.kind {
        case .record: .record
        case .variable(let name): .variable(name)
        case .assignment(let name, let value): .assignment(name, expression(value))
        case .argument(let index, let specifier): .argument(index, specifier)
        case .index(let base, let index): .index(expression(base), self.index(index))
        case .aggregate(let elements): .aggregate(expressions(elements))
        case .complement(let operand): .complement(expression(operand))
        case .arithmetic(let symbol, let left, let right, _): .arithmetic(symbol, expression(left), expression(right))
        case .set(let symbol, let left, let right, _): .set(symbol, expression(left), expression(right))
        case .ternary(let condition, let a, let b): .ternary(predicate(condition), expression(a), expression(b))
        case .subquery(let collection, let variable, let predicate):
            .subquery(expression(collection), variable: variable, self.predicate(predicate))
        case .unavailable(let name, let parts): .call(name, expressions(parts))
        default: .constant(.null)
        }
    }

    private func index(_ index: SyntaxIndex) -> ExpressionTree.Index {
        switch index {
        case .first: .first
        case .last: .last
        case .size: .size
        case .at(let key): .at(expression(key))
        }
    }

    /// Unary minus on anything but a literal is `0 - x` (D48).
    private func negative(_ operand: SyntaxNode, _ range: SourceRange) -> ExpressionTree {
        let zero = ExpressionTree(.constant(.integer(0)), type: .integer, range: SourceRange(at: range.lowerBound))
        return ExpressionTree(.arithmetic(.subtract, zero, expression(operand)), range: range)
    }

    // MARK: Paths

    private func path(_ base: SyntaxNode?, _ components: [SyntaxComponent], _ range: SourceRange) -> ExpressionTree {
        let start = base.map { expression($0) } ?? ExpressionTree(.record, range: SourceRange(at: range.lowerBound))
        return steps(components[...], from: start)
    }

    private func steps(_ components: ArraySlice<SyntaxComponent>, from start: ExpressionTree) -> ExpressionTree {
        var result = start
        var rest = components
        while let component = rest.popFirst() {
            let range = joined(result, component.range)
            switch component.kind {
            case .key(let name): result = ExpressionTree(.field(result, name), range: range)
            case .argument(let index, let specifier):
                let key = ExpressionTree(.argument(index, specifier), range: component.range)
                result = ExpressionTree(.dynamicField(result, key), range: range)
            case .dynamic(let key): result = ExpressionTree(.dynamicField(result, expression(key)), range: range)
            case .collectionOperator(let name):
                // A name that is not an operator can only be a key.
                guard let symbol = CollectionOperator(name: name) else {
                    result = ExpressionTree(.field(result, name), range: range)
                    continue
                }
                return collection(symbol, result, rest, component.range)
            }
        }
        return result
    }

    /// An operator takes the rest of the path (D14).
    private func collection(
        _ symbol: CollectionOperator, _ base: ExpressionTree, _ rest: ArraySlice<SyntaxComponent>,
        _ range: SourceRange
    ) -> ExpressionTree {
        guard let first = rest.first, let last = rest.last else {
            return ExpressionTree(.collection(symbol, base, path: nil), range: joined(base, range))
        }
        let element = ExpressionTree(.element, range: SourceRange(at: first.range.lowerBound))
        let path = steps(rest, from: element)
        return ExpressionTree(.collection(symbol, base, path: path), range: joined(base, range.union(last.range)))
    }

    private func joined(_ tree: ExpressionTree, _ range: SourceRange) -> SourceRange {
        guard let start = tree.range, start.lowerBound <= range.lowerBound, !start.isEmpty else { return range }
        return start.union(range)
    }

    // MARK: Calls

    private func call(_ call: SyntaxCall, _ range: SourceRange) -> ExpressionTree {
        ExpressionTree(.call(call.name, expressions(call.arguments)), range: range).canonicalCall
    }

    private func cast(_ value: SyntaxNode, _ type: SyntaxNode, _ range: SourceRange) -> ExpressionTree {
        let value = expression(value)
        let type = expression(type)
        guard case .constant(.string(let name)) = type.kind, let target = CastTarget(rawValue: name) else {
            // `CAST(x, %@)`, or a type that does not exist: the same as a call.
            return ExpressionTree(.call("CAST", [value, type]), range: range)
        }
        return ExpressionTree(.cast(value, target), range: range).canonicalCast
    }

    private func function(
        _ target: SyntaxNode, _ selector: SyntaxNode, _ arguments: [SyntaxNode], _ range: SourceRange
    ) -> ExpressionTree {
        let target = expression(target)
        let written = expression(selector)
        let rest = expressions(arguments)
        guard case .constant(.string(let name)) = written.kind else {
            return ExpressionTree(.call("FUNCTION", [target, written] + rest), range: range)
        }
        // The name may omit the last colon (D18).
        let selector = BuiltInFunction(rawValue: name + ":") == nil ? name : name + ":"
        return ExpressionTree(.function(target: target, selector: selector, arguments: rest), range: range)
    }
}
