/// The result of checking the syntax tree of a text: the typed tree, errors and warnings, and the types of the values
/// that come later.
///
/// The text need not be well-formed: unreadable parts are missing in the syntax tree, and fit everywhere.
///
/// It is an object, because it is made once and passed on whole.
package final class PredicateTyping: Sendable {
    /// The tree with the types of the schema.
    package let tree: PredicateTree
    /// The tree that is evaluated. With an inferred schema its fields have no types, because a sample of the data
    /// never changes an answer (§1).
    package let meaning: PredicateTree
    /// All errors and warnings, by location.
    package let diagnostics: [PredicateDiagnostic]
    /// The substitution variables without a value, with the types that they are compared with, in the order of their first use.
    package var variables: [(name: String, type: ValueType)] { uses.map { (name: $0.name, type: $0.value.type) } }
    /// The first range of each variable.
    var variableRanges: [SourceRange] { uses.map(\.value.range) }
    /// Both in the checker's form; most callers need neither.
    private let uses: [(name: String, value: Checker.Use)]
    /// The types that the format arguments are compared with.
    package let argumentTypes: [ValueType]
    /// The same without an inferred schema: the types that the text alone implies.
    package let untypedVariables: NameTable<ValueType>
    /// The same of the format arguments.
    package let untypedArgumentTypes: [ValueType]

    /// The format arguments without a value, in order.
    let openArguments: [Checker.OpenArgument]

    /// Whether a substitution variable is without a value.
    var hasVariables: Bool { !uses.isEmpty }

    package var hasErrors: Bool { !diagnostics.isEmpty && diagnostics.contains { $0.severity == .error } }

    /// Checks a syntax tree.
    ///
    /// - Parameters:
    ///   - found: errors and warnings about the text itself.
    ///   - argumentCount: the number of format arguments in the text.
    ///   - checker: the initial checker, with the schema, the arguments and the values of variables.
    init(_ root: SyntaxNode, found: [PredicateDiagnostic], argumentCount: Int, _ checker: inout Checker) {
        let source = checker.source
        let bindings = checker.bindings
        let tree = Self.run(root, &checker)
        let whole = SourceRange(0, source.utf8.count)
        if let arguments = checker.arguments, arguments.count > argumentCount {
            checker.report(CheckingMessages.unusedArguments(arguments.count, used: argumentCount, at: whole))
        }
        var found = found
        if !checker.diagnostics.isEmpty { found += checker.diagnostics }
        if tree.height > checker.limits.depth + 2, !found.contains(where: { $0.code == .tooDeep }) {
            found.append(CheckingMessages.treeTooDeep(limit: checker.limits.depth, at: whole))
        }
        var meaning = tree
        var untypedVariables = NameTable<ValueType>()
        var untypedArgumentTypes: [ValueType] = []
        if checker.schema?.origin == .inferred {
            var untyped = Checker(
                source: source, library: checker.library, limits: checker.limits, schema: nil,
                arguments: checker.arguments)
            untyped.bindings = bindings
            meaning = Self.run(root, &untyped)
            for (name, use) in untyped.variables.entries { untypedVariables[name] = use.type }
            untypedArgumentTypes = (0..<argumentCount).map { untyped.argumentUses[$0]?.type ?? .any }
            // Conflicts that appear only without the schema count only if there is no other error.
            if !found.contains(where: { $0.severity == .error }) {
                found += untyped.diagnostics.filter { $0.severity == .error }
            }
        }
        self.tree = tree
        self.meaning = meaning
        self.untypedVariables = untypedVariables
        self.untypedArgumentTypes = untypedArgumentTypes
        var ordered = ParsedPredicate.ordered(found)
        if checker.isCutShort, !ordered.isEmpty {
            ordered[ordered.count - 1].notes.append("there are more errors and warnings, which are not shown")
        }
        diagnostics = ordered
        uses = checker.variables.entries
        // A node that is checked twice has one range.
        openArguments =
            checker.openArguments.isEmpty
            ? []
            : Array(Set(checker.openArguments)).sorted {
                ($0.range.lowerBound, $0.index) < ($1.range.lowerBound, $1.index)
            }
        argumentTypes = argumentCount == 0 ? [] : (0..<argumentCount).map { checker.argumentUses[$0]?.type ?? .any }
    }

    private static func run(_ root: SyntaxNode, _ checker: inout Checker) -> PredicateTree {
        DeepStack.run(levels: root.height) { checker.check(root) }
    }
}

extension PredicateTyping {
    /// Diagnostics of arguments and variables that have no value yet (D112).
    func openValues(requiresValues: Bool) -> [PredicateDiagnostic] {
        let arguments = openArguments.map {
            CheckingMessages.openArgument(
                $0.specifier.spelling, number: $0.index + 1, isRequired: requiresValues, at: $0.range)
        }
        guard requiresValues else { return arguments }
        return arguments + zip(variables, variableRanges).map { CheckingMessages.unboundVariable($0.name, at: $1) }
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

    /// All errors and warnings of a text: its syntax and, as far as it can be parsed, its names and types.
    ///
    /// `init(parsing:)` throws only syntax errors, because a text must be well-formed before it has a meaning.
    /// Use this function to show all mistakes to a user at once.
    ///
    /// - Parameters:
    ///   - source: the text.
    ///   - schema: the types of the records; nil takes every field as `any`.
    ///   - arguments: the values of `%@`, `%K` and `%d`, in order; nil leaves them open, with a warning for each.
    ///   - bindings: values of substitution variables by name, each checked like a literal at its location; the others stay open.
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

    /// The same, with the values of variables in a `NameTable`.
    package static func diagnostics(
        of source: String, against schema: RecordSchema?, arguments: [PredicateValue]?,
        values bindings: NameTable<PredicateValue>, requiresValues: Bool = false, library: PredicateLibrary,
        limits: PredicateLimits = .standard
    ) -> PredicateDiagnostics {
        func findings(_ source: String) -> UnquotedKeys.Findings {
            let parsed = parse(source, library: library, limits: limits, asExpression: false)
            var checker = Checker(
                source: source, library: library, limits: limits, schema: schema, arguments: arguments)
            checker.bindings = bindings
            checker.excusesBareValues = parsed.diagnostics.contains { $0.code == .unclosedBracket }
            let typing = PredicateTyping(
                parsed.root, found: parsed.diagnostics, argumentCount: parsed.argumentCount, &checker)
            let errors = parsed.diagnostics.filter { $0.severity == .error }
            // The values that a malformed text needs are unknown.
            let open = errors.isEmpty ? typing.openValues(requiresValues: requiresValues) : []
            // A key that is not a condition is another mistake than a key without quotes.
            let syntaxErrors = errors.filter { $0.code != .missingComparison }
            return UnquotedKeys.Findings(
                diagnostics: open.isEmpty ? typing.diagnostics : ordered(typing.diagnostics + open),
                syntaxErrors: syntaxErrors.map(\.range), tree: .predicate(typing.tree))
        }
        let found = findings(source)
        return PredicateDiagnostics(
            source: source, diagnostics: UnquotedKeys.recovered(found, in: source, schema, diagnose: findings)
        ) { text in
            diagnostics(
                of: text, against: schema, arguments: arguments, values: bindings, requiresValues: requiresValues,
                library: library, limits: limits
            ).diagnostics
        }
    }

    /// The diagnostics of the text, which can be diagnosed again after edits.
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

    /// In order of range. If two errors have the same range, the first one is the cause. The checker knows more than the
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
        return unique.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }.map(\.element)
    }

    /// The types that the format arguments are compared with, `any` if a type is unknown.
    public func argumentTypes(against schema: RecordSchema? = nil) -> [ValueType] {
        typing(against: schema, arguments: nil).argumentTypes
    }

    /// The substitution variables with the types that they are compared with, `any` if a type is unknown, in the
    /// order of their first use.
    ///
    /// - Parameters:
    ///   - schema: the types of the records; nil takes every field as `any`.
    ///   - arguments: the values of `%@` and other format arguments, which may be names of fields; nil leaves them open.
    public func variableTypes(against schema: RecordSchema? = nil, arguments: [PredicateValue]? = nil) -> [(
        name: String, type: ValueType
    )] {
        typing(against: schema, arguments: arguments).variables
    }
}
