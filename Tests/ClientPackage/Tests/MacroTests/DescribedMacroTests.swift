import Foundation
import PredicateMacros
import Testing

/// A person.
@PredicateDescribed
struct Person: Sendable {
    @PredicateDescribed
    enum State: String, CaseIterable, Sendable { case open, closed }
    @PredicateDescribed
    enum Level: Int, Sendable { case low = 1, high = 10 }

    enum CodingKeys: String, CodingKey {
        case first = "first_name"
        case age, `default`
        case home = "home_address"
    }

    @PredicateDescribed
    struct Address: Sendable {
        var city: String
        var zip: Int?
        var line: String { zip.map { "\($0) \(city)" } ?? city }
    }

    var first: String
    /// In whole years.
    ///
    /// Not in months.
    var age: Int, weight: Double?
    var `default`: Bool = true
    let state: State
    var level: Level?
    var home: Address
    var former: Address?
    var tags: [String] = []
    var letters: Set<String> = []
    var limits: [String: Int] = [:]
    var born = Date(timeIntervalSinceReferenceDate: 0)
    var id = UUID()
    var deep: Int?? = nil
    @PredicateField("nick", documentation: "What friends say.") private(set) var nickname: String?
    @PredicateField private var pin = 7
    private var secret = 1
    @PredicateIgnored var action: @Sendable () -> Void = {}
    @PredicateIgnored var pair = (1, 2)
    static let shared = 3
    var full: String { first + "!" }
    var stars: Int {
        get { age / 10 }
        set { age = newValue * 10 }
    }
    var watched: Int = 0 {
        didSet { age += 1 }
    }
    var failing: Int { get throws { 1 } }
    #if DEBUG
    var traced: Bool = true
    #else
    var untraced: Bool = true
    #endif

    init(_ first: String, age: Int, state: State = .open, city: String = "Lisbon", zip: Int? = nil) {
        self.first = first
        self.age = age
        self.state = state
        home = Address(city: city, zip: zip)
    }
}

/// A class that refers to its own type, once and in a list.
@PredicateDescribed
public final class Note: @unchecked Sendable {
    /// What it is called.
    public var title: String
    weak var parent: Note?
    var children: [Note] = []
    var owner: Person?
    var hidden: Int { 1 }

    init(_ title: String, parent: Note? = nil) {
        self.title = title
        self.parent = parent
    }
}

@PredicateDescribed(names: .properties)
struct Keyed {
    enum CodingKeys: String, CodingKey { case name = "n" }
    var name: String
}

@PredicateDescribed
struct Box<Value: PredicateFieldValue & Sendable> {
    var value: Value
    @PredicateDescribed
    struct Inner { var count: Int }
    var inner: Inner
}

@Suite struct DescribedMacroTests {
    @Test func fields() {
        #expect(
            Person.predicateDescription.schema.rootRecord?.fields.map(\.name) == [
                "first_name", "age", "weight", "default", "state", "level", "home_address", "former", "tags", "letters",
                "limits", "born", "id", "deep", "nick", "pin", "full", "stars", "watched", "traced",
            ])
        #expect(Keyed.predicateDescription.schema.rootRecord?.fields.map(\.name) == ["name"])
        #expect(
            Note.predicateDescription.schema.rootRecord?.fields.map(\.name) == [
                "title", "parent", "children", "owner", "hidden",
            ])
    }

    @Test func documentation() {
        let type = Person.predicateDescription.schema.rootRecord
        #expect(type?.documentation == "A person.")
        #expect(type?.field(named: "age")?.documentation == "In whole years.")
        #expect(type?.field(named: "nick")?.documentation == "What friends say.")
    }

    @Test(arguments: [
        ("first_name BEGINSWITH[c] 'jo' AND age >= 18", true), ("home_address.city == 'Porto'", true),
        ("home_address.line == '4000 Porto'", true), ("former.city == nil", true), ("state == 'closed'", true),
        ("level == 10", false), ("level == nil", true), ("pin == 7", true), ("nick == nil", true),
        ("full == 'Jo!'", true),
        ("stars == 4", true), ("tags.@count == 0", true), ("deep == nil", true), ("SELF.default == YES", true),
        ("born == CAST(0, 'NSDate')", true),
    ])
    func answers(_ format: String, _ expected: Bool) throws {
        let person = Person("Jo", age: 42, state: .closed, city: "Porto", zip: 4000)
        #expect(try Person.predicate(parsing: format).matches(person) == expected)
    }

    @Test func checking() {
        let error = #expect(throws: PredicateDiagnostics.self) {
            try Person.predicate("secret == 1 OR state == 'lost'")
        }
        #expect(error?.diagnostics.count == 2)
    }

    @Test func relationships() throws {
        let root = Note("root")
        let child = Note("child", parent: root)
        let leaf = Note("leaf", parent: child)
        root.children = [child]
        root.owner = Person("Ada", age: 36)
        #expect(try Note.predicate("parent.parent.title == 'root'").matches(leaf))
        #expect(try Note.predicate("parent.parent.owner.home_address.city == 'Lisbon'").matches(leaf))
        #expect(try Note.predicate("ANY children.title == 'child'").matches(root))
        #expect(
            Note.predicateDescription.fieldPath(of: \.parent?.parent?.owner?.home.city) == [
                "parent", "parent", "owner", "home_address", "city",
            ])
    }

    @Test func generic() throws {
        let box = Box<String>(value: "x", inner: .init(count: 2))
        #expect(try Box<String>.predicate("value == 'x' AND inner.count == 2").matches(box))
    }

    @Test func derivedArguments() throws {
        let people = [Person("Jo", age: 17), Person("Joana", age: 30), Person("Ada", age: 40, state: .closed)]
        let adults = try Person.predicate("age >= %d AND state == %@", 18, Person.State.open)
        #expect(people.filter(adults).map(\.first) == ["Joana"])
    }
}

extension RecordSchema {
    fileprivate var rootRecord: RecordType? { recordType(of: root) }
}
