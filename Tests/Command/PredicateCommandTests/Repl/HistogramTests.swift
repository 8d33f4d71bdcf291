import PredicateCore
import PredicateTesting
import Testing

@testable import PredicateCommand

@Suite struct HistogramTests {
    private func labels(_ numbers: [Double], most: Int = 8) -> [String] {
        ValueBins(numbers: numbers, most: most)?.labels ?? []
    }

    @Test(arguments: [4, 8, 20, 40])
    func theCountsOfRangesAddUp(most: Int) throws {
        let values = (0..<1000).map { Double(($0 * 7919) % 1000) / 7 - 50 }
        let bins = try #require(ValueBins(numbers: values, most: most))
        let counts = try bins.counts(of: ValueCounts(values.map { .double($0) }))
        #expect(counts.reduce(0, +) == 1000)
        #expect(bins.labels.count <= most + 2 && bins.labels.count >= most / 3)
        for index in bins.labels.indices {
            let (lower, upper) = (bins.bounds[index], bins.bounds[index + 1])
            #expect(values.filter { $0 >= lower && $0 < upper }.count == counts[index])
        }
    }

    @Test func numbersWithoutRangesHaveNoHistogram() {
        for numbers in [[], [1, 1], [0, .leastNonzeroMagnitude], [1e300, 1.0000000001e300], [1e308, -1e308]] {
            #expect(labels(numbers).isEmpty)
        }
    }

    @Test func numbersOfManyMagnitudesHaveRangesThatGrow() {
        #expect(
            labels([0, 3, 20, 90_000])
                == [
                    "0", "1 to 10", "10 to 100", "100 to 1000", "1000 to 10000", "10000 to 100000",
                ].map { label in
                    let parts = label.split(separator: " ").map(String.init)
                    let lower = String(repeating: " ", count: 5 - parts[0].count) + parts[0]
                    return parts.count == 1
                        ? lower : lower + " to " + String(repeating: " ", count: 6 - parts[2].count) + parts[2]
                })
        #expect(labels([0.001, 50]).first == "0.001 to 0.01")
        #expect(
            labels([1, 1e9], most: 6).map { $0.filter { $0 != " " } } == [
                "1to100", "100to10000", "10000to1000000", "1000000to100000000", "100000000to10000000000",
            ])
        #expect(labels([1e-200, 1e200], most: 8).count == 8)
        // A negative number has no place there.
        #expect(labels([-1, 3, 90_000]).first?.hasPrefix("-20000 to") == true)
        #expect(labels([1, 10, 1000], most: 40).contains("980 to 1000") == false)
    }

    @Test(arguments: [
        (["2024-02-01T10:00:00Z", "2024-02-01T10:00:07Z"], "2024-02-01 10:00:00", 8),
        (["2024-02-01T10:00:00Z", "2024-02-01T10:29:00Z"], "2024-02-01 10:00", 6),
        (["2024-02-01T10:00:00Z", "2024-02-02T09:00:00Z"], "2024-02-01 09:00", 9),
        (["2024-02-28", "2024-03-02"], "2024-02-28 00:00", 7),
        (["2024-02-28", "2024-03-05"], "2024-02-28", 7),
        (["2023-12-30", "2024-02-02"], "2023-12-25", 6),
        (["2023-11-30", "2024-06-02"], "2023-11", 8),
        (["2019-11-30", "2024-06-02"], "2019", 6),
        (["0001-11-30", "9999-06-02"], "0000", 5),
    ])
    func datesHaveUnitsOfTheCalendar(dates: [String], first: String, count: Int) throws {
        let bins = try ValueBins(of: ValueCounts(dates.map { .string($0) }), most: 8)
        #expect(bins.isTime)
        #expect(bins.labels.first == first)
        #expect(bins.labels.count == count)
        let counts = try bins.counts(of: ValueCounts(dates.map { .string($0) }))
        #expect(counts.first == 1 && counts.dropLast(2).last == 1)
    }

    @Test func otherValuesAreCountedByThemselves() throws {
        let bins = try ValueBins(of: ValueCounts(["b", "a", "a", .null, "c", 1, 1.0]), most: 3)
        #expect(bins.labels == ["\"a\"", "1"])
        #expect(try bins.counts(of: ValueCounts(["b", "a", "a", .null, "c", 1, 1.0])) == [2, 2, 2, 1])
    }

    @Test func barsFitAndShowWhatIsNotZero() {
        let chart = BarChart(columns: [
            .words(["a", "a longer name than there is room for"], header: "name"),
            .words(["1", "-3000000"], header: "sum", isRight: true), .bars([1, -3_000_000]),
        ])
        for width in [30, 31, 40, 80, 200] {
            let lines = chart.lines(width: width) ?? []
            #expect(lines.count == 3)
            for line in lines { #expect(TextWidth.columns(of: line) <= width) }
            #expect(lines[1].hasSuffix("▏") && lines[2].hasSuffix("█"))
        }
        #expect(chart.lines(width: 18) == nil)
        #expect(chart.lines(width: nil)?.last == "a longer name than there is room for  -3000000")
        let huge = BarChart(columns: [.bars([.greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0])])
        #expect(huge.lines(width: 20) == ["          ██████████", "██████████"])
        #expect(
            BarChart(columns: [.bars([16, 15, 1, 0.01, 0])]).lines(width: 2 * 8) == [
                "████████████████", "███████████████", "█", "▏",
            ])
    }

    // MARK: In the REPL

    private static let events = """
        {"at":"2024-01-03","ms":1,"kind":"a","tags":["x","y"]}
        {"at":"2024-02-03","ms":12,"kind":"b","tags":["x"]}
        {"at":"2024-02-13","ms":13,"kind":"a"}
        {"at":null,"ms":30000,"kind":"a by b"}

        """

    private func session() throws -> TestSession {
        let folder = try TemporaryFolder()
        return try TestSession(try folder.file("e.ndjson", Self.events))
    }

    @Test(arguments: [
        ("kind", "kind      count\n\"a\"           2\n\"b\"           1\n\"a by b\"      1\n"),
        ("at", "at (UTC)    count\n"),
        ("tags", "tags  count\n\"x\"       2\n\"y\"       1\nnil       2\n"),
        ("ms by kind", "ms              \"a\"  \"b\"  \"a by b\"\n"),
        ("length(kind) by at", "length(kind)  2024-"),
    ])
    func aPipeGetsATable(field: String, beginning: String) throws {
        let text = try session().type(":histogram " + field)
        #expect(text.hasPrefix(beginning), "\(text)")
        #expect(!text.contains("█"))
    }

    @Test func whatMatchedIsNextToAll() throws {
        let session = try session()
        try session.type("ms > 5")
        #expect(
            try session.type(":histogram kind") == """
                kind      matching  all
                "a"              1    2
                "b"              1    1
                "a by b"         1    1
                matching: ms > 5

                """)
        let grouped = try session.type(":histogram kind by ms > 100")
        #expect(grouped.hasSuffix("of the records that match ms > 5\n") || grouped.contains("error"))
        // The records of the last answer alone.
        #expect(try session.type(":histogram $_.kind").contains("\"a by b\"      1\n"))
        #expect(try session.type(":histogram $_.kind").contains("\"a\"           1\n"))
        #expect(try session.type(":histogram").contains("needs a field"))
        #expect(try session.type(":histogram knd by ms").contains("did you mean `kind`"))
        #expect(try session.type(":histogram kind by").contains("error"))
    }

    @Test func aFieldMayBeCalledBy() throws {
        let folder = try TemporaryFolder()
        let session = try TestSession(try folder.file("e.ndjson", "{\"by\":1,\"of\":{\"by\":\"x\"}}\n"))
        #expect(try session.type(":histogram by") == "by  count\n1       1\n")
        #expect(try session.type(":histogram of.by by by").hasPrefix("of.by  1\n"))
    }

    @Test func filesGetATableInPlaceOfAChart() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("e.ndjson", Self.events)
        let arguments = ["--group-by", "kind", "TRUEPREDICATE", file]
        #expect(
            filter(arguments: ["-o", "chart"] + arguments).output
                == filter(arguments: ["-o", "table"] + arguments).output)
    }
}
