extension PredicateTree {
    /// The number of conditions in a chain of operators, after which it continues as a group of a new chain.
    ///
    /// Each step of a loop such as `all = all && next` copies the chain, and this limits the copy. A chain of a million steps
    /// stays within the depth limit of trees. `conjunction()` makes one node of any number.
    private static let chainLength = 1024

    /// `a AND b`.
    ///
    /// A chain `a && b && c` is one group of three. A group that a text spelled out, and one on the right, stays a group.
    public static func && (a: PredicateTree, b: PredicateTree) -> PredicateTree {
        if a.range == nil, !a.isStepwise, case .and(var chain) = a.kind, chain.count > 1, chain.count < chainLength {
            chain.append(b)
            return PredicateTree(.and(chain))
        }
        return PredicateTree(.and([a, b]))
    }

    /// `a OR b`.
    ///
    /// A chain `a || b || c` is one group of three. A group that a text spelled out, and one on the right, stays a group.
    public static func || (a: PredicateTree, b: PredicateTree) -> PredicateTree {
        if a.range == nil, !a.isStepwise, case .or(var chain) = a.kind, chain.count > 1, chain.count < chainLength {
            chain.append(b)
            return PredicateTree(.or(chain))
        }
        return PredicateTree(.or([a, b]))
    }

    /// `NOT a`.
    public static prefix func ! (a: PredicateTree) -> PredicateTree { PredicateTree(.not(a)) }

    /// All of the parts, as one group; `TRUEPREDICATE` for no parts, the part itself for one.
    public static func and(_ parts: some Sequence<PredicateTree>) -> PredicateTree { parts.conjunction() }

    /// At least one of the parts, as one group; `FALSEPREDICATE` for no parts, the part itself for one.
    public static func or(_ parts: some Sequence<PredicateTree>) -> PredicateTree { parts.disjunction() }
}

extension Sequence<PredicateTree> {
    /// All of the predicates, as one group; `TRUEPREDICATE` for none, the predicate itself for one.
    public func conjunction() -> PredicateTree {
        let parts = Array(self)
        switch parts.count {
        case 0: return PredicateTree(.constant(true))
        case 1: return parts[0]
        default: return PredicateTree(.and(parts))
        }
    }

    /// At least one of the predicates, as one group; `FALSEPREDICATE` for none, the predicate itself for one.
    public func disjunction() -> PredicateTree {
        let parts = Array(self)
        switch parts.count {
        case 0: return PredicateTree(.constant(false))
        case 1: return parts[0]
        default: return PredicateTree(.or(parts))
        }
    }
}

// Checked predicates. What checking promises holds for the whole: variables that two parts use agree in type, limits hold. `&&` and
// `||` look at the new part alone (`PredicateChain`); the text is written when somebody asks for it.
extension CheckedPredicate {
    /// `a AND b`, checked as a whole.
    ///
    /// Its `source` is the text of the composed tree. Both have to be checked against the same schema; functions and operators
    /// come from both libraries, of two with one name that of the left. A loop of such steps costs what its parts cost;
    /// `conjunction()` makes one group of them.
    ///
    /// - Throws: `PredicateDiagnostics` when the schemas differ, a variable is used against two types, or a limit is passed.
    public static func && (a: CheckedPredicate, b: CheckedPredicate) throws(PredicateDiagnostics) -> CheckedPredicate {
        try a.joined(.and, b)
    }

    /// `a OR b`, checked as a whole; as `&&` otherwise.
    ///
    /// - Throws: `PredicateDiagnostics` when the schemas differ, a variable is used against two types, or a limit is passed.
    public static func || (a: CheckedPredicate, b: CheckedPredicate) throws(PredicateDiagnostics) -> CheckedPredicate {
        try a.joined(.or, b)
    }

    /// `NOT a`.
    ///
    /// - Throws: `PredicateDiagnostics` when a limit is passed.
    public static prefix func ! (a: CheckedPredicate) throws(PredicateDiagnostics) -> CheckedPredicate {
        try a.composed(of: [a], !a.storage.structure)
    }

    /// Joins two predicates, which may continue a chain.
    private func joined(_ connective: PredicateChain.Connective, _ other: CheckedPredicate)
        throws(PredicateDiagnostics) -> CheckedPredicate
    {
        let library = try sharedLibrary(with: [other])
        if limits.estimatedCost == nil, let chain = PredicateChain(self, connective, other), chain.isWithin(limits) {
            return CheckedPredicate(chain, library: library, schema: schema, limits: limits)
        }
        // The check of the whole says what is wrong.
        let parts = [storage.structure, other.storage.structure]
        return try PredicateTree(connective == .and ? .and(parts) : .or(parts))
            .checked(against: schema, library: library, limits: limits)
    }

    /// Checks a tree that is made of the trees of predicates.
    fileprivate func composed(of parts: [CheckedPredicate], _ tree: PredicateTree) throws(PredicateDiagnostics)
        -> CheckedPredicate
    {
        try tree.checked(against: schema, library: try sharedLibrary(with: parts), limits: limits)
    }

    /// The functions and operators of this predicate and of others that it is joined with.
    private func sharedLibrary(with parts: [CheckedPredicate]) throws(PredicateDiagnostics) -> PredicateLibrary {
        var library = library
        for part in parts {
            guard part.schema == schema else {
                let text = part.source
                throw PredicateDiagnostics(
                    source: text,
                    diagnostics: [TreeMessages.differentSchemas(at: SourceRange(0, text.utf8.count))])
            }
            library.merge(part.library)
        }
        return library
    }
}

extension Sequence<CheckedPredicate> {
    /// All of the predicates, checked as a whole; the predicate itself for one, `TRUEPREDICATE` without a schema for none.
    ///
    /// - Throws: `PredicateDiagnostics` if the schemas differ, a variable has two types, or a limit is exceeded.
    public func conjunction() throws(PredicateDiagnostics) -> CheckedPredicate {
        let parts = Array(self)
        let tree = parts.map(\.storage.structure).conjunction()
        guard let first = parts.first else { return try tree.checked() }
        return parts.count == 1 ? first : try first.composed(of: parts, tree)
    }

    /// At least one of the predicates, checked as a whole; the predicate itself for one, `FALSEPREDICATE` without a schema for none.
    ///
    /// - Throws: `PredicateDiagnostics` if the schemas differ, a variable has two types, or a limit is exceeded.
    public func disjunction() throws(PredicateDiagnostics) -> CheckedPredicate {
        let parts = Array(self)
        let tree = parts.map(\.storage.structure).disjunction()
        guard let first = parts.first else { return try tree.checked() }
        return parts.count == 1 ? first : try first.composed(of: parts, tree)
    }
}

extension PredicateLibrary {
    /// Adds the entries of the other library that this one lacks.
    package mutating func merge(_ other: PredicateLibrary) {
        for (selector, function) in other.functions where functions[selector] == nil { self = adding(function) }
        for (name, added) in other.operators where operators[name] == nil { self = adding([added]) }
        patterns = patterns ?? other.patterns
        collation = collation ?? other.collation
    }
}
