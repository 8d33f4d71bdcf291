import PredicateFormat

// Requests with predicates of key paths. The concrete overloads let the compiler infer the root of `\.views > 5`.

extension KeyPathPredicate: RequestPredicate {
    /// The predicate, checked against the description.
    ///
    /// - Throws: `PredicateDiagnostics` with all errors; see `checked`.
    public func predicate(over description: PredicateDescription<Root>) throws(PredicateDiagnostics) -> TypedPredicate<
        Root
    > { try checked(against: description, library: .standard, limits: .standard) }

    /// The predicate, checked against the description with the library and the limits of a request.
    ///
    /// - Throws: `PredicateDiagnostics` with all errors; see `checked`.
    public func predicate(
        over description: PredicateDescription<Root>, library: PredicateLibrary, limits: PredicateLimits
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        try checked(against: description, library: library, limits: limits)
    }
}

extension TypedRequest {
    /// Adds a predicate that values must satisfy, besides those given before. Its errors are thrown when the request
    /// runs.
    public func `where`(_ predicate: KeyPathPredicate<Root>) -> TypedRequest {
        let predicate: some RequestPredicate<Root> = predicate
        return self.where(predicate)
    }

    /// Only groups that satisfy a predicate over values. A key of the groups has its value; any other field has the value of
    /// the first value of the group.
    ///
    /// ```swift
    /// notes.fetch().groupBy(\.creationDate).having((\Note.text).contains("Hello, World!"))
    /// ```
    public func having(_ predicate: KeyPathPredicate<Root>) -> TypedRequest {
        let predicate: some RequestPredicate<Root> = predicate
        return self.having(predicate)
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
