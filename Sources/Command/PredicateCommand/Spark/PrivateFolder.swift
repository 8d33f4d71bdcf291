import PredicatePlatform

/// A temporary folder that only its owner can read. It is removed with its files.
final class PrivateFolder {
    /// The path of the folder.
    let path: String
    private var names: [String] = []

    /// Makes a folder.
    ///
    /// - Throws: `CommandFailure` if the system makes none.
    init() throws(CommandFailure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((parent + "/predicate-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(
                .inputOutput, "error: no temporary folder in \(parent): \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { remove() }

    /// Writes a file.
    func write(_ text: String, to name: String) throws(CommandFailure) {
        do throws(OutputFileFailure) {
            names.append(name)
            try OutputFile.write(Array(text.utf8), to: path + "/" + name, isPrivate: true)
        } catch {
            throw CommandFailure(.inputOutput, "error: cannot write \(path)/\(name): \(error.reason)")
        }
    }

    /// Gives a program a place in the folder: another name of the file, or a copy.
    ///
    /// It is no symbolic link, because Spark ships a file under the name of the link's target.
    func place(_ name: String, from source: String) throws(CommandFailure) {
        let target = reserve(name)
        if link(source, target) == 0 { return }
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw failure(name) }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
        guard output >= 0 else { throw failure(name) }
        let sink = OutputSink(descriptor: output)
        defer { close(output) }
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(input, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(name) }
            do throws(OutputFailure) {
                if count == 0 { return try sink.flush() }
                try sink.write(Array(chunk[..<count]))
            } catch {
                throw CommandFailure(.inputOutput, "error: cannot write \(target): \(OutputFileFailure(error).reason)")
            }
        }
    }

    /// Makes a named pipe.
    func pipe(_ name: String) throws(CommandFailure) {
        names.append(name)
        guard mkfifo(path + "/" + name, 0o600) == 0 else { throw failure(name) }
    }

    /// The path of a file that another program makes.
    func reserve(_ name: String) -> String {
        names.append(name)
        return path + "/" + name
    }

    private func failure(_ name: String) -> CommandFailure {
        CommandFailure(.inputOutput, "error: cannot make \(path)/\(name): \(String(cString: strerror(errno)))")
    }

    /// Removes the folder.
    func remove() {
        for name in names { _ = unlink(path + "/" + name) }
        names = []
        _ = rmdir(path)
    }
}
