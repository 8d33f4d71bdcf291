import Foundation
import PredicateFormat
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Each command of the prompt.
@Suite struct ReplCommandTests {
    let folder: TemporaryFolder
    let towns: String

    init() throws {
        folder = try TemporaryFolder()
        towns = try folder.file("towns.ndjson", townRecords)
    }

    private func session() throws -> TestSession { try TestSession(towns) }

    // MARK: Help

    @Test(arguments: ReplCommandTable.rows.map(\.name))
    func everyCommandHasHelp(name: String) throws {
        let row = try #require(ReplCommandTable.row(named: name))
        #expect(row.summary.hasSuffix(".") && row.summary.count <= 66)
        let help = try TestSession().type(":help \(name)")
        #expect(help.hasPrefix(row.synopsis + "\n  " + row.summary + "\n"))
        #expect(try TestSession().type(":help :\(name)") == help)
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(help)")
        // A view is named beside the command that it is a view of.
        let listed = row.viewOf == nil ? "  :\(name) " : "`:\(name)`"
        #expect(try TestSession().type(":help").contains(listed))
    }

    /// The page of help is about commands of the prompt, and names every function of groups.
    @Test func helpIsOfCommands() throws {
        let page = try #require(MarkdownPage.embedded(in: "help").first { $0.name == "help/prompt" })
        let names = ReplCommandTable.rows.map { ":" + $0.name }
        #expect(page.sections.allSatisfy { names.contains($0.title) && !$0.blocks.isEmpty })
        let words = try TestSession().type(":help group").split { !$0.isLetter }
        #expect(QueryFunction.allCases.allSatisfy { words.contains(Substring($0.rawValue)) })
        let formats = OutputFormat.allCases.map(\.rawValue).joined(separator: " | ")
        #expect(ReplCommandRow.mode.synopsis == ":mode [\(formats)]")
    }

    @Test func partsOfTheLanguageHaveHelp() throws {
        let session = TestSession()
        for topic in ["BEGINSWITH", "[c]", "@sum", "SUBQUERY", "dates", ":=", "count()", "like"] {
            #expect(try session.type(":help \(topic)") == LanguageReference.text(for: topic, width: 80), "\(topic)")
        }
        #expect(try session.type(":help count").hasPrefix(":count"))
        #expect(try session.type(":help :BEGINSWITH").hasPrefix("error: there is no command"))
        #expect(
            try session.type(":help BEGINWITH") == "error: there is no topic `BEGINWITH`; did you mean `BEGINSWITH`?\n")
        #expect(
            try session.type(":help xyzzy") == "error: there is no topic `xyzzy`; `:help topics` lists all topics\n")
        // The hint can be obeyed.
        #expect(try session.type(":help topics") == LanguageReference.list(width: 80))
    }

    @Test func namesAreDistinct() {
        let names = ReplCommandTable.rows.flatMap { [$0.name] + $0.aliases }
        #expect(Set(names).count == names.count)
    }

    @Test func unknownCommandsSuggest() throws {
        let session = TestSession()
        #expect(try session.type(":laod x") == "error: there is no command `:laod`; did you mean `:load`?\n")
        #expect(try session.type(":hist") == "error: there is no command `:hist`; did you mean `:histogram`?\n")
        #expect(try session.type(":xyzzy") == "error: there is no command `:xyzzy`; `:help` lists them\n")
        #expect(try session.type(": load") == "error: there is no command `:`; `:help` lists them\n")
        #expect(try session.type(":help selct").contains("did you mean `:select`?"))
        #expect(session.session.hasFailed)
    }

    @Test(arguments: [":q", ":quit", ":exit", "  :quit  "])
    func quitting(line: String) throws {
        let session = TestSession()
        #expect(try session.type(line + "\n1 + 1") == "")
        #expect(session.session.isOver)
    }

    /// An expression with a mistake is not also reported as no condition.
    @Test(arguments: [
        ("1 +", ["a value is missing here"]), ("population / (2", ["`(` is not closed"]),
        ("population > 5 AND population", ["`population` is an integer, not a condition"]),
    ])
    func mistakes(line: String, messages: [String]) throws {
        let errors = try session().type(line).split(separator: "\n").filter { $0.hasPrefix("error: ") }
        #expect(errors.map { String($0.dropFirst("error: ".count)) } == messages)
    }

    // MARK: Data

    @Test func loading() throws {
        let shop = try folder.file("my shop.json", #"{"items":[{"sku":1},{"sku":2}],"by":{"a":{"k":1}}}"#)
        let session = TestSession()
        #expect(
            try session.type(":load \"\(shop)\" at /items as items") == "items: 2 records of \(shop)\n")
        #expect(try session.type(":load \"\(shop)\" at /by values") == "my-shop: 1 record of \(shop)\n")
        #expect(try session.type(":load '\(towns)'") == "towns: 5 records of \(towns)\n")
        #expect(
            try session.type(":use") == """
                  items: 2 records of \(shop)
                  my-shop: 1 record of \(shop)
                * towns: 5 records of \(towns)

                """)
        #expect(try session.type(":use items\n:count sku > 1") == "items: 2 records of \(shop)\n1\n")
        #expect(try session.type(":use town") == "error: there is no data set `town`; did you mean `towns`?\n")
        #expect(try session.type(":use zzz") == "error: there is no data set `zzz`; `:use` lists them\n")
    }

    /// The order or columns were set before, so the message says where they come from.
    @Test(arguments: [
        (":sort -population", "`:sort off` ends it"), (":select name, population", "`:select all` ends it"),
    ])
    func whatWasSetForOtherRecords(setting: String, note: String) throws {
        let session = try session()
        let other = try folder.file("other.ndjson", #"{"name":"x"}"#)
        let answer = try session.type("\(setting)\n:load \(other) as towns\nname == \"x\"")
        #expect(answer.contains("error: `population` is not a field of the records\n 1 │ "), "\(answer)")
        #expect(answer.hasSuffix("set this; \(note)\n"), "\(answer)")
        let word = note.contains("off") ? ":sort off" : ":select all"
        #expect(try session.type("\(word)\nname == \"x\"").hasSuffix("1 of 1 record\n"))
    }

    /// Each data set has its own order, columns and groups; the display is common to all.
    @Test func settingsBelongToTheirDataSet() throws {
        let session = try session()
        let other = try folder.file("other.ndjson", #"{"name":"x"}"#)
        _ = try session.type(":sort -population\n:select name\n:limit 3\n:load \(other)")
        #expect(try session.type("name == \"x\"").hasSuffix("1 of 1 record\n"))
        #expect(try session.type(":sort") == "records are in the order of the file\n")
        #expect(try session.type(":limit") == "at most 3 records are shown\n")
        #expect(try session.type(":select z = name\n:use towns\n:select").hasSuffix("shown is name\n"))
        #expect(try session.type(":use other\n:select").hasSuffix("shown is z = name\n"))
    }

    @Test func aListBelowAnObjectKeepsIt() throws {
        let session = try session()
        let file = try folder.file("orders.json", #"[{"id":7,"items":[{"p":1},{"p":2}]}]"#)
        let answer = try session.type(":load \(file) at /*/items parent order\np > 1 AND order.id == 7")
        #expect(answer.hasSuffix("1 of 2 records\n"), "\(answer)")
        #expect(try session.type(":load \(file) parent x").hasPrefix("error: `parent` needs `at` with"))
    }

    @Test func aFileThatIsLoadedAgainReplacesItself() throws {
        let session = try session()
        _ = try folder.file("towns.ndjson", #"{"name":"x"}"#)
        #expect(
            try session.type(":load \(towns)\n:use") == """
                towns: 1 record of \(towns)
                * towns: 1 record of \(towns)

                """)
        // Two files with one name are both kept.
        let other = try folder.file("towns.json", "[{},{}]")
        #expect(try session.type(":load \(other)") == "towns-2: 2 records of \(other)\n")
    }

    @Test(arguments: [
        (":load", "needs a file"), (":load /none.json", "no such file"),
        (":load / at", "`at` needs a pointer"),
        (":load --values x", "`--values` is an option of the command line"),
        (":load x --at /a", "`--at` is an option of the"),
        (":load x as", "`as` needs a name"), (":load a b", "`b` is not understood"),
        (":load x at items", "must begin with `/`"), (":load -", "standard input"),
    ])
    func whatCannotBeLoaded(line: String, words: String) throws {
        let text = try TestSession().type(line)
        #expect(text.hasPrefix("error: ") && text.contains(words), "\(text)")
    }

    @Test func badRecordsAreSaidAndSkipped() throws {
        let file = try folder.file("bad.ndjson", "{\"n\":1}\noops\n3\n{\"n\":2}\n{\"n\":\n{\"n\":}\n")
        let text = try TestSession().type(":load \(file)\n:count")
        #expect(text.contains("warning: 4 bad records were skipped, of which the first 3 are shown\n"), "\(text)")
        #expect(text.contains(" 2 │ oops"))
        #expect(text.hasSuffix("bad: 2 records of \(file)\n2\n"))
        // A file without readable records makes no data set.
        let hopeless = try folder.file("hopeless.json", "oops")
        #expect(try TestSession().type(":load \(hopeless)\n:use").contains("no records are loaded"))
    }

    @Test func aFileThatIsChangedAfterwardsIsSaid() throws {
        let session = try session()
        #expect(try session.type(":mode ndjson\nname == \"Porto\"").contains(#""population":252687"#))
        let before = try Data(contentsOf: URL(fileURLWithPath: towns))
        try FileHandle(forWritingTo: URL(fileURLWithPath: towns)).truncate(atOffset: 0)
        let words = "\(towns) has changed since it was loaded; `:load` reads it again"
        for line in ["name == \"Porto\"", ":count", "population", ":coverage name == \"Porto\"", ":why 1 name == nil"] {
            #expect(try session.type(line).contains("error: " + words), "\(line)")
        }
        try before.write(to: URL(fileURLWithPath: towns))
        #expect(try session.type(":load \(towns)\nname == \"Porto\"").contains(#""population":252687"#))
    }

    @Test func schema() throws {
        let session = try session()
        #expect(
            try session.type(":schema")
                == """
                Record         5 records
                ├─ name        a string
                ├─ country     a string or nil          in 4 of 5
                ├─ population  an integer or nil        in 4 of 5
                ├─ tags        a list of strings
                └─ mayor       an object (Mayor) or nil  in 2 of 5
                   └─ name     a string

                """.replacing("  in 4 of 5", with: "   in 4 of 5"))
        #expect(
            try session.type(":schema mayor") == """
                mayor    an object (Mayor) or nil, in 2 of 5
                └─ name  a string

                """)
        #expect(try session.type(":schema country").contains("  2×  \"PT\"\n"))
        #expect(try session.type(":schema mayr") == "error: `mayr` is not a field of Record; did you mean `mayor`?\n")
        #expect(try session.type(":schema name.x") == "error: `name` is a string and has no fields\n")
        #expect(try TestSession().type(":schema").contains("`:load FILE`"))
    }

    // MARK: Language

    @Test func typesTreesAndForms() throws {
        let session = try session()
        #expect(try session.type(":type population / 2") == "seen as an integer or nil\n")
        #expect(try session.type(":type 1 + 2.5") == "a number\n")
        #expect(try session.type(":type name == \"x\"") == "true or false\n")
        #expect(try session.type(":tree") == "error: no predicate has been entered yet\n")
        let tree = """
            >              true or false
            ├─ population  seen as an integer or nil
            └─ 5           an integer

            """
        #expect(try session.type(":tree population > 5") == tree)
        try session.type("population > 5")
        #expect(try session.type(":tree") == tree)
        #expect(try session.type(":explain").hasPrefix(tree + "\ncanonical:\n  population > 5\n"))
        #expect(try session.type(":format a=1&&b<>2") == "a == 1 AND b != 2\n")
        #expect(try session.type(":format") == "population > 5\n")
        #expect(try session.type(":explain popu > 5").contains("did you mean `population`?"))
        #expect(try session.type(":type nmae").contains("did you mean `name`?"))
    }

    @Test func counting() throws {
        let session = try session()
        #expect(try session.type(":count") == "5\n")
        #expect(try session.type(":count country == \"PT\"") == "2\n")
        #expect(try session.type(":count (country == \"PT\"\n AND population > 300000)") == "1\n")
        #expect(try session.type(":count population").contains("error: "))
        #expect(try TestSession().type(":count").contains("no records are loaded"))
    }

    // MARK: Names

    @Test func variables() throws {
        let session = try session()
        #expect(try session.type(":vars").contains("there are no variables"))
        #expect(try session.type(":let least = 500000") == "$least = 500000\n")
        #expect(try session.type(":let $near = {\"PT\", \"ES\"}") == "$near = {\"PT\", \"ES\"}\n")
        #expect(try session.type(":let twice = $least * 2") == "$twice = 1000000\n")
        #expect(try session.type(":count population > $least AND country IN $near").hasSuffix("\n1\n"))
        #expect(try session.type("$twice + 1") == "1000001\n")
        #expect(try session.type(":let least = 1") == "$least = 1\n")
        #expect(try session.type(":vars") == "$least = 1\n$near = {\"PT\", \"ES\"}\n$twice = 1000000\n")
        #expect(try session.type(":let n = population").contains("`population` has one for each record"))
        #expect(try session.type(":let 1x = 2").contains("is not a valid name"))
        #expect(try session.type(":let x").contains(":let NAME = EXPRESSION"))
        #expect(try session.type(":let x =").contains("needs an expression"))
        #expect(try session.type(":let x = 1 +").hasPrefix("error: "))
        // An undefined variable is an error where it is used.
        #expect(try session.type("population > $nothing").contains("`:let NAME = EXPRESSION` sets it"))
        #expect(try session.type("$nothing + 1").contains("`$nothing` has no value"))
        #expect(try session.type(":let s = \"x\"\npopulation > $s").contains("error: "))
    }

    @Test func savedPredicates() throws {
        let session = try session()
        #expect(try session.type(":saved").contains("there are no saved predicates"))
        let kept = "; `:session save FILE` keeps it for later\n"
        #expect(try session.type(":save big population > 1000000") == "saved big" + kept)
        try session.type("country == \"PT\"")
        #expect(try session.type(":save portuguese") == "saved portuguese" + kept)
        #expect(
            try session.type(":saved") == "big         population > 1000000\nportuguese  country == \"PT\"\n")
        #expect(try session.type(":run portuguese").hasSuffix("2 of 5 records\n"))
        #expect(try session.type(":run protuguese").contains("did you mean `portuguese`?"))
        #expect(try session.type(":run").contains("needs the name"))
        #expect(try session.type(":save x popu >").hasPrefix("error: "))
        #expect(try session.type(":save 'x").contains(":save NAME"))
        #expect(session.session.names.saved.count == 2)
    }

    // MARK: Display

    @Test func sorting() throws {
        let session = try session()
        try session.type(":select name")
        func names(_ sort: String) throws -> [String] {
            try session.type(":sort \(sort)")
            return try session.type("TRUEPREDICATE").split(separator: "\n").dropFirst(2).dropLast()
                .map { String($0.dropFirst(3)) }
        }
        #expect(try names("population") == ["Nowhere", "Porto", "Lisbon", "東京", "São Paulo"])
        #expect(try names("-population") == ["São Paulo", "東京", "Lisbon", "Porto", "Nowhere"])
        #expect(try names("population nil last") == ["Porto", "Lisbon", "東京", "São Paulo", "Nowhere"])
        #expect(try names("-population nil first") == ["Nowhere", "São Paulo", "東京", "Lisbon", "Porto"])
        // Equal values keep their order, and the next key decides.
        #expect(try names("country") == ["Nowhere", "São Paulo", "東京", "Lisbon", "Porto"])
        #expect(try names("-country, -name") == ["Porto", "Lisbon", "東京", "São Paulo", "Nowhere"])
        #expect(try names("tags.@count, name") == ["São Paulo", "Porto", "東京", "Lisbon", "Nowhere"])
        #expect(try names("off") == ["Lisbon", "東京", "São Paulo", "Nowhere", "Porto"])
        #expect(try session.type(":sort popu").contains("error: "))
        #expect(try session.type(":sort name,").contains("item is missing next to this comma"))
        #expect(try session.type(":sort") == "records are in the order of the file\n")
    }

    @Test func limits() throws {
        let session = try session()
        #expect(
            try session.type(":limit 2\nTRUEPREDICATE").contains("5 of 5 records, 3 of them not shown (`:limit all`)"))
        #expect(
            try session.type(":limit 0\nTRUEPREDICATE").hasSuffix(
                "5 of 5 records, 5 of them not shown (`:limit all`)\n"))
        #expect(try session.type(":limit all\nTRUEPREDICATE").hasSuffix("\n5 of 5 records\n"))
        #expect(try session.type(":limit auto") == "10 records are shown on the screen, and all in a file\n")
        #expect(try session.type(":limit -1").contains("not `-1`"))
        #expect(try session.type("FALSEPREDICATE").hasSuffix("0 of 5 records\n"))
    }

    @Test func selecting() throws {
        let session = try session()
        #expect(
            try session.type(":select name, tags.@count, TERNARY(country == nil, 0, 1)\nname BEGINSWITH \"L\"") == """
                shown is name, tags.@count, TERNARY(country == nil, 0, 1)
                #  name    tags.@count  TERNARY(country == nil, 0, 1)
                ─  ──────  ───────────  ─────────────────────────────
                1  Lisbon            2                              1
                1 of 5 records

                """)
        #expect(try session.type(":mode csv\nname BEGINSWITH \"L\"").contains("name,tags.@count,\"TERNARY("))
        #expect(try session.type(":select nmae").contains("did you mean `name`?"))
        #expect(try session.type(":select name,,population").contains("item is missing next to this comma"))
        #expect(try session.type(":select").contains("shown is name"))
        #expect(try session.type(":select all") == "all fields are shown\n")
    }

    @Test func modes() throws {
        let session = try session()
        #expect(
            try session.type(":mode ndjson\nname == \"Porto\"").contains(
                #"{"name":"Porto","country":"PT","population":252687,"tags":["sea"],"mayor":{"name":"Rui"}}"#
                    + "\n1 of 5"))
        #expect(try session.type(":mode json\nFALSEPREDICATE") == "records are written as json\n[]\n0 of 5 records\n")
        #expect(
            try session.type(":mode csv\nname == \"Porto\"").contains(
                "name,country,population,tags,mayor\nPorto,PT,252687,\"[\"\"sea\"\"]\""))
        #expect(try session.type(":mode tabel").contains("did you mean `table`?"))
        #expect(try session.type(":mode") == "records are written as csv\n")
    }

    @Test func timing() throws {
        let session = try session()
        #expect(try session.type(":timing on") == "timing is on\n")
        #expect(try session.type("TRUEPREDICATE").contains("5 of 5 records, in "))
        #expect(try session.type("population").contains("took "))
        #expect(try session.type(":count").contains("5, in "))
        #expect(try session.type(":timing off\n:count") == "timing is off\n5\n")
        #expect(try session.type(":timing maybe").contains("`on` or `off`"))
    }

    @Test func outputToAFile() throws {
        let session = try session()
        let file = folder.path("out.ndjson")
        #expect(
            try session.type(":mode ndjson\n:output \(file)\ncountry == \"PT\"\n:output -").contains(
                "2 records written to \(file)\n2 of 5 records\nrecords are written to the screen\n"))
        #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 2)
        // A table is cut on the screen. A file gets the whole table with all records.
        let wide = try folder.file(
            "wide.ndjson", String(repeating: "{\"t\":\"\(String(repeating: "x", count: 200))\"}\n", count: 12))
        try session.type(":load \(wide)\n:mode table\n:output \(file)\nTRUEPREDICATE\n:output -")
        let table = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(table.count == 14)
        #expect(table.last?.count == 200)
        #expect(try session.type(":output \(towns)").contains("would be lost"))
        #expect(try session.type(":output \(folder.path("no/where"))").contains("cannot write"))
        #expect(try session.type(":output a b").contains("takes one file"))
        #expect(try String(contentsOfFile: towns, encoding: .utf8) == townRecords)
    }

    // MARK: Session

    @Test func sourceFiles() throws {
        let inner = try folder.file("inner", "# only for people\n:count\n")
        let outer = try folder.file("outer", "country IN {\n\"PT\"\n}\nnonsense here\n:source \(inner)\n")
        let text = try session().type(":source \(outer)\n:history")
        #expect(text.contains("2 of 5 records"))
        #expect(text.contains("error: "))
        #expect(text.contains("\n5\n"))
        #expect(text.hasSuffix("1  :source \(outer)\n2  :history\n"))
        let endless = try folder.file("endless", ":source \(folder.path("endless"))\n")
        #expect(try TestSession().type(":source \(endless)").contains("deeper than 16 levels"))
        #expect(try TestSession().type(":source /none").hasPrefix("error: "))
        #expect(try TestSession().type(":source").contains("needs one file"))
        let quits = try folder.file("quits", ":quit\n1 + 1\n")
        #expect(try TestSession().type(":source \(quits)\n2 + 2") == "")
    }

    @Test func historyOfASession() throws {
        let session = TestSession()
        try session.type("1 + 1\n1 + 1\n(2 +\n  3)\n\n# nothing")
        #expect(try session.type(":history") == "1  1 + 1\n2  (2 + 3)\n3  # nothing\n4  :history\n")
        #expect(try session.type(":history 1") == "5  :history 1\n")
        #expect(try session.type(":history x").contains("takes a number"))
    }

    @Test func sessionFiles() throws {
        let file = folder.path("kept.json")
        let session = try session()
        try session.type(":let least = 1000 * 1000\n:let more = $least + 1\n:save big population > $least")
        try session.type(":sort -population\n:limit 3\n:mode csv\n:timing on\n:select name")
        #expect(try session.type(":session save \(file)") == "session saved to \(file)\n")
        let other = try TestSession(towns)
        try other.type(":let more = 5\n:save mine country == nil")
        #expect(
            try other.type(":session load \(file)") == "session loaded: 2 variables, 2 saved predicates\n")
        #expect(other.session.settings == session.session.settings)
        #expect(other.session.names.bindings["more"] == .integer(1_000_001))
        #expect(try other.type(":timing off\n:run big").contains("name\n東京\n") == false)
        #expect(try other.type(":mode csv\n:run big").contains("name\nSão Paulo\n東京\n"))
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"version":2}"#, #"{"version":1,"settings":{"mode":"x"}}"#,
        #"{"version":1,"settings":{"color":true}}"#, #"{"version":1,"variables":[{"name":"a b","expression":"1"}]}"#,
        #"{"version":1,"variables":[{"name":"ok","expression":"1"},{"name":"a","expression":"1 +"}]}"#,
        #"{"version":1,"saved":{"x":"y"}}"#, #"{"version":1,"saved":[{"name":"x"}]}"#,
    ])
    func aBadSessionFileChangesNothing(text: String) throws {
        let file = try folder.file("bad.json", text)
        let session = try session()
        #expect(try session.type(":session load \(file)").hasPrefix("error: "))
        #expect(session.session.names.variables.isEmpty && session.session.names.saved.isEmpty)
        #expect(session.session.settings == ReplSettings())
        #expect(try session.type(":session keep x").contains(":session save FILE"))
    }
}
