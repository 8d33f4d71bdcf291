import PredicatePlatform

import PredicateFormat

/// A condition of the language as an expression of a predicate. Used if there is no standard expression.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct FormatExpression<Root>: StandardPredicateExpression {
    let condition: TypedPredicate<Root>
    let variable: PredicateExpressions.Variable<Root>

    init(_ condition: TypedPredicate<Root>, _ variable: PredicateExpressions.Variable<Root>) {
        self.condition = condition
        self.variable = variable
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool { condition.matches(try variable.evaluate(bindings)) }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension FormatExpression: OwnExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self { Self(condition, walk.replacement(for: variable)) }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension FormatExpression: ImportableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        guard case .value(let tree) = try importer.value(of: variable), case .record = tree.kind else {
            throw PredicateImportError(.inexpressible, "FormatExpression", "it is about a value other than the record")
        }
        return .predicate(condition.checked.tree)
    }
}
