import PredicateFormat

/// What there is to say of a predicate, and of what is asked of the records that satisfy it.
struct SubjectDiagnostics: Error {
    var predicate: PredicateDiagnostics?
    var query: RecordQueryDiagnostics?

    /// Whether fields are unknown, which more records may have.
    var lacksFields: Bool { contains { $0.code == PredicateDiagnostics.unknownField } }

    /// Whether nothing is wrong but that fields are unknown.
    var lacksOnlyFields: Bool {
        lacksFields && !contains { $0.severity == .error && $0.code != PredicateDiagnostics.unknownField }
    }

    /// Whether a value is missing that has to be given with the text, or one is given too many.
    var lacksValues: Bool {
        contains {
            $0.severity == .error && ["missing-argument", "unused-argument", "unbound-variable"].contains($0.code)
        }
    }

    var isEmpty: Bool { !contains { _ in true } }

    private func contains(_ condition: (PredicateDiagnostic) -> Bool) -> Bool {
        predicate?.diagnostics.contains(where: condition) ?? false
            || query?.parts.contains { $0.diagnostics.diagnostics.contains(where: condition) } ?? false
    }

    /// The same with each diagnostic changed.
    func mapping(_ change: (PredicateDiagnostic) -> PredicateDiagnostic) -> SubjectDiagnostics {
        changing { $0.map(change) }
    }

    /// Those diagnostics that a choice shows.
    func shown(by choice: WarningChoice) -> SubjectDiagnostics { changing { $0.filter(choice.shows) } }

    private func changing(_ change: ([PredicateDiagnostic]) -> [PredicateDiagnostic]) -> SubjectDiagnostics {
        var changed = self
        if var found = predicate {
            found.diagnostics = change(found.diagnostics)
            changed.predicate = found.diagnostics.isEmpty ? nil : found
        }
        if var found = query {
            for index in found.parts.indices {
                found.parts[index].diagnostics.diagnostics = change(found.parts[index].diagnostics.diagnostics)
            }
            found.parts.removeAll { $0.diagnostics.diagnostics.isEmpty }
            changed.query = found.parts.isEmpty ? nil : found
        }
        return changed
    }

    /// What is shown of it.
    func picture(_ request: PredicateRequest, in environment: CommandEnvironment) -> String {
        var messages: [String] = []
        if let predicate { messages.append(environment.picture(of: predicate, fileName: request.text.fileName)) }
        if let query { messages.append(QueryPicture.text(query, in: environment)) }
        return messages.joined(separator: "\n")
    }
}

/// What is wrong with the options of a query, as it is shown.
enum QueryPicture {
    static func text(_ found: RecordQueryDiagnostics, in environment: CommandEnvironment) -> String {
        found.parts.map { environment.picture(of: $0.diagnostics, fileName: "--" + $0.part.rawValue) }
            .joined(separator: "\n")
    }
}

extension PredicateDiagnostics {
    /// The code of a field that is not there.
    static let unknownField: PredicateDiagnostic.Code = "unknown-field"

    /// Whether fields are unknown, which more records may have.
    var lacksFields: Bool { diagnostics.contains { $0.code == Self.unknownField } }
}
