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
        print(text(#Predicate { if let p = $0.parent, let q = p.parent { q.title == "x" || q.words > 2 } else { false } }))
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
        #expect(try both.evaluate(Folder(title: nil, words: 4, ratio: 0, tags: [], maybeTags: nil, flag: true, parents: [])))
    }
}
