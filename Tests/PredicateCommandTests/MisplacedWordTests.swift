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
