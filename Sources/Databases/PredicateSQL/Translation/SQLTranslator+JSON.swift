import PredicateCore

// Values of `jsonb`, whose types are known only row by row.
extension SQLTranslator {
    private static func literal(_ json: String) -> SQLNode { .literal("'\(json)'::jsonb") }

    private func isType(_ node: SQLNode, _ type: String) -> SQLNode {
        .compare(.call("jsonb_typeof", [node]), "=", .literal("'\(type)'"))
    }

    /// The value of a key. Over an array the path maps, and the result is a list. An empty one
    /// represents it, because a list is neither nil nor equal to a single value.
    func member(json scalar: SQLScalar, _ key: String) -> SQLOperand {
        guard !key.utf8.contains(0), key != "length" else { return .unknown("a string has a length, too") }
        var member = scalar
        let found = SQLNode.infix(scalar.node, "->", .text(key), .bits, isNullable: true)
        member.node = .cases([(isType(scalar.node, "array"), Self.literal("[]"))], otherwise: found)
        return .scalar(member)
    }

    /// Whether a value is not JSON's null. A number that no double holds reads as nil.
    func isPresent(json node: SQLNode) -> SQLNode {
        let isTooLarge = SQLNode.and([
            isType(node, "number"),
            .or([
                .compare(node, ">=", Self.literal("1.7976931348623158079e308")),
                .compare(node, "<=", Self.literal("-1.7976931348623158079e308")),
            ]),
        ])
        return .and([.compare(node, "<>", Self.literal("null")), isTooLarge.negated])
    }

    /// A comparison with a constant.
    func relation(
        _ relation: ConstantComparison, json scalar: SQLScalar, _ value: PredicateValue, _ options: StringOptions
    )
        -> SQLPair
    {
        switch value {
        case .string(let text):
            if !options.effective.isEmpty { return .unknown(Self.foldingReason) }
            if text.utf8.contains(0) {
                return relation == .equal ? .exact(.no) : .unknown("strings of PostgreSQL cannot hold U+0000")
            }
            let parameter = SQLNode.text(text)
            if relation == .equal {
                let test = SQLNode.compare(scalar.node, "=", .call("to_jsonb", [parameter]))
                return .exact(reached(by: scalar.steps, test))
            }
            let found = SQLNode.collate(
                .infix(scalar.node, "#>>", .literal("'{}'"), .bits, isNullable: true), "\"C\"")
            let test = SQLNode.cases(
                [(isType(scalar.node, "string"), .compare(found, relation.symbol, parameter))], otherwise: .no)
            return .exact(reached(by: scalar.steps, test))
        case .boolean, .integer, .double:
            guard let test = number(relation, json: scalar.node, value) else {
                return .unknown("PostgreSQL compares the number after rounding")
            }
            return .exact(reached(by: scalar.steps, test))
        default: return .unknown("the type of its value is known only row by row")
        }
    }

    /// A number of JSON is an integer if it is written as one that fits in 64 bits, otherwise a double.
    private func number(_ relation: ConstantComparison, json node: SQLNode, _ value: PredicateValue) -> SQLNode? {
        guard let constant = ExactNumber(value), case let double = constant.asDouble, abs(double) < 0x1p62,
            double == 0 || abs(double) > 1e-300
        else { return nil }
        let number = SQLNode.cast(node, "numeric")
        let whole: SQLNode
        let wholeRelation: ConstantComparison
        switch constant {
        case .integer(let integer):
            guard Int64(exactly: double) == integer else { return nil }
            (whole, wholeRelation) = (.integer(integer), relation)
        case .double:
            let below = Int64(double.rounded(.down))
            whole = .integer(below)
            if Double(below) == double {
                wholeRelation = relation
            } else {
                switch relation {
                case .equal: wholeRelation = .equal
                case .less, .lessOrEqual: wholeRelation = .lessOrEqual
                case .greater, .greaterOrEqual: wholeRelation = .greater
                }
            }
        case .decimal: return nil
        }
        let isNever = relation == .equal && double != double.rounded(.down)
        func ofWhole(_ node: SQLNode) -> SQLNode {
            isNever ? .no : .compare(node, wholeRelation.symbol, whole)
        }
        let real = SQLNode.real(double)
        let size = SQLNode.call("abs", [number])
        let isWhole = SQLNode.and([
            .compare(.call("scale", [number]), "=", .literal("0")), .hasIntegerSize(number),
        ])
        let ofNumber = SQLNode.cases(
            [
                (isWhole, ofWhole(number)),
                (.compare(size, ">=", .literal("1.7976931348623158079e308")), .no),
                // Half of the smallest double: what is not above it is zero.
                (
                    .compare(size, ">", .literal("2.4703282292062328e-324")),
                    .compare(.cast(number, "float8"), relation.symbol, real)
                ),
            ], otherwise: .compare(.literal("0"), relation.symbol, real))
        let flag = SQLNode.cast(SQLNode.compare(node, "=", Self.literal("true")), "int4")
        return .cases(
            [(isType(node, "number"), ofNumber), (isType(node, "boolean"), ofWhole(flag))], otherwise: .no)
    }
}
