import PredicateFormat

// Values that SQL does not compute yet.
extension SQLTranslator {
    func read(_ operand: SQLOperand, as reading: CoreReading) -> SQLOperand {
        switch operand {
        case .constant(let value): return .constant(ValueSemantics.read(value, as: reading))
        case .scalar(let scalar):
            switch (reading, scalar.kind) {
            case (.integer, .integer), (.integer, .boolean), (.double, .real), (.date, .date), (.uuid, .uuid),
                (.data, .blob),
                (.decimal, .decimal), (.double, .boolean), (.decimal, .boolean):
                return operand
            default: return .unknown("its column has another type than its field")
            }
        case .list(var list):
            guard case .elements(let inner) = reading else { return .unknown("SQL has no sets") }
            list.element = read(list.element, as: inner)
            if case .unknown(let reason) = list.element { return .unknown(reason) }
            return .list(list)
        case .row, .unknown: return operand
        default: return .unknown("its value is converted when it is evaluated")
        }
    }

    func end(of operand: SQLOperand, isLast: Bool) -> SQLOperand { .unknown("lists of rows have no order") }
    func element(of operand: SQLOperand, at index: SQLOperand) -> SQLOperand { .unknown("lists of rows have no order") }
    func count(_ operand: SQLOperand) -> SQLOperand { .unknown("it is not translated") }
    func collection(_ op: CollectionOperator, _ base: CoreExpression, _ slot: Int, _ path: CoreExpression?)
        -> SQLOperand
    {
        .unknown("\(op.rawValue) is not translated")
    }
    func subquery(_ base: CoreExpression, _ slot: Int, _ predicate: CorePredicate) -> SQLOperand {
        .unknown("SUBQUERY is not translated")
    }
    func arithmetic(_ op: ArithmeticOperator, _ a: SQLOperand, _ b: SQLOperand) -> SQLOperand {
        .unknown("arithmetic is not translated")
    }
    func complement(_ operand: SQLOperand) -> SQLOperand { .unknown("arithmetic is not translated") }
    func call(_ function: BuiltInFunction, _ arguments: [CoreExpression]) -> SQLOperand {
        .unknown("the function \(function.rawValue) is not translated")
    }
    func cast(_ operand: SQLOperand, _ target: CastTarget) -> SQLOperand { .unknown("CAST is not translated") }
    func ternary(_ condition: CorePredicate, _ a: CoreExpression, _ b: CoreExpression) -> SQLOperand {
        .unknown("TERNARY is not translated")
    }
    func length(_ scalar: SQLScalar) -> SQLOperand { .unknown("length is not translated") }
    func text(_ op: TextOperator, _ a: CoreExpression, _ b: CoreExpression, _ options: StringOptions) -> SQLPair {
        .unknown("it is not translated")
    }
    func folded(_ relation: SQLRelation, _ scalar: SQLScalar, _ text: String, _ options: StringOptions) -> SQLPair {
        .unknown("it is not translated")
    }
    func quantified(
        _ quantifier: CoreQuantifier, _ over: CoreExpression, _ slot: Int, _ expansion: CoreExpansion,
        _ body: CorePredicate
    ) -> SQLPair { .unknown("it is not translated") }
}
