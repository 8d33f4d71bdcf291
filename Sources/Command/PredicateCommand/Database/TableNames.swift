import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// Messages about tables that do not exist.
enum TableNames {
    /// The number of tables that a message lists.
    private static let shown = 20

    /// The failure for a table that a database lacks, or that an address does not name.
    ///
    /// - Parameters:
    ///   - name: the name that was looked for; empty if there was none.
    ///   - place: the database, for the message.
    ///   - names: the tables that there are.
    ///   - form: the form of an address, for the message.
    static func missing(_ name: String, in place: String, _ names: [String], form: String) -> CommandFailure {
        if names.isEmpty { return CommandFailure(.noInput, "error: \(place) has no tables") }
        let list = list(names)
        if name.isEmpty {
            return CommandFailure(.usage, "error: no table is named for \(place); write \(form)\n  tables: \(list)")
        }
        let near = names.nearest(to: name)
        return CommandFailure(
            .noInput,
            "error: no table `\(name)` in \(place)" + (near.map { "; did you mean `\($0)`?" } ?? "")
                + "\n  tables: \(list)")
    }

    /// The names for a message, at most twenty.
    static func list(_ names: [String]) -> String {
        let more = names.count - shown
        return names.prefix(shown).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}

extension Sequence<String> {
    /// The name that differs only in the case of ASCII letters.
    func nearestOfCase(_ name: String) -> String? {
        func folded(_ text: String) -> [UInt8] { text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        let wanted = folded(name)
        return first { folded($0) == wanted }
    }
}

/// What is at a path.
enum FileKind: Equatable {
    /// Nothing that can be read; the reason.
    case missing(String)
    case file
    /// Something else, in words: `a folder`.
    case other(String)

    /// - Parameter followsLinks: whether a symbolic link is what it leads to.
    init(path: String, followsLinks: Bool = true) {
        guard let status = FileSystem.status(path, followsLinks: followsLinks) else {
            self = .missing(String(cString: strerror(errno)))
            return
        }
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .other("a folder")
            case S_IFIFO: .other("a named pipe")
            case S_IFLNK: .other("a symbolic link")
            case S_IFSOCK: .other("a socket")
            default: .other("a device")
            }
    }
}
