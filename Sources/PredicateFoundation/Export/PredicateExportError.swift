import PredicateFormat

/// A location where the meaning of an exported predicate differs from the original, or without an export.
public struct PredicateDeviation: Hashable, Sendable {
    /// Why the two differ, or why there is no export.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        // Deviations: `.exact` refuses them, `.standard` exports and lists them.

        /// `==` of text: canonically equivalent texts are equal in Swift.
        case canonicalEquivalence = "canonical-equivalence"
        /// `<` and the like of text: Swift orders canonical compositions.
        case textOrder = "text-order"
        /// `CONTAINS` and `BEGINSWITH`: Swift searches characters, not code points.
        case characters
        /// Length of text: Swift counts characters.
        case textLength = "text-length"
        /// NaN and the infinities, which are nil here.
        case notFinite = "not-finite"
        /// Arithmetic in a type that is narrower than 64 bits or than a double.
        case narrowArithmetic = "narrow-arithmetic"
        /// A decimal compared with a double.
        case decimalPrecision = "decimal-precision"
        /// `==` of URLs: here scheme and host compare without case.
        case urlEquality = "url-equality"
        /// `LIKE`, `MATCHES` and `ENDSWITH` by a regular expression of Swift's.
        case regularExpression = "regular-expression"
        /// String options by the comparison of the system's locale.
        case localizedComparison = "localized-comparison"

        // Without an export, in either mode.

        /// String options without an expression in Foundation.
        case stringOptions = "string-options"
        /// Values of two Swift types, between which no standard expression converts.
        case conversion
        /// An operator or a function that no standard expression has.
        case operation
        /// A field that was declared without a key path, or with one of several components.
        case property
        /// A value of a Swift type that standard expressions cannot be made of.
        case type
        /// A substitution variable that has no value.
        case unboundVariable = "unbound-variable"
        /// An expression that would be too large.
        case size

        /// Whether `.standard` exports it.
        public var isDeviation: Bool {
            switch self {
            case .canonicalEquivalence, .textOrder, .characters, .textLength, .notFinite, .narrowArithmetic,
                .decimalPrecision, .urlEquality, .regularExpression, .localizedComparison:
                true
            case .stringOptions, .conversion, .operation, .property, .type, .unboundVariable, .size: false
            }
        }
    }

    /// Why.
    public let reason: Reason
    /// The range in the predicate's `source`.
    public let range: SourceRange
    /// One sentence.
    public let message: String
}

/// A predicate cannot be exported to Foundation.
public struct PredicateExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that the ranges refer to.
    public let source: String
    /// All refused locations, in the order of the text.
    public let refusals: [PredicateDeviation]

    /// The same as diagnostics, for rendering.
    public var diagnostics: PredicateDiagnostics {
        PredicateDiagnostics(
            source: source,
            diagnostics: refusals.map { refusal in
                PredicateDiagnostic(
                    PredicateDiagnostic.Code(rawValue: refusal.reason.rawValue), .error, refusal.message,
                    at: refusal.range)
            })
    }

    /// As diagnostics are shown to a person, without colour.
    public var description: String { diagnostics.description }
}
