import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// The files of a path that the machines of a cluster read themselves.
struct SparkPath {
    /// A file.
    struct File {
        /// Its name in messages: as given, or below the given folder.
        var name: String
        /// Its absolute path, because workers have another working folder.
        var path: String
        /// Its size in bytes.
        var size: Int
    }

    /// The files, in the order of the answer: by name, code point by code point.
    let files: [File]

    /// Lists the files of a path: a file, the files in a folder, or those that match a pattern with `*`, `?` or `[`.
    ///
    /// Files in a folder whose names begin with `.` or `_` are left out, as in Spark: they are not records.
    ///
    /// - Throws: `CommandFailure` if there are none, or if the path is in another file system.
    init(_ path: String) throws(CommandFailure) {
        let local = try Self.local(path)
        let names: [String]
        if let isFolder = FileSystem.isFolder(local) {
            names = isFolder ? Self.contents(of: local) : [local]
        } else {
            names = Self.matches(of: local)
            if names.isEmpty { throw CommandFailure(RecordError.cannotOpen(local, number: ENOENT)) }
        }
        var files: [File] = []
        for name in names {
            guard let status = FileSystem.status(name) else {
                throw CommandFailure(RecordError.cannotOpen(name, number: errno))
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                if names.count > 1 { continue }
                throw CommandFailure(
                    .noInput, "error: \(name): this is not a regular file, and workers cannot share it")
            }
            files.append(File(name: name, path: FileSystem.absolute(name), size: Int(status.st_size)))
        }
        guard !files.isEmpty else {
            throw CommandFailure(.noInput, "error: \(local): the folder has no files of records")
        }
        self.files = files
    }

    /// A path for Spark to write to: without a scheme, a folder that every machine sees.
    static func target(_ path: String) -> String {
        scheme(of: path) == nil ? "file://" + FileSystem.absolute(path) : path
    }

    /// Whether a path names a file system that is not of this machine, such as `hdfs:`.
    static func isElsewhere(_ path: String) -> Bool { scheme(of: path).map { $0.name != "file" } ?? false }

    /// The folder of this machine that a path names; nil if it names none.
    static func localFolder(_ path: String) -> String? {
        guard let local = try? local(path), FileSystem.isFolder(local) == true else { return nil }
        return local
    }

    /// Refuses a path of this machine at which nothing is.
    static func refuseMissing(_ path: String) throws(CommandFailure) {
        guard let local = try? local(path), access(local, F_OK) != 0, matches(of: local).isEmpty else { return }
        throw CommandFailure(RecordError.cannotOpen(local, number: ENOENT))
    }

    /// The scheme of a path, such as `hdfs` or `s3a`, and what follows it; nil for a plain path.
    private static func scheme(of path: String) -> (name: String, rest: String)? {
        guard let (scheme, rest) = path.split(atFirst: ":"), !scheme.isEmpty,
            scheme.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) })
        else { return nil }
        return (scheme, rest)
    }

    /// The path in the file system of this machine.
    private static func local(_ path: String) throws(CommandFailure) -> String {
        guard let (scheme, rest) = scheme(of: path) else { return path }
        guard scheme == "file" else {
            throw CommandFailure(
                .usage,
                "error: `\(scheme):` is not a file system of this machine")
        }
        // file:///path and file:/path
        return rest.startsExactly(with: "///") ? String(rest.unicodeScalars.dropFirst(2)) : rest
    }

    /// The files and folders in a folder, in their order, without those whose names begin with `.` or `_`.
    static func contents(of folder: String) -> [String] {
        let names = (FileSystem.names(in: folder) ?? []).filter { !$0.hasPrefix(".") && !$0.hasPrefix("_") }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        return sorted(names).map { start + $0 }
    }

    private static func matches(of pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
        return sorted((0..<Int(found.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } })
    }

    private static func sorted(_ names: [String]) -> [String] {
        names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
