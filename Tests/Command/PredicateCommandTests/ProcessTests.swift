import Foundation
import PredicateTesting
import Testing

/// Behaviour that only the built command shows: standard input, pipes and exit statuses.
@Suite struct ProcessTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func shell(_ line: String, input: String = "") throws -> CommandResult {
        try BuiltCommand.shell(line, in: folder, input: input)
    }

    @Test func standardInput() throws {
        let input = "{\"n\":1}\n{\"n\":2}\n"
        #expect(try shell("predicate filter 'n > 1'", input: input).output == "{\"n\":2}\n")
        #expect(try shell("cat | predicate filter 'n > 1' -", input: input).output == "{\"n\":2}\n")
        _ = try folder.file("f", "{\"n\":3}\n")
        #expect(try shell("cat | predicate filter 'n > 1' f - f", input: input).lines.map(\.count) == [7, 7, 7])
        #expect(try shell("predicate filter --count 'n > 1'").output == "0\n")
        #expect(try shell("predicate filter --predicate-file - f", input: "n > 1\n").lines.count == 1)
    }

    @Test func whatIsUnknownOnStandardInputIsAnErrorAtOnce() throws {
        let input = String(repeating: "{\"n\":1}\n", count: 200)
        // The command does not wait for input after the sample.
        let waiting = try shell(
            "mkfifo done; (cat; read -r line < done) | (predicate filter 'm == 1'; echo $?; echo > done)", input: input)
        #expect(waiting.output == "65\n")
        let direct = try shell("cat | predicate filter 'm == 1'", input: input)
        #expect(direct.status == 65)
        #expect(direct.output == "")
        #expect(direct.messages.contains("`m`"))
        #expect(try shell("cat | predicate filter --count --untyped 'm == nil'", input: input).output == "200\n")
        let document = try shell("cat | predicate filter 'm == 1'", input: #"{"items":[{"m":1},{"m":2}]}"#)
        #expect(document.messages.contains("--at /items"), "\(document)")
    }

    @Test(arguments: ["cat | predicate filter 'n > 0'", "cat | predicate filter --untyped 'n > 0'"])
    func badRecordsOnStandardInput(command: String) throws {
        let lines = try shell(command, input: "{\"n\":1}\noops\n{\"n\":2}\n")
        #expect(lines.status == 65)
        #expect(lines.output == "{\"n\":1}\n")
        #expect(lines.messages.contains("standard input:2:1: "), "\(lines)")
        let list = try shell(command, input: "[{\"n\":1},{\"n\":2},{\"n\":")
        #expect(list.status == 65)
        #expect(list.lines == ["{\"n\":1}", "{\"n\":2}"])
        let skipped = try shell(command + " --skip-bad-records", input: "oops\n{\"n\":1}\noops\n{\"n\":2}\n")
        #expect(skipped.status == 0)
        #expect(skipped.lines == ["{\"n\":1}", "{\"n\":2}"])
        #expect(skipped.messages.contains("2 bad records"))
    }

    @Test func aClosedPipeEndsQuietly() throws {
        let text = (0..<50_000).map { "{\"n\":\($0)}\n" }.joined()
        _ = try folder.file("many", text)
        let result = try shell("predicate filter 'n >= 0' many | head -2; echo ${PIPESTATUS[0]}")
        #expect(result.lines == ["{\"n\":0}", "{\"n\":1}", "0"])
        #expect(result.messages == "")
        // --limit ends reading, so an endless input works.
        let endless = try shell("yes '{\"n\":1}' | timeout 20 predicate filter --limit 2 'n == 1'")
        #expect(endless.status == 0)
        #expect(endless.lines == ["{\"n\":1}", "{\"n\":1}"])
    }

    @Test func whatCannotBeWrittenIsAnError() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        _ = try folder.file("one", "{\"n\":1}\n")
        let result = try shell("predicate filter 'n == 1' one > /dev/full")
        #expect(result.status == 74)
        #expect(result.messages.contains("cannot write"))
        #expect(try shell("predicate --help > /dev/full").status == 74)
        #expect(try shell("predicate filter 'n == 1' one >&-").status == 74)
    }

    @Test func whatCannotBeReadIsAnError() throws {
        #expect(try shell("predicate filter 'n == 1' .").status == 66)
        #expect(try shell("predicate filter 'n == 1' < .").status == 74)
        #expect(try shell("predicate filter 'n == 1' <&-").status == 74)
    }

    @Test func compressedFilesAndPipes() throws {
        let input = "{\"n\":1}\n{\"n\":2}\n"
        _ = try folder.file("f", input)
        #expect(try shell("gzip -k f && predicate filter 'n > 1' f.gz").output == "{\"n\":2}\n")
        #expect(try shell("predicate filter 'n > 1' < f.gz").output == "{\"n\":2}\n")
        #expect(try shell("mkfifo p; cat f > p & predicate filter 'n > 1' p").output == "{\"n\":2}\n")
        #expect(try shell("predicate filter 'n > 1' <(cat f) <(cat f.gz)").lines.count == 2)
        let cut = try shell("head -c 25 f.gz > cut.gz; predicate filter 'n > 0' cut.gz")
        #expect(cut.status == 65, "\(cut)")
    }

    /// Matches are written before the command waits for more input.
    @Test func aSlowPipeIsNotHeldBack() throws {
        let line = """
            mkfifo answer; (echo '{"n":1}'; read -r line < answer; echo "{\\"n\\":2,\\"seen\\":\\"$line\\"}") \
            | timeout 20 predicate filter --untyped 'n > 0' | (read -r first; echo ok > answer; echo "$first"; cat)
            """
        #expect(try shell(line).lines == ["{\"n\":1}", "{\"n\":2,\"seen\":\"ok\"}"])
    }
}
