import Foundation
import PredicateFormat
import Testing

/// Types whose coding keys are their fields.
struct CodableFieldTests {
    private enum Genre: String, Codable, CaseIterable, PredicateFieldValue { case rock, fado }

    private struct Artist: Codable, PredicateDescribed {
        var name: String
        var born: Date?
    }

    private struct Song: Codable, PredicateDescribed {
        var title: String
        var plays: Int
        var rating: Double?
        var genre: Genre = .rock
        var artist = Artist(name: "Amália", born: nil)
        var guests: [Artist] = []
        var tags: Set<String> = []
        var counts: [String: Int] = [:]
        var link = URL(string: "https://example.com")
        var id = UUID()
        var price: Decimal = 1
        var secret = "hidden"

        private enum CodingKeys: String, CodingKey {
            case title, plays = "play_count", rating, genre, artist, guests, tags, counts, link, id, price
        }
    }

    private static let songs = [
        Song(
            title: "Lisboa", plays: 31, rating: 4.5, genre: .fado, guests: [Artist(name: "Zé", born: .distantPast)],
            tags: ["live"], counts: ["radio": 3], price: 1.2),
        Song(title: "Porto", plays: 2),
    ]

    @Test(arguments: [
        ("title == 'Lisboa'", ["Lisboa"]),
        ("play_count > 10", ["Lisboa"]),
        ("rating == nil", ["Porto"]),
        ("rating + play_count > 35", ["Lisboa"]),
        ("genre == 'fado'", ["Lisboa"]),
        ("artist.name BEGINSWITH[d] 'Amalia'", ["Lisboa", "Porto"]),
        ("artist.born == nil AND ANY guests.name == 'Zé'", ["Lisboa"]),
        ("guests.@count == 0", ["Porto"]),
        ("'live' IN tags", ["Lisboa"]),
        ("counts.radio == 3", ["Lisboa"]),
        ("link == 'https://example.com'", ["Lisboa", "Porto"]),
        ("price - 0.2 == 1", ["Lisboa"]),
        ("id != nil", ["Lisboa", "Porto"]),
    ])
    func codingKeysAreFields(_ text: String, _ titles: [String]) throws {
        let predicate = try Song.predicate(parsing: text)
        #expect(Self.songs.filter(predicate).map(\.title) == titles)
        #expect(Self.songs.filter { predicate.checked.matches($0.predicateValue) }.map(\.title) == titles)
    }

    @Test func aFieldHasTheTypeOfItsValue() throws {
        let schema = Song.predicateDescription.schema
        let fields = try #require(schema.types["Song"]?.fields)
        #expect(
            fields.map(\.name) == [
                "title", "play_count", "rating", "genre", "artist", "guests", "tags", "counts", "link", "id", "price",
            ])
        for text in ["play_count == 'x'", "genre == 'jazz'", "plays == 3", "secret == ''", "guests.nam == ''"] {
            #expect(throws: PredicateDiagnostics.self) { try Song.predicate(parsing: text) }
        }
    }

    /// A type that contains itself.
    private final class Note: Codable, PredicateDescribed {
        let name: String
        let parent: Note?
        let children: [Note]

        init(_ name: String, in parent: Note? = nil, _ children: [Note] = []) {
            (self.name, self.parent, self.children) = (name, parent, children)
        }
    }

    @Test func aTypeThatContainsItself() throws {
        let note = Note("a", in: Note("b", in: Note("c")), [Note("d")])
        #expect(try Note.predicate("parent.parent.name == 'c' AND ANY children.name == 'd'").matches(note))
        #expect(try !Note.predicate("parent.parent.parent.name == 'c'").matches(note))
    }

    private struct Plain: Codable, Sendable { var city = "" }
    private struct WithPlain: Codable, PredicateDescribed {
        var name = ""
        var plain = Plain()
    }
    private enum Level: Int, Codable, PredicateFieldValue { case low = 3 }
    private struct WithLevel: Codable, PredicateDescribed {
        var level = Level.low
        var name = ""
    }
    private final class Endless: Codable, PredicateDescribed {
        let next: Endless
        init(_ next: Endless) { self.next = next }
    }
    private struct AsText: Codable, PredicateDescribed {
        var text = ""
        init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }
    private struct Flat: Codable, PredicateDescribed {
        var name = ""
        enum Keys: CodingKey { case outer, name }
        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .outer)
            name = try outer.decode(String.self, forKey: .name)
        }
        func encode(to encoder: any Encoder) throws {}
    }

    /// What cannot be known is an error, and never a field less.
    @Test func whatIsNotKnownIsAnError() throws {
        func message<Root: PredicateDescribed>(_: Root.Type) -> String? {
            do {
                _ = try Root.predicate("TRUEPREDICATE")
                return nil
            } catch {
                return error.diagnostics.first?.message
            }
        }
        #expect(
            message(WithPlain.self)
                == "the type of `plain` in WithPlain is not a `PredicateFieldValue`: declare that it is, or list the fields of WithPlain"
        )
        #expect(
            message(WithLevel.self)
                == "the fields of WithLevel cannot be found, because the type of `level` gives no sample value: make that type `CaseIterable`, or list the fields of WithLevel"
        )
        #expect(message(Endless.self)?.contains("the type of `next` gives no sample value") == true)
        #expect(message(Flat.self)?.contains("gives no sample value") == true)
        // It has no coding keys, and so no fields.
        #expect(message(AsText.self) == nil)
        #expect(throws: PredicateDiagnostics.self) { try AsText.predicate("text == ''") }
    }

    /// A type that encodes less than it decodes, or something else.
    private struct Sparse: Codable, PredicateDescribed {
        var name = "a"
        var size = 3
        enum CodingKeys: CodingKey { case name, size }
        init() {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("3", forKey: .size)
        }
    }

    @Test func whatIsNotEncodedIsNil() throws {
        #expect(try Sparse.predicate("name == nil AND size == nil").matches(Sparse()))
    }

    @Test func manyThreadsShareADescription() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask { (try? Song.predicate("play_count > 10"))?.matches(Self.songs[0]) ?? false }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
