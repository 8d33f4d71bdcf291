import PredicatePlatform

/// The entries of this session and of those before it.
struct ReplHistory {
    /// The entries, the oldest first, each on one line.
    private(set) var entries: [String] = []
    /// The file that they are kept in; nil keeps them in memory.
    private var file: String?
    /// How many entries are kept.
    static let capacity = 2000
    /// Bytes of an entry that is kept.
    static let longestEntry = 1 << 14

    /// Where history is kept, by the convention of XDG; nil where there is no home.
    static func standardFile(in variables: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        // A relative path is to be skipped, says the convention.
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/predicate/history" }
        guard let home = variables["HOME"], !home.isEmpty else { return nil }
        return home + "/.local/state/predicate/history"
    }

    /// A history in memory.
    init() {}

    /// The history of a file, which need not be there yet. Where it cannot be read or written the session does without.
    init(file: String) {
        // A pipe would be waited for, and a device might have no end.
        guard ReplFiles.isRegularOrMissing(file) else { return }
        self.file = file
        guard let text = try? readText(file) else { return }
        let lines = text.textLines.filter { !$0.isEmpty }
        entries = Array(lines.suffix(Self.capacity))
        // Cut short now and then, not with every entry.
        if lines.count > 2 * Self.capacity {
            try? ReplFiles.write(entries.joined(separator: "\n") + "\n", to: file, isPrivate: true)
        }
    }

    /// Adds an entry, unless it is the last one once more, begins with a blank as in a shell, or gives a secret a name; whether it was
    /// added.
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

    /// Words in the names of variables whose values nobody should find in a file.
    private static let secrets = ["password", "passwd", "passphrase", "token", "secret", "key"]

    /// Whether a line gives a variable a value that is a secret, as far as its name tells.
    static func isSecret(_ line: String) -> Bool {
        guard ReplSession.isCommand(line) else { return false }
        let (name, argument) = ReplSession.command(line)
        guard ReplCommandTable.row(named: name)?.argument == .assignment else { return false }
        let variable = (argument.split(atFirst: "=")?.before ?? argument).lowercased()
        return secrets.contains { variable.contains($0) }
    }

    /// An entry on one line: what the language takes for a blank is one.
    static func onOneLine(_ entry: String) -> String {
        entry.textLines.map(ReplSession.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
