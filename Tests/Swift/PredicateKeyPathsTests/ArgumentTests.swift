import Foundation
import PredicateCore
import PredicateFormat
import PredicateKeyPaths
import PredicateTesting
import Testing

@Suite("Swift values and predicates as arguments of text")
struct ArgumentTests {
    /// A value of every supported type, in a text with the field that it is compared with, and in key paths.
    static var values: [(text: String, argument: any PredicateArgument, predicate: KeyPathPredicate<Sample>)] {
        [
            ("flag == %@", true, \.flag == true),
            ("maybeFlag == %@", Bool?.some(false), \.maybeFlag == false),
            ("tiny == %@", Int8(2), \.tiny == 2),
            ("wide == %@", UInt64.max, \.wide == .max),
            ("count == %@", 3, \.count == 3),
            ("count == %d", 3, \.count == 3),
            ("maybe == %@", Int?.some(5), \.maybe == 5),
            ("maybe == %@", Int?.none, \.maybe == nil),
            ("deep == %@", Int??.some(5), \.deep == 5),
            ("deep == %@", Int??.some(nil), \.deep == nil),
            ("ratio == %@", 2.5, \.ratio == 2.5),
            ("ratio == %@", Double.nan, \.ratio == .nan),
            ("real == %@", Float(0.5), \.real == 0.5),
            ("real == %@", Float.nan, \.real == .nan),
            ("maybeReal == %@", Double?.some(0.5), \.maybeReal == 0.5),
            ("name == %@", "ab", \.name == "ab"),
            ("nick == %@", String?.none, \.nick == nil),
            ("part == %@", "ab"[...], \.part == "ab"),
            ("letter == %@", Character("é"), \.letter == "é"),
            ("born == %@", Written.day(2), \.born == Written.day(2)),
            ("died == %@", Date?.some(Written.day(1)), \.died == Written.day(1)),
            ("id == %@", Written.id(1), \.id == Written.id(1)),
            ("link == %@", Written.link("http://a.b/C"), \.link == Written.link("http://a.b/C")),
            ("price == %@", Written.decimal("1.5"), \.price == Written.decimal("1.5")),
            ("bytes == %@", Data([1, 2, 3]), \.bytes == Data([1, 2, 3])),
            ("tags == %@", ["a"], \.tags == ["a"]),
            ("tags[FIRST] == %@", "a", (\Sample.tags).first == "a"),
            ("scores == %@", [Int?.some(1), nil], \.scores == [1, nil]),
            ("scores == %@", [Int?]?.none, \.scores == nil),
            ("letters == %@", Set(["a"]), \.letters == ["a"]),
            ("limits == %@", ["a": 1, "b": 7], \.limits == ["a": 1, "b": 7]),
            ("limits['a'] == %@", 1, (\Sample.limits).at(key: "a") == 1),
            ("state == %@", Sample.State.open, \.state == .open),
            ("level == %@", Sample.Level.high, \.level == .high),
            ("level == %@", Sample.Level?.none, \.level == nil),
            ("home == %@", Sample.Point?.none, \.home == nil),
            ("base.x == %@", 2.5, \.base.x == 2.5),
            ("ANY items.price == %@", 1.5, (\Sample.items).any(\.price) == 1.5),
            ("chain.name == %@", "a", \.chain?.name == "a"),
            ("count IN %@", [1, 3], (\Sample.count).in([1, 3])),
            ("count IN %@", Set([3]), (\Sample.count).in([3])),
            ("count BETWEEN %@", 1...3, \.count ~= 1...3),
            ("state IN %@", [Sample.State.open, .lost], (\Sample.state).in(.open, .lost)),
        ]
    }

    @Test("Each value", arguments: values.indices)
    func value(_ index: Int) throws {
        let (text, argument, written) = Self.values[index]
        let fromText = try Sample.predicate(parsing: text, argument)
        let fromKeyPath = try written.checked()
        var generator = SampleGenerator(seed: 5)
        let samples = (0..<200).map { _ in generator.sample() }
        let rows = samples.map { fromText.matches($0) }
        #expect(samples.map { fromKeyPath.matches($0) } == rows)
        if !text.hasPrefix("scores == %") && !text.hasPrefix("letters ==") && !text.hasPrefix("limits ==") {
            #expect(rows.contains(true), "\(fromText.predicateFormat)")
        }
        #expect(rows.contains(false), "\(fromText.predicateFormat)")
    }

    private let notes = Note.samples

    @Test func predicatesAreArguments() throws {
        let popular = try Note.predicate("numberOfViews > %d", 120)
        let starred: KeyPathPredicate<Note> = \.isStarred || \.text == ""
        let predicate = try Note.predicate("%@ AND text CONTAINS[c] %@ AND %@", popular, "hello", starred)
        #expect(
            predicate.predicateFormat
                == "numberOfViews > 120 AND text CONTAINS[c] \"hello\" AND (isStarred == 1 OR text == \"\")")
        #expect(notes.filter(predicate).map(\.id) == [4])
        #expect(notes.filter(try Note.predicate("NOT %@", popular)).map(\.id) == [1, 2])
        #expect(notes.filter(try Note.predicate("(%@)", popular)).map(\.id) == [3, 4, 5])
        #expect(
            try Note.predicate("TERNARY(%@, 1, 2) == 1", popular).predicateFormat
                == "TERNARY(numberOfViews > 120, 1, 2) == 1")
    }

    @Test func requestsTakeThemToo() throws {
        let popular: KeyPathPredicate<Note> = \.numberOfViews > 120
        let found = try notes.fetch().where("%@ AND text CONTAINS[c] %@", popular, "hello").result()
        #expect(found.map(\.id) == [4])
    }

    @Test func bytesAndObjectsInThemAreKept() throws {
        let inner = try Sample.predicate(
            "bytes == %@ AND base == %@", Data([1, 2, 3]), Sample.Point(x: 2, label: "a"))
        let outer = try Sample.predicate("count == %@ OR %@ OR bytes == %@", 3, inner, Data())
        var generator = SampleGenerator(seed: 3)
        let samples = (0..<300).map { _ in generator.sample() }
        for sample in samples {
            let isInner = sample.bytes.count == 3 && sample.base.x == 2 && sample.base.label == "a"
            #expect(outer.matches(sample) == (sample.count == 3 || isInner || sample.bytes.isEmpty))
        }
    }

    @Test func whereNoPredicateStandsItIsAnError() throws {
        let popular = try Note.predicate("numberOfViews > %d", 120)
        for format in ["text == %@", "numberOfViews > %d", "%K == 1", "tags IN {%@}"] {
            #expect(throws: PredicateDiagnostics.self, "\(format)") { try Note.predicate(parsing: format, popular) }
        }
        #expect(throws: PredicateDiagnostics.self) { try Note.predicate("text == 'x'", popular) }
        #expect(throws: PredicateDiagnostics.self) { try Note.predicate("%@ AND text == 'x'", "a value") }
        #expect(throws: PredicateDiagnostics.self) { try Note.predicate("%@ AND %@", popular) }
        var deep = PredicateTree(.constant(true))
        for _ in 0..<2000 { deep = !deep }
        #expect {
            try Note.predicate("%@ OR text == ''", deep)
        } throws: {
            ($0 as? PredicateDiagnostics)?.diagnostics.map(\.code) == ["too-deep"]
        }
    }
}
