import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// A running `spark-submit`, and the named pipe on which its job answers.
///
/// The process has a group of its own, so that a Ctrl-C of the terminal reaches only this command, which then ends the
/// job in order.
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
        let (process, failure) = Self.start(command, log: log)
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

    private static func start(_ command: [String], log: String) -> (pid_t, Int32) {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var none = sigset_t()
        sigemptyset(&none)
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let status = posix_spawn(&process, command.first ?? "", &actions, &attributes, arguments, environ)
        return (process, status)
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
