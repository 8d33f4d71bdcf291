import PredicateFormat
import PredicateRecords

/// An error of a record, a file or a schema for a terminal: the sentence with its location, and below it the line with
/// a mark under the location.
enum RecordErrorSnippet {
    /// The error as text, without a final line end.
    static func text(_ error: RecordError, width: Int, colour: Bool) -> String {
        guard let excerpt = error.excerpt, let location = error.location else { return "error: \(error)" }
        let start = excerpt.isCutAtStart ? "…" : ""
        let source = start + excerpt.text + (excerpt.isCutAtEnd ? "…" : "")
        let lower = start.utf8.count + excerpt.offset
        let marked = excerpt.text.utf8.dropFirst(excerpt.offset)
        let length = String(Substring(marked)).first?.utf8.count ?? 0
        let diagnostic = PredicateDiagnostic(
            PredicateDiagnostic.Code(rawValue: error.code.rawValue), .error, error.description,
            at: SourceRange(lower, lower + length))
        return DiagnosticRenderer(width: width, colour: colour)
            .render(diagnostic, line: source, number: location.line)
    }
}

extension CommandFailure {
    /// The failure for an error in reading, with its line.
    init(_ error: RecordError, in environment: CommandEnvironment) {
        self.init(error)
        message = RecordErrorSnippet.text(error, width: environment.width, colour: environment.colour)
    }
}

extension CommandFailure {
    /// The failure for mistakes in a string.
    init(_ diagnostics: PredicateDiagnostics, fileName: String?, in environment: CommandEnvironment) {
        self.init(.data, snippet: environment.snippet(of: diagnostics, fileName: fileName))
        explained = diagnostics.errorCodes
        self.diagnostics = RecordQueryDiagnostics(parts: [.init(.predicate, diagnostics)])
    }
}

extension CommandEnvironment {
    /// Diagnostics in the form for standard error.
    func snippet(of diagnostics: PredicateDiagnostics, fileName: String?) -> String {
        DiagnosticRenderer(width: width, colour: colour, fileName: fileName).render(diagnostics)
    }

    /// Says on a terminal where the errors that were shown are explained. Elsewhere the pictures of the errors are all
    /// that is written.
    ///
    /// - Parameter codes: the codes of the errors.
    func sayExplanations(of codes: [String]) {
        guard errors.isTerminal else { return }
        var shown: [String] = []
        for code in codes where !shown.contains(code) && shown.count < 3 { shown.append(code) }
        guard !shown.isEmpty else { return }
        let commands = shown.map { "`predicate message \($0)`" }.joined(separator: ", ")
        say("\(commands) \(shown.count == 1 ? "explains" : "explain") more")
    }
}
