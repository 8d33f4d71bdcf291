import PredicateCore

// Predicates over Swift values, from format strings.

extension PredicateDescribed {
    /// A predicate over values of this type; see `PredicateDescription.predicate`.
    public static func predicate(
        _ format: String, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        try predicateDescription.predicate(format, given: arguments, library: library, limits: limits)
    }
}

extension PredicateDescription {
    /// A predicate over values of the type.
    ///
    /// - Parameters:
    ///   - format: the text.
    ///   - arguments: the values of `%@` and other format arguments, in order. A range is the two bounds of BETWEEN; a
    ///     predicate replaces its `%@`, and becomes part of the predicate's `source`.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the text and on the work of an evaluation.
    /// - Throws: `PredicateDiagnostics` with all errors of the text, each with its range.
    public func predicate(
        _ format: String, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try predicate(format, given: arguments, library: library, limits: limits)
    }

    /// A predicate over values of the type, with its arguments in a list.
    public func predicate(
        _ format: String, arguments: [PredicateValue], library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        let checked = try CheckedPredicate(
            format, schema: checkedSchema(), arguments: arguments, library: library, limits: limits)
        return TypedPredicate(checked, self)
    }

    /// A predicate from one that was checked against `schema`, for example one from a tree or JSON, or a composed one.
    ///
    /// - Returns: nil if it was checked against another schema.
    public func predicate(_ checked: CheckedPredicate) -> TypedPredicate<Root>? {
        checked.schema == schema ? TypedPredicate(checked, self) : nil
    }

    /// A predicate over values of the type, with its arguments in a list that may contain predicates.
    package func predicate(
        _ format: String, given arguments: [(any PredicateArgument)?], library: PredicateLibrary,
        limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try predicate(
            format, filledWith: arguments.map { $0?.predicateArgument ?? .value(.null) }, library: library,
            limits: limits)
    }

    /// A predicate over values of the type, with the contents of its arguments.
    package func predicate(
        _ format: String, filledWith arguments: [PredicateArgumentContent], library: PredicateLibrary,
        limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        let filled = try FilledFormat(format, arguments, library: library, limits: limits)
        return try predicate(filled.source, arguments: filled.arguments, library: filled.library, limits: limits)
    }
}
