import PredicateFormat

/// Which warnings are shown beside an answer.
enum WarningChoice {
    /// None.
    case none
    /// Those that tell of a certainly wrong answer (LANGUAGE D79).
    case wrongAnswers
    /// All, those of the schema and of the data too.
    case all

    /// What `--warnings` and `--no-warnings` choose.
    init(_ flag: WarningFlag?) {
        switch flag {
        case .warnings: self = .all
        case .noWarnings: self = .none
        case nil: self = .wrongAnswers
        }
    }

    /// Whether a diagnostic is shown; errors always are.
    func shows(_ diagnostic: PredicateDiagnostic) -> Bool {
        switch self {
        case .none: diagnostic.severity == .error
        case .wrongAnswers: diagnostic.consequence != .doubt
        case .all: true
        }
    }
}
