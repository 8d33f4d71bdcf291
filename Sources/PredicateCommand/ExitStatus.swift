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

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
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
    }

    /// What a reader of records says, with the line that it is about.
    init(_ error: RecordError, in environment: CommandEnvironment) {
        self.init(error)
        message = RecordErrorPicture.text(error, width: environment.width, colour: environment.colour)
    }

    /// What is wrong with a predicate.
    init(_ diagnostics: PredicateDiagnostics, of text: PredicateText, in environment: CommandEnvironment) {
        status = .data
        message = environment.picture(of: diagnostics, fileName: text.fileName)
    }
}

extension CommandEnvironment {
    /// Diagnostics as they are shown on standard error.
    func picture(of diagnostics: PredicateDiagnostics, fileName: String?) -> String {
        DiagnosticRenderer(width: width, colour: colour, fileName: fileName).render(diagnostics)
    }
}
