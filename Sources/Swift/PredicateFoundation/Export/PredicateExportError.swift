import PredicateFormat

/// A location where an exported predicate has a different meaning than the original, or where there is no export.
public struct PredicateDeviation: Hashable, Sendable {
    /// The reason for the difference, or for the missing export.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        // Deviations: `.exact` refuses them, `.mayDiffer` exports and lists them.

        /// `==` of text: canonically equivalent texts are equal in Swift.
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
