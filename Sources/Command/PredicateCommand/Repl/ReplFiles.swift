import PredicatePlatform
import PredicateFormat
import PredicateRecords

/// Where the records of answers go instead of the screen.
enum ReplDestination {
    /// A file that gets the records of all answers.
    case file(OutputFile)
    /// A command of the shell, which is started for each answer.
    case command(String)

    /// The name in messages.
    var name: String {
        switch self {
        case .file(let file): SafeText.plain(file.path)
        case .command(let command): "`\(SafeText.plain(command))`"
        }
    }
}

/// Files that a session writes.
enum ReplFiles {
    /// Writes a string to a file, which replaces an existing file when it is complete.
    ///
    /// - Parameters:
    ///   - inputs: files that must not be written.
    ///   - isPrivate: whether only the user may read a new file.
    ///   - old: the contents that the text is made from, which the file must still have; nil for any.
    static func write(
        _ text: String, to path: String, inputs: InputFiles = InputFiles(), isPrivate: Bool = false,
        replacing old: [UInt8]? = nil
    ) throws(ReplFailure) {
        try OutputFileFailure.translating(
            try OutputFile.write(Array(text.utf8), to: path, inputs: inputs, isPrivate: isPrivate, replacing: old)
        ) {
            failure($0, path)
        }
    }

    /// Adds a line to a file that only its owner may read.
    static func append(_ line: String, to path: String) {
        let descriptor = opened(path)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let sink = OutputSink(descriptor: descriptor)
        try? sink.write(line + "\n")
        try? sink.flush()
    }

    private static func opened(_ path: String) -> Int32 {
        FileSystem.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND | O_NONBLOCK, 0o600)
    }

    /// The failure for a file that cannot be written.
    static func failure(_ failure: OutputFileFailure, _ path: String) -> ReplFailure {
        ReplFailure("cannot write `\(SafeText.plain(path))`: \(failure.reason)")
    }

    /// Whether there is a regular file at a path, or none. Reading or writing a pipe or a device may never end.
    static func isRegularOrMissing(_ path: String) -> Bool {
        guard let status = FileSystem.status(path) else { return errno == ENOENT }
        return status.st_mode & S_IFMT == S_IFREG
    }

    /// Makes the folder for a file, only accessible to the user.
    static func makeFolder(of path: String) {
        var rest = path.utf8.dropFirst()
        while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
            // A folder that exists stays as it is, and one that cannot be made is told by what needs it.
            _ = FileSystem.makeFolder(String(path[..<slash]), 0o700)
            rest = rest[rest.index(after: slash)...]
        }
    }
}

extension ReplLoadRequest {
    /// Whether the records can be loaded again: those of a pipe are gone.
    var isRepeatable: Bool { shownFile == nil && ReplFiles.isRegularOrMissing(file) }
}

extension ReplSession {
    /// Files that are read, and must not be overwritten.
    var inputs: InputFiles {
        var inputs = InputFiles()
        for data in dataSets { inputs.add(data.inputs) }
        if case .file(let file) = destination { inputs.add(file.path) }
        return inputs
    }

    /// Begins writing records to a file.
    func beginOutput(_ path: String) throws(ReplFailure) {
        do throws(OutputFileFailure) {
            let file = try OutputFile(FolderNames.expanded(path), inputs: inputs)
            file.sink.shouldStop = environment.output.shouldStop
            destination = .file(file)
        } catch {
            throw ReplFiles.failure(error, path)
        }
    }

    /// Writes an answer.
    ///
    /// - Returns: whether all of it was taken. A command may end before it has read everything.
    func writeAnswer(
        to destination: ReplDestination, of data: any ReplData, _ body: (OutputSink) throws -> Void
    ) throws -> Bool {
        switch destination {
        case .file(let file):
            try writeAnswer(to: file, of: data, body)
            return true
        case .command(let command):
            try environment.output.flush()
            let shell = try ReplShell(command, isFed: true)
            guard let descriptor = shell.input else { return false }
            let sink = OutputSink(descriptor: descriptor)
            sink.shouldStop = environment.output.shouldStop
            var isWhole = true
            do {
                try body(sink)
                try sink.flush()
                try (data as? ReplDataSet)?.checkFile()
            } catch OutputFailure.closed {
                isWhole = false
            } catch {
                shell.wait(canBeEnded: true)
                throw error
            }
            try tell(commandStatus: shell.wait(canBeEnded: true))
            return isWhole
        }
    }

    /// Writes an answer to the file. An incomplete answer is removed. If the file cannot be written, the existing
    /// file stays.
    private func writeAnswer(to file: OutputFile, of data: any ReplData, _ body: (OutputSink) throws -> Void) throws {
        let length = file.length
        do {
            try body(file.sink)
            try file.sink.flush()
            // Records that were truncated during the query were written as zeros.
            try (data as? ReplDataSet)?.checkFile()
        } catch let failure as OutputFailure where failure != .interrupted {
            destination = nil
            file.abandon()
            throw ReplFiles.failure(OutputFileFailure(failure), file.path)
        } catch {
            file.takeBack(to: length)
            throw error
        }
    }

    /// Ends `:output`, and replaces its file with the new one, if there is one.
    func completeOutput() throws(ReplFailure) {
        defer { destination = nil }
        guard case .file(let file) = destination else { return }
        try OutputFileFailure.translating(try file.complete()) { ReplFiles.failure($0, file.path) }
    }
}
