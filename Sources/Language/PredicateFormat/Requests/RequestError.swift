import PredicateCore
import PredicatePlatform

/// Why a request has no results, be it one over Swift values, or one over a table (`PredicateGRDB`).
///
/// As JSON it is an object that a server can send: `kind`, the stable name of the case, such as `missing-function`; `message`, one
/// sentence; and `diagnostics`, what `PredicateDiagnostics.json(pretty:)` writes of each text, with the `part` of the request that it
/// is. It is empty unless the kind is `invalid`. A later version may add members and kinds.
public enum RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Predicates, other strings or key paths are wrong. A key path has no text, and `predicate` is also the part of
    /// what is wrong with the description of the type.
    case invalid(RecordQueryDiagnostics)
    /// The results are groups, and not values.
    case groups
    /// An evaluation reached a limit, so it is not known which values are results.
    case undecided(EvaluationLimit)
    /// The results do not decode as the type that was asked for.
    case undecodable(reason: String)
    /// A part that SQL cannot say reads a list or a whole object, which functions of SQLite do not take.
    case untranslatable(part: String, reason: String)
    /// SQL calls our function for a part, and the connection lacks it.
    case missingFunction(part: String)

    /// The text of one part is wrong, such as a predicate that a program checks before it makes the request.
    public init(_ part: RecordQuery.Part, _ diagnostics: PredicateDiagnostics) {
        self = .invalid(RecordQueryDiagnostics(parts: [.init(part, diagnostics)]))
    }

    /// A sentence, or the lines of wrong predicates and sort keys with their errors.
    public var description: String {
        switch self {
        case .invalid(let found): found.description
        case .groups: "the results of this request are groups: ask for dictionaries or objects"
        case .undecided(let limit): "an evaluation for a value reached a limit: \(limit)"
        case .undecodable(let reason): "the results do not decode: \(reason)"
        case .untranslatable(let part, let reason): "`\(part)` has no form in SQL: \(reason)"
        case .missingFunction(let part):
            "`\(part)` needs our function in SQLite; call `installPredicateFunctions()` in `Configuration.prepareDatabase`"
        }
    }

    /// The errors of each part if the request is invalid; otherwise empty.
    public var parts: [RecordQueryDiagnostics.Found] { if case .invalid(let found) = self { found.parts } else { [] } }

    private var kind: JSONNode {
        switch self {
        case .invalid: "invalid"
        case .groups: "groups"
        case .undecided: "undecided"
        case .undecodable: "undecodable"
        case .untranslatable: "untranslatable"
        case .missingFunction: "missing-function"
        }
    }
}

extension RequestError: LocalizedError {
    /// A sentence, of several errors about the first. It is in English.
    public var errorDescription: String? {
        if case .invalid(let found) = self { found.errorDescription } else { description }
    }
}

extension RequestError: Encodable {
    /// Writes the object with `kind`, `message` and `diagnostics`.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        let diagnostics = parts.flatMap { $0.diagnostics.jsonNodes(of: ("part", $0.part.rawValue)) }
        let node: JSONNode = [
            "kind": kind, "message": .string(errorDescription ?? description), "diagnostics": .array(diagnostics),
        ]
        try node.encode(to: encoder)
    }
}
