import PredicateFormat

// Ranges. A closed range is BETWEEN. A range with an open end is one comparison or two.

extension KeyPathOperand where Value: PredicateFieldValue & Comparable {
    /// Whether the value is in a range, including its bounds.
    public func between(_ range: ClosedRange<Value>) -> KeyPathPredicate<Root> { predicateOperand.between(range) }

    /// Whether the value is at least a bound.
    public func between(_ range: PartialRangeFrom<Value>) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.greaterOrEqual, PredicateOperand(range.lowerBound))
    }

    /// Whether the value is at most a bound.
    public func between(_ range: PartialRangeThrough<Value>) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.lessOrEqual, PredicateOperand(range.upperBound))
    }

    /// Whether the value is below a bound.
    public func between(_ range: PartialRangeUpTo<Value>) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.less, PredicateOperand(range.upperBound))
    }
}

extension KeyPathSingleOperand where Value: PredicateFieldValue & Comparable {
    /// Whether the value is in a range without its upper bound.
    public func between(_ range: Range<Value>) -> KeyPathPredicate<Root> { predicateOperand.between(range) }
}

extension KeyPathOperand {
    /// Whether the value is in a range, including its bounds; false for nil.
    public func between<Wrapped: PredicateFieldValue & Comparable>(
        _ range: ClosedRange<Wrapped>
    ) -> KeyPathPredicate<Root> where Value == Wrapped? { predicateOperand.between(range) }
}

extension KeyPathSingleOperand {
    /// Whether the value is in a range without its upper bound; false for nil.
    public func between<Wrapped: PredicateFieldValue & Comparable>(
        _ range: Range<Wrapped>
    ) -> KeyPathPredicate<Root> where Value == Wrapped? { predicateOperand.between(range) }
}

extension PredicateOperand {
    fileprivate func between<Bound: PredicateFieldValue, Root>(_ range: ClosedRange<Bound>) -> KeyPathPredicate<Root> {
        compared(.between, PredicateOperand(range))
    }

    fileprivate func between<Bound: PredicateFieldValue, Root>(_ range: Range<Bound>) -> KeyPathPredicate<Root> {
        let isAbove: KeyPathPredicate<Root> = compared(.greaterOrEqual, PredicateOperand(range.lowerBound))
        let isBelow: KeyPathPredicate<Root> = compared(.less, PredicateOperand(range.upperBound))
        return isAbove && isBelow
    }
}

/// Whether the value is in a range, including its bounds.
public func ~= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: ClosedRange<Value>
) -> KeyPathPredicate<Root> { a.between(b) }

/// Whether the value is in a range, including its bounds; false for nil.
public func ~= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: ClosedRange<Value>
) -> KeyPathPredicate<Root> { a.between(b) }

/// Whether the value is in a range without its upper bound.
public func ~= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value>, b: Range<Value>
) -> KeyPathPredicate<Root> { a.between(b) }

/// Whether the value is in a range without its upper bound; false for nil.
public func ~= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPath<Root, Value?>, b: Range<Value>
) -> KeyPathPredicate<Root> { a.between(b) }

/// Whether the value is in a range, including its bounds.
public func ~= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: ClosedRange<Value>
) -> KeyPathPredicate<Root> { a.between(b) }

/// Whether the value is in a range, including its bounds; false for nil.
public func ~= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: ClosedRange<Value>
) -> KeyPathPredicate<Root> { a.between(b) }

/// Whether the value is in a range without its upper bound.
public func ~= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPathExpression<Root, Value>, b: Range<Value>
) -> KeyPathPredicate<Root> { a.between(b) }

/// Whether the value is in a range without its upper bound; false for nil.
public func ~= <Root: PredicateFieldValue, Value: PredicateFieldValue & Comparable>(
    a: KeyPathExpression<Root, Value?>, b: Range<Value>
) -> KeyPathPredicate<Root> { a.between(b) }
