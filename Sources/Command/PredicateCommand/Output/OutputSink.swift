import PredicatePlatform
import PredicateFormat
import PredicateRecords

/// The reason why writing ended.
package enum OutputFailure: Error, Hashable, Sendable {
    /// The reader has closed the pipe (`| head`). The command ends quietly.
    case closed
    /// Writing failed; the system's reason.
    case failed(String)
    /// The user cancelled writing. The sink can be written to again.
    case interrupted
}

/// Takes the output of a terminal, and decides where it goes.
protocol OutputDiversion: AnyObject {
    /// Takes bytes that are safe for a terminal.
    ///
    /// - Parameter isMessage: whether they belong to a message, and not to an answer.
    /// - Throws: `interrupted` if nobody reads the rest.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>, isMessage: Bool) throws(OutputFailure)
}

/// An output of bytes: a file descriptor, or memory.
package final class OutputSink {
    private let descriptor: Int32?
    private var buffer: [UInt8] = []
    /// The first failure. It makes every later write fail, so that none succeeds silently.
    private var failure: OutputFailure?
    /// Whether writing has failed.
    var hasFailed: Bool { failure != nil }
    private static let capacity = 1 << 16
    /// The form of the output for a terminal, which must not receive unsafe characters.
    enum Form {
        /// Text for people, and comma-separated values: unsafe characters become visible.
        case text
        /// JSON: unsafe characters become escapes.
        case json
    }

    /// The form of the following output. It matters only for a terminal: files and pipes receive all bytes unchanged.
    var form = Form.text
    /// Called before every few kilobytes that are written to a descriptor; true ends writing.
    var shouldStop: (() -> Bool)?
    /// Called before anything is written to the descriptor.
    var beforeWriting: (() -> Void)?
    /// Takes the output instead of the descriptor; nil for none.
    private var diversion: (target: any OutputDiversion, isMessages: Bool)?
    /// Whether the last byte written to the descriptor ended a line.
    private var endsLine = true
    /// Whether the output is a terminal.
    package let isTerminal: Bool
    /// The regular file of the output; nil for everything else.
    let file: FileIdentity?

    /// A sink that writes to a file descriptor, in large blocks.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        self.file = FileIdentity(descriptor: descriptor)
        self.isTerminal = isatty(descriptor) == 1
        buffer.reserveCapacity(Self.capacity)
    }

    /// A sink that keeps its output in memory.
    package init(isTerminal: Bool = false) {
        self.descriptor = nil
        self.file = nil
        self.isTerminal = isTerminal
    }

    /// The output of a sink in memory.
    package var text: String { String(decoding: buffer, as: UTF8.self) }

    /// Writes bytes. They may stay in a buffer until `flush`.
    package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(OutputFailure) {
        guard isTerminal else { return try writeUnchanged(bytes) }
        let safe: [UInt8]?
        switch form {
        case .text: safe = Array(SafeText.lines(String(decoding: bytes, as: UTF8.self)).utf8)
        case .json: safe = SafeText.json(bytes)
        }
        guard let safe else { return try writeUnchanged(bytes) }
        try safe.withUnsafeBufferPointer { bytes throws(OutputFailure) in try writeUnchanged(bytes) }
    }

    /// Writes text that is already safe, such as colours and cursor movements.
    func writeUnchanged(_ text: String) throws(OutputFailure) {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(OutputFailure) in try writeUnchanged(bytes) }
    }

    private func writeUnchanged(_ bytes: UnsafeBufferPointer<UInt8>) throws(OutputFailure) {
        guard let descriptor else {
            buffer.append(contentsOf: bytes)
            return
        }
        if buffer.count + bytes.count > Self.capacity {
            try flush()
            if bytes.count > Self.capacity {
                try writeAll(bytes, to: descriptor)
                return
            }
        }
        buffer.append(contentsOf: bytes)
    }

    /// Writes bytes.
    func write(_ bytes: [UInt8]) throws(OutputFailure) {
        try bytes.withUnsafeBufferPointer { bytes throws(OutputFailure) in try write(bytes) }
    }

    /// Writes text.
    package func write(_ text: String) throws(OutputFailure) { try write(Array(text.utf8)) }

    /// Writes JSON for a program. On a terminal, unsafe characters become escapes.
    func write(json: String) throws(OutputFailure) {
        let before = form
        form = .json
        defer { form = before }
        try write(json)
    }

    /// Writes the buffered output.
    package func flush() throws(OutputFailure) {
        if let failure { throw failure }
        guard let descriptor, !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBufferPointer { bytes throws(OutputFailure) in
            try writeAll(bytes, to: descriptor)
        }
    }

    /// Drops the buffered output. Returns whether the written output ends within a line.
    func discard() -> Bool {
        guard descriptor != nil else { return false }
        buffer.removeAll(keepingCapacity: true)
        return !endsLine
    }

    /// Removes and returns the output of a sink in memory.
    func take() -> [UInt8] {
        defer { buffer = [] }
        return buffer
    }

    /// Sends the output elsewhere, such as to a pager.
    ///
    /// - Parameter isMessages: whether it consists of messages.
    func divert(to target: any OutputDiversion, asMessages isMessages: Bool) { diversion = (target, isMessages) }

    /// Sends the output to the descriptor again.
    func endDiversion() { diversion = nil }

    /// Writes bytes to the descriptor at once, even if the output goes elsewhere.
    func writeDirectly(_ bytes: UnsafeBufferPointer<UInt8>) throws(OutputFailure) {
        guard let descriptor else { return buffer.append(contentsOf: bytes) }
        let before = diversion
        diversion = nil
        defer { diversion = before }
        try writeAll(bytes, to: descriptor)
    }

    private func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(OutputFailure) {
        beforeWriting?()
        if let diversion { return try diversion.target.receive(bytes, isMessage: diversion.isMessages) }
        guard let shouldStop else { return try writeWhole(bytes, to: descriptor) }
        // A terminal may be slower than the user's patience, so writing can be cancelled.
        var start = 0
        while start < bytes.count {
            if shouldStop() { throw .interrupted }
            // poll is repeated with a timeout, because another thread may receive the signal.
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&request, 1, 20) <= 0 { continue }
            let end = min(bytes.count, start + 4096)
            try writeWhole(UnsafeBufferPointer(rebasing: bytes[start..<end]), to: descriptor)
            start = end
        }
    }

    private func writeWhole(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(OutputFailure) {
        do throws(OutputFailure) {
            try Self.write(bytes, to: descriptor)
            endsLine = bytes.last.map { $0 == 0x0A } ?? endsLine
        } catch {
            failure = error
            throw error
        }
    }

    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) throws(OutputFailure) {
        guard let base = bytes.baseAddress else { return }
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(start: base + written, count: bytes.count - written)
            let count = SystemCall.writeBytes(rest, to: descriptor)
            if count >= 0 {
                written += count
            } else if errno == EPIPE {
                throw .closed
            } else if errno == EAGAIN {
                // Another process has made the pipe non-blocking.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&request, 1, -1)
            } else if errno != EINTR {
                throw .failed(String(cString: strerror(errno)))
            }
        }
    }
}

/// A sink for the callbacks of reading.
private struct SharedSink: Sendable {
    // Only the thread that writes to the sink uses it.
    private let sink: HandedOver<OutputSink>
    private let owner = HandedOver(pthread_self())

    init(_ sink: OutputSink) { self.sink = HandedOver(sink) }

    /// Writes the buffered output, if this is the writing thread. Returns false if that fails.
    func flush() -> Bool {
        // On other threads, the writing thread flushes its output itself.
        guard pthread_equal(owner.value, pthread_self()) != 0 else { return true }
        return (try? sink.value.flush()) != nil
    }
}

/// The environment of a command: its inputs, its outputs, and the width of the terminal. Tests provide their own.
package struct CommandEnvironment {
    /// The output for records only.
    package var output: OutputSink
    /// The output for messages.
    package var errors: OutputSink
    /// The width of the terminal in columns.
    package var width = 80
    /// Whether messages are coloured.
    package var colour = false
    /// Whether records are coloured, if they are written for people.
    package var colouredOutput = false
    /// The words of the command line after `predicate`, for messages that repeat it; empty if they are unknown.
    var arguments: [String] = []
    /// The form of messages.
    var diagnostics = DiagnosticsFormat.text
    /// Whether the process does nothing but run the command, which may then decide what signals do.
    var ownsProcess = false

    /// The width of output: that of the terminal, or 80 columns in a file.
    var outputWidth: Int { output.isTerminal ? width : 80 }

    /// The environment of the process.
    package static func process() -> CommandEnvironment {
        let errors = OutputSink(descriptor: 2)
        // By the convention of no-color.org an empty variable says nothing.
        let plain =
            getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
            || getenv("TERM").map { String(cString: $0) } == "dumb"
        let output = OutputSink(descriptor: 1)
        var environment = CommandEnvironment(
            output: output, errors: errors, width: terminalWidth() ?? 80, colour: errors.isTerminal && !plain,
            colouredOutput: output.isTerminal && !plain)
        environment.ownsProcess = true
        return environment
    }

    /// The width of the terminal of the messages or, if they go elsewhere, of the output; nil if there is none.
    static func terminalWidth() -> Int? {
        for descriptor: Int32 in [2, 1] {
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        }
        return nil
    }

    /// The sources for a list of files: standard input if there are none. If standard input is slow, buffered results
    /// are written before waiting for it.
    func sources(_ files: [String]) -> [RecordSource] {
        let output = SharedSink(output)
        let standardInput = RecordSource.standardInput(name: "standard input") { output.flush() }
        return files.isEmpty
            ? [standardInput]
            : files.map { $0 == "-" ? standardInput : .records($0).keepingSize().telling { output.flush() } }
    }

    /// Writes a message immediately. A failure is ignored, because there is no other output for it.
    func say(_ text: String) {
        guard diagnostics == .json else { return say(snippet: SafeText.lines(text)) }
        try? errors.write(json: FailureDiagnostics.json(sentence: text))
        try? errors.flush()
    }

    /// The same for a rendered message, which may contain its colours.
    func say(snippet: String) {
        var safe = SafeText.lines(snippet, allowingColour: colour)
        if errors.isTerminal { safe = MessageText.wrapped(safe, to: width) }
        try? errors.writeUnchanged(safe.hasSuffix("\n") ? safe : safe + "\n")
        try? errors.flush()
    }
}
