import PredicateCore
import PredicateFormat

/// A predicate of a `PredicateFile`.
public struct NamedPredicate: Sendable {
    /// The name in the file.
    public let name: String
    /// What the file says of it.
    public let description: String?
    /// The text as the file means it, with `@{name}` for other predicates.
    public let text: String
    /// The text with other predicates written out in parentheses. It is a predicate of the language.
    public let expandedText: String
    /// The types of its records; nil if the file names none.
    public let schema: RecordSchema?
    /// The arguments of the predicate and of those that it uses, in the order of the file, its own first.
    public let arguments: [NamedArgument]
    /// The cases of the predicate.
    public let cases: [NamedPredicateCase]
    /// The names of the predicates that the text uses, each once, in the order of their first use.
    public let uses: [String]
    /// The checked predicate. Its arguments are variables without values.
    package let checked: CheckedPredicate
    /// The checked predicate, with its arguments as variables.
    public var template: PredicateTemplate { PredicateTemplate(checked) }
    /// The location of the name in the file; nil for a binary file.
    public let position: SourcePosition?
    /// The text with its locations in the file, as it is written there.
    package let located: LocatedText
    /// The path of the file.
    package let path: String
    /// The range of the name in the file.
    package let nameRange: SourceRange
    /// The ranges of other predicates in the expanded text, with their parentheses.
    package let insertedRanges: [SourceRange]

    /// The predicate with values for its arguments.
    ///
    /// - Parameter values: the values by name, without `$`. An argument with a default can be left out.
    /// - Throws: a value that is missing, that no argument has, or that does not fit.
    public func binding(_ values: [String: PredicateValue] = [:]) throws(PredicateFileError) -> CheckedPredicate {
        let bound = try bindings(values)
        return try PredicateDiagnostics.translating(try checked.binding(values: bound)) {
            PredicateFileError(refusing: $0, of: keyPath, in: path)
        }
    }

    /// The predicate for a described Swift type, with values for its arguments.
    ///
    /// If the file has another schema than the type, the text is checked again.
    ///
    /// - Throws: a value that is missing, that no argument has, or that does not fit; or what the type has no field for.
    public func binding<Root>(
        _ values: [String: PredicateValue] = [:], for description: PredicateDescription<Root>
    ) throws(PredicateFileError) -> TypedPredicate<Root> {
        if schema == description.schema, let typed = description.predicate(try binding(values)) { return typed }
        let bound = try bindings(values)
        var byName: [String: PredicateValue] = [:]
        for (name, value) in bound.entries { byName[name] = value }
        let compilation = PredicateCompilation(
            expandedText, schema: description.schema, bindings: byName, requiresValues: true, library: checked.library,
            limits: checked.limits)
        guard let predicate = compilation.predicate, let typed = description.predicate(predicate) else {
            throw PredicateFileError(refusing: compilation.diagnostics, of: keyPath, in: path)
        }
        return typed
    }

    /// `@{name}` as the text writes it, for one of the inserted ranges.
    package func reference(at range: SourceRange) -> String? {
        guard let index = insertedRanges.firstIndex(of: range) else { return nil }
        let references = NamedReference.references(in: text)
        return references.indices.contains(index) ? references[index].range.text(in: text) : nil
    }

    /// The keys that lead to the predicate in the file.
    private var keyPath: String { "predicates." + name }

    /// Whether the predicate has an argument of a name.
    package func hasArgument(_ name: String) -> Bool { arguments.contains { sameCodePoints($0.name, name) } }

    /// The error for a value that no argument takes.
    package func unknownArgument(_ argument: String) -> PredicateFileError {
        PredicateFileError(
            refusing: .unknownArgument(argument, of: name, known: arguments.map(\.name), at: SourceRange(at: 0)),
            of: keyPath, in: path)
    }

    /// A value for each argument: the given one, or its default.
    private func bindings(_ given: [String: PredicateValue]) throws(PredicateFileError) -> NameTable<PredicateValue> {
        try PredicateDiagnostic.translating(
            try NamedArgument.bindings(of: arguments, NameTable(given), predicate: name)
        ) {
            PredicateFileError(refusing: $0, of: keyPath, in: path)
        }
    }

    // MARK: Cases

    /// Evaluates each case.
    ///
    /// - Parameter context: `now()` and limits for all cases.
    public func results(context: EvaluationContext? = nil) -> [NamedPredicateResult] {
        let context = context ?? EvaluationContext(limits: checked.limits)
        return cases.map { result(of: $0, context) }
    }

    /// The cases with another answer than they expect, or without one.
    ///
    /// - Parameter context: `now()` and limits for all cases.
    public func failingCases(context: EvaluationContext? = nil) -> [NamedPredicateResult] {
        results(context: context).filter { !$0.passes }
    }

    private func result(of test: NamedPredicateCase, _ context: EvaluationContext) -> NamedPredicateResult {
        let bound: CheckedPredicate
        do throws(PredicateFileError) {
            bound = try binding(test.arguments)
        } catch {
            return NamedPredicateResult(test: test, actual: nil, reason: error.description, predicate: nil)
        }
        let warnings = Locked<[EvaluationWarning]>([])
        var context = context
        let warn = context.warn
        context.warn = { warning in
            warnings.withLock { if $0.count < 100 { $0.append(warning) } }
            warn?(warning)
        }
        let actual = bound.matches(test.record, context: context)
        let reason = warnings.withLock { $0 }.lazy.compactMap(\.limit).first
        return NamedPredicateResult(
            test: test, actual: reason == nil ? actual : nil, reason: reason, predicate: bound)
    }
}

extension EvaluationWarning {
    /// The limit that stopped an evaluation.
    fileprivate var limit: String? {
        switch self {
        case .stepLimit: "the evaluation exceeded its steps"
        case .byteLimit: "the evaluation exceeded its bytes"
        case .patternLimit(let pattern): "a match of `\(pattern)` exceeded its steps"
        case .largePattern(let pattern, _): "the pattern `\(pattern)` is too large"
        case .badPattern: nil
        }
    }
}

/// An argument of a named predicate: a variable with a type.
public struct NamedArgument: Hashable, Sendable {
    /// The name without `$`.
    public let name: String
    /// The type of its values.
    public let type: ValueType
    /// The value that counts if none is given; nil if one must be given.
    public let defaultValue: PredicateValue?
    /// What the file says of it.
    public let description: String?

    /// A value as one of the type of the argument.
    ///
    /// - Throws: `PredicateFileError` if it is none.
    package func fitting(_ value: PredicateValue) throws(PredicateFileError) -> PredicateValue {
        try PredicateDiagnostic.translating(try checked(value)) { PredicateFileError(refusing: $0, in: "") }
    }

    private func checked(_ value: PredicateValue) throws(PredicateDiagnostic) -> PredicateValue {
        if let fitting = NamedTypes.value(value, as: type) { return fitting }
        throw .misfit(name, type, value, at: SourceRange(at: 0))
    }

    /// A value for each argument.
    ///
    /// - Throws: the first value that is missing, unknown, or of the wrong type, without a range.
    static func bindings(
        of arguments: [NamedArgument], _ given: NameTable<PredicateValue>, predicate: String
    ) throws(PredicateDiagnostic) -> NameTable<PredicateValue> {
        let nowhere = SourceRange(at: 0)
        for name in given.names where !arguments.contains(where: { sameCodePoints($0.name, name) }) {
            throw .unknownArgument(name, of: predicate, known: arguments.map(\.name), at: nowhere)
        }
        var bindings = NameTable<PredicateValue>()
        for argument in arguments {
            if let value = given[argument.name] {
                bindings[argument.name] = try argument.checked(value)
            } else if let value = argument.defaultValue {
                bindings[argument.name] = value
            } else {
                throw .missingValue(argument.name, of: predicate, at: nowhere)
            }
        }
        return bindings
    }
}

/// A record with the answer that a predicate should give for it.
public struct NamedPredicateCase: Sendable {
    /// The position among the cases of the predicate, from 0.
    public let index: Int
    /// What the file says of it.
    public let description: String?
    /// The record.
    public let record: PredicateValue
    /// The values of arguments that the case gives.
    public let arguments: [String: PredicateValue]
    /// The expected answer.
    public let matches: Bool
    /// The location of the case in the file; nil for a binary file.
    public let position: SourcePosition?
    /// The range of the case in the file.
    package let range: SourceRange
}

/// What a predicate answers for a case.
public struct NamedPredicateResult: Sendable {
    /// The case.
    public let test: NamedPredicateCase
    /// The answer; nil if there is none.
    public let actual: Bool?
    /// Why there is no answer.
    public let reason: String?
    /// The predicate that was evaluated, with the arguments of the case; nil if its arguments do not fit.
    public let predicate: CheckedPredicate?

    /// The expected answer.
    public var expected: Bool { test.matches }
    /// Whether the answer is the expected one.
    public var passes: Bool { actual == expected }
}
