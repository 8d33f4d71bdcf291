import PredicateCore

// Composition of predicates about Swift values. The result is checked as a whole; see `CheckedPredicate`.

extension TypedPredicate {
    /// `a AND b`, checked as a whole.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has two types, or a limit is exceeded.
    @_disfavoredOverload
    public static func && (a: TypedPredicate, b: TypedPredicate) throws(PredicateDiagnostics) -> TypedPredicate {
        TypedPredicate(try a.checked && b.checked, a.valueDescription)
    }

    /// `a OR b`, checked as a whole.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has two types, or a limit is exceeded.
    @_disfavoredOverload
    public static func || (a: TypedPredicate, b: TypedPredicate) throws(PredicateDiagnostics) -> TypedPredicate {
        TypedPredicate(try a.checked || b.checked, a.valueDescription)
    }

    /// `NOT a`.
    ///
    /// - Throws: `PredicateDiagnostics` if a limit is exceeded.
    @_disfavoredOverload
    public static prefix func ! (a: TypedPredicate) throws(PredicateDiagnostics) -> TypedPredicate {
        TypedPredicate(try !a.checked, a.valueDescription)
    }

    /// The predicate about one value of another type: `title == "x"` of a note at `\.item.note` is
    /// `item.note.title == "x"` of the type that has the item.
    ///
    /// - Parameter keyPath: the path to the value, through fields of the new type's description.
    /// - Throws: `PredicateDiagnostics` with `unregistered-key-path` if a property has no field, or if a limit is
    ///   exceeded.
    public func rerooted<NewRoot: PredicateDescribed>(at keyPath: KeyPath<NewRoot, Root>) throws(PredicateDiagnostics)
        -> TypedPredicate<NewRoot>
    {
        try NewRoot.predicateDescription.predicate(checked, at: keyPath, nil)
    }

    /// The predicate about one optional value of another type. If it is nil, all of its fields are nil, as with
    /// the path written in the text.
    ///
    /// - Parameter keyPath: the path to the value, through fields of the new type's description.
    /// - Throws: `PredicateDiagnostics` with `unregistered-key-path` if a property has no field, or if a limit is
    ///   exceeded.
    public func rerooted<NewRoot: PredicateDescribed>(at keyPath: KeyPath<NewRoot, Root?>) throws(PredicateDiagnostics)
        -> TypedPredicate<NewRoot>
    {
        try NewRoot.predicateDescription.predicate(checked, at: keyPath, nil)
    }

    /// The predicate about many values of another type.
    ///
    /// - Parameters:
    ///   - keyPath: the path to the values, through fields of the new type's description.
    ///   - quantifier: how many of them must satisfy the predicate.
    /// - Throws: `PredicateDiagnostics` with `unregistered-key-path` if a property has no field, or if a limit is
    ///   exceeded.
    public func rerooted<NewRoot: PredicateDescribed, Values: Sequence<Root>>(
        at keyPath: KeyPath<NewRoot, Values>, _ quantifier: Quantifier
    ) throws(PredicateDiagnostics) -> TypedPredicate<NewRoot> {
        try NewRoot.predicateDescription.predicate(checked, at: keyPath, quantifier)
    }

    /// The predicate about an optional collection of another type. nil counts as empty, so `any` is false and
    /// `all` is true.
    ///
    /// - Parameters:
    ///   - keyPath: the path to the values, through fields of the new type's description.
    ///   - quantifier: how many of them must satisfy the predicate.
    /// - Throws: `PredicateDiagnostics` with `unregistered-key-path` if a property has no field, or if a limit is
    ///   exceeded.
    public func rerooted<NewRoot: PredicateDescribed, Values: Sequence<Root>>(
        at keyPath: KeyPath<NewRoot, Values?>, _ quantifier: Quantifier
    ) throws(PredicateDiagnostics) -> TypedPredicate<NewRoot> {
        try NewRoot.predicateDescription.predicate(checked, at: keyPath, quantifier)
    }
}

extension PredicateDescription {
    /// A predicate from a tree that a program built, composed or read.
    ///
    /// - Parameters:
    ///   - tree: the tree; its types and ranges are ignored.
    ///   - library: functions, operators and the engine of MATCHES.
    ///   - limits: bounds on the tree and on the work of an evaluation.
    /// - Throws: `PredicateDiagnostics` with all errors, each with its range in the text of the tree.
    public func predicate(
        _ tree: PredicateTree, library: PredicateLibrary = .standard, limits: PredicateLimits = .standard
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        TypedPredicate(try tree.checked(against: checkedSchema(), library: library, limits: limits), self)
    }

    fileprivate func predicate(
        _ checked: CheckedPredicate, at keyPath: PartialKeyPath<Root>, _ quantifier: Quantifier?
    ) throws(PredicateDiagnostics) -> TypedPredicate<Root> {
        guard let keys = fieldPath(of: keyPath) else {
            let message = PredicateDiagnostic.unregisteredKeyPath(
                keyPath, of: type.name, at: SourceRange(0, checked.source.utf8.count))
            throw PredicateDiagnostics(source: checked.source, diagnostics: [message])
        }
        let old = checked.structure
        let tree = quantifier.map { old.rerooted(at: keys, $0) } ?? old.rerooted(at: keys)
        return try predicate(tree, library: checked.library, limits: checked.limits)
    }

    /// All of the predicates as one. For a single predicate it is that predicate; for none it is always true.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has two types, or a limit is exceeded.
    public func conjunction(_ predicates: some Sequence<TypedPredicate<Root>>) throws(PredicateDiagnostics)
        -> TypedPredicate<Root>
    {
        let parts = predicates.map(\.checked)
        guard !parts.isEmpty else { return try predicate(PredicateTree(.constant(true))) }
        return TypedPredicate(try parts.conjunction(), self)
    }

    /// At least one of the predicates, as one. For a single predicate it is that predicate; for none it is always
    /// false.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has two types, or a limit is exceeded.
    public func disjunction(_ predicates: some Sequence<TypedPredicate<Root>>) throws(PredicateDiagnostics)
        -> TypedPredicate<Root>
    {
        let parts = predicates.map(\.checked)
        guard !parts.isEmpty else { return try predicate(PredicateTree(.constant(false))) }
        return TypedPredicate(try parts.disjunction(), self)
    }
}

extension Sequence {
    /// All of the predicates as one. For a single predicate it is that predicate; for none it is always true.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has two types, or a limit is exceeded.
    public func conjunction<Root: PredicateDescribed>() throws(PredicateDiagnostics) -> TypedPredicate<Root>
    where Element == TypedPredicate<Root> {
        try Root.predicateDescription.conjunction(self)
    }

    /// At least one of the predicates, as one. For a single predicate it is that predicate; for none it is always
    /// false.
    ///
    /// - Throws: `PredicateDiagnostics` if a variable has two types, or a limit is exceeded.
    public func disjunction<Root: PredicateDescribed>() throws(PredicateDiagnostics) -> TypedPredicate<Root>
    where Element == TypedPredicate<Root> {
        try Root.predicateDescription.disjunction(self)
    }
}
