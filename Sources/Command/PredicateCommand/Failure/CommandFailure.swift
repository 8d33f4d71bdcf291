import PredicateFormat
import PredicateRecords

/// A message with the exit status of the command.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String
    /// The stable name of the message, for programs.
    var code: String
    /// The message as one sentence, for programs.
    var sentence: String
    /// The codes by which `predicate message` explains the errors of the message.
    var explained: [String] = []
    /// The mistakes in a text that the message shows, for programs; nil for other failures.
    var diagnostics: PredicateDiagnostics?

    init(_ status: ExitStatus, _ message: String) {
        self.init(status, snippet: SafeText.lines(message))
    }

    /// A failure with a rendered message, which may contain its colours.
    init(_ status: ExitStatus, snippet message: String) {
        self.status = status
        self.message = message
        code = status == .usage ? "usage" : "failure"
        sentence = message.hasPrefix("error: ") ? String(message.dropFirst(7)) : message
    }

    /// The failure for an error in reading records.
    init(_ error: RecordError) {
        status =
            switch error.kind {
            case .data: .data
            case .noInput: .noInput
            case .inputFailed: .inputOutput
            case .usage: .usage
            }
        message = "error: \(error)"
        code = error.code.rawValue
        explained = [code]
        sentence = error.description
    }
}

extension RecordError {
    /// The error with the number of records before it, if reading the input failed.
    func behind(_ recordCount: Int) -> RecordError {
        guard kind == .inputFailed else { return self }
        var error = self
        error.message += recordCount == 1 ? "; 1 record was read before" : "; \(recordCount) records were read before"
        return error
    }
}
