import Foundation

/// How a program ended, and what it wrote.
package struct CommandResult: Equatable, CustomStringConvertible {
    package var status: Int32
    package var output: String
    package var messages: String

    package init(status: Int32, output: String, messages: String) {
        self.status = status
        self.output = output
        self.messages = messages
    }

    /// The lines of the output.
    package var lines: [String] { output.split(separator: "\n").map(String.init) }

    package var description: String { "status \(status)\n\(output)\n\(messages)" }
}

/// The command `predicate` that was built with the tests, and other programs.
package enum BuiltCommand {
    /// The command, which the build puts next to the tests; nil if only the tests were built.
    package static let url: URL? = {
        let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
        let locations = bundles + [URL(fileURLWithPath: CommandLine.arguments.first ?? "")]
        return locations.map { $0.deletingLastPathComponent().appendingPathComponent("predicate") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    /// The command has not been built.
    package struct Missing: Error, CustomStringConvertible {
        package var description: String { "the command `predicate` has not been built" }
    }

    /// Runs a program to its end. `predicate` is the built command.
    ///
    /// - Parameters:
    ///   - program: A name that is looked up in PATH.
    ///   - folder: The working directory.
    /// - Throws: `Missing`, or the error of Foundation if there is no such program.
    package static func run(
        _ program: String, _ arguments: [String] = [], in folder: URL, input: String = ""
    ) throws -> CommandResult {
        guard let url else { throw Missing() }
        let files = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.currentDirectoryURL = folder
        var variables = ProcessInfo.processInfo.environment
        variables["PATH"] = url.deletingLastPathComponent().path + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
        variables["NO_COLOR"] = "1"
        process.environment = variables
        let output = Pipe()
        process.standardInput = FileHandle(forReadingAtPath: try files.file("input", input))
        process.standardOutput = output
        // A file, because a pipe that nobody reads can fill up.
        let errors = try files.file("messages", "")
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let messages = try Data(contentsOf: URL(fileURLWithPath: errors))
        return CommandResult(
            status: process.terminationStatus, output: String(decoding: data, as: UTF8.self),
            messages: String(decoding: messages, as: UTF8.self))
    }

    /// Runs a line of bash.
    package static func shell(_ line: String, in folder: TemporaryFolder, input: String = "") throws -> CommandResult {
        try run("bash", ["-c", line], in: folder.url, input: input)
    }

    /// Like `shell(_:in:input:)`, on a new thread. For commands that mostly wait, so that other tests run
    /// meanwhile.
    package static func waitingShell(_ line: String, in folder: TemporaryFolder) async throws -> CommandResult {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try shell(line, in: folder) }) }
        }
    }
}
