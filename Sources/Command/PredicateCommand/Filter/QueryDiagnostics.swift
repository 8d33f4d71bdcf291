import PredicateFormat

/// The diagnostics of a predicate and of the parts of its query: the predicate is a part, too, and the first.
extension RecordQueryDiagnostics {
    /// The diagnostics of a predicate, if it has any, and of parts of its query.
    init(_ predicate: PredicateDiagnostics?, _ query: [Found] = []) {
        self.init(parts: (predicate.map { [.init(.predicate, $0)] } ?? []) + query)
    }

    /// The diagnostics of the predicate; nil if it has none.
    var predicate: PredicateDiagnostics? { parts.first { $0.part == .predicate }?.diagnostics }

    /// All diagnostics, in the order of the parts.
    private var all: [PredicateDiagnostic] { parts.flatMap(\.diagnostics.diagnostics) }

    /// Whether fields are unknown. More records may have them.
    var lacksFields: Bool { all.contains { $0.code == .unknownField } }

    /// Whether a sort key is not a field of a sample, but the name of a selected expression.
    var hasSelectedKey: Bool { all.contains(where: \.isSelectedKey) }

    /// Whether an argument or variable has no value, or an argument is not used.
    var lacksValues: Bool {
        all.contains {
            $0.severity == .error && [.missingArgument, .unusedArgument, .unboundVariable].contains($0.code)
        }
    }

    var isEmpty: Bool { all.isEmpty }

    /// The codes of the errors, in their order.
    var errorCodes: [String] { all.filter { $0.severity == .error }.map(\.code.rawValue) }

    /// A copy with each diagnostic transformed.
    func mapping(_ change: (PredicateDiagnostic) -> PredicateDiagnostic) -> RecordQueryDiagnostics {
        changing { $0.map(change) }
    }

    /// The diagnostics that a choice shows.
    func shown(by choice: WarningChoice) -> RecordQueryDiagnostics { changing { $0.filter(choice.shows) } }

    /// A copy in which errors about a value name the option that gives it.
    func namingOptions(_ variables: NameTable<GivenValue>) -> RecordQueryDiagnostics {
        var named = self
        for index in parts.indices { named.parts[index].diagnostics.nameOptions(variables) }
        return named
    }

    /// A copy with the diagnostics of each part changed together.
    func changing(_ change: ([PredicateDiagnostic]) -> [PredicateDiagnostic]) -> RecordQueryDiagnostics {
        var changed = self
        for index in parts.indices {
            changed.parts[index].diagnostics.diagnostics = change(parts[index].diagnostics.diagnostics)
        }
        changed.parts.removeAll { $0.diagnostics.diagnostics.isEmpty }
        return changed
    }

    /// The text to print.
    func snippet(_ request: PredicateRequest, in environment: CommandEnvironment) -> String {
        parts.map { found in
            let name = found.part == .predicate ? request.text.fileName : "--" + found.part.rawValue
            return environment.snippet(of: found.diagnostics, fileName: name)
        }.joined(separator: "\n")
    }
}

extension PredicateDiagnostics {
    /// Whether fields are unknown. More records may have them.
    var lacksFields: Bool { diagnostics.contains { $0.code == .unknownField } }

    fileprivate mutating func nameOptions(_ variables: NameTable<GivenValue>) {
        for index in diagnostics.indices where diagnostics[index].hint == nil && diagnostics[index].severity == .error {
            switch diagnostics[index].code {
            case .unboundVariable:
                let name = diagnostics[index].range.text(in: source).dropFirst()
                diagnostics[index].hint = "add `--var \(name)=…`"
            case .missingArgument: diagnostics[index].hint = "add `--arg …`"
            case .wrongOperand:
                let operand = diagnostics[index].range.text(in: source)
                let name = String(operand.dropFirst())
                if operand.hasPrefix("$"), case .text(let text)? = variables[name] {
                    diagnostics[index].hint = "its value is `--var \(name)=\(text.excerpt(40))`"
                }
            default: break
            }
        }
        if let index = diagnostics.firstIndex(where: { $0.code == .missingComparison }),
            diagnostics[index].range == SourceRange(0, source.utf8.count)
        {
            diagnostics[index].notes.append(
                "without quotes around the predicate, the shell takes `<`, `>` and what follows")
        }
    }
}

extension CommandEnvironment {
    /// Says the diagnostics of a predicate and its query in the form of the environment.
    func say(_ found: RecordQueryDiagnostics, of request: PredicateRequest) {
        guard diagnostics == .json else { return say(snippet: found.snippet(request, in: self)) }
        try? errors.write(json: found.json)
        try? errors.flush()
    }
}
