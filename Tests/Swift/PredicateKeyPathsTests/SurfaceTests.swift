import Foundation
import PredicateFormat
import PredicateKeyPaths
import Testing

@Suite("PredicateKit's predicates")
struct SurfaceTests {
    @Test("Comparisons", arguments: Surface.notes)
    func notes(_ item: SurfaceItem<Note>) throws { try item.check(on: Note.samples) }

    @Test("Lists", arguments: Surface.accounts)
    func accounts(_ item: SurfaceItem<Account>) throws { try item.check(on: Account.samples) }

    @Test("Relationships", arguments: Surface.users)
    func users(_ item: SurfaceItem<User>) throws { try item.check(on: User.samples) }

    @Test("Several optionals, and lists that may be nil", arguments: Surface.items)
    func items(_ item: SurfaceItem<Item>) throws { try item.check(on: Item.samples) }
}
