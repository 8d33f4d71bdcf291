import Foundation
import PredicateFormat
import PredicateAnalysis
import PredicateKeyPaths
import PredicatePatterns
import Testing

@Suite struct RequestsKeepTheirWord {
    @Test func havingAKeyPath() throws {
        let groups = tickets.fetch().groupBy(\.day).having((\Ticket.title).contains("leak", .c))
        let result: [[String: Any]] = try groups.result()
        #expect(result.map { $0["day"] as? Int } == [1, 2])
        #expect(try tickets.fetch().groupBy(\.day).having((\Ticket.title).contains("noise")).count() == 0)
    }

    @Test func textsTakeArguments() throws {
        let groups = tickets.fetch().groupBy(\.priority).aggregating("last = max(%K)", "day")
        #expect(try groups.having("count > %d AND last == %d", 1, 2).sorted(by: "%K", "last").count() == 1)
    }

    @Test func orderDoesNotMatter() throws {
        var request = tickets.fetch().where("title MATCHES '.*leak'").where(\.day < 9)
        #expect(throws: RequestError.self) { try request.count() }
        request.library = .standardWithPatterns
        #expect(try request.count() == 1)
        request.limits = PredicateLimits(patternBytes: 3)
        #expect(throws: RequestError.self) { try request.count() }
    }

    @Test func keyPathsFindTheirEngine() throws {
        #expect(try tickets.filter((\Ticket.title).matches(".*leak", using: .pcre2)).map(\.day) == [2])
    }

    /// A set has no order, so its parts have a number, and no first element.
    @Test func partsOfASetAreASet() throws {
        #expect(try tickets.filter(all(\Ticket.parts, where: \.name == "pipe").count == 1).map(\.day) == [1])
        #expect(try tickets.filter(all(\Ticket.parts, where: \.name != "x").count == 2).count == 1)
    }

    /// The line of the page for library users.
    @Test func keyPaths() throws {
        #expect(
            try tickets.filter(\Ticket.priority == .high && (\Ticket.title).contains("leak", .c)).map(\.day) == [1, 2])
    }

    /// The members of `all(_:where:)` over an array are those of the array. A set has those that need no order.
    @Test func partsOfASetHaveNoFirst() throws {
        #expect(try tickets.filter(all(\Ticket.parts, where: \.name != "x").any(\.name) == "valve").map(\.day) == [1])
        #expect(try tickets.filter(all(\Ticket.parts, where: \.name == "pipe").size == 0).count == 2)
    }

    /// As the article on PredicateKit has it.
    @Test func havingOfThatArticle() throws {
        let notes = [
            Note(text: "Hello, World!", creationDate: Date(timeIntervalSinceReferenceDate: 0)),
            Note(text: "Bye", creationDate: Date(timeIntervalSinceReferenceDate: 0)),
            Note(text: "Hello", creationDate: Date(timeIntervalSinceReferenceDate: 90_000)),
        ]
        let request = notes.fetch().groupBy(\.creationDate).having((\Note.text).contains("Hello, World!"))
        #expect(try request.count() == 1)
    }
}

private struct Note: PredicateDescribed {
    var text: String
    var creationDate: Date
    static let predicateDescription = PredicateDescription<Note> {
        PredicateField("text", \.text)
        PredicateField("creationDate", \.creationDate)
    }
}

@Suite struct SimplifierKnowsRanges {
    @Test(arguments: [
        ("age > 3 AND age > 5", "age > 5"), ("age == 5 AND age > 3", "age == 5"),
        ("name == 'a' AND name IN {'a', 'b'}", "name == \"a\""), ("age > 5 OR age > 3", "age > 3"),
        ("age > 5 AND age < 3", "FALSEPREDICATE"),
    ])
    func ranges(_ text: String, _ simple: String) throws {
        #expect(try ParsedPredicate(parsing: text).tree.simplified().predicateFormat == simple)
    }
}
