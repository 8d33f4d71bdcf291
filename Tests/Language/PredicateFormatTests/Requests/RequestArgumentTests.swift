import Foundation
import Testing

@testable import PredicateCore
@testable import PredicateFormat

/// Arguments in all texts of requests, predicates over values that select groups, and what a request passes on.
@Suite struct RequestArgumentTests {
    struct Note: PredicateDescribed, Equatable {
        var text: String
        var day: Int
        var author: Author?
        var tags: [String] = []
        static let predicateDescription = PredicateDescription<Note> {
            PredicateField("text", \.text)
            PredicateField("day", \.day)
            PredicateField("author", \.author)
            PredicateField("tags", \.tags)
        }
    }

    struct Author: PredicateDescribed, Equatable {
        var name: String
        static let predicateDescription = PredicateDescription<Author> { PredicateField("name", \.name) }
    }

    let notes = [
        Note(text: "Hello, World!", day: 1, author: Author(name: "Ada"), tags: ["x"]),
        Note(text: "bread", day: 2, author: nil), Note(text: "milk", day: 1, author: Author(name: "Bob")),
        Note(text: "Hello, World! again", day: 2, author: Author(name: "Cleo")),
        Note(text: "more, Hello, World!", day: 3, author: Author(name: "Bob"), tags: ["y", "z"]),
    ]

    private func days(_ request: TypedRequest<Note>) throws -> [PredicateValue] {
        try request.objects().map { $0.value(forKey: "day") }
    }

    private func texts(_ request: TypedRequest<Note>) throws -> [String] {
        let found: [Note] = try request.result()
        return found.map(\.text)
    }

    @Test func textsTakeArguments() throws {
        let hostile = "x' OR 1 == 1 OR 'x' == 'x"
        let groups = notes.fetch().groupBy(\.day)
        #expect(try days(groups.having("count > %d", 1)) == [1, 2])
        #expect(try days(groups.having("count > %d", 1).having("%K == %@", "day", 2)) == [2])
        #expect(try days(groups.aggregating("least = min(%K)", "text").having("least == %@", "bread")) == [])
        #expect(
            try days(groups.aggregating("last = max(%K), n = count(%K)", "text", "author").having("n == %d", 1)) == [
                2, 3,
            ])
        #expect(try days(groups.having("%@ == %@", hostile, "y")) == [])
        #expect(try texts(notes.fetch().sorted(by: "-%K, %K", "day", "text")).first == "more, Hello, World!")
        #expect(
            try texts(notes.fetch().sorted(by: "abs(day - %d), -text", 2)).prefix(2) == [
                "bread", "Hello, World! again",
            ])
        let late = try notes.fetch().groupBy("late = day - %d", 1).sorted(by: "late").objects()
        #expect(late.map { $0.value(forKey: "late") } == [0, 1, 2])
        let first = try notes.fetch().fetchingOnly("text, next = day + %d", 1).objects()[0]
        #expect(first.value(forKey: "next") == 2)
        // A comparator keeps its place beside texts of several keys.
        let order = notes.fetch().sorted(by: "%K, abs(day)", "day").sorted(by: \.text) { $0.utf8.count < $1.utf8.count }
        #expect(
            try texts(order) == ["milk", "Hello, World!", "bread", "Hello, World! again", "more, Hello, World!"])
    }

    @Test func argumentsAreChecked() throws {
        func codes(_ request: TypedRequest<Note>) -> [String] {
            do throws(RequestError) {
                _ = try request.objects()
                return []
            } catch {
                return error.parts.flatMap { part in
                    part.diagnostics.diagnostics.map { "\(part.part.rawValue) \($0.code.rawValue)" }
                }
            }
        }
        let groups = notes.fetch().groupBy(\.day)
        #expect(codes(groups.having("count > %d")) == ["having missing-argument"])
        #expect(codes(groups.having("count > %d", "x")) == ["having wrong-format-argument"])
        #expect(codes(groups.having("count > 1", 3)) == ["having unused-argument"])
        #expect(codes(notes.fetch().sorted(by: "%K", "dya")) == ["sort unknown-field"])
        #expect(codes(notes.fetch().sorted(by: "day", 3)) == ["sort unused-argument"])
        #expect(codes(groups.having("count > $n")) == ["having unbound-variable"])
    }

    /// A key has the value of the group, another field that of its first value.
    @Test func predicatesOverValuesSelectGroups() throws {
        let groups = notes.fetch().groupBy(\.day)
        #expect(try days(groups.having(Note.predicate("text CONTAINS %@", "Hello, World!"))) == [1, 3])
        #expect(try days(groups.having(Note.predicate("text CONTAINS 'Hello' AND day > 1"))) == [3])
        #expect(try days(groups.having(Note.predicate("author.name == nil"))) == [2])
        #expect(try days(groups.having(Note.predicate("ANY tags == 'z' OR author == nil"))) == [2, 3])
        #expect(try days(groups.having(Note.predicate("author.name == 'Ada'")).having("count == 2")) == [1])
        // The fields that only `having` reads are not in the results.
        #expect(try groups.having(Note.predicate("text != ''")).objects()[0].keys == ["day", "count"])
        #expect(
            try notes.fetch().groupBy(\.author?.name).having(Note.predicate("author.name == 'Bob' AND day < 3")).count()
                == 1)
        // A source in another order has other first values.
        #expect(try groups.having(Note.predicate("text CONTAINS 'Hello'")).objects(from: notes.reversed()).count == 2)
    }

    @Test func libraryAndLimitsCountInAnyOrder() throws {
        let twice = PredicateLibrary.standard.adding(
            PredicateFunction("twice:", parameters: [.init("number", .integer)], result: .integer, help: "Twice.") {
                if case .integer(let number) = $0.first { .integer(number &* 2) } else { .null }
            })
        var request = notes.fetch().where("twice(day) == 4").sorted(by: "twice(day), text")
        #expect(throws: RequestError.self) { try request.count() }
        request.library = twice
        #expect(try request.count() == 2)
        request.limits = PredicateLimits(depth: 1)
        #expect(throws: RequestError.self) { try request.where("((((day == 1))))").count() }
        var checked = notes.fetch().where(try Note.predicate("day IN {1, 2, 3}"))
        checked.limits = PredicateLimits(listElements: 2)
        #expect(throws: RequestError.self) { try checked.count() }
        checked.limits = .untrusted
        #expect(try checked.count() == 5)
    }
}
