import PredicateFormat
import PredicateKeyPaths

/// A condition that a user switches on.
enum MemoFilter {
    /// Filed under a note, or under a note of it: through two optionals, and a third.
    case rootNote(Int)
    case withImage
    case starred
    case containing(String)
    /// What the user typed.
    case typed(String)

    /// The condition as a predicate. Only what the user typed can be wrong.
    func predicate() throws -> TypedPredicate<Memo> {
        switch self {
        case .rootNote(let id):
            try Memo.predicate(\.item?.note?.id == id || \.item?.note?.parent?.id == id)
        case .withImage:
            // A predicate about one asset, asked of any of a memo's.
            try Asset.predicate(\.kind == .image).rerooted(at: \Memo.assets, .any)
        case .starred:
            try Memo.predicate(\.isStarred == true)
        case .containing(let keyword):
            try Memo.predicate("text CONTAINS[cd] %@", keyword)
        case .typed(let text):
            try Memo.predicate(parsing: text)
        }
    }
}

extension Collection<MemoFilter> {
    /// What satisfies all of the filters; without any, everything.
    func matches(in memos: [Memo]) throws -> [Memo] {
        let all = try map { try $0.predicate() }.conjunction()
        return memos.filter(all)
    }
}
