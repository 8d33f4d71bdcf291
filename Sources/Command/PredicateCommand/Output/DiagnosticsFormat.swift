import PredicateFormat
import PredicateRecords

/// The form of diagnostics.
enum DiagnosticsFormat: String, CaseIterable {
    /// Snippets for people, on standard error.
    case text
    /// Arrays for programs: that of `check` on standard output, others on standard error.
    case json
}

/// Failures and sentences without a location in a predicate, in the JSON form of diagnostics, so that programs always find
/// arrays.
enum FailureDiagnostics {
    /// The array for a failure. Its `range` is null, because the failure is not about a format string.
    static func json(code: String, severity: String = "error", message: String) -> String {
        let element: PredicateValue = [
            "code": .string(code), "severity": .string(severity), "message": .string(message), "range": .null,
            "labels": .list([]),
            "edits": .list([]), "notes": .list([]),
        ]
        return RecordWriter.json(.list([element]), layout: .pretty) + "\n"
    }

    /// The array for a sentence that says at its beginning what it is, such as `warning: `.
    static func json(sentence: String) -> String {
        let severity = ["warning", "note"].first { sentence.hasPrefix($0 + ": ") }
        let message = severity.map { String(sentence.dropFirst($0.count + 2)) } ?? sentence
        return json(code: "message", severity: severity ?? "note", message: message)
    }
}

extension CommandEnvironment {
    /// Says diagnostics in the form of the environment.
    ///
    /// - Parameters:
    ///   - name: the name of the text in a picture.
    ///   - owner: in JSON, the key and the name of what the text belongs to, such as a part of a query.
    func say(_ found: PredicateDiagnostics, name: String?, of owner: (key: String, name: String)? = nil) {
        guard diagnostics == .json else { return say(snippet: snippet(of: found, fileName: name)) }
        try? errors.write(json: found.json(of: owner))
        try? errors.flush()
    }

    /// Runs a command with the form of its messages. A failure is written to standard error in this form.
    func saying(_ format: DiagnosticsFormat, _ run: (CommandEnvironment) throws -> Void) throws {
        var environment = self
        environment.diagnostics = format
        do {
            try run(environment)
        } catch let failure as CommandFailure where format == .json {
            try output.flush()
            let json =
                failure.diagnostics?.json
                ?? FailureDiagnostics.json(code: failure.code, message: failure.sentence)
            try errors.write(json: json)
            try errors.flush()
            throw failure.status
        }
    }
}

extension RecordQueryDiagnostics {
    /// An array for each text.
    var json: String {
        parts.map { found in
            found.diagnostics.json(of: found.part == .predicate ? nil : ("part", found.part.rawValue))
        }.joined()
    }
}

extension PredicateDiagnostics {
    /// The array of the diagnostics on separate lines, each with the owner of the string.
    fileprivate func json(of owner: (key: String, name: String)?) -> String {
        JSONNode.array(jsonNodes(of: owner)).text(pretty: true) + "\n"
    }
}
