extension PredicateDiagnostic {
    /// What follows from what a warning tells.
    public enum Consequence: String, Hashable, Sendable, CaseIterable {
        /// Records that were meant are certainly left out, or others let in, or what was meant was not checked: whoever sees an
        /// answer has to be told.
        case wrongAnswer
        /// The predicate may say what was meant: whoever looks at it closely wants to know.
        case doubt
    }

    /// What follows from it, where it is a warning; an error has no answer.
    public var consequence: Consequence? { severity == .warning ? Self.consequences[code] ?? .doubt : nil }

    /// What follows from each warning. Commands that show answers show the ones of wrong answers unasked (LANGUAGE D79).
    package static let consequences: [Code: Consequence] = [
        "always-false": .wrongAnswer,
        "always-true": .wrongAnswer,
        "date-as-text": .wrongAnswer,
        "lost-backslash": .wrongAnswer,
        "partial-pattern": .wrongAnswer,
        "reversed-bounds": .wrongAnswer,
        "sql-wildcard": .wrongAnswer,
        "unchecked-field": .wrongAnswer,
        "unknown-field": .wrongAnswer,
        "unquoted-date": .wrongAnswer,
        "ignored-options": .doubt,
        "inexact-number": .doubt,
        "missing-argument": .doubt,
        "mixed-and-or": .doubt,
        "nil-satisfies": .doubt,
        "parenthesized-list": .doubt,
        "quoted-argument": .doubt,
        "unbound-variable": .doubt,
        "unknown-case": .doubt,
        "unseen-value": .doubt,
    ]
}
