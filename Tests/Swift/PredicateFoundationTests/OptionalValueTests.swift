import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat
@testable import PredicateFoundation

private let rootName = "root"

/// The ways to write optional values, optional chains and optional collections with the macro.
@Suite("Optional values")
struct OptionalValueTests {
    struct Spelling: Sendable, CustomTestStringConvertible {
        var name: String
        var predicate: Predicate<Memo>
        var text: String
        var testDescription: String { name }
    }

    static let spellings: [Spelling] = [
        Spelling(
            name: "?. with ??", predicate: #Predicate { $0.content?.starts(with: "fat") ?? false },
            text: "content BEGINSWITH 'fat'"),
        Spelling(
            name: "if let",
            predicate: #Predicate {
                if let content = $0.content { content.starts(with: "fat") } else { false }
            }, text: "content BEGINSWITH 'fat'"),
        Spelling(
            name: "flatMap", predicate: #Predicate { $0.content.flatMap { $0.starts(with: "fat") } ?? false },
            text: "content BEGINSWITH 'fat'"),
        Spelling(
            name: "?? true", predicate: #Predicate { $0.content?.starts(with: "fat") ?? true },
            text: "content == nil OR content BEGINSWITH 'fat'"),
        Spelling(
            name: "if let, else true",
            predicate: #Predicate {
                if let content = $0.content { content == "a" } else { true }
            }, text: "content == nil OR content == 'a'"),
        Spelling(
            name: "!= is true of nil outside, and not of nothing inside",
            predicate: #Predicate { $0.content.flatMap { $0 != "fat" } ?? false },
            text: "content != nil AND content != 'fat'"),
        Spelling(
            name: "a value instead", predicate: #Predicate { ($0.rating ?? 3) >= 3 },
            text: "TERNARY(rating != nil, rating, 3) >= 3"),
        Spelling(name: "== true", predicate: #Predicate { $0.content?.isEmpty == true }, text: "content == ''"),
        Spelling(
            name: "!= true", predicate: #Predicate { $0.content?.isEmpty != true }, text: "content != ''"),
        Spelling(
            name: "== false", predicate: #Predicate { $0.content?.isEmpty == false },
            text: "content != nil AND content != ''"),
        Spelling(
            name: "an equality needs nothing", predicate: #Predicate { $0.content == "root" }, text: "content == 'root'"
        ),
        Spelling(
            name: "a chain of one", predicate: #Predicate { $0.note?.name == rootName }, text: "note.name == 'root'"),
        Spelling(
            name: "a chain of several", predicate: #Predicate { $0.note?.parent?.parent?.name == rootName },
            text: "note.parent.parent.name == 'root'"),
        Spelling(
            name: "a chain that is partly bound",
            predicate: #Predicate {
                if let note = $0.note { note.parent?.name == rootName } else { false }
            }, text: "note.parent.name == 'root'"),
        Spelling(
            name: "a chain that is bound",
            predicate: #Predicate {
                if let note = $0.note, let parent = note.parent {
                    parent.name == rootName || note.name == rootName
                } else {
                    false
                }
            },
            text: "note.parent != nil AND (note.parent.name == 'root' OR note.name == 'root')"),
        Spelling(
            name: "an optional collection", predicate: #Predicate { $0.assets == nil }, text: "assets == nil"),
        Spelling(
            name: "an optional collection that is empty", predicate: #Predicate { $0.assets?.isEmpty == true },
            text: "assets.@count == 0"),
        Spelling(
            name: "an optional collection that is empty or missing",
            predicate: #Predicate { $0.assets?.isEmpty ?? true }, text: "assets == nil OR assets.@count == 0"),
        Spelling(
            name: "an element of an optional collection",
            predicate: #Predicate { $0.assets?.contains { $0.size > 2 } ?? false }, text: "ANY assets.size > 2"),
        Spelling(
            name: "a nil that is found is not replaced", predicate: #Predicate { ($0.note?.name ?? $0.content) == "a" },
            text: "TERNARY(note != nil, note.name, content) == 'a'"),
    ]

    @Test("Each spelling gives one text, and the same answers as in Swift", arguments: spellings)
    func spelling(_ spelling: Spelling) throws {
        let imported = try TypedPredicate(importing: spelling.predicate)
        let expected = try Memo.predicate(parsing: spelling.text)
        #expect(imported.checked.tree == expected.checked.tree, "\(imported.predicateFormat)")
        var generator = MemoGenerator(seed: 11)
        var answers: Set<Bool> = []
        for _ in 0..<300 {
            let memo = generator.memo()
            let answer = try spelling.predicate.evaluate(memo)
            #expect(imported.matches(memo) == answer && expected.matches(memo) == answer)
            answers.insert(answer)
        }
        #expect(answers.count == 2)
    }

    @Test("And back: text with optionals as Foundation's predicate", arguments: spellings.map(\.text))
    func exported(_ text: String) throws {
        let original = try Memo.predicate(parsing: text)
        let exported = try original.foundationPredicate(.mayDiffer)
        let back = try TypedPredicate(importing: exported.predicate)
        var generator = MemoGenerator(seed: 12)
        for _ in 0..<200 {
            let memo = generator.memo()
            #expect(try exported.predicate.evaluate(memo) == original.matches(memo))
            #expect(back.matches(memo) == original.matches(memo))
        }
    }

    @Test("Items through two optionals, and over an optional to-many relationship")
    func items() throws {
        let root = Memo.Note("root")
        let child = Memo.Note("child", parent: root)
        let orphan = Memo.Note(nil)
        let items = [
            Item(name: "a", note: child), Item(name: "b", note: root), Item(name: "c", note: orphan), Item(name: "d"),
        ]
        let predicate: Predicate<Item> = #Predicate { $0.note?.parent?.name == rootName }
        let ours = try Item.predicate("note.parent.name == 'root'")
        #expect(items.filter(ours).map(\.name) == ["a"])
        #expect(items.filter(try TypedPredicate(importing: predicate)).map(\.name) == ["a"])
        #expect(try items.filter(ours.foundationPredicate().predicate).map(\.name) == ["a"])
        let below: Predicate<Item> = #Predicate {
            if let note = $0.note { note.name == rootName || note.parent?.name == rootName } else { false }
        }
        #expect(items.filter(try TypedPredicate(importing: below)).map(\.name) == ["a", "b"])

        func memo(_ title: String, _ assets: [Memo.Asset]?) -> Memo {
            Memo(
                title: title, words: 0, ratio: 0, star: false, tags: [], scores: [], assets: assets, counts: [:],
                created: Date(timeIntervalSinceReferenceDate: 0), state: .open)
        }
        let asset = Memo.Asset(name: "x", size: 1)
        let memos = [memo("none", nil), memo("empty", []), memo("one", [asset])]
        for (text, titles) in [
            ("assets == nil", ["none"]), ("assets.@count == 0", ["empty"]), ("assets.@count > 0", ["one"]),
            ("assets != nil", ["empty", "one"]), ("ANY assets.size == 1", ["one"]),
            ("ALL assets.size == 2", ["none", "empty"]), ("NONE assets.size == 1", ["none", "empty"]),
            ("SUBQUERY(assets, $a, $a.size == 1 AND $a.caption == nil).@count == 1", ["one"]),
            ("assets[FIRST].name == 'x'", ["one"]), ("assets[5] == nil", ["none", "empty", "one"]),
        ] {
            let ours = try Memo.predicate(parsing: text)
            #expect(memos.filter(ours).map(\.title) == titles, "\(text)")
            let exported = try ours.foundationPredicate().predicate
            #expect(try memos.filter(exported).map(\.title) == titles, "\(text)\n\(exported)")
            #expect(memos.filter(try TypedPredicate(importing: exported)).map(\.title) == titles, "\(text)")
        }
    }
}
