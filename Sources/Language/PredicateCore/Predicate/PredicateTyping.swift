/// The result of checking the syntax tree of a format string: the typed tree, the diagnostics, and the types of values
/// that are given later.
///
/// The text need not be well-formed. Unreadable parts are missing in the syntax tree, and fit everywhere.
///
/// It is a class, because it is made once and passed around.
package final class PredicateTyping: Sendable {
    /// A substitution variable, with its use in the checker.
    typealias Variable = (name: String, value: Checker.Use)

    /// The tree with the types of the schema.
    package let tree: PredicateTree
    /// The tree that is evaluated. With an inferred schema its fields have no types, because a sample of the data
    /// never changes an answer (§1).
    package let meaning: PredicateTree
    /// All errors and warnings, by location.
    package let diagnostics: [PredicateDiagnostic]
    /// The substitution variables without a value, with the types that they are compared with, in the order of their
    /// first use.
    package var variables: [(name: String, type: ValueType)] { uses.map { (name: $0.name, type: $0.value.type) } }
    /// The first range of each variable.
    package var variableRanges: [SourceRange] { uses.map(\.value.range) }
    /// The variables with their types and ranges. `variables` and `variableRanges` are computed from them, because
    /// most callers need neither.
    let uses: [Variable]
    /// The types that the format arguments are compared with.
    package let argumentTypes: [ValueType]
    /// The check without the schema, if the schema is inferred and the text has no errors.
    let untyped: UntypedCheck?
    /// The types of variables by that check.
    package var untypedVariables: NameTable<ValueType> { untyped?.variables ?? NameTable() }
    /// The types of the format arguments without the schema.
    package var untypedArgumentTypes: [ValueType] { untyped?.argumentTypes ?? [] }

    /// The format arguments without a value, in order.
    let openArguments: [Checker.OpenArgument]

    /// Whether a substitution variable has no value.
    var hasVariables: Bool { !uses.isEmpty }

    package var hasErrors: Bool { !diagnostics.isEmpty && diagnostics.contains { $0.severity == .error } }

    /// Checks a syntax tree.
    ///
    /// - Parameters:
    ///   - found: the diagnostics of the text itself.
    ///   - argumentCount: the number of format arguments in the text.
    ///   - checker: the checker to start with, with the schema, the arguments and the values of variables.
    ///   - known: the check without a schema, if it has run.
    init(
        _ root: SyntaxNode, found: [PredicateDiagnostic], argumentCount: Int, _ checker: inout Checker,
        untyped known: UntypedCheck? = nil
    ) {
        let source = checker.written
        let tree = Self.run(root, &checker)
        let whole = SourceRange(0, source.utf8.count)
        var found = found
        if let arguments = checker.arguments, arguments.count > argumentCount {
            var unused = PredicateDiagnostic.unusedArguments(arguments.count, used: argumentCount, at: whole)
            // An argument for each `'%@'` is a mistake of these quotes.
            let quoted = found.filter { $0.code == .quotedArgument && !$0.edits.isEmpty }
            if quoted.count == arguments.count - argumentCount, let first = quoted.first {
                unused.hint = "\(first.message): \(first.hint ?? "")"
                unused.edits = quoted.flatMap(\.edits)
            }
            checker.report(unused)
        }
        if !checker.diagnostics.isEmpty { found += checker.diagnostics }
        if tree.height > checker.limits.depth + 2, !found.contains(where: { $0.code == .tooDeep }) {
            found.append(.treeTooDeep(limit: checker.limits.depth, at: whole))
        }
        var untyped: UntypedCheck?
        // A predicate with errors is not evaluated.
        if checker.schema?.origin == .inferred, !found.contains(where: { $0.severity == .error }) {
            let check = known ?? UntypedCheck(root, checker, argumentCount)
            // Conflicts that the check without a schema finds also count.
            found += check.errors
            untyped = check
        }
        self.tree = tree
        self.untyped = untyped
        meaning = untyped?.tree ?? tree
        var ordered = ParsedPredicate.ordered(found)
        let leftOut = checker.leftOut + (untyped?.leftOut ?? 0)
        if leftOut > 0, !ordered.isEmpty {
            ordered[ordered.count - 1].notes.append(CheckingMessages.leftOut(leftOut))
        }
        diagnostics = ordered
        uses = checker.variables.entries
        // A node that is checked twice has the same range both times.
        openArguments =
            checker.openArguments.isEmpty
            ? []
            : Array(Set(checker.openArguments)).sorted {
                ($0.range.lowerBound, $0.index) < ($1.range.lowerBound, $1.index)
            }
        argumentTypes = argumentCount == 0 ? [] : (0..<argumentCount).map { checker.argumentUses[$0]?.type ?? .any }
    }

    fileprivate static func run(_ root: SyntaxNode, _ checker: inout Checker) -> PredicateTree {
        StageCounter.countCheck(checker.written)
        return DeepStack.run(levels: root.height) { checker.check(root) }
    }
}

/// The check of a predicate without a schema. Under an inferred schema its tree is the one that is evaluated.
final class UntypedCheck: Sendable {
    let tree: PredicateTree
    let errors: [PredicateDiagnostic]
    /// The number of errors and warnings that were left out.
    let leftOut: Int
    /// The types that variables are compared with.
    let variables: NameTable<ValueType>
    /// The types that the format arguments are compared with.
    let argumentTypes: [ValueType]

    /// Collects the results of a check without a schema.
    init(_ tree: PredicateTree, _ checker: Checker, _ argumentCount: Int) {
        self.tree = tree
        errors = checker.diagnostics.filter { $0.severity == .error }
        leftOut = checker.leftOut
        var variables = NameTable<ValueType>()
        for (name, use) in checker.variables.entries { variables[name] = use.type }
        self.variables = variables
        argumentTypes = (0..<argumentCount).map { checker.argumentUses[$0]?.type ?? .any }
    }

    /// Checks a predicate without a schema.
    ///
    /// - Parameter typed: the checker of the text with a schema.
    convenience init(_ root: SyntaxNode, _ typed: Checker, _ argumentCount: Int) {
        var checker = Checker(
            source: typed.written, library: typed.library, limits: typed.limits, schema: nil,
            arguments: typed.arguments)
        checker.wantsText = typed.wantsText
        checker.bindings = typed.bindings
        let tree = PredicateTyping.run(root, &checker)
        self.init(tree, checker, argumentCount)
    }
}

extension PredicateTyping {
    /// The range of the first format argument without a value; nil if there is none.
    package var firstArgumentRange: SourceRange? { openArguments.first?.range }

    /// Diagnostics of arguments and variables that have no value yet (D112).
    func openValues(requiresValues: Bool, of source: String, _ schema: RecordSchema?) -> [PredicateDiagnostic] {
        let arguments = openArguments.map {
            PredicateDiagnostic.openArgument(
                $0.specifier.spelling, number: $0.index + 1, isRequired: requiresValues, at: $0.range)
        }
        guard requiresValues else { return arguments }
        return arguments
            + zip(variables, variableRanges).map {
                PredicateDiagnostic.unboundVariable($0.name, at: $1, of: source, in: schema)
            }
    }
}

extension ParsedPredicate {
    /// Checks names and types; nil for arguments leaves them open.
    package func typing(
        against schema: RecordSchema?, arguments: [PredicateValue]?,
        bindings: NameTable<PredicateValue> = NameTable()
    ) -> PredicateTyping {
        var checker = Checker(source: source, library: library, limits: limits, schema: schema, arguments: arguments)
        checker.bindings = bindings
        return PredicateTyping(root, found: warnings, argumentCount: argumentCount, &checker)
    }

    /// All errors and warnings of a predicate: its syntax and, as far as it can be parsed, its names and types.
    ///
    /// `init(parsing:)` throws only syntax errors, because a predicate must be well-formed before it has a meaning.
    /// Use this function to show all mistakes to a user at once.
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of `%@`, `%K` and `%d`, in order; nil leaves them open, with a warning for each.
    ///   - bindings: values of substitution variables by name, each checked like a literal at its location; the others
    ///     stay open.
    ///   - requiresValues: whether an argument or a variable without a value is an error. Use it before evaluation.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the text.
    public static func diagnostics(
        of source: String, against schema: RecordSchema? = nil, arguments: [PredicateValue]? = nil,
        bindings: [String: PredicateValue] = [:], requiresValues: Bool = false, library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) -> PredicateDiagnostics {
        diagnostics(
            of: source, against: schema, arguments: arguments, values: NameTable(bindings),
            requiresValues: requiresValues, library: library, limits: limits)
    }

    /// The diagnostics of a predicate, with the values of variables in a `NameTable`.
    package static func diagnostics(
        of source: String, against schema: RecordSchema?, arguments: [PredicateValue]?,
        values bindings: NameTable<PredicateValue>, requiresValues: Bool = false, library: PredicateLibrary,
        limits: PredicateLimits = .standard
    ) -> PredicateDiagnostics {
        let text = ParsedText(source, as: .predicate, library: library, limits: limits)
        let frontEnd = PredicateFrontEnd(
            text, arguments: arguments, bindings: bindings, requiresValues: requiresValues)
        // Only a compiled predicate has a cost.
        if limits.estimatedCost != nil { return frontEnd.compilation(against: schema).diagnostics }
        return frontEnd.examination(against: schema).0
    }

    /// The diagnostics of the text. They can check the text again after edits.
    package func diagnostics(
        _ found: [PredicateDiagnostic], against schema: RecordSchema?, arguments: [PredicateValue]?,
        bindings: NameTable<PredicateValue>
    ) -> PredicateDiagnostics {
        PredicateDiagnostics(source: source, diagnostics: found) { [library, limits] text in
            Self.diagnostics(
                of: text, against: schema, arguments: arguments, values: bindings, library: library, limits: limits
            ).diagnostics
        }
    }

    /// Sorts by range. If two errors have the same range, the first one is the cause. The checker knows more than the
    /// parser only about a value in place of a condition and about the operand of EXISTS.
    static func ordered(_ diagnostics: [PredicateDiagnostic]) -> [PredicateDiagnostic] {
        guard diagnostics.count > 1 else { return diagnostics }
        var locations: [SourceRange: Int] = [:]
        var unique: [PredicateDiagnostic] = []
        for diagnostic in diagnostics {
            guard diagnostic.severity == .error, let location = locations[diagnostic.range] else {
                if diagnostic.severity == .error { locations[diagnostic.range] = unique.count }
                unique.append(diagnostic)
                continue
            }
            let known = unique[location].code
            if known == .missingComparison || known == .unknownOperator && known == diagnostic.code {
                unique[location] = diagnostic
            }
        }
        // A call of an unknown function is not a condition either.
        let calls: Set<PredicateDiagnostic.Code> = [.unknownFunction, .methodCall, .unavailable]
        let callLocations = unique.filter { calls.contains($0.code) }.map(\.range)
        unique.removeAll { $0.code == .missingComparison && callLocations.contains(where: $0.range.contains) }
        // A diagnostic is large, so its location is sorted in its place.
        return unique.enumerated().map { ($1.range.lowerBound, $1.range.upperBound, $0) }.sorted(by: <)
            .map { unique[$0.2] }
    }

    /// The types that the format arguments are compared with, `any` if a type is unknown.
    public func argumentTypes(against schema: RecordSchema? = nil) -> [ValueType] {
        typing(against: schema, arguments: nil).argumentTypes
    }

    /// The substitution variables with the types that they are compared with, `any` if a type is unknown, in the
    /// order of their first use.
    ///
    /// - Parameters:
    ///   - schema: the types of the records; nil treats every field as `any`.
    ///   - arguments: the values of `%@` and other format arguments, which may be names of fields; nil leaves them
    ///     open.
    public func variableTypes(against schema: RecordSchema? = nil, arguments: [PredicateValue]? = nil) -> [(
        name: String, type: ValueType
    )] {
        typing(against: schema, arguments: arguments).variables
    }
}
