import PredicateCore

// Composition of predicates about Swift values. Their types are the same, so nothing is checked again.

extension TypedPredicate {
    /// `a AND b`. Each part keeps its meaning, with its own description and library.
    ///
    /// Limits of predicates, such as that on depth, do not refuse a composition. An evaluation has the smaller budgets
    /// of the two parts. A predicate of more than 1,000 levels, or of millions of conditions, is not kept: its answers
    /// are `undecided`, as beyond other limits.
    ///
    /// If the parts use different functions of one name, or descriptions with other properties, only Swift values have
    /// an answer: those of `checked` are `undecided`, and SQL has no form of it. Each operator then adds a level, of
    /// at most 100; `conjunction()` makes one level of any number.
    @_disfavoredOverload
    public static func && (a: TypedPredicate, b: TypedPredicate) -> TypedPredicate {
        TypedPredicate(.and, [a, b], a.valueDescription, isStepwise: true)
    }

    /// `a OR b`; see `&&`.
    @_disfavoredOverload
    public static func || (a: TypedPredicate, b: TypedPredicate) -> TypedPredicate {
        TypedPredicate(.or, [a, b], a.valueDescription, isStepwise: true)
    }

    /// `NOT a`; see `&&`.
    @_disfavoredOverload
    public static prefix func ! (a: TypedPredicate) -> TypedPredicate { TypedPredicate(.not, [a], a.valueDescription) }

    fileprivate init(
        _ connective: PredicateChain.Connective, _ parts: [TypedPredicate], _ description: PredicateDescription<Root>,
        isStepwise: Bool = false
    ) {
        let description = parts.first?.valueDescription ?? description
        let isApart = parts.contains {
            $0.checked.isUndecided || !$0.valueDescription.type.readsLike(description.type)
        }
        let checked = CheckedPredicate(
            connective, parts.map(\.checked), schema: description.schema, isStepwise: isStepwise, isApart: isApart)
        if checked.isUndecided, checked.chain?.isTooLarge == false {
            self.init(checked, description, CompiledTypedPredicate.apart(connective, parts.map(\.compiled)))
        } else {
            self.init(checked, description)
        }
    }

    /// The predicate for a value inside another type: `title == "x"` for a note at `\.item.note` becomes
    /// `item.note.title == "x"` for the type that has the item.
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
    public func conjunction(_ predicates: some Sequence<TypedPredicate<Root>>) -> TypedPredicate<Root> {
        group(.and, Array(predicates))
    }

    /// At least one of the predicates, as one. For a single predicate it is that predicate; for none it is always
    /// false.
    public func disjunction(_ predicates: some Sequence<TypedPredicate<Root>>) -> TypedPredicate<Root> {
        group(.or, Array(predicates))
    }

    private func group(
        _ connective: PredicateChain.Connective, _ parts: [TypedPredicate<Root>]
    ) -> TypedPredicate<Root> {
        parts.count == 1 ? parts[0] : TypedPredicate(connective, parts, self)
    }
}

extension Sequence {
    /// All of the predicates as one. For a single predicate it is that predicate; for none it is always true.
    public func conjunction<Root: PredicateDescribed>() -> TypedPredicate<Root> where Element == TypedPredicate<Root> {
        Root.predicateDescription.conjunction(self)
    }

    /// At least one of the predicates, as one. For a single predicate it is that predicate; for none it is always
    /// false.
    public func disjunction<Root: PredicateDescribed>() -> TypedPredicate<Root> where Element == TypedPredicate<Root> {
        Root.predicateDescription.disjunction(self)
    }
}
