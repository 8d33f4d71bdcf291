import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Each item of PredicateKit's documented request surface, by its name there, with its counterpart here.
///
/// Items that only concern Core Data or SwiftUI have no counterpart: fetched results controllers (sections are
/// `sections(by:)` here), SwiftUI's property wrapper, `returningObjectsAsFaults`, `prefetchingRelationships`,
/// `includingPendingChanges`, `shouldRefreshRefetchedObjects`, `includingSubentities` and `fromStores` (several
/// sources are read in turn here).
@Suite struct RequestSurfaceTests {
    struct Author: PredicateDescribed, Equatable {
        var name: String
        static let predicateDescription = PredicateDescription<Author> { PredicateField("name", \.name) }
    }

    struct Note: PredicateDescribed, Equatable {
        var text: String
        var views: Int
        var created: Date
        var author: Author?
        var tags: [String] = []
        var secret = ""

        static let predicateDescription = PredicateDescription<Note> {
            PredicateField("text", \.text)
            PredicateField("views", \.views)
            PredicateField("created", \.created)
            PredicateField("author", \.author)
            PredicateField("tag list", \.tags)
        }
    }

    static func note(_ text: String, _ views: Int, _ day: Int, _ author: String?) -> Note {
        Note(
            text: text, views: views, created: Date(timeIntervalSince1970: Double(day) * 86400),
            author: author.map(Author.init))
    }

    let notes = [
        note("Hello, World!", 120, 1, "Ada"), note("hello there", 80, 2, "Bob"), note("Milk", 5, 3, "Ada"),
        note("Eggs", 5, 4, nil), note("Hello again", 300, 5, "Cleo"), note("milk", 7, 6, "Bob"),
    ]

    private func texts(_ request: TypedRequest<Note>) throws -> [String] {
        let found: [Note] = try request.result()
        return found.map(\.text)
    }

    // MARK: fetch(where:), count(where:), result()

    @Test func fetchWhere() throws {
        let hello = try Note.predicate("text BEGINSWITH %@", "Hello")
        let found: [Note] = try notes.fetch(where: hello).result()
        #expect(found.map(\.views) == [120, 300])
        #expect(try texts(notes.fetch().where("views > %d", 100).where(hello)) == ["Hello, World!", "Hello again"])
        #expect(try texts(notes.fetch()) == notes.map(\.text))
    }

    @Test func countWhere() throws {
        #expect(try notes.count(where: Note.predicate("text BEGINSWITH[c] 'hello'")) == 3)
        #expect(try notes.fetch().where("views == 5").count() == 2)
        #expect(try Note.request(where: Note.predicate("views > 5")).count(from: notes) == 4)
    }

    @Test func resultAsDictionaries() throws {
        let request = try notes.fetch(where: Note.predicate("text == 'Milk'"))
        let values: [Note] = try request.result()
        #expect(values == [notes[2]])
        let dictionaries: [[String: Any]] = try request.result()
        #expect(dictionaries.count == 1)
        #expect(dictionaries[0]["text"] as? String == "Milk")
        #expect(dictionaries[0]["views"] as? Int == 5)
        #expect(dictionaries[0]["created"] as? Date == notes[2].created)
        #expect((dictionaries[0]["author"] as? [String: Any])?["name"] as? String == "Ada")
        #expect(dictionaries[0]["secret"] == nil)
        let typed: [[String: PredicateValue]] = try request.result()
        #expect(typed[0]["views"] == .integer(5))
        #expect(try request.objects()[0].keys == ["text", "views", "created", "author", "tag list"])
    }

    // MARK: limit, offset, batchSize

    @Test func limitAndOffset() throws {
        #expect(try texts(notes.fetch().limit(2)) == ["Hello, World!", "hello there"])
        #expect(try texts(notes.fetch().offset(4)) == ["Hello again", "milk"])
        #expect(
            try texts(notes.fetch().sorted(by: \.views, .descending).limit(2).offset(1)) == [
                "Hello, World!", "hello there",
            ])
        #expect(try texts(notes.fetch().limit(0)) == [])
        #expect(try texts(notes.fetch().limit(-3)) == [])
        #expect(try texts(notes.fetch().offset(-3).limit(1)) == ["Hello, World!"])
        #expect(try notes.fetch().offset(2).limit(3).count() == 3)
        #expect(try notes.fetch().sorted(by: "-views").first()?.views == 300)
        #expect(try notes.fetch().where("views > 1000").first() == nil)
    }

    @Test(arguments: [false, true])
    func batchSize(isSorted: Bool) async throws {
        var request = notes.fetch().where("views > 5").batchSize(3)
        if isSorted { request = request.sorted(by: \.views) }
        var batches: [[Int]] = []
        for try await batch in request.batches() { batches.append(batch.map(\.views)) }
        #expect(batches == (isSorted ? [[7, 80, 120], [300]] : [[120, 80, 300], [7]]))
        var first: [Note]?
        for try await batch in request.limit(1).batches() { first = batch }
        #expect(first?.count == 1)
    }

    @Test func batchesReadNoMoreThanTheyTake() async throws {
        let read = Locked(0)
        let values = notes.lazy.map { note in
            read.withLock { $0 += 1 }
            return note
        }
        var batches = Note.request().batchSize(2).batches(from: values).makeAsyncIterator()
        #expect(try await batches.next()?.count == 2)
        #expect(read.withLock { $0 } == 2)
        #expect(try await batches.next()?.count == 2)
        #expect(try await batches.next()?.count == 2)
        #expect(try await batches.next() == nil)
    }

    @Test func batchesEndWithTheTask() async throws {
        let request = Note.request().batchSize(1).from(notes)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in request.batches() { Issue.record("a batch after the end") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: fetchingOnly, returningDistinctResults

    @Test func fetchingOnly() throws {
        let request = notes.fetch().fetchingOnly(\.text, \.author?.name).limit(1)
        let dictionaries: [[String: PredicateValue]] = try request.result()
        #expect(dictionaries == [["text": .string("Hello, World!"), "author.name": .string("Ada")]])
        #expect(
            try notes.fetch().fetchingOnly("t = text, double = views * 2").limit(1).objects()[0].keys == [
                "t", "double",
            ])
        #expect(try notes.fetch().fetchingOnly(\.tags).objects()[0].keys == ["tag list"])
        let tuples = try notes.fetch().sorted(by: \.views).limit(2).result(of: \.text, \.views)
        #expect(tuples.map(\.0) == ["Milk", "Eggs"])
        #expect(tuples.map(\.1) == [5, 5])
        // A tuple may contain a property without a field, because only Swift reads it.
        #expect(try notes.fetch().limit(1).result(of: \.text, \.secret)[0].1 == "")
    }

    @Test func returningDistinctResults() throws {
        let request = notes.fetch().fetchingOnly(\.views).returningDistinctResults()
        #expect(try request.objects().map { $0.value(forKey: "views") } == [120, 80, 5, 300, 7].map { .integer($0) })
        #expect(try request.returningDistinctResults(false).count() == 6)
        #expect(try request.sorted(by: \.views).limit(2).count() == 2)
        #expect(try (notes + notes).fetch().returningDistinctResults().count() == 6)
        #expect(try notes.fetch().returningDistinctResults().result(of: \.author?.name).count == 4)
    }

    // MARK: groupBy, having

    @Test func groupBy() throws {
        let result: [[String: Any]] = try notes.fetch().groupBy(\.views).sorted(by: "-count, views").result()
        #expect(result.count == 5)
        #expect(result[0]["views"] as? Int == 5)
        #expect(result[0]["count"] as? Int == 2)
        let authors = try notes.fetch().groupBy(\.author?.name).aggregating(.sum, of: \.views, as: "total views")
            .aggregating("latest = max(created)").objects()
        #expect(
            authors.map { $0.value(forKey: "author.name") } == [.string("Ada"), .string("Bob"), .null, .string("Cleo")])
        #expect(authors.map { $0.value(forKey: "total views") } == [125, 87, 5, 300].map { .integer($0) })
        #expect(authors[0].value(forKey: "latest") == .date(notes[2].created))
        #expect(try notes.fetch().aggregating("average(views)").objects()[0].keys == ["count", "average(views)"])
        #expect(throws: RequestError.groups) {
            let _: [Note] = try notes.fetch().groupBy(\.views).result()
        }
    }

    @Test func having() throws {
        let request = notes.fetch().groupBy(\.text, \.views)
        #expect(try request.having(Note.predicate("text CONTAINS[c] 'milk'")).count() == 2)
        #expect(try request.having("count > 1").count() == 0)
        #expect(
            try notes.fetch().groupBy("name = author.name").having("count > 1").having("name == 'Bob'").count() == 1)
        #expect(try notes.fetch().groupBy(\.text).having(Note.predicate("views > 5")).count() == 4)
        let error = #expect(throws: RequestError.self) {
            try notes.fetch().groupBy(\.text).having("views > 3").objects()
        }
        #expect(error?.parts.first?.part == .having)
    }

    // MARK: sorted(by:_:_:)

    @Test func sortedBy() throws {
        #expect(
            try texts(notes.fetch().sorted(by: \.views)) == [
                "Milk", "Eggs", "milk", "hello there", "Hello, World!", "Hello again",
            ])
        #expect(
            try texts(notes.fetch().sorted(by: \.views).sorted(by: \.created, .descending).limit(2)) == [
                "Eggs", "Milk",
            ])
        #expect(try texts(notes.fetch().sorted(by: \.text, options: .caseInsensitive).offset(4)) == ["Milk", "milk"])
        let authors = notes.fetch().sorted(by: \.author?.name)
        #expect(try texts(authors).first == "Eggs")
        #expect(try texts(notes.fetch().sorted(by: \.author?.name, nils: .last)).last == "Eggs")
        #expect(try texts(notes.fetch().sorted(by: \.author?.name, .descending)).last == "Eggs")
        #expect(try texts(notes.fetch().sorted(by: \.author?.name, .descending, nils: .first)).first == "Eggs")
        #expect(try texts(notes.fetch().sorted(by: "-views, text[cd]").limit(1)) == ["Hello again"])
        let unordered = notes.fetch().sorted(by: \.tags)
        #expect(throws: RequestError.self) { try unordered.count() }
    }

    @Test func sortedByAComparator() throws {
        let byLength = notes.fetch().sorted(by: \.text, comparator: { $0.count < $1.count })
        #expect(try texts(byLength) == ["Milk", "Eggs", "milk", "hello there", "Hello again", "Hello, World!"])
        #expect(try texts(byLength.sorted(by: \.views, .descending).limit(2)) == ["milk", "Milk"])
        let reversed = notes.fetch().sorted(by: \.text, .descending, comparator: { $0.count < $1.count })
        #expect(try texts(reversed.limit(1)) == ["Hello, World!"])
    }

    // MARK: inspect(on:)

    private final class Inspector: RequestInspector {
        let seen = Locked<[RecordQuery]>([])
        func inspect(_ query: RecordQuery) { seen.withLock { $0.append(query) } }
    }

    @Test func inspectOn() throws {
        let inspector = Inspector()
        let more = Locked(0)
        let request = notes.fetch(where: try Note.predicate("text == %@", "Milk"))
            .sorted(by: \.created, .descending).fetchingOnly(\.text).limit(3).inspect(on: inspector)
            .inspect { _ in more.withLock { $0 += 1 } }
        #expect(inspector.seen.withLock { $0 }.isEmpty)
        _ = try request.count()
        #expect(
            inspector.seen.withLock { $0 } == [
                RecordQuery(where: #"text == "Milk""#, sort: "-created", select: "text", limit: 3)
            ])
        #expect(more.withLock { $0 } == 1)
    }

    // MARK: Sections and sources

    @Test func sections() throws {
        let sections = try notes.fetch().sorted(by: \.author?.name).sections(by: \.author?.name)
        #expect(sections.map(\.key) == [nil, "Ada", "Bob", "Cleo"])
        #expect(
            sections.map { $0.values.map(\.text) } == [
                ["Eggs"], ["Hello, World!", "Milk"], ["hello there", "milk"], ["Hello again"],
            ])
    }

    @Test func severalSourcesInTurn() throws {
        let more = [Self.note("Later", 1, 9, nil)]
        #expect(try notes.fetch().from(more).count() == 7)
        #expect(try texts(notes.fetch().from(more).sorted(by: \.views).limit(1)) == ["Later"])
        #expect(try texts(notes.fetch().from(Set([1]).map { Self.note("n", $0, 1, nil) }).offset(6)) == ["n"])
    }

    /// The same request over another source of records.
    @Test func recordsOfTheSameForm() throws {
        let request = Note.request().where("views > %d", 4).sorted(by: \.views, .descending).fetchingOnly(\.text).limit(
            2)
        let records = [("a", 3), ("b", 5), ("c", 9), ("d", 7)].map { text, views in
            PredicateValue.object(
                PredicateObject([("text", .string(text)), ("views", .integer(Int64(views))), ("more", .null)]))
        }
        let found = try request.checkedQuery().results(of: records)
        #expect(found.map(QueryTests.text) == [#"{text: "c"}"#, #"{text: "d"}"#])
        #expect(throws: RequestError.self) { try Note.request().sorted(by: \.secret).checkedQuery() }
    }

    // MARK: Mistakes

    @Test func mistakesComeWhenTheRequestRuns() throws {
        let unknown = notes.fetch().sorted(by: \.secret)
        let error = #expect(throws: RequestError.self) { try texts(unknown) }
        #expect(error?.parts.first?.part == .sort)
        #expect(error?.parts.first?.diagnostics.diagnostics.first?.code == "unregistered-key-path")
        #expect(error?.description.contains("secret") == true)
        #expect(throws: RequestError.self) { try notes.fetch().where("vews > 3").count() }
        #expect(throws: RequestError.self) { try notes.fetch().sorted(by: "vews").count() }
        #expect(throws: RequestError.self) { try notes.fetch().groupBy(\.secret).objects() }
    }

    /// Becomes a predicate only when the request runs, like a predicate of key paths.
    private struct Late: RequestPredicate {
        var text: String
        func predicate(over description: PredicateDescription<Note>) throws(PredicateDiagnostics) -> TypedPredicate<
            Note
        > {
            try description.predicate(parsing: text)
        }
    }

    @Test func aPredicateMayBeCheckedLater() throws {
        #expect(try notes.fetch(where: Late(text: "views > 100")).count() == 2)
        let wrong = notes.fetch(where: Late(text: "vews > 100"))
        #expect(throws: RequestError.self) { try wrong.count() }
        #expect(throws: PredicateDiagnostics.self) { try notes.count(where: Late(text: "vews > 100")) }
    }

    /// A request can be a static constant, which all threads share.
    private static let popular = Note.request().where("views > 100").sorted(by: \.views, .descending)

    @Test func aRequestIsAValue() async throws {
        let request = Self.popular
        let notes = notes
        let first = try await Task.detached { try request.first(from: notes)?.views }.value
        #expect(first == 300)
        #expect(try request.result(from: notes).map(\.views) == [300, 120])
    }
}
