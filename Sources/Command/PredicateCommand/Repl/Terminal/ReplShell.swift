import PredicateFormat
import PredicatePlatform

/// A command of the shell, on the terminal of the session: a pager, an editor, or any other.
///
/// It shares the foreground of the terminal with the REPL, so keys that interrupt or suspend reach both. When it has
/// ended, the terminal is as it was before.
final class ReplShell {
    private let process: pid_t
    private let screen: ReplScreen
    private let restoreQuitKey: () -> Void
    /// What `waitpid` told of the command; nil while it runs.
    private var ended: Int32?
    /// The end of a pipe to its standard input; nil if it reads the terminal.
    private(set) var input: Int32?
    /// The exit status, or 128 plus the number of a signal; nil while it runs.
    private(set) var status: Int32?

    /// The number of times that the interrupt key must be pressed to end a command that ignores it.
    static let mostInterrupts = 5

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - command: the text for `sh -c`.
    ///   - arguments: the values of `$1`, `$2` and so on.
    ///   - isFed: whether its input comes from a pipe.
    /// - Throws: if the system cannot start it.
    init(_ command: String, arguments: [String] = [], isFed: Bool) throws(ReplFailure) {
        var ends: [Int32] = [-1, -1]
        if isFed {
            guard pipe(&ends) == 0 else { throw Self.failure(errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        screen = ReplScreen()
        // The REPL ignores closed pipes, and its threads block signals. The command gets neither.
        let (process, number) = ProcessStart(
            command: ["sh", "-c", command, "sh"] + arguments, path: "/bin/sh",
            descriptors: isFed ? [.copy(0, of: ends[0])] : [], usualSignals: [SIGPIPE, SIGXFSZ, SIGINT, SIGQUIT],
            blocksNoSignals: true
        ).start()
        self.process = process
        if isFed { close(ends[0]) }
        guard number == 0 else {
            if isFed { close(ends[1]) }
            throw Self.failure(number)
        }
        input = isFed ? ends[1] : nil
        // The key that quits is for the command.
        let before = signal(SIGQUIT, SIG_IGN)
        restoreQuitKey = { _ = signal(SIGQUIT, before) }
    }

    private static func failure(_ number: Int32) -> ReplFailure {
        ReplFailure("cannot start `sh`: \(String(cString: strerror(number)))")
    }

    deinit { if status == nil { wait() } }

    /// Ends its input.
    func endInput() {
        if let input { close(input) }
        input = nil
    }

    /// Waits until the command has ended, and gives the terminal back to the REPL.
    ///
    /// - Parameter canBeEnded: whether the interrupt key, pressed several times, ends a command that ignores it.
    @discardableResult
    func wait(canBeEnded: Bool = false) -> Int32 {
        endInput()
        if let status { return status }
        var presses = 0
        var pause: UInt32 = 1000
        while !hasEnded() {
            if ReplInterrupts.isPressed() {
                ReplInterrupts.forget()
                presses += 1
                if canBeEnded, presses >= Self.mostInterrupts { kill(process, SIGKILL) }
            }
            usleep(pause)
            pause = min(20_000, pause * 2)
        }
        restoreQuitKey()
        screen.restore()
        ReplInterrupts.forget()
        let result = ProcessStart.exitStatus(ended ?? 0)
        status = result
        return result
    }

    /// Whether the command has ended.
    func hasEnded() -> Bool {
        if ended != nil { return true }
        var found: Int32 = 0
        let process = waitpid(process, &found, WNOHANG)
        if process == self.process { ended = found }
        // Without such a process nothing is known of its end.
        if process < 0, errno != EINTR { ended = 0 }
        return ended != nil
    }
}

/// The state of a terminal before a command had it.
struct ReplScreen {
    private var settings = termios()
    private let hasSettings: Bool

    /// The state of the terminal that is standard input.
    init() { hasSettings = tcgetattr(0, &settings) == 0 }

    /// Makes the terminal as it was, also after a command that was killed.
    func restore() {
        guard hasSettings else { return }
        // A process in the background that changes the terminal would be stopped.
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        // The foreground may belong to a group of processes that are gone.
        let group = tcgetpgrp(0)
        if group > 0, group != getpgrp(), kill(-group, 0) != 0, errno == ESRCH { _ = tcsetpgrp(0, getpgrp()) }
        var settings = settings
        if tcgetpgrp(0) == getpgrp() { _ = tcsetattr(0, TCSADRAIN, &settings) }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The number of lines and columns of the terminal; nil if it does not tell.
    static func size() -> (lines: Int, columns: Int)? {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_row), Int(size.ws_col))
    }
}

/// Standard input that holds records, while a person types the lines at the terminal: `… | predicate repl -`.
enum ReplStandardInput {
    /// How messages name it.
    static let name = "standard input"

    /// Makes the terminal standard input.
    ///
    /// - Returns: the path of what was standard input; nil if there is no terminal to type at.
    static func makeTerminal() -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        let records = dup(0)
        guard records >= 0 else { return nil }
        // Commands of the shell read the terminal, and not the records.
        _ = fcntl(records, F_SETFD, FD_CLOEXEC)
        return dup2(terminal, 0) == 0 ? "/dev/fd/\(records)" : nil
    }
}
