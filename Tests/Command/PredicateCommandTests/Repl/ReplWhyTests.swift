import PredicateTesting
import Testing

@testable import PredicateCommand

/// `:why`, `:coverage`, and completion with Tab within a predicate.
@Suite struct ReplWhyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func towns() throws -> TestSession { try TestSession(try folder.file("towns.ndjson", townRecords)) }

    @Test func whyOneRecord() throws {
        #expect(
            try towns().type(#":why 5 country == "pt" AND population > 500000"#) == """
                record 5 does not match: country == "pt" is false

                AND               false
                ├─ ==             false, decides
                │  │              differs only in case
                │  │              they differ from character 1: "PT" and "pt"
                │  ├─ country     "PT"
                │  └─ "pt"
                └─ >              (false)
                   │              247313 too small
                   ├─ population  252687
                   └─ 500000

                (…) was not needed for the answer.

                """)
    }

    /// Without a predicate, `:why` takes the last one.
    @Test func whyTheLastPredicate() throws {
        let session = try towns()
        try session.type("population > 600000")
        let text = try session.type(":why 2")
        #expect(text.hasPrefix("record 2 matches"))
    }

    @Test(arguments: [
        (":why", "`:why` needs the number of a record, as in `:why 3`"),
        (":why x == 1", "`:why` needs the number of a record, as in `:why 3`"),
        (":why 0 x == 1", "there is no record 0; the last is 5"),
        (":why 6 x == 1", "there is no record 6; the last is 5"),
        (":why 99999999999999999999 x == 1", "`:why` needs the number of a record, as in `:why 3`"),
        (":why 1", "no predicate has been entered yet"),
        (":coverage", "no predicate has been entered yet"),
    ])
    func mistakes(_ line: String, _ message: String) throws {
        #expect(try towns().type(line) == "error: \(message)\n")
    }

    /// Each number equals the count of the clause as a predicate.
    @Test func coverage() throws {
        let session = try towns()
        #expect(
            try session.type(#":coverage country == "PT" AND (ANY tags == "sea" OR population > 1)"#) == """
                5 records, 2 match

                                         true  false  decides
                AND                         2      3        5  ██████░░░░░░░░░░
                ├─ country == "PT"          2      3        4  ██████░░░░░░░░░░
                └─ OR                       4      1        2  █████████████░░░  never mattered
                   ├─ ANY tags == "sea"     2      3        0  ██████░░░░░░░░░░  never mattered
                   └─ population > 1        4      1        0  █████████████░░░  never mattered

                """)
        for (clause, count) in [(#"country == "PT""#, 2), (#"ANY tags == "sea""#, 2), ("population > 1", 4)] {
            #expect(try session.type(":count " + clause) == "\(count)\n")
        }
    }

    @Test func tabWithinAPredicate() throws {
        let session = try towns().session
        func texts(_ line: String) -> [String] {
            session.complete(line, cursor: line.utf8.count).candidates.map(\.text)
        }
        #expect(texts("population BEG").isEmpty)
        #expect(session.tab("name BEG", cursor: 8) == .replace(5, "BEGINSWITH "))
        // A comparison of list elements gets the missing ANY.
        #expect(session.tab("NOT tags BEG", cursor: 12) == .replace(4, "ANY tags BEGINSWITH "))
        #expect(session.tab("tags CON", cursor: 8) == .replace(5, "CONTAINS "))
        #expect(texts("mayor.").contains("name"))
        #expect(texts("country == \"P").allSatisfy { $0.contains("PT") })
        #expect(!texts("country == \"P").isEmpty)
        #expect(texts(":why 2 popul") == ["population"])
        #expect(texts(":why 2").isEmpty)
    }
}
