/// Why a Foundation predicate cannot be imported.
public struct PredicateImportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of obstacle.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The language has no such operation: a slice of an array, a character of a text.
        case inexpressible
        /// An expression of a type that is not Foundation's.
        case unknownExpression = "unknown-expression"
        /// A property that no field was declared with.
        case unknownProperty = "unknown-property"
        /// A constant of a type that is not a value of the language.
        case unknownConstant = "unknown-constant"
        /// A variable that is of no enclosing expression, as in predicates of several inputs.
        case unknownVariable = "unknown-variable"
        /// More levels of expressions than the limit on depth allows.
        case tooDeep = "too-deep"
        /// The language refuses the result; `diagnostics` has the reasons.
        case refused
    }

    /// The kind of obstacle.
    public let reason: Reason
    /// The part that it is about, by the name of its type: `CollectionRangeSubscript`.
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
