import PredicateFormat

// Numbers of two kinds in servers, which compare them after rounding. The language compares integers with doubles
// exactly, and decimals with doubles as doubles (D100).
extension SQLTranslator {
    /// A comparison with a constant number of another kind; nil if the constant compares as it is.
    func number(_ relation: SQLRelation, _ scalar: SQLScalar, _ value: PredicateValue) -> SQLPair? {
        switch (scalar.kind, value) {
        case (.integer, .double(let double)), (.boolean, .double(let double)):
            guard double.isFinite, Int64(exactly: double) == nil else { return nil }
            return between(relation, scalar, below: Int64(exactly: double.rounded(.down)), isLow: double < 0) {
                .parameter(.value(.integer($0)), .integer)
            }
        case (.real, .integer(let integer)):
            guard Double(exactly: integer) == nil else { return nil }
            var below = Double(integer)
            if ExactNumber.compare(integer, below) == .less { below = below.nextDown }
            return between(relation, scalar, below: below, isLow: integer < 0) {
                .parameter(.value(.real($0)), .real)
            }
        case (.decimal, .double(let double)) where dialect == .postgresql:
            guard double.isFinite else { return nil }
            var rounded = scalar
            rounded.column = nil
            rounded.node = .cast(scalar.node, "float8")
            var test = [compared(relation, rounded, .parameter(.value(.real(double)), .real))]
            if let column = scalar.column, relation != .equal {
                test += dialect.bounds(of: column, scalar.node, relation)
            }
            return .exact(reached(by: scalar.steps, .and(test)))
        default: return nil
        }
    }

    /// A comparison with a constant that lies between two neighbouring values of a column.
    ///
    /// - Parameters:
    ///   - below: the neighbour below; nil if all values are on one side of the constant.
    ///   - isLow: whether the constant is negative, and so below all values if it has no neighbour.
    private func between<Value>(
        _ relation: SQLRelation, _ scalar: SQLScalar, below: Value?, isLow: Bool, _ node: (Value) -> SQLNode
    ) -> SQLPair {
        let isUpward: Bool
        switch relation {
        case .equal: return .exact(.no)
        case .less, .lessOrEqual: isUpward = false
        case .greater, .greaterOrEqual: isUpward = true
        }
        guard let below else { return .exact(isUpward == isLow ? isPresent(scalar) : .no) }
        return .exact(reached(by: scalar.steps, compared(isUpward ? .greater : .lessOrEqual, scalar, node(below))))
    }

    /// A comparison of two values, one of which is a double; nil if they compare as they are.
    func numbers(
        _ relation: SQLRelation, _ kindA: SQLScalar.Kind, _ a: SQLNode, _ kindB: SQLScalar.Kind, _ b: SQLNode
    ) -> SQLNode? {
        guard kindA.isNumber, kindB.isNumber, (kindA == .real) != (kindB == .real) else { return nil }
        guard kindB == .real else { return numbers(relation.mirrored, kindB, b, kindA, a) }
        if kindA == .decimal { return .compare(.cast(a, "float8"), relation.symbol, b) }
        let integer = kindA == .boolean ? SQLNode.cast(a, dialect == .spark ? "BIGINT" : "int4") : a
        // Beyond these doubles there are no integers.
        let lowest = SQLNode.literal(dialect.literal(.real(-0x1p63)))
        let highest = SQLNode.literal(dialect.literal(.real(0x1p63)))
        let fits = SQLNode.and([.compare(b, ">=", lowest), .compare(b, "<", highest)])
        func whole(_ function: String) -> SQLNode { .cast(.call(function, [b]), dialect.typeName(of: .integer)) }
        let test: SQLNode
        let beyond: SQLNode
        switch relation {
        case .equal:
            test = .and([.compare(integer, "=", whole("floor")), .compare(.call("floor", [b]), "=", b)])
            beyond = .no
        case .less, .lessOrEqual:
            test = .compare(integer, relation.symbol, whole(relation == .less ? "ceil" : "floor"))
            beyond = .and([.compare(b, ">=", highest), .isNotNull(integer)])
        case .greater, .greaterOrEqual:
            test = .compare(integer, relation.symbol, whole(relation == .greater ? "floor" : "ceil"))
            beyond = .and([.compare(b, "<", lowest), .isNotNull(integer)])
        }
        return .cases([(fits, test)], otherwise: beyond)
    }
}
