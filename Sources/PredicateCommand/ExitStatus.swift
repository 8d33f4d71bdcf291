import PredicateFormat
import PredicateRecords

/// How the command ends, by the numbers of sysexits.h.
public enum ExitStatus: Int32, Error, Sendable {
    /// Done, also when nothing matched.
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// The predicate or the data is wrong.
    case data = 65
    /// There is no such input.
    case noInput = 66
    /// A program that is needed is not there.
    case unavailable = 69
    /// Something within the command went wrong.
    case internalError = 70
    /// Reading or writing failed.
    case inputOutput = 74
}

/// A message with the status that the command ends with.
struct CommandFailure: Error {
    var status: ExitStatus
    var message: String
    /// The stable name of the message, for programs.
    var code: String
    /// The message as one sentence, for programs.
    var sentence: String

    init(_ status: ExitStatus, _ message: String) {
        self.init(status, picture: SafeText.lines(message))
    }

    /// A failure that a renderer has drawn, which may have its colours.
    init(_ status: ExitStatus, picture message: String) {
        self.status = status
        self.message = message
        code = status == .usage ? "usage" : "failure"
        sentence = message.hasPrefix("error: ") ? String(message.dropFirst(7)) : message
    }

    /// What a reader of records says.
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
        sentence = error.description
    }

    /// What a reader of records says, with the line that it is about.
    init(_ error: RecordError, in environment: CommandEnvironment) {
        self.init(error)
        message = RecordErrorPicture.text(error, width: environment.width, colour: environment.colour)
    }

    /// What is wrong with a predicate.
    init(_ diagnostics: PredicateDiagnostics, of text: PredicateText, in environment: CommandEnvironment) {
        self.init(.data, picture: environment.picture(of: diagnostics, fileName: text.fileName))
    }
}

extension RecordError {
    /// The error with how many records were read before it, where it ended the reading of an input that had more.
    func behind(_ recordCount: Int) -> RecordError {
        guard kind == .inputFailed else { return self }
        var error = self
        error.message += recordCount == 1 ? "; 1 record was read before" : "; \(recordCount) records were read before"
        return error
    }
}

extension CommandEnvironment {
    /// Diagnostics as they are shown on standard error.
    func picture(of diagnostics: PredicateDiagnostics, fileName: String?) -> String {
        DiagnosticRenderer(width: width, colour: colour, fileName: fileName).render(diagnostics)
    }
}
