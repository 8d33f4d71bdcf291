#if Files
import PredicateFiles
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The ignore files of a folder and of those above it, up to the root of the repository.
struct IgnoreStack {
    /// The names of ignore files. A later one overrules an earlier one.
    static let fileNames = [".gitignore", ".ignore", ".predicateignore"]

    private struct Level {
        /// The bytes of the absolute path of the folder, with a slash.
        let prefix: Int
        let rules: IgnoreRules
    }

    /// The levels of each kind of file, from the weakest kind: first what the user ignores everywhere, then what only this copy of the
    /// repository ignores.
    private var levels: [[Level]] = Array(repeating: [], count: fileNames.count + 2)
    /// The environment variables that say where git's own files are.
    private let variables: [String: String]

    /// No files.
    init(variables: [String: String]) { self.variables = variables }

    /// Adds the ignore files of a folder.
    ///
    /// - Parameter names: the names of what may be in the folder.
    mutating func enter(_ folder: String, _ names: [String]) {
        if names.contains(".git"), FileSystem.allows(F_OK, FilePath.joined(folder, ".git")) {
            // Another repository begins here, for which the files above mean nothing.
            self = IgnoreStack(variables: variables)
            let git = GitFolder(ofRepository: folder, variables: variables)
            if let path = git.userExcludes { add(path, of: folder, to: 0) }
            add(FilePath.joined(git.common, "info/exclude"), of: folder, to: 1)
        }
        for (index, name) in Self.fileNames.enumerated() where names.contains(name) {
            add(FilePath.joined(folder, name), of: folder, to: index + 2)
        }
    }

    private mutating func add(_ path: String, of folder: String, to kind: Int) {
        guard let bytes = try? FileBytes.read(path, .regular) else { return }
        let rules = IgnoreRules(reading: bytes)
        if !rules.isEmpty {
            levels[kind].append(Level(prefix: folder == "/" ? 1 : folder.utf8.count + 1, rules: rules))
        }
    }

    /// Whether a file or folder is left out.
    func ignores(_ absolutePath: String, isFolder: Bool) -> Bool {
        for kind in levels.reversed() {
            // The nearest file decides.
            for level in kind.reversed() {
                // The folders of the levels hold the path.
                let path = String(decoding: absolutePath.utf8.dropFirst(level.prefix), as: UTF8.self)
                if let isIgnored = level.rules.ignores(path, isFolder: isFolder) { return isIgnored }
            }
        }
        return false
    }
}
#endif
