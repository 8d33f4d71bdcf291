import PredicatePlatform

/// Makes the syntax tree of a predicate that was built: the nodes that parsing its exact text would give.
///
/// Nothing is parsed, and the text is written only on request. Without it, each word counts as one byte, so that
/// ranges still differ and nest as those in the text would.
package struct TreeSyntax {
    private let library: PredicateLibrary
    private let limits: PredicateLimits
    private let writesText: Bool
    private var bytes: [UInt8] = []
    private var offset = 0
    private var nodeCount = 0
    /// The format arguments in the text, in order.
    private(set) var arguments: [Argument] = []
    /// Whether the tree has a part without a source form, or exceeds a limit. Checking its text then reports the error.
    private(set) var isIrregular = false
    /// The syntax tree.
    private(set) var root = SyntaxNode.make(.missing, SourceRange(at: 0))

    /// A format argument of the text.
    package enum Argument {
        /// An argument that is open in the tree, by its index there.
        case open(Int)
        /// A value without a literal: an object or data.
        case value(PredicateValue)
    }

    init(_ tree: PredicateTree, library: PredicateLibrary, limits: PredicateLimits, writesText: Bool) {
        self.library = library
        self.limits = limits
        self.writesText = writesText
        root = DeepStack.run(levels: tree.height) { predicate(tree) }
    }

    init(_ tree: ExpressionTree, library: PredicateLibrary, limits: PredicateLimits, writesText: Bool) {
        self.library = library
        self.limits = limits
        self.writesText = writesText
        root = DeepStack.run(levels: tree.height) { expression(tree) }
    }

    /// The text; empty if it was not requested.
    var source: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Writing

    private mutating func write(_ text: @autoclosure () -> String) {
        if writesText {
            bytes.append(contentsOf: text().utf8)
            offset = bytes.count
        } else {
            offset += 1
        }
    }

    /// Writes a word and returns its range.
    private mutating func word(_ text: @autoclosure () -> String) -> SourceRange {
        let start = offset
        write(text())
        return SourceRange(start, offset)
    }

    private mutating func node(_ kind: SyntaxNode.Kind, from start: Int, height: Int) -> SyntaxNode {
        node(kind, SourceRange(start, offset), height: height)
    }

    private mutating func node(_ kind: SyntaxNode.Kind, _ range: SourceRange, height: Int) -> SyntaxNode {
        nodeCount += 1
        if nodeCount > limits.nodes || height > limits.depth { isIrregular = true }
        return SyntaxNode.make(kind, range, height: height)
    }

    private mutating func irregular() -> SyntaxNode {
        isIrregular = true
        return node(.missing, SourceRange(at: offset), height: 1)
    }

    private func above(_ nodes: [SyntaxNode]) -> Int {
        var height = 0
        for node in nodes { height = max(height, node.height) }
        return height + 1
    }

    // MARK: Predicates

    private mutating func predicate(_ tree: PredicateTree) -> SyntaxNode {
        if tree.isTooDeep { return irregular() }
        switch tree.kind {
        case .constant(let value): return truth(value)
        case .and(let parts): return group(parts, isAnd: true, isStepwise: tree.isStepwise)
        case .or(let parts): return group(parts, isAnd: false, isStepwise: tree.isStepwise)
        case .not(let inner):
            let start = offset
            write("NOT ")
            let inner = part(inner)
            return node(.not(inner), from: start, height: inner.height + 1)
        case .comparison(let comparison): return self.comparison(comparison)
        }
    }

    private mutating func truth(_ value: Bool) -> SyntaxNode {
        let range = word(value ? "TRUEPREDICATE" : "FALSEPREDICATE")
        return node(.truth(value), range, height: 1)
    }

    private mutating func group(_ parts: [PredicateTree], isAnd: Bool, isStepwise: Bool) -> SyntaxNode {
        guard parts.count > 1 else { return parts.first.map { predicate($0) } ?? truth(isAnd) }
        var nodes: [SyntaxNode] = []
        nodes.reserveCapacity(parts.count)
        // A chain prints as nested groups of two, but is one node.
        let steps = isStepwise ? parts.count - 2 : 0
        if steps > 0 { write(String(repeating: "(", count: steps)) }
        for (index, tree) in parts.enumerated() {
            if index > 0 { write(isAnd ? " AND " : " OR ") }
            nodes.append(part(tree))
            if index > 0, index <= steps { write(")") }
        }
        let range = nodes[0].range.union(nodes[nodes.count - 1].range)
        if isStepwise { return node(.chain(nodes, isAnd: isAnd), range, height: above(nodes)) }
        return node(isAnd ? .and(nodes, isWritten: true) : .or(nodes), range, height: above(nodes))
    }

    /// A part of a group or of NOT. A group gets parentheses.
    private mutating func part(_ tree: PredicateTree) -> SyntaxNode {
        guard Self.needsParentheses(tree) else { return predicate(tree) }
        let start = offset
        write("(")
        let inner = predicate(tree)
        write(")")
        return node(.parenthesized(inner), from: start, height: inner.height)
    }

    private static func needsParentheses(_ tree: PredicateTree) -> Bool {
        var tree = tree
        while true {
            switch tree.kind {
            case .constant: return false
            case .comparison(let comparison): return comparison.quantifier == Quantifier.none
            case .not: return true
            case .and(let parts), .or(let parts):
                if parts.count > 1 { return true }
                guard let only = parts.first else { return false }
                tree = only
            }
        }
    }

    private mutating func comparison(_ tree: PredicateTree.Comparison) -> SyntaxNode {
        let start = offset
        // `NONE` is `NOT ANY`.
        let isNone = tree.quantifier == Quantifier.none
        if isNone { write("NOT ") }
        var quantifier: (kind: Quantifier, range: SourceRange)?
        let first = offset
        if let kind = isNone ? Quantifier.any : tree.quantifier {
            quantifier = (kind, word(kind.rawValue))
            write(" ")
        }
        let left = expression(tree.left)
        write(" ")
        var comparator = tree.comparator
        if case .custom(let name) = comparator {
            if let known = library.operators[asciiUppercased(name)] {
                comparator = .custom(known.name)
            } else {
                isIrregular = true
            }
        }
        let comparatorRange = word(tree.comparator.spelling)
        var optionsRange: SourceRange?
        if !tree.options.isEmpty {
            if case .between = comparator { isIrregular = true }
            optionsRange = word("[" + tree.options.letters + "]")
        }
        write(" ")
        let right = expression(tree.right)
        let height = max(left.height, right.height) + 1
        let syntax = SyntaxComparison(
            quantifier: quantifier, comparator: .known(comparator), comparatorRange: comparatorRange,
            options: tree.options, optionsRange: optionsRange, left: left, right: right)
        let result = node(.comparison(syntax), from: first, height: height)
        return isNone ? node(.not(result), from: start, height: height + 1) : result
    }

    // MARK: Expressions

    private mutating func expression(_ tree: ExpressionTree) -> SyntaxNode {
        if tree.isTooDeep { return irregular() }
        switch tree.kind {
        case .constant(let value): return constant(value)
        case .record:
            let range = word("SELF")
            return node(.record, range, height: 1)
        case .field, .dynamicField, .collection: return path(tree)
        case .variable(let name):
            let range = variable(name)
            return node(.variable(name), range, height: 1)
        case .argument(let index, let specifier): return argument(.open(index), specifier)
        case .assignment(let name, let value):
            let start = offset
            _ = variable(name)
            write(" := ")
            let value = expression(value)
            return node(.assignment(name, value), from: start, height: value.height + 1)
        case .arithmetic(let symbol, let left, let right):
            let (left, sign, right) = infix(left, symbol.rawValue, right, isPower: symbol == .power)
            return node(
                .arithmetic(symbol, left, right, operator: sign), left.range.union(right.range),
                height: max(left.height, right.height) + 1)
        case .set(let symbol, let left, let right):
            let (left, sign, right) = infix(left, symbol.rawValue, right, isPower: false)
            return node(
                .set(symbol, left, right, operator: sign), left.range.union(right.range),
                height: max(left.height, right.height) + 1)
        case .complement(let operand):
            let start = offset
            write("~")
            let kind = operand.operandForm
            let inner = wrapped(operand, kind == .infix || kind == .assignment)
            return node(.complement(inner), from: start, height: inner.height + 1)
        default: return bracketed(tree)
        }
    }

    private mutating func bracketed(_ tree: ExpressionTree) -> SyntaxNode {
        let start = offset
        switch tree.kind {
        case .aggregate(let elements):
            write("{")
            let nodes = list(elements)
            write("}")
            return node(.aggregate(nodes), from: start, height: above(nodes))
        case .index(let base, let index): return self.index(base, index)
        case .call(let name, let arguments):
            if !isFunction(name) { isIrregular = true }
            let nameRange = word(name)
            write("(")
            let nodes = list(arguments)
            write(")")
            return node(
                .call(SyntaxCall(name: name, nameRange: nameRange, arguments: nodes)), from: start,
                height: above(nodes))
        case .function(let target, let selector, let arguments):
            write("FUNCTION(")
            let target = expression(target)
            write(", ")
            let name = text(selector)
            if !arguments.isEmpty { write(", ") }
            let nodes = list(arguments)
            write(")")
            return node(
                .function(target: target, selector: name, arguments: nodes), from: start,
                height: above([target] + nodes))
        case .cast(let value, let target):
            return cast(target) { $0.expression(value) }
        case .ternary(let condition, let a, let b):
            write("TERNARY(")
            let condition = predicate(condition)
            write(", ")
            let a = expression(a)
            write(", ")
            let b = expression(b)
            write(")")
            return node(.ternary(condition, a, b), from: start, height: above([condition, a, b]))
        case .subquery(let collection, let name, let predicate):
            write("SUBQUERY(")
            let collection = expression(collection)
            write(", ")
            _ = variable(name)
            write(", ")
            let condition = self.predicate(predicate)
            write(")")
            return node(
                .subquery(collection, variable: name, condition), from: start,
                height: above([collection, condition]))
        default: return irregular()
        }
    }

    private mutating func list(_ elements: [ExpressionTree]) -> [SyntaxNode] {
        var nodes: [SyntaxNode] = []
        nodes.reserveCapacity(elements.count)
        for element in elements {
            if !nodes.isEmpty { write(", ") }
            nodes.append(expression(element))
        }
        return nodes
    }

    private mutating func variable(_ name: String) -> SourceRange {
        if !SourceSpelling.isWord(name) { isIrregular = true }
        return word(SourceSpelling.variable(name))
    }

    /// Whether a name is always read as a function name, whatever follows it.
    private func isFunction(_ name: String) -> Bool {
        guard Keyword(word: name) == nil else { return false }
        return BuiltInFunction(rawValue: name) != nil || BuiltInFunction(rawValue: name + ":") != nil
            || library.functions[name] != nil || library.functions[name + ":"] != nil
    }

    private mutating func argument(_ argument: Argument, _ specifier: FormatSpecifier) -> SyntaxNode {
        if specifier.kind == .keyPath || FormatSpecifier(spelling: specifier.spelling) != specifier {
            isIrregular = true
        }
        let range = word(specifier.spelling)
        arguments.append(argument)
        return node(.argument(arguments.count - 1, specifier), range, height: 1)
    }

    private mutating func index(_ base: ExpressionTree, _ index: ExpressionTree.Index) -> SyntaxNode {
        let start = offset
        let base = self.base(base)
        write("[")
        var height = base.height
        let syntax: SyntaxIndex
        switch index {
        case .first:
            syntax = .first
            write("FIRST")
        case .last:
            syntax = .last
            write("LAST")
        case .size:
            syntax = .size
            write("SIZE")
        case .at(let key):
            // `a[first]` would be read as the first element.
            if case .field(let base, let name) = key.kind, case .record = base.kind,
                ["FIRST", "LAST", "SIZE"].contains(asciiUppercased(name))
            {
                isIrregular = true
            }
            let key = expression(key)
            height = max(height, key.height)
            syntax = .at(key)
        }
        write("]")
        return node(.index(base, syntax), from: start, height: height + 1)
    }

    private mutating func cast(_ target: CastTarget, _ value: (inout TreeSyntax) -> SyntaxNode) -> SyntaxNode {
        let start = offset
        write("CAST(")
        let value = value(&self)
        write(", ")
        let name = text(target.rawValue)
        write(")")
        return node(.cast(value, type: name), from: start, height: value.height + 1)
    }

    // MARK: Operands

    private mutating func infix(
        _ left: ExpressionTree, _ symbol: String, _ right: ExpressionTree, isPower: Bool
    ) -> (SyntaxNode, SourceRange, SyntaxNode) {
        let kind = left.operandForm
        let left = wrapped(
            left,
            kind == .infix || kind == .assignment || isPower && (kind == .negative || kind == .complement))
        write(" ")
        let sign = word(symbol)
        write(" ")
        let other = right.operandForm
        return (left, sign, wrapped(right, other == .infix || other == .assignment))
    }

    private mutating func wrapped(_ tree: ExpressionTree, _ parentheses: Bool) -> SyntaxNode {
        guard parentheses else { return expression(tree) }
        let start = offset
        write("(")
        let inner = expression(tree)
        write(")")
        return node(.parenthesized(inner), from: start, height: inner.height)
    }

    /// The base of an index or a path.
    private mutating func base(_ tree: ExpressionTree) -> SyntaxNode {
        wrapped(tree, tree.isWrappedAsBase)
    }

    // MARK: Paths

    private enum Step {
        case key(String)
        case dynamic(ExpressionTree)
        case collectionOperator(CollectionOperator)
    }

    /// The steps of a path, and its base. Everything after a collection operator belongs to it, so a path after the
    /// operator's end is a new path.
    private mutating func steps(of tree: ExpressionTree) -> (base: ExpressionTree, steps: [Step]) {
        var reversed: [Step] = []
        var behind: [Step] = []
        var current = tree
        if case .collection(let symbol, let base, let path) = tree.kind {
            if let path {
                let inner = steps(of: path)
                behind = inner.steps
                if inner.base.kind != .element {
                    isIrregular = true
                    behind.insert(.dynamic(inner.base), at: 0)
                }
            }
            behind.insert(.collectionOperator(symbol), at: 0)
            current = base
        }
        while true {
            switch current.kind {
            case .field(let base, let name):
                reversed.append(.key(name))
                current = base
            case .dynamicField(let base, let key):
                reversed.append(.dynamic(key))
                current = base
            default: return (current, reversed.reversed() + behind)
            }
        }
    }

    private mutating func path(_ tree: ExpressionTree) -> SyntaxNode {
        let (base, steps) = self.steps(of: tree)
        let start = offset
        var root: SyntaxNode?
        switch base.kind {
        case .record where standsAlone(steps.first): break
        case .element: isIrregular = true
        case .collection: root = wrapped(base, true)
        default: root = self.base(base)
        }
        var components: [SyntaxComponent] = []
        components.reserveCapacity(steps.count)
        var height = root?.height ?? 0
        for step in steps {
            if root != nil || !components.isEmpty { write(".") }
            let component = component(step)
            if case .dynamic(let key) = component.kind { height = max(height, key.height) }
            components.append(component)
        }
        return node(.path(root, components), from: start, height: height + components.count)
    }

    /// Whether a path from the record can start with this step. `SELF` is written before other steps.
    private func standsAlone(_ step: Step?) -> Bool {
        switch step {
        case .key(let name): SourceSpelling.isWord(name)
        case .dynamic(let key): Self.keyPathArgument(key) != nil
        case .collectionOperator: true
        case nil: false
        }
    }

    private static func keyPathArgument(_ tree: ExpressionTree) -> (index: Int, specifier: FormatSpecifier)? {
        guard case .argument(let index, let specifier) = tree.kind, specifier.kind == .keyPath else { return nil }
        return (index, specifier)
    }

    private mutating func component(_ step: Step) -> SyntaxComponent {
        switch step {
        case .key(let name): return SyntaxComponent(kind: .key(name), range: word(SourceSpelling.component(name)))
        case .collectionOperator(let symbol):
            return SyntaxComponent(kind: .collectionOperator(symbol.rawValue), range: word(symbol.rawValue))
        case .dynamic(let key):
            if let (index, specifier) = Self.keyPathArgument(key) {
                if FormatSpecifier(spelling: specifier.spelling) != specifier { isIrregular = true }
                let range = word(specifier.spelling)
                arguments.append(.open(index))
                return SyntaxComponent(kind: .argument(arguments.count - 1, specifier), range: range)
            }
            switch key.kind {
            case .call, .variable: break
            default: isIrregular = true
            }
            let node = expression(key)
            return SyntaxComponent(kind: .dynamic(node), range: node.range)
        }
    }

    // MARK: Values

    private mutating func constant(_ value: PredicateValue) -> SyntaxNode {
        switch value {
        case .null: return literal(.null, "nil")
        case .boolean(let flag): return literal(value, flag ? "TRUE" : "FALSE")
        case .integer(let number): return literal(value, String(number))
        case .double(let number):
            return number.isFinite ? literal(value, NumberText.text(number)) : literal(.null, "nil")
        case .string(let string): return text(string)
        case .date(let date):
            return cast(.date) { builder in
                if PredicateDate.hasRFC3339Form(date) { return builder.text(PredicateDate.format(date)) }
                let seconds = date.timeIntervalSinceReferenceDate
                return builder.literal(.double(seconds), NumberText.text(seconds))
            }
        case .decimal(let number):
            return NumberText.literal(number).map { literal(value, $0) } ?? expression(ExpressionTree.literal(value))
        case .list, .set, .uuid, .url: return expression(ExpressionTree.literal(value))
        // Bytes and objects have no literal (facts C8, C9).
        case .data, .object: return argument(.value(value), FormatSpecifier("%@", .value))
        }
    }

    private mutating func literal(_ value: PredicateValue, _ text: @autoclosure () -> String) -> SyntaxNode {
        let range = word(text())
        return node(.literal(value), range, height: 1)
    }

    private mutating func text(_ text: String) -> SyntaxNode {
        // The parser asks whether these were meant as arguments.
        if text.utf8.contains(UInt8(ascii: "%")),
            text.containsExactly("%@") || ["%K", "%d", "%ld", "%f"].contains(text)
        {
            isIrregular = true
        }
        return literal(.string(text), SourceSpelling.quoted(text))
    }
}
