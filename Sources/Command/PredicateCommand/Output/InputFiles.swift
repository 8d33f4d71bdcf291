import PredicatePlatform

import PredicateRecords

/// The input files, which must not be overwritten while they are read.
struct InputFiles: Sendable {
    private var files: [(path: String, identity: FileIdentity?)] = []

    /// No files.
    init() {}

    /// Files in their current state.
    init(_ paths: [String]) { for path in paths { add(path) } }

    /// Adds a file in its current state.
    mutating func add(_ path: String) { files.append((path, FileIdentity(path: path))) }

    /// Adds the files of another list.
    mutating func add(_ others: InputFiles) { files += others.files }

    /// Whether a file is one of them: the file that was read, or the file that has its name now.
    func contains(_ identity: FileIdentity) -> Bool {
        files.contains { $0.identity == identity || FileIdentity(path: $0.path) == identity }
    }
}

extension CommandEnvironment {
    /// Says that records are read from the keyboard, where a command would seem to do nothing.
    ///
    /// - Parameter files: the files on the command line.
    func sayWaiting(for files: [String]) {
        guard files.isEmpty, errors.isTerminal, isatty(0) == 1 else { return }
        say("note: no file is named, so records are read from the keyboard; Ctrl-D ends them")
    }

    /// Checks that standard output is not an input file. Otherwise the output would be read again, or the input lost
    /// before it is read.
    ///
    /// - Parameter paths: the files; `-` is standard input.
    func checkInputs(_ paths: [String]) throws(CommandFailure) {
        guard let written = output.file else { return }
        let isInput = paths.first { path in
            (path == "-" ? FileIdentity(descriptor: 0) : FileIdentity(path: path)) == written
        }
        guard let isInput else { return }
        let name = isInput == "-" ? "standard input" : "`\(isInput)`"
        throw CommandFailure(.usage, "error: \(name) is also the output file and would be lost")
    }
}
