extension CheckedPredicate {
    /// The predicate with values for substitution variables.
    ///
    /// A value is checked like a literal at the location of its variable: a text that is compared with a date must be
    /// readable as a date. You can give all variables or some; the others stay in `variables` and can get values
    /// later. The predicate itself is unchanged and can be bound any number of times. Names that are not in
    /// `variables` are ignored. nil is a value.
    ///
    /// - Parameter values: the values by name, without `$`.
    /// - Throws: `PredicateDiagnostics` if a value does not fit, with the location of its variable in `source`.
    public func binding(_ values: [String: PredicateValue]) throws(PredicateDiagnostics) -> CheckedPredicate {
        try binding(values: NameTable(values))
    }

    /// The same, with the values in a `NameTable`.
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

    /// Verifies that every variable has a value.
    ///
    /// - Parameter values: values that the evaluation will supply (`EvaluationContext.bindings`).
    /// - Throws: `PredicateDiagnostics` with `unbound-variable` for each variable without a value, at its first use.
    public func requireBound(except values: [String: PredicateValue] = [:]) throws(PredicateDiagnostics) {
        var missing: [PredicateDiagnostic] = []
        for ((name, _), range) in zip(variables, variableRanges) where values.value(ofName: name) == nil {
            missing.append(CheckingMessages.unboundVariable(name, at: range))
        }
        guard missing.isEmpty else {
            throw PredicateDiagnostics(source: source, diagnostics: ParsedPredicate.ordered(missing))
        }
    }
}
