import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// Where the records of `--from` are: `sqlite:FILE#TABLE`, `postgresql://HOST[:PORT]/DB#TABLE`, `spark://MASTER#PATH`.
struct SourceAddress: Hashable {
    /// A scheme of addresses.
    enum Scheme: String, CaseIterable {
        case sqlite
        case postgresql
        case spark

        /// The form of its addresses.
        var form: String {
            switch self {
            case .sqlite: "sqlite:FILE#TABLE"
            case .postgresql: "postgresql://HOST/DB#TABLE"
            case .spark: "spark://MASTER#PATH"
            }
        }

        /// What follows `#`.
        var target: String { self == .spark ? "path" : "table" }
    }

    /// The forms of the addresses that an option takes, for messages.
    private static func forms(of option: String) -> String {
        let databases = "sqlite:FILE#TABLE\(option == "--into" ? " or" : ",") postgresql://HOST/DB#TABLE"
        return option == "--into" ? databases : databases + " or spark://MASTER#PATH"
    }

    var scheme: Scheme
    /// What comes before `#`: the file of SQLite, the URL of PostgreSQL, or the master of Spark. If the URL is
    /// empty, libpq uses its defaults; if the master is empty, Spark uses the user's.
    var place: String
    /// The table that the address names, empty if it names none; the path of an address of Spark.
    var target: String

    /// The address of a place and what is in it.
    init(_ scheme: Scheme, _ place: String, _ target: String) {
        (self.scheme, self.place, self.target) = (scheme, place, target)
    }

    /// The address that a string is, without opening anything.
    ///
    /// - Parameters:
    ///   - text: the value of an option.
    ///   - option: the option, for messages.
    /// - Throws: what is wrong with the text; status 64. A table that is missing after `#` is empty, so that whoever
    ///   opens the database can list its tables.
    init(parsing text: String, option: String = "--from") throws(CommandFailure) {
        func wrong(_ message: String) -> CommandFailure { CommandFailure(.usage, "error: " + message) }
        guard let (name, rest) = text.split(atFirst: ":") else {
            throw wrong("\(option) needs \(Self.forms(of: option)), not `\(text)`")
        }
        guard let scheme = Scheme(rawValue: name) else {
            let schemes = Scheme.allCases.map(\.rawValue)
            let known = name == "postgres" ? "postgresql" : Suggestions.nearest(to: name, among: schemes)
            throw wrong(
                "\(option) does not know `\(name):`"
                    + (known.map { "; did you mean `\($0):`?" } ?? "; it needs \(Self.forms(of: option))"))
        }
        // The number sign of a file's name is written `%23`, so the first one ends the name.
        let (place, target) = rest.split(atFirst: "#") ?? (rest, "")
        switch scheme {
        case .sqlite:
            guard !place.isEmpty else { throw wrong("\(option) names no file; it needs \(scheme.form)") }
            self.init(scheme, Self.unescaped(place), target)
        case .postgresql:
            if Self.hasPassword(place) {
                throw wrong(
                    "a password in the URL is visible to other programs; put it into the file that PGPASSFILE names, ~/.pgpass by default"
                )
            }
            self.init(scheme, place.isEmpty ? "" : "postgresql:" + place, target)
        case .spark:
            let isMaster = place.startsExactly(with: "//")
            guard place.isEmpty || isMaster && place.utf8.count > 2 else {
                throw wrong("\(option) needs \(scheme.form), or spark:#PATH, not `\(text)`")
            }
            guard !target.isEmpty else { throw wrong("no path follows # in `\(text)`; \(option) needs \(scheme.form)") }
            self.init(scheme, isMaster ? "spark:" + place : "", target)
        }
    }

    /// A file's name with `%23` and `%25` read as `#` and `%`.
    private static func unescaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.starts(with: "23".utf8) {
                bytes.append(UInt8(ascii: "#"))
                rest = rest.dropFirst(2)
            } else if byte == UInt8(ascii: "%"), rest.starts(with: "25".utf8) {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a URL holds a password: `//user:password@host`, or `?password=`.
    private static func hasPassword(_ url: String) -> Bool {
        if url.startsExactly(with: "//") {
            let authority = url.unicodeScalars.dropFirst(2).prefix { $0 != "/" }
            if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") { return true }
        }
        guard let (_, query) = url.split(atFirst: "?") else { return false }
        return query.split(separator: "&").contains { $0.hasPrefix("password=") }
    }
}

/// Addresses where a file name is also allowed.
extension SourceAddress {
    /// The address that a string is, where a file name is also allowed; nil for a file name.
    ///
    /// - Throws: what is wrong with an address; status 64.
    init?(ofData text: String) throws(CommandFailure) {
        let schemes = Scheme.allCases.map(\.rawValue) + ["postgres"]
        guard let (scheme, _) = text.split(atFirst: ":"), schemes.containsName(scheme), FileIdentity(path: text) == nil
        else { return nil }
        try self.init(parsing: text, option: "an address")
    }

    /// The name of the table without its schema.
    var shortTableName: String { target.split(separator: ".").last.map(String.init) ?? target }
}

/// Files of SQLite where files of records are expected.
enum SQLiteFile {
    /// What to write instead of the name of a file, if the file is a database of SQLite; nil if it is not.
    ///
    /// - Parameter line: the command or option before the address.
    private static func advice(_ file: String, line: String) -> CommandFailure? {
        guard isDatabase(file) else { return nil }
        let tables = (try? SourceAddress(.sqlite, file, "").tableNames()) ?? []
        let whole = "sqlite:" + escaped(file) + "#" + (tables.first ?? "TABLE")
        let shown = whole.utf8.contains(UInt8(ascii: " ")) ? "\"\(whole)\"" : whole
        let list = tables.isEmpty ? "" : "\n  tables: " + TableNames.list(tables)
        return CommandFailure(
            .usage, "error: \(file) is a database of SQLite; name one of its tables: `\(line) \(shown)`\(list)")
    }

    /// Reads files of records. If that fails and one of them is a database, the failure says what to write instead.
    ///
    /// A file is looked at only after a failure: what is read must not depend on a look before it.
    static func whileReading<Result>(_ files: [String], line: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            for file in files {
                if let advice = advice(file, line: line) { throw advice }
            }
            throw error
        }
    }

    /// The name of a file in an address.
    static func escaped(_ file: String) -> String {
        var text = ""
        var rest = file.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let isEscape =
                scalar == "%" && (rest.starts(with: "23".unicodeScalars) || rest.starts(with: "25".unicodeScalars))
            text += scalar == "#" ? "%23" : isEscape ? "%25" : String(scalar)
        }
        return text
    }

    /// Whether a file begins as SQLite's files do.
    private static func isDatabase(_ path: String) -> Bool {
        // A pipe would lose the bytes that are read.
        guard FileIdentity(path: path) != nil else { return false }
        let descriptor = FileSystem.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let mark = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: mark.count)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        return count == mark.count && bytes == mark
    }
}

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
        return CommandFailure(
            .noInput, "error: no table `\(name)` in \(place)\(names.hint(for: name))\n  tables: \(list)")
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
            self = .missing(Errno.text(errno))
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
