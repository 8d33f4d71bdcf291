import Foundation
import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateCommand

/// Types keys into the live prompt, whose terminal is a model.
private final class Typist {
    let prompt: LivePrompt
    let session: ReplSession
    private(set) var screen: ScreenModel
    private(set) var line = ""
    /// The bytes that the last key has written.
    private(set) var written = 0

    init(_ session: ReplSession, lines: Int = 24, columns: Int = 60) {
        self.session = session
        prompt = LivePrompt(session, size: { (lines, columns) })
        screen = ScreenModel(width: columns)
        draw(.anew)
    }

    private func draw(_ cause: ReplEditor.Cause) {
        let bytes = prompt.draw(line, cursor: line.utf8.count, prompt: "> ", because: cause).bytes
        written += bytes.utf8.count
        screen.write(bytes)
    }

    /// Types text key by key.
    func type(_ text: String) {
        for character in text {
            written = 0
            line.append(character)
            draw(.keys)
            draw(.rest)
        }
    }

    /// Puts another line in place of the line.
    func replace(_ text: String) {
        line = text
        draw(.keys)
        draw(.rest)
    }

    func press(_ key: ReplEditor.Key) {
        switch prompt.change(line, cursor: line.utf8.count, key: key) {
        case .replace(let start, let text): line = ReplSession.prefix(of: line, bytes: start) + text
        case .replaceAll(let text): line = text
        case .list, .nothing: break
        }
        draw(.keys)
        draw(.rest)
    }

    /// The screen as soon as it has a row that begins so.
    func screen(with row: String) -> [String] {
        let end = ContinuousClock.now + .seconds(20)
        draw(.rest)
        while !screen.text.contains(where: { $0.hasPrefix(row) }), ContinuousClock.now < end {
            Thread.sleep(forTimeInterval: 0.01)
            draw(.rest)
        }
        return screen.text
    }

    func end() -> [String] {
        draw(.end)
        return screen.text
    }
}

/// What the prompt shows while a line is typed.
@Suite struct LivePromptTests {
    private let folder: TemporaryFolder
    private let session: ReplSession

    init() throws {
        folder = try TemporaryFolder()
        session = try TestSession(folder.file("towns.ndjson", townRecords)).session
        try session.awaitStatistics(of: #require(session.current as? ReplDataSet))
    }

    @Test func theAnswerSoFar() {
        let typist = Typist(session)
        typist.type("population > 100000")
        let shown = typist.screen(with: "4 of 5 records")
        #expect(Array(shown.prefix(2)) == ["> population > 100000", "4 of 5 records"])
        #expect(shown.last?.hasPrefix("5  Porto      PT           252687") == true)
        #expect(typist.end() == ["> population > 100000"])
    }

    @Test func theAnswerOfTheValidPart() {
        let typist = Typist(session)
        typist.type("population > 100000 AND na")
        #expect(
            typist.screen(with: "4 of 5 records match `population > 100000`")[0] == "> population > 100000 AND name")
    }

    @Test func aMistakeIsFixedByOneKey() {
        let typist = Typist(session)
        typist.type("popualtion > 3")
        #expect(
            typist.screen(with: "  Shift-Tab:")[1] == "`popualtion` is not a field of the records",
            "\(typist.screen.text)")
        #expect(typist.screen.marked.count == "popualtion".count)
        typist.press(.fix)
        #expect(typist.line == "population > 3")
        #expect(typist.screen(with: "4 of 5 records").count > 1)
        #expect(typist.screen.marked.isEmpty)
    }

    @Test func aSuggestionIsTaken() {
        let typist = Typist(session)
        typist.type("popul")
        #expect(typist.screen.text[0] == "> population")
        typist.press(.take)
        #expect(typist.line == "population")
        _ = session.history.add("population > 5 AND name != nil")
        typist.type(" >")
        typist.press(.takeWord)
        #expect(typist.line == "population > 5")
    }

    @Test func nothingButColours() {
        session.settings.live = .colours
        let typist = Typist(session)
        typist.type("popualtion > ")
        #expect(typist.screen.text == ["> popualtion >"])
    }

    /// Records that cannot be read any more leave no answer of another question on the screen.
    @Test func noAnswerStaysThatIsOfAnotherQuestion() throws {
        let typist = Typist(session)
        typist.type("population > 100000")
        #expect(typist.screen(with: "4 of 5 records").count > 2)
        _ = try folder.file("towns.ndjson", "")
        typist.type("0")
        let end = ContinuousClock.now + .seconds(20)
        while typist.screen.text.count > 1, ContinuousClock.now < end { _ = typist.screen(with: "> ") }
        #expect(typist.screen.text == ["> population > 1000000"])
    }

    /// A mistake stays while its line grows, also where the line alone does not show it, and the answer while AND is typed.
    @Test func whatIsKnownStaysWhileTheLineGrows() {
        let typist = Typist(session)
        typist.type("popualtion ")
        for character in "> 3 A" {
            typist.type(String(character))
            #expect(typist.screen.text.contains("`popualtion` is not a field of the records"), "\(typist.line)")
        }
        typist.press(.fix)
        for character in "N" {
            typist.type(String(character))
            #expect(typist.screen(with: "4 of 5 records match `population > 3`").count > 2, "\(typist.line)")
        }
        // It goes when it is deleted.
        let other = Typist(session)
        other.type("popualtion ")
        other.replace("popul")
        #expect(other.screen.text == ["> population"])
    }

    @Test func aSummaryOfManyRecordsIsOfSome() throws {
        let lines = (0..<60_000).map { "{\"n\":\($0)}\n" }.joined()
        let large = try TestSession(folder.file("large.ndjson", lines)).session
        let typist = Typist(large)
        typist.type("n")
        #expect(
            typist.screen(with: "in 1 of 12 records").dropFirst().prefix(2) == [
                "in 1 of 12 records: 5000 values, 5000 distinct", "min 0, max 59988, mean 29994, median 29994",
            ])
    }

    @Test func rowsAreAsTheSettingsArrangeThem() throws {
        for setting in [":sort -population", ":select name", ":offset 1"] { try session.run(setting) }
        let typist = Typist(session)
        typist.type("population > 3")
        let sorted = typist.screen(with: "4 of 5 records")
        #expect(sorted.dropFirst(4).first?.contains("東京") == true, "\(sorted)")
        for setting in [":offset 0", ":select all", ":sort off", ":group mayor.name, count", ":sort -count"] {
            try session.run(setting)
        }
        let other = Typist(session)
        other.type("population > 3")
        #expect(other.screen(with: "4 of 5 records")[2].hasPrefix("#  mayor.name  count"))
        try session.run(":sort off")
        try session.run(":group off")
        try session.run(":select country")
        try session.run(":distinct on")
        let last = Typist(session)
        last.type("population > 3")
        #expect(last.screen(with: "4 of 5 records").filter { $0.hasSuffix("PT") }.count == 1)
    }

    @Test func linesThatBuildOnTheLastAnswer() throws {
        try session.run("population > 3")
        let typist = Typist(session)
        typist.type("$_ AND country == \"PT\"")
        #expect(typist.screen(with: "2 of 5 records").count > 2)
        let list = Typist(session)
        list.type("$_.name")
        #expect(list.screen.text.count == 1)
        let wrong = Typist(session)
        wrong.type("$_ AND contry == ")
        #expect(wrong.screen(with: "  Shift-Tab:")[1].hasPrefix("`contry` is not a field"))
        wrong.press(.fix)
        #expect(wrong.line == "$_ AND country == ")
    }

    @Test func commandsThatTakeAPredicate() {
        let typist = Typist(session)
        typist.type(":count population > 3 AND nmae != nil")
        _ = typist.screen(with: "  Shift-Tab:")
        typist.press(.fix)
        #expect(typist.line == ":count population > 3 AND name != nil")
        #expect(typist.screen(with: "4 of 5 records").count > 2)
    }

    #if SQLite
    @Test func tablesAreOnlyAskedIfTheUserWantsIt() throws {
        let database = try TestDatabase(teamsAndPlayers)
        try session.run(":load " + database.address("player"))
        let typist = Typist(session)
        typist.type("score > 6")
        #expect(typist.screen.text.count == 1)
        session.settings.live = .on
        try session.run(":sort -score")
        let other = Typist(session)
        other.type("score > 6")
        let shown = other.screen(with: "2 of 4 records")
        #expect(shown.count > 5 && shown[4].contains("Ärger") && shown[5].contains("Ann"), "\(shown)")
    }
    #endif

    @Test func aSlowTerminalGetsNoMore() {
        let typist = Typist(session)
        typist.type("population > 3")
        _ = typist.screen(with: "4 of 5 records")
        // The first reply may come late. Then twice is not three times in a row.
        for milliseconds in [2000, 20, 300, 300, 20, 300, 300] { typist.prompt.lag(milliseconds) }
        #expect(session.settings.live == nil)
        typist.prompt.lag(300)
        #expect(session.settings.live == .off)
        #expect(typist.prompt.notices().hasPrefix("note: the terminal is slow"))
        #expect(typist.prompt.notices().isEmpty)
        typist.type("0")
        #expect(typist.screen.text == ["> population > 30"])
        session.settings.live = .on
        typist.prompt.lag(1000)
        #expect(session.settings.live == .off)
    }

    @Test func aKeyWritesLittle() {
        let typist = Typist(session)
        typist.type("population > 100000")
        _ = typist.screen(with: "4 of 5 records")
        typist.type("0")
        #expect(typist.written < 2048)
    }
}
