import PredicateTesting
import Testing

@testable import PredicateCommand

/// The options of `predicate filter` that choose records, fields and the status.
@Suite struct FilterOptionTests {
    let folder: TemporaryFolder
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.file(
            "r.ndjson",
            """
            {"name":"A","n":3,"o":{"x":1,"y":2},"a.b":0}
            {"name":"B","n":1,"o":{"x":3}}
            {"name":"C","n":2}

            """)
    }

    @Test func shortOptionsAreTheLongOnes() throws {
        let pairs: [([String], [String])] = [
            (["-c", "n > 1"], ["--count", "n > 1"]), (["-n", "1", "n > 0"], ["--limit", "1", "n > 0"]),
            (["-n1", "n > 0"], ["--limit", "1", "n > 0"]), (["-s", "-n", "n > 0"], ["--sort", "-n", "n > 0"]),
            (["-o", "csv", "n > 0"], ["--output", "csv", "n > 0"]),
            (["-f", try folder.file("p", "n > 1")], ["n > 1"]), (["--all"], ["TRUEPREDICATE"]),
            (["--select", "*", "n > 1"], ["n > 1"]),
        ]
        for (short, long) in pairs {
            let result = filter(arguments: short + [file])
            #expect(result == filter(arguments: long + [file]))
            #expect(result.status == 0 && !result.output.isEmpty)
        }
        #expect(predicate(["check", "-f", try folder.file("p", "n >")]).status == 65)
        #expect(predicate(["coverage", "-o", "json", "n > 1", file]).output.hasPrefix("{"))
    }

    @Test(arguments: [("n > 5", [], 1, ""), ("n > 5", ["-c"], 1, "0\n"), ("n > 2", ["-c"], 0, "1\n")])
    func exitStatus(text: String, options: [String], status: Int32, output: String) {
        let result = filter(arguments: ["--exit-status", text, file] + options)
        #expect(result.status == status && result.output == output)
        #expect(filter(arguments: [text, file] + options).status == 0)
    }

    @Test func omittedFields() {
        #expect(filter("--omit", "o,name", "n == 3", file).output == "{\"n\":3,\"a.b\":0}\n")
        #expect(filter("--omit", "o.x, a.b", "n == 3", file).output == "{\"name\":\"A\",\"n\":3,\"o\":{\"y\":2}}\n")
        #expect(filter("--omit", "o", "-s", "n", "-n", "1", "-o", "csv", "n > 0", file).output == "name,n\nB,1\n")
        let misspelt = filter("--omit", "nmae", "n == 2", file)
        #expect(misspelt.output == "{\"name\":\"C\",\"n\":2}\n")
        #expect(misspelt.messages.contains("did you mean `name`?"))
        for options in [["--distinct"], ["--select", "n"], ["--group-by", "n"], ["-c"]] {
            #expect(filter(arguments: ["--omit", "n", "n > 0", file] + options).status == 64)
        }
        #expect(filter("--omit", "n", "--select", "*,x = n", "n > 0", file).status == 64)
    }

    @Test func fileNames() throws {
        let other = try folder.file("s.json", "[{\"name\":\"D\",\"n\":5},\n{\"name\":\"E\",\"n\":0}]")
        let names = ["r.ndjson": file, "s.json": other]
        let text = { (name: String) in names[name] ?? "" }
        #expect(
            filter("--with-filename", "--select", "n", "n > 2", file, other).output
                == "{\"filename\":\"\(text("r.ndjson"))\",\"n\":3}\n{\"filename\":\"\(text("s.json"))\",\"n\":5}\n")
        #expect(
            filter("--with-filename", "-s", "-n", "-n", "1", "-o", "csv", "n > 2", file, other).lines.last
                == "\(text("s.json")),D,5")
        #expect(
            filter("--with-filename", "-c", "n > 1", file, other).output
                == "\(text("r.ndjson")):2\n\(text("s.json")):1\n")
        #expect(filter("--with-filename", "--group-by", "n", "n > 1", file).status == 64)
        let own = try folder.file("own", "{\"filename\":1}\n")
        let result = filter("--with-filename", "--all", own)
        #expect(result.status == 65 && result.output == "" && result.messages.contains("`filename`"))
    }

    @Test func listsFromFiles() throws {
        let lines = try folder.file("lines", "A\r\nC\n\n")
        let list = try folder.file("list.json", " [3, 1] ")
        #expect(filter("--arg-file", lines, "-c", "name IN %@", file).output == "2\n")
        #expect(filter("--var-file", "names=\(lines)", "-c", "name IN $names", file).output == "2\n")
        #expect(filter("--arg-file", list, "-c", "n IN %@", file).output == "2\n")
        // The order of the line counts, not that of the options.
        #expect(filter("--arg-file", list, "--arg", "B", "n IN %@ AND name == %@", file).lines.count == 1)
        #expect(filter("--arg", "B", "--arg-file", list, "name == %@ AND n IN %@", file).lines.count == 1)
        // A mixed list of lines is one of texts.
        let codes = try folder.file("codes", "0815\n10115\n")
        let records = try folder.file("c", "{\"code\":\"10115\"}\n{\"code\":\"x\"}\n")
        #expect(filter("--arg-file", codes, "-c", "code IN %@", records).output == "1\n")
        let bad = filter("--arg-file", try folder.file("bad", "[1, 2"), "n IN %@", file)
        #expect(bad.status == 65 && bad.messages.contains("starts like a JSON list"))
        #expect(bad.messages.contains("jq -Rn"))
        // Lines that begin with a bracket are no JSON.
        let log = try folder.file("log", "[INFO] started\nA\n")
        #expect(filter("--arg-file", log, "-c", "name IN %@", file).output == "1\n")
        #expect(filter("--arg-file", folder.path("none"), "n IN %@", file).status == 66)
        // A value that looks like a file's name stays a value.
        #expect(filter("--arg", "@\(lines)", "-c", "name == %@", file).output == "0\n")
    }

    @Test func fieldsBesideAllFields() throws {
        let records = try folder.file("p", "{\"b\":1.50,\"a\":2}\n{\"a\":3,\"c\":[1]}\n")
        #expect(
            filter("--select", "*, d = a + 1", "a > 0", records).output
                == "{\"b\":1.50,\"a\":2,\"d\":3}\n{\"a\":3,\"c\":[1],\"d\":4}\n")
        #expect(
            filter("--select", "d = concat(a, '*,'), *, b = 0", "-s", "-a", "a > 0", records).output
                == "{\"d\":\"3*,\",\"a\":3,\"c\":[1],\"b\":0}\n{\"d\":\"2*,\",\"a\":2,\"b\":0}\n")
        #expect(
            filter("--select", "*,d = a + 1", "-o", "csv", "a > 0", records).output
                == "b,a,c,d\n1.50,2,,3\n,3,[1],4\n")
        #expect(filter("--select", "*,d = a", "--distinct", "a > 0", records).status == 64)
        #expect(filter("--select", "*,a", "--group-by", "a", "a > 0", records).status == 64)
    }

    @Test func allTakesNoPredicate() throws {
        #expect(filter("--all", "-c", file, file).output == "6\n")
        #expect(filter("--all", "-f", file, file).status == 64)
        #expect(filter("--all", "--predicates", file, file).status == 64)
        let both = filter("--all", "n>2", file)
        #expect(both.status == 64 && both.messages.contains("`n>2` is a predicate, and --all takes all records"))
    }

    /// A table is for people; other formats keep each digit.
    @Test func averagesInATableHaveFewDigits() throws {
        let file = try folder.file("three", "{\"n\":1}\n{\"n\":2}\n{\"n\":2}\n")
        let table = filter("--all", file, "--aggregate", "m = avg(n)", "-o", "table")
        #expect(table.output.contains("1.66667\n"), "\(table)")
        let csv = filter("--all", file, "--aggregate", "m = avg(n)", "-o", "csv")
        #expect(csv.output.contains("1.6666666666666667\n"), "\(csv)")
    }

    @Test func aDamagedPropertyListIsToldAsOne() throws {
        let file = try folder.file("facts.plist", "<plist><dict><key>a</key><integer>1")
        #expect(
            filter("a == 1", file)
                == CommandResult(
                    status: 65, output: "",
                    messages: "error: \(file):1:26: the property list is damaged: the element `integer` is not closed; "
                        + "repair it, or export it again\n"
                ))
    }

    @Test func recordsOnATerminalAreForPeople() {
        func shown(_ options: [String], colour: Bool = false, width: Int = 40) -> String {
            let environment = CommandEnvironment(
                output: OutputSink(isTerminal: true), errors: OutputSink(), width: width, colouredOutput: colour)
            registeredWings
            #expect(PredicateTool.run(["filter", "n == 3", file] + options, in: environment) == 0)
            return environment.output.text
        }
        let pretty = """
            {
              "name": "A",
              "n": 3,
              "o": {"x": 1, "y": 2},
              "a.b": 0
            }

            """
        #expect(shown([]) == pretty)
        #expect(shown([], colour: true).contains("\u{1B}[1;34m\"name\"\u{1B}[0m: \u{1B}[32m\"A\"\u{1B}[0m"))
        #expect(shown(["-o", "ndjson"], colour: true) == filter("n == 3", file).output)
        #expect(shown(["-c"], colour: true) == "1\n")
        #expect(
            shown(["-o", "table"], width: 24) == """
                name  n  o.x  o.y  a.b
                ────  ─  ───  ───  ───
                A     3    1    2    0

                """)
    }
}

/// Codes of errors, by which `predicate message` explains them.
@Suite struct ErrorCodeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func messages(_ arguments: [String], isTerminal: Bool) -> String {
        let environment = CommandEnvironment(output: OutputSink(), errors: OutputSink(isTerminal: isTerminal))
        registeredWings
        _ = PredicateTool.run(arguments, in: environment)
        return environment.errors.text
    }

    @Test func errorsOnATerminalShowTheirCodes() throws {
        let file = try folder.file("r", "{\"name\":\"A\",\"n\":1}\n")
        let cases: [([String], [String])] = [
            (["filter", "nmae == 'x'", file], ["unknown-field"]),
            (["filter", "nmae == 'x' AND nn > 1", file], ["unknown-field"]),
            (["filter", "--sort", "nmae", "n > 0", file], ["unknown-field"]),
            (["filter", "n > 0", folder.path("none")], ["no-such-file"]),
            (["check", "n >"], ["missing-operand"]), (["format", "n >"], ["missing-operand"]),
        ]
        for (arguments, codes) in cases {
            let line = codes.map { "`predicate message \($0)`" }.joined(separator: ", ") + " explains more\n"
            let shown = messages(arguments, isTerminal: true)
            #expect(shown.hasSuffix("\n" + line), "\(arguments): \(shown)")
            // Elsewhere there is only the picture. A terminal wraps a long path of the folder.
            func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
            #expect(words(messages(arguments, isTerminal: false) + line) == words(shown))
            for code in codes { #expect(predicate(["message", code]).status == 0) }
        }
        #expect(!messages(["filter", "n == 1", file], isTerminal: true).contains("predicate message"))
    }
}
