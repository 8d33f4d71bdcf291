import Foundation
import PredicateFormat

/// A note, as the documentation of predicates over key paths likes to have them.
final class Note: PredicateDescribed, Identifiable, Sendable {
    let id: Int
    let text: String
    let title: String
    let views: Int
    let tags: [String]
    let isStarred: Bool
    let created: Date
    let parent: Note?
    let draft = ""

    init(
        _ id: Int, _ text: String, title: String = "", views: Int = 0, tags: [String] = [], isStarred: Bool = false,
        created: Date = Date(timeIntervalSinceReferenceDate: 0), parent: Note? = nil
    ) {
        self.id = id
        self.text = text
        self.title = title
        self.views = views
        self.tags = tags
        self.isStarred = isStarred
        self.created = created
        self.parent = parent
    }

    static let predicateDescription = PredicateDescription<Note> {
        Field("id", \.id)
        Field("text", \.text)
        Field("title", \.title)
        Field("views", \.views)
        Field("tags", \.tags)
        Field("isStarred", \.isStarred)
        Field("created", \.created)
        Field("parent", \.parent)
    }

    static let samples: [Note] = {
        let root = Note(1, "root", title: "root", views: 3, tags: ["To Do"])
        return [
            root, Note(2, "a hall", views: 19, isStarred: true, parent: root),
            Note(3, "x", title: "x", views: 120, parent: root),
            Note(4, "abc", title: "y", views: 7, tags: ["a", "b"]),
        ]
    }()
}
