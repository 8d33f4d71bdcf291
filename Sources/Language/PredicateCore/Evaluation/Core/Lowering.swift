/// The result of lowering a node of a tree.
package enum LoweredNode: Sendable {
    case predicate(CorePredicate)
    case expression(CoreExpression)
}

/// Lowers a typed tree to the core (`Core.swift`).
package struct Lowering {
    /// The slot that each name stands for: an element or an assigned value.
    private var scopes: [NameTable<Int>] = Lowering.noScopes
    /// The assignments of each scope, in order.
    private var assignments: [[CoreAssignment]] = Lowering.noAssignments
    private static let noScopes = [NameTable<Int>()]
    private static let noAssignments: [[CoreAssignment]] = [[]]
    private var slotCount = 0
    /// The slot of the element of the enclosing collection operator.
    private var element: Int?
    /// The result for each node, in the order of `PredicateTreeNode.forEachNode`, if it is needed.
    private var nodes: [LoweredNode] = []
    private var keepsNodes = false
    /// The operations whose unusable values are counted; nil if none are.
    private var sites: [OperationSite]?
    /// Whether the tree is an operand of arithmetic. Only the whole calculation is an operation.
    private var isTerm = false
    /// Whether the next node is an operation that is counted.
    private var countsNext = true
    private let library: PredicateLibrary
    /// Whether the fields of records are of their declared types as they are, so that reading them as such changes nothing.
    private let isTyped: Bool

    private init(library: PredicateLibrary, counting: Bool = false, isTyped: Bool = false) {
        self.library = library
        self.isTyped = isTyped
        if counting { sites = [] }
    }

    /// The program of a predicate.
    ///
    /// - Parameters:
    ///   - counting: whether the program counts the values that its operations cannot use.
    ///   - isTyped: whether the program is for Swift values, whose fields are of their declared types as they are.
    package static func lower(
        _ tree: PredicateTree, library: PredicateLibrary, counting: Bool = false, isTyped: Bool = false
    ) -> CoreProgram {
        var lowering = Lowering(library: library, counting: counting, isTyped: isTyped)
        let predicate = lowering.lower(tree)
        return CoreProgram(
            predicate: lowering.closed(predicate), slotCount: lowering.slotCount,
            sites: lowering.sites.map(OperationSites.init))
    }

    /// The program of a predicate, and the result for each node of the tree, in the order of
    /// `PredicateTreeNode.forEachNode`. The nodes use the slots of the program's frame.
    package static func lowerNodes(_ tree: PredicateTree, library: PredicateLibrary) -> (
        program: CoreProgram, nodes: [LoweredNode]
    ) {
        var lowering = Lowering(library: library)
        lowering.keepsNodes = true
        let predicate = lowering.lower(tree)
        let program = CoreProgram(predicate: lowering.closed(predicate), slotCount: lowering.slotCount)
        return (program, lowering.nodes)
    }

    /// The program of an expression.
    ///
    /// - Parameter counting: whether the program counts the values that its operations cannot use. The first operation is
    ///   then what takes the values of the expression.
    package static func lower(
        _ tree: ExpressionTree, library: PredicateLibrary, counting: Bool = false
    ) -> CoreExpressionProgram {
        var lowering = Lowering(library: library, counting: counting)
        if counting, let range = tree.range {
            _ = lowering.add(.aggregate, at: range, operand: range, wanted: .number)
        }
        var expression = lowering.lower(tree)
        let assigned = lowering.assignments[0]
        if !assigned.isEmpty {
            expression = .ternary(.scoped(assigned, .constant(true)), expression, .constant(.null))
        }
        return CoreExpressionProgram(
            expression: expression, slotCount: lowering.slotCount, sites: lowering.sites.map(OperationSites.init))
    }

    private mutating func slot() -> Int {
        slotCount += 1
        return slotCount - 1
    }

    /// The predicate, preceded by the assignments of its scope.
    private func closed(_ predicate: CorePredicate) -> CorePredicate {
        // Assigned values have slots.
        guard slotCount > 0, let assigned = assignments.last, !assigned.isEmpty else { return predicate }
        return .scoped(assigned, predicate)
    }

    // MARK: Predicates

    private mutating func lower(_ tree: PredicateTree) -> CorePredicate {
        let location = beginNode()
        let lowered = lowerKind(of: tree)
        if let location { nodes[location] = .predicate(lowered) }
        return lowered
    }

    private mutating func lowerKind(of tree: PredicateTree) -> CorePredicate {
        switch tree.kind {
        case .constant(let value): tree.isTooDeep ? .undecided : .constant(value)
        case .and(let children): .and(lowerAll(children))
        case .or(let children): .or(lowerAll(children))
        case .not(let inner): .not(lower(inner))
        case .comparison(let comparison): lower(comparison, at: tree.range)
        }
    }

    /// Reserves the index of a node in `nodes`, before its parts.
    private mutating func beginNode() -> Int? {
        guard keepsNodes else { return nil }
        nodes.append(.predicate(.constant(false)))
        return nodes.count - 1
    }

    private mutating func lowerAll(_ trees: [PredicateTree]) -> [CorePredicate] {
        var result: [CorePredicate] = []
        result.reserveCapacity(trees.count)
        for tree in trees { result.append(lower(tree)) }
        return result
    }

    private mutating func lower(_ comparison: PredicateTree.Comparison, at range: SourceRange?) -> CorePredicate {
        // In `toNumber(size) == nil`, what cannot be read is what is asked for.
        let asksForNil = sites != nil && Self.asksForNil(comparison)
        countsNext = !asksForNil
        let left = lower(comparison.left)
        countsNext = !asksForNil
        let right = constantList(of: comparison) ?? lower(comparison.right)
        countsNext = true
        let site = site(of: comparison, at: range)
        guard let quantifier = comparison.quantifier else {
            return Self.counted(site, operation(comparison, left, right, comparison.left.type))
        }
        let slot = slot()
        var type = comparison.left.type.element ?? .any
        let isListEquality = comparison.comparator == .equal || comparison.comparator == .notEqual
        let expansion: CoreExpansion
        if comparison.comparator == .contains {
            expansion = .shallow
        } else if isListEquality {
            expansion = .shallowIfList(right)
        } else {
            expansion = .deep
        }
        if case .shallow = expansion {} else { type = type.innermost }
        let body = Self.counted(site, operation(comparison, .slot(slot), right, type))
        let kind: CoreQuantifier = quantifier == .all ? .all : .any
        let quantified = Self.counted(
            site, .quantified(kind, over: left, slot: slot, expansion: expansion, body: body))
        return quantifier == PredicateCore.Quantifier.none ? .not(quantified) : quantified
    }

    /// The constant list of an `IN` whose elements need no conversion. It is one node, so that long lists do not have
    /// one for each element.
    private func constantList(of comparison: PredicateTree.Comparison) -> CoreExpression? {
        guard case .in = comparison.comparator, !keepsNodes, comparison.quantifier == nil,
            !Self.asksForReading(comparison.left.type), case .aggregate(let trees) = comparison.right.kind
        else { return nil }
        // A string that is compared with a date may be one (D39).
        let mayReadDates = comparison.options.effective.isEmpty
        var values: [PredicateValue] = []
        values.reserveCapacity(trees.count)
        for tree in trees {
            guard case .constant(let value) = tree.kind, !mayReadDates || tree.type.unwrapped != .date else {
                return nil
            }
            values.append(value)
        }
        return .constant(.list(values))
    }

    /// A comparison whose left side is a single value of a type.
    private mutating func operation(
        _ comparison: PredicateTree.Comparison, _ left: CoreExpression, _ right: CoreExpression, _ leftType: ValueType
    ) -> CorePredicate {
        let options = comparison.options.effective
        let rightType = comparison.right.type
        // Options compare both sides as text, so text is not read as another type.
        let reads = options.isEmpty
        switch comparison.comparator.form {
        case .relation:
            let isOrder = comparison.comparator != .equal && comparison.comparator != .notEqual
            if reads, isOrder, let order = Self.order(of: [(left, leftType), (right, rightType)]) {
                return relation(
                    comparison.comparator, Self.ordered(left, by: order), Self.ordered(right, by: order), options)
            }
            let a = reads ? Self.beside(left, leftType, comparison.right) ?? beside(left, leftType, rightType) : left
            let b =
                reads
                ? Self.beside(right, rightType, comparison.left) ?? beside(right, rightType, leftType) : right
            return relation(comparison.comparator, a, b, options)
        case .between: return between(left, leftType, comparison.left, comparison.right, right)
        case .membership: return membership(right, comparison.right, left, leftType, options)
        case .containment:
            let container = ExpressionTree(comparison.left.kind, type: leftType)
            return membership(left, container, right, rightType, options)
        case .text(let op): return .text(op, left, right, options)
        case .custom(let name):
            return library.registeredOperator(name).map { .custom($0, left, right, options) } ?? .constant(false)
        }
    }

    private func relation(
        _ comparator: ComparisonOperator, _ a: CoreExpression, _ b: CoreExpression, _ options: StringOptions
    ) -> CorePredicate {
        switch comparator {
        case .notEqual: .not(.equal(a, b, options))
        case .less: .ordered(.less, a, b, options)
        case .lessOrEqual: .ordered(.lessOrEqual, a, b, options)
        case .greater: .ordered(.greater, a, b, options)
        case .greaterOrEqual: .ordered(.greaterOrEqual, a, b, options)
        default: .equal(a, b, options)
        }
    }

    /// The order of a Swift type for a comparison (D130); nil where an operand is not a value of the type, such as a
    /// number that is not a raw value. A string that is not a value is neither less nor greater.
    private static func order(of operands: [(value: CoreExpression, type: ValueType)]) -> ValueOrder? {
        guard let order = operands.lazy.compactMap({ $0.type.order }).first else { return nil }
        let areValues = operands.allSatisfy { (value, type) -> Bool in
            switch value {
            case .constant(.null), .constant(.string): return true
            case .constant(let constant): return order.value(constant) != nil
            default: break
            }
            return type.order == order || type.family == .any || type.family == .null
        }
        return areValues ? order : nil
    }

    /// A value that is compared by the order of a Swift type.
    private static func ordered(_ value: CoreExpression, by order: ValueOrder) -> CoreExpression {
        switch value {
        case .constant(let constant): .constant(ValueSemantics.read(constant, as: .ordered(order)))
        default: .read(value, as: .ordered(order))
        }
    }

    private mutating func between(
        _ left: CoreExpression, _ leftType: ValueType, _ leftTree: ExpressionTree, _ rightTree: ExpressionTree,
        _ right: CoreExpression
    ) -> CorePredicate {
        guard case .aggregate(let bounds) = right, bounds.count == 2, case .aggregate(let trees) = rightTree.kind else {
            let reading = rightTree.type.element ?? .any
            if let order = Self.order(of: [(left, leftType), (right, reading)]) {
                return .betweenList(Self.ordered(left, by: order), .read(right, as: .elements(.ordered(order))))
            }
            return .betweenList(
                beside(left, leftType, reading), elementsBeside(right, reading, leftType))
        }
        let order = Self.order(of: [(left, leftType), (bounds[0], trees[0].type), (bounds[1], trees[1].type)])
        if let order {
            return .between(
                Self.ordered(left, by: order), Self.ordered(bounds[0], by: order), Self.ordered(bounds[1], by: order))
        }
        var read: [CoreExpression] = []
        let computed = trees.first(where: Self.mayBeDate)
        for (bound, tree) in zip(bounds, trees) {
            read.append(
                Self.beside(bound, tree.type, leftTree) ?? computed.flatMap { Self.beside(bound, tree.type, $0) }
                    ?? beside(bound, tree.type, leftType))
        }
        let boundType = trees.map(\.type).first { $0.family == .date } ?? trees[0].type
        let value = computed.flatMap { Self.beside(left, leftType, $0) } ?? beside(left, leftType, boundType)
        return .between(value, read[0], read[1])
    }

    /// `element IN container`: each written element of a list is read as the type of the element that is tested.
    private mutating func membership(
        _ container: CoreExpression, _ containerTree: ExpressionTree, _ element: CoreExpression,
        _ elementType: ValueType,
        _ options: StringOptions
    ) -> CorePredicate {
        guard options.isEmpty else { return .text(.contains, container, element, options) }
        let inner: ValueType
        if case .dictionary(let value) = containerTree.type.unwrapped {
            inner = value
        } else {
            inner = containerTree.type.element ?? .any
        }
        guard case .aggregate(let elements) = container, case .aggregate(let trees) = containerTree.kind else {
            return .text(
                .contains, elementsBeside(container, inner, elementType), beside(element, elementType, inner), options)
        }
        // Where one element is a string, the tested value is compared as text.
        if !trees.isEmpty, trees.allSatisfy(Self.mayBeDate), let read = Self.beside(element, elementType, trees[0]) {
            return .text(.contains, container, read, options)
        }
        guard Self.asksForReading(elementType) else {
            return .text(.contains, container, beside(element, elementType, inner), options)
        }
        var read: [CoreExpression] = []
        read.reserveCapacity(elements.count)
        for (candidate, tree) in zip(elements, trees) { read.append(beside(candidate, tree.type, elementType)) }
        return .text(.contains, .aggregate(read), beside(element, elementType, inner), options)
    }

    /// Whether a value is computed as a date, or may be: the sum or the difference of values of any type. No such value is a
    /// string.
    private static func mayBeDate(_ tree: ExpressionTree) -> Bool {
        if case .arithmetic(let symbol, _, _) = tree.kind, symbol == .add || symbol == .subtract {
            return tree.type.isAny || tree.type.unwrapped == .date
        }
        return tree.type.unwrapped == .date
    }

    /// A value that may be a string, compared with a computed date: its instant (D39). Nil for other operands.
    private static func beside(
        _ value: CoreExpression, _ type: ValueType, _ other: ExpressionTree
    ) -> CoreExpression? {
        guard type.unwrapped == .any || type.unwrapped == .string, mayBeDate(other) else { return nil }
        switch value {
        case .constant(.string(let text)): return .constant(literal(text, beside: .date))
        case .constant, .arithmetic, .counted(_, .arithmetic): return nil
        default: return .read(value, as: .instant)
        }
    }

    /// A value of a type, read as the type of the other side requires (D39, D59).
    private func beside(_ value: CoreExpression, _ type: ValueType, _ other: ValueType) -> CoreExpression {
        guard Self.asksForReading(other) else { return value }
        if case .constant(.string(let text)) = value { return .constant(Self.literal(text, beside: other)) }
        if other.unwrapped == .decimal { return Self.decimal(value) }
        switch (type.unwrapped, other.unwrapped) {
        case (.dateTime, .dateTime), (.dateTime, .date): return .read(value, as: .date)
        case (.uuid, .uuid) where !isTyped: return .read(value, as: .uuid)
        case (.url, .url) where !isTyped: return .read(value, as: .url)
        case (.list(let element), .list(let wanted)), (.list(let element), .set(let wanted)),
            (.set(let element), .list(let wanted)), (.set(let element), .set(let wanted)):
            return elementsBeside(value, element, wanted)
        default: return value
        }
    }

    /// A literal that is compared with a decimal is a decimal (D55).
    private static func decimal(_ value: CoreExpression) -> CoreExpression {
        guard case .constant(let constant) = value, case .double = constant else { return value }
        return .constant(ValueSemantics.read(constant, as: .decimal))
    }

    /// Whether a value that is compared with this type may be read as another type.
    private static func asksForReading(_ type: ValueType) -> Bool {
        switch type.unwrapped {
        case .date, .dateTime, .uuid, .url, .data, .decimal, .list, .set: true
        default: false
        }
    }

    /// A list whose elements are read as the type of the other side requires.
    private func elementsBeside(_ value: CoreExpression, _ type: ValueType, _ other: ValueType) -> CoreExpression {
        switch (type.unwrapped, other.unwrapped) {
        case (.dateTime, .dateTime), (.dateTime, .date): return .read(value, as: .elements(.date))
        case (.uuid, .uuid) where !isTyped: return .read(value, as: .elements(.uuid))
        case (.url, .url) where !isTyped: return .read(value, as: .elements(.url))
        default:
            guard case .aggregate(let elements) = value, type.family == .text || other.unwrapped == .decimal else {
                return value
            }
            return .aggregate(elements.map { beside($0, type, other) })
        }
    }

    /// A string literal that is compared with a value of a type. The checker has verified that it can be read.
    private static func literal(_ text: String, beside type: ValueType) -> PredicateValue {
        switch type.unwrapped {
        case .date, .dateTime:
            if case .success(let date) = PredicateDate.parseLiteral(text) { return .date(date) }
            return .string(text)
        case .uuid: return ValueSemantics.read(.string(text), as: .uuid)
        case .url: return ValueSemantics.read(.string(text), as: .url)
        case .data: return ValueSemantics.read(.string(text), as: .data)
        default: return .string(text)
        }
    }

    // MARK: Expressions

    private mutating func lower(_ tree: ExpressionTree) -> CoreExpression {
        let location = beginNode()
        let isCounted = countsNext
        countsNext = true
        let wasTerm = isTerm
        if case .arithmetic = tree.kind { isTerm = true } else { isTerm = false }
        var lowered = lowerKind(of: tree)
        isTerm = wasTerm
        if let location { nodes[location] = .expression(lowered) }
        if sites != nil, isCounted, let site = site(of: tree) { lowered = .counted(site, lowered) }
        return lowered
    }

    private mutating func lowerKind(of tree: ExpressionTree) -> CoreExpression {
        switch tree.kind {
        case .constant(let value): .constant(value)
        case .record: Self.read(.record, tree.type, isTyped)
        case .element: element.map { .slot($0) } ?? .constant(.null)
        case .field(let base, let name): Self.read(.member(lower(base), name), tree.type, isTyped)
        case .dynamicField(let base, let key): dynamicField(base, key)
        case .collection(let symbol, let base, let path): collection(symbol, base, path)
        case .index(let base, let index): lowerIndex(base, index, tree.type)
        case .variable(let name): variable(name)
        case .assignment(let name, let value): assignment(name, value)
        case .argument: .constant(.null)
        case .aggregate(let elements): .aggregate(lowerAll(elements))
        case .arithmetic(let symbol, let left, let right): arithmetic(symbol, left, right)
        case .complement(let operand): .complement(lower(operand))
        case .set(let symbol, let left, let right): set(symbol, left, right)
        case .call(let name, let arguments): call(name, arguments)
        case .function(let target, let selector, let arguments): call(selector, [target] + arguments)
        case .cast(let value, let target): .cast(lower(value), target)
        case .ternary(let condition, let a, let b): ternary(condition, a, b, tree.type)
        case .subquery(let collection, let variable, let predicate): subquery(collection, variable, predicate)
        }
    }

    private mutating func lowerAll(_ trees: [ExpressionTree]) -> [CoreExpression] {
        var result: [CoreExpression] = []
        result.reserveCapacity(trees.count)
        for tree in trees { result.append(lower(tree)) }
        return result
    }

    /// A value from a record, read as its declared type.
    ///
    /// It is static, like `call`: a call on `self` would copy all that was lowered, if its arguments lower more.
    private static func read(_ value: CoreExpression, _ type: ValueType, _ isTyped: Bool = false) -> CoreExpression {
        isTyped ? value : reading(type).map { .read(value, as: $0) } ?? value
    }

    private static func reading(_ type: ValueType) -> CoreReading? {
        switch type {
        case .integer: .integer
        case .double: .double
        case .decimal: .decimal
        case .date: .date
        case .data: .data
        case .enumeration(let enumeration): reading(enumeration.base)
        case .optional(let inner): reading(inner)
        case .list(let element), .dictionary(let element): reading(element).map { .elements($0) }
        case .set(let element): .set(of: reading(element))
        default: nil
        }
    }

    /// Branches of two numeric types are read as their common type (D69).
    private mutating func ternary(
        _ condition: PredicateTree, _ a: ExpressionTree, _ b: ExpressionTree, _ type: ValueType
    ) -> CoreExpression {
        let condition = lower(condition)
        let first = lower(a)
        let second = lower(b)
        func joined(_ value: CoreExpression, _ tree: ExpressionTree) -> CoreExpression {
            guard type.unwrapped == .double || type.unwrapped == .decimal, tree.type.unwrapped != type.unwrapped else {
                return value
            }
            return Self.read(value, type)
        }
        return .ternary(condition, joined(first, a), joined(second, b))
    }

    private mutating func dynamicField(_ base: ExpressionTree, _ key: ExpressionTree) -> CoreExpression {
        let base = lower(base)
        // The key is evaluated for the record, even inside a collection operator (D77).
        return .dynamicMember(base, lower(key))
    }

    private mutating func collection(_ symbol: CollectionOperator, _ base: ExpressionTree, _ path: ExpressionTree?)
        -> CoreExpression
    {
        let compared = symbol.comparesElements ? path?.type ?? base.type.element : nil
        let base = lower(base)
        let slot = slot()
        let outer = element
        element = slot
        let path = path.map { lower($0) }
        element = outer
        let operation = CoreExpression.collection(symbol, base, slot: slot, path: path)
        // The elements of joined lists are a level deeper.
        let isJoined = symbol == .distinctUnionOfArrays
        let type = isJoined ? compared?.element : compared
        let isOrder = symbol == .min || symbol == .max
        return Self.compared(operation, isOrder ? type?.orderReading : type?.comparableReading)
    }

    private mutating func lowerIndex(_ base: ExpressionTree, _ index: ExpressionTree.Index, _ type: ValueType)
        -> CoreExpression
    {
        let value = lower(base)
        switch index {
        case .first: return .first(value)
        case .last: return .last(value)
        case .size: return .size(value)
        case .at(let key):
            // The elements of a list were read with the list. A field of an object was not.
            let result = CoreExpression.index(value, lower(key))
            return base.type.family == .object ? Self.read(result, type, isTyped) : result
        }
    }

    private mutating func variable(_ name: String) -> CoreExpression {
        // Local names have slots.
        if slotCount > 0 {
            for scope in scopes.reversed() {
                if let slot = scope[name] { return .slot(slot) }
            }
        }
        return .variable(name)
    }

    private mutating func assignment(_ name: String, _ value: ExpressionTree) -> CoreExpression {
        let value = lower(value)
        let slot = slot()
        assignments[assignments.count - 1].append(CoreAssignment(slot: slot, value: value))
        scopes[scopes.count - 1][name] = slot
        return .slot(slot)
    }

    private mutating func arithmetic(_ symbol: ArithmeticOperator, _ left: ExpressionTree, _ right: ExpressionTree)
        -> CoreExpression
    {
        let (a, b) = (term(left, symbol), term(right, symbol))
        guard !symbol.isBitwise, symbol != .power else { return .arithmetic(symbol, a, b) }
        return .arithmetic(
            symbol, right.type.unwrapped == .decimal ? Self.decimal(a) : a,
            left.type.unwrapped == .decimal ? Self.decimal(b) : b)
    }

    /// An operand of arithmetic. Text that is a date counts as a date.
    private mutating func term(_ tree: ExpressionTree, _ symbol: ArithmeticOperator) -> CoreExpression {
        let value = lower(tree)
        guard symbol == .add || symbol == .subtract else { return value }
        if case .constant(.string(let text)) = value { return .constant(Self.literal(text, beside: .date)) }
        return tree.type.unwrapped == .dateTime ? .read(value, as: .date) : value
    }

    /// An operation on collections whose elements are read to be compared.
    private static func compared(_ operation: CoreExpression, _ reading: CoreReading?) -> CoreExpression {
        reading.map { .compared(operation, as: $0) } ?? operation
    }

    private mutating func set(_ symbol: SetOperator, _ left: ExpressionTree, _ right: ExpressionTree) -> CoreExpression
    {
        let operation = CoreExpression.set(symbol, lower(left), lower(right))
        let types = [left, right].compactMap { $0.type.element?.unwrapped }
        // Declared strings compare as strings with those that are not declared (D39).
        guard let declared = types.first(where: { $0.comparableReading != nil }),
            types.allSatisfy({ $0 == declared || declared == .dateTime && $0 == .date })
        else { return operation }
        return Self.compared(operation, declared.comparableReading)
    }

    private mutating func call(_ selector: String, _ arguments: [ExpressionTree]) -> CoreExpression {
        let call = Self.call(selector, lowerAll(arguments), library)
        guard case .call(let function, _) = call, [.min, .max, .mode].contains(function) else { return call }
        let type = arguments.first?.type.element
        return Self.compared(call, function == .mode ? type?.comparableReading : type?.orderReading)
    }

    private static func call(
        _ selector: String, _ arguments: [CoreExpression], _ library: PredicateLibrary
    ) -> CoreExpression {
        if let function = library.functions.value(ofName: selector) { return .registered(function, arguments) }
        if let function = BuiltInFunction(rawValue: selector) {
            switch function {
            case .toNumber: if let value = arguments.first { return .cast(value, .number) }
            case .toText: if let value = arguments.first { return .cast(value, .string) }
            case .has: if let path = arguments.first { return .call(.has, Self.owner(of: path)) }
            default: break
            }
            return .call(function, arguments)
        }
        // FUNCTION may call operators by their selectors, and the tree keeps it as FUNCTION (D65).
        if arguments.count == 2, let symbol = ArithmeticOperator.allCases.first(where: { $0.selector == selector }) {
            return .arithmetic(symbol, arguments[0], arguments[1])
        }
        if selector == "onesComplement:", let operand = arguments.first { return .complement(operand) }
        if selector == "objectFrom:withIndex:", arguments.count == 2 { return .index(arguments[0], arguments[1]) }
        if selector == "castObject:toType:", arguments.count == 2, case .constant(.string(let name)) = arguments[1],
            let target = CastTarget(rawValue: name)
        {
            return .cast(arguments[0], target)
        }
        return .constant(.null)
    }

    /// The value that a path leads from, and its last key.
    private static func owner(of path: CoreExpression) -> [CoreExpression] {
        switch path {
        case .read(let path, _), .counted(_, let path): owner(of: path)
        case .member(let base, let key): [base, .constant(.string(key))]
        case .dynamicMember(let base, let key), .index(let base, let key): [base, key]
        default: [path, .constant(.null)]
        }
    }

    private mutating func subquery(_ collection: ExpressionTree, _ variable: String, _ predicate: PredicateTree)
        -> CoreExpression
    {
        let collection = lower(collection)
        let slot = slot()
        let outer = element
        element = nil
        scopes.append(NameTable(variable, slot))
        assignments.append([])
        // Lower first: `closed` needs the assignments that lowering the predicate adds.
        let lowered = lower(predicate)
        let body = closed(lowered)
        assignments.removeLast()
        scopes.removeLast()
        element = outer
        return .subquery(collection, slot: slot, body)
    }
}

// The operations whose unusable values are counted.
extension Lowering {
    private static func counted(_ site: Int?, _ predicate: CorePredicate) -> CorePredicate {
        site.map { .counted($0, predicate) } ?? predicate
    }

    private mutating func add(
        _ kind: OperationSite.Kind, at range: SourceRange, operand: SourceRange?, wanted: OperationSite.Wanted? = nil
    ) -> Int? {
        sites?.append(
            OperationSite(kind, at: range, operand: operand ?? range, wanted: operand.flatMap { _ in wanted }))
        return sites.map { $0.count - 1 }
    }

    /// The number of a comparison; nil for one that is true of values of another type, or asks for nil.
    private mutating func site(of comparison: PredicateTree.Comparison, at range: SourceRange?) -> Int? {
        guard sites != nil, let range, comparison.comparator != .notEqual, !Self.asksForNil(comparison) else {
            return nil
        }
        let (value, other) =
            comparison.left.isConstant
            ? (comparison.right, comparison.left) : (comparison.left, comparison.right)
        var wanted: OperationSite.Wanted?
        if case .field = value.kind, comparison.quantifier == nil { wanted = Self.wanted(beside: other, comparison) }
        return add(.comparison, at: range, operand: value.range, wanted: wanted)
    }

    /// What a field must be to compare with constants.
    private static func wanted(
        beside other: ExpressionTree, _ comparison: PredicateTree.Comparison
    ) -> OperationSite.Wanted? {
        switch other.kind {
        case .constant(.date): .date
        case .constant(.string(let text)) where PredicateDate.instant(of: text) != nil:
            comparison.comparator.form == .relation ? .date : nil
        case .constant(let value) where value.isNumberText && comparison.comparator.form == .relation:
            comparison.comparator == .equal ? .text : .numberBesideText
        case .aggregate(let elements) where elements.allSatisfy(\.isNumberText):
            comparison.comparator == .in ? .text : nil
        case .aggregate(let elements):
            comparison.comparator.form != .containment
                && elements.allSatisfy { $0.isConstant && $0.type.family == .number } ? .number : nil
        default: other.isConstant && other.type.family == .number ? .number : nil
        }
    }

    /// Whether one side of a comparison is nil, so that what has no result is what is asked for.
    private static func asksForNil(_ comparison: PredicateTree.Comparison) -> Bool {
        for side in [comparison.left, comparison.right] {
            if case .constant(.null) = side.kind { return true }
        }
        return false
    }

    /// The number of an operation that can meet a value that it cannot use; nil for other expressions.
    private mutating func site(of tree: ExpressionTree) -> Int? {
        guard let range = tree.range else { return nil }
        switch tree.kind {
        case .arithmetic(_, let left, let right):
            if isTerm { return nil }
            let (value, other) = left.isConstant ? (right, left) : (left, right)
            let isSure = other.isConstant && other.type.family == .number
            return add(
                .calculation, at: range, operand: other.isConstant ? value.range : nil, wanted: isSure ? .number : nil)
        case .cast(let value, let target):
            return add(.reading(target), at: range, operand: value.range, wanted: target == .number ? .number : nil)
        case .call(let name, let arguments):
            guard let first = arguments.first else { return nil }
            let target: CastTarget? = name == BuiltInFunction.toNumber.rawValue ? .number : nil
            return add(.reading(target), at: range, operand: first.range, wanted: target != nil ? .number : nil)
        case .function(let target, _, _): return add(.reading(nil), at: range, operand: target.range)
        case .collection(_, let base, _), .index(let base, _), .subquery(let base, _, _):
            return add(.calculation, at: range, operand: base.range)
        case .complement(let operand): return add(.calculation, at: range, operand: operand.range, wanted: .number)
        default: return nil
        }
    }
}

extension ExpressionTree {
    /// Whether it is the text of a number.
    fileprivate var isNumberText: Bool {
        if case .constant(let value) = kind { value.isNumberText } else { false }
    }
}
