import PredicateCore

/// What is wrong with a file of named predicates, apart from the predicates themselves.
extension PredicateDiagnostic {
    // MARK: Keys and values

    /// A key that the format does not have.
    static func unknownKey(_ key: String, of owner: String, known: [String], at range: SourceRange) -> Self {
        unknown(
            .predicateFileKey, "`\(key.excerpt(40))` is not a key of \(owner)", at: range,
            Suggestions.nearest(to: key, among: known), note: "The keys are " + list(known) + ".")
    }

    /// A key that a mapping has twice.
    static func repeatedKey(_ key: String, first: SourceRange, at range: SourceRange) -> Self {
        .error(
            .predicateFileKey, "the key `\(key.excerpt(40))` occurs twice; rename or remove one", at: range,
            labels: [.init("first here", at: first)])
    }

    /// A key without which a mapping means nothing.
    static func missingKey(_ key: String, of owner: String, at range: SourceRange) -> Self {
        .error(.predicateFileValue, "\(owner) needs the key `\(key)`", at: range)
    }

    /// A value of another kind than its key has.
    static func wrongKind(_ key: String, _ expected: String, at range: SourceRange) -> Self {
        .error(.predicateFileValue, "`\(key.excerpt(40))` must be \(expected)", at: range)
    }

    /// A value that YAML writes elsewhere.
    static func alias(at range: SourceRange) -> Self {
        .error(.predicateFileValue, "an alias of YAML cannot be read here; write the value itself", at: range)
    }

    /// A reference at the beginning of a scalar, which YAML does not allow.
    static func unquotedReference(at range: SourceRange) -> Self {
        .error(.predicateFileValue, "in YAML a string that begins with `@` needs quotes", at: range)
    }

    /// A file with no document, or with several.
    static func documents(_ count: Int, at range: SourceRange) -> Self {
        .error(
            .predicateFileValue,
            count == 0 ? "the file is empty; it needs the key `predicates`" : "the file must be one document", at: range
        )
    }

    /// A key that cannot be the name of a predicate.
    static func badName(_ name: String, at range: SourceRange) -> Self {
        .error(
            .predicateFileValue, "`\(name.excerpt(40))` cannot be the name of a predicate", at: range,
            notes: ["A name consists of letters, digits, `-`, `_` and `.`, and begins with a letter, a digit or `_`."])
    }

    // MARK: References

    /// A name that no predicate of the file has.
    static func unknownPredicate(_ name: String, known: [String], at range: SourceRange) -> Self {
        let nearest = Suggestions.nearest(to: name, among: known)
        return .error(.unknownPredicate, "there is no predicate `\(name.excerpt(40))`", at: range, .meant(nearest))
    }

    /// `@{` without its bracket.
    static func unclosedReference(at range: SourceRange) -> Self {
        .error(.unknownPredicate, "`@{` is not closed", at: range, hint: "`}` is missing")
    }

    /// Predicates that use one another in a circle.
    static func cycle(_ names: [String], at range: SourceRange) -> Self {
        let shown = names.count > 12 ? Array(names.prefix(8)) + ["…"] + names.suffix(3) : names
        return .error(
            .predicateCycle,
            "`\((names.first ?? "").excerpt(40))` uses itself: "
                + shown.map { $0.excerpt(40) }.joined(separator: " → "), at: range, hint: "write one of them out")
    }

    /// A predicate that is too long when the predicates that it uses are written out.
    static func tooLong(_ name: String, limit: Int, at range: SourceRange) -> Self {
        .error(
            .predicateTooLong, "`\(name.excerpt(40))` has more than \(limit) bytes with the predicates that it uses",
            at: range)
    }

    /// Predicates that are too long together.
    static func allTooLong(limit: Int, at range: SourceRange) -> Self {
        .error(
            .predicateTooLong,
            "the predicates up to this one have more than \(limit) bytes with the predicates that they use", at: range)
    }

    /// A predicate that uses one about other records.
    static func otherSchema(_ other: String, _ name: String, at range: SourceRange) -> Self {
        .error(
            .predicateSchema, "`\(name.excerpt(40))` cannot use `\(other.excerpt(40))`: they have different schemas",
            at: range, hint: "give both the same `schema` or `type`")
    }

    /// A problem of `@name`, for which `@{name}` is meant.
    static func reference(_ name: String, for diagnostic: PredicateDiagnostic) -> Self {
        var diagnostic = diagnostic
        diagnostic.hint = "did you mean `@{\(name)}`?"
        diagnostic.edits = [.init(replacing: diagnostic.range, with: "@{\(name)}")]
        return diagnostic
    }

    // MARK: Schemas

    /// A type that the program does not give.
    static func unknownRecordType(_ name: String, known: [String], at range: SourceRange) -> Self {
        unknown(
            .predicateSchema, "there is no record type `\(name.excerpt(40))`", at: range,
            Suggestions.nearest(to: name, among: known),
            note: known.isEmpty
                ? "Give its JSON Schema under `schema`, or with `--schema`."
                : "The types are " + list(known) + ".")
    }

    /// A schema that cannot be read.
    static func badSchema(_ reason: String, at range: SourceRange) -> Self {
        .error(.predicateSchema, "the schema cannot be used: \(reason)", at: range)
    }

    /// `schema` with `type`.
    static func schemaAndType(at range: SourceRange) -> Self {
        .error(.predicateSchema, "use `schema` or `type`, not both", at: range)
    }

    // MARK: Arguments

    /// A key that cannot be the name of an argument.
    static func badArgumentName(_ name: String, at range: SourceRange) -> Self {
        .error(
            .predicateArgument,
            "`\(name.excerpt(40))` cannot be the name of an argument; use only letters, digits and `_`", at: range)
    }

    /// A word that is not a type. The range is one of its text.
    static func unknownType(_ word: String, known: [String], at range: SourceRange) -> Self {
        let meant = NamedTypes.meant(word)
        return .error(
            .predicateArgument, "`\(word.excerpt(40))` is not the type of an argument", at: range, .meant(meant),
            notes: meant == nil ? ["The types are " + list(known) + "."] : [])
    }

    /// A variable that is not an argument.
    static func undeclared(
        _ variable: String, of predicate: String, known: [String], isPredicate: Bool, at range: SourceRange
    ) -> Self {
        let nearest = Suggestions.nearest(to: variable, among: known)
        let meant = isPredicate ? "@{\(variable)}" : nearest.map { "$" + $0 }
        return .error(
            .predicateArgument, "`$\(variable.excerpt(40))` is not an argument of `\(predicate.excerpt(40))`",
            at: range, .meant(meant, else: "declare it under `arguments`"))
    }

    /// `%@`, which nobody gives a value.
    static func formatArgument(at range: SourceRange) -> Self {
        .error(
            .predicateArgument, "format arguments are not supported in a predicate file", at: range,
            hint: "write `$name`, and declare it under `arguments`")
    }

    /// One name for arguments of two types.
    static func typesDiffer(
        _ name: String, _ first: (type: ValueType, owner: String, range: SourceRange),
        _ second: (type: ValueType, owner: String, range: SourceRange), at range: SourceRange
    ) -> Self {
        .error(
            .predicateArgument,
            "`$\(name.excerpt(40))` is \(first.type.phrase) in `\(first.owner.excerpt(40))` and \(second.type.phrase) in `\(second.owner.excerpt(40))`",
            at: range,
            hint: "give one of them another name",
            labels: [first.range, second.range].filter { $0 != range }.map { .init("declared here", at: $0) })
    }

    /// One name for arguments with two defaults.
    static func defaultsDiffer(_ name: String, _ first: SourceRange, _ second: SourceRange, at range: SourceRange)
        -> Self
    {
        .error(
            .predicateArgument, "`$\(name.excerpt(40))` has different defaults in the predicates that are used",
            at: range, labels: [.init("declared here", at: first), .init("and here", at: second)],
            notes: ["Declare it under `arguments` of this predicate too; that default counts."])
    }

    /// A variable of SUBQUERY, or one that `:=` assigns, with the name of an argument.
    static func hiddenArgument(_ name: String, at range: SourceRange) -> Self {
        .error(
            .predicateArgument, "`$\(name.excerpt(40))` is an argument and a variable of this expression", at: range,
            hint: "give the variable another name")
    }

    // MARK: Values

    /// A value of another type than the argument.
    static func misfit(_ name: String, _ type: ValueType, _ value: PredicateValue, at range: SourceRange) -> Self {
        .error(
            .argumentValue, "`\(name.excerpt(40))` must be \(type.phrase), not \(value.abbreviated(to: 40))", at: range)
    }

    /// A value that does not fit where the predicate uses it.
    static func refusedValue(_ name: String, _ reason: String, at range: SourceRange) -> Self {
        .error(.argumentValue, "the value of `\(name.excerpt(40))` cannot be used: \(reason)", at: range)
    }

    /// An argument without a value.
    static func missingValue(_ name: String, of predicate: String, at range: SourceRange) -> Self {
        .error(
            .argumentValue, "the argument `\(name.excerpt(40))` of `\(predicate.excerpt(40))` needs a value", at: range)
    }

    /// A value for an argument that does not exist.
    static func unknownArgument(_ name: String, of predicate: String, known: [String], at range: SourceRange) -> Self {
        unknown(
            .argumentValue, "`\(predicate.excerpt(40))` has no argument `\(name.excerpt(40))`", at: range,
            Suggestions.nearest(to: name, among: known),
            note: known.isEmpty ? "It has none." : "It has " + list(known) + ".")
    }

    // MARK: Cases

    /// A key of a record that the schema does not have.
    static func unknownField(_ name: String, of type: String, known: [String], at range: SourceRange) -> Self {
        .error(
            .predicateCase, "`\(name.excerpt(40))` is not a field of \(type)", at: range,
            hint: Suggestions.nearest(to: name, among: known).map { "did you mean `\($0)`?" })
    }

    /// A value of a record of another type than its field.
    static func wrongField(_ name: String, _ type: ValueType, _ value: PredicateValue, at range: SourceRange) -> Self {
        .error(
            .predicateCase, "the field `\(name.excerpt(40))` must be \(type.phrase), not \(value.abbreviated(to: 40))",
            at: range)
    }

    /// An unknown name, with the nearest known one, or what is known.
    private static func unknown(
        _ code: Code, _ message: String, at range: SourceRange, _ nearest: String?, note: String
    ) -> Self {
        .error(
            code, message, at: range, hint: nearest.map { "did you mean `\($0)`?" },
            notes: nearest == nil ? [note] : [])
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(20).map { "`" + $0.excerpt(40) + "`" }
        return shown.joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    }
}

extension PredicateDiagnostic.Code {
    /// A key that the format of a file of predicates does not have.
    public static let predicateFileKey: Self = "predicate-file-key"
    /// A value that a file of predicates cannot have there.
    public static let predicateFileValue: Self = "predicate-file-value"
    /// A name that no predicate has.
    public static let unknownPredicate: Self = "unknown-predicate"
    /// Predicates that use one another in a circle.
    public static let predicateCycle: Self = "predicate-cycle"
    /// A predicate that is too long with those that it uses.
    public static let predicateTooLong: Self = "predicate-too-long"
    /// A schema that named predicates cannot have.
    public static let predicateSchema: Self = "predicate-schema"
    /// An argument that is declared or used in a wrong way.
    public static let predicateArgument: Self = "predicate-argument"
    /// A value that an argument cannot have.
    public static let argumentValue: Self = "argument-value"
    /// A case that cannot be evaluated.
    public static let predicateCase: Self = "predicate-case"
}
