import PredicateTesting
import Testing

@testable import PredicateCommand

/// Names of files where a predicate belongs, and first words that are no sub-commands.
@Suite struct MisplacedWordTests {
    let folder: TemporaryFolder
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.file("people.ndjson", "{\"age\":31}\n")
    }

    @Test func aFileInThePlaceOfThePredicate() throws {
        let swapped = filter(file, "age > 30")
        #expect(swapped.status == 64 && swapped.output == "")
        #expect(swapped.messages.hasSuffix("the predicate comes first: predicate filter 'age > 30' \(file)\n"))
        let alone = filter(file)
        #expect(alone.status == 64 && alone.messages.contains("predicate filter --all \(file)"))
        #expect(
            predicate(["coverage", file, file]).messages.contains("predicate coverage 'PREDICATE' \(file) \(file)"))
        #expect(filter("people.json", "age > 30").messages.contains("looks like the name of a file"))
        let rule = try folder.file("rule", "age > 30")
        let checked = predicate(["check", rule])
        #expect(checked.status == 64 && checked.messages.contains("predicate check -f \(rule)"))
        #expect(predicate(["check", "-f", rule]).status == 0)
    }

    /// A suggested line keeps the options that were typed.
    @Test func theOptionsOfASuggestedLine() {
        #expect(
            filter("--count", file).messages
                == "error: `\(file)` is a file, and the predicate comes first: predicate filter --count 'PREDICATE' \(file); for all records: predicate filter --count --all \(file)\n"
        )
        let swapped = filter("-o", "csv", file, "--select", "the age = age", "age > 30", "-n", "1")
        #expect(
            swapped.messages.hasSuffix(
                "first: predicate filter -o csv 'age > 30' \(file) --select 'the age = age' -n 1\n"))
        #expect(predicate(["why", "--values", file]).messages.contains("predicate why --values 'PREDICATE' \(file)"))
    }

    @Test(arguments: [
        (["--sort", "age", "DESC"], "a minus sorts in descending order: predicate filter --all --sort -age"),
        (["-s", "age,name", "desc"], "predicate filter --all -s age,-name"),
        (["--sort=age", "Descending"], "predicate filter --all --sort -age"),
        (["--sort", "-age", "DESC"], "predicate filter --all --sort -age"),
        (["--sort", "age", "ASC"], "the order is ascending without it: predicate filter --all --sort age"),
    ])
    func aDirectionWithoutQuotes(words: [String], message: String) {
        for arguments in [["--all"] + words + [file], ["--all"] + words + ["--limit", "1", file]] {
            let result = filter(arguments: arguments)
            #expect(result.status == 64 && result.output == "")
            #expect(result.messages.hasPrefix("error: `\(words.last ?? "")` does not belong here; "))
            #expect(result.messages.contains(message), "\(result)")
            #expect(result.messages.hasSuffix(" \(file)\n"))
        }
    }

    @Test func aListThatTheShellSplits() {
        let result = filter("--all", "--select", "name,", "age,", "the = n", file, "--limit", "1")
        #expect(
            result.messages
                == "error: a list with blanks needs quotes: predicate filter --all --select 'name, age, the = n' \(file) --limit 1\n"
        )
        #expect(result.status == 64)
        #expect(filter("--all", "--select", "age,", file).messages.contains("an item is missing next to this comma"))
        #expect(
            filter("--all", "--sort", "age", "desc", "nulls", "last", file).messages.contains("--sort -age:nil-last"))
        #expect(filter("--select", "age,", "--all", file).status != 64)
        #expect(filter("--all", "--order_by", "age", file).messages.contains("write `--sort KEY`"))
    }

    /// A file may have the name of a direction.
    @Test func aFileWithTheNameOfADirection() throws {
        let result = try BuiltCommand.shell(
            "cp people.ndjson DESC && predicate filter --all --sort age DESC", in: folder)
        #expect(result == CommandResult(status: 0, output: "{\"age\":31}\n", messages: ""))
    }

    @Test(arguments: [
        ("-q", "for the status alone, write `--exit-status > /dev/null`"), ("-v", "`NOT (…)`"),
        ("--raw-output", "`--output tsv` writes values without quotes"), ("-i", "`name CONTAINS[c] \"x\"`"),
        ("--desc", "`--sort -KEY`"), ("--order-by", "write `--sort KEY`"),
        ("--where", "the predicate needs no option: `predicate filter 'PREDICATE' FILE`"),
        ("--where=age > 3", "the predicate needs no option"), ("-e", "the predicate needs no option"),
        ("--head", "`--limit N`"), ("-l", "`--count --with-filename`"), ("--json", "`--output ndjson`"),
        ("--csv", "write `--output csv`"), ("--format", "takes ndjson, json, pretty"),
        ("--columns", "write `--select FIELDS`"), ("--by", "write `--group-by KEYS`"),
        ("--sum", "write `--aggregate 'sum(FIELD)'`"), ("--uniq", "write `--distinct`"),
        ("--delimiter", "records are JSON"), ("--limitt", "did you mean `--limit`?"),
        ("-limit", "did you mean `--limit`?"), ("--with-file", "did you mean `--with-filename`?"),
        ("--qqqqqqqq", "of `predicate filter`; `predicate filter --help` lists its options"),
    ])
    func anUnknownOption(option: String, message: String) {
        let result = filter("--all", option, "3", file)
        #expect(result.status == 64 && result.output == "")
        let name = option.split(separator: "=").first.map(String.init) ?? option
        #expect(result.messages.hasPrefix("error: `\(name)` is not an option"), "\(result)")
        #expect(result.messages.contains(message), "\(result)")
        #expect(result.messages.split(separator: "\n").count == 1)
    }

    /// What another sub-command has is not advised.
    @Test func anUnknownOptionOfAnotherCommand() {
        #expect(predicate(["check", "--head", "3", "a == 1"]).messages.contains("`predicate check --help` lists"))
        #expect(predicate(["why", "-v", "a == 1", file]).messages.contains("`NOT (…)`"))
        #expect(
            predicate(["--count", "age > 3", file]).messages
                == "error: a sub-command comes first: predicate filter --count 'age > 3' \(file)\n")
        #expect(predicate(["check", "--diagnostics=json", "--nope", "a"]).output.contains("is not an option of"))
        let dashed = filter("-age > 3", file)
        #expect(dashed.messages.contains("write `--` before a predicate"))
    }

    @Test func errorsBeginAlike() {
        for arguments in [["filter"], ["filter", "--limit", "x", "--all"], ["filter", "--threads", "0", "--all"]] {
            #expect(predicate(arguments).messages.hasPrefix("error: "))
        }
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func oneNumberForSeveralFiles(output: Bool, errors: Bool) {
        func messages(_ arguments: String...) -> String {
            let environment = CommandEnvironment(
                output: OutputSink(isTerminal: output), errors: OutputSink(isTerminal: errors))
            registeredWings
            #expect(PredicateTool.run(["filter", "-c", "age > 30"] + arguments, in: environment) == 0)
            return environment.errors.text
        }
        let note = "note: the number is for both files together; --with-filename counts each\n"
        #expect(messages(file, file) == (output && errors ? note : ""))
        #expect(messages(file) == "" && messages(file, file, "--with-filename") == "")
        #expect(messages(file, file, "--no-warnings") == "" && messages(file, file, "--distinct") == "")
    }

    /// A text that is a predicate stays one, whatever files there are.
    @Test func aPredicateIsNeverAFile() throws {
        let result = try BuiltCommand.shell(
            "touch 'age > 30' TRUEPREDICATE && predicate filter 'age > 30' people.ndjson && predicate filter -c TRUEPREDICATE people.ndjson",
            in: folder)
        #expect(result == CommandResult(status: 0, output: "{\"age\":31}\n1\n", messages: ""))
    }

    /// A file in the place of the predicate is not opened: a pipe without a writer would block.
    @Test func aFileInThePlaceOfThePredicateIsNotOpened() throws {
        let result = try BuiltCommand.shell("mkfifo p.json && predicate filter p.json 'age > 30'", in: folder)
        #expect(result.status == 64 && result.messages.contains("`p.json` is a file"))
    }

    @Test(arguments: [
        (["fliter", "age > 30"], "did you mean `predicate filter`?"), (["chekc"], "did you mean `predicate check`?"),
        (["hlep"], "did you mean `predicate help`?"), (["grep", "x"], "did you mean `predicate filter`?"),
        (["age > 30", "people.ndjson"], "predicate filter 'age > 30' people.ndjson"),
        (["qqqqqqqq"], "`predicate --help` lists them"),
    ])
    func aWordThatIsNoCommand(arguments: [String], message: String) {
        let result = predicate(arguments)
        #expect(result.status == 64 && result.output == "")
        #expect(result.messages.hasPrefix("error: ") && result.messages.contains(message))
        #expect(result.messages.split(separator: "\n").count == 1)
    }

    @Test func aFileInThePlaceOfTheCommand() {
        #expect(predicate([file]).messages.contains("a sub-command comes first: predicate repl \(file)"))
    }

    @Test(arguments: [
        "filter 'age > 30' people.ndjson", "filter -c 'age > 30' people.ndjson", "schema people.ndjson",
        "coverage 'age > 30' people.ndjson", "format 'age > 30'", "filter -s age 'age > 30' people.ndjson",
    ])
    func oneMessageForAFullDisk(line: String) throws {
        let result = try BuiltCommand.shell("predicate \(line) > /dev/full", in: folder)
        #expect(result.status == 74)
        #expect(result.messages == "error: cannot write: No space left on device\n")
    }

    @Test(arguments: [
        ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00] as [UInt8], "`xz -dc "),
        ("bzip2", Array("BZh91AY".utf8), "`bzip2 -dc "),
        ("zip", [0x50, 0x4B, 0x03, 0x04, 0x14], "`unzip -p "), ("Parquet", Array("PAR1xx".utf8), "duckdb"),
        ("lz4", [0x04, 0x22, 0x4D, 0x18, 0x00], "`lz4 -dc "),
    ])
    func dataThatIsNotRead(name: String, bytes: [UInt8], command: String) throws {
        let file = try folder.file("data with space", .init(bytes))
        let result = filter("age > 30", file)
        #expect(result.status == 65 && result.output == "")
        #expect(result.messages.contains("this is \(name) data") && result.messages.contains(command))
        let piped = try BuiltCommand.shell("cat 'data with space' | predicate filter 'age > 30'", in: folder)
        #expect(piped.status == 65 && piped.messages.contains("this is \(name) data"))
    }
}
