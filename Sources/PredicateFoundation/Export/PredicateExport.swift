import PredicatePlatform

import PredicateFormat

/// How exact an export must be.
public enum PredicateExportMode: Hashable, Sendable, CaseIterable {
    /// The same meaning as the original for every value, or there is no export.
    ///
    /// It adds conditions against NaN and infinities if they are needed for that.
    case exact
    /// The form that one would write by hand with `#Predicate`; differences in meaning are listed.
    case standard
}

/// A predicate of Foundation's that was made from a typed one.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct ExportedPredicate<Root>: Sendable {
    /// The predicate.
    public let predicate: Predicate<Root>
    /// The locations where its meaning differs from the original, in the order of the text; none for an exact export.
    public let deviations: [PredicateDeviation]
    /// The locations in the text that became an expression of ours; none unless they were allowed.
    public let ownExpressions: [SourceRange]
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension TypedPredicate {
    /// The predicate as a Foundation predicate.
    ///
    /// ```swift
    /// let adults = try Person.predicate("age >= 18 AND nick != nil")
    /// let exported = try adults.foundationPredicate()
    /// try exported.predicate.evaluate(person)
    /// ```
    ///
    /// It consists of standard expressions and of the key paths of declared fields, so that code that walks predicates, such as
    /// SwiftData, finds only known expressions. Evaluating it never traps and never throws: divisions and integer
    /// arithmetic are guarded, and give nil where the language does.
    ///
    /// - Parameters:
    ///   - mode: whether its meaning may differ in rare cases.
    ///   - allowsOwnExpressions: whether a comparison without a standard expression becomes one of our expressions. It is
    ///     evaluated with the language's meaning; code that walks predicates does not know it.
    /// - Throws: `PredicateExportError` with every location without an export.
    public func foundationPredicate(
        _ mode: PredicateExportMode = .exact, allowsOwnExpressions: Bool = false
    ) throws(PredicateExportError) -> ExportedPredicate<Root> {
        let exporter = Exporter(description.type, checked, mode)
        var own: [SourceRange] = []
        let predicate = Predicate<Root> { variable in
            exporter.setRoot(variable)
            if allowsOwnExpressions {
                exporter.ownExpression = { tree in
                    guard
                        let checked = try? tree.checked(
                            against: checked.schema, library: checked.library, limits: checked.limits),
                        let typed = description.predicate(checked)
                    else { return nil }
                    if let range = tree.range { own.append(range) }
                    return FormatExpression(typed, variable)
                }
            }
            return DeepStack.run(levels: checked.tree.height + Exporter.stackLevels) { exporter.node(of: checked.tree) }
        }
        guard exporter.refusals.isEmpty else {
            throw PredicateExportError(source: checked.source, refusals: Self.ordered(exporter.refusals))
        }
        return ExportedPredicate(
            predicate: predicate, deviations: Self.ordered(exporter.deviations), ownExpressions: own)
    }

    private static func ordered(_ locations: [PredicateDeviation]) -> [PredicateDeviation] {
        var known: Set<PredicateDeviation> = []
        return locations.filter { known.insert($0).inserted }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
}
