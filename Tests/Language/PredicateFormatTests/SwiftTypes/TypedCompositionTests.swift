import Testing

@testable import PredicateCore
@testable import PredicateFormat

private struct Tag: PredicateDescribed, Sendable {
    var name: String
    var weight: Int?
    static let predicateDescription = PredicateDescription<Tag> {
        PredicateField("name", \.name)
        PredicateField("weight", \.weight)
    }
}

private struct Note: PredicateDescribed, Sendable {
    var title: String
    var stars: Int
    var tags: [Tag]
    static let predicateDescription = PredicateDescription<Note> {
        PredicateField("title", \.title)
        PredicateField("stars", \.stars)
        PredicateField("tags", \.tags)
    }
}

private struct Item: PredicateDescribed, Sendable {
    var note: Note
    var former: Note?
    var others: [Note]
    var maybe: [Note]?
    var hidden: Note { note }
    static let predicateDescription = PredicateDescription<Item> {
        PredicateField("note", \.note)
        PredicateField("former", \.former)
        PredicateField("others", \.others)
        PredicateField("maybe", \.maybe)
    }
}

private let notes: [Note] = {
    var notes: [Note] = []
    for title in ["alpha", "beta", "gamma"] {
        for stars in [0, 3] {
            notes.append(Note(title: title, stars: stars, tags: []))
            notes.append(Note(title: title, stars: stars, tags: [Tag(name: title, weight: stars)]))
            notes.append(
                Note(title: title, stars: stars, tags: [Tag(name: "x", weight: nil), Tag(name: "beta", weight: 3)]))
        }
    }
    return notes
}()

@Suite("Predicates about Swift values, composed")
struct TypedCompositionTests {
    /// Predicates about notes with every use of a root: the record itself, subqueries, quantifiers, operators.
    private static let formats = [
        "title == 'beta'", "NOT stars > 1", "ANY tags.name == title", "tags.@count == 0", "tags[0].name == 'x'",
        "SUBQUERY(tags, $element, $element.weight == stars AND SELF.title != 'alpha').@count > 0",
        "tags.@max.weight >= 3 OR title BEGINSWITH 'a'", "ALL tags.weight != nil", "TRUEPREDICATE", "stars == nil",
        "SUBQUERY(tags, $t, SUBQUERY(tags, $u, $u.name == $t.name).@count > 0).@count == tags.@count",
    ]

    @Test("none, one and several")
    func sequences() throws {
        #expect([TypedPredicate<Note>]().conjunction().predicateFormat == "TRUEPREDICATE")
        #expect([TypedPredicate<Note>]().disjunction().predicateFormat == "FALSEPREDICATE")
        #expect(notes.filter([TypedPredicate<Note>]().conjunction()).count == notes.count)
        #expect(notes.filter([TypedPredicate<Note>]().disjunction()).isEmpty)
        let starred = try Note.predicate("stars > %d", 1)
        let beta = try Note.predicate("title == 'beta'")
        #expect([starred].conjunction().predicateFormat == "stars > 1")
        #expect([starred].disjunction().source == starred.source)
        #expect(
            [starred, beta, starred].conjunction().predicateFormat
                == #"stars > 1 AND title == "beta" AND stars > 1"#)
        #expect([starred, beta].disjunction().predicateFormat == #"stars > 1 OR title == "beta""#)
        #expect(
            [starred, beta, starred].conjunction().simplified().predicateFormat == #"stars > 1 AND title == "beta""#
        )
        #expect((!(starred && beta)).predicateFormat == #"NOT (stars > 1 AND title == "beta")"#)
    }

    @Test("answers of composed predicates", arguments: formats.indices)
    func answers(_ index: Int) throws {
        let a = try Note.predicate(parsing: Self.formats[index])
        for other in Self.formats {
            let b = try Note.predicate(parsing: other)
            let (both, either, not) = (a && b, a || b, !a)
            for note in notes {
                #expect(both.matches(note) == (a.matches(note) && b.matches(note)))
                #expect(either.matches(note) == (a.matches(note) || b.matches(note)))
                #expect(not.matches(note) != a.matches(note))
                #expect(both.simplified().matches(note) == both.matches(note))
            }
        }
    }

    @Test("a predicate about a part, applied to the whole", arguments: formats)
    func rerooted(_ format: String) throws {
        let predicate = try Note.predicate(parsing: format)
        let own = try predicate.rerooted(at: \Item.note)
        let former = try predicate.rerooted(at: \Item.former)
        let any = try predicate.rerooted(at: \Item.others, .any)
        let all = try predicate.rerooted(at: \Item.others, .all)
        let none = try predicate.rerooted(at: \Item.maybe, .none)
        for (number, note) in notes.enumerated() {
            let others = Array(notes[..<(number % 4)])
            let item = Item(note: note, former: note, others: others, maybe: number.isMultiple(of: 3) ? nil : others)
            #expect(own.matches(item) == predicate.matches(note))
            #expect(former.matches(item) == predicate.matches(note))
            #expect(any.matches(item) == others.contains { predicate.matches($0) })
            #expect(all.matches(item) == others.allSatisfy { predicate.matches($0) })
            #expect(none.matches(item) == !(item.maybe ?? []).contains { predicate.matches($0) })
        }
    }

    @Test("re-rooted predicates print as a person would write them")
    func printing() throws {
        let note = try Note.predicate("title == 'x' AND ANY tags.name == SELF.title")
        #expect(
            try note.rerooted(at: \Item.former).predicateFormat
                == #"former.title == "x" AND ANY former.tags.name == former.title"#)
        #expect(
            try Note.predicate("title == 'x'").rerooted(at: \Item.others, .any).predicateFormat
                == #"SUBQUERY(others, $element, $element.title == "x").@count > 0"#)
        #expect(
            try Note.predicate("SUBQUERY(tags, $element, $element.name == title).@count == 1")
                .rerooted(at: \Item.maybe, .all).predicateFormat
                == "NOT SUBQUERY(maybe, $element2, NOT SUBQUERY($element2.tags, $element, "
                + "$element.name == $element2.title).@count == 1).@count > 0")
        #expect(try note.rerooted(at: \Note.self).predicateFormat == note.predicateFormat)
    }

    @Test("if there is no value, all of its fields are nil")
    func missing() throws {
        let item = Item(note: notes[0], former: nil, others: [], maybe: nil)
        #expect(try !Note.predicate("title == 'alpha'").rerooted(at: \Item.former).matches(item))
        #expect(try Note.predicate("title == nil").rerooted(at: \Item.former).matches(item))
        #expect(try Note.predicate("NOT title == 'alpha'").rerooted(at: \Item.former).matches(item))
    }

    @Test("a property without a field is an error that names it")
    func unregistered() throws {
        let note = try Note.predicate("stars > 1")
        let error = #expect(throws: PredicateDiagnostics.self) { try note.rerooted(at: \Item.hidden) }
        #expect(error?.diagnostics.map(\.code) == ["unregistered-key-path"])
    }
}
