import PredicateCore
import PredicateFormat

// Relationships are compared by identity: `\Note.parent == note` means `parent.id == 7`. The description of the type
// names its `id`.

/// Whether the left side has the identity of the right side.
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

/// Whether the left side has the identity of the right side.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side has the identity of the right side, or both are nil.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: Value?
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side has another identity than the right side.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// Whether the identities differ, or only one side is nil: the negation of `==`.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value?>, b: Value?
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// Whether the left side has another identity than the right side.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable, Form>(
    a: KeyPathTerm<Root, Value, Form>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// Whether the identities differ, or only one side is nil: the negation of `==`.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: Value?
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// Whether the left side has the identity of the right side; false for nil.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value?>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side has the identity of the right side; false for nil.
public func == <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.equal, b)
}

/// Whether the left side has another identity than the right side; true for nil.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable>(
    a: KeyPath<Root, Value?>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

/// Whether the left side has another identity than the right side; true for nil.
public func != <Root: PredicateFieldValue, Value: PredicateDescribed & Identifiable, Form>(
    a: KeyPathTerm<Root, Value?, Form>, b: Value
) -> KeyPathPredicate<Root> where Value.ID: PredicateFieldValue {
    a.predicateOperand.identified(.notEqual, b)
}

extension KeyPathOperand where Value: PredicateDescribed & Identifiable, Value.ID: PredicateFieldValue {
    /// Whether the value has the identity of one of several values.
    public func `in`(_ values: Value...) -> KeyPathPredicate<Root> { predicateOperand.identified(in: values) }

    /// Whether the value has the identity of one of the values in a sequence.
    public func `in`(_ values: some Sequence<Value>) -> KeyPathPredicate<Root> {
        predicateOperand.identified(in: Array(values))
    }
}

extension KeyPathOperand {
    /// Whether the value has the identity of one of several values; false for nil.
    public func `in`<Wrapped: PredicateDescribed & Identifiable>(_ values: Wrapped...) -> KeyPathPredicate<Root>
    where Value == Wrapped?, Wrapped.ID: PredicateFieldValue { predicateOperand.identified(in: values) }

    /// Whether the value has the identity of one of the values in a sequence; false for nil.
    public func `in`<Wrapped: PredicateDescribed & Identifiable>(_ values: some Sequence<Wrapped>) -> KeyPathPredicate<
        Root
    > where Value == Wrapped?, Wrapped.ID: PredicateFieldValue { predicateOperand.identified(in: Array(values)) }
}

extension KeyPathSingleOperand
where
    Value: KeyPathList, Value.ListElement: PredicateDescribed & Identifiable, Value.ListElement.ID: PredicateFieldValue
{
    /// Whether one of the values has the identity of another value.
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
        // In generic code, `\Value.id` is not the same key path as that of the type itself.
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
