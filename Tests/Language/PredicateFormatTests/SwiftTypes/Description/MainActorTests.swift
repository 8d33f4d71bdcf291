#if compiler(>=6.2)
import PredicateFormat
import Testing

/// A class of the main actor, as a view model is.
@MainActor private final class Model {
    var title: String
    var count: Int
    var parent: Model?

    init(_ title: String, _ count: Int, parent: Model? = nil) {
        self.title = title
        self.count = count
        self.parent = parent
    }
}

extension Model: @MainActor PredicateDescribed {
    static let predicateDescription = PredicateDescription<Model> {
        PredicateField("title", onMainActor: \.title)
        PredicateField("count", onMainActor: \.count)
        PredicateField("parent", onMainActor: \.parent)
    }
}

/// Types of the main actor: described by a conformance that only the main actor has.
@MainActor struct MainActorTests {
    private let models: [Model]

    init() {
        let root = Model("Root", 3)
        models = [root, Model("leaf", 1, parent: root), Model("Leaf", 2, parent: root)]
    }

    @Test func predicates() throws {
        let many = try Model.predicate("count > %d AND title ==[c] %@", 1, "leaf")
        #expect(models.filter(many).map(\.count) == [2])
        #expect(models.map(many.matches) == [false, false, true])
        #expect(models.filter(try Model.predicate("parent.count == 3")).map(\.count) == [1, 2])
        #expect(throws: PredicateDiagnostics.self) { try Model.predicate("cuont > 1") }
    }

    @Test func requests() throws {
        let found = try models.fetch().where("count < 3").sorted(by: \.count, .descending).result()
        #expect(found.map(\.title) == ["Leaf", "leaf"])
        #expect(try models.fetch().groupBy(\.parent?.title).count() == 2)
        #expect(try models.fetch().sorted(by: "title[c], -count").result().map(\.count) == [2, 1, 3])
    }

    /// A predicate itself may go anywhere.
    @Test func aPredicateIsMadeElsewhere() async throws {
        let description = Model.predicateDescription
        let predicate = try await Task.detached { try description.predicate("title BEGINSWITH 'R'") }.value
        #expect(models.filter(predicate).count == 1)
    }
}
#endif
