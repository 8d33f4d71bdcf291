import Foundation
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Tables, summaries, history and completion: the parts that need little or no session.
@Suite struct ReplDisplayTests {
    // MARK: Tables

    private func cell(_ text: String) -> Cell { Cell(text: text, isNumber: Double(text) != nil) }

    private func table(_ width: Int, _ rows: [[(String, String)]]) -> String {
        var table = ScreenTable(width: width)
        let cells = rows.map { $0.map { ($0.0, cell($0.1)) } }
        for (index, row) in cells.enumerated() { table.measure(row, number: index + 1) }
        table.fit(order: [])
        let lines = cells.enumerated().map { table.line($0.element, number: $0.offset + 1) }
        return table.header + lines.joined() + table.footer
    }

    @Test func wideCharactersAreAligned() {
        let text = table(
            40,
            [
                [("name", "東京"), ("n", "1")], [("name", "São"), ("n", "20")], [("name", "👩‍👩‍👧🇵🇹"), ("n", "3")],
                [("name", "e\u{301}"), ("n", "4")],
            ])
        #expect(
            text == """
                #  name   n
                ─  ────  ──
                1  東京   1
                2  São   20
                3  👩‍👩‍👧🇵🇹   3
                4  e\u{301}      4

                """)
        let widths = Set(text.split(separator: "\n").map { TextWidth.columns(of: String($0)) })
        #expect(widths == [11])
    }

    @Test(arguments: [20, 30, 40, 79, 80, 200])
    func aTableFits(width: Int) {
        let row = (0..<12).map { ("field\($0)", $0 % 3 == 0 ? "1234567" : String(repeating: "長い", count: $0)) }
        for line in table(width, [row, row]).split(separator: "\n") {
            #expect(TextWidth.columns(of: String(line)) <= width, "\(line)")
        }
    }

    @Test func numbersAreNeverCut() {
        let text = table(30, [[("a", String(repeating: "x", count: 40)), ("b", "123456789012")]])
        #expect(text.contains("123456789012"))
        #expect(text.contains("…"))
        #expect(table(30, []) == "")
        #expect(table(24, [[("a", "1234567890"), ("b", "1234567890"), ("c", "1")]]).contains("no room for: b, c"))
    }

    // MARK: Summaries

    private func summary(_ values: [PredicateValue]) -> String {
        (try? ReplSummary(values)).map { ReplSummaryText(summary: $0, width: 60).text } ?? ""
    }

    @Test func oneOddTextHidesNoNumbers() {
        let numbers = (1...20).map { PredicateValue.integer($0) }
        let text = summary(numbers + ["-"])
        #expect(text.hasPrefix("21 values, 1 of them not numeric, such as \"-\", 21 distinct\nmin       1\n"))
        #expect(text.contains("\nmean      10.5\n"))
        #expect(!summary([1, 2, 3, "-"]).contains("mean"))
    }

    @Test func pathsThroughListsAndResultsAreSummarised() throws {
        let folder = try TemporaryFolder()
        let lines = (1...20).map { "{\"i\":[{\"p\":\($0)},{\"p\":1}],\"n\":\($0)}\n" }.joined()
        let session = try TestSession(try folder.file("o.ndjson", lines))
        #expect(try session.type("i.p").hasPrefix("40 values, 20 distinct\nmin       1\nmax       20\n"))
        try session.type("n > 5")
        #expect(try session.type("$_.n").hasPrefix("15 values, 15 distinct\nmin       6\nmax       20\n"))
        #expect(try session.type("$_.i.p").hasPrefix("30 values, 16 distinct\n"))
        try session.type("n > 18")
        #expect(try session.type("$_.n") == "{19, 20}\n")
    }

    /// Values in objects have columns, and those of the predicate stay.
    @Test func tablesShowLeaves() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "pods.ndjson",
            """
            {"meta":{"name":"web","labels":{"app":"web"},"none":{}},"image":"example.com/web:1","status":{"restarts":3}}
            {"meta":{"name":"db"},"image":"example.com/db:1","status":{"restarts":12}}

            """)
        let session = try TestSession(file, width: 80)
        #expect(
            try session.type("status.restarts > 0").hasPrefix(
                """
                #  meta.name  meta.labels.app  meta.none  image              status.restarts
                """))
        let narrow = filter("-o", "table", "status.restarts > 5", file)
        #expect(narrow.lines.last == "db         example.com/db:1               12")
        var table = ScreenTable(width: 20, wanted: ["d.e"])
        let cells = ["a", "b", "c", "d.e"].map { ($0, Cell(text: "1234567", isNumber: false)) }
        table.measure(cells, number: 1)
        table.fit(order: [])
        #expect(table.header.hasPrefix("#  a        d.e"))
    }

    @Test func pointersAreCompleted() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("d.json", "{\"items\":[{\"a\":1}],\"n\":{\"more\":[{\"b\":1},{\"b\":2}]}}")
        let session = TestSession()
        let line = ":load \(file) at /"
        let texts = session.session.complete(line, cursor: line.utf8.count).candidates.map(\.text)
        #expect(texts == ["/n/more", "/items"])
    }

    @Test func summariesOfNumbers() throws {
        #expect(summary([]) == "0 values, 0 distinct\n")
        #expect(summary([.null, .null]) == "2 values, 2 of them nil, 0 distinct\n")
        #expect(summary([1, 1.0, 1]) == "3 values, 1 distinct\ncommonest 3×  1\n")
        #expect(
            summary([1, 2, 2, 4, .null]) == """
                5 values, 1 of them nil, 3 distinct
                min       1
                max       4
                mean      2.25
                median    2
                commonest 2×  2
                          1×  1
                          1×  4
                1  1  ███████████████████████████
                2  2  ██████████████████████████████████████████████████████
                3  0
                4  1  ███████████████████████████

                """)
        let large = try ReplSummary([.double(1e308), .double(1e308), .double(-1e308)])
        #expect(large.numbers?.mean.isFinite == true)
        #expect(large.histogram == nil)
    }

    @Test func summariesOfOtherValues() {
        let texts = summary(["b", "a", "a"])
        #expect(texts.contains("min       \"a\"\nmax       \"b\"\ncommonest 2×  \"a\"  ██████████████████████████"))
        let truths = summary([.boolean(true), .boolean(false), .boolean(true)]).split(separator: "\n").suffix(2)
        #expect(
            truths.map(String.init) == [
                "commonest 2×  TRUE   " + String(repeating: "█", count: 39),
                "          1×  FALSE  " + String(repeating: "█", count: 19) + "▌",
            ])
        #expect(summary([["x"], ["x"], ["y"]]).contains("commonest 2×  {\"x\"}  █"))
        #expect(summary([1, "a"]).contains("mean") == false)
        let many: [PredicateValue] = (0..<10).map { .string("v\($0)") }
        #expect(summary(many).contains("each value comes once, such as \"v0\", \"v1\", \"v2\"\n"))
        for line in summary([.string(String(repeating: "長", count: 9000))]).split(separator: "\n") {
            #expect(TextWidth.columns(of: String(line)) <= 60)
        }
    }

    @Test(arguments: [
        (0.0, "0"), (2.25, "2.25"), (1234567.891, "1234567.9"), (0.000123456, "0.000123456"), (1e-9, "1e-09"),
        (-3.5, "-3.5"), (1e300, "1e+300"),
    ])
    func shortNumbers(number: Double, text: String) { #expect(FixedNumber.short(number) == text) }

    // MARK: History

    @Test func historyFile() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("state/predicate/history")
        var history = ReplHistory(file: file)
        #expect(history.entries.isEmpty)
        let added = ["a == 1", "a == 1", "b IN {\n  1\n}"].map { history.add($0) }
        #expect(added == [true, false, true])
        #expect(ReplHistory(file: file).entries == ["a == 1", "b IN { 1 }"])
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        // The last entries of a long file are kept.
        let long = try folder.file("long", (0..<5000).map { "n == \($0)\n" }.joined())
        #expect(ReplHistory(file: long).entries.count == ReplHistory.capacity)
        #expect(try String(contentsOfFile: long, encoding: .utf8).split(separator: "\n").count == ReplHistory.capacity)
        // Without a writable file, the session still has a history.
        var lost = ReplHistory(file: "/dev/null/history")
        lost.add("x")
        #expect(lost.entries == ["x"])
    }

    @Test func whereHistoryIsKept() {
        #expect(ReplHistory.standardFile(in: ["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/predicate/history")
        #expect(
            ReplHistory.standardFile(in: ["XDG_STATE_HOME": "s", "HOME": "/h"]) == "/h/.local/state/predicate/history")
        #expect(ReplHistory.standardFile(in: [:]) == nil)
    }

    // MARK: Completion

    private func session(_ folder: TemporaryFolder) throws -> ReplSession {
        try TestSession(try folder.file("towns.ndjson", townRecords)).session
    }

    private func texts(_ session: ReplSession, _ line: String) -> [String] {
        session.complete(line, cursor: line.utf8.count).candidates.map(\.text)
    }

    @Test func completion() throws {
        let folder = try TemporaryFolder()
        let session = try session(folder)
        try session.assign("least", "1")
        session.names.saved.append(.init(name: "big", text: "population > 1"))
        #expect(texts(session, ":lo") == ["load"])
        #expect(
            texts(session, ":s") == ["schema", "show", "save", "saved", "sort", "select", "sh", "source", "session"])
        #expect(texts(session, ":zz").isEmpty)
        #expect(texts(session, ":help lim") == ["limit"])
        #expect(texts(session, ":help :lim") == [":limit"])
        #expect(texts(session, ":help BEG") == ["BEGINSWITH"])
        #expect(texts(session, ":help li") == ["limit", "live", "LIKE", "line breaks", "lists", "list", "list type"])
        #expect(texts(session, ":help @s") == ["@sum"])
        #expect(texts(session, ":help [c") == ["[c]"])
        #expect(texts(session, ":help quoted n") == ["quoted names"])
        #expect(texts(session, ":help ") == ReplCommandTable.rows.filter { $0.viewOf == nil }.map(\.name))
        #expect(texts(session, ":help tr").contains("tree"))
        #expect(
            texts(session, ":mode ") == [
                "ndjson", "json", "pretty", "yaml", "csv", "tsv", "markdown", "table", "chart", "csv-safe",
            ])
        #expect(texts(session, ":run b") == ["big"])
        #expect(texts(session, ":use t") == ["towns"])
        #expect(texts(session, "na") == ["name"])
        #expect(texts(session, "mayor.") == ["name"])
        #expect(texts(session, ":count mayor.n") == ["name"])
        #expect(texts(session, ":let x = $l") == ["$least"])
        #expect(texts(session, "name == \"na").isEmpty)
        #expect(texts(session, ":sort -pop") == ["population"])
        #expect(texts(session, "nothing.x").isEmpty)
        // The range is in bytes, and ends at the cursor.
        let line = "name == \"é\" AND popu > 1"
        let completion = session.complete(line, cursor: 21)
        #expect(completion.range == 17..<21 && completion.candidates.map(\.text) == ["population"])
        #expect(session.complete("é", cursor: 1).range == 0..<0)
        #expect(session.complete("x", cursor: 99).range.upperBound == 1)
    }

    @Test func completionOfFiles() throws {
        let folder = try TemporaryFolder()
        let session = try session(folder)
        _ = try folder.file("with blank.json", "")
        _ = try folder.file(".hidden", "")
        try FileManager.default.createDirectory(atPath: folder.path("deep"), withIntermediateDirectories: false)
        let path = folder.url.path + "/"
        #expect(
            texts(session, ":load \(path)") == [path + "deep/", path + "towns.ndjson", "\"\(path)with blank.json\""])
        #expect(texts(session, ":load \(path).h") == [path + ".hidden"])
        #expect(session.tab(":load \(path)de", cursor: path.utf8.count + 8) == .replace(6, path + "deep/"))
        #expect(texts(session, ":load x a") == ["at", "as"])
        #expect(texts(session, ":output \(path)to") == [path + "towns.ndjson"])
        #expect(texts(session, ":load /nowhere/at/all/").isEmpty)
    }

    @Test func tab() throws {
        let session = try session(try TemporaryFolder())
        #expect(session.tab(":lo", cursor: 3) == .replace(1, "load "))
        #expect(session.tab(":q", cursor: 2) == .replace(1, "quit"))
        #expect(session.tab(":se", cursor: 3) == .list("select   session\n"))
        #expect(session.tab(":h", cursor: 2) == .list("histogram  history    help\n"))
        #expect(session.tab("zzz", cursor: 3) == .nothing)
        #expect(session.tab("may", cursor: 3) == .replace(0, "mayor"))
        #expect(session.tab("nam > 1", cursor: 3) == .replace(0, "name "))
        let listed = ReplSession.columns((0..<150).map { "name\($0)" }, width: 60)
        #expect(listed.hasSuffix("… and 50 more\n"))
        #expect(listed.split(separator: "\n").allSatisfy { $0.count <= 60 })
        // The first ones must not leave the screen.
        let short = ReplSession.columns((0..<150).map { "name\($0)" }, width: 60, rows: 4)
        #expect(short.split(separator: "\n").count == 5)
        #expect(short.hasPrefix("name0   name4   ") && short.hasSuffix("name27\n… and 122 more\n"), "\(short)")
        #expect(ReplSession.columns(["a", "b"], width: 60, rows: 1) == "a  b\n")
        let wide = ["a", String(repeating: "b", count: 90)]
        #expect(ReplSession.columns(wide, width: 60, rows: 1) == "a\n… and 1 more\n")
    }

    @Test func completionOfTheLastResult() throws {
        let folder = try TemporaryFolder()
        let session = try session(folder)
        #expect(!texts(session, "$").contains("$_"))
        _ = try session.run("name == \"Porto\"")
        #expect(texts(session, "$").contains("$_"))
        #expect(session.tab("name IN $_.na", cursor: 13) == .replace(11, "name "))
        #expect(texts(session, "$_.").first == "name")
        #expect(session.tab("$_", cursor: 2) == .replace(0, "$_"))
        // The fields of other records are not known.
        _ = try session.run(":load \(folder.file("others.ndjson", "{\"n\":1}\n"))")
        #expect(!texts(session, "$_.").contains("name") && !texts(session, "$_.").contains("n"))
    }

    @Test func completionOfCommandsWithWords() throws {
        let session = try session(try TemporaryFolder())
        #expect(texts(session, ":session ") == ["save", "load"])
        #expect(texts(session, ":session lo") == ["load"])
        #expect(!texts(session, ":session save /").isEmpty)
        #expect(texts(session, ":schema may") == ["mayor"])
        #expect(Set(texts(session, ":schema ")) == ["name", "country", "population", "tags", "mayor"])
        #expect(!texts(session, ":output ").contains("off"))
        session.destination = .command("cat")
        #expect(texts(session, ":output ").first == "off")
        #expect(texts(session, ":output x ").isEmpty)
        // What few people mean comes last.
        let all = texts(session, "")
        let rare = ["modulus:by:(", "random()", "randomn(", "noindex(", "FUNCTION("]
        #expect(Set(rare).isSubset(of: all.suffix(6)), "\(all)")
        #expect(texts(session, "name ").suffix(2) == ["UTI-CONFORMS-TO", "UTI-EQUALS"])
    }

    /// A message has the width of the terminal, and breaks between words.
    @Test func messagesAreWrapped() {
        let note = "   = note: the fields are `a`, `b c d e f g h i`, `c`"
        #expect(MessageText.wrapped(note, to: 80) == note)
        #expect(
            MessageText.wrapped("error: x\n 1 │ \(note)\n\(note)", to: 40) == """
                error: x
                 1 │ \(note)
                   = note: the fields are `a`,
                           `b c d e f g h i`, `c`
                """)
        #expect(
            MessageText.wrapped("\u{1B}[1;31merror\u{1B}[0m: one two three four", to: 18)
                == "\u{1B}[1;31merror\u{1B}[0m: one two\n  three four")
        #expect(MessageText.wrapped("error: 上海上海 上海", to: 17) == "error: 上海上海\n  上海")
    }
}
