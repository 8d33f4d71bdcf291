import Foundation

/// The files of this repository, which many tests read.
public enum Repository {
    /// The folder of Package.swift.
    public static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        repeat {
            folder.deleteLastPathComponent()
        } while folder.path.count > 1
            && !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
        return folder
    }()

    /// The place of a file or folder, given by its path from the root.
    public static func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    /// The text of a file, given by its path from the root.
    ///
    /// - Throws: The error of Foundation if there is no such file, or if it is not UTF-8.
    public static func text(of path: String) throws -> String {
        try String(contentsOf: url(path), encoding: .utf8)
    }

    /// Whether a text is that of a file, given by its path from the root. Under `make record` (`PREDICATE_RECORD`) the file
    /// first gets the text.
    public static func holds(_ text: String, in path: String) throws -> Bool {
        if ProcessInfo.processInfo.environment["PREDICATE_RECORD"] != nil {
            try text.write(to: url(path), atomically: true, encoding: .utf8)
        }
        return try self.text(of: path) == text
    }
}
