import PredicateFormat

/// The diagnostics of a predicate and of the parts of its query.
struct SubjectDiagnostics: Error {
    var predicate: PredicateDiagnostics?
    var query: RecordQueryDiagnostics?

    /// Whether fields are unknown. More records may have them.
    var lacksFields: Bool { contains { $0.code == .unknownField } }

    /// Whether a sort key is no field of a sample, but the name of a selected expression.
    var hasSelectedKey: Bool { contains(\.isSelectedKey) }

    /// Whether an argument or variable has no value, or an argument is not used.
    var lacksValues: Bool {
        contains {
            $0.severity == .error && [.missingArgument, .unusedArgument, .unboundVariable].contains($0.code)
        }
    }

    var isEmpty: Bool { !contains { _ in true } }

    private func contains(_ condition: (PredicateDiagnostic) -> Bool) -> Bool {
        predicate?.diagnostics.contains(where: condition) ?? false
            || query?.parts.contains { $0.diagnostics.diagnostics.contains(where: condition) } ?? false
    }

    /// A copy with each diagnostic transformed.
    func mapping(_ change: (PredicateDiagnostic) -> PredicateDiagnostic) -> SubjectDiagnostics {
        changing { $0.map(change) }
    }

    /// The diagnostics that a choice shows.
    func shown(by choice: WarningChoice) -> SubjectDiagnostics { changing { $0.filter(choice.shows) } }

    /// A copy with the diagnostics of each part changed together.
    func changing(_ change: ([PredicateDiagnostic]) -> [PredicateDiagnostic]) -> SubjectDiagnostics {
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

    /// A copy in which errors about a value that is missing name the option that gives it.
    func namingOptions() -> SubjectDiagnostics {
        var named = self
        named.predicate?.nameOptions()
        for index in query?.parts.indices ?? 0..<0 { named.query?.parts[index].diagnostics.nameOptions() }
        return named
    }

    /// The diagnostics by part.
    var parts: RecordQueryDiagnostics {
        RecordQueryDiagnostics(parts: (predicate.map { [.init(.predicate, $0)] } ?? []) + (query?.parts ?? []))
    }

    /// The codes of the errors, in their order.
    var errorCodes: [String] {
        let all = (predicate?.diagnostics ?? []) + (query?.parts.flatMap(\.diagnostics.diagnostics) ?? [])
        return all.filter { $0.severity == .error }.map(\.code.rawValue)
    }

    /// The text to print.
    func snippet(_ request: PredicateRequest, in environment: CommandEnvironment) -> String {
        var messages: [String] = []
        if let predicate { messages.append(environment.snippet(of: predicate, fileName: request.text.fileName)) }
        if let query { messages.append(QuerySnippet.text(query, in: environment)) }
        return messages.joined(separator: "\n")
    }
}

/// The printed form of the errors of query options.
enum QuerySnippet {
    static func text(_ found: RecordQueryDiagnostics, in environment: CommandEnvironment) -> String {
        found.parts.map { environment.snippet(of: $0.diagnostics, fileName: "--" + $0.part.rawValue) }
            .joined(separator: "\n")
    }
}

extension PredicateDiagnostics {
    /// Whether fields are unknown. More records may have them.
    var lacksFields: Bool { diagnostics.contains { $0.code == .unknownField } }
}

extension CommandEnvironment {
    /// Says the diagnostics of a predicate and its query in the form of the environment.
    func say(_ found: SubjectDiagnostics, of request: PredicateRequest) {
        guard diagnostics == .json else { return say(snippet: found.snippet(request, in: self)) }
        try? errors.write(json: found.parts.json)
        try? errors.flush()
    }
}

extension PredicateDiagnostics {
    fileprivate mutating func nameOptions() {
        for index in diagnostics.indices where diagnostics[index].hint == nil && diagnostics[index].severity == .error {
            switch diagnostics[index].code {
            case .unboundVariable:
                let name = diagnostics[index].range.text(in: source).dropFirst()
                diagnostics[index].hint = "add `--var \(name)=…`"
            case .missingArgument: diagnostics[index].hint = "add `--arg …`"
            default: break
            }
        }
    }
}
