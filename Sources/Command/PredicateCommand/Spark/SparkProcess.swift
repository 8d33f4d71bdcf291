import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// A running `spark-submit`, and the named pipe on which its job answers.
///
/// The process has its own group, so that a Ctrl-C of the terminal reaches only this command, which then ends the job
/// in order.
final class SparkProcess {
    private let process: pid_t
    private let descriptor: Int32
    private let log: String
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    private var isClosed = false
    private var status: Int32?
    private var signals = sigset_t()
    private var signalsBefore = sigset_t()
    /// Milliseconds between two looks at the process and at signals.
    private static let patience: Int32 = 100

    /// A signal asks this command to end.
    struct Interruption: Error {}

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - answer: the named pipe.
    ///   - log: the file for the messages of the program.
    init(_ command: [String], answer: String, log: String) throws(CommandFailure) {
        self.log = log
        // Signals stay pending, and are looked at while waiting.
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM] { sigaddset(&signals, signal) }
        descriptor = open(answer, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(.inputOutput, "error: cannot open \(answer): \(String(cString: strerror(errno)))")
        }
        pthread_sigmask(SIG_BLOCK, &signals, &signalsBefore)
        let (process, failure) = ProcessStart(
            command: command, path: command.first ?? "",
            descriptors: [
                .open(0, path: "/dev/null", flags: O_RDONLY),
                .open(1, path: log, flags: O_WRONLY | O_CREAT | O_APPEND, mode: 0o600), .copy(2, of: 1),
            ], blocksNoSignals: true, hasOwnGroup: true
        ).start()
        self.process = process
        guard failure == 0 else {
            close(descriptor)
            isClosed = true
            pthread_sigmask(SIG_SETMASK, &signalsBefore, nil)
            status = 0
            throw CommandFailure(
                .unavailable, "error: cannot run `\(command.first ?? "")`: \(String(cString: strerror(failure)))")
        }
    }

    deinit {
        end()
        pthread_sigmask(SIG_SETMASK, &signalsBefore, nil)
    }

    /// The next line of the answer without its line feed; nil at the end, also if the program ends early.
    ///
    /// - Parameter beforeWaiting: called before waiting for more.
    /// - Throws: `Interruption` after a signal, and the errors of `beforeWaiting`.
    func nextLine(beforeWaiting: () throws -> Void) throws -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let feed = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = feed + 1 }
                return buffer[start..<feed]
            }
            if isAtEnd { return nil }
            if start > 0 {
                buffer.removeSubrange(..<start)
                start = 0
            }
            searched = buffer.count
            try fill(beforeWaiting)
        }
    }

    private func fill(_ beforeWaiting: () throws -> Void) throws {
        var hasWaited = false
        while true {
            if hasSignal { throw Interruption() }
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, hasWaited ? Self.patience : 0) > 0 {
                var chunk = [UInt8](repeating: 0, count: 1 << 16)
                let count = read(descriptor, &chunk, chunk.count)
                if count > 0 {
                    buffer += chunk[..<count]
                    return
                }
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                isAtEnd = true
                return
            }
            // The program may end without ever opening the pipe.
            if hasWaited, hasEnded {
                isAtEnd = poll(&request, 1, 0) <= 0
                if isAtEnd { return }
            }
            if !hasWaited { try beforeWaiting() }
            hasWaited = true
        }
    }

    private var hasSignal: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return [SIGINT, SIGTERM].contains { sigismember(&pending, $0) == 1 }
    }

    /// Lets a waiting signal end this command, as it would have without a job. If the signal is ignored, this returns.
    func deliverSignal() { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }

    /// Whether the program has ended.
    private var hasEnded: Bool {
        if status != nil { return true }
        var found: Int32 = 0
        let ended = waitpid(process, &found, WNOHANG)
        if ended == process { status = found }
        return status != nil || (ended < 0 && errno == ECHILD)
    }

    /// Ends the job: closing the pipe cancels it. A program that does not end by itself is ended.
    ///
    /// - Parameter isUrgent: whether the program is ended at once.
    func end(isUrgent: Bool = false) {
        if !isClosed { close(descriptor) }
        isClosed = true
        guard status == nil else { return }
        for (signal, rounds) in [(Int32(0), isUrgent ? 0 : 100), (SIGTERM, 100), (SIGKILL, 50)] {
            if signal != 0 { kill(-process, signal) }
            for _ in 0..<rounds {
                if hasEnded { return }
                usleep(100_000)
            }
        }
        status = -1
    }

    /// The last lines of the program's messages that tell of an error.
    var lastMessages: [String] {
        guard let text = try? RecordSource.file(log).text() else { return [] }
        let lines = text.split(separator: "\n").map(String.init)
        let telling = lines.filter { line in
            ["Exception", "Error", "ERROR", "error:"].contains { line.contains($0) } && !line.hasPrefix("\tat ")
        }
        return Array((telling.isEmpty ? lines : telling).suffix(3))
    }
}

/// Runs a job on a cluster, and passes on what it answers.
struct SparkSubmission {
    let source: SourceAddress
    /// The path of `spark-submit`.
    let submit: String
    let environment: CommandEnvironment

    /// Runs the job.
    ///
    /// - Parameters:
    ///   - folder: holds what the job is told.
    ///   - shipped: the files in the folder that the machines of the cluster get.
    ///   - isFull: whether nothing more is wanted.
    ///   - take: takes a line, and returns whether it is the last one.
    ///   - interrupted: called after a signal.
    func run(
        _ folder: PrivateFolder, _ shipped: [String], isFull: () -> Bool,
        take: (ArraySlice<UInt8>) throws -> Bool, interrupted: () -> Void
    ) throws {
        try folder.write(SparkJob.text, to: "predicate.py")
        try folder.pipe("answer")
        let process = try SparkProcess(
            command(folder, shipped), answer: folder.path(of: "answer"), log: folder.path(of: "log"))
        defer { process.end() }
        do {
            var isWhole = false
            while !isWhole, !isFull() {
                guard let line = try process.nextLine(beforeWaiting: { try environment.output.flush() }) else { break }
                isWhole = try take(line)
            }
            guard isWhole || isFull() else {
                throw CommandFailure(
                    .internalError,
                    "error: Spark ended without an answer"
                        + process.lastMessages.map { "\n  " + $0 }.joined())
            }
        } catch is SparkProcess.Interruption {
            interrupted()
            process.end(isUrgent: true)
            folder.remove()
            process.deliverSignal()
            throw CommandFailure(.interrupted, "error: interrupted")
        }
    }

    private func command(_ folder: PrivateFolder, _ shipped: [String]) -> [String] {
        var words = [submit]
        if !source.place.isEmpty { words += ["--master", source.place] }
        words += ["--deploy-mode", "client", "--name", "predicate"]
        words += ["--conf", "spark.ui.showConsoleProgress=false"]
        if !shipped.isEmpty { words += ["--files", shipped.map { folder.path(of: $0) }.joined(separator: ",")] }
        return words + [folder.path(of: "predicate.py"), folder.path]
    }
}
