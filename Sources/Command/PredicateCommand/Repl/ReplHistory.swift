import PredicatePlatform

/// The lines typed in this session and in earlier ones.
struct ReplHistory {
    /// The entries, oldest first, each on one line.
    private(set) var entries: [String] = []
    /// The history file; nil keeps the entries in memory.
    private var file: String?
    /// The maximum number of entries.
    static let capacity = 2000
    /// The maximum size of an entry in bytes.
    static let longestEntry = 1 << 14

    /// The file of the history, by the convention of XDG; nil without a home folder.
    static func standardFile(in variables: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        // By convention, a relative path is ignored.
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/predicate/history" }
        guard let home = variables["HOME"], !home.isEmpty else { return nil }
        return home + "/.local/state/predicate/history"
    }

    /// A history in memory.
    init() {}

    /// The history of a file, which need not exist yet. If it cannot be read or written, the session has no history
    /// file.
    init(file: String) {
        // Reading a pipe would wait, and a device might have no end.
        guard ReplFiles.isRegularOrMissing(file) else { return }
        self.file = file
        guard let text = try? readText(file) else { return }
        let lines = text.textLines.filter { !$0.isEmpty }
        entries = Array(lines.suffix(Self.capacity))
        // The file is shortened from time to time, not with every entry. Another session may be adding entries: then a later one
        // shortens it.
        if lines.count > 2 * Self.capacity {
            try? ReplFiles.write(
                entries.joined(separator: "\n") + "\n", to: file, isPrivate: true, replacing: Array(text.utf8))
        }
    }

    /// Adds an entry, unless it repeats the last one, begins with a space as in a shell, or names a secret. Returns
    /// whether the entry was added.
    @discardableResult
    mutating func add(_ entry: String) -> Bool {
        let line = Self.onOneLine(entry)
        let isPrivate = entry.unicodeScalars.first?.properties.isWhitespace ?? false
        guard !isPrivate, !Self.isSecret(line), !line.isEmpty, !entries.suffix(1).containsName(line),
            line.utf8.count <= Self.longestEntry
        else {
            return false
        }
        entries.append(line)
        if let file {
            ReplFiles.makeFolder(of: file)
            if ReplFiles.isRegularOrMissing(file) { ReplFiles.append(line, to: file) }
        }
        return true
    }

    /// Parts of the names of variables whose values must not be written to a file.
    private static let secrets = ["password", "passwd", "passphrase", "token", "secret", "key"]

    /// Whether a line gives a value to a variable whose name suggests a secret.
    static func isSecret(_ line: String) -> Bool {
        guard ReplSession.isCommand(line) else { return false }
        let (name, argument) = ReplSession.command(line)
        guard ReplCommandTable.row(named: name)?.argument == .assignment else { return false }
        let variable = (argument.split(atFirst: "=")?.before ?? argument).lowercased()
        return secrets.contains { variable.contains($0) }
    }

    /// An entry on one line: white space of the language becomes a space.
    static func onOneLine(_ entry: String) -> String {
        entry.textLines.map(ReplSession.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
