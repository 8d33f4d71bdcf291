import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The names of files, for completion.
enum FolderNames {
    /// A path with the user's home folder in place of a leading `~`.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else {
            return path
        }
        return home + path.dropFirst()
    }

    /// The sorted names in a folder. Folders end with a slash.
    static func names(in folder: String) -> [String] {
        let path = folder.isEmpty ? "." : expanded(folder)
        let names = FileSystem.names(in: path) ?? []
        return names.sorted().map { name in
            let isFolder = FileSystem.status(path + "/" + name).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
            return isFolder ? name + "/" : name
        }
    }

    /// The paths that begin with a text. Folders end with a slash. Hidden files need their point.
    static func beginning(with path: String) -> [String] {
        let slash = path.unicodeScalars.lastIndex(of: "/").map { path.unicodeScalars.index(after: $0) }
        let folder = String(path.unicodeScalars[..<(slash ?? path.startIndex)])
        let stem = String(path.unicodeScalars[(slash ?? path.startIndex)...])
        return names(in: folder).filter {
            SafeText.isSafe($0) && $0.startsExactly(with: stem)
                && (!$0.startsExactly(with: ".") || stem.startsExactly(with: "."))
        }.map { folder + $0 }
    }
}
