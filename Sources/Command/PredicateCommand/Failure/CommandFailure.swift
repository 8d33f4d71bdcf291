import PredicateFormat
import PredicatePlatform
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
    /// The mistakes in strings that the message shows, for programs; nil for other failures.
    var diagnostics: RecordQueryDiagnostics?

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
        let error = error.namingNearFile
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
    /// The error with the name of a similar file, if the file does not exist. The library names none, because a server may show
    /// its messages to anybody.
    var namingNearFile: RecordError {
        guard code == .noSuchFile, let file else { return self }
        let folder = FileSystem.folder(of: file)
        var error = self
        if let names = FileSystem.names(in: folder.isEmpty ? "." : folder) {
            let near = Suggestions.nearest(to: String(file.dropFirst(folder.count)), among: names.sorted())
            error.message += near.map { "; did you mean `\(folder)\($0)`?" } ?? ""
        } else if FileSystem.status(folder) == nil {
            error.message += "; there is no folder `\(folder)`"
        }
        return error
    }

    /// The error with the number of records before it, if reading the input failed.
    func behind(_ recordCount: Int) -> RecordError {
        guard kind == .inputFailed else { return self }
        var error = self
        error.message += recordCount == 1 ? "; 1 record was read before" : "; \(recordCount) records were read before"
        return error
    }
}

/// The exit statuses of the command, by the numbers of sysexits.h.
package enum ExitStatus: Int32, Error, Sendable {
    /// Success, even if nothing matched, unless that is asked for.
    case success = 0
    /// A session ended without its end being asked for. The Language Server Protocol fixes the number.
    case cutShort = 1
    /// Nothing matched, where that is asked for. The number is that of `grep`.
    static let noMatch = cutShort
    /// The command line is wrong.
    case usage = 64
    /// The predicate or the data is wrong.
    case data = 65
    /// An input does not exist.
    case noInput = 66
    /// A required program is missing.
    case unavailable = 69
    /// An internal error.
    case internalError = 70
    /// Reading or writing failed.
    case inputOutput = 74
    /// Ctrl-C ended a query of a database. The number is what shells report for a command that the signal ended.
    case interrupted = 130
}

/// A part of the command that a build may lack: the wing of one or two traits.
enum BuildPart: String, CaseIterable, Sendable {
    case files, databases

    /// What its absence is called.
    var absence: String {
        switch self {
        case .files: "the trait Files is off"
        case .databases: "the traits SQLite and PostgreSQL are off"
        }
    }

    /// The sub-commands that it brings.
    var commandNames: [String] {
        switch self {
        case .files: ["lint", "test", "lsp"]
        case .databases: ["import", "sql"]
        }
    }
}

extension CommandFailure {
    /// The failure of something that this build of the command lacks.
    init(absent name: String, _ part: BuildPart) {
        self.init(.usage, "error: this build has no \(name) (\(part.absence)); `make` builds all of it")
    }
}

/// The descriptors of standard input, output and messages.
package enum StandardDescriptors {
    /// Opens standard descriptors that the parent process has closed, before a file is opened. Otherwise the first
    /// file would become standard input, and its records the lines of the REPL.
    ///
    /// They are opened in the wrong direction, so that reading and writing still fail: a failed write must be
    /// visible.
    package static func open() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The system returns the lowest free number, which is this one.
            let opened = SystemCall.openFile("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
            guard opened == descriptor else { _exit(ExitStatus.inputOutput.rawValue) }
        }
    }
}
