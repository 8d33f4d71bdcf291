import PredicateFormat

/// The warnings to show beside an answer.
enum WarningChoice {
    /// None.
    case none
    /// Warnings of a certainly wrong answer (D79).
    case wrongAnswers
    /// All, including those of the schema and the data.
    case all

    /// Whether a diagnostic is shown; errors always are.
    func shows(_ diagnostic: PredicateDiagnostic) -> Bool {
        switch self {
        case .none: diagnostic.severity == .error
        case .wrongAnswers: diagnostic.consequence != .doubt
        case .all: true
        }
    }
}
