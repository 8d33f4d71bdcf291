import PredicateFormat

/// A request takes predicates that are written with key paths; what is wrong with one is thrown when the results are asked for.
///
/// ```swift
/// let popular = try notes.fetch(where: \Note.views >= 120).sorted(by: \.text).limit(50).result()
/// ```
extension KeyPathPredicate: RequestPredicate where Root: PredicateDescribed {
    /// The predicate, checked against the type; see `checked`.
    public func predicate(over description: PredicateDescription<Root>) throws(PredicateDiagnostics)
        -> TypedPredicate<Root>
    {
        try checked()
    }
}
