import Foundation
import PredicateFormat
import PredicateFoundation
import Testing

struct Folder: PredicateDescribed, Sendable {
    var title: String?
    var words: Int
    var ratio: Double
    var tags: [String]
    var maybeTags: [String]?
    var flag: Bool
    var parents: [Folder]

    var parent: Folder? { parents.first }

    static let predicateDescription = PredicateDescription<Folder> {
        Field("title", \.title)
        Field("words", \.words)
        Field("ratio", \.ratio)
        Field("tags", \.tags)
        Field("maybeTags", \.maybeTags)
        Field("flag", \.flag)
        Field("parent", \.parent)
        Field("parents", \.parents)
    }
}

@Suite struct FirstTests {
    @Test func a() throws {
        func text(_ p: Predicate<Folder>) -> String {
            do { return try TypedPredicate(importing: p).predicateFormat } catch { return "\(error)" }
        }
        print(text(#Predicate { $0.words > 3 && $0.title == "a" && $0.flag }))
        print(text(#Predicate { $0.title?.starts(with: "fat") ?? false }))
        print(text(#Predicate { if let t = $0.title { t.starts(with: "fat") } else { false } }))
        print(text(#Predicate { $0.title.flatMap { $0.starts(with: "fat") } ?? false }))
        print(text(#Predicate { $0.parent?.parent?.title == "root" }))
        print(
            text(#Predicate { if let p = $0.parent, let q = p.parent { q.title == "x" || q.words > 2 } else { false } })
        )
        print(text(#Predicate { $0.maybeTags == nil }))
        print(text(#Predicate { $0.maybeTags?.isEmpty == true }))
        print(text(#Predicate { $0.parents.contains { $0.words > 2 } }))
        print(text(#Predicate { $0.parents.allSatisfy { $0.words > 2 && $0.flag } }))
        print(text(#Predicate { $0.parents.filter { $0.flag }.count > 2 }))
        print(text(#Predicate { ($0.words + 2) * 3 > 2 ? $0.flag : false }))
        print(text(#Predicate { (1...3).contains($0.words) || [1, 2].contains($0.words) }))
        print(text(#Predicate { ($0.title ?? "x") == "y" }))
        let both = [#Predicate<Folder> { $0.words > 3 }, #Predicate { $0.flag }].conjunction()
        print(both, text(both))
        #expect(
            try both.evaluate(Folder(title: nil, words: 4, ratio: 0, tags: [], maybeTags: nil, flag: true, parents: []))
        )
    }
}

@Suite struct FirstExportTests {
    @Test func a() throws {
        let texts = [
            "words > 3 AND title == 'a' AND flag == TRUE", "title BEGINSWITH 'fat'", "parent.parent.title == 'root'",
            "ANY parents.words > 2", "SUBQUERY(parents, $p, $p.words > 2 AND ANY $p.tags == 'x').@count > 0",
            "maybeTags == nil", "maybeTags.@count == 0", "words + 2 * words > 7", "ratio / 2 > 1.5",
            "words / words == 1",
            "words BETWEEN {1, 3}", "words IN {1, 2}", "title IN {'a', 'b'}", "title == 'Karl'",
            "ANY parents.tags == 'a'",
            "tags[0] == 'a'", "TERNARY(flag == TRUE, words, 3) == 3", "title LIKE 'a?c'", "title ==[c] 'a'",
            "title <= title",
            "NONE parents.parent.words > 3", "words > 2.5", "tags CONTAINS 'a'", "ALL maybeTags == 'a'",
        ]
        for text in texts {
            let p = try Folder.predicate(text)
            for mode in PredicateExportMode.allCases {
                do {
                    let e = try p.foundationPredicate(mode)
                    print(mode, text, "->", e.predicate, e.deviations.map(\.reason))
                    let back = try TypedPredicate(importing: e.predicate)
                    print("       ", back.predicateFormat)
                } catch { print(mode, text, error) }
            }
        }
    }
}
