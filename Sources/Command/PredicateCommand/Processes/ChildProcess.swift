import PredicatePlatform

/// Runs another program with a string as input and waits for it.
///
/// The program's input and messages are unnamed files. With pipes, the two processes could wait for each other.
struct ChildProcess {
    /// The result.
    enum Outcome: Equatable {
        /// The program ended: its exit status, or 128 plus the number of a signal; its output and its messages.
        case ended(status: Int32, output: [UInt8], messages: String)
        /// The program does not exist.
        case notFound
        /// The program could not be started, with the system's reason.
        case failed(String)
    }

    /// What a program may take. One that takes more is ended, and `failed` says so.
    struct Limits {
        /// The bytes that it may write.
        var outputBytes = Int.max
        /// How long it may take until its output ends; nil for no limit.
        var time: Duration?
    }

    /// The name of the program, which is searched for on the path, and its arguments.
    let command: [String]
    /// The environment variables of the program; nil gives it those of this process.
    var variables: [String: String]?
    var limits = Limits()

    /// Runs the program with a string as its standard input.
    func run(input: String) -> Outcome {
        guard let inputFile = Self.unnamedFile(), let messageFile = Self.unnamedFile() else { return Self.failure() }
        defer {
            close(inputFile)
            close(messageFile)
        }
        let sink = OutputSink(descriptor: inputFile)
        do throws(OutputFailure) {
            try sink.write(input)
            try sink.flush()
        } catch {
            return .failed(OutputFileFailure(error).reason)
        }
        guard lseek(inputFile, 0, SEEK_SET) == 0 else { return Self.failure() }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return Self.failure() }
        guard let reading = Self.raised(ends[0]), let writing = Self.raised(ends[1]) else { return Self.failure() }
        ends = [reading, writing]
        let start = ProcessStart(
            command: command, variables: variables,
            descriptors: [.copy(0, of: inputFile), .copy(1, of: ends[1]), .copy(2, of: messageFile)]
                + [inputFile, ends[1], ends[0], messageFile].map { .close($0) })
        let (process, status) = start.start()
        close(ends[1])
        guard status == 0 else {
            close(ends[0])
            return status == ENOENT || status == EACCES || status == ENOTDIR
                ? .notFound : .failed(String(cString: strerror(status)))
        }
        let read = Self.bytes(of: ends[0], limits)
        close(ends[0])
        if read.excess != nil { kill(process, SIGKILL) }
        let ended = Self.wait(for: process)
        if let excess = read.excess { return .failed(excess) }
        let output = read.bytes
        // Some systems report a missing program only through this status.
        if ended == 127, output.isEmpty { return .notFound }
        _ = lseek(messageFile, 0, SEEK_SET)
        let messages = Self.bytes(of: messageFile, Limits(outputBytes: 1 << 20)).bytes
        return .ended(status: ended, output: output, messages: String(decoding: messages, as: UTF8.self))
    }

    private static func failure() -> Outcome { .failed(String(cString: strerror(errno))) }

    private static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { return 127 }
        }
        return ProcessStart.exitStatus(status)
    }

    // MARK: Files

    /// A file that no other process can find.
    private static func unnamedFile() -> Int32? {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((folder + "/predicate-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        unlink(template)
        return raised(descriptor)
    }

    /// A copy of the descriptor above 2. Descriptors 0 to 2 belong to the child, and may be free if this process
    /// closed them.
    private static func raised(_ descriptor: Int32) -> Int32? {
        guard descriptor <= 2 else { return descriptor }
        let moved = fcntl(descriptor, F_DUPFD, 3)
        close(descriptor)
        return moved >= 0 ? moved : nil
    }

    /// All bytes up to the end, or up to a limit and a sentence about it.
    private static func bytes(of descriptor: Int32, _ limits: Limits) -> (bytes: [UInt8], excess: String?) {
        let start = ContinuousClock.now
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let time = limits.time {
                let rest = max(.zero, time - (ContinuousClock.now - start))
                var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                let ready = poll(&events, 1, Int32(clamping: rest.components.seconds * 1000 + 1))
                if ready < 0, errno == EINTR { continue }
                if ready == 0, rest == .zero { return (all, "it took longer than \(time)") }
                if ready == 0 { continue }
            }
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (all, nil) }
            all += chunk[..<count]
            if all.count > limits.outputBytes { return (all, "it wrote more than \(limits.outputBytes) bytes") }
        }
    }
}
