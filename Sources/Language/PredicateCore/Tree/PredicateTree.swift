import PredicatePlatform

/// A predicate as a typed tree: the result of checking a string, and the form that programs build, walk, rewrite and
/// print.
///
/// Equality is structural and ignores the ranges and types of nodes.
public struct PredicateTree: Hashable, Sendable {
    /// The forms of a predicate.
    public indirect enum Kind: Hashable, Sendable {
        /// `TRUEPREDICATE`, `FALSEPREDICATE`
        case constant(Bool)
        /// `a AND b AND …`; true without parts.
        case and([PredicateTree])
        /// `a OR b OR …`; false without parts.
        case or([PredicateTree])
        /// `NOT a`
        case not(PredicateTree)
        /// `ANY a == b`
        case comparison(Comparison)
    }

    /// A comparison of two expressions.
    public struct Comparison: Hashable, Sendable {
        /// `ANY` or `ALL`; `NONE` is `NOT ANY`.
        public var quantifier: Quantifier?
        /// The operator.
        public var comparator: ComparisonOperator
        /// The letters in brackets.
        public var options: StringOptions
        /// The left side.
        public var left: ExpressionTree
        /// The right side.
        public var right: ExpressionTree

        /// A comparison.
        public init(
            _ left: ExpressionTree, _ comparator: ComparisonOperator, _ right: ExpressionTree,
            options: StringOptions = [], quantifier: Quantifier? = nil
        ) {
            self.quantifier = quantifier
            self.comparator = comparator
            self.options = options
            self.left = left
            self.right = right
        }
    }

    /// The form and its parts.
    public var kind: Kind { didSet { measure() } }
    /// Its range in the text that it came from; nil in a tree that was built.
    public var range: SourceRange?
    /// Whether the group was joined step by step. It prints as nested groups of two (D81).
    package var isStepwise = false
    /// The number of levels, `TreeHeight.overflow` if there were too many.
    package private(set) var height = 1

    /// A node of the tree.
    public init(_ kind: Kind, range: SourceRange? = nil) {
        self.kind = kind
        self.range = range
        measure()
    }

    /// A node with a known number of levels.
    init(_ kind: Kind, range: SourceRange?, height: Int) {
        self.kind = height > Self.maximumHeight ? .constant(false) : kind
        self.range = range
        self.height = height
    }

    /// The maximum number of levels of a tree.
    ///
    /// A tree is released and walked level by level, and no tree that a program builds may overflow the stack. The
    /// limit on evaluation is lower (`PredicateLimits.depth`).
    package static let maximumHeight = 1000

    /// Whether the tree had more than `maximumHeight` levels. Such a tree is not kept: it becomes `FALSEPREDICATE`,
    /// like every tree that contains it. It prints as an empty text, and checking it gives the error `too-deep`.
    package var isTooDeep: Bool { height > Self.maximumHeight }

    /// A tree that has too many levels. Its evaluation reaches the limit on steps.
    static let tooDeep = PredicateTree(.constant(false), range: nil, height: TreeHeight.overflow)

    private mutating func measure() {
        let levels = TreeHeight.above(kind)
        // The assignment measures again, so the height is set afterwards.
        if levels > Self.maximumHeight { kind = .constant(false) }
        height = levels
    }

    /// Structural equality, without ranges and types.
    public static func == (a: PredicateTree, b: PredicateTree) -> Bool {
        PredicateTreeNode.same(.predicate(a), .predicate(b))
    }
    /// Structural hash.
    public func hash(into hasher: inout Hasher) { PredicateTreeNode.predicate(self).combine(into: &hasher) }
}

/// An expression as a typed tree.
///
/// Equality is structural and ignores ranges and types.
public struct ExpressionTree: Hashable, Sendable {
    /// The forms of an expression.
    ///
    /// Lists and sets are `aggregate` nodes, and decimals, UUIDs and URLs are casts of their text, even for the values
    /// of arguments. So every tree prints as a string that parses to the same tree. `literal(_:)` builds them.
    public indirect enum Kind: Hashable, Sendable {
        /// A literal: nil, a boolean, an integer, a double, a string, a date, bytes.
        case constant(PredicateValue)
        /// `SELF`
        case record
        /// The current element of the enclosing collection operator: the start of the path after `@sum`.
        case element
        /// `base.name`
        case field(ExpressionTree, String)
        /// `base.uppercase('k')`, `base.$v`: the value of the expression is the key.
        case dynamicField(ExpressionTree, ExpressionTree)
        /// `base.@sum.path`; the path starts at `element`, and is nil if nothing follows the operator.
        case collection(CollectionOperator, ExpressionTree, path: ExpressionTree?)
        /// `base[…]`
        case index(ExpressionTree, Index)
        /// `$name`: a substitution variable, the element of a SUBQUERY, or the value of an assignment.
        case variable(String)
        /// `$name := e`
        case assignment(String, ExpressionTree)
        /// A format argument without a value, by its index in the list of arguments (from 0): `%@`.
        case argument(Int, FormatSpecifier)
        /// `{a, b, …}`
        case aggregate([ExpressionTree])
        /// `a + b`
        case arithmetic(ArithmeticOperator, ExpressionTree, ExpressionTree)
        /// `~a`
        case complement(ExpressionTree)
        /// `a UNION b`
        case set(SetOperator, ExpressionTree, ExpressionTree)
        /// `name:(a, …)`: a function by its selector. A function without arguments has its name only.
        case call(String, [ExpressionTree])
        /// `FUNCTION(target, 'selector:', a, …)`
        case function(target: ExpressionTree, selector: String, arguments: [ExpressionTree])
        /// `CAST(a, 'NSDate')`
        case cast(ExpressionTree, CastTarget)
        /// `TERNARY(p, a, b)`
        case ternary(PredicateTree, ExpressionTree, ExpressionTree)
        /// `SUBQUERY(collection, $name, predicate)`
        case subquery(ExpressionTree, variable: String, PredicateTree)
    }

    /// The contents of the brackets of an index.
    public enum Index: Hashable, Sendable {
        /// `[FIRST]`
        case first
        /// `[LAST]`
        case last
        /// `[SIZE]`
        case size
        /// `[e]`
        case at(ExpressionTree)
    }

    /// The form and its parts.
    public var kind: Kind { didSet { measure() } }
    /// The type from the check; `any` before it.
    public var type: ValueType
    /// Its range in the text that it came from; nil in a tree that was built.
    public var range: SourceRange?
    /// The number of levels, `TreeHeight.overflow` if there were too many.
    package private(set) var height = 1

    /// A node of the tree.
    public init(_ kind: Kind, type: ValueType = .any, range: SourceRange? = nil) {
        self.kind = kind
        self.type = type
        self.range = range
        measure()
    }

    /// A node with a known number of levels.
    init(_ kind: Kind, type: ValueType, range: SourceRange?, height: Int) {
        self.kind = height > PredicateTree.maximumHeight ? .constant(.null) : kind
        self.type = type
        self.range = range
        self.height = height
    }

    /// Whether the tree had more levels than `PredicateTree.maximumHeight`. Such a tree is not kept: it becomes nil,
    /// and a predicate that contains it is also too deep.
    package var isTooDeep: Bool { height > PredicateTree.maximumHeight }

    private mutating func measure() {
        let levels = TreeHeight.above(kind)
        // The assignment measures again, so the height is set afterwards.
        if levels > PredicateTree.maximumHeight { kind = .constant(.null) }
        height = levels
    }

    /// Structural equality, without ranges and types.
    public static func == (a: ExpressionTree, b: ExpressionTree) -> Bool {
        PredicateTreeNode.same(.expression(a), .expression(b))
    }
    /// Structural hash.
    public func hash(into hasher: inout Hasher) { PredicateTreeNode.expression(self).combine(into: &hasher) }
}

extension ExpressionTree {
    /// The tree of a value in its printed form: lists as aggregates, sets as a UNION with an empty list, UUIDs, URLs and
    /// decimals that are no literals as casts of their text.
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
        case .decimal(let decimal) where NumberText.literal(decimal) == nil:
            return cast("\(decimal)", .decimal, .decimal, range)
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
        children.reserveCapacity(elements.count)
        for element in elements { children.append(literal(element, range, depth: depth + 1)) }
        return list(of: children, at: range)
    }

    /// A list of expressions, with what their types have in common.
    static func list(of elements: [ExpressionTree], at range: SourceRange?) -> ExpressionTree {
        let type = elements.dropFirst().reduce(elements.first?.type ?? .any) { ValueType.join($0, $1.type) }
        return ExpressionTree(.aggregate(elements), type: .list(type), range: range)
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
