import PredicatePlatform

import PredicateFormat

/// What an exported predicate may mean.
public enum PredicateExportMode: Hashable, Sendable, CaseIterable {
    /// The same as the original for every value, or there is no export.
    ///
    /// Conditions that keep NaN and the infinities out are added where they make the two agree.
    case exact
    /// What one would write by hand with `#Predicate`; the locations where it means something else are told.
    case standard
}

/// A predicate of Foundation's that was made from a typed one.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct ExportedPredicate<Root>: Sendable {
    /// The predicate.
    public let predicate: Predicate<Root>
    /// Where it does not mean what the original does, in the order of the text; none of an exact one.
    public let deviations: [PredicateDeviation]
    /// The locations in the text that became an expression of ours; none unless they were allowed.
    public let ownExpressions: [SourceRange]
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension TypedPredicate {
    /// The predicate as one of Foundation's.
    ///
    /// ```swift
    /// let adults = try Person.predicate("age >= 18 AND nick != nil")
    /// let exported = try adults.foundationPredicate()
    /// try exported.predicate.evaluate(person)
    /// ```
    ///
    /// It is made of standard expressions and of the key paths that fields were declared with, so that whatever walks predicates, such as
    /// SwiftData, finds nothing that it cannot know. Evaluating it never traps and never throws: divisions and integer
    /// arithmetic are guarded, so that where the language has nil there is nil.
    ///
    /// - Parameters:
    ///   - mode: whether it may mean something else in corners.
    ///   - allowsOwnExpressions: whether a comparison that standard expressions cannot say becomes an expression of ours. It is
    ///     evaluated as the language says; what walks predicates does not know it.
    /// - Throws: `PredicateExportError` with every location for which there is no export.
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
