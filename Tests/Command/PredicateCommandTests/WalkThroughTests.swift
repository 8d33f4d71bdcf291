import Foundation
import PredicateTesting
import Testing

/// README and pages under `Documentation` and `Examples` show commands with their output. These tests run them.
@Suite struct WalkThroughTests {
    /// The folder of the package.
    static let root = Repository.root

    /// The command, which the build puts next to the tests; nil if only the tests were built.
    static let command: URL? = {
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let locations = bundles + [URL(fileURLWithPath: CommandLine.arguments.first ?? "")]
        return locations.map { $0.deletingLastPathComponent().appendingPathComponent("predicate") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// Runs a program of the package. Returns its exit status and its whole output.
    private func run(_ script: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = Self.root.appendingPathComponent(script)
        process.arguments = arguments
        process.currentDirectoryURL = Self.root
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test(arguments: [
        "README.md", "Documentation/command.md", "Documentation/predicate-files.md", "Documentation/prompt.md",
        "Documentation/queries.md", "Documentation/rules.md",
        "Examples/README.md", "Examples/Config/README.md",
    ])
    func everyCommandPrintsWhatThePageShows(page: String) throws {
        let command = try #require(Self.command, "the command `predicate` has not been built")
        let result = try run("Scripts/check-examples.sh", [command.path, page])
        #expect(result.status == 0, "\(result.text)")
    }

    /// A page that differs by one character fails, so the test above can fail.
    @Test func aWrongPageIsNoticed() throws {
        let command = try #require(Self.command, "the command `predicate` has not been built")
        let page = FileManager.default.temporaryDirectory
            .appendingPathComponent("walk-through-\(UUID().uuidString).md")
        defer { try? FileManager.default.removeItem(at: page) }
        try Data("```console\n$ echo one\ntwo\n```\n".utf8).write(to: page)
        let result = try run("Scripts/check-examples.sh", [command.path, page.path])
        #expect(result.status == 1)
        #expect(result.text.contains("-two\n+one"))
    }
}
