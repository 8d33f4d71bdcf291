import PredicateFormat

// Values that come when a statement is run: variables, and the instant of `now()`.
extension SQLTranslator {
    /// A comparison with a variable.
    func relation(_ relation: SQLRelation, _ scalar: SQLScalar, variable name: String, _ options: StringOptions)
        -> SQLPair
    {
        guard options.isEmpty else { return .unknown("the value of a variable is folded when it is run") }
        guard let kind = dialect.kind(ofVariableBeside: scalar) else {
            return .unknown("the value of a variable beside it is converted when it is run")
        }
        if let problem = orderProblem(relation, scalar) { return .unknown(problem) }
        let parameter = SQLNode.parameter(.variable(name, kind), kind)
        if let test = bare(relation, scalar, parameter) { return trusted(.exact(test), scalar.trust) }
        return self.relation(relation, scalar, SQLScalar(node: parameter, kind: scalar.kind), options)
    }

    /// A comparison with a variable that is false if the variable is nil, for BETWEEN; nil if SQL knows of no such one.
    func bound(_ relation: SQLRelation, _ operand: SQLOperand, variable name: String) -> SQLPair? {
        guard case .scalar(let scalar) = operand, let kind = dialect.kind(ofVariableBeside: scalar),
            orderProblem(relation, scalar) == nil, isBare(scalar)
        else { return nil }
        let parameter = SQLNode.parameter(.variable(name, kind), kind)
        return trusted(.exact(reached(by: scalar.steps, compared(relation, scalar, parameter))), scalar.trust)
    }

    /// Whether a column is compared with a variable as it is stored.
    private func isBare(_ scalar: SQLScalar) -> Bool {
        guard dialect == .sqlite || dialect == .postgresql, let column = scalar.column else { return false }
        return switch (scalar.kind, column.type) {
        case (.integer, _), (.real, _), (.text, .text): true
        case (.boolean, _): dialect == .sqlite
        default: false
        }
    }

    /// A comparison of a stored column, as it is, with a value of its kind or NULL, so that an index serves; nil if its
    /// values are compared in another way.
    ///
    /// It is that of a constant: the kind of a variable keeps other values from its parameter, and the bounds keep the
    /// values of other types from the condition. What is true between nil and nil stands apart, each way to be nil by
    /// itself: SQLite looks each one up in the index.
    private func bare(_ relation: SQLRelation, _ scalar: SQLScalar, _ value: SQLNode) -> SQLNode? {
        guard isBare(scalar), let column = scalar.column else { return nil }
        let test = reached(by: scalar.steps, compared(relation, scalar, value))
        guard relation.holdsForNil else { return test }
        let isNil = SQLNode.isNull(value)
        if scalar.steps.isEmpty {
            let isInfinite =
                dialect.mayHoldInfinity(column)
                ? SQLNode.and([isInfinite(column, scalar.node), isNil]) : .no
            if relation == .equal {
                let node = dialect.comparable(scalar, relation)
                // PostgreSQL does not use an index for IS NOT DISTINCT FROM.
                if dialect == .sqlite { return .or([.same(node, value), isInfinite]) }
            }
            return .or([test, .and([.isNull(scalar.node), isNil]), isInfinite])
        }
        return .or([test, .and([isPresent(scalar).negated, isNil])])
    }

    func relation(_ relation: SQLRelation, _ scalar: SQLScalar, _ other: SQLOperand, _ options: StringOptions)
        -> SQLPair
    {
        guard case .now = other, scalar.kind == .date else { return .exact(.no) }
        let now = SQLNode.parameter(.now(.real), .real)
        return self.relation(relation, scalar, SQLScalar(node: now, kind: .date), options)
    }
}
