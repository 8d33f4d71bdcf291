import PredicateCore
import PredicateFormat
import PredicatePlatform

/// The required exactness of an export.
public enum PredicateExportMode: Hashable, Sendable, CaseIterable {
    /// The same meaning as the original for every value. Otherwise there is no export.
    ///
    /// The export adds conditions against NaN and infinities where they are needed.
    case exact
    /// The form that one would write by hand with `#Predicate`. Its answers may differ in rare cases, which are listed:
    /// `ExportedPredicate.deviations`.
    case mayDiffer

    /// `.mayDiffer` under its earlier name.
    @available(*, deprecated, renamed: "mayDiffer")
    public static var standard: PredicateExportMode { .mayDiffer }
}

/// A Foundation predicate that was exported from a typed predicate.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct ExportedPredicate<Root>: Sendable {
    /// The predicate.
    public let predicate: Predicate<Root>
    /// The locations where its meaning differs from the original, in text order; empty for an exact export.
    public let deviations: [PredicateDeviation]
    /// The locations in the text that became expressions of this module; empty unless they were allowed.
    public let ownExpressions: [SourceRange]
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension TypedPredicate {
    /// The predicate as a Foundation predicate with the same answers: `.exact`, the default, refuses CONTAINS, BEGINSWITH and
    /// the order of text, which compare characters in Swift and code points here. `.mayDiffer` exports them.
    ///
    /// ```swift
    /// let adults = try Person.predicate("age >= 18 AND nick != nil")
    /// let exported = try adults.foundationPredicate()
    /// try exported.predicate.evaluate(person)
    /// let ada = try Person.predicate("name CONTAINS 'Ada'").foundationPredicate(.mayDiffer)
    /// ada.deviations  // where Swift may answer differently, and why
    /// ```
    ///
    /// It consists of standard expressions and the key paths of declared fields, so that code that walks predicates,
    /// such as SwiftData, finds only known expressions. Evaluating it never traps and never throws: divisions and
    /// integer arithmetic are guarded, and are nil where the language says so.
    ///
    /// - Parameters:
    ///   - mode: whether its meaning may differ in rare cases.
    ///   - allowsOwnExpressions: whether a comparison without a standard expression becomes an expression of this
    ///     module. It has the language's meaning, but code that walks predicates does not know it.
    /// - Throws: `PredicateExportError` with every location without an export.
    public func foundationPredicate(
        _ mode: PredicateExportMode = .exact, allowsOwnExpressions: Bool = false
    ) throws(PredicateExportError) -> ExportedPredicate<Root> {
        let exporter = Exporter(valueDescription.type, checked, mode)
        let tree = checked.tree.inliningVariables()
        var own: [SourceRange] = []
        let predicate = Predicate<Root> { variable in
            exporter.setRoot(variable)
            if allowsOwnExpressions {
                exporter.ownExpression = { tree in
                    guard
                        let checked = try? tree.checked(
                            against: checked.schema, library: checked.library, limits: checked.limits),
                        let typed = valueDescription.predicate(checked)
                    else { return nil }
                    if let range = tree.range { own.append(range) }
                    return FormatExpression(typed, variable)
                }
            }
            return DeepStack.run(levels: tree.height + Exporter.stackLevels) { exporter.node(of: tree) }
        }
        if checked.isUndecided {
            exporter.refuse(.operation, exporter.everywhere, "the parts have different descriptions or libraries")
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

/// A location where an exported predicate has a different meaning than the original, or where there is no export.
public struct PredicateDeviation: Hashable, Sendable {
    /// The reason for the difference, or for the missing export.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        // Deviations: `.exact` refuses them, `.mayDiffer` exports and lists them.

        /// `==` of text: canonically equivalent strings are equal in Swift.
        case canonicalEquivalence = "canonical-equivalence"
        /// `<` and other comparisons of text order: Swift orders canonical compositions.
        case textOrder = "text-order"
        /// `CONTAINS` and `BEGINSWITH`: Swift searches characters, not code points.
        case characters
        /// The length of text: Swift counts characters.
        case textLength = "text-length"
        /// NaN and the infinities, which are nil here.
        case notFinite = "not-finite"
        /// Arithmetic in a type that is narrower than 64 bits or a double.
        case narrowArithmetic = "narrow-arithmetic"
        /// A decimal compared with a double.
        case decimalPrecision = "decimal-precision"
        /// `==` of URLs: here scheme and host are compared without case.
        case urlEquality = "url-equality"
        /// `LIKE`, `MATCHES` and `ENDSWITH` as a Swift regular expression.
        case regularExpression = "regular-expression"
        /// String options as a comparison in the system's locale.
        case localizedComparison = "localized-comparison"

        // Reasons without an export, in either mode.

        /// String options without an expression in Foundation.
        case stringOptions = "string-options"
        /// Values of two Swift types without a standard conversion between them.
        case conversion
        /// An operator or a function without a standard expression.
        case operation
        /// A field that was declared without a key path, or with a key path of several components.
        case property
        /// A value of a Swift type that standard expressions do not support.
        case type
        /// A substitution variable without a value.
        case unboundVariable = "unbound-variable"
        /// An expression that is too large.
        case size

        /// Whether `.mayDiffer` exports it.
        public var isDeviation: Bool {
            switch self {
            case .canonicalEquivalence, .textOrder, .characters, .textLength, .notFinite, .narrowArithmetic,
                .decimalPrecision, .urlEquality, .regularExpression, .localizedComparison:
                true
            case .stringOptions, .conversion, .operation, .property, .type, .unboundVariable, .size: false
            }
        }
    }

    /// The reason.
    public let reason: Reason
    /// The range in the predicate's `source`.
    public let range: SourceRange
    /// One sentence.
    public let message: String
}

/// The error for a predicate that cannot be exported to Foundation.
public struct PredicateExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that the ranges refer to.
    public let source: String
    /// All refused locations, in text order.
    public let refusals: [PredicateDeviation]

    /// The refusals as diagnostics, for rendering.
    public var diagnostics: PredicateDiagnostics {
        PredicateDiagnostics(
            source: source,
            diagnostics: refusals.map { refusal in
                PredicateDiagnostic(
                    PredicateDiagnostic.Code(rawValue: refusal.reason.rawValue), .error, refusal.message,
                    at: refusal.range)
            })
    }

    /// The rendered diagnostics, without colour.
    public var description: String { diagnostics.description }
}
