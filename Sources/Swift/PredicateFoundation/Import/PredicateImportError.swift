/// The reason why a Foundation predicate cannot be imported.
public struct PredicateImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of obstacle.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The language has no such operation, for example a slice of an array or a character of a text.
        case inexpressible
        /// An expression that is not Foundation's.
        case unknownExpression = "unknown-expression"
        /// A property without a declared field.
        case unknownProperty = "unknown-property"
        /// A constant whose type has no values in the language.
        case unknownConstant = "unknown-constant"
        /// A variable of no enclosing expression, as in predicates with several inputs.
        case unknownVariable = "unknown-variable"
        /// Nesting beyond the limit.
        case tooDeep = "too-deep"
        /// The checker rejects the result; `diagnostics` has the reasons.
        case refused
    }

    /// The kind of obstacle.
    public let reason: Reason
    /// The type name of the part that causes the error, such as `CollectionRangeSubscript`.
    public let part: String
    /// One sentence.
    public let message: String

    init(_ reason: Reason, _ part: String, _ message: String) {
        self.reason = reason
        self.part = part
        self.message = message
    }

    /// The part and the sentence.
    public var description: String { "\(part): \(message)" }
}
