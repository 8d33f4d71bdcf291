import PredicateFormat

// Requests take predicates of key paths. The concrete forms are there beside the generic ones so that the root of `\.views > 5` is known.

extension KeyPathPredicate: RequestPredicate {
    /// The predicate, checked against the description.
    ///
    /// - Throws: `PredicateDiagnostics` with everything that is wrong; see `checked`.
    public func predicate(over description: PredicateDescription<Root>) throws(PredicateDiagnostics) -> TypedPredicate<
        Root
    > { try checked(against: description, library: .standard, limits: .standard) }
}

extension TypedRequest {
    /// Only values that satisfy a predicate, beside those given before; what is wrong with it is thrown when the request runs.
    public func `where`(_ predicate: KeyPathPredicate<Root>) -> TypedRequest {
        let predicate: some RequestPredicate<Root> = predicate
        return self.where(predicate)
    }
}

extension PredicateDescribed {
    /// A request for values that satisfy a predicate; what is wrong with it is thrown when the request runs.
    public static func request(where predicate: KeyPathPredicate<Self>) -> TypedRequest<Self> {
        let predicate: some RequestPredicate<Self> = predicate
        return request(where: predicate)
    }
}

extension Sequence where Element: PredicateDescribed {
    /// A request for the values that satisfy a predicate; what is wrong with it is thrown when the request runs.
    public func fetch(where predicate: KeyPathPredicate<Element>) -> TypedRequest<Element> {
        let predicate: some RequestPredicate<Element> = predicate
        return fetch(where: predicate)
    }
}
