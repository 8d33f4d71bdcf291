import PredicateCore

/// A predicate about Swift values with substitution variables that have no values yet.
///
/// ```swift
/// let template = try Song.template("artist == $artist AND rating > $least")
/// let songs = try all.filter(template.binding(["artist": "Amália", "least": 2]))
/// ```
///
/// A template has no answer. Binding gives a `TypedPredicate`, whose `matches` does not throw; see `PredicateTemplate`.
public struct TypedPredicateTemplate<Root>: Sendable {
    /// The template with its text, tree, schema and warnings.
    public let checked: PredicateTemplate
    /// The description of the values.
    package let valueDescription: PredicateDescription<Root>

    package init(_ checked: PredicateTemplate, _ description: PredicateDescription<Root>) {
        self.checked = checked
        valueDescription = description
    }

    /// A predicate as a template, for joining it with templates. Binding it needs no values.
    public init(_ predicate: TypedPredicate<Root>) {
        self.init(PredicateTemplate(predicate.checked), predicate.valueDescription)
    }

    /// The text that the template was made from.
    public var source: String { checked.source }

    /// The canonical text.
    public var predicateFormat: String { checked.predicateFormat }

    /// The variables without a value, with the types that they are compared with, in the order of their first use.
    public var variables: [(name: String, type: ValueType)] { checked.variables }

    /// The predicate with a value for each variable; see `PredicateTemplate.binding(_:)`.
    ///
    /// - Parameter values: the values by name, without `$`.
    /// - Throws: `PredicateDiagnostics` with `unknown-variable` for a name that is not in the string,
    ///   `unbound-variable` for a variable without a value, and what a value does not fit. Each has a range in `source`.
    public func binding(_ values: [String: (any PredicateFieldValue)?]) throws(PredicateDiagnostics)
        -> TypedPredicate<Root>
    {
        TypedPredicate(try checked.binding(Self.values(values)), valueDescription)
    }

    /// The predicate with values for some variables. The others stay in `variables`.
    ///
    /// - Parameter values: the values by name, without `$`.
    /// - Throws: `PredicateDiagnostics` with `unknown-variable` for a name that is not in the string, and what a value
    ///   does not fit.
    public func partiallyBinding(_ values: [String: (any PredicateFieldValue)?]) throws(PredicateDiagnostics)
        -> TypedPredicateTemplate
    {
        TypedPredicateTemplate(try checked.partiallyBinding(Self.values(values)), valueDescription)
    }

    /// The predicate with the values of a context's variables. A context may also have values for other predicates.
    ///
    /// - Throws: `PredicateDiagnostics` with `unbound-variable` for a variable without a value, and what a value does not
    ///   fit.
    public func binding(_ context: EvaluationContext) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        TypedPredicate(try checked.binding(context), valueDescription)
    }

    /// Whether a value satisfies the template with the values of a context's variables.
    ///
    /// Each call binds the variables. For many values, bind them once: see `binding(_:)`.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func matches(_ value: Root, context: EvaluationContext) throws(PredicateDiagnostics) -> Bool {
        try binding(context).matches(value, context: context)
    }

    /// What the template says about a value with the values of a context's variables; see `matches(_:context:)`.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func answer(for value: Root, context: EvaluationContext) throws(PredicateDiagnostics) -> PredicateAnswer {
        try binding(context).answer(for: value, context: context)
    }

    /// `a AND b`, checked as a whole, because a variable of both must have one type.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has two types, or a limit is exceeded.
    @_disfavoredOverload
    public static func && (a: TypedPredicateTemplate, b: TypedPredicateTemplate) throws(PredicateDiagnostics)
        -> TypedPredicateTemplate
    {
        TypedPredicateTemplate(try a.checked && b.checked, a.valueDescription)
    }

    /// `a OR b`, checked as a whole, because a variable of both must have one type.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has two types, or a limit is exceeded.
    @_disfavoredOverload
    public static func || (a: TypedPredicateTemplate, b: TypedPredicateTemplate) throws(PredicateDiagnostics)
        -> TypedPredicateTemplate
    {
        TypedPredicateTemplate(try a.checked || b.checked, a.valueDescription)
    }

    private static func values(_ values: [String: (any PredicateFieldValue)?]) -> [String: PredicateValue] {
        values.mapValues { $0?.predicateValue ?? .null }
    }
}

extension TypedPredicateTemplate: Hashable, CustomStringConvertible {
    /// Whether the templates are equal as `PredicateTemplate`s.
    public static func == (a: TypedPredicateTemplate, b: TypedPredicateTemplate) -> Bool { a.checked == b.checked }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) { hasher.combine(checked) }

    /// The canonical text.
    public var description: String { predicateFormat }
}

extension PredicateTemplate: PredicateArgument {
    /// The predicate with its variables, for a format that becomes a template.
    public var predicateArgument: PredicateArgumentContent { open.predicateArgument }
}

extension TypedPredicateTemplate: PredicateArgument {
    /// The predicate with its variables, for a format that becomes a template.
    public var predicateArgument: PredicateArgumentContent { checked.predicateArgument }
}

extension PredicateDescribed {
    /// A template over values of this type: a string with `$variables`; see `PredicateDescription.template`.
    public static func template(
        _ format: PredicateFormatString, _ arguments: (any PredicateArgument)?...,
        library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicateTemplate<Self> {
        try predicateDescription.template(format.adding(arguments: arguments), library: library, limits: limits)
    }

    /// A template from a string that is known at run time; see
    /// `PredicateDescription.template(parsing:_:library:limits:)`.
    public static func template(
        parsing text: String, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicateTemplate<Self> {
        let format = PredicateFormatString(parsing: text).adding(arguments: arguments)
        return try predicateDescription.template(format, library: library, limits: limits)
    }
}

extension PredicateDescription {
    /// A template over values of the type: a string with `$variables`, which get their values later.
    ///
    /// - Parameters:
    ///   - format: the text, in which interpolations are format arguments.
    ///   - arguments: the values of `%@` and other format arguments, in order.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the text and on the work of an evaluation.
    /// - Throws: `PredicateDiagnostics` with all errors of the text, each with its range.
    public func template(
        _ format: PredicateFormatString, _ arguments: (any PredicateArgument)?...,
        library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicateTemplate<Root> {
        let format = format.adding(arguments: arguments)
        let checked = try PredicateTemplate(format, schema: checkedSchema(), library: library, limits: limits)
        return TypedPredicateTemplate(checked, self)
    }

    /// A template from a string that is known at run time, such as one of a file or of a user.
    public func template(
        parsing text: String, _ arguments: (any PredicateArgument)?..., library: PredicateLibrary = .standard,
        limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicateTemplate<Root> {
        try template(
            PredicateFormatString(parsing: text).adding(arguments: arguments), library: library, limits: limits)
    }

    /// A template from one that was checked against `schema`.
    ///
    /// - Returns: nil if it was checked against another schema.
    public func template(_ checked: PredicateTemplate) -> TypedPredicateTemplate<Root>? {
        checked.schema == schema ? TypedPredicateTemplate(checked, self) : nil
    }
}

// The variables are checked before the first element.
extension Sequence {
    /// The elements that satisfy a template with the values of a context's variables.
    ///
    /// - Throws: before any element is read, `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func filter(_ template: TypedPredicateTemplate<Element>, context: EvaluationContext)
        throws(PredicateDiagnostics) -> [Element]
    {
        filter(try template.binding(context), context: context)
    }

    /// How many elements satisfy a template with the values of a context's variables.
    ///
    /// - Throws: before any element is read, `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func count(where template: TypedPredicateTemplate<Element>, context: EvaluationContext)
        throws(PredicateDiagnostics) -> Int
    {
        count(where: try template.binding(context), context: context)
    }

    /// The first element that satisfies a template with the values of a context's variables.
    ///
    /// - Throws: before any element is read, `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func first(where template: TypedPredicateTemplate<Element>, context: EvaluationContext)
        throws(PredicateDiagnostics) -> Element?
    {
        first(where: try template.binding(context), context: context)
    }

    /// Whether an element satisfies a template with the values of a context's variables.
    ///
    /// - Throws: before any element is read, `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func contains(where template: TypedPredicateTemplate<Element>, context: EvaluationContext)
        throws(PredicateDiagnostics) -> Bool
    {
        contains(where: try template.binding(context), context: context)
    }

    /// Whether all elements satisfy a template with the values of a context's variables.
    ///
    /// - Throws: before any element is read, `PredicateDiagnostics` if a variable has no value, or one that does not fit.
    public func allSatisfy(_ template: TypedPredicateTemplate<Element>, context: EvaluationContext)
        throws(PredicateDiagnostics) -> Bool
    {
        allSatisfy(try template.binding(context), context: context)
    }
}
