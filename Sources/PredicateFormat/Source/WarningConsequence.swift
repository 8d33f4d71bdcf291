extension PredicateDiagnostic {
    /// The consequence of a warning.
    public enum Consequence: String, Hashable, Sendable, CaseIterable {
        /// The answer is certainly not the intended one, or a name could not be checked. Whoever sees the answer has to
        /// know.
        case wrongAnswer
        /// The predicate may be right. The warning is for a user who examines it.
        case doubt
    }

    /// The consequence of a warning; nil for an error. A code that is otherwise an error's has no row: such a warning tells of
    /// what a larger sample would have refused.
    public var consequence: Consequence? { severity == .warning ? Self.consequences[code] ?? .wrongAnswer : nil }

    /// The consequence of each warning. Commands show warnings of wrong answers beside every answer (D79).
    package static let consequences: [Code: Consequence] = [
        "always-false": .wrongAnswer,
        "always-true": .wrongAnswer,
        "cast-is-nil": .wrongAnswer,
        "date-as-text": .wrongAnswer,
        "integer-division": .wrongAnswer,
        "like-without-wildcard": .wrongAnswer,
        "literal-pattern": .wrongAnswer,
        "lost-backslash": .wrongAnswer,
        "number-as-text": .wrongAnswer,
        "partial-pattern": .wrongAnswer,
        "reversed-bounds": .wrongAnswer,
        "sql-wildcard": .wrongAnswer,
        "unchecked-field": .wrongAnswer,
        "unix-time": .wrongAnswer,
        "unknown-field": .wrongAnswer,
        "unquoted-date": .wrongAnswer,
        "whole-element": .wrongAnswer,
        "ignored-options": .doubt,
        "inexact-number": .doubt,
        "missing-argument": .doubt,
        "mixed-and-or": .doubt,
        "mixed-types": .doubt,
        "nil-satisfies": .doubt,
        "parenthesized-list": .doubt,
        "quoted-argument": .doubt,
        "unbound-variable": .doubt,
        "unknown-case": .doubt,
        "unseen-value": .doubt,
    ]
}
