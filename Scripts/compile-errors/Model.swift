import Foundation
import PredicateFormat
import PredicateKeyPaths

enum Kind: String, PredicateFieldValue { case plain, list }

final class Note: PredicateDescribed, Sendable {
    let text = ""
    let title = ""
    let views = 0
    let rating: Double? = nil
    let kind = Kind.plain
    let tags: [String] = []
    let numbers: [Int] = []
    let letters: Set<String> = []
    let created = Date()
    let isStarred = false
    let parent: Note? = nil
    let replies: [Note] = []
    static let predicateDescription = PredicateDescription<Note> { PredicateField("text", \.text) }
}

final class Other: PredicateDescribed, Sendable {
    let text = ""
    static let predicateDescription = PredicateDescription<Other> { PredicateField("text", \.text) }
}

func use(_ predicate: KeyPathPredicate<Note>) {}
