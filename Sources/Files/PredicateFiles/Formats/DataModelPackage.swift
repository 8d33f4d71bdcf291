import PredicateFormat
import PredicatePlatform
import PredicateRecords

/// Finds the model in the folders that Xcode makes of it.
///
/// A model with versions is a folder `Name.xcdatamodeld` of folders `Name 2.xcdatamodel`. Each of these has the file `contents`.
package enum DataModelPackage {
    /// The path of the file to read: for a folder `.xcdatamodeld` that of its current version, for a folder `.xcdatamodel` that of its
    /// `contents`, and for a file its own.
    package static func contentsPath(at path: String) throws(ConfigurationError) -> String {
        guard let isFolder = FileSystem.isFolder(path) else { throw ConfigurationError("\(path): no such file", at: 0) }
        if !isFolder { return path }
        let versions = versions(in: path)
        if !versions.isEmpty { return try contents(of: FilePath.joined(path, try current(of: versions, in: path))) }
        return try contents(of: path)
    }

    /// The model at a path: of a file, or of a folder of Xcode.
    ///
    /// - Parameters:
    ///   - kind: what the path may be besides a regular file and a folder.
    ///   - bounds: the folders that must hold the file, wherever links lead; nil for any.
    package static func read(
        at path: String, _ kind: OpenedFile.Kind = .regular, within bounds: FileBounds? = nil
    ) throws(ConfigurationError) -> (path: String, model: DataModel) {
        // A version is chosen by a file that may be elsewhere.
        if let bounds, FileSystem.status(path) != nil, !bounds.contain(path) {
            throw unreadable(path, .outside)
        }
        let contents = try contentsPath(at: path)
        return (contents, try DataModelReader.read(try bytes(of: contents, kind, within: bounds)))
    }

    private static func contents(of folder: String) throws(ConfigurationError) -> String {
        let path = FilePath.joined(folder, "contents")
        if FileSystem.isFolder(path) == false { return path }
        if FileSystem.isFolder(FilePath.joined(folder, "elements")) == false {
            throw ConfigurationError("`\(folder)` is a model in the old binary form, which cannot be read", at: 0)
        }
        throw ConfigurationError("`\(folder)` has no file `contents`, so it is not a Core Data model", at: 0)
    }

    // MARK: Versions

    private static let suffix = Array(".xcdatamodel".utf8)

    /// The names of the versions in a folder, in their natural order: `Model`, `Model 2`, `Model 10`.
    private static func versions(in folder: String) -> [String] {
        let names = FileSystem.names(in: folder) ?? []
        return names.filter { isVersion($0) && FileSystem.isFolder(FilePath.joined(folder, $0)) == true }
            .sorted { isBefore($0, $1) }
    }

    private static func isVersion(_ name: String) -> Bool {
        Array(name.utf8).suffix(suffix.count).elementsEqual(suffix)
    }

    /// The version that Xcode calls current; without its word the last one.
    private static func current(of versions: [String], in folder: String) throws(ConfigurationError) -> String {
        let path = FilePath.joined(folder, ".xccurrentversion")
        if FileSystem.isFolder(path) == false {
            let list = try PropertyListReader.read(try bytes(of: path, .regular))
            // The name comes from a file: only a folder that was found here counts.
            if let name = list["_XCCurrentVersionName"]?.text?.text, versions.containsName(name) { return name }
        }
        return versions.last ?? ""
    }

    /// Whether a name comes first if digits count as numbers.
    static func isBefore(_ a: String, _ b: String) -> Bool {
        let (first, second) = (pieces(of: a), pieces(of: b))
        for (one, other) in zip(first, second) where one != other {
            let areNumbers = [one, other].allSatisfy { $0.first.map(\.isDigit) ?? false }
            if !areNumbers { return one.lexicographicallyPrecedes(other) }
            // Without leading zeros the longer number is the larger one.
            let (left, right) = (one.drop { $0 == 0x30 }, other.drop { $0 == 0x30 })
            if left.elementsEqual(right) { continue }
            return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
        }
        return first.count == second.count ? a.utf8.lexicographicallyPrecedes(b.utf8) : first.count < second.count
    }

    /// The bytes of a version's name without its suffix, as numbers and what is between them.
    private static func pieces(of name: String) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        for byte in isVersion(name) ? Array(name.utf8.dropLast(suffix.count)) : Array(name.utf8) {
            if let last = pieces.last?.last, last.isDigit == byte.isDigit {
                pieces[pieces.count - 1].append(byte)
            } else {
                pieces.append([byte])
            }
        }
        return pieces
    }

    // MARK: Files

    private static func bytes(
        of path: String, _ kind: OpenedFile.Kind, within bounds: FileBounds? = nil
    ) throws(ConfigurationError) -> [UInt8] {
        try FileBytes.Failure.translating(try FileBytes.read(path, kind, within: bounds)) {
            unreadable(path, $0)
        }
    }

    private static func unreadable(_ path: String, _ failure: FileBytes.Failure) -> ConfigurationError {
        ConfigurationError("`\(path)` cannot be read: \(failure.reason)", at: 0)
    }
}
