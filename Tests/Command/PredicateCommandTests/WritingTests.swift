import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Output replaces a file as a whole, and never an input file.
@Suite struct WritingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func shell(_ line: String, input: String = "") throws -> CommandResult {
        try BuiltCommand.shell(line, in: folder, input: input)
    }

    private func text(_ name: String) -> String? { try? String(contentsOfFile: folder.path(name), encoding: .utf8) }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter {
            !$0.hasPrefix(".") || $0.hasPrefix(".pred")
        }
        .sorted()
    }

    // MARK: Input files

    @Test("A loaded file, its schema and the file being written are rejected under every name")
    func inputs() throws {
        let data = try folder.file("data.ndjson", "{\"n\":1}\n{\"n\":2}\n")
        let schema = try folder.file("n.schema.json", #"{"type":"object","properties":{"n":{"type":"integer"}}}"#)
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "data.ndjson")
        try manager.linkItem(atPath: data, toPath: folder.path("hard"))
        try manager.linkItem(atPath: schema, toPath: folder.path("hard.schema"))
        let session = try TestSession(data)
        try session.type(":load \(data) schema \(schema) as typed")
        for name in ["data.ndjson", "./data.ndjson", "link", "hard", "n.schema.json", "hard.schema"] {
            for command in [":output", ":session save"] {
                let said = try session.type("\(command) \(folder.path(name))\nn > 0\n:output -")
                #expect(said.contains("cannot write") && said.contains("would be lost"), "\(command) \(name): \(said)")
            }
        }
        #expect(text("data.ndjson") == "{\"n\":1}\n{\"n\":2}\n" && text("n.schema.json")?.contains("integer") == true)
        // A file that replaces a loaded one is protected too, and so is the file being written.
        try Data("{\"n\":3}\n".utf8).write(to: folder.url.appendingPathComponent("data.ndjson"), options: .atomic)
        #expect(try session.type(":output \(data)").contains("would be lost"))
        let out = try folder.file("out", "before\n")
        try session.type(":output \(out)")
        #expect(try session.type(":session save \(out)").contains("would be lost"))
        #expect(try session.type(":load \(out)").contains("enter `:output -` first"))
        #expect(text("out") == "before\n")
    }

    @Test(
        "Standard output must not go to an input",
        arguments: [
            "predicate filter 'n > 0' data >> data", "predicate filter 'n > 0' link 1<> data",
            "predicate filter 'n > 0' < data >> hard", "predicate filter --predicate-file p data >> p",
            "predicate filter --schema s 'n > 0' data >> s", "predicate check --data data 'n > 0' >> data",
            "predicate schema data >> hard", "predicate coverage 'n > 0' data >> data",
            "echo 'n > 0' | predicate repl data >> data", "echo ':load data' | predicate repl >> hard",
        ])
    func standardOutput(line: String) throws {
        let before = "{\"n\":1}\n{\"n\":2}\n"
        _ = try folder.file("data", before)
        _ = try folder.file("p", "n > 0")
        _ = try folder.file("s", #"{"type":"object","properties":{"n":{"type":"integer"}}}"#)
        let result = try shell("ln data hard; ln -s data link; " + line)
        #expect(result.status == 64 || line.contains("echo ':load"), "\(result)")
        #expect(result.messages.contains("is also the output file"), "\(result)")
        #expect(text("data") == before && text("p") == "n > 0")
        #expect(try shell("predicate filter --count 'n > 0' data > other; cat other").output == "2\n")
    }

    // MARK: Complete or unchanged

    @Test("A file is unchanged until the new one is complete, and keeps its permissions and links")
    func wholeFiles() throws {
        let data = try folder.file("data", "{\"n\":1}\n{\"n\":2}\n")
        let out = try folder.file("out", "before\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: out)
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "out")
        try FileManager.default.createSymbolicLink(atPath: folder.path("dangling"), withDestinationPath: "new")
        let session = try TestSession(data)
        try session.type(":mode ndjson\n:output \(folder.path("link"))\nn == 1\nn == 2")
        #expect(text("out") == "before\n")
        try session.type(":output \(folder.path("dangling"))")
        #expect(text("out") == "{\"n\":1}\n{\"n\":2}\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "out")
        #expect(try FileManager.default.attributesOfItem(atPath: out)[.posixPermissions] as? Int == 0o640)
        try session.type("n == 1\n:output -")
        #expect(text("new") == "{\"n\":1}\n")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("dangling")) == "new")
        #expect(try names() == ["dangling", "data", "link", "new", "out"])
        // An incomplete file leaves nothing behind.
        try session.type(":output \(out)\nn == 1")
        session.session.destination = nil
        #expect(text("out") == "{\"n\":1}\n{\"n\":2}\n")
        #expect(try names() == ["dangling", "data", "link", "new", "out"])
        #expect(try session.type(":session save \(out)").contains("session saved"))
        #expect(text("out")?.contains("\"version\": 1") == true)
    }

    @Test("The end of a session completes the file, even if nobody reads the answers")
    func endOfSession() throws {
        _ = try folder.file("data", "{\"n\":1}\n{\"n\":2}\n")
        let lines = ":mode csv\\n:output out\\nn > 1\\n"
        #expect(try shell("printf '\(lines)' | predicate repl data; cat out").output.hasSuffix("n\n2\n"))
        #expect(try shell("printf '\(lines):quit\\n:count' | predicate repl data; cat out").output.hasSuffix("n\n2\n"))
        #expect(
            try shell("mkfifo f; cat f & printf ':output f\\nn > 1\\n' | predicate repl data > answers; wait")
                .output.contains("2"))
        #expect(
            try shell("printf ':output /dev/null\\nn > 1\\n' | predicate repl data > answers; ls -l /dev/null")
                .output.hasPrefix("c"))
    }

    @Test("On a full disk the old file is unchanged")
    func fullDisk() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        _ = try folder.file("data", "{\"n\":1}\n{\"n\":2}\n")
        let result = try shell("printf ':output /dev/full\\nn > 1\\n:output\\n' | predicate repl data")
        #expect(result.status == 65)
        #expect(result.messages.contains("cannot write `/dev/full`: No space left on device"))
        #expect(result.output.hasSuffix("records are written to the screen\n"))
        // The shell's limit on file sizes acts like a full disk.
        _ = try folder.file("out", "before\n")
        let many = (0..<2000).map { "{\"n\":\($0)}\n" }.joined()
        _ = try folder.file("many", many)
        let limited = try shell(
            "trap '' XFSZ; ulimit -f 4; printf ':mode ndjson\\n:output out\\nn >= 0\\n' | predicate repl many; ulimit -f 4; cat out"
        )
        #expect(limited.output.hasSuffix("before\n"))
        #expect(limited.messages.contains("cannot write `out`: File too large"))
        #expect(try names() == ["data", "many", "out"])
    }

    // MARK: Descriptors

    @Test("Closed descriptors are not reused for files")
    func closedDescriptors() throws {
        let lines = ":session save stolen\n{\"n\":1}\n"
        _ = try folder.file("data", lines)
        #expect(try shell("predicate repl --untyped data <&-; ls").output.contains("stolen") == false)
        _ = try folder.file("records", "{\"n\":1}\n")
        #expect(try shell("predicate repl records <&-").output.contains("records are") == false)
        #expect(try shell("predicate filter 'n == 1' records >&-").status == 74)
        #expect(try shell("predicate filter 'n == 1' <&-").status == 74)
        #expect(
            try shell("printf ':session save kept\\n' | predicate repl records 2>&-; cat kept").output.contains(
                "version"))
        #expect(try shell("predicate filter 'n ==' records 2>&-; cat records").output == "{\"n\":1}\n")
    }

    @Test("No more threads are started than processors can use")
    func threads() throws {
        let file = try folder.file("r", "{\"n\":1}\n")
        #expect(filter("--threads", "1000000000", "--count", "n == 1", file).output == "1\n")
        #expect(filter("--threads", "0", "--count", "n == 1", file).status == 64)
        let command = try FilterCommand.parse(["--threads", "1000000000", "n == 1", file])
        let environment = CommandEnvironment(output: OutputSink(), errors: OutputSink())
        #expect(try command.request(in: environment).options.threads <= 4 * 1024)
    }

    // MARK: History

    @Test("A history that is not a regular file is ignored, and private entries are not kept")
    func history() throws {
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        var history = ReplHistory(file: folder.path("pipe"))
        history.add("n == 1")
        #expect(history.entries == ["n == 1"])
        #expect(ReplHistory(file: "/dev/zero").entries.isEmpty)
        let file = folder.path("history")
        var kept = ReplHistory(file: file)
        for entry in [
            " n == 1", "\tn == 1", ":let password = \"a\"", ":let $apiToken = \"a\"", ":let Client_SECRET=\"a\"",
            "  :let n = 1", ":let key := 1", ":let n = 2", ":count password == 1",
        ] { kept.add(entry) }
        #expect(kept.entries == [":let n = 2", ":count password == 1"])
        #expect(ReplHistory(file: file).entries == kept.entries)
        let session = TestSession()
        try session.type(" 1 + 1\n2 + 2\n  :let n = 3")
        #expect(session.session.history.entries == ["2 + 2"])
        #expect(session.text == "2\n4\n$n = 3\n")
    }

    // MARK: Spreadsheets

    private let formulas = """
        {"=cmd":"=1+1","n":-5,"t":"+351","m":"-1","a":"@x","tab":"\\tx","cr":"\\rx","plain":"a=b","q":"=\\"x\\",1","l":["=1"]}

        """

    @Test("--csv-safe turns formulas of a spreadsheet into text, and does not change numbers")
    func csvSafe() throws {
        let file = try folder.file("f", formulas)
        let safe = filter("--output", "csv", "--csv-safe", "TRUEPREDICATE", file)
        #expect(
            safe.output == "'=cmd,n,t,m,a,tab,cr,plain,q,l\n"
                + "'=1+1,-5,'+351,'-1,'@x,'\tx,\"'\rx\",a=b,\"'=\"\"x\"\",1\",\"[\"\"=1\"\"]\"\n")
        #expect(filter("--output", "csv", "TRUEPREDICATE", file).output.hasPrefix("=cmd,n"))
        #expect(filter("--csv-safe", "TRUEPREDICATE", file).status == 64)
        let selected = filter(
            "--output", "csv", "--csv-safe", "--select", "t, n, -n", "TRUEPREDICATE", file)
        #expect(selected.output == "t,n,'-n\n'+351,-5,5\n")
        let session = try TestSession(file)
        let out = folder.path("out.csv")
        #expect(try session.type(":mode csv-safe") == "records are written as csv-safe\n")
        try session.type(":output \(out)\nTRUEPREDICATE\n:session save \(folder.path("s"))\n:output -\n:mode csv")
        #expect(text("out.csv") == safe.output)
        try session.type(":session load \(folder.path("s"))\n:output \(out)\nTRUEPREDICATE\n:output -")
        #expect(text("out.csv") == safe.output)
        #expect(try session.type(":mode") == "records are written as csv-safe\n")
        try session.type(":output \(out)\n:group t\nTRUEPREDICATE\n:output -")
        #expect(text("out.csv")?.contains("'+351") == true)
    }
}
