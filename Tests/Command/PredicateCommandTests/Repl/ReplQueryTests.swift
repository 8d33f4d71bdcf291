import PredicateTesting
import Testing

@testable import PredicateCommand

/// Groups, distinct results, limits and offsets at the prompt.
@Suite struct ReplQueryTests {
    let folder: TemporaryFolder
    let towns: String

    init() throws {
        folder = try TemporaryFolder()
        towns = try folder.file("towns.ndjson", townRecords)
    }

    /// The prompt also reports a pattern that matches only part of the values.
    @Test func aPatternForAPartOfTheValueIsSaid() throws {
        let session = try TestSession(towns)
        let told = """
            warning: MATCHES compares the whole value; in 1 of 5 records the pattern matches only part of it
             1 │ name MATCHES "is"
               │              ^^^^ to match part of it, write `name MATCHES ".*is.*"`

            """
        #expect(try session.type(#":count name MATCHES "is""#) == told + "0\n")
        #expect(try session.type(#"name MATCHES "is""#).hasPrefix(told))
        #expect(try session.type(#":count name MATCHES ".*is.*""#) == "1\n")
    }

    @Test func namesOfColumnsAreSortKeys() throws {
        let session = try TestSession(towns)
        try session.type(":select name, size = population / 1000")
        #expect(try session.type(":sort -size") == "records are sorted by -population / 1000\n")
        let shown = try session.type("population > 300000").split(separator: "\n")
        #expect(shown.dropFirst(2).first == "3  São Paulo  12400")
        #expect(try session.type(":select name AS n").hasPrefix("shown is n = name"))
    }

    @Test func anOrderSaysWhatItCannotCompare() throws {
        let file = try folder.file(
            "mixed.ndjson", "{\"p\":3,\"k\":1}\n{\"p\":\"-\",\"k\":1}\n{\"p\":1,\"k\":2}\n")
        let session = try TestSession(file)
        try session.type(":sort p")
        #expect(
            try session.type("k > 0").hasPrefix(
                "warning: the sort by `p` could not compare 1 of 3 values, such as \"-\", with the others"))
        try session.type(":sort off\n:group k, average(p)")
        #expect(
            try session.type("k > 0").hasPrefix(
                "warning: `average(p)` could not use 1 of 3 values, such as \"-\""))
    }

    @Test func footersCountWhatMatches() throws {
        let session = try TestSession(towns)
        try session.type(":group country")
        #expect(try session.type("population > 300000").hasSuffix("3 groups of 3 of 5 records\n"))
        try session.type(":group off\n:select country\n:distinct on")
        #expect(try session.type("population > 0").hasSuffix("3 distinct of 4 of 5 records\n"))
    }

    /// Lines, and the output of the last one.
    static let table: [(lines: [String], shown: [String])] = [
        (
            [":group country, total = sum(population)", "TRUEPREDICATE"],
            [
                "#  country  count     total", "─  ───────  ─────  ────────", "1  PT           2    770489",
                "2  JP           1   9733276", "3  BR           1  12400232", "4               1         0",
                "4 groups of 5 records",
            ]
        ),
        (
            [
                ":group country, total = sum(population) having count > 1 AND total > 1000", ":mode ndjson",
                "TRUEPREDICATE",
            ],
            [#"{"country":"PT","count":2,"total":770489}"#, "1 group of 5 records"]
        ),
        (
            [":let $least = 2", ":mode csv", ":group country having count >= $least", "TRUEPREDICATE"],
            ["country,count", "PT,2", "1 group of 5 records"]
        ),
        (
            [":group count, max(population)", ":mode ndjson", "country == 'PT'"],
            [#"{"count":2,"max(population)":517802}"#, "1 group of 2 of 5 records"]
        ),
        (
            [
                ":group c = country, total = sum(population)", ":sort -total, c", ":select c, total", ":limit 1",
                ":offset 1",
                ":mode ndjson", "TRUEPREDICATE",
            ],
            [
                #"{"c":"JP","total":9733276}"#,
                "4 groups of 5 records, 1 of them skipped (`:offset 0`), 2 of them not shown (`:limit all`)",
            ]
        ),
        (
            [":select country", ":distinct on", ":mode ndjson", "population > 0"],
            [#"{"country":"PT"}"#, #"{"country":"JP"}"#, #"{"country":"BR"}"#, "3 distinct of 4 of 5 records"]
        ),
        (
            [":select country", ":distinct on", ":sort -population", ":mode ndjson", ":limit 2", "population > 0"],
            [
                #"{"country":"BR"}"#, #"{"country":"JP"}"#,
                "3 distinct of 4 of 5 records, 1 of them not shown (`:limit all`)",
            ]
        ),
        (
            [":select name", ":sort name[cd]", ":offset 3", ":mode ndjson", "TRUEPREDICATE"],
            [#"{"name":"São Paulo"}"#, #"{"name":"東京"}"#, "5 of 5 records, 3 of them skipped (`:offset 0`)"]
        ),
        (
            [
                ":select name, millions = population / 1000000", ":sort -population:nil-last", ":limit 1",
                ":mode ndjson", "TRUEPREDICATE",
            ],
            [#"{"name":"São Paulo","millions":12}"#, "5 of 5 records, 4 of them not shown (`:limit all`)"]
        ),
        (
            [":distinct on", ":mode ndjson", "name == 'Porto'"],
            [
                #"{"name":"Porto","country":"PT","population":252687,"tags":["sea"],"mayor":{"name":"Rui"}}"#,
                "1 distinct of 1 of 5 records",
            ]
        ),
    ]

    @Test(arguments: table.indices)
    func resultsAreThose(index: Int) throws {
        let (lines, shown) = Self.table[index]
        let session = try TestSession(towns)
        for line in lines.dropLast() {
            let said = try session.type(line)
            #expect(!said.hasPrefix("error"), "\(said)")
        }
        let answer = try session.type(lines.last ?? "")
        #expect(answer.split(separator: "\n").map(String.init) == shown)
    }

    @Test(arguments: [
        (":group", "records are shown, not groups\n"), (":group country", "groups are by country\n"),
        (":group off", "records are shown, not groups\n"), (":distinct on", "equal results are shown once\n"),
        (":distinct", "all results are shown\n"),
        (":distinct maybe", "error: distinct must be `on` or `off`, not `maybe`\n"),
        (":offset", "no results are skipped\n"), (":offset 1", "the first 1 result is skipped\n"),
        (":offset 2", "the first 2 results are skipped\n"),
        (":offset x", "error: the offset must be a number of results, not `x`\n"),
        (":offset -1", "error: the offset must be a number of results, not `-1`\n"),
    ])
    func settingsAreSaid(line: String, said: String) throws {
        #expect(try TestSession(towns).type(line) == said)
    }

    @Test(arguments: [
        (":group contry", "did you mean `country`?"), (":group country, total = sum(name)", "`sum` works on numbers"),
        (":group country having cout > 1", "`cout` is not a field"), (":sort population desc", "write `-population`"),
        (":sort name,,population", "item is missing next to this comma"),
        (":select name,", "item is missing next to this comma"),
        (":group country having count > $x", "`:let NAME = EXPRESSION` sets it"),
    ])
    func mistakesAreTold(line: String, part: String) throws {
        let session = try TestSession(towns)
        let said = try session.type(line)
        #expect(said.contains(part), "\(said)")
        #expect(said.hasPrefix("error"))
        #expect(session.session.settings == ReplSettings())
    }

    /// An order of records does not apply to groups, and the message names its origin.
    @Test func anOrderOfRecordsIsNoneOfGroups() throws {
        let session = try TestSession(towns)
        try session.type(":sort -population\n:group country")
        #expect(try session.type("TRUEPREDICATE").contains("`:sort` set this; `:sort off` ends it"))
        try session.type(":sort count")
        #expect(try session.type("TRUEPREDICATE").contains("4 groups"))
    }

    @Test func groupsAreWrittenToFiles() throws {
        let session = try TestSession(towns)
        let file = folder.path("groups.csv")
        try session.type(":mode csv\n:output \(file)\n:group country")
        #expect(try session.type("TRUEPREDICATE") == "4 groups written to \(file)\n4 groups of 5 records\n")
        try session.type(":output -")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "country,count\nPT,2\nJP,1\nBR,1\n,1\n")
    }

    @Test func aSessionKeepsThem() throws {
        let session = try TestSession(towns)
        let file = folder.path("session.json")
        try session.type(":group country, n = sum(population)\n:distinct on\n:offset 2\n:session save \(file)")
        let other = try TestSession(towns)
        try other.type(":session load \(file)")
        #expect(other.session.settings == session.session.settings)
        #expect(other.session.settings.offset == 2)
    }

    @Test(arguments: [
        (":gr", "group"), (":distinct o", "on"), (":group coun", "country"), (":group country, tot = su", "sum("),
        (":group country, total = sum(pop", "population"), (":group country having cou", "count"),
        (":group country, t = sum(population) having t > 3 AND coun", "country"), (":sort -pop", "population"),
        (":sort name, -pop", "population"), (":select name, x = pop", "population"), (":select mayor.na", "name"),
    ])
    func completionGoesOn(line: String, candidate: String) throws {
        let session = try TestSession(towns).session
        let found = session.complete(line, cursor: line.utf8.count).candidates.map(\.text)
        #expect(found.contains(candidate) || found.contains { $0.hasSuffix(candidate) }, "\(found)")
    }

    /// The records' fields are not fields of groups.
    @Test func groupsHaveTheirOwnFields() throws {
        let session = try TestSession(towns).session
        let line = ":group country having pop"
        #expect(session.complete(line, cursor: line.utf8.count).candidates.isEmpty)
    }
}
