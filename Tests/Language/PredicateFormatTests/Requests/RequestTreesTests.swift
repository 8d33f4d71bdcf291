import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Requests carry the names of key paths and the trees of predicates.
@Suite struct RequestTreesTests {
    private typealias Note = RequestSurfaceTests.Note
    private let notes = [
        RequestSurfaceTests.note("b", 2, 1, "Ada"), RequestSurfaceTests.note("a", 2, 2, "Bob"),
        RequestSurfaceTests.note("c", 1, 3, "Ada"),
    ]

    @Test(.enabled(if: StageCounter.isCounting)) func onlyNamesAreParsed() throws {
        let busy = try Note.predicate("views > %d", 0)
        let (texts, counts) = try StageCounter.counting {
            let found: [Note] = try notes.fetch().where(busy).sorted(by: \.views, .descending)
                .sorted(by: \.text, options: .caseInsensitive).fetchingOnly(\.text, \.tags).result()
            return found.map(\.text)
        }
        #expect(texts == ["a", "b", "c"])
        #expect(counts?.parsed == ["views", "text", "text", #"SELF."tag list""#])
    }

    @Test(.enabled(if: StageCounter.isCounting)) func groupsOfKeyPaths() throws {
        let (groups, counts) = try StageCounter.counting {
            let groups: [[String: PredicateValue]] = try notes.fetch().groupBy(\.views)
                .aggregating(.max, of: \.text, as: "last one").having(Note.predicate("views > 1")).result()
            return groups
        }
        #expect(groups == [["views": 2, "count": 2, "last one": "b"]])
        #expect(counts?.parsed == ["views > 1", "views", "text"])
    }

    @Test func theTextShowsWhatWasBuilt() throws {
        let seen = Locked<RecordQuery?>(nil)
        let request = notes.fetch().where("views > 0").sorted(by: \.views, .descending, nils: .first)
            .sorted(by: "text[c]").fetchingOnly(\.tags).inspect { query in seen.withLock { $0 = query } }
        let _: [Note] = try request.result()
        let query = try #require(seen.withLock { $0 })
        #expect(query.predicate == "views > 0")
        #expect(query.sort == "-views:nil-first, text[c]")
        #expect(query.select == #""tag list" = SELF."tag list""#)
    }
}
