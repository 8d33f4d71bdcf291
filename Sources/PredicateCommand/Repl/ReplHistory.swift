#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
        // A relative path is to be passed over, says the convention.
        if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/predicate/history" }
        guard let home = variables["HOME"], !home.isEmpty else { return nil }
        return home + "/.local/state/predicate/history"
    }

    /// A history in memory.
    init() {}

    /// The history of a file, which need not be there yet. Where it cannot be read or written the session does without.
    init(file: String) {
        self.file = file
        guard let text = try? readText(file) else { return }
        let lines = text.textLines.filter { !$0.isEmpty }
        entries = Array(lines.suffix(Self.capacity))
        // Cut short now and then, not with every entry.
        if lines.count > 2 * Self.capacity {
            try? ReplFiles.write(entries.joined(separator: "\n") + "\n", to: file, isPrivate: true)
        }
    }

    /// Adds an entry, unless it is the last one once more; whether it was added.
    @discardableResult
    mutating func add(_ entry: String) -> Bool {
        let line = Self.onOneLine(entry)
        guard !line.isEmpty, !entries.suffix(1).containsName(line), line.utf8.count <= Self.longestEntry else {
            return false
        }
        entries.append(line)
        if let file {
            ReplFiles.makeFolder(of: file)
            try? ReplFiles.write(line + "\n", to: file, appending: true, isPrivate: true)
        }
        return true
    }

    /// An entry on one line: what the language takes for a blank is one.
    static func onOneLine(_ entry: String) -> String {
        entry.textLines.map(ReplSession.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
