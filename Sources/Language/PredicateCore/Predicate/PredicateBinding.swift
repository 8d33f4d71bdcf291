extension CheckedPredicate {
    /// A predicate has no variables: `PredicateTemplate` has them.
    @available(*, unavailable, message: "a predicate has no free variables: make a PredicateTemplate, and bind that")
    public func binding(_ values: [String: PredicateValue]) throws(PredicateDiagnostics) -> CheckedPredicate { self }

    /// The predicate with values for substitution variables.
    ///
    /// A value is checked like a literal at the location of its variable. The other variables stay open. Names that are
    /// not in `variables` are ignored.
    ///
    /// - Throws: `PredicateDiagnostics` if a value does not fit, with the location of its variable in `source`.
    package func binding(values: NameTable<PredicateValue>) throws(PredicateDiagnostics) -> CheckedPredicate {
        // Without variables no value can be bound.
        if storage.variables.isEmpty { return self }
        let written = storage.written
        guard let parsed = written.parsed else { return self }
        var bindings = written.bindings
        for (name, _) in variables {
            if let value = values[name] { bindings[name] = value }
        }
        return try parsed.checked(against: schema, arguments: written.arguments, bindings: bindings)
    }

    /// The predicate with values for its variables, each of which must be one of them.
    ///
    /// - Parameter isComplete: whether every variable must have a value.
    /// - Throws: `PredicateDiagnostics` with every mistake.
    func bindingAll(_ values: NameTable<PredicateValue>, isComplete: Bool) throws(PredicateDiagnostics)
        -> CheckedPredicate
    {
        var found: [PredicateDiagnostic] = []
        let names = variables.map(\.name)
        let missing = names.filter { values[$0] == nil }
        for (name, _) in values.entries where !names.containsName(name) {
            // A variable that has a value was not misspelt.
            let meant = Suggestions.nearest(to: name, among: missing.isEmpty ? names : missing)
            let location = meant.flatMap { meant in names.firstIndex { sameCodePoints(meant, $0) } }
            found.append(
                .unknownVariable(
                    name, meant: meant, known: names,
                    at: location.map { variableRanges[$0] } ?? SourceRange(0, source.utf8.count)))
        }
        if isComplete { found += unbound(except: values, besides: found.map(\.range)) }
        do throws(PredicateDiagnostics) {
            let bound = try binding(values: values)
            if found.isEmpty { return bound }
        } catch {
            found += error.diagnostics.filter { $0.severity == .error }
        }
        throw PredicateDiagnostics(source: source, diagnostics: ParsedPredicate.ordered(found))
    }

    /// The predicate with the values of a context's variables.
    func binding(_ context: EvaluationContext) throws(PredicateDiagnostics) -> CheckedPredicate {
        if storage.variables.isEmpty { return self }
        let values = NameTable(context.bindings)
        try requireBound(except: values)
        return try binding(values: values)
    }

    /// Verifies that every variable has a value.
    ///
    /// - Parameter values: values that the evaluation will supply (`EvaluationContext.bindings`).
    /// - Throws: `PredicateDiagnostics` with `unbound-variable` for each variable without a value, at its first use.
    package func requireBound(except values: NameTable<PredicateValue> = NameTable()) throws(PredicateDiagnostics) {
        if storage.variables.isEmpty { return }
        let missing = unbound(except: values)
        guard missing.isEmpty else {
            throw PredicateDiagnostics(source: source, diagnostics: ParsedPredicate.ordered(missing))
        }
    }

    /// The errors of variables without values, except those at locations of other errors.
    private func unbound(except values: NameTable<PredicateValue>, besides others: [SourceRange] = [])
        -> [PredicateDiagnostic]
    {
        var missing: [PredicateDiagnostic] = []
        for ((name, _), range) in zip(variables, variableRanges) where values[name] == nil && !others.contains(range) {
            missing.append(.unboundVariable(name, at: range, of: source, in: schema))
        }
        return missing
    }

    /// The predicate itself, if every variable has a value.
    func closed() throws(PredicateDiagnostics) -> CheckedPredicate {
        try requireBound()
        return self
    }
}
