import PredicatePlatform

import PredicateCore
import PredicateFormat

/// A part without an export. It is thrown up to its comparison.
struct ExportRefusal: Error {
    let deviation: PredicateDeviation

    init(_ reason: PredicateDeviation.Reason, _ range: SourceRange, _ message: String) {
        deviation = PredicateDeviation(reason: reason, range: range, message: message)
    }
}

/// Makes a Foundation expression from a checked tree.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class Exporter {
    let mode: PredicateExportMode
    let checked: CheckedPredicate
    /// Locations where the export has a different meaning.
    private(set) var deviations: [PredicateDeviation] = []
    /// Locations without an export.
    private(set) var refusals: [PredicateDeviation] = []
    /// Makes an expression of this module for a condition about the record; nil if such expressions are not allowed.
    var ownExpression: ((PredicateTree) -> StandardNode<Bool>?)?
    /// The described types that can be reached from the root, by their Swift type.
    private let types: [ObjectIdentifier: DescribedType]
    private var root: Operand?
    /// The elements of the enclosing SUBQUERYs by variable name, innermost last.
    private var scopes: [(name: String, element: Operand)] = []

    /// The maximum size of a comparison's expression in bytes. Code that evaluates or walks it may have copies of it
    /// on the stack.
    private static let maximumSize = 1 << 16
    /// The maximum size of a whole predicate's expression in bytes.
    private static let maximumTotalSize = 1 << 20
    /// The stack for building expressions, in levels of a tree.
    static let stackLevels = 400

    init(_ root: DescribedType, _ checked: CheckedPredicate, _ mode: PredicateExportMode) {
        self.mode = mode
        self.checked = checked
        types = root.reachable
    }

    func setRoot<Root>(_ variable: PredicateExpressions.Variable<Root>) { root = Operand(variable, Root.self) }

    var everywhere: SourceRange { SourceRange(0, checked.source.utf8.count) }

    /// The location of a node.
    func location(_ tree: ExpressionTree) -> SourceRange { tree.range ?? everywhere }

    /// Records a location where the export has a different meaning. An exact export refuses it.
    func deviate(_ reason: PredicateDeviation.Reason, _ range: SourceRange, _ message: String) {
        let deviation = PredicateDeviation(reason: reason, range: range, message: message)
        if mode == .exact { refusals.append(deviation) } else { deviations.append(deviation) }
    }

    // MARK: Predicates

    func node(of tree: PredicateTree) -> StandardNode<Bool> {
        switch tree.kind {
        case .constant(let value): return StandardForms.value(value)
        case .and(let parts):
            let nodes = nodes(of: parts, tree)
            return StandardForms.balanced(nodes, empty: true) { StandardForms.and($0, $1) }
        case .or(let parts):
            let nodes = nodes(of: parts, tree)
            return StandardForms.balanced(nodes, empty: false) { StandardForms.or($0, $1) }
        case .not(let inner): return StandardForms.not(node(of: inner))
        case .comparison(let comparison): return node(of: comparison, tree)
        }
    }

    /// The parts of a group; empty if together they are too large.
    private func nodes(of parts: [PredicateTree], _ tree: PredicateTree) -> [StandardNode<Bool>] {
        var nodes: [StandardNode<Bool>] = []
        var size = 0
        for part in parts {
            let node = node(of: part)
            size += StandardForms.size(of: node)
            guard size <= Self.maximumTotalSize else {
                refuse(.size, tree.range ?? everywhere, "the expression of this group would be too large")
                return []
            }
            nodes.append(node)
        }
        return nodes
    }

    func refuse(_ reason: PredicateDeviation.Reason, _ range: SourceRange, _ message: String) {
        refusals.append(PredicateDeviation(reason: reason, range: range, message: message))
    }

    private func node(of comparison: PredicateTree.Comparison, _ tree: PredicateTree) -> StandardNode<Bool> {
        let (deviationCount, refusalCount) = (deviations.count, refusals.count)
        let range = tree.range ?? everywhere
        var result = StandardForms.value(false)
        do throws(ExportRefusal) {
            result = try self.comparison(comparison, range)
            if StandardForms.size(of: result) > Self.maximumSize {
                throw ExportRefusal(.size, range, "the expression of this comparison would be too large")
            }
        } catch {
            refusals.append(error.deviation)
        }
        guard refusals.count > refusalCount else { return result }
        if scopes.isEmpty, let own = ownExpression?(tree) {
            refusals.removeLast(refusals.count - refusalCount)
            deviations.removeLast(deviations.count - deviationCount)
            return own
        }
        return StandardForms.value(false)
    }

    private func comparison(_ comparison: PredicateTree.Comparison, _ range: SourceRange) throws(ExportRefusal)
        -> StandardNode<Bool>
    {
        if let constant = constant(comparison) { return StandardForms.value(constant) }
        if Self.usesOwnOrder(comparison) {
            throw ExportRefusal(
                .operation, range, "standard expressions compare the raw values, and the type has its own order")
        }
        let test = ComparisonTest(
            comparator: comparison.comparator, options: comparison.options.effective, range: range,
            leftRange: location(comparison.left), rightRange: location(comparison.right))
        guard let quantifier = comparison.quantifier else {
            if let found = try countOfSubquery(comparison, test) { return found }
            let left = try exported(comparison.left)
            return try node(test, left, try exported(comparison.right))
        }
        let right = try exported(comparison.right)
        let isAll = quantifier == .all
        let found = try elements(
            of: comparison.left, all: isAll, isShallow: comparison.comparator == .contains
        ) { (element) throws(ExportRefusal) in try self.node(test, element, right) }
        return quantifier == PredicateCore.Quantifier.none ? StandardForms.not(found) : found
    }

    /// Whether the answer depends on the order of a Swift type that is not the order of its raw values (D130).
    private static func usesOwnOrder(_ comparison: PredicateTree.Comparison) -> Bool {
        switch comparison.comparator {
        case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
            if [comparison.left, comparison.right].contains(where: { $0.type.innermost.order != nil }) { return true }
        default: break
        }
        var isUsed = false
        PredicateTreeNode.predicate(PredicateTree(.comparison(comparison))).forEachNode { node in
            guard case .expression(let tree) = node, tree.type.order != nil else { return }
            switch tree.kind {
            case .collection(.min, _, path: _), .collection(.max, _, path: _), .call: isUsed = true
            default: break
            }
        }
        return isUsed
    }

    /// The answer of a comparison that does not depend on the record; nil for other comparisons.
    private func constant(_ comparison: PredicateTree.Comparison) -> Bool? {
        guard Self.isFoldable(.expression(comparison.left)), Self.isFoldable(.expression(comparison.right)) else {
            return nil
        }
        let tree = PredicateTree(.comparison(comparison))
        return (try? tree.checked(library: checked.library, limits: checked.limits))?.matches(.null)
    }

    /// Whether a node has the same value for every record and at any time.
    private static func isFoldable(_ node: PredicateTreeNode) -> Bool {
        var isFoldable = true
        node.forEachNode { node in
            guard case .expression(let tree) = node else { return }
            switch tree.kind {
            case .record, .element, .field, .dynamicField, .variable, .assignment, .argument, .function, .subquery:
                isFoldable = false
            case .call(let name, _): if BuiltInFunction(rawValue: name)?.isPure != true { isFoldable = false }
            default: break
            }
        }
        return isFoldable
    }

    // MARK: Expressions

    /// The export of an expression.
    func exported(_ tree: ExpressionTree) throws(ExportRefusal) -> Exported {
        switch tree.kind {
        case .constant(let value): return .constant(value)
        case .aggregate(let elements):
            var list: [ExportedElement] = []
            for element in elements {
                list.append(ExportedElement(value: try exported(element), range: location(element)))
            }
            return .list(list)
        default: break
        }
        if Self.isFoldable(.expression(tree)), let value = folded(tree) {
            if let elements = ValueSemantics.elements(of: value) {
                return .list(elements.map { ExportedElement(value: .constant($0), range: location(tree)) })
            }
            return .constant(value)
        }
        switch tree.kind {
        case .arithmetic(let symbol, let left, let right):
            return .operand(try arithmetic(symbol, left, right, location(tree)))
        case .call(BuiltInFunction.modulus.rawValue, let arguments) where arguments.count == 2:
            return .operand(try remainder(arguments[0], arguments[1], location(tree)))
        case .ternary(let condition, let a, let b): return .operand(try ternary(condition, a, b, location(tree)))
        default: return .operand(try operand(tree))
        }
    }

    private func folded(_ tree: ExpressionTree) -> PredicateValue? {
        // A literal gets its own type here. Next to another type it is read again.
        let parsed = try? ParsedExpression(
            parsing: tree.predicateFormat, library: checked.library, limits: checked.limits)
        return (try? parsed?.checked())?.value(for: .null)
    }

    /// The value of a path.
    func operand(_ tree: ExpressionTree) throws(ExportRefusal) -> Operand {
        switch tree.kind {
        case .record:
            if let root { return root }
        case .variable(let name):
            if let scope = scopes.last(where: { sameCodePoints($0.name, name) }) { return scope.element }
            throw ExportRefusal(.unboundVariable, location(tree), "$\(name) has no value")
        case .field(let base, let name): return try field(name, of: try operand(base), tree)
        case .collection(.count, let base, nil): return try count(base)
        case .collection(let symbol, let base, nil) where symbol == .min || symbol == .max:
            return try extreme(symbol, of: try operand(base), location(tree))
        case .index(let base, let index): return try element(index, of: base, location(tree))
        case .call(BuiltInFunction.length.rawValue, let arguments) where arguments.count == 1:
            return try length(of: arguments[0], location(tree))
        case .subquery(let collection, let variable, let predicate):
            return try filtered(collection, variable, predicate, location(tree))
        case .arithmetic, .ternary, .call(BuiltInFunction.modulus.rawValue, _):
            if case .operand(let operand) = try exported(tree) { return operand }
        default: break
        }
        throw ExportRefusal(.operation, location(tree), "there is no standard expression for \(Self.what(tree))")
    }

    /// The kind of an expression, for messages.
    private static func what(_ tree: ExpressionTree) -> String {
        switch tree.kind {
        case .collection(let symbol, _, _): symbol.rawValue
        case .call(let name, _): name
        case .function(_, let name, _): "FUNCTION \(name)"
        case .cast(_, let target): "CAST to \(target.rawValue)"
        case .set(let symbol, _, _): symbol.rawValue
        case .assignment: ":="
        case .complement: "~"
        case .dynamicField: "a key that is computed"
        case .aggregate: "a list of values of the record"
        case .constant: "this constant here"
        default: "this"
        }
    }

    private func field(_ name: String, of base: Operand, _ tree: ExpressionTree) throws(ExportRefusal) -> Operand {
        let range = location(tree)
        if base.type is any DictionaryValue.Type {
            return try entry(name, of: base, range)
        }
        if base.type == String.self, name == "length" { return try textLength(of: base, range) }
        if SwiftType(base.type).isList {
            throw ExportRefusal(
                .operation, range, "a path through a list has a standard expression only after ANY, ALL and NONE")
        }
        guard let field = types[ObjectIdentifier(base.type)]?.field(named: name) else {
            throw ExportRefusal(.property, range, "no field of \(base.type) has this name")
        }
        guard let path = field.keyPath else {
            throw ExportRefusal(.property, range, "the field was declared without a key path")
        }
        guard field.readsAsDeclared else {
            throw ExportRefusal(.type, range, "a value of \(field.valueType) is read as one of another type")
        }
        guard field.isSingleProperty, let value = base.property(untyped: path) else {
            throw ExportRefusal(
                .property, range,
                "the key path of the field goes through several properties, which a predicate does not allow")
        }
        return value
    }

    // MARK: Scopes

    /// Runs a body in which a name means an element.
    func withElement<Result>(_ name: String, _ element: Operand, _ body: () throws(ExportRefusal) -> Result)
        throws(ExportRefusal) -> Result
    {
        scopes.append((name, element))
        defer { scopes.removeLast() }
        return try body()
    }
}

/// A comparison without its operands.
struct ComparisonTest {
    var comparator: ComparisonOperator
    var options: StringOptions
    var range: SourceRange
    var leftRange: SourceRange
    var rightRange: SourceRange

    /// The test with its sides exchanged.
    var mirrored: ComparisonTest? {
        guard let comparator = comparator.mirrored else { return nil }
        var test = self
        test.comparator = comparator
        swap(&test.leftRange, &test.rightRange)
        return test
    }
}
