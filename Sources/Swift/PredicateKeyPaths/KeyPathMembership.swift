import PredicateFormat

extension KeyPathOperand where Value: PredicateFieldValue {
    /// Whether the value is one of several values; false for nil.
    public func `in`(_ values: Value...) -> KeyPathPredicate<Root> { self.in(values) }

    /// Whether the value is in an array, a set or another sequence; false for nil.
    public func `in`(_ values: some Sequence<Value>) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.in, PredicateOperand(Array(values)))
    }

    /// Whether the value is in the list of an expression; false for nil.
    public func `in`<List: KeyPathList>(_ values: KeyPathExpression<Root, List>) -> KeyPathPredicate<Root>
    where List.ListElement == Value {
        predicateOperand.compared(.in, values.predicateOperand)
    }
}

extension KeyPathOperand {
    /// Whether the value is one of several values; false for nil.
    public func `in`<Wrapped: PredicateFieldValue>(_ values: Wrapped...) -> KeyPathPredicate<Root>
    where Value == Wrapped? { self.in(values) }

    /// Whether the value is in an array, a set or another sequence; false for nil.
    public func `in`<Wrapped: PredicateFieldValue>(_ values: some Sequence<Wrapped>) -> KeyPathPredicate<Root>
    where Value == Wrapped? {
        predicateOperand.compared(.in, PredicateOperand(Array(values)))
    }

    /// Whether the value is in the list of an expression; false for nil.
    public func `in`<Wrapped, List: KeyPathList>(_ values: KeyPathExpression<Root, List>) -> KeyPathPredicate<Root>
    where Value == Wrapped?, List.ListElement == Wrapped {
        predicateOperand.compared(.in, values.predicateOperand)
    }
}

extension KeyPathOperand where Value: KeyPathList {
    /// Whether the list contains an element; false if the list is nil.
    public func contains(_ element: Value.ListElement) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(element))
    }

    /// Whether the list contains the value of an expression; false if the list is nil.
    public func contains(_ element: KeyPathExpression<Root, Value.ListElement>) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, element.predicateOperand)
    }
}

extension KeyPathOperand where Value: KeyPathList, Value.ListElement: KeyPathTextual {
    /// Whether the list contains a text, compared with the options; false if the list is nil.
    public func contains(_ element: String, _ options: StringOptions) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(element), options)
    }
}

extension KeyPathOperand where Value: KeyPathDictionary {
    /// Whether the dictionary has a value under any key; false if it is nil.
    public func contains(_ value: Value.DictionaryValue) -> KeyPathPredicate<Root> {
        predicateOperand.compared(.contains, PredicateOperand(value))
    }
}
