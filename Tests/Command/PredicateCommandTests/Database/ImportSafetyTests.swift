#if SQLite
import Foundation
import PredicateSQLite
import PredicateTesting
import Testing

@testable import PredicateCommand

/// What an import says is what is there, whatever else happens to the file.
struct ImportSafetyTests {
    private static func records(_ count: Int) -> String {
        (0..<count).map { "{\"id\":\($0),\"name\":\"name \($0)\"}\n" }.joined()
    }

    /// The tables of a file with the numbers of their records; empty if there is no file.
    private static func tables(_ path: String) throws -> [String: Int64] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        let connection = try SQLiteConnection(reading: path)
        var tables: [String: Int64] = [:]
        for name in try SQLiteCatalogue(connection).names {
            let statement = try connection.prepare("SELECT count(*) FROM \(name.quotedSQLName)")
            if try statement.step() { tables[name] = statement.integer(0) }
        }
        return tables
    }

    /// A draft does not take the place of a file that another program makes before it is whole, nor removes that.
    @Test
    func anotherFileStays() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("new.sqlite")
        for isWhole in [true, false] {
            let draft = try SQLiteDraft(of: path)
            try SQLiteConnection(drafting: draft.path).execute("CREATE TABLE mine (a)")
            try SQLiteConnection(writing: path).execute("CREATE TABLE IF NOT EXISTS theirs (a)")
            if isWhole {
                let failure = #expect(throws: OutputFileFailure.self) { try draft.publish() }
                #expect(failure?.reason == "another program has made the file meanwhile")
            } else {
                draft.discard()
            }
            #expect(try Self.tables(path) == ["theirs": 0])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["new.sqlite"])
    }

    @Test
    func twoImportsIntoANewFile() async throws {
        let folder = try TemporaryFolder()
        let good = try folder.file("good.ndjson", Self.records(2000))
        let bad = try folder.file("bad.ndjson", Self.records(2000) + "{\"id\":0,\"name\":\"again\"}\n")
        for (turn, inputs) in [(good, good), (good, bad), (bad, good), (bad, bad)].enumerated() {
            let path = folder.path("\(turn).sqlite")
            func run(_ input: String, _ table: String) async -> CommandResult {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        continuation.resume(
                            returning: predicate(["import", input, "--key", "id", "--into", "sqlite:\(path)#\(table)"]))
                    }
                }
            }
            async let first = run(inputs.0, "a")
            async let second = run(inputs.1, "b")
            let results = await [("a", first), ("b", second)]
            var told: [String: Int64] = [:]
            for (table, result) in results {
                if result.status == 0 { told[table] = 2000 }
                #expect(result.status == 0 || result.messages.hasSuffix("; nothing was imported\n"), "\(result)")
            }
            #expect(try Self.tables(path) == told)
            #expect(told.isEmpty == (inputs.0 == bad && inputs.1 == bad))
            #expect(FileManager.default.fileExists(atPath: path) == !told.isEmpty)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).allSatisfy { $0.first != "." })
    }

    @Test
    func aLimitOnTheSizeOfFilesIsAFullDisk() async throws {
        let database = try TestDatabase("CREATE TABLE old (a); INSERT INTO old VALUES (1)")
        let before = try Data(contentsOf: URL(fileURLWithPath: database.path))
        _ = try database.folder.file("in.ndjson", Self.records(3000))
        for name in ["test", "new"] {
            let result = try await BuiltCommand.waitingShell(
                "ulimit -f 16; predicate import in.ndjson --into sqlite:\(name).sqlite#new; echo $?; ls -A",
                in: database.folder)
            #expect(result.lines == ["74", "in.ndjson", "test.sqlite"], "\(result)")
            #expect(result.messages.hasSuffix("; nothing was imported\n"), "\(result)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
        }
    }

    @Test
    func pipesAreNotWaitedFor() throws {
        let folder = try TemporaryFolder()
        let input = try folder.file("in.ndjson", "{\"a\":1}\n")
        let pipe = folder.path("pipe")
        mkfifo(pipe, 0o600)
        #expect(
            predicate(["import", input, "--into", "sqlite:\(pipe)#t"]).messages
                == "error: cannot open \(pipe): it is a named pipe\n")
        let source = predicate(["import", pipe, "--into", "sqlite:\(folder.path("o.sqlite"))#t"])
        #expect(
            source.messages
                == "error: `\(pipe)` is a named pipe, which cannot be read twice; --schema gives the types of its records\n"
        )
        #expect(source.status == 64)
    }

    /// SQLite would undo a write of the new file with the journal of another one, or add the writes of its log.
    @Test(arguments: ["-journal", "-wal", "-shm"])
    func filesOfAnotherDatabase(ending: String) throws {
        let folder = try TemporaryFolder()
        let input = try folder.file("in.ndjson", "{\"a\":1}\n")
        let path = folder.path("new.sqlite")
        let other = try folder.file("new.sqlite" + ending, "other")
        let result = predicate(["import", input, "--into", "sqlite:\(path)#t"])
        #expect(
            result.messages
                == "error: cannot make \(path): SQLite would take \(other), which belongs to another file, for its own; move it elsewhere\n"
        )
        #expect(result.status == 74)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "other")
    }

    @Test
    func aLinkWithoutATarget() throws {
        let folder = try TemporaryFolder()
        let input = try folder.file("in.ndjson", "{\"a\":1}\n")
        symlink("target.sqlite", folder.path("link.sqlite"))
        let result = predicate(["import", input, "--into", "sqlite:\(folder.path("link.sqlite"))#t"])
        #expect(result.status == 0, "\(result)")
        #expect(try Self.tables(folder.path("target.sqlite")) == ["t": 1])
    }
}
#endif
