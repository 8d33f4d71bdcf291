#if SQLite
import GRDB
import PredicateFormat
import PredicatePatterns
import PredicateSQL

// Record types that are described: one text is a condition of requests and a test of values in memory.

extension TypedPredicate where Root: PredicateTableRecord {
    /// The predicate as a condition over the table of its type.
    ///
    /// ```swift
    /// let strong = try Player.predicate("score > %d", 10)
    /// let records = try Player.all().filter(strong.condition()).fetchAll(database)
    /// records.allSatisfy { strong.matches($0) }   // true
    /// ```
    ///
    /// - Throws: that a part has no form in SQL.
    public func condition() throws(RequestError) -> PredicateCondition {
        if checked.isUndecided {
            throw RequestError.untranslatable(
                part: predicateFormat, reason: "its parts have different descriptions or libraries, or too many levels")
        }
        let columns = RecordColumns(Root.self, valueDescription.type)
        return try checked.condition(for: columns.adapt(Root.predicateMapping), of: columns)
    }
}

extension PredicateTableRecord where Self: PredicateDescribed {
    /// The table of the record type, with a column for each field of its description, as the strategies of the type name
    /// and store them: `databaseColumnEncodingStrategy`, those of dates, UUIDs and data, and JSON for lists and objects.
    ///
    /// A type with other columns, or with links to other tables, has its own mapping. One that
    /// `Database.predicateMapping(of:)` reads says more of the columns, so that more indexes serve.
    public static var predicateMapping: SQLMapping { RecordColumns(Self.self, predicateDescription.type).mapping }

    /// A predicate over values of this type, in memory and in its table; see `PredicateDescription.predicate`.
    public static func predicate(
        _ format: PredicateFormatString, _ arguments: (any PredicateArgument)?...,
        library: PredicateLibrary = .standardWithPatterns, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        try predicateDescription.predicate(format.adding(arguments: arguments), library: library, limits: limits)
    }

    /// A predicate from a string that is known at run time; see
    /// `PredicateDescription.predicate(parsing:_:library:limits:)`.
    public static func predicate(
        parsing text: String, _ arguments: (any PredicateArgument)?...,
        library: PredicateLibrary = .standardWithPatterns, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        let format = PredicateFormatString(parsing: text).adding(arguments: arguments)
        return try predicateDescription.predicate(format, library: library, limits: limits)
    }

    /// A predicate from a string that is known at run time.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "predicate(parsing:_:library:limits:)")
    public static func predicate(
        _ text: some StringProtocol, _ arguments: (any PredicateArgument)?...,
        library: PredicateLibrary = .standardWithPatterns, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Self> {
        let format = PredicateFormatString(parsing: String(text)).adding(arguments: arguments)
        return try predicateDescription.predicate(format, library: library, limits: limits)
    }

    /// The records that a predicate takes; see `filter(_:)` with a `PredicateCondition`.
    ///
    /// - Throws: that a part has no form in SQL.
    public static func filter(_ predicate: TypedPredicate<Self>) throws(RequestError) -> QueryInterfaceRequest<Self> {
        try filter(predicate.condition())
    }
}

#endif
