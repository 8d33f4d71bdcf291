import PredicatePlatform

extension ExpressionTree {
    /// The tree of a value in its printed form: lists as aggregates, sets as a UNION with an empty list, decimals,
    /// UUIDs and URLs as casts of their text.
    public static func literal(_ value: PredicateValue, range: SourceRange? = nil) -> ExpressionTree {
        literal(value, range, depth: 0)
    }

    private static func literal(_ value: PredicateValue, _ range: SourceRange?, depth: Int) -> ExpressionTree {
        switch value {
        case .list(let elements): return aggregate(elements, range, depth)
        case .set(let elements):
            let list = aggregate(elements, range, depth)
            let nothing = ExpressionTree(.aggregate([]), type: .list(.any), range: range)
            return ExpressionTree(.set(.union, list, nothing), type: .set(list.type.element ?? .any), range: range)
        case .decimal(let decimal): return cast("\(decimal)", .decimal, .decimal, range)
        case .uuid(let uuid): return cast(uuid.uuidString, .uuid, .uuid, range)
        case .url(let text): return cast(text, .url, .url, range)
        case .double(let number) where !number.isFinite:
            return ExpressionTree(.constant(.null), type: .null, range: range)
        default: return ExpressionTree(.constant(value), type: ValueType(of: value), range: range)
        }
    }

    /// Represents nested lists beyond the depth that is evaluated.
    private static var tooDeep: ExpressionTree {
        var tree = ExpressionTree(.record)
        while !tree.isTooDeep { tree = ExpressionTree(.complement(tree)) }
        return tree
    }

    private static func aggregate(_ elements: [PredicateValue], _ range: SourceRange?, _ depth: Int) -> ExpressionTree {
        guard depth < ValueSemantics.nestingLimit else { return tooDeep }
        var children: [ExpressionTree] = []
        var type: ValueType?
        children.reserveCapacity(elements.count)
        for element in elements {
            let child = literal(element, range, depth: depth + 1)
            type = type.map { ValueType.join($0, child.type) } ?? child.type
            children.append(child)
        }
        return ExpressionTree(.aggregate(children), type: .list(type ?? .any), range: range)
    }

    private static func cast(_ text: String, _ target: CastTarget, _ type: ValueType, _ range: SourceRange?)
        -> ExpressionTree
    {
        let operand = ExpressionTree(.constant(.string(text)), type: .string, range: range)
        return ExpressionTree(.cast(operand, target), type: type, range: range)
    }

    /// Whether the value is the same for every record, and at any time.
    package var isConstant: Bool {
        switch kind {
        case .constant: true
        case .aggregate(let elements): elements.allSatisfy(\.isConstant)
        case .cast(let value, _), .complement(let value): value.isConstant
        case .arithmetic(_, let a, let b), .set(_, let a, let b): a.isConstant && b.isConstant
        default: false
        }
    }
}
