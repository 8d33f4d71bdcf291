import Foundation
import Testing

@testable import PredicateCommand

/// Whether suites run every case in every way (`PREDICATE_DEEP_TESTS=1`, as in `.ci/run`). Otherwise each case runs
/// in some of the ways, and each way runs some of the cases.
let runsDeepTests = ProcessInfo.processInfo.environment["PREDICATE_DEEP_TESTS"] != nil

/// The result of a command.
struct CommandResult: Equatable, CustomStringConvertible {
    var status: Int32
    var output: String
    var messages: String

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    var description: String { "status \(status)\n\(output)\n\(messages)" }
}

/// Runs a command line in the test process, as on a terminal of 80 columns without colour.
func predicate(_ arguments: [String]) -> CommandResult {
    let environment = CommandEnvironment(output: OutputSink(), errors: OutputSink())
    let status = PredicateTool.run(arguments, in: environment)
    return CommandResult(status: status, output: environment.output.text, messages: environment.errors.text)
}

/// Runs `predicate filter` in the test process.
func filter(_ arguments: String...) -> CommandResult { filter(arguments: arguments) }

/// Runs `predicate filter` in the test process.
func filter(arguments: [String]) -> CommandResult { predicate(["filter"] + arguments) }

/// A folder that exists as long as its test.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("predicate-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        try file(name, Data(text.utf8))
    }

    /// Writes a file and returns its path.
    func file(_ name: String, _ bytes: Data) throws -> String {
        try bytes.write(to: url.appendingPathComponent(name))
        return path(name)
    }
}

/// The built command.
enum BuiltCommand {
    /// Like `shell(_:in:input:)`, on a new thread. For commands that mostly wait, so that other tests run
    /// meanwhile.
    static func waitingShell(_ line: String, in folder: TemporaryFolder) async throws -> CommandResult {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try shell(line, in: folder) }) }
        }
    }

    /// Runs a shell line in which `predicate` is the built command.
    static func shell(_ line: String, in folder: TemporaryFolder, input: String = "") throws -> CommandResult {
        let command = try #require(WalkThroughTests.command, "the command `predicate` has not been built")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = folder.url
        var variables = ProcessInfo.processInfo.environment
        variables["PATH"] = command.deletingLastPathComponent().path + ":" + (variables["PATH"] ?? "/usr/bin:/bin")
        variables["NO_COLOR"] = "1"
        process.environment = variables
        let output = Pipe()
        process.standardInput = FileHandle(forReadingAtPath: try folder.file(".input", input))
        process.standardOutput = output
        // A file, because a pipe that nobody reads can fill up.
        let errors = try folder.file(".messages", "")
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let messages = try Data(contentsOf: URL(fileURLWithPath: errors))
        return CommandResult(
            status: process.terminationStatus, output: String(decoding: data, as: UTF8.self),
            messages: String(decoding: messages, as: UTF8.self))
    }
}
