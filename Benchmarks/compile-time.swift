// Key-path predicates that take the Swift type checker long as `#Predicate`; see compile-time.sh.
import Foundation
import PredicateFormat
import PredicateKeyPaths

final class Note: PredicateDescribed, Identifiable, Sendable {
    let id = 0
    let name: String? = nil
    let text = ""
    let views = 0
    let rating: Double? = nil
    let tags: [String] = []
    let isStarred = false
    let created = Date()
    let parent: Note? = nil
    let children: [Note]? = nil
    static let predicateDescription = PredicateDescription<Note> { PredicateField("id", \.id) }
}

struct ItemData: PredicateDescribed, Sendable {
    var item: Item?
    static let predicateDescription = PredicateDescription<ItemData> { PredicateField("item", \.item) }
}

struct Item: PredicateDescribed, Sendable {
    var note: Note?
    static let predicateDescription = PredicateDescription<Item> { PredicateField("note", \.note) }
}

struct Memo: PredicateDescribed, Sendable {
    var itemData: ItemData?
    var content: String?
    var star: Bool
    var hasImages: Bool
    var assets: [Note]?
    static let predicateDescription = PredicateDescription<Memo> { PredicateField("star", \.star) }
}

// The predicate of the article on combining predicates. As `#Predicate` with three `if let` it takes more than ten
// seconds.
func memosOfRootNote(_ noteID: Int) -> KeyPathPredicate<Memo> {
    \.itemData?.item?.note?.id == noteID || \.itemData?.item?.note?.parent?.id == noteID
}

func memosOfRootNoteUntyped(_ noteID: Int) {
    let predicate = \Memo.itemData?.item?.note?.id == noteID || \Memo.itemData?.item?.note?.parent?.id == noteID
    _ = predicate
}

// All of the article's filters in one predicate.
func memosByEverything(_ noteID: Int, _ keyword: String) -> KeyPathPredicate<Memo> {
    (\.itemData == nil || \.itemData?.item?.note?.id == noteID || \.itemData?.item?.note?.parent?.id == noteID)
        && \.hasImages && \.star && (\Memo.content).contains(keyword, [.c, .d])
}

// Long chains with optionals.
func tenClauses(_ memos: [Note]) throws -> [Note] {
    try memos.filter(
        \.views > 18 && \.rating == nil && \.parent?.parent?.name == "root" && \.views >= 5 && \.rating < 10.5
            && \.text != "c" && \.name == "d" && \.parent?.rating == 4.5 && \.created > Date() && \.views != 7)
}

func tenClausesOfBothKinds() -> KeyPathPredicate<Note> {
    \.views > 18 || \.rating == nil && \.parent?.parent?.name == "root" || \.views >= 5 && \.rating < 10.5
        || \.text != "c" && \.name == "d" || \.parent?.rating == 4.5 && \.created > Date() || \.views != 7
}

func tenClausesUntyped() {
    let predicate =
        \Note.views > 18 && \Note.rating == nil && \Note.parent?.parent?.name == "root" && \Note.views >= 5
        && \Note.rating < 10.5 && \Note.text != "c" && \Note.name == "d" && \Note.parent?.rating == 4.5
        && \Note.created > Date() && \Note.views != 7
    _ = predicate
}

func twentyClauses() -> KeyPathPredicate<Note> {
    \.views > 18 && \.rating == nil && \.parent?.parent?.name == "root" && \.views >= 5 && \.rating < 10.5
        && \.text != "c" && \.name == "d" && \.parent?.rating == 4.5 && \.created > Date() && \.views != 7
        || \.views > 18 && \.rating == nil && \.parent?.parent?.name == "root" && \.views >= 5 && \.rating < 10.5
            && \.text != "c" && \.name == "d" && \.parent?.rating == 4.5 && \.created > Date() && \.views != 7
}

func negations() -> KeyPathPredicate<Note> {
    \.views > 18 && !(\Note.isStarred) && not(\.rating == nil) && !(\Note.text).beginsWith("x") && \.views < 100
}

func functions() -> KeyPathPredicate<Note> {
    (\Note.text).beginsWith("hello", [.c, .d]) && (\Note.views).in(1, 2, 3) && (\Note.tags).first == "x"
        && (\Note.children).any(\.text).contains("a") && (\Note.views).between(1...5) && (\Note.tags).count > 2
}

func elements() -> KeyPathPredicate<Note> {
    (\Note.children).first(\.views) > 1 && (\Note.children).last(\.rating) < 4.5
        && (\Note.children).at(index: 2, \.text).beginsWith("x") && (\Note.children).max(\.rating) > 2.5
        && (\Note.tags).mode.contains("x") && (\Note.text).isEqualTo("x", .c) && true
}

func elementsUntyped() {
    let predicate =
        (\Note.children).first(\.views) > 1 && (\Note.children).last(\.rating) < 4.5 && \Note.isStarred
        && (\Note.children).at(index: 2, \.text).beginsWith("x") && (\Note.children).max(\.rating) > 2.5 && true
    _ = predicate
}

func subPredicates() -> KeyPathPredicate<Note> {
    (\Note.text).contains("Account") && all(\.children, where: (\Note.text).contains("Doe") && \.views > 5).size == 2
        && all(\.children, where: \.rating > 4).sum(\.views) > 10
}

func arithmetic() -> KeyPathPredicate<Note> {
    field(\.views) + 1 > 5 && field(\.views) * 2 <= 10 && field(\Note.created) - 86400 > Date()
}

// Comparisons with other fields, where nothing says which type the whole has.
func otherFieldsUntyped() {
    let predicate =
        \Note.text == field(\.text) && \Note.name == field(\.text) && \Note.text == field(\.name)
        && \Note.views < field(\.views) && \Note.text != field(\.text) && \Note.rating > field(\.rating)
        && \Note.views >= field(\.views) && \Note.views == field(\.views)
    _ = predicate
}
