import Foundation
import PredicateFormat

/// A note, as in the usual documentation of key-path predicates.
final class Note: PredicateDescribed, Identifiable, Sendable {
    enum Kind: String, CaseIterable, PredicateFieldValue { case plain, list, drawing }

    let id: Int
    let text: String
    let title: String
    let name: String?
    let numberOfViews: Int
    let tags: [String]
    let isStarred: Bool
    let isPinned: Bool?
    let kind: Kind
    let creationDate: Date
    let attachment: Attachment
    let parent: Note?
    /// A property without a field.
    let draft = ""

    init(
        _ id: Int, _ text: String, title: String = "", name: String? = nil, numberOfViews: Int = 0,
        tags: [String] = [], isStarred: Bool = false, isPinned: Bool? = nil, kind: Kind = .plain, day: Double = 0,
        attachment: Attachment = Attachment(id: 1, size: 0), parent: Note? = nil
    ) {
        self.id = id
        self.text = text
        self.title = title
        self.name = name
        self.numberOfViews = numberOfViews
        self.tags = tags
        self.isStarred = isStarred
        self.isPinned = isPinned
        self.kind = kind
        self.creationDate = Date(timeIntervalSinceReferenceDate: day * 86400)
        self.attachment = attachment
        self.parent = parent
    }

    static let predicateDescription = PredicateDescription<Note> {
        PredicateField("id", \.id)
        PredicateField("text", \.text)
        PredicateField("title", \.title)
        PredicateField("name", \.name)
        PredicateField("numberOfViews", \.numberOfViews)
        PredicateField("tags", \.tags)
        PredicateField("isStarred", \.isStarred)
        PredicateField("isPinned", \.isPinned)
        PredicateField("kind", \.kind)
        PredicateField("creationDate", \.creationDate)
        PredicateField("attachment", \.attachment)
        PredicateField("parent", \.parent)
    }

    static let samples: [Note] = {
        let root = Note(1, "Hello, World!", title: "x", name: "root", numberOfViews: 120, tags: ["To Do"], day: -3)
        let child = Note(
            2, "hello", title: "hello", name: "fat cat", numberOfViews: 19, tags: ["a", "To Do", "b"], isStarred: true,
            isPinned: true, kind: .list, day: 1, attachment: Attachment(id: 2, size: 7), parent: root)
        return [
            root, child,
            Note(
                3, "Héllo again", title: "fat", name: "fat", numberOfViews: 150, isPinned: false, day: 2, parent: child),
            Note(
                4, "say hello", title: "y", numberOfViews: 200, tags: ["x", "y", "To Do list"], isStarred: true,
                kind: .drawing),
            Note(5, "", title: "", numberOfViews: 400, tags: ["To Do", "To Do"], day: 9, parent: root),
        ]
    }()
}

struct Attachment: PredicateDescribed, Identifiable, Sendable {
    var id: Int
    var size: Int
    static let predicateDescription = PredicateDescription<Attachment> {
        PredicateField("id", \.id)
        PredicateField("size", \.size)
    }
}

struct Account: PredicateDescribed, Sendable {
    var name: String
    var purchases: [Double]
    var profiles: Set<Profile>
    var history: [Profile] { profiles.sorted { $0.name < $1.name } }
    static let predicateDescription = PredicateDescription<Account> {
        PredicateField("name", \.name)
        PredicateField("purchases", \.purchases)
        PredicateField("profiles", \.profiles)
        PredicateField("history", \.history)
    }

    static let samples = [
        Account(
            name: "Account A", purchases: [98.5, 141.5], profiles: [Profile("John Doe"), Profile("Jane Doe", day: 1)]),
        Account(name: "B", purchases: [20, 20, 2500], profiles: [Profile("John")]),
        Account(name: "Account C", purchases: [], profiles: []),
        Account(
            name: "D", purchases: [95, 110.5], profiles: [Profile("Jim Doe"), Profile("Jo Doe"), Profile("Al Doe")]),
    ]
}

struct Profile: PredicateDescribed, Identifiable, Hashable, Sendable {
    var name: String
    var creationDate: Date
    var id: String { name }
    init(_ name: String, day: Double = 0) {
        self.name = name
        creationDate = Date(timeIntervalSinceReferenceDate: day * 86400)
    }
    static let predicateDescription = PredicateDescription<Profile> {
        PredicateField("name", \.name)
        PredicateField("creationDate", \.creationDate)
        PredicateField("id", \.id) { $0.id }
    }
}

struct User: PredicateDescribed, Sendable {
    var name: String
    var billingInfo: BillingInfo
    static let predicateDescription = PredicateDescription<User> {
        PredicateField("name", \.name)
        PredicateField("billingInfo", \.billingInfo)
    }

    static let samples = [
        User(name: "a", billingInfo: BillingInfo(accountType: "Pro", purchases: [100, 140])),
        User(name: "b", billingInfo: BillingInfo(accountType: "Free", purchases: [])),
        User(name: "c", billingInfo: BillingInfo(accountType: "Pro", purchases: [1])),
    ]
}

struct BillingInfo: PredicateDescribed, Sendable {
    var accountType: String
    var purchases: [Double]
    static let predicateDescription = PredicateDescription<BillingInfo> {
        PredicateField("accountType", \.accountType)
        PredicateField("purchases", \.purchases)
    }
}

/// A type with an optional note and an optional list of files.
struct Item: PredicateDescribed, Sendable {
    var note: Note?
    var assets: [Attachment]?
    static let predicateDescription = PredicateDescription<Item> {
        PredicateField("note", \.note)
        PredicateField("assets", \.assets)
    }

    static let samples =
        Note.samples.map { Item(note: $0, assets: $0.id == 2 ? [] : [Attachment(id: $0.id, size: $0.id * 3)]) } + [
            Item(note: nil, assets: nil),
            Item(note: nil, assets: [Attachment(id: 1, size: 1), Attachment(id: 2, size: 2)]),
        ]
}
