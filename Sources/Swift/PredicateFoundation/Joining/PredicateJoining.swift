import PredicatePlatform

/// A predicate contains an expression that is not Foundation's, so it cannot be joined by standard expressions only.
public struct UnknownExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the expression's type.
    public let expression: String
    /// One sentence.
    public var description: String { "\(expression) is not a Foundation expression" }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Sequence {
    /// All of the predicates. Without predicates the result is true, and one predicate is returned unchanged.
    ///
    /// ```swift
    /// let filter = [starred, withImage].conjunction()
    /// ```
    ///
    /// The predicates are rebuilt from standard expressions with one variable, so that code that walks predicates
    /// accepts the result if it accepts them. A predicate with an expression that is not Foundation's is wrapped in
    /// an expression of this module, which evaluates it; `standardConjunction()` throws instead.
    public func conjunction<Input>() -> Predicate<Input> where Element == Predicate<Input> {
        PredicateJoining(Array(self)).joined(empty: true) { StandardForms.and($0, $1) }
    }

    /// A predicate that is true if at least one of the predicates is. Without predicates the result is false, and one
    /// predicate is returned unchanged. Otherwise like `conjunction()`.
    public func disjunction<Input>() -> Predicate<Input> where Element == Predicate<Input> {
        PredicateJoining(Array(self)).joined(empty: false) { StandardForms.or($0, $1) }
    }

    /// All of the predicates, from standard expressions only. Without predicates the result is true, and one
    /// predicate is returned unchanged.
    ///
    /// - Throws: `UnknownExpressionError` if one of several predicates contains an expression that is not
    ///   Foundation's.
    public func standardConjunction<Input>() throws(UnknownExpressionError) -> Predicate<Input>
    where Element == Predicate<Input> {
        let predicates = Array(self)
        try PredicateJoining.checkStandard(predicates)
        return predicates.conjunction()
    }

    /// At least one of the predicates, from standard expressions only. Without predicates the result is false, and
    /// one predicate is returned unchanged.
    ///
    /// - Throws: `UnknownExpressionError` if one of several predicates contains an expression that is not
    ///   Foundation's.
    public func standardDisjunction<Input>() throws(UnknownExpressionError) -> Predicate<Input>
    where Element == Predicate<Input> {
        let predicates = Array(self)
        try PredicateJoining.checkStandard(predicates)
        return predicates.disjunction()
    }

    /// Predicates with several inputs cannot be joined.
    @available(*, unavailable, message: "Predicates of several inputs cannot be joined; join predicates of one input.")
    public func conjunction<First, Second, each More>() throws(UnknownExpressionError) -> Predicate<
        First, Second, repeat each More
    > where Element == Predicate<First, Second, repeat each More> {
        throw UnknownExpressionError(expression: "A predicate of several inputs")
    }

    /// Predicates with several inputs cannot be joined.
    @available(*, unavailable, message: "Predicates of several inputs cannot be joined; join predicates of one input.")
    public func disjunction<First, Second, each More>() throws(UnknownExpressionError) -> Predicate<
        First, Second, repeat each More
    > where Element == Predicate<First, Second, repeat each More> {
        throw UnknownExpressionError(expression: "A predicate of several inputs")
    }
}

/// Joins predicates into one.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct PredicateJoining<Input> {
    private let predicates: [Predicate<Input>]

    init(_ predicates: [Predicate<Input>]) { self.predicates = predicates }

    static func checkStandard(_ predicates: [Predicate<Input>]) throws(UnknownExpressionError) {
        guard predicates.count > 1 else { return }
        for predicate in predicates {
            if let unknown = StandardForms.unknownExpression(in: predicate.expression) {
                throw UnknownExpressionError(expression: String(describing: unknown))
            }
        }
    }

    func joined(
        empty: Bool,
        _ join: (any StandardPredicateExpression<Bool>, any StandardPredicateExpression<Bool>) ->
            any StandardPredicateExpression<Bool>
    ) -> Predicate<Input> {
        if predicates.count == 1, let only = predicates.first { return only }
        let size = predicates.reduce(0) { $0 + StandardForms.size(of: $1.expression) }
        return Predicate { variable in
            ExpressionStack.run(size: size, depth: 0) {
                StandardForms.balanced(predicates.map { rebuilt($0, variable) }, empty: empty, join)
            }
        }
    }

    private func rebuilt(_ predicate: Predicate<Input>, _ variable: PredicateExpressions.Variable<Input>)
        -> any StandardPredicateExpression<Bool>
    {
        func rebuild<E: StandardPredicateExpression<Bool>>(_ expression: E) -> any StandardPredicateExpression<Bool> {
            if let result = expression.replacing(predicate.variable, with: variable) { return result }
            return WrappedPredicate(predicate, variable)
        }
        return rebuild(predicate.expression)
    }
}

#if canImport(Darwin)
import Foundation
import PredicateFormat

// Expressions that exist only on Apple's systems: comparisons of text in the system's locale.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.StringLocalizedStandardContains: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .predicate(
            try importer.localized(root, .contains, other, [.caseInsensitive, .diacriticInsensitive]))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(root: walk.rebuild(root), other: walk.rebuild(other))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.StringCaseInsensitiveCompare: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .value(try importer.comparisonResult(root, other, .caseInsensitive))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(root: walk.rebuild(root), other: walk.rebuild(other))
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PredicateExpressions.StringLocalizedCompare: ImportableExpression, RebuildableExpression {
    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        .value(try importer.comparisonResult(root, other, .localized))
    }

    func rebuilt(_ walk: inout Rebuilding) -> Self {
        Self(root: walk.rebuild(root), other: walk.rebuild(other))
    }
}
#endif

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
extension WrappedPredicate: OwnExpression, ImportableExpression {
    func rebuilt(_ walk: inout Rebuilding) -> Self { Self(predicate, walk.replacement(for: variable)) }

    func imported(by importer: inout Importer) throws(PredicateImportError) -> Imported {
        importer.bind(predicate.variable, to: try importer.value(of: variable))
        return try importer.imported(predicate.expression)
    }
}
