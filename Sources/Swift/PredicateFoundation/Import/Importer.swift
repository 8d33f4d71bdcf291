import PredicatePlatform

import PredicateCore
import PredicateFormat

/// An expression that the importer supports.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
protocol ImportableExpression: PredicateExpression {
    /// The expression in the language.
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported
}

/// Makes a tree of the language from a Foundation expression.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct Importer {
    /// The described types that can be reached from the root, by their Swift type.
    private let types: [ObjectIdentifier: DescribedType]
    /// The values of variables.
    private var variables: [PredicateExpressions.VariableID: Imported] = [:]
    /// Differences in meaning, without duplicates, in order of first occurrence.
    private(set) var notes: [PredicateImportNote] = []
    private var names = 0
    private var depth = 0
    private let maximumDepth: Int

    init(_ root: DescribedType, limits: PredicateLimits) {
        types = root.reachable
        // One level of the tree may come from several levels of the expression.
        maximumDepth = 4 * limits.depth
    }

    mutating func note(_ note: PredicateImportNote) {
        if !notes.contains(note) { notes.append(note) }
    }

    /// A variable name that is not used yet.
    mutating func freshName() -> String {
        names += 1
        return "v\(names)"
    }

    /// Sets the value of a variable. A later call replaces it.
    mutating func bind<T>(_ variable: PredicateExpressions.Variable<T>, to value: Imported) {
        variables[variable.key] = value
    }

    func value<T>(of variable: PredicateExpressions.Variable<T>) throws(PredicateImportError) -> Imported {
        guard let value = variables[variable.key] else {
            throw PredicateImportError(
                .unknownVariable, "Variable", "it is not an input of the predicate")
        }
        return value
    }

    /// The field of a property of a type.
    func field(for keyPath: AnyKeyPath, of type: Any.Type) -> DescribedField? {
        types[ObjectIdentifier(type)]?.field(for: keyPath)
    }

    // MARK: Expressions

    /// The import of an expression.
    mutating func imported(_ expression: any PredicateExpression) throws(PredicateImportError) -> Imported {
        guard let known = expression as? any ImportableExpression else {
            throw PredicateImportError(
                .unknownExpression, Self.name(of: expression), "this Foundation expression is unknown")
        }
        guard depth < maximumDepth else {
            throw PredicateImportError(.tooDeep, Self.name(of: expression), "it is nested too deeply")
        }
        depth += 1
        defer { depth -= 1 }
        var importer = self
        let size = StandardForms.size(of: expression)
        let result = ExpressionStack.run(size: size, depth: depth) { () -> Result<Imported, PredicateImportError> in
            do throws(PredicateImportError) {
                return .success(try known.imported(by: &importer))
            } catch {
                return .failure(error)
            }
        }
        self = importer
        return try result.get()
    }

    /// The name of an expression's type, without its generic arguments.
    static func name(of expression: any PredicateExpression) -> String {
        let name = String(describing: type(of: expression))
        return String(name.prefix { $0 != "<" })
    }

    /// An expression as a condition; nil counts as false.
    mutating func predicate(_ expression: any PredicateExpression) throws(PredicateImportError) -> PredicateTree {
        try predicate(of: try imported(expression), Self.name(of: expression))
    }

    func predicate(of imported: Imported, _ part: @autoclosure () -> String) throws(PredicateImportError)
        -> PredicateTree
    {
        switch imported {
        case .predicate(let tree): return tree
        case .optionalPredicate(let optional): return optional.isTrue
        case .nestedOptional(_, let tree, _), .value(let tree):
            switch tree.kind {
            case .constant(.boolean(let value)): return PredicateTree(.constant(value))
            case .constant(.null): return PredicateTree(.constant(false))
            default: return .comparing(tree, .equal, .literal(.boolean(true)))
            }
        case .range, .pattern: throw PredicateImportError(.inexpressible, part(), "it is not true or false")
        }
    }

    /// An expression as a value.
    mutating func value(_ expression: any PredicateExpression) throws(PredicateImportError) -> ExpressionTree {
        try value(of: try imported(expression), Self.name(of: expression))
    }

    func value(of imported: Imported, _ part: @autoclosure () -> String) throws(PredicateImportError) -> ExpressionTree
    {
        switch imported {
        case .predicate(let tree): return .boolean(tree)
        case .optionalPredicate(let optional):
            return ExpressionTree(.ternary(optional.known, .boolean(optional.answer), .literal(.null)))
        case .nestedOptional(_, let value, isImplied: true): return value
        case .nestedOptional(let known, let value, _):
            return ExpressionTree(.ternary(known, value, .literal(.null)), type: value.type)
        case .value(let tree): return tree
        case .range(let range):
            guard let lower = range.lower, let upper = range.upper, range.isClosed else {
                throw PredicateImportError(.inexpressible, part(), "an open range is not a value of the language")
            }
            return ExpressionTree(.aggregate([lower, upper]))
        case .pattern:
            throw PredicateImportError(.inexpressible, part(), "a regular expression is not a value of the language")
        }
    }

    // MARK: nil

    /// An expression for repeated use: the expression itself, or a variable that `first` assigns.
    mutating func sharing(_ tree: ExpressionTree) -> (first: ExpressionTree, again: ExpressionTree) {
        if tree.isPath { return (tree, tree) }
        let name = freshName()
        return (
            ExpressionTree(.assignment(name, tree), type: tree.type), ExpressionTree(.variable(name), type: tree.type)
        )
    }

    /// `value.flatMap { … }`, which also stands for optional chains and `if let`.
    mutating func flatMap<Wrapped>(
        _ value: Imported, _ variable: PredicateExpressions.Variable<Wrapped>, _ transform: any PredicateExpression,
        isNested: Bool
    ) throws(PredicateImportError) -> Imported {
        let tree: ExpressionTree
        switch value {
        case .optionalPredicate(let optional):
            // The value of a `Bool?` is its answer.
            bind(variable, to: .predicate(optional.answer))
            let result = try imported(transform)
            return try when(optional.known, result, isNested: isNested) { _ in false }
        case .nestedOptional(let known, let inner, _):
            bind(variable, to: .value(inner))
            let result = try imported(transform)
            return try when(known, result, isNested: isNested) { _ in false }
        default: tree = try self.value(of: value, "OptionalFlatMap")
        }
        if tree.isNull {
            return .constant(.null)
        }
        let (first, again) = sharing(tree)
        bind(variable, to: .value(again))
        let result = try imported(transform)
        let known = PredicateTree.comparing(first, .notEqual, .literal(.null))
        let isShared = first != again
        if isShared, let inlined = inlined(result, known, again, tree, isNested: isNested) { return inlined }
        return try when(known, result, isNested: isNested) { part in
            guard !isShared else { return false }
            return switch part {
            case .predicate(let answer): answer.isFalse(whenNil: again)
            case .expression(let value): value.isNil(whenNil: again)
            }
        }
    }

    /// Replaces the only use of a variable in a result with its value, if the result is nil for nil anyway.
    private func inlined(
        _ result: Imported, _ known: PredicateTree, _ variable: ExpressionTree, _ value: ExpressionTree, isNested: Bool
    ) -> Imported? {
        func put(_ tree: ExpressionTree) -> ExpressionTree { tree == variable ? value : tree }
        switch result {
        case .predicate(let answer):
            guard PredicateTreeNode.predicate(answer).count(of: variable) == 1, answer.isFalse(whenNil: variable) else {
                return nil
            }
            return .optionalPredicate(
                OptionalPredicate(
                    known: known, answer: answer, isImplied: false, inlined: answer.rewritingExpressions(put)))
        case .value(let tree):
            guard !isNested, PredicateTreeNode.expression(tree).count(of: variable) == 1,
                tree.isNil(whenNil: variable)
            else { return nil }
            return .value(tree.rewriting(predicates: { $0 }, expressions: put))
        default: return nil
        }
    }

    /// A result that exists only if a condition is true.
    private func when(
        _ known: PredicateTree, _ result: Imported, isNested: Bool, nilWhenNot isImplied: (PredicateTreeNode) -> Bool
    ) throws(PredicateImportError) -> Imported {
        switch result {
        case .predicate(let answer):
            return .optionalPredicate(
                OptionalPredicate(known: known, answer: answer, isImplied: isImplied(.predicate(answer))))
        case .optionalPredicate(let inner):
            let isKnownImplied = isImplied(.predicate(inner.known))
            return .optionalPredicate(
                OptionalPredicate(
                    known: isKnownImplied ? inner.known : known && inner.known, answer: inner.answer,
                    isImplied: inner.isImplied && (isKnownImplied || isImplied(.predicate(inner.answer)))))
        case .nestedOptional(let inner, let value, _):
            return .nestedOptional(known: known && inner, value, isImplied: isImplied(.expression(value)))
        default:
            let value = try value(of: result, "OptionalFlatMap")
            let isImplied = isImplied(.expression(value))
            if isNested { return .nestedOptional(known: known, value, isImplied: isImplied) }
            if isImplied { return .value(value) }
            return .value(ExpressionTree(.ternary(known, value, .literal(.null)), type: value.type))
        }
    }

    /// `value ?? other`
    mutating func coalesce(_ value: Imported, _ other: Imported) throws(PredicateImportError) -> Imported {
        switch (value, other) {
        case (.optionalPredicate(let optional), .optionalPredicate), (.optionalPredicate(let optional), .predicate),
            (.optionalPredicate(let optional), .value):
            if case .boolean(let constant) = other.constant {
                return .predicate(constant ? optional.known.negated || optional.answer : optional.isTrue)
            }
            if case .predicate(let fallback) = other, !PredicateTreeNode.predicate(optional.known).assigns {
                return .predicate(optional.isTrue || (optional.known.negated && fallback))
            }
            let answer = ExpressionTree.boolean(optional.answer)
            return .value(ExpressionTree(.ternary(optional.known, answer, try self.value(of: other, "NilCoalesce"))))
        case (.nestedOptional(let known, let inner, _), _):
            // A known value is not replaced, even if it is nil.
            let fallback = try self.value(of: other, "NilCoalesce")
            return .value(ExpressionTree(.ternary(known, inner, fallback), type: inner.type))
        default: break
        }
        let tree = try self.value(of: value, "NilCoalesce")
        if tree.isNull { return other }
        switch other {
        case .predicate(let fallback):
            if let constant = fallback.constant {
                return .predicate(
                    constant
                        ? .comparing(tree, .notEqual, .literal(.boolean(false)))
                        : .comparing(tree, .equal, .literal(.boolean(true))))
            }
            let (first, again) = sharing(tree)
            return .predicate(
                .comparing(first, .equal, .literal(.boolean(true)))
                    || (.comparing(again, .equal, .literal(.null)) && fallback))
        case .value(let fallback):
            if case .constant(.boolean(let constant)) = fallback.kind {
                return try coalesce(value, .predicate(PredicateTree(.constant(constant))))
            }
            let (first, again) = sharing(tree)
            return .value(
                ExpressionTree(
                    .ternary(.comparing(first, .notEqual, .literal(.null)), again, fallback), type: tree.type))
        default:
            throw PredicateImportError(.inexpressible, "NilCoalesce", "its right side is not a value of the language")
        }
    }
}
