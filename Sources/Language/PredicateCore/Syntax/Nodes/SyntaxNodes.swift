// The most common nodes. Code that knows the form of a node uses its class to read its parts without a copy of the
// rest.

/// A literal number, text, truth value or nil.
final class LiteralNode: SyntaxNode, @unchecked Sendable {
    let value: PredicateValue

    init(_ value: PredicateValue, _ range: SourceRange) {
        self.value = value
        super.init(range, height: 1, .expression, .literal)
    }

    override var literal: LiteralNode? { self }
    override var kind: Kind { .literal(value) }
}

/// `SELF`
final class RecordNode: SyntaxNode, @unchecked Sendable {
    init(_ range: SourceRange) { super.init(range, height: 1, .expression, .record) }

    override var kind: Kind { .record }
}

/// `$name`
final class VariableNode: SyntaxNode, @unchecked Sendable {
    let name: String

    init(_ name: String, _ range: SourceRange) {
        self.name = name
        super.init(range, height: 1, .expression, .variable)
    }

    override var variable: VariableNode? { self }
    override var kind: Kind { .variable(name) }
}

/// A path of a single name from the record.
final class FieldNode: SyntaxNode, @unchecked Sendable {
    let name: String

    init(_ name: String, _ range: SourceRange) {
        self.name = name
        super.init(range, height: 1, .expression, .field)
    }

    override var field: FieldNode? { self }
    override var kind: Kind { .path(nil, [SyntaxComponent(kind: .key(name), range: range)]) }
}

/// Any other path. Without a base it starts at the record.
final class PathNode: SyntaxNode, @unchecked Sendable {
    let base: SyntaxNode?
    let components: [SyntaxComponent]

    init(_ base: SyntaxNode?, _ components: [SyntaxComponent], _ range: SourceRange, height: Int) {
        self.base = base
        self.components = components
        super.init(range, height: height, .expression, .path)
    }

    override var path: PathNode? { self }
    override var kind: Kind { .path(base, components) }
}

/// A comparison.
final class ComparisonNode: SyntaxNode, @unchecked Sendable {
    let quantifier: (kind: Quantifier, range: SourceRange)?
    let comparator: SyntaxComparator
    let comparatorRange: SourceRange
    let options: StringOptions
    let optionsRange: SourceRange?
    let left: SyntaxNode
    let right: SyntaxNode

    init(_ syntax: consuming SyntaxComparison, _ range: SourceRange, height: Int) {
        quantifier = syntax.quantifier
        comparator = syntax.comparator
        comparatorRange = syntax.comparatorRange
        options = syntax.options
        optionsRange = syntax.optionsRange
        left = syntax.left
        right = syntax.right
        super.init(range, height: height, .predicate, .comparison)
    }

    override var comparison: ComparisonNode? { self }
    override var kind: Kind {
        .comparison(
            SyntaxComparison(
                quantifier: quantifier, comparator: comparator, comparatorRange: comparatorRange, options: options,
                optionsRange: optionsRange, left: left, right: right))
    }
}

/// Any other node.
final class OtherNode: SyntaxNode, @unchecked Sendable {
    private let stored: Kind

    init(_ kind: Kind, _ range: SourceRange, height: Int, _ shape: Shape, _ form: Form) {
        stored = kind
        super.init(range, height: height, shape, form)
    }

    override var kind: Kind { stored }
}

extension SyntaxNode {
    // The form is one byte, so for most nodes these need no virtual call.

    /// The node as a literal, if it is one.
    @inline(__always) final var asLiteral: LiteralNode? { form == .literal ? literal : nil }

    /// The node as a single name, if it is one.
    @inline(__always) final var asField: FieldNode? { form == .field ? field : nil }

    /// The node as a variable, if it is one.
    @inline(__always) final var asVariable: VariableNode? { form == .variable ? variable : nil }

    /// The node as a path of several names, if it is one.
    @inline(__always) final var asPath: PathNode? { form == .path ? path : nil }

    /// The node as a comparison, if it is one.
    @inline(__always) final var asComparison: ComparisonNode? { form == .comparison ? comparison : nil }
}
