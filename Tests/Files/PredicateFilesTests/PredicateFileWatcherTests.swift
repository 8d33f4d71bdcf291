import Foundation
import PredicateFormat
import Testing

@testable import PredicateFiles

/// A file that changes while a program runs.
@Suite(.serialized) struct PredicateFileWatcherTests {
    /// A folder that is removed with the object.
    final class Folder: Sendable {
        let path: String

        init() throws {
            let path = FileManager.default.temporaryDirectory.path + "/watch-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            self.path = path
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var rules: String { path + "/rules.yaml" }

        /// Writes another file and renames it.
        func replace(_ text: String, _ name: String = "rules.yaml") throws {
            let other = path + "/." + name + ".new"
            try text.write(toFile: other, atomically: false, encoding: .utf8)
            #expect(rename(other, path + "/" + name) == 0)
        }

        /// Writes into the file that is there.
        func overwrite(_ text: String, _ name: String = "rules.yaml") throws {
            try text.write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
        }
    }

    static func rules(_ number: Int) -> String { "predicates:\n  over: n > \(number)\n" }

    /// The number in the predicate `over`.
    static func number(_ file: PredicateFile) -> Int? {
        file["over"].flatMap { Int($0.text.dropFirst(4)) }
    }

    /// What became of a change, in short.
    static func short(_ change: PredicateFileWatcher.Change?) -> String {
        switch change {
        case .loaded(let file): "loaded \(number(file) ?? -1)"
        case .refused(let error): "refused \(error.problems.map(\.diagnostic.code.rawValue).joined(separator: " "))"
        case nil: "ended"
        }
    }

    /// The next change; nil if there is none within so many seconds.
    static func next(
        _ iterator: inout AsyncStream<PredicateFileWatcher.Change>.Iterator, _ watcher: PredicateFileWatcher
    ) async -> PredicateFileWatcher.Change? {
        let timeout = Task {
            try await Task.sleep(for: .seconds(20))
            watcher.stop()
        }
        defer { timeout.cancel() }
        return await iterator.next()
    }

    @Test func tenChangesTwoOfThemBad() async throws {
        let folder = try Folder()
        try folder.overwrite(Self.rules(0))
        let watcher = try PredicateFileWatcher(folder.rules, interval: .milliseconds(20))
        #expect(Self.number(watcher.current) == 0)
        var changes = watcher.changes.makeAsyncIterator()
        let steps: [(change: () throws -> Void, answer: String, number: Int)] = [
            ({ try folder.replace(Self.rules(1)) }, "loaded 1", 1),
            ({ try folder.overwrite(Self.rules(2)) }, "loaded 2", 2),
            ({ try folder.replace("predicates:\n  over: n >\n") }, "refused missing-operand", 2),
            ({ try folder.overwrite(Self.rules(3)) }, "loaded 3", 3),
            (
                {
                    try FileManager.default.removeItem(atPath: folder.rules)
                    try folder.overwrite(Self.rules(4))
                }, "loaded 4", 4
            ),
            ({ try FileManager.default.removeItem(atPath: folder.rules) }, "refused unreadable-file", 4),
            ({ try folder.overwrite(Self.rules(5)) }, "loaded 5", 5),
            (
                {
                    // The same size, and the time of the contents set back.
                    let time = try FileManager.default.attributesOfItem(atPath: folder.rules)[.modificationDate]
                    try folder.overwrite(Self.rules(6))
                    try FileManager.default.setAttributes([.modificationDate: time as Any], ofItemAtPath: folder.rules)
                }, "loaded 6", 6
            ),
            (
                {
                    try folder.replace("schema: {type: object, properties: {n: {type: integer}}}\n" + Self.rules(7))
                }, "loaded 7", 7
            ),
            ({ try folder.replace(Self.rules(8)) }, "loaded 8", 8),
        ]
        for step in steps {
            try step.change()
            #expect(Self.short(await Self.next(&changes, watcher)) == step.answer)
            #expect(Self.number(watcher.current) == step.number)
            #expect((watcher.problem != nil) == step.answer.hasPrefix("refused"))
        }
        watcher.stop()
        #expect(await changes.next() == nil)
        #expect(Self.number(watcher.current) == 8)
    }

    @Test func aSchemaFileCountsToo() async throws {
        let folder = try Folder()
        try folder.overwrite(#"{"type": "object", "properties": {"n": {"type": "integer"}}}"#, "n.json")
        try folder.overwrite("schema: n.json\n" + Self.rules(1))
        let watcher = try PredicateFileWatcher(folder.rules, interval: .milliseconds(20))
        var changes = watcher.changes.makeAsyncIterator()
        try folder.replace(#"{"type": "object", "properties": {"m": {"type": "integer"}}}"#, "n.json")
        #expect(Self.short(await Self.next(&changes, watcher)) == "refused unknown-field")
        #expect(watcher.problem?.description.contains("`n` is not a field") == true)
        try FileManager.default.removeItem(atPath: folder.path + "/n.json")
        #expect(Self.short(await Self.next(&changes, watcher)) == "refused predicate-schema")
        try folder.overwrite(#"{"type": "object", "properties": {"n": {"type": "integer"}}}"#, "n.json")
        #expect(Self.short(await Self.next(&changes, watcher)) == "loaded 1")
        #expect(watcher.problem == nil)
    }

    /// A file that is written in pieces is read when it is complete.
    @Test func aHalfWrittenFileIsNotLoaded() async throws {
        let folder = try Folder()
        try folder.overwrite(Self.rules(1))
        // Much longer than the pauses of the writer, also where other work makes them longer.
        let watcher = try PredicateFileWatcher(folder.rules, interval: .seconds(1))
        var changes = watcher.changes.makeAsyncIterator()
        let handle = try #require(FileHandle(forWritingAtPath: folder.rules))
        try handle.truncate(atOffset: 0)
        for piece in ["predicates:\n", "  over: n > 2\n", "  under: n <", " 5 AND", " n > 1", "\n"] {
            try handle.write(contentsOf: Data(piece.utf8))
            try await Task.sleep(for: .milliseconds(20))
        }
        try handle.close()
        #expect(Self.short(await Self.next(&changes, watcher)) == "loaded 2")
        #expect(watcher.current.names == ["over", "under"])
    }

    @Test func whatIsTheSameIsNoChange() throws {
        let folder = try Folder()
        try folder.overwrite(Self.rules(1))
        let watcher = try PredicateFileWatcher(folder.rules, interval: .seconds(1000))
        #expect(watcher.check() == nil)
        try folder.overwrite(Self.rules(1))
        #expect(watcher.check() == nil)
        try folder.replace(Self.rules(1))
        #expect(watcher.check() == nil)
        try folder.replace(Self.rules(2))
        #expect(Self.short(watcher.check()) == "loaded 2")
        #expect(watcher.check() == nil)
        // A folder or a pipe in its place is an error, and nothing waits for a writer.
        try FileManager.default.removeItem(atPath: folder.rules)
        #expect(mkfifo(folder.rules, 0o600) == 0)
        #expect(Self.short(watcher.check()) == "refused unreadable-file")
        try FileManager.default.removeItem(atPath: folder.rules)
        try FileManager.default.createDirectory(atPath: folder.rules, withIntermediateDirectories: false)
        watcher.check()
        #expect(watcher.problem?.description.contains("not a regular file") == true)
        #expect(Self.number(watcher.current) == 2)
        watcher.stop()
        #expect(watcher.check() == nil)
    }

    @Test func aBadFileAtTheStartIsAnError() throws {
        let folder = try Folder()
        #expect(throws: PredicateFileError.self) { try PredicateFileWatcher(folder.rules) }
        try folder.overwrite("predicates: {a: n >, b: '@{c}'}")
        do {
            _ = try PredicateFileWatcher(folder.rules)
            Issue.record("a bad file was accepted")
        } catch {
            #expect(error.problems.map(\.diagnostic.code) == [.missingOperand, .unknownPredicate])
        }
    }

    /// A watcher that is released ends its sequences, and nothing holds it.
    @Test func aReleasedWatcherEnds() async throws {
        let folder = try Folder()
        try folder.overwrite(Self.rules(1))
        var watcher: PredicateFileWatcher? = try PredicateFileWatcher(folder.rules, interval: .milliseconds(10))
        let isReleased = { [weak watcher] in watcher == nil }
        let changes = try #require(watcher).changes
        let reader = Task {
            var count = 0
            for await _ in changes { count += 1 }
            return count
        }
        watcher = nil
        #expect(await reader.value == 0)
        #expect(isReleased())
    }

    /// Many threads may look at once.
    @Test func manyReaders() async throws {
        let folder = try Folder()
        try folder.overwrite(Self.rules(0))
        let watcher = try PredicateFileWatcher(folder.rules, interval: .milliseconds(10))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var last = 0
                    for await change in watcher.changes {
                        guard case .loaded(let file) = change, let number = Self.number(file) else { continue }
                        #expect(number >= last)
                        last = number
                        if number == 20 { return }
                    }
                }
            }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(50))
                for number in 1...20 {
                    try? folder.replace(Self.rules(number))
                    watcher.check()
                }
            }
        }
        #expect(Self.number(watcher.current) == 20)
    }
}
