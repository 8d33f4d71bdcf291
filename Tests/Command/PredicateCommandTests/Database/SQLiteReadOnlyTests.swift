#if SQLite
import Foundation
import PredicateSQLite
import PredicateTesting
import Testing

@testable import PredicateCommand

/// A read of a file of SQLite writes, makes and deletes nothing.
struct SQLiteReadOnlyTests {
    /// A database that a program left in the middle of a write, with its journal.
    ///
    /// - Parameter name: a file that the journal names at its end, as that of several databases does.
    private static func stopped(naming name: String? = nil) throws -> TestDatabase {
        let database = try TestDatabase(
            """
            CREATE TABLE t (a INTEGER, b TEXT);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
            INSERT INTO t SELECT i, hex(zeroblob(150)) FROM n;
            """, name: "live.sqlite")
        let writer = try SQLiteConnection(writing: database.path)
        try writer.execute("PRAGMA cache_size = 5; BEGIN; UPDATE t SET a = 2, b = hex(randomblob(150))")
        for (from, to) in [("live.sqlite", "test.sqlite"), ("live.sqlite-journal", "test.sqlite-journal")] {
            try FileManager.default.copyItem(atPath: database.folder.path(from), toPath: database.folder.path(to))
        }
        try writer.execute("ROLLBACK")
        guard let name else { return database }
        let journal = try FileHandle(forWritingTo: database.folder.url.appendingPathComponent("test.sqlite-journal"))
        try journal.seekToEnd()
        let sum = name.utf8.reduce(UInt32(0)) { $0 &+ UInt32(bitPattern: Int32(Int8(bitPattern: $1))) }
        var bytes: [UInt8] = []
        func append(_ number: UInt32) { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } }
        append(0x4000_0000 / 4096 + 1)
        bytes += name.utf8
        append(UInt32(name.utf8.count))
        append(sum)
        bytes += [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        try journal.write(contentsOf: Data(bytes))
        return database
    }

    /// The files of a folder with their contents.
    private static func files(_ folder: TemporaryFolder) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            files[name] = (try? Data(contentsOf: folder.url.appendingPathComponent(name))) ?? Data()
        }
        return files
    }

    /// The files of a folder with their sizes and times. Opening them would end the locks of this process.
    private static func states(_ folder: TemporaryFolder) throws -> [String: String] {
        var states: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where name.first != "." {
            let state = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            states[name] = "\(state[.size] ?? 0) \(state[.modificationDate] ?? 0)"
        }
        return states
    }

    @Test
    func aStoppedWriteIsNotUndone() throws {
        let folder = try TemporaryFolder()
        let victim = try folder.file("victim", "precious")
        let database = try Self.stopped(naming: victim)
        let before = try Self.files(database.folder)
        let from = "sqlite:" + database.folder.path("test.sqlite") + "#t"
        let input = try folder.file("in.ndjson", "{\"a\":1}\n")
        let lines: [[String]] = [
            ["filter", "--from", from, "a == 1"], ["check", "--from", from, "a == 1"], ["schema", "--from", from],
            ["sql", "--from", from, "a == 1"], ["explain", "--from", from, "a == 1"],
            ["filter", "a == 1", database.folder.path("test.sqlite")],
            ["import", input, "--into", "sqlite:" + database.folder.path("test.sqlite") + "#new"],
        ]
        for line in lines {
            let result = predicate(line)
            #expect(result.status != 0, "\(line)")
            if line.contains(from) {
                #expect(
                    database.plain(result.messages) == """
                        error: cannot read test.sqlite: a program stopped while it wrote the file
                          test.sqlite-journal undoes that write and names `\(victim)`, which is deleted then
                          let only the program that wrote test.sqlite open it; if it came from elsewhere, ask for a whole copy

                        """)
                #expect(result.status == 74)
            }
            #expect(FileManager.default.fileExists(atPath: victim), "\(line)")
            #expect(try Self.files(database.folder) == before, "\(line)")
        }
        #expect(AddressCompletion(of: from) != nil)
        #expect(FileManager.default.fileExists(atPath: victim))
    }

    @Test
    func theOwnerIsToldHowToRecover() throws {
        let database = try Self.stopped()
        let before = try Self.files(database.folder)
        let path = database.folder.path("test.sqlite")
        let result = filter("--from", "sqlite:\(path)#t", "--count", "a == 1")
        #expect(
            database.plain(result.messages) == """
                error: cannot read test.sqlite: a program stopped while it wrote the file
                  test.sqlite-journal undoes that write, which a read must not do
                  if the journal belongs to the file, recover it with `sqlite3 test.sqlite .tables`; otherwise move the journal elsewhere

                """)
        #expect(try Self.files(database.folder) == before)
        // What `sqlite3` does.
        let owner = try SQLiteConnection(writing: path)
        try owner.execute("SELECT count(*) FROM t")
        #expect(filter("--from", "sqlite:\(path)#t", "--count", "a == 1").output == "1\n")
    }

    /// A log of writes is read without a file next to it being made or changed, whoever else has the file open.
    @Test
    func logsAreReadAsTheyAre() async throws {
        let database = try TestDatabase("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        // In another process: connections of one process share what they lock.
        func check(_ count: Int, _ name: String = "test.sqlite", line: Int = #line) async throws {
            let before = try Self.states(database.folder)
            let result = try await BuiltCommand.waitingShell(
                "predicate filter --from sqlite:\(name)#t --count 'a > 0'", in: database.folder)
            #expect(result.output == "\(count)\n", "line \(line): \(result)")
            #expect(try Self.states(database.folder) == before, "line \(line)")
        }
        try await check(1)
        let writer = try SQLiteConnection(writing: database.path)
        try writer.execute("INSERT INTO t VALUES (2)")
        try await check(2)
        try writer.execute("BEGIN IMMEDIATE; INSERT INTO t VALUES (3)")
        try await check(2)
        try writer.execute("COMMIT")
        try await check(3)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: database.path + ending, toPath: database.folder.path("copy" + ending))
        }
        try await check(3, "copy")
        // A log that is none is ignored, as SQLite does.
        _ = try database.folder.file("copy-wal", String(repeating: "garbage", count: 100))
        try await check(1, "copy")
    }

    /// Without the file `-shm` nothing can be locked, so that a reader looks afterwards.
    @Test
    func aChangeDuringAReadIsAFailure() throws {
        let database = try TestDatabase("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        let reader = try SQLiteConnection(reading: database.path)
        func read(_ during: () throws -> Void) throws {
            try reader.reading {
                try reader.forEachRow("SELECT a FROM t") { _ in
                    try during()
                    return true
                }
            }
        }
        try read {}
        let failure = #expect(throws: SQLiteFailure.self) {
            try read {
                let writer = try SQLiteConnection(writing: database.path)
                try writer.execute("INSERT INTO t VALUES (2); PRAGMA wal_checkpoint(FULL)")
            }
        }
        #expect(failure?.kind == .changed)
    }

    @Test(arguments: ["-journal", "-wal", "-shm"])
    func otherFilesNextToADatabase(ending: String) throws {
        let database = try TestDatabase("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
        let victim = try database.folder.file("victim", "precious")
        let other = database.path + ending
        let kinds: [(String, () throws -> Void)] = [
            ("a named pipe", { mkfifo(other, 0o600) }), ("a folder", { mkdir(other, 0o700) }),
            ("a symbolic link", { symlink(victim, other) }),
        ]
        for (kind, make) in kinds {
            try make()
            let result = filter("--from", database.address("t"), "--count", "a == 1")
            #expect(
                database.plain(result.messages)
                    == "error: cannot read test.sqlite: test.sqlite\(ending) is \(kind), where SQLite keeps its own file; move it elsewhere\n"
            )
            #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
            remove(other)
        }
        #expect(filter("--from", database.address("t"), "--count", "a == 1").output == "1\n")
    }

    @Test
    func whatIsNoFile() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe")
        mkfifo(pipe, 0o600)
        #expect(
            filter("--from", "sqlite:\(pipe)#t", "a == 1").messages
                == "error: \(pipe): it is a named pipe\n")
    }

    @Test
    func namesAreNotURIs() throws {
        let database = try TestDatabase("CREATE TABLE t (a); INSERT INTO t VALUES (1)", name: "ö %41?mode=memory&x")
        #expect(filter("--from", database.address("t"), "--count", "a == 1").output == "1\n")
        #expect(filter("--from", "sqlite:/\(database.path)#t", "--count", "a == 1").output == "1\n")
    }

    @Test
    func whatIsReadIsLimited() throws {
        let database = try TestDatabase(
            """
            CREATE VIEW large AS SELECT zeroblob(300000000) AS b;
            CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
            """)
        let large = filter("--from", database.address("large"), "--no-warnings", "b != nil")
        #expect(
            database.plain(large.messages)
                == "error: cannot read test.sqlite: a value is too long; the limit is 268435456 bytes\n")
        #expect(large.status == 65)
        let reader = try SQLiteConnection(reading: database.path)
        reader.limitSteps(to: 3_000_000)
        let failure = #expect(throws: SQLiteFailure.self) {
            try reader.reading { try reader.forEachRow("SELECT count(*) FROM endless") { _ in true } }
        }
        #expect(failure?.kind == .endless)
        try reader.reading { try reader.forEachRow("SELECT i FROM endless LIMIT 10") { _ in true } }
        let some = filter("--from", database.address("endless"), "--limit", "1", "i > 1", "--no-warnings")
        #expect(some.lines.count == 1)
    }

    /// The steps of a view are limited by the size of its file, and so is the time that they take.
    @Test
    func viewsWithoutEndAreEnded() throws {
        let database = try TestDatabase(
            """
            CREATE VIEW slow AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT i FROM n WHERE length(hex(zeroblob(100000))) > i;
            CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
            """)
        let reader = try SQLiteConnection(reading: database.path)
        reader.limitSteps(to: 1_000_000_000, time: .milliseconds(50))
        let failure = #expect(throws: SQLiteFailure.self) {
            try reader.reading { try reader.forEachRow("SELECT count(*) FROM slow") { _ in true } }
        }
        #expect(failure?.kind == .endless)
        #expect(failure?.message == "more than 1000 million steps of SQLite or 0 seconds")
        // What the caller does with a row does not count.
        try reader.reading {
            try reader.forEachRow("SELECT i FROM endless LIMIT 3") { _ in
                Thread.sleep(forTimeInterval: 0.03)
                return true
            }
        }
        // Ten million rows of three joined tables, in a file of 285 MB, take 290 million steps.
        #expect(SQLiteConnection.viewSteps(fileBytes: 285_000_000) > 4 * 290_000_000)
        #expect(SQLiteConnection.viewSteps(fileBytes: .max) == 2_000_000_000)
        #expect(SQLiteConnection.viewSteps(fileBytes: 0) <= 200_000_000)
    }
}

extension SQLiteConnection {
    /// Runs a statement and visits its rows; false ends it.
    fileprivate func forEachRow(_ sql: String, _ body: (OpaquePointer) throws -> Bool) throws {
        let statement = try prepare(sql)
        while try statement.step() {
            if try !body(statement.handle) { return }
        }
    }
}
#endif
