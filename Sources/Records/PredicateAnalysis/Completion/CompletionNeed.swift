import PredicateCore

/// The need at the cursor, according to the open grammar rules.
enum CompletionNeed {
    /// A condition.
    case condition
    /// Many values, for ANY and other quantifiers.
    case many
    /// Any value.
    case value
    /// A value that can be compared with a value of a type.
    case comparable(with: ExpressionTree, ValueType, isOrder: Bool, allowsNil: Bool)
    /// A value that can contain a value of a type, for IN.
    case container(of: ExpressionTree, ValueType)
    /// Two bounds in braces.
    case bounds
    /// A value for a parameter of a type.
    case parameter(ValueType)
    /// A value to add to a date, or to subtract from one.
    case term(ofDate: Bool)
    /// An index of a value.
    case index(of: ExpressionTree)

    /// Whether a value of a type is allowed.
    func accepts(_ type: ValueType) -> Bool {
        if case .bounds = self { return false }
        if case .any = type { return true }
        switch self {
        case .condition, .value: return true
        case .many: return type.element != nil
        case .comparable(let left, let leftType, let isOrder, _):
            if leftType.family == .any || leftType.family == .null { return !isOrder || type.hasOrder }
            if (type.element == nil) != (leftType.element == nil) { return false }
            // TRUE equals 1, but numbers are not offered for comparisons with conditions.
            if (type.unwrapped == .boolean) != (leftType.unwrapped == .boolean) { return false }
            if isOrder, !type.hasOrder { return false }
            return Checker.comparable(leftType, type, left, ExpressionTree(.record, type: type))
        case .container(let element, let elementType):
            if case .dictionary(let value) = type.unwrapped { return fits(element, elementType, value) }
            if let inner = type.element { return inner.element == nil && fits(element, elementType, inner) }
            return type.isTextual && elementType.isTextual
        case .bounds: return false
        case .parameter(let wanted): return Checker.fits(type, wanted)
        case .term(let ofDate):
            return type.family == .number || ofDate && (type.family == .date || type.unwrapped == .dateTime)
        case .index(let base):
            switch base.type.unwrapped {
            case .list: return type.unwrapped == .integer
            case .dictionary, .object: return type.family == .text
            default: return false
            }
        }
    }

    private func fits(_ element: ExpressionTree, _ type: ValueType, _ inner: ValueType) -> Bool {
        Checker.comparable(inner, type, ExpressionTree(.record, type: inner), element)
    }

    /// Whether any value is allowed, so that candidates with other types are offered too.
    var isAnything: Bool {
        switch self {
        case .condition, .value: true
        default: false
        }
    }
}

extension CandidateFinder {
    /// The need inside the open rules.
    func need(in frames: [CursorTrace.Frame], _ checker: inout Checker) -> CompletionNeed {
        var rest = frames[...]
        // A parenthesis may contain whatever is allowed in its place, and always starts a condition.
        while case .condition = rest.last, case .parenthesis = rest.dropLast().last { rest = rest.dropLast(2) }
        guard let frame = rest.last else { return .value }
        switch frame {
        case .condition, .ternaryCondition, .elementCondition: return .condition
        case .quantified: return .many
        case .rightSide(let left, let comparator, let quantifier):
            return need(rightOf: typed(left, &checker), comparator, quantifier)
        case .arithmetic(let symbol, let left): return need(rightOf: typed(left, &checker), symbol)
        case .sign: return .parameter(.double)
        case .set, .collection: return .parameter(.list(.any))
        case .element:
            return elementNeed(of: need(in: Array(rest.dropLast()), &checker), Array(rest.dropLast()), &checker)
        case .index(let base): return .index(of: typed(base, &checker))
        case .argument(let name, let location):
            guard let parameters = parameters(of: name) else { return .value }
            return location < parameters.count ? .parameter(parameters[location].type) : .value
        case .functionArgument(let selector, let location):
            guard case .literal(.string(let name)) = selector.kind, let parameters = parameters(of: name),
                location + 1 < parameters.count
            else { return .value }
            return .parameter(parameters[location + 1].type)
        case .parenthesis, .castValue, .castType, .functionTarget, .functionName, .ternaryValue, .assigned:
            return .value
        }
    }

    private func need(rightOf left: ExpressionTree, _ symbol: ArithmeticOperator?) -> CompletionNeed {
        guard let symbol else { return .parameter(.integer) }
        if symbol.isBitwise { return .parameter(.integer) }
        let isDate = left.type.family == .date || left.type.unwrapped == .dateTime
        return .term(ofDate: isDate && symbol == .subtract)
    }

    private func need(rightOf left: ExpressionTree, _ comparator: SyntaxComparator, _ quantifier: Quantifier?)
        -> CompletionNeed
    {
        guard case .known(let operation) = comparator else { return .value }
        let type = operandType(of: left, quantifier, operation)
        switch operation.form {
        case .relation:
            let isEquality = operation == .equal || operation == .notEqual
            return .comparable(
                with: left, type, isOrder: !isEquality, allowsNil: isEquality && type.isOptional)
        case .between: return .bounds
        case .text: return .parameter(.string)
        case .membership: return .container(of: left, type)
        case .containment:
            if case .dictionary(let value) = type.unwrapped {
                return .comparable(with: left, value, isOrder: false, allowsNil: false)
            }
            if let element = type.element {
                return .comparable(with: left, element, isOrder: false, allowsNil: false)
            }
            return type.isTextual && type.family != .any ? .parameter(.string) : .value
        case .custom(let name):
            return library.operators[asciiUppercased(name)].map { .parameter($0.right) } ?? .value
        }
    }

    /// The need for an element of a list at a location.
    private func elementNeed(
        of outer: CompletionNeed, _ frames: [CursorTrace.Frame], _ checker: inout Checker
    ) -> CompletionNeed {
        switch outer {
        case .container(let left, let type):
            return .comparable(with: left, type, isOrder: false, allowsNil: false)
        case .bounds:
            guard case .rightSide(let left, _, let quantifier) = frames.last else { return .value }
            let tree = typed(left, &checker)
            return .comparable(
                with: tree, operandType(of: tree, quantifier, .between), isOrder: true, allowsNil: false)
        case .comparable(let left, let type, _, _):
            return .comparable(with: left, type.element ?? .any, isOrder: false, allowsNil: false)
        case .parameter(let type): return type.element.map { .parameter($0) } ?? .value
        default: return .value
        }
    }

    /// The type of the left side as the operator sees it: an element if there is a quantifier.
    func operandType(of left: ExpressionTree, _ quantifier: Quantifier?, _ operation: ComparisonOperator?) -> ValueType
    {
        guard quantifier != nil, let element = left.type.element else { return left.type }
        return operation == .contains ? element : element.innermost
    }

    /// The parameters of a function, by either spelling of its selector.
    func parameters(of name: String) -> [FunctionParameter]? {
        for selector in [name, name + ":"] {
            if let function = BuiltInFunction(rawValue: selector) { return function.signature.parameters }
            if let function = library.functions[selector] { return function.parameters }
        }
        if let symbol = ArithmeticOperator.allCases.first(where: { $0.selector == name }) {
            let type: ValueType = symbol.isBitwise ? .integer : .double
            return [FunctionParameter("a", type), FunctionParameter("b", type)]
        }
        return nil
    }
}
