import Foundation

/// A folder that exists as long as its test.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("predicate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder.
    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file and returns its path.
    package func file(_ name: String, _ text: String) throws -> String {
        try file(name, Data(text.utf8))
    }

    /// Writes a file and returns its path.
    package func file(_ name: String, _ bytes: Data) throws -> String {
        try bytes.write(to: url.appendingPathComponent(name))
        return path(name)
    }
}
