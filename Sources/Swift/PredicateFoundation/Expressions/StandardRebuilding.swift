import PredicatePlatform

// The rebuilding of every standard expression.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Variable: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        walk.replacement(for: self)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Value: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        self
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.NilLiteral: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        self
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.KeyPath: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(root: walk.rebuild(root), keyPath: keyPath)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Conjunction: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Disjunction: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Equal: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.NotEqual: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.NilCoalesce: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.IntDivision: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.IntRemainder: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.FloatDivision: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Comparison: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs), op: op)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Arithmetic: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lhs: walk.rebuild(lhs), rhs: walk.rebuild(rhs), op: op)
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Range: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lower: walk.rebuild(lower), upper: walk.rebuild(upper))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.ClosedRange: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(lower: walk.rebuild(lower), upper: walk.rebuild(upper))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.RangeExpressionContains: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(range: walk.rebuild(range), element: walk.rebuild(element))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceContains: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(sequence: walk.rebuild(sequence), element: walk.rebuild(element))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceStartsWith: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(base: walk.rebuild(base), prefix: walk.rebuild(prefix))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.CollectionContainsCollection: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(base: walk.rebuild(base), other: walk.rebuild(other))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.CollectionIndexSubscript: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(wrapped: walk.rebuild(wrapped), index: walk.rebuild(index))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.CollectionRangeSubscript: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(wrapped: walk.rebuild(wrapped), range: walk.rebuild(range))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.DictionaryKeySubscript: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(wrapped: walk.rebuild(wrapped), key: walk.rebuild(key))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(wrapped: walk.rebuild(wrapped), key: walk.rebuild(key), default: walk.rebuild(`default`))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Conditional: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(
            test: walk.rebuild(test), trueBranch: walk.rebuild(trueBranch), falseBranch: walk.rebuild(falseBranch))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Negation: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(wrapped))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.UnaryMinus: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(wrapped))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.ForcedUnwrap: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(inner))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.ConditionalCast: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(input))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.ForceCast: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(input))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.TypeCheck: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(walk.rebuild(input))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceMaximum: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(elements: walk.rebuild(elements))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceMinimum: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(elements: walk.rebuild(elements))
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension PredicateExpressions.StringContainsRegex: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(subject: walk.rebuild(subject), regex: walk.rebuild(regex))
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension PredicateExpressions.ExpressionEvaluate: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(expression: walk.rebuild(expression), input: repeat walk.rebuild(each input))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceContainsWhere: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        let sequence = walk.rebuild(sequence)
        return Self(sequence) { element in
            walk.replace(variable, with: element)
            return walk.rebuild(test)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.SequenceAllSatisfy: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        let sequence = walk.rebuild(sequence)
        return Self(sequence) { element in
            walk.replace(variable, with: element)
            return walk.rebuild(test)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.Filter: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        let sequence = walk.rebuild(sequence)
        return Self(sequence) { element in
            walk.replace(variable, with: element)
            return walk.rebuild(filter)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.OptionalFlatMap: RebuildableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self {
        let wrapped = walk.rebuild(wrapped)
        // The transformation returns a value or an optional. Only the initializers distinguish them.
        if let transform = transform as? any PredicateExpression<Result> {
            func rebuilt<T: PredicateExpression>(_ transform: T) -> Self? where T.Output == Result {
                PredicateExpressions.OptionalFlatMap<LHS, Wrapped, T, Result>(wrapped) { value in
                    walk.replace(variable, with: value)
                    return walk.rebuild(transform)
                } as? Self
            }
            if let result = rebuilt(transform) { return result }
        } else if let transform = transform as? any PredicateExpression<Result?> {
            func rebuilt<T: PredicateExpression>(_ transform: T) -> Self? where T.Output == Result? {
                PredicateExpressions.OptionalFlatMap<LHS, Wrapped, T, Result>(wrapped) { value in
                    walk.replace(variable, with: value)
                    return walk.rebuild(transform)
                } as? Self
            }
            if let result = rebuilt(transform) { return result }
        }
        return self
    }
}
