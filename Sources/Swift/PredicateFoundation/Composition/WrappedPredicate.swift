import PredicatePlatform

/// A predicate as an expression of another predicate. Used for a predicate with unknown expressions, which cannot be
/// rebuilt with the variable of the other predicate.
///
/// It is not a standard expression. `Predicate.evaluate` supports it, but code that walks predicates does not.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct WrappedPredicate<Input>: StandardPredicateExpression {
    let predicate: Predicate<Input>
    let variable: PredicateExpressions.Variable<Input>

    init(_ predicate: Predicate<Input>, _ variable: PredicateExpressions.Variable<Input>) {
        self.predicate = predicate
        self.variable = variable
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try predicate.evaluate(variable.evaluate(bindings))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension WrappedPredicate: OwnExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self { Self(predicate, walk.replacement(for: variable)) }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension WrappedPredicate: ImportableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        importer.bind(predicate.variable, to: try importer.value(of: variable))
        return try importer.imported(predicate.expression)
    }
}
