import PredicateCore

extension PredicateTree {
    /// The number of conditions in a chain of operators, after which it continues as a group of a new chain.
    ///
    /// Each step of a loop such as `all = all && next` copies the chain, and this limits the copy. A chain of a
    /// million steps stays within the depth limit of trees. `conjunction()` makes one node of any number.
    private static let chainLength = 1024

    /// `a AND b`.
    ///
    /// A chain `a && b && c` is one group of three. A group from a parsed text, and a group on the right, stay groups.
    public static func && (a: PredicateTree, b: PredicateTree) -> PredicateTree {
        if a.range == nil, !a.isStepwise, case .and(var chain) = a.kind, chain.count > 1, chain.count < chainLength {
            chain.append(b)
            return PredicateTree(.and(chain))
        }
        return PredicateTree(.and([a, b]))
    }

    /// `a OR b`.
    ///
    /// A chain `a || b || c` is one group of three. A group from a parsed text, and a group on the right, stay groups.
    public static func || (a: PredicateTree, b: PredicateTree) -> PredicateTree {
        if a.range == nil, !a.isStepwise, case .or(var chain) = a.kind, chain.count > 1, chain.count < chainLength {
            chain.append(b)
            return PredicateTree(.or(chain))
        }
        return PredicateTree(.or([a, b]))
    }

    /// `NOT a`.
    public static prefix func ! (a: PredicateTree) -> PredicateTree { PredicateTree(.not(a)) }

    /// All of the parts, as one group. Without parts it is `TRUEPREDICATE`; a single part stays as it is.
    public static func and(_ parts: some Sequence<PredicateTree>) -> PredicateTree { parts.conjunction() }

    /// At least one of the parts, as one group. Without parts it is `FALSEPREDICATE`; a single part stays as it is.
    public static func or(_ parts: some Sequence<PredicateTree>) -> PredicateTree { parts.disjunction() }
}

extension Sequence<PredicateTree> {
    /// All of the predicates, as one group. Without predicates it is `TRUEPREDICATE`; a single predicate stays as it
    /// is.
    public func conjunction() -> PredicateTree {
        let parts = Array(self)
        switch parts.count {
        case 0: return PredicateTree(.constant(true))
        case 1: return parts[0]
        default: return PredicateTree(.and(parts))
        }
    }

    /// At least one of the predicates, as one group. Without predicates it is `FALSEPREDICATE`; a single predicate
    /// stays as it is.
    public func disjunction() -> PredicateTree {
        let parts = Array(self)
        switch parts.count {
        case 0: return PredicateTree(.constant(false))
        case 1: return parts[0]
        default: return PredicateTree(.or(parts))
        }
    }
}

// Checked predicates. A composed predicate satisfies the same checks: variables have one type in all parts, and limits
// hold. So these operators throw, unlike those of `TypedPredicate`. `&&` and `||` check only the new part (`PredicateChain`).
// The text is written on demand.
extension CheckedPredicate {
    /// `a AND b`, checked as a whole.
    ///
    /// Its `source` is the text of the composed tree. Both predicates must have the same schema. Functions and
    /// operators come from both libraries; if both have one with the same name, that of the left is used. A loop of
    /// such steps costs as much as its parts; `conjunction()` makes one group of them.
    ///
    /// - Throws: `PredicateDiagnostics` if the schemas differ, a variable has two types, or a limit is exceeded.
    public static func && (a: CheckedPredicate, b: CheckedPredicate) throws(PredicateDiagnostics) -> CheckedPredicate {
        try a.joined(.and, b)
    }

    /// `a OR b`, checked as a whole; see `&&`.
    ///
    /// - Throws: `PredicateDiagnostics` if the schemas differ, a variable has two types, or a limit is exceeded.
    public static func || (a: CheckedPredicate, b: CheckedPredicate) throws(PredicateDiagnostics) -> CheckedPredicate {
        try a.joined(.or, b)
    }

    /// `NOT a`.
    ///
    /// - Throws: `PredicateDiagnostics` if a limit is exceeded.
    public static prefix func ! (a: CheckedPredicate) throws(PredicateDiagnostics) -> CheckedPredicate {
        try a.composed(of: [a], !a.structure)
    }

    /// Joins two predicates. The first one may be a chain that this continues.
    private func joined(_ connective: PredicateChain.Connective, _ other: CheckedPredicate)
        throws(PredicateDiagnostics) -> CheckedPredicate
    {
        let library = try sharedLibrary(with: [other])
        // A function that one of them may call may be off in the other.
        let allowsSame =
            self.library.switchedOff == other.library.switchedOff && limits.allowsRandom == other.limits.allowsRandom
            && limits.allowedFunctions == other.limits.allowedFunctions
        if allowsSame, limits.estimatedCost == nil, let chain = PredicateChain(self, connective, other),
            chain.isWithin(limits)
        {
            return CheckedPredicate(chain, library: library, schema: schema, limits: limits)
        }
        // The check of the whole tree reports the error, or estimates the cost.
        let parts = [structure, other.structure]
        return try PredicateTree(connective == .and ? .and(parts) : .or(parts))
            .openlyChecked(against: schema, library: library, limits: limits)
    }

    /// Checks a tree that consists of the trees of predicates.
    fileprivate func composed(of parts: [CheckedPredicate], _ tree: PredicateTree) throws(PredicateDiagnostics)
        -> CheckedPredicate
    {
        try tree.openlyChecked(against: schema, library: try sharedLibrary(with: parts), limits: limits)
    }

    /// The functions and operators of this predicate and the others.
    private func sharedLibrary(with parts: [CheckedPredicate]) throws(PredicateDiagnostics) -> PredicateLibrary {
        var library = library
        for part in parts {
            guard part.schema == schema, !isUndecided, !part.isUndecided else {
                let text = part.source
                throw PredicateDiagnostics(
                    source: text,
                    diagnostics: [.differentSchemas(at: SourceRange(0, text.utf8.count))])
            }
            library.merge(part.library)
        }
        return library
    }
}

extension CheckedPredicate {
    /// Predicates without variables that a program joins, without another check. An evaluation has the smallest budgets of
    /// the parts.
    ///
    /// - Parameters:
    ///   - schema: the schema of the first part, or of the answer without parts.
    ///   - isStepwise: whether these are two, joined by an operator.
    ///   - isApart: whether the parts are about differently described values.
    init(
        _ connective: PredicateChain.Connective, _ parts: [CheckedPredicate], schema: RecordSchema, isStepwise: Bool,
        isApart: Bool
    ) {
        var library = parts.first?.library ?? .standard
        var limits = parts.first?.limits ?? .standard
        for part in parts.dropFirst() {
            library.merge(part.library)
            if part.limits != limits { limits = limits.stricter(part.limits) }
        }
        let isApart = isApart || !parts.allSatisfy(library.reads)
        self.init(
            PredicateChain(connective, parts, isStepwise: isStepwise, isApart: isApart),
            // What a predicate means to only some of the parts is an error.
            library: isApart ? PredicateLibrary() : library, schema: isApart ? nil : schema, limits: limits)
    }
}

extension Sequence<CheckedPredicate> {
    /// All of the predicates, checked as a whole. A single predicate stays as it is; without predicates it is
    /// `TRUEPREDICATE` without a schema.
    ///
    /// - Throws: `PredicateDiagnostics` if the schemas differ, a variable has two types, or a limit is exceeded.
    public func conjunction() throws(PredicateDiagnostics) -> CheckedPredicate {
        let parts = Array(self)
        let tree = parts.map(\.structure).conjunction()
        guard let first = parts.first else { return try tree.checked() }
        return parts.count == 1 ? first : try first.composed(of: parts, tree)
    }

    /// At least one of the predicates, checked as a whole. A single predicate stays as it is; without predicates it is
    /// `FALSEPREDICATE` without a schema.
    ///
    /// - Throws: `PredicateDiagnostics` if the schemas differ, a variable has two types, or a limit is exceeded.
    public func disjunction() throws(PredicateDiagnostics) -> CheckedPredicate {
        let parts = Array(self)
        let tree = parts.map(\.structure).disjunction()
        guard let first = parts.first else { return try tree.checked() }
        return parts.count == 1 ? first : try first.composed(of: parts, tree)
    }
}

extension PredicateLibrary {
    /// Adds the entries of the other library that this one lacks.
    package mutating func merge(_ other: PredicateLibrary) {
        if isSame(as: other) { return }
        for (selector, function) in other.functions where functions[selector] == nil { self = adding(function) }
        for (name, added) in other.operators where operators[name] == nil { self = adding([added]) }
        if let engine = other.patterns, patterns == nil { patterns = engine }
        if let order = other.collation, collation == nil { collation = order }
        if !other.switchedOff.isEmpty { self = switchingOff(other.switchedOff) }
    }
}

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
