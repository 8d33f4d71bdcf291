#if Command && SQLite
import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The files that SQLite keeps next to a database: the journal, which undoes a write, and the log of writes with its
/// index.
///
/// Whoever can put files next to a database can put anything in their place. A read follows no link there, and recovers
/// nothing; the messages here say what was found.
enum SQLiteCompanions {
    private static let endings = ["-journal", "-wal", "-shm"]

    /// Why the file cannot be read, in words that follow the problem; nil if it can be read.
    static func obstacle(_ file: String) -> String? {
        for ending in endings {
            let path = place(of: file) + ending
            if case .other(let kind) = FileKind(path: path, followsLinks: false) {
                return "\(path) is \(kind), where SQLite keeps its own file; move it elsewhere"
            }
        }
        return nil
    }

    /// The first of the files that is there; nil if there is none.
    static func first(of file: String) -> String? {
        endings.lazy.map { place(of: file) + $0 }.first {
            if case .missing = FileKind(path: $0, followsLinks: false) { false } else { true }
        }
    }

    /// Whether there is a log of writes.
    static func hasLog(_ file: String) -> Bool { FileKind(path: place(of: file) + "-wal") == .file }

    /// Why a file must be recovered before it is read, and how, in words that follow the problem.
    static func recovery(of file: String) -> String {
        if let obstacle = obstacle(file) { return obstacle }
        let journal = place(of: file) + "-journal"
        let found = "a program stopped while it wrote the file\n  \(journal) "
        // SQLite deletes the file that a journal names when it undoes the write, whatever it is.
        if let other = otherFile(namedBy: journal) {
            return found + "undoes that write and names `\(other)`, which is deleted then\n"
                + "  let only the program that wrote \(file) open it; if it came from elsewhere, ask for a whole copy"
        }
        let word = ShellWord.quoted(file.utf8.first == UInt8(ascii: "-") ? "./" + file : file)
        return found + "undoes that write, which a read must not do\n"
            + "  if the journal belongs to the file, recover it with `sqlite3 \(word) .tables`;"
            + " otherwise move the journal elsewhere"
    }

    /// The path to which SQLite adds its endings: that of the database itself if a link leads there.
    private static func place(of file: String) -> String {
        guard case .other = FileKind(path: file, followsLinks: false) else { return file }
        return FileSystem.realPath(file) ?? file
    }

    /// The file of several databases written at once that a journal names at its end; nil if it names none.
    private static func otherFile(namedBy journal: String) -> String? {
        let descriptor = open(journal, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // The length of the name, its checksum, and eight bytes that every journal has.
        let (mark, tail) = ([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] as [UInt8], 16)
        let size = Int(lseek(descriptor, 0, SEEK_END))
        guard size > tail, let end = bytes(descriptor, size - tail, tail), Array(end[8...]) == mark else { return nil }
        let length = end[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length > 0, length <= min(size - tail, Int(PATH_MAX)),
            let name = bytes(descriptor, size - tail - length, length)
        else { return nil }
        return SafeText.plain(String(decoding: name, as: UTF8.self))
    }

    private static func bytes(_ descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
        return read == count ? bytes : nil
    }
}
#endif
