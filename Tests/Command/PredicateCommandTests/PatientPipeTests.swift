import Foundation
import PredicateTesting
import Testing

/// The records of a pipe are checked and written if no more arrive for a moment.
@Suite struct PatientPipeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a filter whose last input record is sent only after some of the filter's output has been read.
    private func answered(
        _ filter: String, first: String = #"{"n":1}\n{"n":2}\n"#, then: String = #"{"n":3,"later":1}\n"#,
        packed: String = "cat", in folder: TemporaryFolder
    ) async throws -> CommandResult {
        try await BuiltCommand.waitingShell(
            """
            mkfifo answer; (printf '\(first)'; read -r line < answer; printf '\(then)') | \(packed) \
            | timeout 20 \(filter) | (read -r first; echo ok > answer; echo "$first"; cat)
            """, in: folder)
    }

    @Test(arguments: [
        (#"{"n":1}\n{"n":2}\n"#, #"{"n":3}\n"#, ""),
        (#"{\n "n": 1\n}\n{\n "n": 2\n}\n"#, #"{"n":\n3}\n"#, ""),
        (#"[{"n":1},{"n":2},"#, #"{"n":3}]"#, ""),
        (#"{"a":[],"b":[{"n":1},{"n":2},"#, #"{"n":3}]}"#, "--at /b"),
        (#"{"x":{"n":1},"y":{"n":2},"#, #""z":{"n":3}}"#, "--values"),
        (#"\n\n{"n":1}\n \n{"n":2}\n{"n""#, #":3}\n"#, "--strict"),
    ])
    func theFirstRecordsAreNotWithheld(first: String, then: String, options: String) async throws {
        let result = try await answered("predicate filter \(options) 'n > 0'", first: first, then: then, in: folder)
        #expect(result.lines.map { $0.filter { $0 != " " } } == ["{\"n\":1}", "{\"n\":2}", "{\"n\":3}"], "\(result)")
        #expect(result.messages == "")
    }

    @Test func compressedPipesAreNotWithheldEither() async throws {
        let packer = """
            import sys, zlib
            packer = zlib.compressobj(wbits=31)
            for line in iter(sys.stdin.buffer.readline, b""):
                sys.stdout.buffer.write(packer.compress(line) + packer.flush(zlib.Z_SYNC_FLUSH))
                sys.stdout.buffer.flush()
            sys.stdout.buffer.write(packer.flush())
            """
        _ = try folder.file("pack.py", packer)
        guard try BuiltCommand.shell("command -v python3", in: folder).status == 0 else { return }
        let result = try await answered("predicate filter 'n > 0'", packed: "python3 pack.py", in: folder)
        #expect(result.lines == ["{\"n\":1}", "{\"n\":2}", "{\"n\":3,\"later\":1}"], "\(result)")
        // A pipe given as a file.
        let named = try await BuiltCommand.waitingShell(
            """
            mkfifo second; (printf '{"n":1}\\n{"n":2}\\n'; read -r line < second; printf '{"n":3}\\n') > pipe | \
            timeout 20 predicate filter --strict 'n > 0' pipe | (read -r first; echo ok > second; echo "$first"; cat)
            """.replacingOccurrences(of: "mkfifo second;", with: "mkfifo second pipe;")
                .replacingOccurrences(of: "> pipe | ", with: "> pipe & "), in: folder)
        #expect(named.lines == ["{\"n\":1}", "{\"n\":2}", "{\"n\":3}"], "\(named)")
    }

    @Test func aSampleCutShortRefusesNoName() async throws {
        let result = try await answered("predicate filter 'later == 1 OR n < 3'", in: folder)
        #expect(
            result
                == CommandResult(
                    status: 0, output: "{\"n\":1}\n{\"n\":2}\n{\"n\":3,\"later\":1}\n",
                    messages: """
                        warning: `later` is not a field of the records
                         1 │ later == 1 OR n < 3
                           │ ^^^^^
                           = note: the fields are `n`
                           = note: only the first 2 records were examined; --schema declares the fields of all records, and \
                        --untyped checks no names

                        """))
        let other = try TemporaryFolder()
        let sorted = try await answered("predicate filter --no-warnings --select later,n 'n > 0'", in: other)
        #expect(sorted.lines.last == "{\"later\":1,\"n\":3}", "\(sorted)")
        #expect(sorted.messages == "")
    }

    /// A short sample does not reject a type either: a pause must not decide whether a predicate runs.
    @Test func aSampleCutShortRefusesNoType() async throws {
        let result = try await answered(
            "predicate filter 'v > 3 OR v == \"x\"'", first: #"{"v":"x"}\n"#, then: #"{"v":5}\n"#, in: folder)
        #expect(result.status == 0 && result.lines == ["{\"v\":\"x\"}", "{\"v\":5}"], "\(result)")
        #expect(result.messages.contains("warning: `>` compares two strings, but the right side is an integer"))
        #expect(result.messages.contains("only the first record was examined"))
    }

    @Test func aWholeSampleRefusesANameAndSaysHowManyItLookedAt() throws {
        let records = String(repeating: "{\"n\":1}\n", count: 100)
        #expect(
            try BuiltCommand.shell(
                "cat | predicate filter 'later == 2'", in: folder, input: records + "{\"later\":2}\n")
                == CommandResult(
                    status: 65, output: "",
                    messages: """
                        error: `later` is not a field of the records
                         1 │ later == 2
                           │ ^^^^^
                           = note: the fields are `n`
                           = note: only the first 100 records were examined; --schema declares the fields of all records, and \
                        --untyped checks no names

                        """))
        // Nothing is added if all records were examined.
        let few = try BuiltCommand.shell("cat | predicate filter 'later == 2'", in: folder, input: "{\"n\":1}\n")
        #expect(few.status == 65)
        #expect(!few.messages.contains("examined"), "\(few)")
        // Files are read to their end.
        _ = try folder.file("f", String(repeating: records, count: 15) + "{\"n\":1,\"later\":2}\n")
        let file = try BuiltCommand.shell("predicate filter --count 'later == 2' f", in: folder)
        #expect(file == CommandResult(status: 0, output: "1\n", messages: ""))
    }

    /// A missing value is rejected without waiting for the first record.
    @Test(arguments: ["filter 'n == %@'", "filter 'n == $v'", "why 'n == %@'", "coverage 'n == $v'"])
    func openValuesAreRefusedBeforeAnythingIsWaitedFor(command: String) async throws {
        let result = try await BuiltCommand.waitingShell(
            "mkfifo silent; (read -r line < silent) | (timeout 20 predicate \(command); echo $?; echo > silent)",
            in: folder)
        #expect(result.output == "65\n")
    }
}
