import PredicateFormat

// Requests with predicates of key paths. The concrete overloads let the compiler infer the root of `\.views > 5`.

extension KeyPathPredicate: RequestPredicate {
    /// The predicate, checked against the description.
    ///
    /// - Throws: `PredicateDiagnostics` with all errors; see `checked`.
    public func predicate(over description: PredicateDescription<Root>) throws(PredicateDiagnostics) -> TypedPredicate<
        Root
    > { try checked(against: description, library: .standard, limits: .standard) }
}

extension TypedRequest {
    /// Adds a predicate that values must satisfy, besides those given before. Its errors are thrown when the request
    /// runs.
    public func `where`(_ predicate: KeyPathPredicate<Root>) -> TypedRequest {
        let predicate: some RequestPredicate<Root> = predicate
        return self.where(predicate)
    }
}

extension PredicateDescribed {
    /// A request for values that satisfy a predicate. The errors of the predicate are thrown when the request runs.
    public static func request(where predicate: KeyPathPredicate<Self>) -> TypedRequest<Self> {
        let predicate: some RequestPredicate<Self> = predicate
        return request(where: predicate)
    }
}

extension Sequence where Element: PredicateDescribed {
    /// A request for the values that satisfy a predicate. The errors of the predicate are thrown when the request
    /// runs.
    public func fetch(where predicate: KeyPathPredicate<Element>) -> TypedRequest<Element> {
        let predicate: some RequestPredicate<Element> = predicate
        return fetch(where: predicate)
    }
}
