import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// Addresses where names of files stand, too.
extension SourceAddress {
    /// The address of a text that may be the name of a file; nil if it is one.
    ///
    /// - Throws: what is wrong with an address; status 64.
    init?(ofData text: String) throws(CommandFailure) {
        let schemes = Scheme.allCases.map(\.rawValue) + ["postgres"]
        guard let (scheme, _) = text.split(atFirst: ":"), schemes.containsName(scheme), FileIdentity(path: text) == nil
        else { return nil }
        try self.init(parsing: text, option: "an address")
    }

    /// The name of the table without its schema.
    var shortTableName: String {
        switch self {
        case .sqlite(_, let table), .postgresql(_, let table):
            table.split(separator: ".").last.map(String.init) ?? table
        case .spark(_, let path): path
        }
    }
}

/// Files of SQLite where files of records are expected.
enum SQLiteFile {
    /// What to write instead of the name of a file, if the file is a database of SQLite; nil if it is not.
    ///
    /// - Parameter line: the command or option before the address.
    private static func advice(_ file: String, line: String) -> CommandFailure? {
        guard isDatabase(file) else { return nil }
        let tables = (try? SourceAddress.sqlite(file: file, table: "").tableNames()) ?? []
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
