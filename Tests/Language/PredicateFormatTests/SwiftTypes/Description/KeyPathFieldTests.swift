import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// A type whose properties are stored or computed, and of a class, a structure or its own type.
private final class Note: PredicateDescribed, Sendable {
    let title: String
    let parent: Note?
    let location: Location
    let former: Location?
    let marks: [Location]

    init(title: String, parent: Note? = nil, former: Location? = nil) {
        self.title = title
        self.parent = parent
        self.location = Location(city: title, zip: nil)
        self.former = former
        marks = []
    }

    var heading: String { title.uppercased() }
    var unknown: Int { 1 }

    static let predicateDescription = PredicateDescription<Note> {
        PredicateField("title", \.title)
        PredicateField("parent", \.parent)
        PredicateField("place", \.location)
        PredicateField("former", \.former) { $0.former }
        PredicateField("marks", \.marks)
        PredicateField("heading", \.heading) { $0.heading }
        PredicateField("parent title", \.parent?.title)
    }
}

private struct Location: PredicateDescribed, Sendable {
    var city: String
    var zip: Int?
    var cityName: String { city }
    var hidden: Bool { false }

    static let predicateDescription = PredicateDescription<Location> {
        PredicateField("city", \.city)
        PredicateField("zip", \.zip)
        PredicateField("cityName", \.cityName)
    }
}

@Suite("Key paths as paths of fields")
struct KeyPathFieldTests {
    @Test("a key path through fields is the path of their names")
    func paths() {
        let cases: [(PartialKeyPath<Note>, [String]?)] = [
            (\.self, []), (\.title, ["title"]), (\.heading, ["heading"]), (\.location.city, ["place", "city"]),
            (\.location.cityName, ["place", "cityName"]), (\.parent?.heading, ["parent", "heading"]),
            (\.parent?.parent?.title, ["parent", "parent title"]),
            (\.parent!.parent!.location.zip, ["parent", "parent", "place", "zip"]),
            (\.former?.cityName, ["former", "cityName"]), (\.parent?.former?.zip, ["parent", "former", "zip"]),
            (\.parent?.title, ["parent title"]), (\.marks, ["marks"]),
            (\.unknown, nil), (\.location.hidden, nil), (\.parent?.unknown, nil), (\.title.count, nil),
            (\.marks.count, nil),
        ]
        for (keyPath, expected) in cases {
            #expect(Note.predicateDescription.fieldPath(of: keyPath) == expected, "\(keyPath)")
        }
    }

    @Test("a key path that was appended equals one that was written")
    func appended() {
        let parent: KeyPath<Note, Note?> = \Note.parent
        #expect(Note.predicateDescription.fieldPath(of: parent.appending(path: \.?.heading)) == ["parent", "heading"])
        let location: KeyPath<Note, Location> = \Note.location
        #expect(Note.predicateDescription.fieldPath(of: location.appending(path: \.zip)) == ["place", "zip"])
    }

    @Test("a field with a key path and a closure is read like one with either")
    func both() throws {
        let note = Note(title: "root", former: Location(city: "Lisbon", zip: 1100))
        #expect(try Note.predicate("heading == 'ROOT' AND former.zip == 1100").matches(note))
        #expect(try Note.predicate("SELF.\"parent title\" == 'root'").matches(Note(title: "x", parent: note)))
    }
}
