extension PredicateDiagnostic {
    /// The consequence of a warning.
    public enum Consequence: String, Hashable, Sendable, CaseIterable {
        /// The answer is certainly not the intended one, or a name could not be checked. Everyone who sees the answer must
        /// know it.
        case wrongAnswer
        /// The predicate may be right. The warning is for a user who examines it.
        case doubt
    }

    /// The consequence of a warning; nil for an error. A code that is usually an error has no row: as a warning it reports
    /// something that a larger sample would have refused.
    public var consequence: Consequence? { severity == .warning ? Self.consequences[code] ?? .wrongAnswer : nil }

    /// The consequence of each warning. Commands show warnings about wrong answers with every answer (D79).
    package static let consequences: [Code: Consequence] = [
        .alwaysFalse: .wrongAnswer,
        .alwaysTrue: .wrongAnswer,
        .caseDiffers: .wrongAnswer,
        .castIsNil: .wrongAnswer,
        .dateAsText: .wrongAnswer,
        .dayAsBound: .wrongAnswer,
        .durationAsNumber: .wrongAnswer,
        .integerDivision: .wrongAnswer,
        .likeWithoutWildcard: .wrongAnswer,
        .literalPattern: .wrongAnswer,
        .lostBackslash: .wrongAnswer,
        .neverEmpty: .wrongAnswer,
        .numberAsText: .wrongAnswer,
        .offsetIgnored: .wrongAnswer,
        .partialPattern: .wrongAnswer,
        .reversedBounds: .wrongAnswer,
        .sqlWildcard: .wrongAnswer,
        .uncheckedField: .wrongAnswer,
        .unixTime: .wrongAnswer,
        .unknownField: .wrongAnswer,
        .unquotedDate: .wrongAnswer,
        .unseenKey: .wrongAnswer,
        .wholeElement: .wrongAnswer,
        .ignoredOptions: .doubt,
        .inexactNumber: .doubt,
        .missingArgument: .doubt,
        .mixedAndOr: .doubt,
        .mixedTypes: .doubt,
        .nilSatisfies: .doubt,
        .parenthesizedList: .doubt,
        .quotedArgument: .doubt,
        .unboundVariable: .doubt,
        .unknownCase: .doubt,
        .unseenValue: .doubt,
    ]
}
