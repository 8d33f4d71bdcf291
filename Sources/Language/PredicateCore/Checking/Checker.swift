/// Checks a syntax tree against a schema, and builds the typed tree from it.
///
/// It reports every error. An expression that was reported has the type `any`, so that one mistake does not cause
/// another message. Comparisons are in `Checker+Comparisons.swift`, paths in `Checker+Paths.swift`, functions in
/// `Checker+Functions.swift`.
package struct Checker {
    /// The type of a variable or a format argument, learnt from what it is compared with.
    struct Use {
        var type: ValueType
        var range: SourceRange
    }

    /// The text; empty for a tree that was built without text.
    package let written: String
    /// For a tree without text: whether the checker asked for the text. The result is then invalid.
    package var wantsText: Locked<Bool>?
    /// The text; records that it was read.
    var source: String {
        wantsText?.withLock { $0 = true }
        return written
    }
    let library: PredicateLibrary
    let limits: PredicateLimits
    let schema: RecordSchema?
    /// The format arguments; nil leaves them open (printing, and learning their types).
    let arguments: [PredicateValue]?
    /// The values that substitution variables have been given, by name.
    var bindings = NameTable<PredicateValue>()
    package var diagnostics: [PredicateDiagnostic] = []
    /// The range of a quantifier's operand, while its comparison is checked.
    var quantified: SourceRange?
    /// The variables that SUBQUERY and `:=` have introduced, innermost scope last.
    package var scopes: [NameTable<ValueType>] = Checker.outermost
    /// Whether any scope has names. Most predicates introduce none.
    private var hasLocalNames: Bool { scopes.count > 1 || scopes.first?.isEmpty == false }
    private static let outermost = [NameTable<ValueType>()]
    /// The substitution variables in the order of their first use.
    var variables = NameTable<Use>()
    /// The types that format arguments are compared with.
    var argumentUses: [Int: Use] = [:]
    /// The format arguments that have no value yet.
    private(set) var openArguments: [OpenArgument] = []

    /// A format argument without a value.
    struct OpenArgument: Hashable {
        var index: Int
        var specifier: FormatSpecifier
        var range: SourceRange
    }
    /// The bytes of the values of variables and arguments so far, as nodes.
    private var literalBytes = 0
    private var hasWarnedOfNil = false
    /// Fields that do not exist.
    var unknownNames: [UnknownName] = []
    /// The index from which on their ranges are in order.
    var orderedNames = 0
    /// The similar fields of unknown names, by record type and name, and how many names have been compared for them.
    var nearNames: [ExactName: [String]] = [:]
    /// The edits of all pairs of operands that cannot be compared.
    var reportedEdits: Set<[PredicateDiagnostic.Edit]> = []
    /// The names of all functions that may be called, once they are needed.
    var functionNames: [String]?
    /// The functions that were found for unknown names.
    var nearFunctions: [ExactName: String?] = [:]
    var comparedNames = 0
    /// For a value where a condition should be: the operator and right side of the next comparison, as in
    /// `first OR last == 'Ann'`.
    var followingComparison: (text: String, type: ValueType)?
    /// Operands of arithmetic that were reported. An operation that contains one is not reported again.
    var rejectedOperands: [SourceRange] = []
    /// The edits of warnings of dates as text, by their messages.
    var dateEdits: [String: Set<PredicateDiagnostic.Edit>] = [:]
    /// The last `+` of strings: its message, and the range of the sum.
    private var join: (message: Int, range: SourceRange)?
    /// The key that `has` asks for, while its argument is checked.
    var askedKey: SourceRange?
    /// Whether the parser has reported that the text is incomplete, so that a bare value is not a separate mistake.
    var excusesBareValues = false
    /// How many parts could not be parsed. The parser has reported them.
    var missingCount = 0
    /// The record types looked up first and last.
    var lastRecords: (RecordType?, RecordType?)

    package init(
        source: String, library: PredicateLibrary, limits: PredicateLimits, schema: RecordSchema?,
        arguments: [PredicateValue]?
    ) {
        written = source
        self.library = library
        self.limits = limits
        self.schema = schema
        self.arguments = arguments
    }

    /// The type of the record.
    package var rootType: ValueType { schema?.root ?? .any }
    /// Whether a person or a program gave the types, so that enumerations and formats are binding.
    var isDeclared: Bool { schema?.origin == .declared }

    private var hasError = false
    /// The number of diagnostics that were left out.
    private(set) var leftOut = 0

    /// Leaves out an error if there are enough diagnostics. A caller asks first if the message itself takes long to
    /// make, such as one with a suggestion.
    mutating func leavesOutError() -> Bool {
        // After any number of warnings, the first error still counts.
        guard diagnostics.count >= limits.diagnostics, hasError else { return false }
        leftOut += 1
        return true
    }

    mutating func report(_ diagnostic: PredicateDiagnostic) {
        if diagnostic.severity == .error {
            if leavesOutError() { return }
        } else if diagnostics.count >= limits.diagnostics {
            leftOut += 1
            return
        }
        if diagnostic.severity == .error { hasError = true }
        var diagnostic = diagnostic
        if diagnostic.code == .unknownField, isBehindTwoHyphens(diagnostic.range.lowerBound) {
            diagnostic.notes = [CheckingMessages.noComment]
        }
        diagnostics.append(diagnostic)
    }

    /// Whether `--`, which begins a comment in SQL, comes before an offset.
    private func isBehindTwoHyphens(_ offset: Int) -> Bool {
        let before = text(SourceRange(max(0, offset - 16), offset)).utf8.reversed().drop { $0 == 0x20 || $0 == 0x09 }
        return before.starts(with: "--".utf8)
    }

    func text(_ range: SourceRange) -> String { range.text(in: source) }

    /// The text of a range as messages show it, with the edits of the errors within it.
    func excerpt(_ range: SourceRange) -> String {
        // A list may have thousands of errors after the operand that each of them shows: only the last ones are read.
        let last = diagnostics.suffix(100)
        let inside = last.indices.reversed().prefix { last[$0].range.upperBound > range.lowerBound }
        let edits = inside.filter { last[$0].severity == .error && last[$0].areEditsApplicable }
            .flatMap { last[$0].edits }.filter { range.contains($0.range) }
        return edits.isEmpty ? range.excerpt(of: source) : range.text(in: source, after: edits).excerpt(40)
    }

    // MARK: Predicates

    mutating func check(_ node: SyntaxNode) -> PredicateTree {
        if let comparison = node.asComparison { return checkComparison(comparison, node.range) }
        return checkOther(node)
    }

    private mutating func checkOther(_ node: SyntaxNode) -> PredicateTree {
        switch node.kind {
        case .or(let children): return checkGroup(children, isAnd: false, node.range)
        case .and(let children, _): return checkGroup(children, isAnd: true, node.range)
        case .chain(let children, let isAnd):
            var tree = checkGroup(children, isAnd: isAnd, node.range)
            tree.isStepwise = true
            return tree
        case .not(let inner): return PredicateTree(.not(check(inner)), range: node.range)
        case .truth(let value): return PredicateTree(.constant(value), range: node.range)
        case .parenthesized(let inner): return check(inner)
        default: return checkBare(node)
        }
    }

    private mutating func checkGroup(_ nodes: [SyntaxNode], isAnd: Bool, _ range: SourceRange) -> PredicateTree {
        let parts = checkAll(nodes)
        warnOfContradictions(parts, isAnd: isAnd)
        return PredicateTree(isAnd ? .and(parts) : .or(parts), range: range, height: TreeHeight.above(parts))
    }

    private mutating func checkAll(_ nodes: [SyntaxNode]) -> [PredicateTree] {
        var result: [PredicateTree] = []
        result.reserveCapacity(nodes.count)
        for index in nodes.indices {
            if nodes[index].shape == .expression {
                followingComparison = index + 1 < nodes.count ? comparison(of: nodes[index + 1]) : nil
            } else if followingComparison != nil {
                followingComparison = nil
            }
            result.append(check(nodes[index]))
        }
        followingComparison = nil
        return result
    }

    /// The operator and right side of a comparison with a literal, as written, and the type of the literal.
    private func comparison(of node: SyntaxNode) -> (text: String, type: ValueType)? {
        guard case .comparison(let comparison) = node.kind, comparison.quantifier == nil,
            case .literal(let value) = comparison.right.kind
        else { return nil }
        // In SQL, `name || '!' = 'bob!'` joins strings.
        if case .literal = comparison.left.kind { return nil }
        let written = text(SourceRange(comparison.comparatorRange.lowerBound, comparison.right.range.upperBound))
        return written.utf8.count <= 60 ? (written, ValueType(of: value)) : nil
    }

    // MARK: Expressions

    package mutating func check(expression node: SyntaxNode) -> ExpressionTree {
        if let field = node.asField { return checkName(field.name, node.range) }
        if let literal = node.asLiteral {
            return ExpressionTree(
                .constant(literal.value), type: ValueType(of: literal.value), range: node.range, height: 1)
        }
        if let path = node.asPath { return checkPath(path.base, path.components, node.range) }
        if let variable = node.asVariable { return checkVariable(variable.name, node.range) }
        if node.form == .record { return ExpressionTree(.record, type: rootType, range: node.range, height: 1) }
        return checkOther(expression: node)
    }

    private mutating func checkOther(expression node: SyntaxNode) -> ExpressionTree {
        switch node.kind {
        case .assignment(let name, let value): checkAssignment(name, value, node.range)
        case .argument(let index, let specifier): checkArgument(index, specifier, node.range)
        case .index(let base, let index): checkIndex(base, index, node.range)
        case .aggregate(let elements): checkAggregate(elements, node.range)
        case .negative(let operand): checkNegative(operand, node.range)
        case .complement(let operand): checkComplement(operand, node.range)
        case .arithmetic(let symbol, let left, let right, let location):
            checkArithmetic(symbol, left, right, location, node)
        case .set(let symbol, let left, let right, _): checkSet(symbol, left, right, node.range)
        case .call(let call): warnedOfRounding(checkCall(call, node.range))
        case .function(let target, let selector, let arguments):
            checkFunction(target, selector, arguments, node.range)
        case .cast(let value, let type): checkCast(value, type, node.range)
        case .ternary(let condition, let a, let b): checkTernary(condition, a, b, node.range)
        case .subquery(let collection, let variable, let predicate):
            checkSubquery(collection, variable, predicate, node.range)
        case .unavailable(let name, let parts): checkUnavailable(name, parts, node.range)
        case .parenthesized(let inner): check(expression: inner)
        default: checkMissing(node)
        }
    }

    private mutating func checkMissing(_ node: SyntaxNode) -> ExpressionTree {
        missingCount += 1
        return unknown(node.range)
    }

    private mutating func checkArithmetic(
        _ symbol: ArithmeticOperator, _ left: SyntaxNode, _ right: SyntaxNode, _ location: SourceRange,
        _ node: SyntaxNode
    ) -> ExpressionTree {
        if symbol == .bitOr, let piped = checkPipe(left, right, location, node.range) { return piped }
        let instant = symbol == .add || symbol == .subtract ? checkInstant(left) : nil
        if instant == nil, symbol == .subtract, let name = checkHyphenated(node) { return name }
        let (first, second) = (instant ?? check(expression: left), check(expression: right))
        let count = diagnostics.count
        let tree = checkArithmetic(symbol, first, second, location, node.range)
        if symbol == .subtract { warnOfSeconds(since: first, second) }
        if symbol == .add { noteJoin(left, first, right, second, since: count, node.range) }
        return tree
    }

    /// `given + " " + family`: the edits that join strings by `concat`, in the message about the first `+`.
    private mutating func noteJoin(
        _ left: SyntaxNode, _ first: ExpressionTree, _ right: SyntaxNode, _ second: ExpressionTree, since count: Int,
        _ range: SourceRange
    ) {
        guard second.type.family == .text else { return }
        let message: Int
        if first.type.family == .text, diagnostics.count == count + 1, diagnostics[count].code == .wrongOperand {
            message = count
            diagnostics[count].edits = [.insert("concat(", at: left.range.lowerBound)]
        } else if let join, join.range == left.range, diagnostics.indices.contains(join.message) {
            message = join.message
            diagnostics[message].edits.removeLast()
        } else {
            return
        }
        diagnostics[message].edits += [
            .init(replacing: SourceRange(left.range.upperBound, right.range.lowerBound), with: ", "),
            .insert(")", at: right.range.upperBound),
        ]
        diagnostics[message].isForeignSpelling = true
        join = (message, range)
    }

    /// The placeholder for an expression that has been reported.
    func unknown(_ range: SourceRange) -> ExpressionTree { ExpressionTree(.constant(.null), type: .any, range: range) }

    // MARK: Variables and arguments

    private mutating func checkVariable(_ name: String, _ range: SourceRange) -> ExpressionTree {
        if hasLocalNames {
            for scope in scopes.reversed() {
                if let type = scope[name] {
                    return ExpressionTree(.variable(name), type: type, range: range, height: 1)
                }
            }
        }
        if !bindings.isEmpty, let value = bindings[name] { return literal(value, range) }
        if hasLocalNames, scopes.contains(where: { !$0.isEmpty }),
            mayCompareNames(scopes.reduce(0) { $0 + $1.entries.count }),
            let near = Suggestions.nearest(to: name, among: scopes.flatMap { $0.names.sorted() })
        {
            report(.nearVariable(name, near, at: range))
        }
        variables.add(name, Use(type: .any, range: range))
        return ExpressionTree(.variable(name), type: .any, range: range, height: 1)
    }

    private mutating func checkAssignment(_ name: String, _ value: SyntaxNode, _ range: SourceRange) -> ExpressionTree {
        let value = check(expression: value)
        scopes[scopes.count - 1][name] = value.type
        return ExpressionTree(.assignment(name, value), type: value.type, range: range)
    }

    private mutating func checkArgument(_ index: Int, _ specifier: FormatSpecifier, _ range: SourceRange)
        -> ExpressionTree
    {
        guard let arguments else {
            leaveOpen(index, specifier, range)
            return ExpressionTree(.argument(index, specifier), type: openType(specifier), range: range)
        }
        guard index < arguments.count else {
            report(.missingArgument(index, given: arguments.count, at: range))
            return unknown(range)
        }
        let value = arguments[index]
        if let problem = Self.problem(of: value, with: specifier.kind) {
            report(.wrongFormatArgument(specifier.spelling, problem, given: value, at: range))
            return unknown(range)
        }
        // `%f` is a double, even for an integer.
        if specifier.kind == .double, case .integer(let number) = value {
            return literal(.double(Double(number)), range)
        }
        return literal(value, range)
    }

    /// Records an argument without a value. A specifier that takes only strings determines its type.
    mutating func leaveOpen(_ index: Int, _ specifier: FormatSpecifier, _ range: SourceRange) {
        openArguments.append(OpenArgument(index: index, specifier: specifier, range: range))
        switch specifier.kind {
        case .keyPath, .character, .string: argumentUses[index] = Use(type: .string, range: range)
        case .value, .integer, .unsigned, .double: break
        }
    }

    private func openType(_ specifier: FormatSpecifier) -> ValueType {
        switch specifier.kind {
        case .value, .keyPath: .any
        case .integer, .unsigned: .integer
        case .double: .double
        case .character, .string: .string
        }
    }

    /// The kind of value that a specifier needs; nil if the value fits.
    static func problem(of value: PredicateValue, with kind: FormatSpecifier.Kind) -> String? {
        switch (kind, value) {
        case (.value, _), (.keyPath, .string), (.string, .string): nil
        case (.integer, .integer), (.integer, .boolean), (.unsigned, .boolean): nil
        case (.unsigned, .integer(let number)): number >= 0 ? nil : "an integer that is not negative"
        case (.unsigned, .decimal): nil
        case (.double, .double), (.double, .integer), (.double, .decimal): nil
        case (.character, .string(let text)): text.unicodeScalars.count == 1 ? nil : "a string of one character"
        case (.keyPath, _): "a key path as a string"
        case (.integer, _): "an integer"
        case (.unsigned, _): "an integer that is not negative"
        case (.double, _): "a number"
        case (.character, _): "a string of one character"
        case (.string, _): "a string"
        }
    }

    /// The literal of a value. Reports a list that is longer than the limit, and lists that together exceed the bytes of an
    /// evaluation.
    mutating func literal(_ value: PredicateValue, _ range: SourceRange) -> ExpressionTree {
        if let elements = ValueSemantics.elements(of: value), elements.count > limits.listElements {
            report(.listTooLong(elements.count, limit: limits.listElements, at: range))
            return unknown(range)
        }
        guard charge(literal: value) else {
            report(.listsTooLarge(limit: limits.evaluationBytes, at: range))
            return unknown(range)
        }
        return ExpressionTree.literal(value, range: range)
    }

    /// Charges the elements of a list, at any depth, which all become nodes. Lists that contain each other twice are small
    /// in memory, but not as nodes. False beyond the limit.
    private mutating func charge(literal value: PredicateValue) -> Bool {
        guard let elements = ValueSemantics.elements(of: value) else { return true }
        var pending = [elements]
        while let next = pending.popLast() {
            literalBytes += WorkCost.literalElement * next.count
            guard literalBytes <= limits.evaluationBytes else { return false }
            for element in next {
                if let inner = ValueSemantics.elements(of: element), !inner.isEmpty { pending.append(inner) }
            }
        }
        return true
    }

    /// Learns the type of an open variable or argument from what it is compared with.
    mutating func learn(_ tree: ExpressionTree, is type: ValueType) {
        switch tree.kind {
        case .variable, .argument: break
        default: return
        }
        guard type.family != .any, type.family != .null, let range = tree.range else { return }
        // The operand of ANY and ALL is a list of such values.
        let type = range == quantified ? ValueType.list(type.unwrapped) : type.unwrapped
        switch tree.kind {
        case .variable(let name):
            guard var known = variables[name] else { return }
            if hasLocalNames, scopes.contains(where: { $0[name] != nil }) { return }
            if known.type.isAny {
                variables[name] = Use(type: type, range: range)
            } else if let joined = Self.agreement(known.type, type) {
                known.type = joined
                variables[name] = known
            } else {
                report(.variableConflict(name, type, first: known.type, at: range, firstRange: known.range))
            }
        case .argument(let index, _):
            if argumentUses[index] == nil { argumentUses[index] = Use(type: type, range: range) }
        default: break
        }
    }

    /// The type of a variable that is used with two types; nil if they conflict (D85).
    static func agreement(_ a: ValueType, _ b: ValueType) -> ValueType? {
        if a == b { return a }
        if a.family == .number, b.family == .number { return ValueType.numeric(a, b) }
        if a.isTextual, b.isTextual { return a.family == .text ? b : a }
        if a.family == .text, b.family == .date { return b }
        if a.family == .date, b.family == .text { return a }
        if let x = a.element, let y = b.element { return .list(ValueType.join(x, y)) }
        return nil
    }

    // MARK: Aggregates, sets, branches

    private mutating func checkAggregate(_ elements: [SyntaxNode], _ range: SourceRange) -> ExpressionTree {
        if elements.count > limits.listElements {
            report(.listTooLong(elements.count, limit: limits.listElements, at: range))
            return unknown(range)
        }
        var children: [ExpressionTree] = []
        children.reserveCapacity(elements.count)
        for element in elements { children.append(check(expression: element)) }
        return .list(of: children, at: range)
    }

    private mutating func checkSet(_ symbol: SetOperator, _ left: SyntaxNode, _ right: SyntaxNode, _ range: SourceRange)
        -> ExpressionTree
    {
        let left = check(expression: left)
        let right = check(expression: right)
        var element: ValueType = .any
        if requireCollection(left, of: symbol, allowsDictionary: false),
            requireCollection(right, of: symbol, allowsDictionary: true),
            let a = left.type.element
        {
            element = symbol == .union ? ValueType.join(a, right.type.element ?? .any) : a
        }
        let isOptional = left.type.isOptional || right.type.isOptional
        return ExpressionTree(
            .set(symbol, left, right), type: isOptional ? ValueType.set(element).orNil : .set(element), range: range)
    }

    private mutating func requireCollection(_ tree: ExpressionTree, of symbol: SetOperator, allowsDictionary: Bool)
        -> Bool
    {
        switch tree.type.family {
        case .list, .any, .null: return true
        case .dictionary where allowsDictionary: return true
        default:
            report(
                .wrongOperand(
                    "\(symbol.rawValue) joins two lists, but this is \(tree.type.phrase)",
                    at: tree.range ?? SourceRange(at: 0)))
            return false
        }
    }

    private mutating func checkTernary(_ condition: SyntaxNode, _ a: SyntaxNode, _ b: SyntaxNode, _ range: SourceRange)
        -> ExpressionTree
    {
        let condition = check(condition)
        let a = check(expression: a)
        let b = check(expression: b)
        return ExpressionTree(.ternary(condition, a, b), type: ValueType.join(a.type, b.type), range: range)
    }

    private mutating func checkSubquery(
        _ collection: SyntaxNode, _ variable: String, _ predicate: SyntaxNode, _ range: SourceRange
    ) -> ExpressionTree {
        let collection = check(expression: collection)
        var element: ValueType = .any
        switch collection.type.family {
        case .any, .null: break
        case .list: element = collection.type.element ?? .any
        default:
            report(
                .wrongOperand(
                    "SUBQUERY needs a list, but this is \(collection.type.phrase)", at: collection.range ?? range))
        }
        scopes.append(NameTable(variable, element))
        let condition = predicate.range
        let count = diagnostics.count
        let predicate = check(predicate)
        scopes.removeLast()
        var usesElement = diagnostics.count > count
        PredicateTreeNode.predicate(predicate).forEachNode { node in
            if case .expression(let tree) = node, case .variable(variable) = tree.kind { usesElement = true }
        }
        if !usesElement, case .comparison = predicate.kind { report(.unusedElement(variable, at: condition)) }
        let type = ValueType.list(element)
        return ExpressionTree(
            .subquery(collection, variable: variable, predicate), type: collection.type.isOptional ? type.orNil : type,
            range: range)
    }

    private mutating func checkUnavailable(_ name: String, _ parts: [SyntaxNode], _ range: SourceRange)
        -> ExpressionTree
    {
        report(.unavailable(name, at: range))
        for part in parts { _ = check(expression: part) }
        return unknown(range)
    }

    // MARK: Arithmetic

    private mutating func checkNegative(_ operand: SyntaxNode, _ range: SourceRange) -> ExpressionTree {
        let operand = check(expression: operand)
        let zero = ExpressionTree(.constant(.integer(0)), type: .integer, range: SourceRange(at: range.lowerBound))
        return checkArithmetic(.subtract, zero, operand, range, range)
    }

    mutating func checkComplement(_ operand: SyntaxNode, _ range: SourceRange) -> ExpressionTree {
        complement(check(expression: operand), range)
    }

    mutating func complement(_ operand: ExpressionTree, _ range: SourceRange) -> ExpressionTree {
        _ = requireInteger(operand, "~")
        return ExpressionTree(
            .complement(operand), type: operand.type.isOptional ? ValueType.integer.orNil : .integer, range: range)
    }

    private mutating func requireInteger(_ tree: ExpressionTree, _ symbol: String) -> Bool {
        switch tree.type.unwrapped {
        case .any, .null, .integer, .boolean: return true
        case .enumeration(let enumeration) where enumeration.base == .integer: return true
        default:
            report(
                .wrongOperand(
                    "`\(symbol)` works on integers, but this is \(tree.type.phrase)",
                    at: tree.range ?? SourceRange(at: 0)))
            return false
        }
    }

    mutating func checkArithmetic(
        _ symbol: ArithmeticOperator, _ left: ExpressionTree, _ right: ExpressionTree, _ location: SourceRange,
        _ range: SourceRange
    ) -> ExpressionTree {
        var type = ValueType.any
        var (left, right) = (left, right)
        if symbol.isBitwise {
            let isRight = requireInteger(left, symbol.rawValue) && requireInteger(right, symbol.rawValue)
            if isRight { type = .integer }
        } else {
            if symbol != .power { (left, right) = (exact(left, beside: right.type), exact(right, beside: left.type)) }
            type = arithmeticType(symbol, left, right)
            // A list is computed element by element (D129).
            if let list = Self.list(of: left) ?? Self.list(of: right), !hasRejectedOperand(in: range) {
                type = .list(type.orNil)
                if let other = Self.list(of: right), let first = list.range, let second = other.range, other != list {
                    report(.twoLists(symbol, excerpt(first), excerpt(second), at: right.range ?? range))
                }
            }
        }
        if type != .any, left.type.isOptional || right.type.isOptional { type = type.orNil }
        return ExpressionTree(.arithmetic(symbol, left, right), type: type, range: range)
    }

    /// A literal as it compares with a type: with a decimal it is a decimal (D55), with digits that no double has.
    func exact(_ tree: ExpressionTree, beside type: ValueType) -> ExpressionTree {
        guard type.innermost.unwrapped == .decimal else { return tree }
        var tree = tree
        switch tree.kind {
        case .constant(.double(let double)):
            tree.type = .decimal
            if let range = tree.range, let decimal = NumberText.decimal(text(range)),
                decimal != NumberText.decimal(double)
            {
                tree = ExpressionTree(.constant(.decimal(decimal)), type: .decimal, range: range)
            }
        case .aggregate(let elements):
            tree = ExpressionTree(
                .aggregate(elements.map { exact($0, beside: type) }), type: tree.type, range: tree.range)
        default: break
        }
        return tree
    }

    /// The list whose elements an operand of arithmetic has values of; nil for other operands.
    private static func list(of operand: ExpressionTree) -> ExpressionTree? {
        var list: ExpressionTree?
        var tree = operand
        while case .list = tree.type.unwrapped {
            list = tree
            switch tree.kind {
            case .field(let base, _): tree = base
            case .arithmetic(_, let left, let right):
                if case .list = left.type.unwrapped { tree = left } else { tree = right }
            default: return list
            }
        }
        return list
    }

    private enum Term { case number, date, open }

    private mutating func arithmeticType(_ symbol: ArithmeticOperator, _ left: ExpressionTree, _ right: ExpressionTree)
        -> ValueType
    {
        guard let a = term(left, symbol, beside: right), let b = term(right, symbol, beside: left) else { return .any }
        switch (symbol, a, b) {
        case (_, .number, .number): return ValueType.numeric(Self.single(left.type), Self.single(right.type))
        case (.subtract, .date, .date): return .double
        case (.add, .date, .number), (.add, .number, .date), (.subtract, .date, .number): return .date
        case (.add, .date, .date), (.subtract, .number, .date):
            let range = right.range ?? SourceRange(at: 0)
            guard symbol == .subtract, let number = left.range else {
                report(.wrongOperand("two dates cannot be added", at: range))
                return .any
            }
            let (hint, edits) = unixDate(of: left, number)
            report(
                .wrongOperand("a date cannot be subtracted from a number", at: range, hint: hint, edits: edits))
            return .any
        default: return .any
        }
    }

    /// The type of the values that arithmetic computes with: a list's elements.
    private static func single(_ type: ValueType) -> ValueType {
        if case .list(let element) = type.unwrapped { element } else { type }
    }

    /// Whether an operand in a range has been rejected. Operands are checked in the order of the text, so the search ends
    /// at one that is before the range.
    private func hasRejectedOperand(in range: SourceRange) -> Bool {
        for rejected in rejectedOperands.reversed() {
            if range.contains(rejected) { return true }
            if rejected.upperBound <= range.lowerBound { return false }
        }
        return false
    }

    /// The kind of an operand of arithmetic; nil if it has just been reported.
    private mutating func term(_ tree: ExpressionTree, _ symbol: ArithmeticOperator, beside other: ExpressionTree)
        -> Term?
    {
        let isSum = symbol == .add || symbol == .subtract
        if let range = other.range, hasRejectedOperand(in: range) { return .open }
        let type = Self.single(tree.type)
        switch type.family {
        case .number: return .number
        case .any, .null: return .open
        case .date where isSum: return .date
        case .text where isSum && type.unwrapped == .dateTime: return .date
        case .text where isSum && isDate(tree): return .date
        default: break
        }
        let range = tree.range ?? SourceRange(at: 0)
        rejectedOperands.append(range)
        let many = type.element != nil
        var (hint, edits) = conversion(of: tree, tree.type, range, to: .double)
        if many { hint = "@sum, @max and similar operators reduce many numbers to one" }
        if symbol == .add, tree.type.family == .text, other.type.family == .text {
            hint = "concat(a, b) joins strings"
        }
        if hint == nil, tree.type.unwrapped == .string, let statistics = statistics(of: tree), statistics.allNumbers {
            (hint, edits) = PredicateDiagnostic.numberReading(statistics, of: excerpt(range), at: range)
        }
        // A table has dates in columns of text.
        if isSum, hint == nil, tree.type.unwrapped == .string, !tree.isConstant,
            other.type.family == .date || other.type.unwrapped == .dateTime
        {
            hint = "`CAST(\(excerpt(range)), \"NSDate\")` reads it as a date"
            edits = PredicateDiagnostic.Edit.cast(range, to: .date)
        }
        // `now() - "1d"`
        if isSum, case .constant(.string(let content)) = tree.kind, tree.range != nil,
            let duration = DurationUnit.spelling(of: content)
        {
            let written = duration.contains(" ") ? "(\(duration))" : duration
            hint = "write `\(written)`"
            edits = [.init(replacing: range, with: written)]
        }
        report(
            .wrongOperand(
                "`\(symbol.rawValue)` works on numbers, but this is \(tree.type.plain.phrase)", at: range, hint: hint,
                edits: edits))
        return nil
    }

    /// Whether a string is a date in arithmetic: a literal that is one, or a field of which a sample shows dates (D39).
    func isDate(_ tree: ExpressionTree) -> Bool {
        guard case .constant(.string(let text)) = tree.kind else { return showsDates(tree) }
        return PredicateDate.instant(of: text) != nil
    }

    /// Whether a string that is compared with a date may be one: a sample shows dates, or the date is computed, and
    /// nothing is known of the text.
    func mayBeDate(_ tree: ExpressionTree, beside date: ExpressionTree) -> Bool {
        guard tree.type.innermost.unwrapped == .string else { return showsDates(tree) }
        switch (tree.kind, date.kind) {
        case (.constant, _), (.cast, _), (_, .field), (_, .index): return showsDates(tree)
        case (.field, _), (.index, _): return isDeclared || showsDates(tree)
        default: return true
        }
    }

    /// Whether a sample shows dates among the strings of a field, or of the elements of a list.
    func showsDates(_ tree: ExpressionTree) -> Bool {
        if case .index(let list, _) = tree.kind { return showsDates(list) }
        guard schema?.origin == .inferred, let statistics = statistics(of: tree, inLists: true) else { return false }
        return statistics.dateForms != nil
            || statistics.examples.contains {
                if case .string(let text) = $0 { PredicateDate.instant(of: text) != nil } else { false }
            }
    }

    /// Warns, once in a predicate, that records without a field satisfy it too (D79).
    mutating func warnOfNil(_ tree: ExpressionTree) {
        guard !hasWarnedOfNil, let range = tree.range else { return }
        hasWarnedOfNil = true
        report(.nilSatisfies(excerpt(range), at: range))
    }
}
