import PredicateCore
import PredicateRecords

@testable import PredicateCommand

/// The outcome of an example.
struct ExampleOutcome: Sendable {
    /// A reported message.
    struct Message: Hashable, Sendable {
        var code: String
        /// `error` or `warning`.
        var severity: String
        /// The sentences of the message, including labels under the marks and notes below the snippet.
        var sentences: [String]
    }

    /// The messages, in order.
    var messages: [Message]
    /// The snippet on a terminal.
    var snippet: String
    /// The text with the edits that fix it; nil if there are none.
    var fixed: String?
    /// The text with the suggested edits, which change the answer of a valid text; nil if there are none.
    var suggested: String?
    /// The messages that remain after fixing.
    var messagesAfterFixing: [Message] = []
}

extension ExampleOutcome {
    /// The outcome of diagnostics.
    init(_ diagnostics: PredicateDiagnostics, _ width: Int) {
        self.init(
            messages: diagnostics.diagnostics.map { diagnostic in
                Message(
                    code: diagnostic.code.rawValue, severity: diagnostic.severity == .error ? "error" : "warning",
                    sentences: [diagnostic.message] + [diagnostic.hint].compactMap { $0 }
                        + diagnostic.labels.map(\.message) + diagnostic.notes)
            },
            snippet: DiagnosticRenderer(width: width).render(diagnostics),
            fixed: diagnostics.fixed(.error, .warning))
        guard diagnostics.diagnostics.contains(where: { !$0.areEditsApplicable && !$0.edits.isEmpty }) else { return }
        var all = diagnostics
        for index in all.diagnostics.indices { all.diagnostics[index].areEditsApplicable = true }
        suggested = all.fixed(.error, .warning)
    }

    /// The outcome of an error in reading records, a file or a schema.
    init(_ error: RecordError, _ width: Int) {
        self.init(
            messages: [Message(code: error.code.rawValue, severity: "error", sentences: [error.message])],
            snippet: RecordErrorSnippet.text(error, width: width, colour: false))
    }
}
