import PredicatePlatform

/// A temporary folder that only its owner can read. It is removed with its files.
final class PrivateFolder {
    /// The path of the folder.
    let path: String

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
        try OutputFileFailure.translating(try OutputFile.write(Array(text.utf8), to: path(of: name), isPrivate: true)) {
            CommandFailure(.inputOutput, "error: cannot write \(path(of: name)): \($0.reason)")
        }
    }

    /// Gives a program a place in the folder: another name of the file, or a copy.
    ///
    /// It is not a symbolic link, because Spark ships a file under the name of the link's target.
    func place(_ name: String, from source: String) throws(CommandFailure) {
        let target = path(of: name)
        if link(source, target) == 0 { return }
        do {
            try FileManager.default.copyItem(atPath: source, toPath: target)
        } catch {
            throw failure(name)
        }
    }

    /// Makes a named pipe.
    func pipe(_ name: String) throws(CommandFailure) {
        guard mkfifo(path(of: name), 0o600) == 0 else { throw failure(name) }
    }

    /// The path of a file in the folder.
    func path(of name: String) -> String { path + "/" + name }

    private func failure(_ name: String) -> CommandFailure {
        CommandFailure(.inputOutput, "error: cannot make \(path(of: name)): \(String(cString: strerror(errno)))")
    }

    /// Removes the folder.
    func remove() { UnfinishedFiles.remove(path) }
}
