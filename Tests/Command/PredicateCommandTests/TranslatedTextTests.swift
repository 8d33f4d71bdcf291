import PredicateTesting
import Testing

@testable import PredicateCommand

/// Texts in the spelling of another language: they are read with a note, on the command line and at the prompt.
@Suite struct TranslatedTextTests {
    let folder: TemporaryFolder
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.file(
            "log.ndjson",
            """
            {"level":"ERROR","host":"a","time":"2026-11-01T00:30:00+01:00"}
            {"level":"info","host":"b","time":"2026-11-01T00:30:00Z"}
            {"level":"ERROR","host":null,"time":"2026-11-02T00:30:00Z"}

            """)
    }

    @Test(arguments: [
        ("level IN (\"ERROR\", \"info\")", "3\n", "note: read as `level IN {\"ERROR\", \"info\"}`\n"),
        ("lower(level) = 'error'", "2\n", "note: read as `lowercase(level) = 'error'`\n"),
        ("host IS NULL", "1\n", "note: read as `host == NULL`\n"), ("true", "3\n", "note: read as `TRUEPREDICATE`\n"),
        (
            "time >= 2026-11-01", "2\n",
            "note: read as `CAST(time, \"NSDate\") >= CAST(\"2026-11-01\", \"NSDate\")`\n"
        ),
    ])
    func predicates(text: String, output: String, messages: String) {
        #expect(filter("-c", text, file) == CommandResult(status: 0, output: output, messages: messages))
    }

    @Test func partsOfAQuery() {
        let result = filter(
            "true", "--group-by", "lower(level)", "--aggregate", "hosts = count(distinct host)", file)
        #expect(result.status == 0)
        #expect(
            result.messages == """
                note: read as `TRUEPREDICATE`
                note: --group-by read as `lowercase(level)`
                note: --aggregate read as `hosts = countDistinct(host)`

                """)
    }

    /// A pipe is read once.
    @Test func aPipe() throws {
        let result = try BuiltCommand.shell(
            "cat log.ndjson | predicate filter -c 'level IN (\"ERROR\", \"info\")'", in: folder)
        #expect(
            result
                == CommandResult(status: 0, output: "3\n", messages: "note: read as `level IN {\"ERROR\", \"info\"}`\n")
        )
    }

    /// A predicate in a file is kept, so its author should correct it; and a mistake is no spelling.
    @Test func whatIsStillRefused() throws {
        let rule = try folder.file("rule", "level IN ('a', 'b')")
        #expect(filter("-f", rule, file).status == 65)
        #expect(filter("lvel IN ('a', 'b')", file).status == 65)
        #expect(filter("level NOT IN ('a', 'b')", file).status == 65)
        #expect(predicate(["check", "level IN ('a', 'b')"]).status == 65)
    }

    @Test func atThePrompt() throws {
        let result = try BuiltCommand.shell(
            "printf '%s\\n' 'level IN (\"ERROR\", \"info\")' '$_ AND host IS NOT NULL' | predicate repl log.ndjson",
            in: folder)
        #expect(result.status == 0)
        #expect((result.output + result.messages).contains("read as `level IN {\"ERROR\", \"info\"}`"))
        #expect((result.output + result.messages).contains("host != NULL"))
    }
}
