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
}
