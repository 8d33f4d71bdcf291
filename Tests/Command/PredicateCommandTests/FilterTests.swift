import Foundation
import PredicateTesting
import Testing

@testable import PredicateCommand

/// `predicate filter` over every layout of records in files.
@Suite struct FilterTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// People, one record per line. The second line has extra blanks, the third no `age`.
    private func people() throws -> String {
        try folder.file(
            "people.ndjson",
            """
            {"name":"Ada","age":36,"tags":["x","y"]}
            { "name": "Bob", "age": 5,  "tags": [] }
            {"name":"Zoë","tags":["x"]}
            {"na\\u006de":"Jörg","age":41.0,"tags":null}

            """)
    }

    /// A property list is a document, whatever its name.
    @Test func propertyLists() throws {
        let dictionary = { (name: String, size: Int, isOn: Bool) in
            "<dict><key>name</key><string>\(name)</string><key>size</key><integer>\(size)</integer>"
                + "<key>on</key>\(isOn ? "<true/>" : "<false/>")</dict>"
        }
        let start = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            """
        let list = "<array>\(dictionary("7", 3, true))\(dictionary("b", 40, false))</array>"
        let items = try folder.file("items", start + list + "</plist>")
        #expect(filter("size > 5 AND on == NO", items).output == #"{"name":"b","size":40,"on":false}"# + "\n")
        #expect(filter("name == \"7\"", items).lines.count == 1)
        let manifest = try folder.file("m.plist", start + "<dict><key>items</key>\(list)</dict></plist>")
        #expect(filter("--at", "/items", "--count", "size > 0", manifest).output == "2\n")
        #expect(predicate(["why", "--at", "/items", "size > 5", items, "--record", "1"]).status != 70)
        let other = try folder.file("other.xml", "<a><b/></a>")
        #expect(filter("size > 5", other).messages.contains("expected a value, found `<`"))
        let broken = try folder.file("broken.plist", start + "<array><dict></plist>")
        #expect(filter("size > 5", broken).status == 65)
    }

    @Test(arguments: [
        ("age > 30", ["Ada", "41.0"]),
        ("name == 'Jörg'", ["41.0"]),
        ("NOT (age > 30)", ["Bob", "Zoë"]),
        ("age == nil", ["Zoë"]),
        ("ANY tags == 'x'", ["Ada", "Zoë"]),
        ("ALL tags == 'x'", ["Bob", "Zoë", "41.0"]),
        ("name BEGINSWITH[cd] 'ZOE'", ["Zoë"]),
        ("TRUEPREDICATE", ["Ada", "Bob", "Zoë", "41.0"]),
        ("FALSEPREDICATE", []),
    ])
    func theRightRecordsAreWritten(predicate: String, parts: [String]) throws {
        let result = filter(predicate, try people())
        #expect(result.status == 0)
        // Two records have no tags, and ALL is true of them.
        #expect(result.messages.hasPrefix("warning: ALL is also true") || result.messages == "")
        #expect(result.lines.count == parts.count, "\(result)")
        for (line, part) in zip(result.lines, parts) { #expect(line.contains(part)) }
    }

    @Test(arguments: [
        (#"[{"a":1},{"a":2}]"#, ["{\"a\":2}"]),
        ("[\n  {\n    \"a\" : 1 },\n  {\n    \"a\" : 2, \"b\": \" \" }\n]\n", ["{\"a\":2,\"b\":\" \"}"]),
        (#"{"a":2}"#, ["{\"a\":2}"]),
        ("{\n\"a\":2\n}", ["{\"a\":2}"]),
        ("{\n\"a\":2\n}\n{\"a\"\n:3}", ["{\"a\":2}", "{\"a\":3}"]),
        ("{\"a\":1}{\"a\":2}{\"a\":3}", ["{\"a\":2}", "{\"a\":3}"]),
        ("\u{FEFF}{\"a\":2}\n{\"a\":1}\n", ["{\"a\":2}"]),
        ("\n\n{\"a\":1}\n\n{\"a\":2}\n\n", ["{\"a\":2}"]),
        ("", []),
        ("  \n\n", []),
        ("[]", []),
    ])
    func everyLayoutIsRecognised(text: String, records: [String]) throws {
        let result = filter("--untyped", "a > 1", try folder.file("records", text))
        #expect(result.status == 0, "\(result)")
        #expect(result.lines == records)
        let count = filter("--untyped", "--count", "a > 1", folder.path("records"))
        #expect(count.output == "\(records.count)\n")
    }

    @Test func aLineStaysAsItIsByteForByte() throws {
        let lines = "{\"a\":1}\r\n{ \"a\" :\t1.00, \"\\u0062\":\"\\/\" }\r\n{\"a\":1,\"a\":2}"
        let result = filter("a == 1", try folder.file("crlf", lines))
        #expect(result.status == 0)
        #expect(Array(result.output.utf8) == Array((lines + "\n").utf8))
    }

    @Test(arguments: [
        ([String](), "1 2 3 4 5 6"), (["--limit", "2"], "1 2"), (["--limit", "0"], ""), (["--offset", "4"], "5 6"),
        (["--offset", "1", "--limit", "2"], "2 3"), (["--offset", "9"], ""), (["--limit", "100"], "1 2 3 4 5 6"),
    ])
    func limitAndOffsetReachOverFiles(options: [String], numbers: String) throws {
        let first = try folder.file("one", "{\"n\":1}\n{\"n\":2}\n{\"n\":0}\n{\"n\":3}\n")
        let second = try folder.file("two", "[{\"n\":4},{\"n\":5},{\"n\":0},{\"n\":6}]")
        let result = predicate(["filter", "n > 0", first, second] + options)
        #expect(result.status == 0)
        let expected = numbers.split(separator: " ").map { "{\"n\":\($0)}" }
        #expect(result.lines == expected)
        let count = predicate(["filter", "--count", "n > 0", first, second] + options)
        #expect(count.output == "\(expected.count)\n")
    }

    /// Input after the limit is not read.
    @Test func theLimitEndsReading() throws {
        let file = try folder.file("bad-end", "{\"n\":1}\n{\"n\":2}\nnonsense\n")
        #expect(filter("--limit", "2", "n > 0", file).status == 0)
        #expect(filter("--limit", "3", "n > 0", file).status == 65)
    }

    @Test func pointersAndValues() throws {
        let document = #"{"meta":{"a~b":{"c/d":[{"n":1},{"n":2}]}},"by":{"x":{"n":2},"y":{"n":3}}}"#
        let file = try folder.file("document", document)
        #expect(filter("--at", "/meta/a~0b/c~1d", "n == 2", file).lines == ["{\"n\":2}"])
        #expect(filter("--at", "/by", "--values", "n > 2", file).lines == ["{\"n\":3}"])
        #expect(filter("--at", "/by/x", "n == 2", file).lines == ["{\"n\":2}"])
        #expect(filter("--at", "by", "n > 2", file).status == 64)
        let missing = filter("--at", "/nowhere", "n > 2", file)
        #expect(missing.status == 65)
        #expect(missing.messages.contains("nowhere"))
    }

    @Test(arguments: ["\n", ""])
    func adviceSaysWhereAFieldIs(end: String) throws {
        let file = try folder.file("shop.json", #"{"version":1,"items":[{"price":1},{"price":2}]}"# + end)
        let result = filter("price > 1", file)
        #expect(result.status == 65)
        #expect(result.output == "")
        #expect(result.messages.contains("--at /items"), "\(result)")
        let values = try folder.file("by.json", #"{"x":{"price":1},"y":{"price":2}}"#)
        #expect(filter("price > 1", values).messages.contains("--values"))
        #expect(!filter("prize > 1", values).messages.contains("--values"))
    }

    @Test func aFieldThatTheSampleLacksIsLookedForInTheWholeFile() throws {
        var text = (0..<3000).map { "{\"n\":\($0)}\n" }.joined()
        text += "{\"n\":-1,\"late\":true}\n"
        let file = try folder.file("late", text)
        let found = filter("late == YES", file)
        #expect(found.status == 0, "\(found)")
        #expect(found.lines == ["{\"n\":-1,\"late\":true}"])
        let unknown = filter("later == YES OR n == 0", file)
        #expect(unknown.status == 65)
        #expect(unknown.output == "", "nothing is written before the names are known")
        #expect(unknown.messages.contains("later"))
        #expect(filter("--untyped", "later == YES OR n == 0", file).lines == ["{\"n\":0}"])
    }

    /// A sample never changes an answer: later records have other types.
    @Test func anInferredSchemaChangesNoAnswer() throws {
        var text = (0..<1500).map { _ in "{\"v\":1,\"s\":\"a\",\"d\":\"2024-01-01T00:00:00Z\"}\n" }.joined()
        text += "{\"v\":7,\"s\":\"zz\",\"d\":\"yesterday\"}\n{\"v\":\"x\",\"s\":5,\"d\":7}\n"
        let file = try folder.file("mixed", text)
        for predicate in ["v / 2 == 3", "s == 'zz'", "d == 'yesterday'", "v == 7 AND s > 'b'"] {
            let inferred = filter("--count", predicate, file)
            #expect(inferred.status == 0, "\(predicate): \(inferred)")
            #expect(inferred.output == filter("--count", "--untyped", predicate, file).output, "\(predicate)")
            #expect(inferred.output == "1\n", "\(predicate)")
        }
    }

    @Test func scalarsAreRecordsOnlyWhereSomebodySaysSo() throws {
        let file = try folder.file("numbers", "5\n6\n")
        let schema = try folder.file("integer.json", #"{"type":"integer"}"#)
        #expect(filter("SELF == 5", file).status == 65)
        #expect(filter("--untyped", "SELF == 5", file).lines == ["5"])
        #expect(filter("--schema", schema, "SELF == 5", file).lines == ["5"])
        let object = try folder.file("object.json", #"{"type":"object","properties":{"a":{"type":"integer"}}}"#)
        #expect(filter("--schema", object, "a == 5", file).status == 65)
    }

    /// Keys, distinct results and operands of aggregates compare as their declared types, and show the text of a record.
    static let declaredOrders: [([String], String)] = [
        (["--sort", "e", "--select", "n"], #"{"n":1} {"n":2} {"n":3}"#),
        (["--sort=-e", "--limit", "1", "--select", "n"], #"{"n":3}"#),
        (["--sort", "e[c]", "--select", "n"], #"{"n":2} {"n":3} {"n":1}"#),
        (
            ["--group-by", "e"],
            #"{"e":"2020-01-01T01:00:00+01:00","count":2} {"e":"2020-01-01T00:30:00Z","count":1}"#
        ),
        (["--group-by", "e", "--having", "e ENDSWITH '+01:00'", "--select", "count"], #"{"count":2}"#),
        (["--group-by", "u", "--select", "count"], #"{"count":2} {"count":1}"#),
        (["--group-by", "l", "--select", "count"], #"{"count":2} {"count":1}"#),
        (["--select", "l", "--distinct"], #"{"l":"HTTP://A.com/x"} {"l":"http://b.com/x"}"#),
        (["--sort=-n", "--select", "l", "--distinct"], #"{"l":"http://b.com/x"} {"l":"http://a.com/x"}"#),
        (
            ["--group-by", "n, e", "--select", "e", "--distinct"],
            #"{"e":"2020-01-01T01:00:00+01:00"} {"e":"2020-01-01T00:30:00Z"}"#
        ),
        (
            ["--aggregate", "a = min(e), b = max(e)"],
            #"{"count":3,"a":"2020-01-01T01:00:00+01:00","b":"2020-01-01T00:30:00Z"}"#
        ),
        (
            ["--aggregate", "a = mode(e), b = countDistinct(u)"],
            #"{"count":3,"a":["2020-01-01T01:00:00+01:00"],"b":2}"#
        ),
        (["--aggregate", "a = distinct(l)"], #"{"count":3,"a":["HTTP://A.com/x","http://b.com/x"]}"#),
    ]

    @Test(arguments: declaredOrders)
    func declaredTextsCompareAsTheyAreDeclared(_ options: [String], _ expected: String) throws {
        let text = { (format: String) in #"{"type":"string","format":"\#(format)"}"# }
        let schema = try folder.file(
            "schema.json",
            #"{"type":"object","properties":{"n":{"type":"integer"},"e":\#(text("date-time")),"u":\#(text("uuid")),"#
                + #""l":\#(text("uri"))}}"#)
        let file = try folder.file(
            "records",
            """
            {"n":1,"e":"2020-01-01T01:00:00+01:00","u":"6ba7b810-9dad-11d1-80b4-00c04fd430c8","l":"HTTP://A.com/x"}
            {"n":2,"e":"2020-01-01T00:00:00Z","u":"6BA7B810-9DAD-11D1-80B4-00C04FD430C8","l":"http://a.com/x"}
            {"n":3,"e":"2020-01-01T00:30:00Z","u":"7ba7b810-9dad-11d1-80b4-00c04fd430c8","l":"http://b.com/x"}

            """)
        let answer = filter(arguments: ["--schema", schema] + options + ["TRUEPREDICATE", file])
        #expect(answer.output.split(separator: "\n").joined(separator: " ") == expected, "\(answer)")
    }

    @Test func aDeclaredSchemaDecidesTypes() throws {
        let schema = try folder.file(
            "schema.json",
            #"{"type":"object","properties":{"x":{"type":"number"},"born":{"type":"string","format":"date-time"}}}"#)
        let file = try folder.file("records", "{\"x\":7,\"born\":\"2024-01-01T02:00:00+02:00\"}\n{\"x\":\"7\"}\n")
        #expect(filter("--schema", schema, "--count", "x / 2 == 3.5", file).output == "1\n")
        #expect(filter("--untyped", "--count", "x / 2 == 3.5", file).output == "0\n")
        #expect(filter("--schema", schema, "--count", "born == '2024-01-01'", file).output == "1\n")
        #expect(filter("--untyped", "--count", "born == '2024-01-01'", file).output == "0\n")
        #expect(filter("--schema", schema, "y == 1", file).status == 65)
        // A value of another type than declared is a mismatch. It is reported only on request.
        let quiet = filter("--schema", schema, "--count", "x != 8", file)
        #expect(quiet == CommandResult(status: 0, output: "2\n", messages: ""))
        let told = filter("--schema", schema, "--count", "--warnings", "x != 8", file)
        #expect(told.output == "2\n")
        #expect(told.messages.contains("records:2"), "\(told)")
    }

    @Test func predicatesFromFiles() throws {
        let file = try people()
        let predicate = try folder.file("p", "\u{FEFF}age > 30\n  AND name == 'Ada'\r\n\n")
        #expect(filter("--predicate-file", predicate, file).lines.count == 1)
        #expect(filter("--predicate-file", predicate, file, file).lines.count == 2)
        #expect(filter(file, "--predicate-file", predicate).lines.count == 1)
        #expect(filter("--predicate-file", folder.path("none"), file).status == 66)
        #expect(filter("--predicate-file", "-").status == 64)
        let wrong = try folder.file("q", "age >\n\n")
        #expect(filter("--predicate-file", wrong, file).status == 65)
    }

    @Test(
        arguments: [
            (["filter"], 64), (["filter", "--limit", "-1", "a == 1"], 64), (["filter", "--limit", "x", "a == 1"], 64),
            (["filter", "--offset=-1", "a == 1"], 64), (["filter", "--output", "xml", "a == 1"], 64),
            (["filter", "--nonsense", "a == 1"], 64), (["filter", "--schema", "x", "--untyped", "a == 1"], 64),
            (["filter", "--var", "x", "a == 1"], 64), (["filter", "--var", "=1", "a == $a"], 64),
            (["filter", "--var", "x=1", "--var", "x=2", "a == $x"], 64), (["nonsense"], 64),
            (["filter", "a == 1", "/nonexistent/file"], 66), (["filter", "a == 1", "/tmp"], 66),
            (["filter", "--schema", "/nonexistent/file", "a == 1"], 66), (["filter", "a == ", "/dev/null"], 65),
            (["filter", "", "/dev/null"], 65), (["filter", "a == 1", "/dev/null"], 0), (["check", "a == 1"], 0),
            (["check", "a = = 1"], 65), (["format", "a=1"], 0), (["format", "a"], 65),
            (["schema", "/nonexistent/file"], 66),
            (["--version"], 0), (["--help"], 0), (["help", "filter"], 0), (["filter", "--help"], 0),
        ] as [([String], Int32)])
    func exitStatus(arguments: [String], status: Int32) {
        let result = predicate(arguments)
        #expect(result.status == status, "\(result)")
        if status == 0 {
            #expect(result.messages == "")
        } else {
            #expect(result.output == "")
            #expect(result.messages.hasSuffix("\n"))
        }
    }

    @Test func aPredicateThatLooksLikeAnOptionIsExplained() throws {
        let file = try people()
        let result = filter("-age < -30", file)
        #expect(result.status == 64)
        #expect(result.messages.contains("-- '-age < -30'"))
        #expect(filter("--count", "--", "-age < -30", file).output == "2\n")
    }

    @Test func helpShowsUsageAndExamples() {
        let help = predicate(["help", "filter", "--all"]).output
        #expect(help.contains("predicate filter [<options>] <predicate> [<file> ...]"))
        #expect(help.contains("EXAMPLES"))
        for option in [
            "--schema", "--untyped", "--at", "--values", "--arg", "--var", "--predicate-file", "--count", "--limit",
            "--offset", "--output", "--strict", "--skip-bad-records", "--warnings", "--no-warnings", "--stats",
        ] {
            #expect(help.contains(option + " ") || help.contains(option + "\n"), "\(option)")
        }
        let overview = predicate(["--help"]).output
        for name in ["filter", "check", "format", "schema"] { #expect(overview.contains("  \(name) ")) }
    }

    @Test func statisticsGoToStandardError() throws {
        let result = filter("--stats", "age > 30", try people())
        #expect(result.lines.count == 2)
        #expect(result.messages.hasPrefix("4 records read, 2 matched"), "\(result)")
        #expect(result.messages.contains(" MB/s), scanned with "), "\(result)")
    }

    @Test func warningsAreShownOnlyWhenAskedFor() throws {
        let file = try people()
        #expect(filter("name == '%@'", file).messages == "")
        #expect(filter("--warnings", "name == '%@'", file).messages != "")
    }
}
