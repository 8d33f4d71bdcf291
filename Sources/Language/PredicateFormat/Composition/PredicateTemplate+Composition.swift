import PredicateCore

extension PredicateTemplate {
    /// `a AND b`, checked as a whole; see `CheckedPredicate`.
    ///
    /// - Throws: `PredicateDiagnostics` if the schemas differ, a variable has two types, or a limit is exceeded.
    public static func && (a: PredicateTemplate, b: PredicateTemplate) throws(PredicateDiagnostics)
        -> PredicateTemplate
    {
        PredicateTemplate(try a.open && b.open)
    }

    /// `a OR b`, checked as a whole; see `CheckedPredicate`.
    ///
    /// - Throws: `PredicateDiagnostics` if the schemas differ, a variable has two types, or a limit is exceeded.
    public static func || (a: PredicateTemplate, b: PredicateTemplate) throws(PredicateDiagnostics)
        -> PredicateTemplate
    {
        PredicateTemplate(try a.open || b.open)
    }

    /// `NOT a`.
    ///
    /// - Throws: `PredicateDiagnostics` if a limit is exceeded.
    public static prefix func ! (a: PredicateTemplate) throws(PredicateDiagnostics) -> PredicateTemplate {
        PredicateTemplate(try !a.open)
    }
}
