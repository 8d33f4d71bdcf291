import PredicateFormat

/// Says in Spark SQL what it can of a predicate over rows. The wing Databases registers one.
protocol SparkTranslator: Sendable {
    /// The condition that each matching row satisfies; nil if it is true for all rows.
    ///
    /// - Parameter now: the instant of `now()`, in seconds since 2001.
    func condition(of predicate: CheckedPredicate, over columns: SparkColumns, now: Double) -> String?

    /// What Spark is asked and what workers evaluate, in lines.
    ///
    /// - Parameter name: the name of the records.
    func explanation(of predicate: CheckedPredicate, over columns: SparkColumns, named name: String) -> String
}

extension SparkColumns {
    /// The translator of this build. Without one, workers evaluate all rows.
    static let translator = Locked<(any SparkTranslator)?>(nil)

    /// The condition of a predicate in Spark SQL; nil if it is true for all rows.
    ///
    /// - Parameter now: the instant of `now()`, in seconds since 2001.
    func condition(of predicate: CheckedPredicate, now: Double) -> String? {
        Self.translator.withLock { $0 }?.condition(of: predicate, over: self, now: now)
    }
}
