import PredicateCore

// Predicates over Swift values, from format strings.

extension PredicateDescribed {
    /// A predicate over values of this type; see `PredicateDescription.predicate`.
    public static func predicate(
        _ format: PredicateFormatString, _ arguments: (any PredicateArgument)?...,
        library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        try predicateDescription.predicate(format.adding(arguments: arguments), library: library, limits: limits)
    }

    /// A predicate from a string that is known at run time; see
    /// `PredicateDescription.predicate(parsing:_:library:limits:)`.
    public static func predicate(
        parsing text: String, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        let format = PredicateFormatString(parsing: text).adding(arguments: arguments)
        return try predicateDescription.predicate(format, library: library, limits: limits)
    }

    /// A predicate from a string that is known at run time.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "predicate(parsing:_:library:limits:)")
    public static func predicate(
        _ text: some StringProtocol, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        let format = PredicateFormatString(parsing: String(text)).adding(arguments: arguments)
        return try predicateDescription.predicate(format, library: library, limits: limits)
    }
}

extension PredicateDescription {
    /// A predicate over values of the type.
    ///
    /// - Parameters:
    ///   - format: the text, in which interpolations are format arguments.
    ///   - arguments: the values of `%@` and other format arguments, in order. A range is the two bounds of BETWEEN; a
    ///     predicate replaces its `%@`, and becomes part of the predicate's `source`.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the text and on the work of an evaluation.
    /// - Throws: `PredicateDiagnostics` with all errors of the text, each with its range.
    public func predicate(
        _ format: PredicateFormatString, _ arguments: (any PredicateArgument)?...,
        library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        let format = format.adding(arguments: arguments)
        let checked = try CheckedPredicate(format, schema: checkedSchema(), library: library, limits: limits)
        return TypedPredicate(checked, self)
    }

    /// A predicate from a string that is known at run time, such as one of a file or of a user.
    ///
    /// Such a string is written as one part, without Swift's interpolations: those are format arguments of a literal.
    /// Check it under `PredicateLimits.untrusted` unless the program wrote it.
    public func predicate(
        parsing text: String, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try predicate(
            PredicateFormatString(parsing: text).adding(arguments: arguments), library: library, limits: limits)
    }

    /// A predicate from a string that is known at run time.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "predicate(parsing:_:library:limits:)")
    public func predicate(
        _ text: some StringProtocol, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try predicate(
            PredicateFormatString(parsing: String(text)).adding(arguments: arguments), library: library, limits: limits)
    }

    /// A predicate over values of the type, with its arguments in a list.
    public func predicate(
        _ format: PredicateFormatString, arguments: [PredicateValue], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try predicate(format.adding(arguments: arguments), library: library, limits: limits)
    }

    /// A predicate from one that was checked against `schema`, for example one from a tree or JSON, or a composed one.
    ///
    /// - Returns: nil if it was checked against another schema.
    public func predicate(_ checked: CheckedPredicate) -> TypedPredicate<Root>? {
        checked.schema == schema ? TypedPredicate(checked, self) : nil
    }
}
