import Foundation
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateCommand

/// What hands type: words of other prompts, lines that continue, lines that were pasted, the last result, and `:fix`.
@Suite struct ReplTypingTests {
    let folder: TemporaryFolder
    let towns: String

    init() throws {
        folder = try TemporaryFolder()
        towns = try folder.file("towns.ndjson", townRecords)
    }

    // MARK: Words

    @Test(arguments: [
        ("help", ":help"), ("?", ":help"), (".help", ":help"), ("help;", ":help"), ("HELP", ":help"),
        ("help count", ":help count"), ("help()", ":help"), ("quit", ":quit"), ("exit", ":quit"), ("q", ":quit"),
        ("\\q", ":quit"), ("\\?", ":help"), (".exit", ":quit"), ("exit()", ":quit"), (".tables", ":tables"),
        ("\\dt", ":tables"), (".schema name", ":schema name"),
    ])
    func wordsOfOtherPrompts(line: String, command: String) {
        #expect(ReplHabit.command(for: line, fields: ["name"]) == command)
    }

    @Test(arguments: ["help == 3", "quit > 1", "name", "q AND x", "helper", "tables", "\\x", ".name", "schema"])
    func textsOfTheLanguageAreNoCommands(line: String) {
        #expect(ReplHabit.command(for: line, fields: []) == nil)
    }

    @Test func aFieldHidesAWord() throws {
        let session = try TestSession(folder.file("q.ndjson", #"{"q":1,"help":2}"# + "\n"))
        #expect(try session.type("q").hasPrefix("1 value, 1 distinct"))
        #expect(try session.type("help").hasPrefix("1 value, 1 distinct"))
        #expect(!session.session.isOver)
        #expect(try session.type(".help").contains(":load"))
        _ = try session.type("\\q")
        #expect(session.session.isOver)
    }

    /// A condition by call shows records, as in `predicate filter`, and not its values.
    @Test func aConditionByCall() throws {
        let session = try TestSession(folder.file("c.ndjson", "{\"n\":\"ab\"}\n{\"n\":null}\n"))
        for text in ["finds(n, 'b')", "anywhere('b')", "anywhere(n, 'ab')"] {
            #expect(try session.type(text).hasSuffix("1 of 2 records\n"), "\(text)")
        }
        #expect(try session.type("has(n)").hasSuffix("2 of 2 records\n"))
        #expect(try session.type("length(n)").hasPrefix("2 values"))
    }

    /// A spelling of another language is a condition here as in `predicate filter`, also where the text by itself is a value.
    @Test(arguments: [".n | startswith('a')", "any(.l[]; . == 'x')", "l.some(e => e == 'x')", "n ~ /^a/"])
    func spellingsOfOthersAreConditions(text: String) throws {
        let session = try TestSession(
            folder.file("s.ndjson", #"{"n":"ab","l":["x"]}"# + "\n" + #"{"n":"b","l":[]}"# + "\n"))
        #expect(try session.type(text).hasSuffix("1 of 2 records\n"))
    }

    @Test func aLineThatContinuesNothing() throws {
        let session = try TestSession(towns)
        #expect(try session.type("AND population > 8").contains("there is no predicate that this line could continue"))
        // A line whose `$_` means nothing yet can be continued all the same.
        _ = try session.type("$_ AND population > 3")
        #expect(try session.type("AND population > 8").contains("stands for the last result"))
    }

    // MARK: Lines that continue

    @Test(arguments: [
        "name == 'x' AND", "name ==", "a OR", "a &&", "a +", "NOT a AND NOT", "name CONTAINS[cd]", "x BETWEEN", "x IN",
        "ANY tags.name LIKE", "(a == 1) OR", ":count a >", ":select a,", ":let x = 3 +", "a == 1 AND\nb >", "a\n==",
        ":sort a,", "AND", " or ", "&&", "a == 1 AND\nb == 2 OR",
    ])
    func aLineThatEndsWithAnOperatorGoesOn(text: String) {
        #expect(ReplEntry(text).goesOn)
    }

    @Test(arguments: [
        "name == 'AND'", "name", "and.x", ":select *", ":select a, *", "SELF.in", "a == b",
        "#in", ":use a >", "# a AND",
        "a == 1 AND\nb", ":load x =", "", "a.contains", "*", ":coverage", "x[SIZE]", "name == \"a ==\"",
        "help BEGINSWITH", "? IN",
    ])
    func otherLinesDoNot(text: String) {
        #expect(!ReplEntry(text).goesOn)
    }

    @Test func aContinuedLineIsOneEntry() throws {
        let session = try TestSession(towns)
        #expect(try session.type(":count country == \"PT\" AND\npopulation > 300000") == "1\n")
        #expect(try session.type(":count country ==\n\"PT\"") == "2\n")
        // A command is no operand, and an empty line ends the entry.
        #expect(try session.type("country ==\n:count").hasSuffix("\n5\n"))
        #expect(try session.type("country ==\n\n:count").contains("error: "))
        #expect(try session.type("country ==").contains("error: "))
    }

    /// AND alone stands between two lines. It is no predicate that a later line continues.
    @Test func andAlone() throws {
        let session = try TestSession(towns)
        #expect(try session.type("country == \"PT\"\nAND\npopulation > 300000").hasSuffix("1 of 5 records\n"))
        #expect(try session.type("||\nname == \"Nowhere\"").hasSuffix("2 of 5 records\n"))
        #expect(try session.type("AND\n\n").contains("error: `AND` has no condition on its left"))
        #expect(try session.type("OR name == \"Porto\"").hasSuffix("3 of 5 records\n"))
        #expect(try session.type("AND\n:count").hasSuffix("\n5\n"))
        #expect(ReplPaste.entries(of: "a == 1\nOR\nb == 2") == ["a == 1\nOR\nb == 2"])
    }

    /// What other prompts take, and this one does not, says where to go on.
    @Test(arguments: [
        ("SELECT * FROM towns", "a query of SQL"), ("select name from towns;", "`:select` chooses columns"),
        ("SELECT * FROM towns WHERE population > 1", "a predicate is only what follows WHERE"),
        ("{\"name\":\"Lisbon\",\"population\":5}", "`:load FILE` reads the records"),
        ("help population", "`:schema population` shows the field"),
        ("help nothing", "`:help topics` lists all topics"),
        (":limit -1", "a number of records, `all` or `auto`, not `-1`"), ("\\! ls (", "`:sh` needs a terminal"),
        (".shell echo 'x", "`:sh` needs a terminal"), ("\\e", "`:edit` needs a terminal"),
    ])
    func linesOfOtherPrompts(line: String, part: String) throws {
        let text = try TestSession(towns).type(line)
        #expect(text.hasPrefix("error: ") && text.contains(part), "\(text)")
    }

    @Test func outputIsOff() throws {
        let session = try TestSession(towns)
        let file = folder.path("out.ndjson")
        _ = try session.type(":mode ndjson\n:output \(file)\ncountry == \"PT\"")
        #expect(try session.type(":output off") == "records are written to the screen\n")
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{\"name\":\"Lisbon\""))
        #expect(session.session.destination == nil)
    }

    /// All of a long value is shown when it is asked for, and not when it gets a name.
    @Test func aLongValueIsCut() throws {
        let session = try TestSession(towns)
        let text = try session.type("TRUEPREDICATE\n:mode ndjson\n:let all = $_\n:let names = $_.name")
        #expect(text.split(separator: "\n").allSatisfy { TextWidth.columns(of: String($0)) <= 80 }, "\(text)")
        #expect(text.contains("\n$all = {{") && text.contains("…\n$names = {\"Lisbon\", "))
        #expect(try session.type("$all").contains("Porto"))
    }

    @Test func aLineThatBeginsWithAndContinuesTheLastPredicate() throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\"")
        #expect(try session.type("AND population > 300000").hasSuffix("1 of 5 records\n"))
        #expect(try session.type("OR name == \"Nowhere\"").hasSuffix("2 of 5 records\n"))
        #expect(try session.type("  || name == \"Porto\"").hasSuffix("3 of 5 records\n"))
        // The rules of the language hold for the whole, as if it had been typed at once.
        let text = try session.type("and population > 1")
        #expect(text.hasPrefix("warning: AND binds tighter than OR"), "\(text)")
        #expect(text.hasSuffix("3 of 5 records\n"))
        #expect(try session.type(":count").hasSuffix("5\n"))
        // A summary is no predicate to continue, but the last one is still there.
        _ = try session.type("country == \"PT\"\npopulation")
        #expect(try session.type("AND population > 300000").hasSuffix("1 of 5 records\n"))
    }

    @Test func aWrongLineIsContinuedAsItIs() throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\"\npopultion > 1")
        // Not `country == "PT" AND …`, which would be another question.
        let text = try session.type("AND name == \"Porto\"")
        #expect(text.contains("`popultion` is not a field"), "\(text)")
        #expect(try session.type(":fix").hasSuffix("1 of 5 records\n"))
        let empty = try TestSession(towns)
        #expect(try empty.type("AND name == \"Porto\"").contains("error: "))
    }

    // MARK: Pastes

    @Test(arguments: [
        ("a > 1\nAND b > 2\nAND c", ["a > 1\nAND b > 2\nAND c"]),
        ("a ==\n  1\n", ["a ==\n  1"]),
        (":sort a\na > 1\nOR b", [":sort a", "a > 1\nOR b"]),
        ("a > 1\nb > 2", ["a > 1", "b > 2"]),
        ("a > 1\nAND c == 1\nb > 2", ["a > 1\nAND c == 1", "b > 2"]),
        ("a >\n\n:count", ["a >", ":count"]),
        ("# x\n\na IN {\n\n1,\n2\n}", ["a IN {\n\n1,\n2\n}"]),
        (":count a IN {\n1}\nb", [":count a IN {\n1}", "b"]),
        ("a > 1 AND c\n> 2", ["a > 1 AND c\n> 2"]), ("", []), ("\n\n", []), ("a\n", ["a"]),
        ("a b\nc d", ["a b\nc d"]),
    ])
    func pastedLines(text: String, entries: [String]) {
        #expect(ReplPaste.entries(of: text) == entries)
    }

    /// Text that was pasted through an editor, which hands over all of its lines at once.
    private final class Pastes: ReplLineSource {
        var lines: [ReplLine]
        init(_ lines: [ReplLine]) { self.lines = lines }
        func next(prompt: String) -> ReplLine { lines.isEmpty ? .end : lines.removeFirst() }
    }

    @Test func aPasteHasOneAnswer() throws {
        let session = try TestSession(towns)
        let before = session.text.utf8.count
        let pastes = Pastes([
            .paste(":mode ndjson\n:select name\ncountry == \"PT\"\n  AND population > 300000\n  AND name != \"x\"\n"),
            .paste("country == \"JP\"\n  OR name =="), .line("\"Porto\""),
        ])
        try ReplLoop(session: session.session, source: pastes).run()
        let text = String(decoding: session.text.utf8.dropFirst(before), as: UTF8.self)
        #expect(
            text == """
                records are written as ndjson
                shown is name
                {"name":"Lisbon"}
                1 of 5 records
                {"name":"東京"}
                {"name":"Porto"}
                2 of 5 records

                """)
    }

    // MARK: The last result

    @Test func theLastResult() throws {
        let session = try TestSession(towns)
        #expect(try session.type("$_ AND name == \"x\"").contains("there is none yet"))
        _ = try session.type("country == \"PT\" OR country == \"JP\"")
        #expect(try session.type("$_").hasSuffix("3 of 5 records\n"))
        #expect(try session.type("$_ AND population > 300000").hasSuffix("2 of 5 records\n"))
        // Each answer narrows the one before.
        #expect(try session.type("$_ AND country == \"PT\"").hasSuffix("1 of 5 records\n"))
        #expect(try session.type("NOT $_").hasSuffix("4 of 5 records\n"))
        #expect(try session.type("(NOT $_) AND (country == nil OR $_)").hasSuffix("0 of 5 records\n"))
        #expect(try session.type(":count $_ OR country == \"PT\"") == "2\n")
        #expect(try session.type(":count $_") == "2\n")
    }

    @Test func theLastResultAsAList() throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\"")
        #expect(try session.type("$_.@count") == "2\n")
        #expect(try session.type("$_.population.@sum") == "770489\n")
        #expect(try session.type("name IN $_.name AND population < 300000").hasSuffix("1 of 5 records\n"))
        #expect(try session.type("mayor.name IN $_.mayor.name AND NOT name IN $_.name").hasSuffix("0 of 5 records\n"))
        _ = try session.type("country == \"PT\" AND population < 300000")
        let text = try session.type("name IN $_.nmae OR popultion > 1")
        #expect(
            text.contains("name IN $_.nmae OR popultion > 1") && text.contains("did you mean `population`?"), "\(text)")
        #expect(try session.type("name IN $_.name AND population < 300000").hasSuffix("1 of 5 records\n"))
        // The list of the last predicate stays what it was, although the result is another now.
        #expect(try session.type("AND country == \"PT\"").hasSuffix("1 of 5 records\n"))
        #expect(try session.type(":why 1").contains("false"))
        #expect(try session.type("$_.@count") == "1\n")
        // A variable keeps the records.
        _ = try session.type("TRUEPREDICATE\n:let all = $_.name\nname == \"Porto\"")
        #expect(try session.type("$all.@count") == "5\n")
        #expect(try session.type(":let _ = 3").contains("`$_` is the last result"))
        #expect(try session.type(":let _7 = 3").contains("last result"))
        #expect(try session.type(":sort name IN $_.name").contains("`:let NAME = $_`"))
        #expect(try session.type(":save x name IN $_.name").contains("`:let NAME = $_`"))
    }

    /// A list of the last result has a name of its own, which no message and no edit shows.
    @Test func messagesNameTheLastResultAsItWasTyped() throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\"")
        #expect(
            try session.type("$_.name == 1") == """
                error: `$_.name` has many values, but is compared with one
                 1 │ $_.name == 1
                   │ ^^^^^^^ write ANY or ALL before it

                """)
        #expect(try session.type("$_ == 1").contains("`$_` has many values"))
        #expect(try session.type(":fix").hasPrefix("ANY $_ == 1\n"))
        for number in 1...12 { _ = try session.type("name == \"Porto\" AND $_.@count != \(number + 100)") }
        let text = try session.type("$_.name == $_.@count OR $_ == 1")
        #expect(text.contains("`$_.name`") && text.contains("`$_`") && !text.contains("$_1"), "\(text)")
    }

    /// Nor does a line that continues a predicate with such a list, whose records stay those of the earlier result.
    @Test func continuedLinesNameTheLastResultAsItWasTyped() throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\"\nname IN $_.name AND population > 300000")
        let text = try session.type("OR nmae == \"x\" AND name IN $_.name")
        #expect(text.contains("1 │ name IN $_.name AND population > 300000\n"), "\(text)")
        #expect(text.contains("2 │ OR nmae == \"x\" AND name IN $_.name\n   │    ^^^^ "), "\(text)")
        #expect(!text.contains("$_1") && !text.contains("$_2"))
        #expect(try session.type(":fix").hasSuffix("1 of 5 records\n"))
        #expect(try session.type("OR name == \"Porto\"").hasSuffix("2 of 5 records\n"))
        // The edited line is about the earlier result too.
        _ = try session.type("country == \"PT\"\nname IN $_.name\nname == \"Porto\" OR name IN $_.name")
        _ = try session.type("country == \"JP\"\nname IN $_.name\nOR nmae == \"x\"\n")
        #expect(try session.type("country == \"BR\"\n:fix").contains("nothing to fix"))
        _ = try session.type("country == \"PT\"\nname IN $_.name AND name != \"Porto\"\nOR nmae == \"x\"")
        #expect(try session.type(":fix").hasSuffix("1 of 5 records\n"))
        _ = try session.type("country == \"PT\"\nname IN $_.name AND name == \"Porto\"\nAND population < 5")
        _ = try session.type("OR nmae IN {\"Porto\"}")
        #expect(try session.type(":fix\nAND name IN $_.name").hasSuffix("1 of 5 records\n"))
    }

    /// The edits are made to their end: the edited line has no mistake left that an edit mends.
    @Test(arguments: [
        "popultion => 1 ADN nmae CONTAIN 'x'", "x[”n", "popultion =< 3 AND nmae == 'Porto' || cuontry == 'PT'",
    ])
    func fixingReachesItsEnd(line: String) throws {
        let session = try TestSession(towns)
        _ = try session.type(line)
        _ = try session.type(":fix")
        let again = try session.type(":fix")
        #expect(again.contains("nothing to fix") || again.contains("no edit fixes"), "\(again)")
    }

    @Test func theLastResultBehindANumber() throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\"")
        #expect(try session.type(":why 1 $_").hasPrefix("record 1 matches\n"))
        #expect(try session.type(":why 2 $_ AND population > 1").hasPrefix("record 2 does not match"))
    }

    /// A result that is asked within again and again does not grow.
    @Test func theLastResultHasBracketsOnce() throws {
        let session = try TestSession(towns)
        _ = try session.type(":let least = 300000\npopulation > $least OR country == \"PT\"\n$_\n$_\n$_")
        #expect(session.session.lastPredicate == "(population > $least OR country == \"PT\")")
        #expect(!ReplTokens.isInParentheses("(a == 1) AND (b == 2)"))
        #expect(!ReplTokens.isInParentheses("(a == 1"))
        #expect(ReplTokens.isInParentheses("((a == {1, 2}) OR f(b) == \")\")"))
    }

    @Test func aVariableThatChangesLeavesTheLastResult() throws {
        let session = try TestSession(towns)
        _ = try session.type(":let least = 300000\npopulation > $least\n:let least = 10000000")
        #expect(try session.type("$_ AND country == \"PT\"").hasSuffix("1 of 5 records\n"))
        // The last predicate is asked anew.
        _ = try session.type(":let least = 1\npopulation > $least\n:let least = 10000000")
        #expect(try session.type("AND name != \"x\"").hasSuffix("1 of 5 records\n"))
    }

    @Test func mistakesBesideTheLastResultKeepTheirPlace() throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\" AND population > 1")
        let text = try session.type("$_ AND popultion > 3 AND $_")
        #expect(
            text == """
                error: `popultion` is not a field of the records
                 1 │ $_ AND popultion > 3 AND $_
                   │        ^^^^^^^^^ did you mean `population`? (seen in 4 of 5 records)

                """)
        #expect(try session.type(":fix").hasSuffix("2 of 5 records\n"))
    }

    @Test func theLastResultOfOtherRecords() throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\"")
        let other = try folder.file(
            "visits.ndjson", #"{"town":"Porto","n":1}"# + "\n" + #"{"town":"Rio","n":2}"# + "\n")
        _ = try session.type(":load \(other)")
        #expect(try session.type("$_ AND n > 0").contains("`$_` holds records of towns"))
        #expect(try session.type("town IN $_.name").hasSuffix("1 of 2 records\n"))
        #expect(try session.type(":use towns\n$_").contains("error: "))
        // Records that are loaded again are not those of the last result.
        #expect(try session.type("country == \"PT\"\n:load \(towns)\n$_").contains("and towns was loaded again since"))
        #expect(try session.type("country == \"PT\"\n$_").hasSuffix("2 of 5 records\n"))
    }

    // MARK: Fixes

    @Test func offeredEditsAreMade() throws {
        let session = try TestSession(towns)
        _ = try session.type("popultion > 300000 AND country = 'PT'")
        let text = try session.type(":fix")
        #expect(text.hasPrefix("population > 300000 AND country = 'PT'\n"), "\(text)")
        #expect(text.hasSuffix("1 of 5 records\n"))
        #expect(
            session.session.history.entries.last == ":fix"
                || session.session.history.entries.contains {
                    $0.hasPrefix("population > 300000")
                })
        _ = try session.type(":cuont country == \"PT\"")
        #expect(try session.type(":fix") == ":count country == \"PT\"\n2\n")
        _ = try session.type(":count contry == \"PT\"\n:help count")
        #expect(try session.type(":fix") == ":count country == \"PT\"\n2\n")
        _ = try session.type(":sort nmae")
        #expect(try session.type(":fix").hasPrefix(":sort name\n"))
        #expect(try session.type(":fix").contains("error: nothing to fix"))
        _ = try session.type("popultion > 1\nname == \"x\"")
        #expect(try session.type(":fix").contains("error: nothing to fix"))
    }

    // MARK: One record

    @Test func oneRecord() throws {
        let session = try TestSession(towns)
        let text = try session.type(":show 5")
        #expect(text.hasPrefix("record 5\n{\n"), "\(text)")
        #expect(text.contains("\n  \"name\": \"Porto\",\n"))
        #expect(text.hasSuffix("}\n"))
        #expect(try session.type(":show 6").contains("there is no record 6; the last is 5"))
        #expect(try session.type(":show 0").contains("error: "))
        #expect(try session.type(":show x").contains("`:show 3`"))
    }

    // MARK: Without a terminal

    @Test(arguments: [":sh echo hello", ":edit", ":output | cat", ":sh", ":output |"])
    func linesOfAPipeStartNoPrograms(line: String) throws {
        let session = try TestSession(towns)
        #expect(try session.type(line).hasPrefix("error: `\(line.split(separator: " ")[0])"))
        #expect(try session.type(line).contains("needs a terminal"))
        // Nor do lines of a file, where there is a terminal.
        session.session.terminal.isPresent = true
        let file = try folder.file("lines", line + "\n")
        #expect(try session.type(":source \(file)").contains("lines of a file cannot use it"))
        #expect(session.session.destination == nil)
    }

    @Test func thePagerNeedsATerminal() throws {
        let session = TestSession()
        #expect(try session.type(":pager off") == "the pager is off\n")
        #expect(try session.type(":pager on") == "the pager is on, but there is no terminal for it\n")
        #expect(try session.type(":pager x").contains("error: pager must be `on` or `off`"))
        #expect(try session.type(":help").contains(":coverage"))
        #expect(ReplPager.command(in: ["PAGER": "cat"]) == nil)
        #expect(ReplPager.command(in: ["PAGER": " "]) == nil)
        #expect(ReplPager.command(in: ["PAGER": "most"])?.hasSuffix("; most") ?? false)
        #expect(ReplPager.command(in: [:])?.contains("less") ?? false)
        #expect(ReplPager.command(in: ["TERM": "dumb"]) == nil)
        #expect(ReplEditedFile.editor(in: ["VISUAL": "", "EDITOR": "ed -s"]) == "ed -s")
        #expect(ReplEditedFile.editor(in: ["VISUAL": "code --wait", "EDITOR": "ed"]) == "code --wait")
        #expect(ReplEditedFile.editor(in: [:]) == "vi")
    }

    @Test(arguments: [
        "$_", "$_.", "($_", "$_)", "$_ $_", "NOT", "$_ AND", "$_1", "AND AND", "OR", "AND $_", "&& ||", "$_ = $_",
        "{$_}", "\"$_\"", "$_[0]", ":count $_ AND (", "help help", "\\", ".", "?", "`$_`", "AND \u{0}",
        "$_.@count > $_",
    ])
    func hostileLinesEndInAnAnswer(line: String) throws {
        let session = try TestSession(towns)
        _ = try session.type("country == \"PT\"\n\(line)\n:fix\n\(line)")
        #expect(try session.type(":count") == "5\n" || session.session.isOver)
    }
}
