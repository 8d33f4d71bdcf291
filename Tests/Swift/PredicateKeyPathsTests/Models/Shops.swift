import Foundation
import PredicateFormat

/// A shop, with a field of each kind that the forms of predicates need.
struct Shop: PredicateDescribed, Identifiable, Sendable {
    enum Kind: String, PredicateFieldValue { case book, food, tea }

    /// The order of the sizes is not that of their raw values.
    enum Size: String, CaseIterable, Comparable, PredicateFieldValue {
        case small, medium, large
        static func < (a: Size, b: Size) -> Bool { a.place < b.place }
        private var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    var id: Int
    var name: String
    var nick: String?
    var kind: Kind
    var size: Size
    var rating: Double?
    var opened: Date
    var isOpen: Bool
    var isNew: Bool?
    var tags: [String]
    var counts: [Int]
    var sales: [Double]
    var visits: [Visit]
    var past: [Visit]?
    var staff: Set<Person>
    var owner: Person?

    static let predicateDescription = PredicateDescription<Shop> {
        PredicateField("id", \.id)
        PredicateField("name", \.name)
        PredicateField("nick", \.nick)
        PredicateField("kind", \.kind)
        PredicateField("size", \.size)
        PredicateField("rating", \.rating)
        PredicateField("opened", \.opened)
        PredicateField("isOpen", \.isOpen)
        PredicateField("isNew", \.isNew)
        PredicateField("tags", \.tags)
        PredicateField("counts", \.counts)
        PredicateField("sales", \.sales)
        PredicateField("visits", \.visits)
        PredicateField("past", \.past)
        PredicateField("staff", \.staff)
        PredicateField("owner", \.owner)
    }

    static let samples: [Shop] = [
        Shop(
            id: 1, name: "Corner", nick: "corner shop", kind: .book, size: .small, rating: 4.5, opened: day(-10),
            isOpen: true, isNew: nil, tags: ["To Do", "a"], counts: [1, 2, 3], sales: [98.5, 141.5],
            visits: [
                Visit(guest: "John", note: "first", day: day(0), spent: 10, stars: 5, tags: ["x", "y"]),
                Visit(guest: "Jane Doe", note: nil, day: day(5), spent: 20, stars: nil, tags: []),
            ],
            past: [Visit(guest: "Old", note: nil, day: day(-20), spent: 1, stars: 2, tags: [])],
            staff: [.ann, .bob], owner: .ann),
        Shop(
            id: 2, name: "corner café", nick: nil, kind: .food, size: .large, rating: nil, opened: day(0),
            isOpen: false, isNew: true, tags: [], counts: [], sales: [], visits: [], past: nil, staff: [], owner: nil),
        Shop(
            id: 3, name: "CORNER CAFE", nick: "x", kind: .tea, size: .medium, rating: 2, opened: day(3), isOpen: true,
            isNew: false, tags: ["b", "To Do"], counts: [5, 5], sales: [20, 20, 2500],
            visits: [
                Visit(guest: "Jane Doe", note: "x", day: day(1), spent: 5, stars: 3, tags: ["z"]),
                Visit(guest: "Al", note: "late", day: day(2), spent: 7, stars: 1, tags: ["x"]),
                Visit(guest: "John", note: "last", day: day(9), spent: 100, stars: 2, tags: ["y", "x"]),
            ],
            past: [], staff: [.cy], owner: .cy),
        Shop(
            id: 4, name: "Harbour", nick: "Harbour", kind: .book, size: .small, rating: 3.5, opened: day(10),
            isOpen: false, isNew: nil, tags: ["a", "b", "To Do list"], counts: [7], sales: [95, 110.5],
            visits: [Visit(guest: "Johnny", note: nil, day: day(-1), spent: 50, stars: 4, tags: ["x"])],
            past: nil, staff: [.ann, .di], owner: .bob),
    ]

    /// Midnight of a day in January 2001, counted from 0.
    static func day(_ number: Double) -> Date { Date(timeIntervalSinceReferenceDate: number * 86400) }
}

/// A visit of a shop.
struct Visit: PredicateDescribed, Sendable {
    var guest: String
    var note: String?
    var day: Date
    var spent: Double
    var stars: Int?
    var tags: [String]

    static let predicateDescription = PredicateDescription<Visit> {
        PredicateField("guest", \.guest)
        PredicateField("note", \.note)
        PredicateField("day", \.day)
        PredicateField("spent", \.spent)
        PredicateField("stars", \.stars)
        PredicateField("tags", \.tags)
    }
}

/// Somebody who works in a shop.
struct Person: PredicateDescribed, Identifiable, Hashable, Sendable {
    var id: Int
    var name: String

    static let predicateDescription = PredicateDescription<Person> {
        PredicateField("id", \.id)
        PredicateField("name", \.name)
    }

    static let ann = Person(id: 1, name: "Ann")
    static let bob = Person(id: 2, name: "Bob")
    static let cy = Person(id: 3, name: "Cy")
    static let di = Person(id: 4, name: "Di")
}
