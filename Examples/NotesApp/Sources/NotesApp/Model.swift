import PredicateFormat

/// A note, which may stand under another.
final class Note: PredicateDescribed, Sendable {
    let id: Int
    let name: String
    let parent: Note?

    init(_ id: Int, _ name: String, in parent: Note? = nil) {
        self.id = id
        self.name = name
        self.parent = parent
    }

    static let predicateDescription = PredicateDescription<Note> {
        PredicateField("id", \.id)
        PredicateField("name", \.name)
        PredicateField("parent", \.parent)
    }
}

/// What a memo is filed as: perhaps under a note.
struct Item: PredicateDescribed {
    var note: Note?

    static let predicateDescription = PredicateDescription<Item> {
        PredicateField("note", \.note)
    }
}

/// A snippet or a file.
struct Asset: PredicateDescribed {
    enum Kind: String, CaseIterable, PredicateFieldValue { case image, audio, document }
    var kind: Kind
    var bytes: Int

    static let predicateDescription = PredicateDescription<Asset> {
        PredicateField("kind", \.kind)
        PredicateField("bytes", \.bytes)
    }
}

/// What the app shows.
struct Memo: PredicateDescribed {
    var text: String
    var isStarred: Bool
    var item: Item?
    var assets: [Asset]?

    static let predicateDescription = PredicateDescription<Memo> {
        PredicateField("text", \.text)
        PredicateField("isStarred", \.isStarred)
        PredicateField("item", \.item)
        PredicateField("assets", \.assets)
    }
}

extension Memo {
    static let samples: [Memo] = {
        let home = Note(1, "Home")
        let kitchen = Note(2, "Kitchen", in: home)
        let work = Note(3, "Work")
        return [
            Memo(text: "Buy lamps", isStarred: true, item: Item(note: home), assets: nil),
            Memo(
                text: "Tiles, with a picture", isStarred: false, item: Item(note: kitchen),
                assets: [Asset(kind: .image, bytes: 84_000)]),
            Memo(
                text: "Café in Évora", isStarred: true, item: Item(note: nil),
                assets: [Asset(kind: .image, bytes: 2_300_000), Asset(kind: .audio, bytes: 910_000)]),
            Memo(text: "Invoice 12", isStarred: false, item: Item(note: work), assets: []),
            Memo(
                text: "Invoice 13", isStarred: true, item: Item(note: work),
                assets: [Asset(kind: .document, bytes: 512)]),
            Memo(text: "Unfiled", isStarred: false, item: nil, assets: nil),
        ]
    }()
}
