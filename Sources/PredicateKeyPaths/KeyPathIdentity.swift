import PredicateFormat

// Relationships are compared by identity: `\Note.parent == note` is `parent.id == 7`. The type names its `id` in its description.

/// Whether the left side is the value with the identity of the right.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side has the identity of the right side, or both are nil.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value?>, b: Value?
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side is the value with the identity of the right.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side has the identity of the right side, or both are nil.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPathExpression<Root, Value?>, b: Value?
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side is the value with the identity of the right.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: QuantifiedKeyPath<Root, Value>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side has the identity of the right side, or both are nil.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: QuantifiedKeyPath<Root, Value?>, b: Value?
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side is not the value with the identity of the right.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// The negation of `==`: whether the identities differ, or only one side is nil.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value?>, b: Value?
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// Whether the left side is not the value with the identity of the right.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPathExpression<Root, Value>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// The negation of `==`: whether the identities differ, or only one side is nil.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPathExpression<Root, Value?>, b: Value?
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// Whether the left side is not the value with the identity of the right.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: QuantifiedKeyPath<Root, Value>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// The negation of `==`: whether the identities differ, or only one side is nil.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: QuantifiedKeyPath<Root, Value?>, b: Value?
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// Whether the left side is the value with the identity of the right; nil is not.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value?>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side is the value with the identity of the right; nil is not.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPathExpression<Root, Value?>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side is not the value with the identity of the right; nil is not.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value?>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// Whether the left side is not the value with the identity of the right; nil is not.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPathExpression<Root, Value?>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

extension KeyPathOperand where Value: PredicateDescribed & Identifiable, Value.ID: PredicateFieldValue {
    /// Whether the value has the identity of one of several.
    public func `in`(_ values: Value...) -> KeyPathPredicate<Root> { predicateOperand.identified(in: values) }

    /// Whether the value has the identity of one of those in a sequence.
    public func `in`(_ values: some Sequence<Value>) -> KeyPathPredicate<Root> {
        predicateOperand.identified(in: Array(values))
    }
}

extension KeyPathOperand {
    /// Whether the value has the identity of one of several; of nil false.
    public func `in`<Wrapped: PredicateDescribed & Identifiable>(_ values: Wrapped...) -> KeyPathPredicate<Root>
    where Value == Wrapped?, Wrapped.ID: PredicateFieldValue { predicateOperand.identified(in: values) }

    /// Whether the value has the identity of one of those in a sequence; of nil false.
    public func `in`<Wrapped: PredicateDescribed & Identifiable>(_ values: some Sequence<Wrapped>) -> KeyPathPredicate<
        Root
    > where Value == Wrapped?, Wrapped.ID: PredicateFieldValue { predicateOperand.identified(in: Array(values)) }
}

extension KeyPathSingleOperand
where
    Value: KeyPathList, Value.ListElement: PredicateDescribed & Identifiable, Value.ListElement.ID: PredicateFieldValue
{
    /// Whether one of the values has the identity of another.
    public func contains(_ element: Value.ListElement) -> KeyPathPredicate<Root> { any == element }
}

extension PredicateOperand {
    fileprivate func identified<Root, Value: PredicateDescribed & Identifiable>(
        _ comparator: ComparisonOperator, _ value: Value?
    ) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
        guard let value else { return compared(comparator, PredicateOperand(ExpressionTree.literal(.null))) }
        return identity(of: Value.self).compared(comparator, PredicateOperand(value.id))
    }

    fileprivate func identified<Root, Value: PredicateDescribed & Identifiable>(in values: [Value])
        -> KeyPathPredicate<Root>
    where Value.ID: PredicateFieldValue {
        identity(of: Value.self).compared(.in, PredicateOperand(values.map(\.id)))
    }

    private func identity<Value: PredicateDescribed & Identifiable>(of _: Value.Type) -> PredicateOperand {
        let type = Value.predicateDescription.type
        // Written for any type, `\Value.id` is another key path than that of the type itself.
        var operand =
            if let field = type.fields.first(where: { $0.keyPathText == "id" }) ?? type.field(named: "id") {
                with(ExpressionTree(.field(tree, field.name)))
            } else {
                PredicateOperand(\Value.id, named: "\\\(type.name).id", of: type.name, from: self)
            }
        operand.quantifier = quantifier
        return operand
    }
}
