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
            try OutputFile.write(text, to: path + "/" + name, isPrivate: true)
        } catch {
            throw CommandFailure(.inputOutput, "error: cannot write \(path)/\(name): \(error.reason)")
        }
    }

    /// Makes a symbolic link to a file.
    func link(_ name: String, to target: String) throws(CommandFailure) {
        names.append(name)
        guard symlink(target, path + "/" + name) == 0 else { throw failure(name) }
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
