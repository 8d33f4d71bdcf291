import Foundation
import PredicateFormat
import PredicateTesting

/// A type like those of apps, with optional, to-many and recursive relationships.
struct Memo: PredicateDescribed, Sendable {
    enum State: String, CaseIterable, PredicateFieldValue, Sendable { case open, done }

    struct Asset: PredicateDescribed, Sendable, Equatable {
        var name: String
        var size: Int
        var caption: String?
        var marks: [Int] = []

        static let predicateDescription = PredicateDescription<Asset> {
            PredicateField("name", \.name)
            PredicateField("size", \.size)
            PredicateField("caption", \.caption)
            PredicateField("marks", \.marks)
        }
    }

    final class Note: PredicateDescribed, Sendable {
        let name: String?
        let words: Int
        let parent: Note?
        let children: [Note]

        init(_ name: String?, words: Int = 0, parent: Note? = nil, children: [Note] = []) {
            self.name = name
            self.words = words
            self.parent = parent
            self.children = children
        }

        static let predicateDescription = PredicateDescription<Note> {
            PredicateField("name", \.name)
            PredicateField("words", \.words)
            PredicateField("parent", \.parent)
            PredicateField("children", \.children)
        }
    }

    var title: String
    var content: String?
    var words: Int
    var rating: Int?
    var ratio: Double
    var star: Bool
    var maybe: Bool?
    var tags: [String]
    var scores: [Int?]
    var assets: [Asset]?
    var counts: [String: Int]
    var note: Note?
    var created: Date
    var state: State

    static let predicateDescription = PredicateDescription<Memo> {
        PredicateField("title", \.title)
        PredicateField("content", \.content)
        PredicateField("words", \.words)
        PredicateField("rating", \.rating)
        PredicateField("ratio", \.ratio)
        PredicateField("star", \.star)
        PredicateField("maybe", \.maybe)
        PredicateField("tags", \.tags)
        PredicateField("scores", \.scores)
        PredicateField("assets", \.assets)
        PredicateField("counts", \.counts)
        PredicateField("note", \.note)
        PredicateField("created", \.created)
        PredicateField("state", \.state)
    }
}

/// An item with a path through two optionals.
struct Item: PredicateDescribed, Sendable {
    var name: String
    var note: Memo.Note?

    static let predicateDescription = PredicateDescription<Item> {
        PredicateField("name", \.name)
        PredicateField("note", \.note)
    }
}

/// Makes memos that have the same meaning in Swift and in the language: composed text, no empty needles, no
/// overflow.
struct MemoGenerator: SeededGenerator {
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func text() -> String { pick(["a", "b", "root", "fat", "fat cat", "é", "Été", "日本", "x y", ""]) }

    private mutating func asset() -> Memo.Asset {
        let caption = text()
        return Memo.Asset(
            name: text(), size: below(6), caption: perhaps(caption), marks: list { generator in generator.below(4) })
    }

    mutating func note(_ depth: Int = 3) -> Memo.Note? {
        guard depth > 0, below(4) > 0 else { return nil }
        let name = text()
        return Memo.Note(
            perhaps(name), words: below(6), parent: note(depth - 1),
            children: list(3) { $0.note(depth - 2) }.compactMap { $0 })
    }

    mutating func memo() -> Memo {
        let (content, rating, maybe, assets) = (text(), below(6), below(2) == 0, list { $0.asset() })
        return Memo(
            title: text(), content: perhaps(content), words: below(8) - 2, rating: perhaps(rating),
            ratio: Double(below(9)) / 2 - 1, star: below(2) == 0, maybe: perhaps(maybe), tags: list { $0.text() },
            scores: list { generator in
                let score = generator.below(4)
                return generator.perhaps(score)
            },
            assets: perhaps(assets), counts: ["a": below(4), "b": below(2)], note: note(),
            created: Date(timeIntervalSinceReferenceDate: Double(below(4)) * 86400), state: pick(Memo.State.allCases))
    }
}
