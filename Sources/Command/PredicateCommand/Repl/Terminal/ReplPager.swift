import PredicateFormat
import PredicatePlatform

/// Shows the answer to a line: on the screen if it fits, and otherwise with a pager, as soon as it does not fit.
final class ReplPager: OutputDiversion {
    /// Where the answer goes.
    private enum State {
        /// It may still fit. Nothing of it has been written.
        case held
        /// It goes to the pager.
        case paged(ReplShell)
        /// It goes to the screen.
        case direct
        /// The user has left the pager, or pressed the interrupt key in it.
        case left
    }

    private let screen: OutputSink
    private let messages: OutputSink
    private let lines: Int
    private let columns: Int
    private var state = State.held
    private var held: [UInt8] = []
    /// The rows of the complete lines so far, and the bytes of the line after them.
    private var rows = 0
    private var line: [UInt8] = []
    /// What the pager got, as long as it may turn out that there is no pager.
    private var given: [UInt8]? = []
    /// Why there is no pager; nil if there is one.
    private(set) var failure: String?

    /// The maximum size of an answer that is repeated if the pager cannot be started.
    private static let mostRepeated = 1 << 20

    /// - Parameters:
    ///   - screen: the output of the terminal.
    ///   - messages: the output for messages. The interrupt key ends an answer, but not the message about that.
    ///   - lines: the number of lines of the terminal.
    ///   - columns: the number of its columns.
    init(_ screen: OutputSink, messages: OutputSink, lines: Int, columns: Int) {
        self.screen = screen
        self.messages = messages
        // The REPL needs a line.
        self.lines = max(1, lines - 1)
        self.columns = max(1, columns)
    }

    /// The shell's command for the pager: `$PAGER`, or else less or more. Nil if answers are not paged.
    static func command(in variables: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        // less ends by itself if the text fits, keeps colours, and leaves the text on the screen.
        let settings = "LESS=\"${LESS-FRX}\"; export LESS; "
        guard let pager = variables["PAGER"] else {
            // less complains about a terminal that cannot move the cursor.
            if variables["TERM"] == "dumb" { return nil }
            return settings + "if command -v less >/dev/null 2>&1; then exec less; else exec more; fi"
        }
        let trimmed = ReplSession.trimmed(pager)
        return trimmed.isEmpty || trimmed == "cat" ? nil : settings + trimmed
    }

    /// Whether the user has left the pager before the answer was complete. Nothing more needs to be said then.
    private(set) var isLeft = false

    func receive(_ bytes: UnsafeBufferPointer<UInt8>, isMessage: Bool) throws(OutputFailure) {
        switch state {
        case .held where isMessage:
            // Whoever waits for a long answer sees its messages now. An answer that was interrupted is dropped.
            do throws(OutputFailure) { try showHeld() } catch { if error != .interrupted { throw error } }
            try messages.writeDirectly(bytes)
        case .held:
            held += bytes
            count(bytes)
            if rows + rowsBroken(line) > lines { try startPager() }
        case .direct: try (isMessage ? messages : screen).writeDirectly(bytes)
        case .paged(let shell):
            // A bar of progress has no place on the screen of the pager.
            if isMessage, bytes.first == 0x0D { return }
            try give(Array(bytes), to: shell)
        case .left:
            guard isMessage else { throw .interrupted }
            try messages.writeDirectly(bytes)
        }
    }

    private func count(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            line += rest[..<end]
            rows += 1 + rowsBroken(line)
            line = []
            rest = rest[(end + 1)...]
        }
        line += rest
    }

    /// How often the terminal breaks a line.
    private func rowsBroken(_ line: [UInt8]) -> Int {
        // A column has at least one byte.
        if line.count <= columns { return 0 }
        return max(0, MessageText.columns(of: String(decoding: line, as: UTF8.self)) - 1) / columns
    }

    private func showHeld() throws(OutputFailure) {
        let bytes = held
        held = []
        try bytes.withUnsafeBufferPointer { bytes throws(OutputFailure) in try screen.writeDirectly(bytes) }
    }

    private func startPager() throws(OutputFailure) {
        guard let command = Self.command() else {
            state = .direct
            return try showHeld()
        }
        let shell: ReplShell
        do throws(ReplFailure) {
            shell = try ReplShell(command, isFed: true)
        } catch {
            failure = error.message
            state = .direct
            return try showHeld()
        }
        state = .paged(shell)
        let bytes = held
        held = []
        try give(bytes, to: shell)
    }

    /// Writes bytes to the pager. It may wait as long as it likes; the interrupt key ends the answer.
    private func give(_ bytes: [UInt8], to shell: ReplShell) throws(OutputFailure) {
        if let before = given { given = before.count + bytes.count <= Self.mostRepeated ? before + bytes : nil }
        guard let descriptor = shell.input else { throw .interrupted }
        let sink = OutputSink(descriptor: descriptor)
        sink.shouldStop = { ReplInterrupts.isPressed() || shell.hasEnded() }
        do throws(OutputFailure) {
            try sink.write(bytes)
            try sink.flush()
        } catch {
            let status = shell.hasEnded() ? shell.wait() : nil
            if let status, try showGiven(status) { return }
            // Nobody reads on: the pager was left, or the key was pressed in it.
            isLeft = error != .interrupted || status != nil
            shell.wait(canBeEnded: true)
            state = .left
            throw .interrupted
        }
    }

    /// Shows what the pager got, if a status of the shell means that it could not be run. The shell has told the reason.
    private func showGiven(_ status: Int32) throws(OutputFailure) -> Bool {
        guard [2, 126, 127].contains(status), let given else { return false }
        failure = "the pager cannot be run"
        state = .direct
        try given.withUnsafeBufferPointer { bytes throws(OutputFailure) in try screen.writeDirectly(bytes) }
        return true
    }

    /// Ends the answer: shows what is held, or waits until the user leaves the pager.
    func finish() throws(OutputFailure) {
        switch state {
        case .held: try showHeld()
        case .paged(let shell):
            _ = try showGiven(shell.wait(canBeEnded: true))
        case .direct, .left: break
        }
    }
}
