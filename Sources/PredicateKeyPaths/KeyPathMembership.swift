import PredicateFormat

extension KeyPathOperand where Value: PredicateFieldValue {
    /// Whether the value is one of several; of nil false.
    public func `in`(_ values: Value...) -> KeyPathPredicate<Root> { self.in(values) }

    /// Whether the value is one of those in a sequence; of nil false.
    public func `in`(_ values: some Sequence<Value>) -> KeyPathPredicate<Root> {
        let values = PredicateValue.list(values.map(\.predicateValue))
        return predicateOperand.compared(.in, PredicateOperand(ExpressionTree.literal(values)))
    }
}
